"""Data as URIs: read as the Fetch standard reads them, and written as short as possible."""

import contextlib
import encodings.aliases
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit import exactly, legal, toml
from kit.raising import raised
from kit.strategies import SETTINGS
from superuri import URI, data_uri
from superuri.data_uri import DataURI
from superuri.errors import DecodeError, EncodeError, ParseError

ROWS = toml.read("uri/data_uri.toml")["case"]
ASCII = (("charset", "US-ASCII"),)
MEDIA_TYPES = st.sampled_from([None, "image/png", "text/html;charset=utf-8", "a/b;c=d;e=f"])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["why"])
def test_a_data_uri_is_read_as_fetch_reads_it(row):
    if "error" in row:
        printed = raised((ParseError, DecodeError), data_uri.parse, row["text"])
        assert (printed.code, [printed.start, printed.end]) == (row["error"], row["at"])
        assert printed.text == row["text"]
    else:
        read = data_uri.parse(row["text"])
        assert (read.content_type, read.data.hex()) == (row["type"], row["data"])
        assert read.fragment == row.get("fragment")
        assert pickle.loads(pickle.dumps(read)) == read  # noqa: S301  because it is our own


# The text, and the parts: type, parameters, data, fragment.
PARTS = [
    (
        ' \0DaTa:TEXT/Html;Charset=UTF-8;charset=latin1;X="a\\"b\\\\";y;z=,%3Cb%3E%#\x1f ',
        ("text/html", (("charset", "UTF-8"), ("x", 'a"b\\')), b"<b>%", ""),
    ),
    (URI("data:,a/b"), ("text/plain", ASCII, b"a/b", None)),
    ("data:a/b\n,x\ty\r#a\n#b", ("a/b", (), b"xy", "a#b")),
    ("data:text/plain ;  BASE64,aG k=", ("text/plain", (), b"hi", None)),
    ("data:text/plain;xbase64,aGk=", ("text/plain", (), b"aGk=", None)),
    *((f"data:{wrong},x", ("text/plain", ASCII, b"x", None)) for wrong in ("a/", "a b/c", "a/b?c")),
    (
        'data: a/b ; c = d ;e="f;g"h;i="" ;=j;k l=m,x',
        ("a/b", (("e", "f;g"), ("i", "")), b"x", None),
    ),
    ("data:a/b;c=é;d=?\"é',", ("a/b", (("c", "%C3%A9"), ("d", "?%22%C3%A9'")), b"", None)),
    ("data:a/b;c=d ;e= f;g= ,x", ("a/b", (("c", "d"), ("e", " f")), b"x", None)),
    ('data:a/b;c="d\\,x', ("a/b", (("c", "d\\"),), b"x", None)),
]


@pytest.mark.parametrize(("text", "parts"), PARTS)
def test_the_parts_of_a_data_uri(text: Any, parts: tuple[Any, ...]) -> None:
    assert data_uri.parse(text) == DataURI(*parts)


def test_a_data_uri_has_a_type_a_charset_and_a_repr() -> None:
    read = data_uri.parse('data:text/html;a="b\\"c\\\\";d="e f";g=h,xyz')
    assert read.content_type == 'text/html;a="b\\"c\\\\";d="e f";g=h'
    assert data_uri.parse("data:a/b,x").charset is None
    assert repr(data_uri.parse("data:text/html;a=b,xyz")) == "DataURI('text/html;a=b', 3 bytes)"


@SETTINGS
@given(st.binary(max_size=60), MEDIA_TYPES, st.sampled_from(["shortest", "base64", "percent"]))
def test_reading_data_undoes_writing_it(data, media_type, form):
    uri = str(data_uri.build(data, media_type, form=form))
    assert legal.is_legal(uri)
    assert superuri.clean(uri) is uri
    read = data_uri.parse(uri)
    assert read.data == data
    assert read.content_type == (media_type or "application/octet-stream")
    assert len(uri) >= len(str(data_uri.build(data, media_type)))


