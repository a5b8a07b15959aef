"""Requests of published vulnerabilities, and what the affected program made of them.

The models are those of the advisories: a program joined a path or a value to its folder, sent a
browser to what it took for a path, wrote a value into a request of its own, or took another part of
the text for the host or the scheme. So each row of tests/lint/cves.toml shows what was read.
"""

import posixpath
import re
from collections.abc import Callable
from urllib.parse import unquote, unquote_to_bytes, urlsplit

from superuri import form, whatwg

#: The folder that the program meant to stay in.
FOLDER = "/srv/site/pages"
#: Overlong UTF-8 of a dot and of a slash, which careless decoders read.
OVERLONG = ((b"\xc0\xae", b"."), (b"\xc0\xaf", b"/"))


def _joined(piece: str) -> str:
    # Several programs in a row each decode once. The legacy spelling of a dot is one of them.
    octets = piece.replace("%u002e", ".").encode()
    while (once := unquote_to_bytes(octets)) != octets:
        octets = once
    for overlong, meant in OVERLONG:
        octets = octets.replace(overlong, meant)
    # Servers drop parameters; Windows takes a backslash for a slash; C reads up to the first NUL.
    # nostromo drops a CR.
    plain = re.sub(";[^/]*|\r", "", octets.decode("utf-8", "replace")).replace("\\", "/")
    return posixpath.normpath(f"{FOLDER}/{plain.partition(chr(0))[0]}")


def _climb(opened: str) -> tuple[int, int]:
    return -len(posixpath.commonpath([FOLDER, opened])), len(opened)


def _file(text: str) -> str:
    path, _, query = text.partition("?")
    pairs = form.parse(query, errors="replace")
    given = [path, *(value or name for name, value in pairs)]
    return max(map(_joined, given), key=_climb)


def _netloc(text: str) -> str:
    return urlsplit(text).netloc


def _punycode(text: str) -> str:
    labels = _netloc(text).split(".")
    plain = (one[4:].encode().decode("punycode") if one[:4] == "xn--" else one for one in labels)
    return ".".join(plain)


def _scheme(text: str) -> str:
    plain = re.sub("[\t\r\n]", "", text).lstrip("".join(map(chr, range(33))))
    return plain.partition(":")[0].lower()


#: What each model of a program read.
READ: dict[str, Callable[[str], str]] = {
    # The file that the program opened for this request target.
    "file": _file,
    # The host to which a browser goes for this text, decoded once and sent as a link.
    "host": lambda text: whatwg.URL(unquote(text), "https://site.example/").host,
    # The host to which a browser goes from a page of http.
    "host_over_http": lambda text: whatwg.URL(text, "http://site.example/").host,
    # The path that the second of two programs saw: decoded once, and nothing dropped.
    "once": unquote,
    # The path that one of two programs saw, because it decoded twice.
    "twice": lambda text: unquote(unquote(text)),
    # The path that the second of two programs saw, without the fragment.
    "path": lambda text: urlsplit(text).path,
    # The text up to its first NUL, where C ends it.
    "cut": lambda text: unquote(text).partition("\0")[0],
    # The file that Windows opened: it drops dots and spaces at the end of a name.
    "ending": lambda text: _file(text).rstrip(". "),
    # The file name that a program made of the last segment.
    "saved": lambda text: unquote(text.rpartition("/")[2]),
    # The host that a program read behind the last @ of the whole text.
    "at": lambda text: text.rpartition("@")[2].partition("/")[0],
    # The host that a program read behind the first @ of the authority.
    "first_at": lambda text: _netloc(text).partition("@")[2],
    # The host that a program read before the first colon of the authority.
    "colon": lambda text: _netloc(text).partition(":")[0],
    # The host and the first of two ports.
    "first_port": lambda text: ":".join(_netloc(text).split(":")[:2]),
    # The user that a program took for a valid one; `urlsplit` refuses it.
    "user": lambda text: text.partition("//")[2].rpartition("@")[0],
    # The host to which a browser goes after a program dropped an empty user.
    "rewritten": lambda text: whatwg.URL(text.replace("//@", "//", 1)).host,
    # The host that a program reads when the authority was decoded and written again.
    "inside": lambda text: unquote(_netloc(text)).partition("/")[0],
    # The whole authority, which a program took for the host.
    "netloc": _netloc,
    # The name that a program compared, as it was written.
    "bare": lambda text: urlsplit(text).hostname or "",
    # What a program read between brackets; `urlsplit` refuses most of it.
    "bracketed": lambda text: re.split("[][]", text)[1],
    # The address with its zone, whose end a program compared with a domain.
    "zone": lambda text: unquote(re.split("[][]", text)[1]),
    # The argument of a command that was made of the host.
    "option": _netloc,
    # The host that is looked up, which is not the one that was compared.
    "idna": lambda text: whatwg.URL(text).host,
    # The host by the IDNA of 2003, which Python's codec is.
    "idna2003": lambda text: _netloc(text).encode("idna").decode("ascii"),
    # The host with its Punycode decoded and not checked.
    "punycode": _punycode,
    # The host of the network whose file Windows opened.
    "share": lambda text: urlsplit(text).path.lstrip("/").partition("/")[0],
    # The scheme that was followed: browsers drop tabs, line ends and leading controls.
    "scheme": _scheme,
    # The second line of what the program wrote: there should be none.
    "line": lambda text: re.split("[\r\n]+", unquote(text))[1],
}
