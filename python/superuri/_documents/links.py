"""Links: which URLs of a document are wanted, and the targets of relative ones."""

import re
from typing import NamedTuple

from superuri._core import URI, URL, clean
from superuri.errors import URIError

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_OCTET = re.compile("[\udc80-\udcff]")


class Links(NamedTuple):
    """The treatment of relative links: they are resolved, yielded as written, or skipped."""

    base: URI | None
    is_relative: bool

    @classmethod
    def of(cls, base: str | URI | URL | None, *, relative: bool) -> "Links":
        """Return the treatment of relative links. Raises ValueError, ParseError."""
        if base is None:
            return cls(None, relative)
        if relative:
            raise ValueError("give either base or relative, not both")
        address = URI(clean(base))
        if address.scheme is None:
            raise ValueError("the base has no scheme, as in https://example.com/")
        return cls(address, is_relative=False)

    def url(self, text: str) -> str | None:
        """Return the URL to yield for a link; None for a relative one that is not wanted."""
        if not self._is_reference(text):
            return text
        if self.base is None:
            return text if self.is_relative else None
        try:
            return str(self.base.resolve(clean(text), strict=False))
        except URIError:
            return text

    def _is_reference(self, text: str) -> bool:
        """Return whether the link depends on the base: it has no scheme, or, as in `http:a`, the
        scheme of the base and no slash.
        """
        scheme = _SCHEME.match(text)
        if scheme is None:
            return True
        if self.base is None or self.base.raw.authority is None:
            return False
        rest = text[scheme.end() :]
        return scheme[1].lower() == self.base.scheme and rest[:1] not in {"", "/", "\\"}


def escaped(text: str) -> str:
    """Return the text with octets that are not valid in its encoding percent-encoded."""
    return _OCTET.sub(lambda octet: f"%{ord(octet[0]) & 0xFF:02X}", text)