@SETTINGS
@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from([None, "text/css"]))
def test_reading_text_undoes_writing_it(text, media_type):
    assert data_uri.parse(data_uri.build(text, media_type)).text == text


@SETTINGS
@given(st.text(alphabet='dat:,;/="\\% \t\n#?aé4W', max_size=30).map("data:".__add__))
def test_reading_data_is_total(text):
    try:
        read = data_uri.parse(text)
    except (ParseError, DecodeError) as error:
        assert 0 <= error.start <= error.end <= len(text)
    else:
        assert "#" in text or read.fragment is None


# Arguments and options, and the URI that is built.
BUILT: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    (("",), {}, "data:,"),
    ((b"",), {}, "data:application/octet-stream,"),
    (("a b",), {}, "data:,a%20b"),
    (("é",), {}, "data:text/plain;charset=utf-8,%C3%A9"),
    (("é", "application/json"), {}, "data:application/json,%C3%A9"),
    (("é", " Text/HTML ; Charset=UTF-8 "), {}, "data:text/html;charset=UTF-8,%C3%A9"),
    (("é", "text/html;charset=latin1"), {}, "data:text/html;charset=latin1,%E9"),
    (("é", "text/html"), {}, "data:text/html;charset=utf-8,%C3%A9"),
    (("a", "text/html;charset=latin1;x=y"), {}, "data:text/html;charset=latin1;x=y,a"),
    ((bytes(5),), {}, "data:application/octet-stream,%00%00%00%00%00"),
    ((bytes(6),), {}, "data:application/octet-stream;base64,AAAAAAAA"),
    ((bytes(5) + b"a",), {}, "data:application/octet-stream;base64,AAAAAABh"),
    ((bytes(5),), {"form": "base64"}, "data:application/octet-stream;base64,AAAAAAA="),
    ((bytes(6),), {"form": "percent"}, "data:application/octet-stream,%00%00%00%00%00%00"),
    ((b"a", "image/GIF"), {"form": "base64"}, "data:image/gif;base64,YQ=="),
    ((memoryview(b"a"),), {}, "data:application/octet-stream,a"),
    # Dot segments would change the data.
    (("/a",), {}, "data:,/a"),
    (("/./a",), {}, "data:,%2F.%2Fa"),
    (("a/../b",), {"form": "percent"}, "data:,a%2F..%2Fb"),
    # Text without special characters is not written in base64.
    *((("A/b:c@d" * n,), {}, f"data:,{'A/b:c@d' * n}") for n in (5, 30)),
]


@pytest.mark.parametrize(("arguments", "options", "uri"), BUILT)
def test_data_is_written_as_short_as_possible(arguments, options, uri):
    assert data_uri.build(*arguments, **options) == URI(uri)


@pytest.mark.parametrize(
    "media_type",
    ["", "text", "a/b/c", "text/plain;charset", 'a/b;c="d"', "a/b;c=d,e", "a/b#", "ü/b"],
)
def test_a_media_type_that_no_uri_can_hold_is_refused(media_type):
    assert raised(ParseError, data_uri.build, b"", media_type).code == "bad-media-type"


def test_a_text_that_its_uri_cannot_have_is_refused() -> None:
    with pytest.raises(EncodeError):
        data_uri.parse("data:,\ud800")
    with pytest.raises(EncodeError):
        data_uri.build("д", "text/plain;charset=latin1")


