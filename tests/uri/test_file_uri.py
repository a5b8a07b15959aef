"""Files as URIs: paths of both flavours, written and read, and what names no file."""

import ast
import ntpath
import os
import re
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit import exactly, legal, toml
from kit.raising import raised
from kit.strategies import SETTINGS
from superuri import URI, file_uri
from superuri.errors import DecodeError, EncodeError, ParseError

FILES = toml.read("uri/file_uri.toml")
NAMES = st.text(st.characters(exclude_characters="\0/\\", exclude_categories=["Cs"]), min_size=1)


def is_reserved(name):
    """As `os.path.isreserved` of Python 3.13 does for one name, except for what names nothing."""
    if name[-1:] in {".", " "}:
        return name not in {".", ".."}
    if ":" in name:
        return True
    stem = name.partition(".")[0].rstrip(" ").upper()
    ports = [f"{port}{n}" for port in ("COM", "LPT") for n in "123456789\xb9\xb2\xb3"]
    return stem in {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", *ports}


PIECES = st.sampled_from(
    [
        *("con", "NUL", "aux", "prn", "CoM", "lpt", "conin$", "0", "1", "\xb9", "²", "³", " ", "."),
        *("x", ":"),
    ]
)


@SETTINGS
@given(
    st.lists(st.one_of(st.lists(PIECES, min_size=1).map("".join), NAMES), min_size=1, max_size=3)
)
def test_a_name_that_windows_reserves_is_refused(names):
    path = "C:\\" + "\\".join(names)
    reserved = any(map(is_reserved, names))
    if hasattr(ntpath, "isreserved"):  # the neighbour, from Python 3.13 on
        nothing = {*map(chr, range(32)), *'"*<>?|'} & {*path}
        assert ntpath.isreserved(path) == (reserved or bool(nothing))
    uri = str(file_uri.from_path(path, "windows"))
    if reserved:
        with pytest.raises(ParseError):
            file_uri.to_str(uri, "windows")
    else:
        assert file_uri.to_str(uri, "windows") == path


def path_of(row):
    return ast.literal_eval(f'"{row["path_escaped"]}"') if "path_escaped" in row else row["path"]


@pytest.mark.parametrize("row", FILES["case"], ids=lambda row: row["why"])
def test_a_path_and_its_uri(row):
    path, uri, flavour = path_of(row), row["uri"], row["flavour"]
    way = row.get("way", "both")
    kind = PurePosixPath if flavour == "posix" else PureWindowsPath
    errors = "surrogateescape" if flavour == "posix" else "surrogatepass"
    octets = path.encode("utf-8", errors)
    if way != "to":
        assert str(file_uri.from_path(path, flavour)) == uri
        assert str(file_uri.from_path(octets, flavour)) == uri
        assert legal.is_legal(uri)
        assert superuri.clean(uri) is uri
    if way != "from":
        assert file_uri.to_str(uri, flavour) == path
        assert file_uri.to_bytes(uri, flavour) == octets
        assert file_uri.to_path(uri, flavour) == kind(path)


# A path and its flavour, and the URI that is written.
WRITTEN: list[tuple[Any, Any, str]] = [
    (PurePosixPath("/a/b"), "windows", "file:///a/b"),
    (PureWindowsPath("c:/a b/\ud800"), "posix", "file:///c:/a%20b/%ED%A0%80"),
    ("C:\\a/b\\", "windows", "file:///C:/a/b/"),
    ("//se%rver//share/x", "windows", "file://se%25rver//share/x"),
    ("\\\\LOCALHOST/share/x", "windows", "file:////LOCALHOST/share/x"),
    ("\\\\?\\C:\\a\\?\\b", "windows", "file:///C:/a/%3F/b"),
    ("\\\\?\\unc\\server\\share\\x", "windows", "file://server/share/x"),
    ("//?/c:/x", "windows", "file:///c:/x"),
]
# A URI, and the path of Windows that is read.
READ = [
    ("file:c|/x", "c:\\x"),
    ("file://c%3a/x", "c:\\x"),
    ("file://c%7C/x/y", "c:\\x\\y"),
    ("file://LocalHost/C:/a/b", "C:\\a\\b"),
    ("file://se%20rver/share", "\\\\se rver\\share"),
    ("file://///localhost/share/x", "\\\\localhost\\share\\x"),
    ("file://server/pipes/x", "\\\\server\\pipes\\x"),
    ("file:///C:/pipe/mailslot", "C:\\pipe\\mailslot"),
    ("file:///C:/a/./..", "C:\\a\\.\\.."),
]


@pytest.mark.parametrize(("path", "flavour", "uri"), WRITTEN)
def test_a_path_is_written(path: Any, flavour: Any, uri: str) -> None:
    assert file_uri.from_path(path, flavour) == URI(uri)


@pytest.mark.parametrize(("uri", "path"), READ)
def test_a_path_of_windows_is_read(uri: str, path: str) -> None:
    assert file_uri.to_str(uri, "windows") == path
    assert file_uri.to_bytes(uri, "windows") == path.encode()


def test_a_uri_without_a_scheme_is_read_on_posix() -> None:
    assert file_uri.to_str("///a", "posix") == "/a"


@pytest.mark.parametrize("row", FILES["refused"], ids=lambda row: row["why"])
def test_what_names_no_file_is_refused(row):
    printed = raised((ParseError, DecodeError), file_uri.to_str, row["uri"], row["flavour"])
    assert [printed.start, printed.end] == row["at"]
    assert printed.text == row["uri"]


@pytest.mark.parametrize(
    ("path", "flavour"),
    [
        *[(path, "posix") for path in ("", "a", "./a", "C:\\a", "/a\0", b"a", b"/a\0")],
        *[(path, "windows") for path in ("", "a", "C:", "C:a", "\\a", "/a", "\\\\", "\\\\s")],
        *[(path, "windows") for path in ("\\\\.\\pipe\\x", "\\\\?\\Volume{1}\\x", "\\\\a:b\\c")],
        *[(PurePosixPath("a"), None), (PureWindowsPath("C:a"), None)],
    ],
)
def test_a_path_that_is_not_absolute_is_refused(path, flavour):
    printed = raised(ParseError, file_uri.from_path, path, flavour)
    text = path if isinstance(path, (str, bytes)) else str(path)
    assert (printed.text, printed.start, printed.end) == (text, 0, len(text))


@SETTINGS
@given(st.binary().map(lambda data: b"/" + data.replace(b"\0", b"")))
def test_any_posix_path_comes_back(path):
    uri = str(file_uri.from_path(path, "posix"))
    assert legal.is_legal(uri)
    assert file_uri.to_bytes(uri, "posix") == path
    text = path.decode("utf-8", "surrogateescape")
    assert str(file_uri.from_path(text, "posix")) == uri
    assert file_uri.to_str(uri, "posix") == text
    assert file_uri.to_path(uri, "posix") == PurePosixPath(text)


@SETTINGS
@given(st.sampled_from(["C:", r"\\server\share", r"\\LOCALHOST\c$", r"\\a%b|\é"]), st.lists(NAMES))
def test_any_windows_path_comes_back(root, names):
    path = "\\".join([root, *names, ""])
    try:
        uri = str(file_uri.from_path(path, "windows"))
    except ParseError:
        assert "|" in root
        return
    assert legal.is_legal(uri)
    if not any(map(is_reserved, names)):
        assert file_uri.to_str(uri, "windows") == path
    assert file_uri.from_path(PureWindowsPath(path)) == file_uri.from_path(
        str(PureWindowsPath(path)), "windows"
    )


@SETTINGS
@given(st.text(alphabet="file:/\\|C%2F5~.localhost?#é\udcff", max_size=20), st.booleans())
def test_reading_a_file_uri_is_total(text, is_windows):
    flavour = "windows" if is_windows else "posix"
    try:
        path = file_uri.to_str(f"file:{text}", flavour)
    except (ParseError, DecodeError, EncodeError) as error:
        assert 0 <= error.start <= error.end <= len(text) + 5
    else:
        assert re.match(r"[A-Za-z]:\\|\\\\[^\\]" if is_windows else "/", path)
        assert file_uri.to_str(file_uri.from_path(path, flavour), flavour) == path


@pytest.mark.parametrize("call", [file_uri.to_str, file_uri.to_bytes, file_uri.to_path])
def test_bytes_are_not_read_as_a_uri(call: Any) -> None:
    assert str(raised(TypeError, call, b"file:///a")) == "a text is a str or a URI here, not bytes"


def test_a_path_has_one_of_three_types() -> None:
    wrong: Any = 5
    message = "a path is a str, bytes or a path of pathlib, not int"
    assert str(raised(TypeError, file_uri.from_path, wrong)) == message


@pytest.mark.parametrize("call", [file_uri.from_path, file_uri.to_str, file_uri.to_bytes])
@pytest.mark.parametrize(
    ("flavour", "shown"),
    [("unix", "unix"), ("http://a:b@c/•", "http://a:…@c/•"), ("a•b", "a•b"), ("", "")],
)
def test_a_flavour_is_one_of_two(call: Any, flavour: str, shown: str) -> None:
    message = f"flavour={shown!r}: it is posix or windows"
    assert str(raised(ValueError, call, "/a", flavour)) == message


def test_a_path_of_bytes_keeps_its_bytes_in_the_error() -> None:
    message = '"C:\\\\\\x00" at 0..4 contains NUL, which is not allowed in a path'
    with pytest.raises(ParseError, match=exactly(message)) as caught:
        file_uri.from_path(b"C:\\\0", "windows")
    assert (caught.value.text, caught.value.start, caught.value.end) == (b"C:\\\0", 0, 4)
    caught = raised(ParseError, file_uri.from_path, b"a\xff", "posix")
    assert (caught.text, caught.start, caught.end) == (b"a\xff", 0, 2)


@pytest.mark.parametrize("path", ["/\ud800", "/a\udc7f"])
def test_a_surrogate_that_is_no_byte_is_refused_on_posix(path: str):
    caught = raised(EncodeError, file_uri.from_path, path, "posix")
    at = len(path) - 1
    assert (caught.text, caught.start, caught.end) == (path, at, at + 1)


def test_the_flavour_of_this_system_is_the_default():
    here: Any = "windows" if os.name == "nt" else "posix"
    uri = "file:///C:/a"
    assert file_uri.to_str(uri) == file_uri.to_str(uri, here)
    assert file_uri.to_path(uri) == file_uri.to_path(uri, here)
    assert file_uri.to_bytes(uri, None) == file_uri.to_bytes(uri, here)
    path = file_uri.to_str(uri, here)
    assert file_uri.from_path(path) == file_uri.from_path(path, here) == URI(uri)
