"""Data and files as URIs: what is built and read, with the values at the edges."""

import os
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

import pytest

from superuri import URI, data_uri, file_uri
from superuri.data_uri import DataURI
from superuri.errors import DecodeError, EncodeError, ParseError


def test_data_is_read_as_a_browser_reads_it():
    assert data_uri.parse("data:text/plain;base64,SGVsbG8%3D#top") == DataURI(
        "text/plain", (), b"Hello", "top"
    )
    assert data_uri.parse(
        ' \0DaTa:TEXT/Html;Charset=UTF-8;charset=latin1;X="a\\"b\\\\";y;z=,%3Cb%3E%#\x1f '
    ) == DataURI("text/html", (("charset", "UTF-8"), ("x", 'a"b\\')), b"<b>%", "")
    assert data_uri.parse(URI("data:,a/b")) == DataURI(
        "text/plain", (("charset", "US-ASCII"),), b"a/b", None
    )
    assert data_uri.parse("data:a/b\n,x\ty\r#a\n#b") == DataURI("a/b", (), b"xy", "a#b")
    assert data_uri.parse("data:;charset=utf-8,x") == DataURI(
        "text/plain", (("charset", "utf-8"),), b"x", None
    )
    assert data_uri.parse("data:;base64,aGk") == DataURI(
        "text/plain", (("charset", "US-ASCII"),), b"hi", None
    )
    assert data_uri.parse("data:text/plain ;  BASE64,aG k=") == DataURI(
        "text/plain", (), b"hi", None
    )
    assert data_uri.parse("data:text/plain;base64;x=1,aGk=") == DataURI(
        "text/plain", (("x", "1"),), b"aGk=", None
    )
    assert data_uri.parse("data:text/plain;xbase64,aGk=") == DataURI(
        "text/plain", (), b"aGk=", None
    )
    assert data_uri.parse("data:text,x") == DataURI(
        "text/plain", (("charset", "US-ASCII"),), b"x", None
    )
    assert data_uri.parse("data:a/,x") == DataURI(
        "text/plain", (("charset", "US-ASCII"),), b"x", None
    )
    assert data_uri.parse('data: a/b ; c = d ;e="f;g"h;i="" ;=j;k l=m,x') == DataURI(
        "a/b", (("e", "f;g"), ("i", "")), b"x", None
    )
    assert data_uri.parse("data:a/b;c=é;d=?\"é',") == DataURI(
        "a/b", (("c", "%C3%A9"), ("d", "?%22%C3%A9'")), b"", None
    )
    assert data_uri.parse("data:a/b;c=d ;e= f;g= ,x") == DataURI(
        "a/b", (("c", "d"), ("e", " f")), b"x", None
    )
    assert data_uri.parse('data:a/b;c="d\\,x') == DataURI("a/b", (("c", "d\\"),), b"x", None)
    assert data_uri.parse("data:a b/c,x") == DataURI(
        "text/plain", (("charset", "US-ASCII"),), b"x", None
    )
    assert data_uri.parse("data:a/b?c,x") == DataURI(
        "text/plain", (("charset", "US-ASCII"),), b"x", None
    )
    assert data_uri.parse('data:text/html;a=b;c="d e",x').content_type == 'text/html;a=b;c="d e"'
    assert (
        data_uri.parse('data:text/html;a="b\\"c\\\\",x').content_type == 'text/html;a="b\\"c\\\\"'
    )
    assert data_uri.parse("data:a/b,x").charset is None
    assert repr(data_uri.parse("data:text/html;a=b,xyz")) == "DataURI('text/html;a=b', 3 bytes)"


def test_the_charset_chooses_how_the_data_is_read():
    assert DataURI("a/b", (), b"\xc3\xa9").text == "é"
    assert DataURI("a/b", (("charset", "latin1"),), b"\xe9\x80").text == "é€"
    assert DataURI("a/b", (("charset", " US-ASCII "),), b"a").text == "a"
    assert DataURI("a/b", (("charset", "rot13"),), b"\xc3\xa9").text == "é"
    assert DataURI("a/b", (("charset", "utf-16le"),), b"a\0").text == "a"
    assert DataURI("a/b", (("charset", "utf-16le"),), b"\xfe\xff\0a").text == "a"
    assert DataURI("a/b", (("charset", "utf-16be"),), b"\xff\xfea\0").text == "a"
    assert DataURI("a/b", (("charset", "utf-16be"),), b"\0a").text == "a"
    assert DataURI("a/b", (("charset", "shift_jis"),), b"ab\x82\xa0").text == "abあ"
    assert DataURI("a/b", (("charset", "shift_jis"),), b"").text == ""
    assert DataURI("a/b", (("charset", "x-user-defined"),), b"a").text == "a"


