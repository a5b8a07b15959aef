"""Mail as a URI, as RFC 6068 defines it."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit import legal
from kit.raising import raised
from kit.strategies import SETTINGS
from superuri import URI, mailto
from superuri.errors import DecodeError, EncodeError, ParseError

# A mailto URI, its addresses, its headers. RFC 6068: sections 2 and 6; the last are ours.
MAILS = [
    ("mailto:addr1@an.example,addr2@an.example", ["addr1@an.example", "addr2@an.example"], []),
    ("mailto:chris@example.com", ["chris@example.com"], []),
    (
        "mailto:infobot@example.com?subject=current-issue",
        *(["infobot@example.com"], [("subject", "current-issue")]),
    ),
    (
        "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
        *(["infobot@example.com"], [("body", "send current-issue\r\nsend index")]),
    ),
    (
        "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
        *(["list@example.org"], [("In-Reply-To", "<3469A91.D10AF4C@example.com>")]),
    ),
    (
        "mailto:majordomo@example.com?body=subscribe%20bamboo-l",
        *(["majordomo@example.com"], [("body", "subscribe bamboo-l")]),
    ),
    (
        "mailto:joe@example.com?cc=bob@example.com&body=hello",
        *(["joe@example.com"], [("cc", "bob@example.com"), ("body", "hello")]),
    ),
    (
        "mailto:?to=joe@example.com&cc=bob@example.com&body=hello",
        *([], [("to", "joe@example.com"), ("cc", "bob@example.com"), ("body", "hello")]),
    ),
    ("mailto:gorby%25kremvax@example.com", ["gorby%kremvax@example.com"], []),
    (
        "mailto:unlikely%3Faddress@example.com?blat=foop",
        *(["unlikely?address@example.com"], [("blat", "foop")]),
    ),
    ("mailto:Mike%26family@example.org", ["Mike&family@example.org"], []),
    ("mailto:%22not%40me%22@example.org", ['"not@me"@example.org'], []),
    ("mailto:%22oh%5C%5Cno%22@example.org", [r'"oh\\no"@example.org'], []),
    (
        "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
        *([r'"\\\"it' + r"'s\ ugly\\\"" + '"@example.org'], []),
    ),
    ("mailto:user@example.org?subject=caf%C3%A9", ["user@example.org"], [("subject", "café")]),
    (
        "mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D",
        *(["user@example.org"], [("subject", "=?utf-8?Q?caf=C3=A9?=")]),
    ),
    (
        "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO",
        *(["user@納豆.example.org"], [("subject", "Test"), ("body", "NATTO")]),
    ),
    ("mailto:a+b@c.d?subject=x%20y%2Bz", ["a+b@c.d"], [("subject", "x y+z")]),
    ("mailto:", [], []),
]
NO_MAILS = [
    ("http://e.com/", 0, 13),
    # RFC 6068 section 6.1 calls it wrong.
    ("mailto:joe@example.com?cc=bob@example.com?body=hello", 41, 42),
    ("mailto:a b@c.d", 8, 9),
    ("mailto:é@c.d", 7, 8),
    ("mailto:a@b?subject", 11, 18),
    ("mailto:a@b?subject=x%0D%0ABcc:%20all@e.com", 11, 42),
    ("mailto:a@b?x%0Ay=1", 11, 18),
    ("mailto:a@b,c%0D%0ABcc:%20all@e.com", 11, 34),
    ("mailto:%0A,a@b", 7, 10),
    ("mailto:a@b%00?cc=c@d", 7, 13),
    ("mailto:a@b?subject=100%", 22, 23),
    ("mailto:%E9@b", 7, 10),
]


@pytest.mark.parametrize("row", MAILS, ids=lambda row: row[0])
def test_a_mail_and_its_uri(row):
    uri, to, headers = row
    assert mailto.parse(uri) == mailto.Mailto(tuple(to), tuple(headers))
    assert str(mailto.build(*to, headers=headers)) == uri
    assert superuri.clean(uri) is uri


@pytest.mark.parametrize(("text", "start", "end"), NO_MAILS)
def test_an_invalid_mailto_reports_where(text, start, end):
    printed = raised((ParseError, DecodeError), mailto.parse, text)
    assert (printed.start, printed.end, printed.text) == (start, end, text)


@pytest.mark.parametrize(
    ("uri", "to", "headers"),
    [
        (
            "MAILTO:a%2Cb@c,,d@e?Subject=x=y%20+&BODY=l%0D%0Am&to=f@g#h?i",
            ("a,b@c", "d@e"),
            (("Subject", "x=y +"), ("BODY", "l\r\nm"), ("to", "f@g")),
        ),
        ("mailto:a@b?", ("a@b",), ()),
        ("mailto:a@b?c=d&", ("a@b",), (("c", "d"),)),
        ("mailto:#a", (), ()),
        ("mailto:a@b#?c=d", ("a@b",), ()),
        *((f"mailto:a@b?c=d#{it}", ("a@b",), (("c", "d"),)) for it in ("", "x#y", "?e=f", "é ")),
    ],
)
def test_other_spellings_are_read(uri, to, headers):
    assert mailto.parse(uri) == mailto.Mailto(to, headers)


def test_headers_are_found_in_any_case():
    mail = mailto.parse("mailto:a@b?Cc=c&SUBJECT=s+&subject=t&TO=c@d,%20e@f,,&to=g@h")
    assert (mail.header("subJect"), mail.header("bcc")) == ("s+", None)
    assert mail.recipients == ("a@b", "c@d", "e@f", "g@h")


def test_what_is_built_is_legal():
    assert mailto.build(
        "a+b@c",
        "d/e?f@ü.g",
        headers=[("In-Reply-To", "<x@y>"), ("BODY", "a\nb\rc\r\n")],
        subject="1 + 1=2&?",
        body="\n",
    ) == URI(
        "mailto:a+b@c,d%2Fe%3Ff@%C3%BC.g?In-Reply-To=%3Cx@y%3E&BODY=a%0D%0Ab%0D%0Ac%0D%0A"
        "&subject=1%20%2B%201%3D2%26%3F&body=%0D%0A"
    )
    assert superuri.clean("mailto:a b@c.d?subject=x y") == "mailto:a%20b@c.d?subject=x%20y"


def an_address(text):
    return mailto.parse(f"mailto:x@y,{text}")


def a_name(text):
    return mailto.parse(f"mailto:x@y?{text}=1")


def a_value(text):
    return mailto.parse(f"mailto:x@y?subject={text}")


@pytest.mark.parametrize("place", [an_address, a_name, a_value])
def test_no_character_ends_a_header(place):
    ends = []
    for c in map(chr, (*range(0x100), *range(0x2000, 0x2070))):
        try:
            place(superuri.encode(f"a{c}Bcc: b@c"))
        except ParseError:
            ends.append(c)
    assert ends == [
        "\0",
        *(c for c in map(chr, range(1, 0x2070)) if len(f"a{c}b".splitlines()) > 1),
    ]


@pytest.mark.parametrize(
    "value", ["a\r\nBcc: b@c", "a\nb", "\r", "a\0", "\x0b", "\x85b", "a\u2028b", "\u2029"]
)
def test_no_header_can_begin_another(value):
    for build in (
        lambda: mailto.build("a@b", subject=value),
        lambda: mailto.build("a@b", headers=[(value, "x")]),
        lambda: mailto.build(f"{value}@b"),
    ):
        with pytest.raises(ParseError):
            build()
    with pytest.raises(ParseError):
        mailto.build("no address")


def test_an_address_is_a_text():
    wrong: Any = ["a@b"]
    message = "an address is a str, not list: pass several as build(*addresses)"
    assert str(raised(TypeError, mailto.build, wrong)) == message


def test_a_lone_surrogate_in_an_address_is_reported_in_the_whole_address():
    error = raised(EncodeError, mailto.build, "a@\ud800b")
    assert (error.text, error.start, error.end, error.code) == ("a@\ud800b", 2, 3, "lone-surrogate")


ENDS = "\0\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"
DOMAINS = st.text("aZ0-_é漢", min_size=1)


def quoted(word: str) -> str:
    """Return the word as a local part in quotes."""
    return '"' + re.sub(r'(["\\])', r"\\\1", word) + '"'


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=ENDS))


@SETTINGS
@given(st.lists(st.tuples(WORDS, DOMAINS)), st.lists(st.tuples(WORDS, WORDS)))
def test_reading_mail_undoes_writing_it(addresses, headers):
    to = [f"{quoted(word)}@{domain}" for word, domain in addresses]
    uri = str(mailto.build(*to, headers=headers))
    assert legal.is_legal(uri)
    assert "+" not in uri.partition("?")[2]
    assert mailto.parse(uri) == mailto.Mailto(tuple(to), tuple(headers))


#: Texts that are not one address, and the message.
NO_ADDRESSES = [
    ("a@e.com,b@e.com", "is more than one address"),
    ("a@e.com;b@e.com", "is more than one address"),
    ("a@e.com, b@e.com", "is more than one address"),
    ("Ann <ann@e.com>", "has a name, which a mailto: URI cannot have"),
    ("<ann@e.com>", "has a name, which a mailto: URI cannot have"),
    ("mailto:a@e.com", "is a mailto: URI already"),
    *((text, "is not an address (RFC 5322 section 3.4.1)") for text in (
        "a b@e.com", "a@@b", "a@b@c", ".a@e.com", "a.@e.com", "a..b@e.com", "@e.com", "a@",
        "a@e com", "a@e..com", "a@.e.com", 'a"b@e.com', '"a@e.com', '"a"b"@e.com', "a@[1.2.3.4",
        "a(x)@e.com", "a:b@e.com", "a,b@e.com", "a@e.com:80",
    )),
]  # fmt: skip
ADDRESSES = [
    *("a@e.com", "a.b+c@e.com", "a%b!#$&'*/=?^_`{|}~-@e.com", "é@e.com", "用户@例子.广告"),
    *('"a b"@e.com', '"a,b"@e.com', r'"a\"b"@e.com', '"@"@e.com', '""@e.com', "a@localhost"),
    *("a@[192.0.2.1]", "a@[IPv6:2001:db8::1]", "a@e.com.", "a@xn--bcher-kva.example"),
]


@pytest.mark.parametrize(("text", "is_"), NO_ADDRESSES)
def test_what_is_not_one_address_is_refused(text, is_):
    error = raised(ParseError, mailto.build, "ok@e.com", text)
    assert str(error).endswith(f" {is_}")
    assert (error.text, error.code) == (text, "bad-mailto")
    assert error.help


@pytest.mark.parametrize("text", ADDRESSES)
def test_addresses_are_written_and_read(text):
    assert mailto.parse(mailto.build(text)).to == (text,)


def test_a_keyword_is_the_name_of_a_header():
    assert mailto.build(in_reply_to="<1@e>", x_a="b") == URI("mailto:?in-reply-to=%3C1@e%3E&x-a=b")
    assert mailto.build(headers=[("a_b", "c")]) == URI("mailto:?a_b=c")
