"""data: and file: URIs follow the standards."""

import ast
import contextlib
import encodings.aliases
import ntpath
import pickle
import re
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit import legal
from kit.strategies import SETTINGS
from kit.tables import tomllib
from superuri import data_uri, file_uri
from superuri.errors import DecodeError, EncodeError, ParseError

FOLDER = Path(__file__).parent
DATA = tomllib.loads((FOLDER / "data_uri.toml").read_text(encoding="utf-8"))["case"]
FILES = tomllib.loads((FOLDER / "file_uri.toml").read_text(encoding="utf-8"))

MEDIA_TYPES = st.sampled_from([None, "image/png", "text/html;charset=utf-8", "a/b;c=d;e=f"])
NAMES = st.text(st.characters(exclude_characters="\0/\\", exclude_categories=["Cs"]), min_size=1)


@pytest.mark.parametrize("row", DATA, ids=lambda row: row["why"])
def test_a_data_uri_is_read_as_fetch_reads_it(row):
    if "error" in row:
        with pytest.raises((ParseError, DecodeError)) as printed:
            data_uri.parse(row["text"])
        assert (printed.value.code, [printed.value.start, printed.value.end]) == (
            row["error"],
            row["at"],
        )
        assert printed.value.text == row["text"]
    else:
        read = data_uri.parse(row["text"])
        assert (read.content_type, read.data.hex()) == (row["type"], row["data"])
        assert read.fragment == row.get("fragment")
        assert pickle.loads(pickle.dumps(read)) == read  # noqa: S301  because it is our own


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


def test_dot_segments_do_not_change_data():
    assert data_uri.build("a/../b", form="percent") == superuri.URI("data:,a%2F..%2Fb")
    assert data_uri.build("a/b", form="percent") == superuri.URI("data:,a/b")


@pytest.mark.parametrize(
    "media_type",
    ["", "text", "a/b/c", "text/plain;charset", 'a/b;c="d"', "a/b;c=d,e", "a/b#", "ü/b"],
)
def test_a_media_type_that_no_uri_can_hold_is_refused(media_type):
    with pytest.raises(ParseError) as printed:
        data_uri.build(b"", media_type)
    assert printed.value.code == "bad-media-type"


def test_data_that_is_not_text_reports_where():
    assert data_uri.parse("data:text/plain,caf%C3%A9").text == "café"
    with pytest.raises(DecodeError) as printed:
        data_uri.parse("data:,caf%C3%A9").text  # noqa: B018  because it raises
    assert (printed.value.text, printed.value.start, printed.value.end) == (b"caf\xc3\xa9", 3, 4)
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
    ],
)
def test_text_is_in_an_encoding_of_the_web(uri, text):
    assert data_uri.parse(uri).text == text


@pytest.mark.parametrize(
    ("uri", "at"),
    [
        ("data:;charset=sjis,ab%8A", (2, 3)),
        ("data:;charset=hz-gb-2312,abc", (0, 3)),
        ("data:;charset=utf-16,abc", (2, 3)),
        ("data:;charset=nobody,a%E9", (1, 2)),
    ],
)
def test_data_that_is_not_text_in_its_charset_reports_where(uri, at):
    with pytest.raises(DecodeError) as printed:
        data_uri.parse(uri).text  # noqa: B018  because it raises
    assert (printed.value.start, printed.value.end) == at


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
        "con",
        "NUL",
        "aux",
        "prn",
        "CoM",
        "lpt",
        "conin$",
        "0",
        "1",
        "\xb9",
        "²",
        "³",
        " ",
        ".",
        "x",
        ":",
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


@pytest.mark.parametrize("row", FILES["refused"], ids=lambda row: row["why"])
def test_what_names_no_file_is_refused(row):
    with pytest.raises((ParseError, DecodeError)) as printed:
        file_uri.to_str(row["uri"], row["flavour"])
    assert [printed.value.start, printed.value.end] == row["at"]
    assert printed.value.text == row["uri"]


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
    with pytest.raises(ParseError) as printed:
        file_uri.from_path(path, flavour)
    text = path if isinstance(path, (str, bytes)) else str(path)
    assert (printed.value.text, printed.value.start, printed.value.end) == (text, 0, len(text))


def test_a_surrogate_that_stands_for_no_octet_is_refused():
    with pytest.raises(EncodeError):
        file_uri.from_path("/\ud800", "posix")


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