@pytest.mark.parametrize(
    ("uri", "text"),
    [
        ("data:text/plain;charset=unicode_escape,%5Cu0041", "\\u0041"),
        ("data:text/plain;charset=utf-7,+ADw-script+AD4-", "+ADw-script+AD4-"),
        ("data:text/plain;charset=punycode,bcher-kva", "bcher-kva"),
        ("data:text/plain;charset=idna,xn--tda", "xn--tda"),
        ("data:text/plain;charset=nobody,caf%C3%A9", "café"),
        ("data:text/plain;charset=cp1140,a", "a"),
        ("data:text/plain;charset=latin1,%80%E9", "€é"),
        ("data:text/plain;charset=SJIS,%8A%BF", "漢"),
        ("data:text/plain;charset=utf-16,a%00b%00", "ab"),
        ("data:text/plain;charset=utf-16,%FE%FF%00a", "a"),
        ("data:text/plain;charset=utf-16be,%00a", "a"),
        ("data:text/plain;charset=gbk,", ""),
        ("data:text/plain;charset=x-user-defined,a", "a"),
        ('data:text/plain;charset=" US-ASCII ",a', "a"),
        ("data:text/plain;charset=utf-16be,%FF%FEa%00", "a"),
        ("data:image/png,caf%C3%A9", "café"),
    ],
)
def test_text_is_in_an_encoding_of_the_web(uri, text):
    assert data_uri.parse(uri).text == text


@pytest.mark.parametrize(
    ("charset", "data", "span", "encoding"),
    [
        (None, b"caf\xc3\xa9", (3, 4), "ascii"),
        ("ansi_x3.4-1968", b"a\xe9b", (1, 2), "ascii"),
        ("utf-8", b"a\xc3", (1, 2), "utf-8"),
        # F0 80 begins no character, so F0 alone is the error.
        ("utf-8", b"a\xf0\x80\xbf", (1, 2), "utf-8"),
        ("nobody", b"a\xe9", (1, 2), "utf-8"),
        ("utf-16", b"a\0b", (2, 3), "utf-16le"),
        ("shift_jis", b"ab\x82", (2, 3), "shift_jis"),
        # The standard decodes no encoding that can mislead.
        *((name, b"abc", (0, 3), "replacement") for name in ("iso-2022-kr", "hz-gb-2312")),
    ],
)
def test_data_that_is_not_text_reports_where(charset, data, span, encoding):
    read = data_uri.parse(
        f"data:{f';charset={charset}' if charset else ''},{superuri.encode(data)}"
    )
    with pytest.raises(DecodeError) as caught:
        _ = read.text
    error = caught.value
    start, end = span
    place = f"{start}..{end}"
    assert str(error) == f"the bytes at {place} are not valid {encoding}"
    assert (error.text, error.start, error.end) == (data, start, end)
    assert (error.code, error.help) == ("invalid-text", "decode .data yourself")


@pytest.mark.parametrize("charset", ["rot13", "iso-2022-kr", "x-unknown"])
def test_an_encoding_that_no_browser_reads_is_not_written(charset: str) -> None:
    with pytest.raises(LookupError, match=exactly(f"unknown encoding: {charset}")):
        data_uri.build("a", f"text/html;charset={charset}")


CODECS = sorted({*encodings.aliases.aliases, *encodings.aliases.aliases.values()})


@pytest.mark.parametrize("label", ["idna", "punycode", "unicode_escape", "undefined", *CODECS])
def test_what_is_written_in_a_charset_is_read_in_it(label):
    media_type = f"text/plain;charset={label}"
    with contextlib.suppress(DecodeError):
        assert data_uri.parse(f"data:{media_type},a").text == "a"
    for text in ("plain", "é\x80", "~\\+A-", "漢字"):
        try:
            uri = data_uri.build(text, media_type)
        except (LookupError, EncodeError):
            continue
        assert data_uri.parse(uri).text == text


def test_a_text_and_a_media_type_are_str() -> None:
    wrong: Any
    for data, wrong, name in (
        ("a", 5, "int: pass str() of it if that is meant"),
        (b"a", b"a/b", "bytes: pass its .decode() if that is meant"),
    ):
        with pytest.raises(TypeError, match=exactly(f"a media type is a str, not {name}")):
            data_uri.build(data, wrong)
    wrong = b"data:,a"
    with pytest.raises(TypeError, match=exactly("a text is a str or a URI here, not bytes")):
        data_uri.parse(wrong)
