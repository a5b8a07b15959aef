r"""Address bars of 2012: what they sent and what they showed, bit for bit.

First they drop characters that never reach the server: NUL, tab, newline, carriage return.

>>> from superuri.compat import browsers
>>> browsers.send("http://example.com/it's\n a\t{b}")
"http://example.com/it's%20a{b}"
>>> browsers.send("http://example.com/it's a", browsers.FIREFOX10)
'http://example.com/it%27s%20a'
>>> browsers.show("http://example.com/caf%C3%A9%20%2541", browsers.FIREFOX10)
'http://example.com/café %2541'

They leave some illegal characters bare (``\ ^ { | }``, Chrome also `` ` ``): ``superuri.clean``
does not.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import superuri._core as _core
import superuri.profiles as profiles
from superuri._core import Profile
from superuri._values.plain import plain
from superuri.compat import ecmascript
from superuri.errors import DecodeError

__all__ = ["CHROME16", "FIREFOX10", "AddressBar", "send", "show"]


@dataclass(frozen=True)
class AddressBar:
    """An address bar: how it cleans, what it drops, and how it shows a URI."""

    name: str
    profile: Profile
    dropped: str
    shows: Callable[[str], str]
    source: str


def _firefox(uri: str) -> str:
    """Return the output of Firefox's ``losslessDecodeURI`` for a URI."""
    if not _TWICE_ENCODED_DELIMITER.search(uri):
        try:
            decoded = ecmascript.decodeURI(uri)
        except DecodeError:
            decoded = uri
        else:
            decoded = _EATEN.sub(_escaped, decoded)
        uri = decoded
    return _INVISIBLE.sub(_escaped, uri)


def _escaped(found: re.Match[str]) -> str:
    return _core.encode(found[0])


#: Escapes of escaped delimiters, which would read as delimiters if they were decoded.
_TWICE_ENCODED_DELIMITER = re.compile("%25(?:3B|2F|3F|3A|40|26|3D|2B|24|2C|23)", re.IGNORECASE)
#: A ``%`` that results from decoding, and white space that a location bar drops.
_EATEN = re.compile("%(?!3B|2F|3F|3A|40|26|3D|2B|24|2C|23)|[\r\n\t]", re.IGNORECASE)
#: Invisible control characters, separators, U+FFFC, and characters that Unicode ignores by default,
#: with all bidi controls; but not U+200C and U+200D.
_INVISIBLE = re.compile(
    "[\v\f\x1c-\x1f\u2028\u2029\ufffc"
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def _chrome(uri: str) -> str:
    """Return the output of Chrome's ``FormatUrl``, which decodes a component wholly or not at
    all.
    """
    head, path, query, fragment = _COMPONENTS.fullmatch(uri).groups()  # type: ignore[union-attr]
    return head + "".join(map(_chrome_component, (path, query or "", fragment or "")))


def _chrome_component(component: str) -> str:
    octets = _TRIPLETS.sub(_unescaped, component.encode("latin-1"))
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return component


def _unescaped(found: re.Match[bytes]) -> bytes:
    octet = int(found[1], 16)
    return bytes([octet]) if octet in _CHROME_SHOWS else found[0]


#: Characters that Chrome shows decoded: ``kUrlUnescape`` of its net/base/escape.cc, and all from
#: U+0080 on.
_CHROME_SHOWS = (
    b'"-.0123456789<>ABCDEFGHIJKLMNOPQRSTUVWXYZ[^_`abcdefghijklmnopqrstuvwxyz{|}~'
    + bytes(range(0x80, 0x100))
)
_TRIPLETS = re.compile(rb"%([0-9A-Fa-f]{2})")
_COMPONENTS = re.compile(r"([^:/?#]*:(?://[^/?#]*)?|)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)

#: Characters that never reach the server (Giuca 2012).
_DROPPED = "\0\t\n\r"

#: Firefox 10, of January 2012.
FIREFOX10 = AddressBar(
    "Firefox 10",
    profiles.FIREFOX10,
    _DROPPED,
    _firefox,
    "Giuca 2012; Firefox: browser/base/content/browser.js, losslessDecodeURI",
)
#: Chrome 16, of December 2011.
CHROME16 = AddressBar(
    "Chrome 16",
    profiles.CHROME16,
    _DROPPED,
    _chrome,
    "Giuca 2012; Chromium: net/base/escape.cc, net_util.cc, FormatUrl",
)


def send(text: str, bar: AddressBar = CHROME16) -> str:
    r"""The URI that the bar sends when the text is typed into it, and Enter is pressed.

    >>> send("/a\x00b c\r\n^é")
    '/ab%20c^%C3%A9'

    Hosts are encoded like everything else, because resolving them is not the bar's task.
    Raises EncodeError for a lone surrogate.
    Source: Giuca 2012, "How do you escape a complete URI?".
    """
    dropped = dict.fromkeys(map(ord, bar.dropped))
    return _core.clean(plain(text).translate(dropped), bar.profile)


def show(uri: str, bar: AddressBar = CHROME16) -> str:
    """The text that the bar shows for a URI that was sent.

    >>> show("/caf%C3%A9/a%20b?q=%22%26%2B"), show("/a%20b?q=%22%26", FIREFOX10)
    ('/café/a%20b?q="%26%2B', '/a b?q="%26')
    >>> show("/%E9/?%C3%A9")
    '/%E9/?é'

    Firefox leaves a URI unchanged if any of it is not UTF-8, Chrome a component. ``http://`` is not
    left out, and hosts are not shown in Unicode. To show URIs today, use ``superuri.pretty``.
    Source: the bar's own, of its day.
    """
    return bar.shows(_core.clean(uri, bar.profile))
