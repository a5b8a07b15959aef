"""The schemes of RFC 1738, one row each: parts, sets, ports, and what has no meaning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import superuri.sets as sets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from superuri._core import Set


class Part(NamedTuple):
    """One part of a URL."""

    #: Characters that are encoded in it where they are data.
    data: Set
    #: The characters of this set that may also be delimiters in it.
    delimiters: str = ""
    #: More characters that do not mean the same encoded and unencoded.
    reserved: str = ""
    #: Does the case of its letters have no meaning?
    folded: bool = False


class Scheme(NamedTuple):
    """One scheme."""

    name: str
    #: How its URLs are written, in the words of the standard.
    form: str
    #: A pattern for the rest after the scheme and its colon; each group is a part.
    pattern: re.Pattern[str]
    parts: Mapping[str, Part]
    #: The default port, if it has one.
    port: str | None
    #: A longer or shorter form that means the same, and the form in which they are compared.
    same: tuple[str, str] | None
    source: str
    checked: str


_HOST = r"(?P<host>(?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+)"
_HOST_PORT = rf"//{_HOST}(?::(?P<port>[0-9]*))?"
_LOGIN = rf"//(?:(?P<user>[^:@/]*)(?::(?P<password>[^@/]*))?@)?{_HOST_PORT[2:]}"
#: A tab separates the parts of a Gopher path.
_TAB = r"(?:%09|\t)"
_GROUP = "[A-Za-z][A-Za-z0-9.+_-]*"

_RESERVED = sets.rfc1738.RESERVED.encoded
_OF_HOST = {"host": Part(sets.rfc1738.COMPONENT, folded=True)}
_OF_LOGIN = {**_OF_HOST, "user": Part(sets.rfc1738.LOGIN), "password": Part(sets.rfc1738.LOGIN)}
_SELECTOR = Part(sets.rfc1738.GOPHER_SELECTOR)
_ADDRESS = Part(sets.rfc1738.MAILTO_ADDRESS)
_SEARCH = Part(sets.rfc1738.HTTP_SEARCH, reserved=";")
_CHECKED = "2026-11-25"


def _row(  # noqa: PLR0913  because a row has these columns
    name: str,
    form: str,
    pattern: str,
    parts: dict[str, Part],
    section: str,
    *,
    port: str | None = None,
    same: tuple[str, str] | None = None,
) -> Scheme:
    shape = re.compile(pattern, re.DOTALL)
    return Scheme(name, form, shape, parts, port, same, f"RFC 1738 section {section}", _CHECKED)


_ROWS = (
    _row(
        "ftp",
        "ftp://<user>:<password>@<host>:<port>/<cwd1>/<cwd2>/.../<name>;type=<typecode>",
        _LOGIN + r"(?:/(?P<path>.*?)(?:(?P<label>;(?i:type)=)(?P<type>[AIDaid]))?)?",
        {
            **_OF_LOGIN,
            "path": Part(sets.rfc1738.FTP_SEGMENT, "/"),
            # Literals of the grammar ignore case, as those of RFC 822 do.
            "label": Part(sets.rfc1738.COMPONENT, ";=", folded=True),
            "type": Part(sets.rfc1738.COMPONENT, folded=True),
        },
        "3.2",
        port="21",
    ),
    _row(
        "http",
        "http://<host>:<port>/<path>?<searchpart>",
        _HOST_PORT + r"(?:/(?P<path>[^?]*)(?:\?(?P<search>.*))?)?",
        {**_OF_HOST, "path": Part(sets.rfc1738.HTTP_SEGMENT, "/", ";"), "search": _SEARCH},
        "3.3",
        port="80",
        same=("(//[^/]*)", r"\1/"),
    ),
    _row(
        "gopher",
        "gopher://<host>:<port>/<gophertype><selector>%09<search>%09<gopher+_string>",
        _HOST_PORT
        + rf"(?:/(?:(?P<type>%[0-9A-Fa-f]{{2}}|.)(?P<selector>(?:(?!{_TAB}).)*)"
        + rf"(?:(?P<tab>{_TAB})(?P<search>(?:(?!{_TAB}).)*)"
        + rf"(?:(?P<tab2>{_TAB})(?P<plus>.*))?)?)?)?",
        {
            **_OF_HOST,
            **dict.fromkeys(("type", "selector", "plus"), _SELECTOR),
            **dict.fromkeys(("tab", "tab2"), Part(sets.rfc1738.COMPONENT)),
            "search": Part(sets.rfc1738.HTTP_SEARCH),
        },
        "3.4",
        port="70",
        same=("(//[^/]*)/?", r"\1/1"),
    ),
    _row(
        "mailto",
        "mailto:<rfc822-addr-spec>",
        r"(?P<local>[^@]+)@(?P<host>[A-Za-z0-9.-]+)|(?P<address>.+)",
        {**_OF_HOST, "local": _ADDRESS, "address": _ADDRESS},
        "3.5",
    ),
    _row(
        "news",
        "news:<newsgroup-name> or news:<message-id>",
        rf"\*|{_GROUP}|(?P<article>.+)@{_HOST}",
        {**_OF_HOST, "article": Part(sets.rfc1738.NEWS_ARTICLE)},
        "3.6",
    ),
    _row(
        "nntp",
        "nntp://<host>:<port>/<newsgroup-name>/<article-number>",
        rf"{_HOST_PORT}/{_GROUP}(?:/[0-9]+)?",
        _OF_HOST,
        "3.7",
        port="119",
    ),
    _row(
        "telnet",
        "telnet://<user>:<password>@<host>:<port>/",
        f"{_LOGIN}/?",
        _OF_LOGIN,
        "3.8",
        port="23",
        same=("(//[^/]*)", r"\1/"),
    ),
    _row(
        "wais",
        "wais://<host>:<port>/<database>?<search> or wais://.../<database>/<wtype>/<wpath>",
        _HOST_PORT + r"/(?P<database>[^/?]*)(?:\?(?P<search>.*)|/(?P<wtype>[^/]*)/(?P<wpath>.*))?",
        {
            **_OF_HOST,
            **dict.fromkeys(("database", "wtype", "wpath"), Part(sets.rfc1738.WAIS)),
            "search": _SEARCH,
        },
        "3.9",
        port="210",
    ),
    _row(
        "file",
        "file://<host>/<path>",
        rf"//(?:{_HOST})?/(?P<path>.*)",
        {**_OF_HOST, "path": Part(sets.rfc1738.FILE_SEGMENT, "/")},
        "3.10",
        same=("//localhost(/.*)", r"//\1"),
    ),
    _row(
        "prospero",
        "prospero://<host>:<port>/<hsoname>;<field>=<value>",
        _HOST_PORT + r"/(?P<path>[^;]*)(?P<fields>(?:;[^;=]*=[^;=]*)*)",
        {
            **_OF_HOST,
            "path": Part(sets.rfc1738.PROSPERO_SEGMENT, "/"),
            "fields": Part(sets.rfc1738.PROSPERO_FIELD, ";="),
        },
        "3.11",
        port="1525",
    ),
)

#: Every scheme of the standard, by its name.
SCHEMES: dict[str, Scheme] = {row.name: row for row in _ROWS}

#: All others: any reserved character may have a meaning.
OTHER = _row(
    "",
    "<scheme>:<scheme-specific-part>",
    rf"{_LOGIN}(?P<path>/.*)?|(?P<rest>.*)",
    {**_OF_LOGIN, **dict.fromkeys(("path", "rest"), Part(sets.rfc1738.COMPONENT, _RESERVED))},
    "2.1",
)