def test_data_is_written_as_short_as_possible():
    assert data_uri.build("") == URI("data:,")
    assert data_uri.build(b"") == URI("data:application/octet-stream,")
    assert data_uri.build("a b") == URI("data:,a%20b")
    assert data_uri.build("é") == URI("data:text/plain;charset=utf-8,%C3%A9")
    assert data_uri.build("é", "application/json") == URI("data:application/json,%C3%A9")
    assert data_uri.build("é", " Text/HTML ; Charset=UTF-8 ") == URI(
        "data:text/html;charset=UTF-8,%C3%A9"
    )
    assert data_uri.build("é", "text/html;charset=latin1") == URI(
        "data:text/html;charset=latin1,%E9"
    )
    assert data_uri.build("é", "text/html") == URI("data:text/html;charset=utf-8,%C3%A9")
    assert data_uri.build("a", "text/html;charset=latin1;x=y") == URI(
        "data:text/html;charset=latin1;x=y,a"
    )
    assert data_uri.build(bytes(5)) == URI("data:application/octet-stream,%00%00%00%00%00")
    assert data_uri.build(bytes(6)) == URI("data:application/octet-stream;base64,AAAAAAAA")
    assert data_uri.build(bytes(5) + b"a") == URI("data:application/octet-stream;base64,AAAAAABh")
    assert data_uri.build(bytes(5), form="base64") == URI(
        "data:application/octet-stream;base64,AAAAAAA="
    )
    assert data_uri.build(bytes(6), form="percent") == URI(
        "data:application/octet-stream,%00%00%00%00%00%00"
    )
    assert data_uri.build(b"a", "image/GIF", form="base64") == URI("data:image/gif;base64,YQ==")
    assert data_uri.build("/a") == URI("data:,/a")
    assert data_uri.build("/./a") == URI("data:,%2F.%2Fa")
    assert data_uri.build(memoryview(b"a")) == URI("data:application/octet-stream,a")


def test_text_without_special_characters_is_not_written_in_base64():
    for text in ("a" * 30, "A/b:c@d" * 30):
        assert str(data_uri.build(text)) == f"data:,{text}"


def test_a_path_is_written_as_a_uri():
    assert file_uri.from_path("/a b/ü%\udcff", "posix") == URI("file:///a%20b/%C3%BC%25%FF")
    assert file_uri.from_path(b"/a/../b", "posix") == URI("file:///a/../b")
    assert file_uri.from_path(PurePosixPath("/a/b"), "windows") == URI("file:///a/b")
    assert file_uri.from_path(PureWindowsPath("c:/a b/\ud800"), "posix") == URI(
        "file:///c:/a%20b/%ED%A0%80"
    )
    assert file_uri.from_path("C:\\a/b\\", "windows") == URI("file:///C:/a/b/")
    assert file_uri.from_path("\\\\server\\share\\a b", "windows") == URI(
        "file://server/share/a%20b"
    )
    assert file_uri.from_path("//se%rver//share/x", "windows") == URI("file://se%25rver//share/x")
    assert file_uri.from_path("\\\\localhost\\share\\x", "windows") == URI(
        "file:////localhost/share/x"
    )
    assert file_uri.from_path("\\\\LOCALHOST/share/x", "windows") == URI(
        "file:////LOCALHOST/share/x"
    )
    assert file_uri.from_path("\\\\?\\C:\\a\\?\\b", "windows") == URI("file:///C:/a/%3F/b")
    assert file_uri.from_path("\\\\?\\unc\\server\\share\\x", "windows") == URI(
        "file://server/share/x"
    )
    assert file_uri.from_path("//?/c:/x", "windows") == URI("file:///c:/x")


def test_a_uri_is_read_as_a_path():
    assert file_uri.to_str("file:///a%20b/%C3%BC%FF", "posix") == "/a b/ü\udcff"
    assert file_uri.to_str("FILE://LocalHost/a", "posix") == "/a"
    assert file_uri.to_str("file:/a", "posix") == "/a"
    assert file_uri.to_str("///a", "posix") == "/a"
    assert file_uri.to_str("file:///C:/a%20b/c", "windows") == "C:\\a b\\c"
    assert file_uri.to_str("file:c|/x", "windows") == "c:\\x"
    assert file_uri.to_str("file://C:/x", "windows") == "C:\\x"
    assert file_uri.to_str("file://c%3a/x", "windows") == "c:\\x"
    assert file_uri.to_str("file://c%7C/x/y", "windows") == "c:\\x\\y"
    assert file_uri.to_str("file://LocalHost/C:/a/b", "windows") == "C:\\a\\b"
    assert file_uri.to_str("file:////server/share/x", "windows") == "\\\\server\\share\\x"
    assert file_uri.to_str("file://server/share/a%20b", "windows") == "\\\\server\\share\\a b"
    assert file_uri.to_str("file://se%20rver/share", "windows") == "\\\\se rver\\share"
    assert file_uri.to_str("file://///localhost/share/x", "windows") == "\\\\localhost\\share\\x"
    assert file_uri.to_str("file:///C:/%ED%A0%80", "windows") == "C:\\\ud800"
    assert file_uri.to_bytes("file://localhost/%FF", "posix") == b"/\xff"
    assert file_uri.to_bytes("file://server/pipes/x", "windows") == b"\\\\server\\pipes\\x"
    assert file_uri.to_bytes("file:///C:/pipe/mailslot", "windows") == b"C:\\pipe\\mailslot"
    assert file_uri.to_bytes("file:///C:/a/./..", "windows") == b"C:\\a\\.\\.."
    assert file_uri.to_path("file:///C:/a", "windows") == PureWindowsPath("C:/a")
    assert file_uri.to_path("file:///a", "posix") == PurePosixPath("/a")
    assert file_uri.to_str("file:///a%5Cb", "posix") == "/a\\b"


