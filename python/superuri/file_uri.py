r"""Files as URIs: ``file:`` URIs from and to the paths of any platform, on any platform.

>>> from pathlib import PureWindowsPath
>>> from superuri import file_uri
>>> file_uri.from_path(PureWindowsPath(r"C:\Temp\50% ü"))
URI('file:///C:/Temp/50%25%20%C3%BC')
>>> file_uri.to_str(_, "windows")
'C:\\Temp\\50% ü'
>>> file_uri.to_bytes("file:///tmp/%FF", "posix")
b'/tmp/\xff'
"""

import os
import re
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import Literal

import superuri._core as _core
import superuri.sets as sets
from superuri._core import URI, URL
from superuri._values.passwords import redacted
from superuri._values.refusal import bad, refused, text_of
from superuri.errors import DecodeError, ParseError

__all__ = ["from_path", "to_bytes", "to_path", "to_str"]

_HERE: Literal["posix", "windows"] = "windows" if os.name == "nt" else "posix"
# A POSIX name is octets, a Windows name 16-bit units. These handlers lose none of them.
_ERRORS = {"posix": "surrogateescape", "windows": "surrogatepass"}
_PATH, _HOST = sets.rfc3986.PATH, sets.rfc3986.REG_NAME

_URI = re.compile(
    r"(?:file:|(?=//))(?://(?P<host>[^/?#]*))?(?P<path>[^?#]*)(?P<more>.*)",
    re.DOTALL | re.IGNORECASE,
)
# "|" for ":" is older than RFC 1738 (RFC 8089 appendix E.2.2).
_DRIVE = re.compile(rb"/*([A-Za-z])[:|](?=[/\\])")
_DRIVE_AS_HOST = re.compile("[A-Za-z](?:[:|]|%3A|%7C)", re.IGNORECASE)
_WINDOWS_PATH = re.compile(rb"([A-Za-z]:)[/\\]|[/\\]{2}([^/\\]+)[/\\]+[^/\\]", re.DOTALL)
_EXTENDED = re.compile(rb"[/\\]{2}\?[/\\](?:(UNC)[/\\]|(?=[A-Za-z]:))", re.IGNORECASE)
_ENCODED_SEPARATOR = {
    "posix": re.compile("%2F|%00|\0", re.IGNORECASE),
    "windows": re.compile("%2F|%5C|%00|\0", re.IGNORECASE),
}
_NAME = re.compile(r"[^/\\]+")
_SURROGATE = re.compile("%ED%[AB][0-9A-F]%[0-9A-F]{2}", re.IGNORECASE)
_THIS_HOST = ("", "localhost")
# Names that are not a server's: a device, a drive, or a part of something else.
_NO_SERVER = re.compile(rb"[.?]\Z|.*[:|@/\\\0]", re.DOTALL)
# Names with a special meaning in Win32, as for os.path.isreserved: devices with any extension,
# streams of files, and names whose end is dropped (Microsoft, "Naming Files, Paths, and
# Namespaces"). The other reserved characters are not listed: Windows refuses them with an error.
_RESERVED = re.compile(
    rb"""(?:con|prn|aux|nul|con(?:in|out)\$|(?:com|lpt)(?:[1-9]|\xc2[\xb9\xb2\xb3]))\x20*(?:\.|\Z)
    | .*:
    | (?!\.{1,2}\Z).*[.\x20]\Z
    """,
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
# Shares that every Windows has and that contain no files.
_NO_SHARE = (b"pipe", b"mailslot")


def from_path(
    path: str | bytes | PurePath, flavour: Literal["posix", "windows"] | None = None
) -> URI:
    r"""The ``file:`` URI of an absolute path.

    Args:
        path: A str, encoded as UTF-8, with lone surrogates as ``os.fsdecode`` makes them; bytes; or
            a pathlib path, which has a flavour.
        flavour: "posix" or "windows"; None is this platform's.

    Returns:
        A URI. Dot segments stay. In a Windows path, both kinds of slash separate, and a prefix
        ``\\?\`` is removed.

    Raises:
        ParseError: The path is relative, has only a drive or only a root, is a device, or holds
            NUL; offsets are in characters or bytes.
        EncodeError: A surrogate does not represent a byte.

    Example:
        >>> from superuri import file_uri
        >>> file_uri.from_path("/etc/a b", "posix")
        URI('file:///etc/a%20b')
        >>> file_uri.from_path(r"\\server\share\x", "windows")
        URI('file://server/share/x')
        >>> file_uri.from_path(b"/tmp/\xff", "posix")
        URI('file:///tmp/%FF')

    Source:
        RFC 8089 section 2, appendix E.
    """
    if isinstance(path, PurePath):
        flavour = "windows" if isinstance(path, PureWindowsPath) else "posix"
        path = str(path)
    elif not isinstance(path, str | bytes):
        raise TypeError(f"a path is a str, bytes or a path of pathlib, not {type(path).__name__}")
    flavour = _flavour(flavour)
    octets = path if isinstance(path, bytes) else _octets(path, flavour)
    if b"\0" in octets:
        raise _bad_path(path, "contains NUL, which is not allowed in a path")
    if flavour == "posix":
        if not octets.startswith(b"/"):
            raise _bad_path(path, "is relative")
        return URI("file://" + _core.encode(octets, _PATH))
    octets = _EXTENDED.sub(lambda prefix: rb"\\" if prefix[1] else b"", octets, count=1)
    absolute = _WINDOWS_PATH.match(octets)
    if absolute is None:
        raise _bad_path(path, "is relative: it has no drive, or no root")
    slashed = octets.replace(b"\\", b"/")
    if absolute[1]:
        return URI("file:///" + _core.encode(slashed, _PATH))
    server = absolute[2]
    if _NO_SERVER.match(server):
        raise _bad_path(path, "is a device, or names no server")
    rest = _core.encode(slashed[absolute.end(2) :], _PATH)
    # As the host of a URI, "localhost" means that there is no server.
    slashes = "////" if server.lower() == b"localhost" else "//"
    return URI(f"file:{slashes}{_core.encode(server, _HOST)}{rest}")


def to_path(
    uri: str | URI | URL, flavour: Literal["posix", "windows"] | None = None
) -> PurePosixPath | PureWindowsPath:
    r"""The path that a ``file:`` URI names, for pathlib.

    Args:
        uri: A str or a URI.
        flavour: "posix" or "windows"; None is this platform's.

    Returns:
        A PurePosixPath or a PureWindowsPath.

    Raises:
        ParseError, DecodeError: As ``to_str``.

    Example:
        >>> from superuri import file_uri
        >>> file_uri.to_path("file://///server/share/x", "windows").parts
        ('\\\\server\\share\\', 'x')
    """
    text = to_str(uri, flavour)
    return PureWindowsPath(text) if (flavour or _HERE) == "windows" else PurePosixPath(text)


def to_str(uri: str | URI | URL, flavour: Literal["posix", "windows"] | None = None) -> str:
    r"""The path that a ``file:`` URI names.

    Args:
        uri: A str or a URI.
        flavour: "posix" or "windows"; None is this platform's.

    Returns:
        A str. On POSIX, bytes that are not valid UTF-8 are lone surrogates, as ``os.fsdecode`` has
        them. On Windows, a server is the host, or is behind four slashes or more.

    Raises:
        ParseError: It is not a ``file:`` URI of an absolute path, has a query or a fragment, names
            another machine where the platform has no such path, holds an encoded separator or NUL,
            which no name can, or, on Windows, a name that is a device's, a stream's or another
            file's (``nul.txt``, ``a:b``, ``a.``), raw or escaped; offsets are in characters.
        DecodeError: An escape is malformed, or, of a Windows path, bytes are not valid UTF-8.

    Example:
        >>> from superuri import file_uri
        >>> file_uri.to_str("file:///C%3A/Temp/x", "windows")
        'C:\\Temp\\x'
        >>> file_uri.to_str("file:///tmp/%FF", "posix")
        '/tmp/\udcff'

    Source:
        RFC 8089 section 2, appendix E; Python's ``os.path.isreserved``.
    """
    chosen, uri = _flavour(flavour), text_of(uri)
    octets = to_bytes(uri, chosen)
    try:
        return octets.decode("utf-8", _ERRORS[chosen])
    except UnicodeDecodeError:
        # Lone surrogates are not the error here; find the error besides them.
        masked = _SURROGATE.sub("_" * 9, uri)
        try:
            _core.decode(masked)
        except DecodeError as error:
            what = ("is not valid UTF-8", error.code, "take to_bytes")
            raise refused(DecodeError, uri, (error.start, error.end), what) from None
        raise


def to_bytes(uri: str | URI | URL, flavour: Literal["posix", "windows"] | None = None) -> bytes:
    r"""The path that a ``file:`` URI names, as bytes.

    Args:
        uri: A str or a URI.
        flavour: "posix" or "windows"; None is this platform's.

    Returns:
        The bytes, which may not be valid UTF-8.

    Raises:
        ParseError: As ``to_str``.
        DecodeError: An escape is malformed.

    Example:
        >>> from superuri import file_uri
        >>> file_uri.to_bytes("file://localhost/etc/%E9", "posix")
        b'/etc/\xe9'
    """
    flavour, uri = _flavour(flavour), text_of(uri)
    parts = _URI.fullmatch(uri)
    if parts is None:
        raise bad("bad-file-uri", uri, "is not a file: URI")
    if parts["more"]:
        raise bad("bad-file-uri", uri, "is not a part of any path", parts.span("more"))
    separator = _ENCODED_SEPARATOR[flavour].search(uri)
    if separator:
        raise bad("bad-file-uri", uri, "is not allowed in a name", separator.span())
    host, path = parts["host"] or "", parts["path"]
    span = parts.span("path")
    if flavour == "windows":
        if _DRIVE_AS_HOST.fullmatch(host):
            span = (parts.start("host"), span[1])
            host, path = "", host + path
        windows = _windows(uri, host, _undone(uri, path, span[0]), span)
        # The part after the drive or the server. No separator in it is escaped.
        names = list(_NAME.finditer(uri, *span))[host.lower() in _THIS_HOST :]
        _check_names(uri, names, is_share=windows.startswith(b"\\"))
        return windows
    octets = _undone(uri, path, span[0])
    if host.lower() not in _THIS_HOST:
        raise bad("bad-file-uri", uri, "is another machine", parts.span("host"))
    if not octets.startswith(b"/"):
        raise bad("bad-file-uri", uri, "is not an absolute path", span)
    return octets


def _flavour(flavour: Literal["posix", "windows"] | None) -> Literal["posix", "windows"]:
    if flavour not in {None, "posix", "windows"}:
        raise ValueError(f"flavour={redacted(repr(flavour))}: it is posix or windows")
    return flavour or _HERE


def _windows(uri: str, host: str, octets: bytes, span: tuple[int, int]) -> bytes:
    if host.lower() not in _THIS_HOST:
        return _unc(uri, _undone(uri, host, uri.index("//") + len("//")), octets)
    drive = _DRIVE.match(octets)
    if drive:
        return drive[1] + b":" + octets[drive.end() :].replace(b"/", b"\\")
    if not octets.startswith(b"//"):
        raise bad("bad-file-uri", uri, "has no drive", span)
    server, slash, rest = octets.lstrip(b"/").partition(b"/")
    return _unc(uri, server, slash + rest)


def _check_names(uri: str, names: list[re.Match[str]], *, is_share: bool) -> None:
    """Refuse names that do not name a file or a folder."""
    for n, name in enumerate(names):
        octets = _core.decode_bytes(name[0])
        if _RESERVED.match(octets) or (is_share and n == 0 and octets.lower() in _NO_SHARE):
            is_ = "names a device, a stream or another file on Windows"
            raise bad("bad-file-uri", uri, is_, name.span())


def _unc(uri: str, server: bytes, path: bytes) -> bytes:
    if not server or _NO_SERVER.match(server):
        raise bad("bad-file-uri", uri, "names a device, or no server")
    path = path.lstrip(b"/\\")
    if not path:
        raise bad("bad-file-uri", uri, "names a server, and no share")
    return (b"//" + server + b"/" + path).replace(b"/", b"\\")


def _octets(path: str, flavour: Literal["posix", "windows"]) -> bytes:
    if flavour == "windows":
        return _core.decode_bytes(_core.encode(path, errors="surrogatepass"))
    return _core.decode_bytes(_core.encode(path, errors="surrogateescape"))


def _undone(uri: str, part: str, start: int) -> bytes:
    """The part with its escapes decoded; errors refer to the whole URI."""
    try:
        return _core.decode_bytes(part)
    except DecodeError as error:
        at = (start + error.start, start + error.end)
        raise refused(DecodeError, uri, at, ("cannot be decoded", error.code, error.help)) from None


def _bad_path(path: str | bytes, is_: str) -> ParseError:
    # In Latin-1, each byte is one character.
    shown = path if isinstance(path, str) else path.decode("latin-1")
    error = bad("bad-path", shown, is_)
    error.text = path
    return error
