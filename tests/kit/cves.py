"""Requests of published vulnerabilities, and what the affected program made of them.

The models are those of the advisories: a program joined a path or a value to its folder, sent a
browser to what it took for a path, wrote a value into a request of its own, or took another part of
the text for the host or the scheme. So each row of tests/lint/cves.toml shows what was read.
"""

import posixpath
import re
from urllib.parse import unquote, unquote_to_bytes, urlsplit

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


def host_over_http(text: str) -> str:
    """Return the host to which a browser goes from a page of http."""
    return whatwg.URL(text, "http://site.example/").host


def once(text: str) -> str:
    """Return the path that the second of two programs saw: decoded once, and nothing dropped."""
    return unquote(text)


def twice(text: str) -> str:
    """Return the path that one of two programs saw, because it decoded twice."""
    return unquote(unquote(text))


def path(text: str) -> str:
    """Return the path that the second of two programs saw, without the fragment."""
    return urlsplit(text).path


def cut(text: str) -> str:
    """Return the text up to its first NUL, where C ends it."""
    return unquote(text).partition("\0")[0]


def ending(text: str) -> str:
    """Return the file that Windows opened: it drops dots and spaces at the end of a name."""
    return file(text).rstrip(". ")


def saved(text: str) -> str:
    """Return the file name that a program made of the last segment."""
    return unquote(text.rpartition("/")[2])


def at(text: str) -> str:
    """Return the host that a program read behind the last @ of the whole text."""
    return text.rpartition("@")[2].partition("/")[0]


def first_at(text: str) -> str:
    """Return the host that a program read behind the first @ of the authority."""
    return netloc(text).partition("@")[2]


def colon(text: str) -> str:
    """Return the host that a program read before the first colon of the authority."""
    return netloc(text).partition(":")[0]


def first_port(text: str) -> str:
    """Return the host and the first of two ports."""
    return ":".join(netloc(text).split(":")[:2])


def user(text: str) -> str:
    """Return the user that a program took for a valid one; `urlsplit` refuses it."""
    return text.partition("//")[2].rpartition("@")[0]


def rewritten(text: str) -> str:
    """Return the host to which a browser goes after a program dropped an empty user."""
    return whatwg.URL(text.replace("//@", "//", 1)).host


def inside(text: str) -> str:
    """Return the host that a program reads when the authority was decoded and written again."""
    return unquote(netloc(text)).partition("/")[0]


def netloc(text: str) -> str:
    """Return the whole authority, which a program took for the host."""
    return urlsplit(text).netloc


def bare(text: str) -> str:
    """Return the name that a program compared, as it was written."""
    return urlsplit(text).hostname or ""


def bracketed(text: str) -> str:
    """Return what a program read between brackets; `urlsplit` refuses most of it."""
    return re.split("[][]", text)[1]


def zone(text: str) -> str:
    """Return the address with its zone, whose end a program compared with a domain."""
    return unquote(bracketed(text))


def option(text: str) -> str:
    """Return the argument of a command that was made of the host."""
    return netloc(text)


def idna(text: str) -> str:
    """Return the host that is looked up, which is not the one that was compared."""
    return whatwg.URL(text).host


def idna2003(text: str) -> str:
    """Return the host by the IDNA of 2003, which Python's codec is."""
    return netloc(text).encode("idna").decode("ascii")


def punycode(text: str) -> str:
    """Return the host with its Punycode decoded and not checked."""
    labels = netloc(text).split(".")
    plain = (one[4:].encode().decode("punycode") if one[:4] == "xn--" else one for one in labels)
    return ".".join(plain)


def share(text: str) -> str:
    """Return the host of the network whose file Windows opened."""
    return urlsplit(text).path.lstrip("/").partition("/")[0]


def scheme(text: str) -> str:
    """Return the scheme that was followed: browsers drop tabs, line ends and leading controls."""
    plain = re.sub("[\t\r\n]", "", text).lstrip("".join(map(chr, range(33))))
    return plain.partition(":")[0].lower()


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
    # nostromo drops a CR.
    plain = re.sub(";[^/]*|\r", "", octets.decode("utf-8", "replace")).replace("\\", "/")
    return posixpath.normpath(f"{FOLDER}/{plain.partition(chr(0))[0]}")


def _climb(opened: str) -> tuple[int, int]:
    return -len(posixpath.commonpath([FOLDER, opened])), len(opened)
