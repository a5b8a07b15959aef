"""URNs and mailto: URIs, as RFC 8141 and RFC 6068 define them."""

import itertools
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit import legal
from kit.strategies import SETTINGS
from superuri import mailto, urn
from superuri.errors import DecodeError, ParseError

# RFC 8141 section 3.2: each row is equivalent within itself, and to no other row.
EQUIVALENT = (
    (
        *("urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456"),
        *("urn:example:a123,z456?+abc", "urn:example:a123,z456?=xyz", "urn:example:a123,z456#789"),
    ),
    ("urn:example:a123,z456/foo",),
    ("urn:example:a123,z456/bar",),
    ("urn:example:a123,z456/baz",),
    ("urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"),
    ("urn:example:A123,z456",),
    ("urn:example:a123,Z456",),
    ("urn:example:%D0%B0123,z456",),
)
# A URN, and its parts: nid, nss, r, q, f.
URNS = [
    ("urn:example:1/406/47452/2", "example", "1/406/47452/2", None, None, None),
    (
        "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk",
        *("example", "foo-bar-baz-qux", "CCResolve:cc=uk", None, None),
    ),
    (
        "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
        *("example", "weather", None),
        *("op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z", None),
    ),
    ("urn:example:foo-bar-baz-qux#somepart", "example", "foo-bar-baz-qux", None, None, "somepart"),
    ("urn:a-1:b?+r?x?=q?=?+#", "a-1", "b", "r?x", "q?=?+", ""),
]
NO_URNS = [
    ("", 0),
    ("http://e.com/", 0),
    ("urn:", 4),
    ("urn:e:x", 4),
    ("urn:-e:x", 4),
    ("urn:e-:x", 4),
    (f"urn:{'a' * 33}:x", 4),
    ("urn:example:", 12),
    ("urn:example:/x", 12),
    ("urn:example:a b", 13),
    ("urn:example:a%2", 13),
    ("urn:example:é", 12),
    ("urn:example:a?b", 13),
    ("urn:example:a?+", 13),
    ("urn:example:a?=?", 13),
    ("urn:example:a?=b?+\n", 18),
    ("urn:example:a#b#c", 15),
]


def test_the_urns_of_the_rfc_are_equivalent_as_in_the_rfc():
    for (i, row), (j, other) in itertools.product(enumerate(EQUIVALENT), repeat=2):
        for a, b in itertools.product(row, other):
            assert urn.equivalent(a, b) is (i == j), (a, b)
            assert (urn.parse(a) == urn.parse(b)) is (i == j)
    for row in EQUIVALENT:
        assert {urn.normalize(name) for name in row} == {urn.normalize(row[0])}
        assert len({hash(urn.parse(name)) for name in row}) == 1


@pytest.mark.parametrize("row", URNS, ids=lambda row: row[0])
def test_the_parts_of_a_urn(row):
    text, *parts = row
    read = urn.parse(text)
    assert parts == [read.nid, read.nss, read.r_component, read.q_component, read.f_component]
    assert str(read) == text
    assert str(pickle.loads(pickle.dumps(read))) == text  # noqa: S301  because it is our own


@pytest.mark.parametrize(("text", "at"), NO_URNS)
def test_an_invalid_urn_reports_where(text, at):
    with pytest.raises(ParseError) as printed:
        urn.parse(text)
    assert (printed.value.start, printed.value.end, printed.value.text) == (at, len(text), text)


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
    with pytest.raises((ParseError, DecodeError)) as printed:
        mailto.parse(text)
    assert (printed.value.start, printed.value.end, printed.value.text) == (start, end, text)


def test_plus_is_a_plus_and_the_fragment_is_nothing():
    assert mailto.parse("MailTo:a@b?subject=x+y#z").header("Subject") == "x+y"
    assert mailto.parse("mailto:a@b?TO=c@d,%20e@f&to=g@h").recipients == (
        "a@b",
        "c@d",
        "e@f",
        "g@h",
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


ENDS = "\0\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=ENDS))


@SETTINGS
@given(st.lists(WORDS.map(lambda word: f"{word}@{word}")), st.lists(st.tuples(WORDS, WORDS)))
def test_reading_mail_undoes_writing_it(to, headers):
    to = [address for address in to if address.rpartition("@")[2]]
    uri = str(mailto.build(*to, headers=headers))
    assert legal.is_legal(uri)
    assert "+" not in uri.partition("?")[2]
    assert mailto.parse(uri) == mailto.Mailto(tuple(to), tuple(headers))