@pytest.mark.parametrize(
    ("charset", "data", "start", "encoding"),
    [
        ("ansi_x3.4-1968", b"a\xe9b", 1, "ascii"),
        ("utf-8", b"a\xc3", 1, "utf-8"),
        # F0 80 begins no character, so F0 alone is the error.
        ("utf-8", b"a\xf0\x80\xbf", 1, "utf-8"),
        ("utf-16", b"a\0b", 2, "utf-16le"),
        ("shift_jis", b"ab\x82", 2, "shift_jis"),
    ],
)
def test_bytes_that_are_not_text_are_reported(charset: str, data: bytes, start: int, encoding: str):
    with pytest.raises(DecodeError) as caught:
        _ = DataURI("a/b", (("charset", charset),), data).text
    error = caught.value
    assert str(error) == f"the bytes at {start}..{start + 1} are not valid {encoding}"
    assert (error.text, error.start, error.end) == (data, start, start + 1)
    assert (error.code, error.help) == ("invalid-text", "decode .data yourself")


def test_the_standard_decodes_no_encoding_that_can_mislead():
    with pytest.raises(DecodeError) as caught:
        _ = DataURI("a/b", (("charset", "iso-2022-kr"),), b"abc").text
    error = caught.value
    assert str(error) == "the bytes at 0..3 are not valid replacement"
    assert (error.text, error.start, error.end, error.code) == (b"abc", 0, 3, "invalid-text")


@pytest.mark.parametrize("charset", ["rot13", "iso-2022-kr", "x-unknown"])
def test_an_encoding_that_no_browser_reads_is_not_written(charset: str):
    with pytest.raises(LookupError) as caught:
        data_uri.build("a", f"text/html;charset={charset}")
    assert str(caught.value) == f"unknown encoding: {charset}"


@pytest.mark.parametrize(("data", "wrong", "name"), [("a", 5, "int"), (b"a", b"a/b", "bytes")])
def test_a_media_type_is_a_text(data: Any, wrong: Any, name: str):
    with pytest.raises(TypeError) as caught:
        data_uri.build(data, wrong)
    assert str(caught.value) == f"a media type is a str, not {name}"


@pytest.mark.parametrize(
    "call", [data_uri.parse, file_uri.to_str, file_uri.to_bytes, file_uri.to_path]
)
def test_bytes_are_not_read_as_a_uri(call: Any):
    with pytest.raises(TypeError) as caught:
        call(b"file:///a")
    assert str(caught.value) == "a text is a str or a URI here, not bytes"


def test_a_path_has_one_of_three_types():
    wrong: Any = 5
    with pytest.raises(TypeError) as caught:
        file_uri.from_path(wrong)
    assert str(caught.value) == "a path is a str, bytes or of pathlib, not int"


@pytest.mark.parametrize("call", [file_uri.from_path, file_uri.to_str, file_uri.to_bytes])
@pytest.mark.parametrize(
    ("flavour", "shown"),
    [("unix", "unix"), ("http://a:b@c/•", "http://a:…@c/•"), ("a•b", "a•b"), ("", "")],
)
def test_a_flavour_is_one_of_two(call: Any, flavour: str, shown: str):
    with pytest.raises(ValueError, match="flavour=") as caught:
        call("/a", flavour)
    assert str(caught.value) == f"flavour={shown!r}: it is posix or windows"


def test_a_path_of_bytes_keeps_its_bytes_in_the_error():
    with pytest.raises(ParseError) as caught:
        file_uri.from_path(b"C:\\\0", "windows")
    error = caught.value
    assert str(error) == ('"C:\\\\\\x00" at 0..4 contains NUL, which is not allowed in a path')
    assert (error.text, error.start, error.end) == (b"C:\\\0", 0, 4)
    with pytest.raises(ParseError) as caught:
        file_uri.from_path(b"a\xff", "posix")
    assert (caught.value.text, caught.value.start, caught.value.end) == (b"a\xff", 0, 2)


@pytest.mark.parametrize("path", ["/\ud800", "/a\udc7f"])
def test_a_surrogate_that_is_no_byte_is_refused_on_posix(path: str):
    with pytest.raises(EncodeError) as caught:
        file_uri.from_path(path, "posix")
    at = len(path) - 1
    assert (caught.value.text, caught.value.start, caught.value.end) == (path, at, at + 1)


def test_the_flavour_of_this_system_is_the_default():
    here: Any = "windows" if os.name == "nt" else "posix"
    uri = "file:///C:/a"
    assert file_uri.to_str(uri) == file_uri.to_str(uri, here)
    assert file_uri.to_path(uri) == file_uri.to_path(uri, here)
    assert file_uri.to_bytes(uri, None) == file_uri.to_bytes(uri, here)
    path = file_uri.to_str(uri, here)
    assert file_uri.from_path(path) == file_uri.from_path(path, here) == URI(uri)
