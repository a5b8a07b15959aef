"""Requests of published vulnerabilities, and what the affected program made of them.

The models are those of the advisories: a program joined a path or a value to its folder, sent a
browser to what it took for a path, or wrote a value into a request of its own. So each row of
tests/lint/cves.toml shows what was read.
"""

import posixpath
import re
from urllib.parse import unquote, unquote_to_bytes

from superuri import form, whatwg

#: The folder that the program meant to stay in.
FOLDER = "/srv/site/pages"
#: Overlong UTF-8 of a dot and of a slash, which careless decoders read.
OVERLONG = ((b"\xc0\xae", b"."), (b"\xc0\xaf", b"/"))


def file(text: str) -> str:
    """Return the file that the program opened for this request target."""
    path, _, query = text.partition("?")
    pairs = form.parse(query, errors="replace")
    given = [path, *(value or name for name, value in pairs)]
    return max(map(_joined, given), key=_climb)


def host(text: str) -> str:
    """Return the host to which a browser goes for this text, decoded once and sent as a link."""
    return whatwg.URL(unquote(text), "https://site.example/").host


def line(text: str) -> str:
    """Return the second line of what the program wrote: there should be none."""
    return re.split("[\r\n]+", unquote(text))[1]


def _joined(piece: str) -> str:
    # Several programs in a row each decode once. The legacy spelling of a dot is one of them.
    octets = piece.replace("%u002e", ".").encode()
    while (once := unquote_to_bytes(octets)) != octets:
        octets = once
    for overlong, meant in OVERLONG:
        octets = octets.replace(overlong, meant)
    # Servers drop parameters; Windows takes a backslash for a slash; C reads up to the first NUL.
    plain = re.sub(";[^/]*", "", octets.decode("utf-8", "replace")).replace("\\", "/")
    return posixpath.normpath(f"{FOLDER}/{plain.partition(chr(0))[0]}")


def _climb(opened: str) -> tuple[int, int]:
    return -len(posixpath.commonpath([FOLDER, opened])), len(opened)
