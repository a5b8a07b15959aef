"""Package URLs, which name a package of any ecosystem: built and parsed.

>>> from superuri import purl
>>> purl.build("npm", "animation", namespace="@angular", version="12.3.1")
URI('pkg:npm/%40angular/animation@12.3.1')
>>> purl.parse("pkg:deb/debian/curl@7.50.3-1?arch=i386").qualifiers
{'arch': 'i386'}
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import superuri._core as _core
import superuri.sets as sets
from superuri._core import URI, URL
from superuri._values.pairs import pairs
from superuri._values.passwords import described
from superuri._values.plain import plain
from superuri._values.refusal import bad, decoded, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PackageURL", "build", "parse"]

_SCHEME = "pkg:"
_TYPE = re.compile(r"[a-z][a-z0-9.+-]*")
_KEY = re.compile(r"[a-z.][a-z0-9._-]*|[-_]+[a-z0-9._-]*")
#: The types whose namespace and name do not depend on case.
_LOWERED = frozenset({"alpm", "apk", "bitbucket", "composer", "deb", "github", "hex", "pypi"})


class PackageURL(NamedTuple):
    """The parts of a package URL, decoded; None for a part that is absent."""

    type: str
    namespace: str | None
    name: str
    version: str | None
    qualifiers: dict[str, str]
    subpath: str | None

    def __repr__(self) -> str:
        return described(self)


def build(  # noqa: PLR0913  because the standard has six parts
    type_: str,
    name: str,
    *,
    namespace: str | None = None,
    version: str | None = None,
    qualifiers: Mapping[str, str] | None = None,
    subpath: str | None = None,
) -> URI:
    """Return the canonical package URL of these parts.

    Args:
        type_: The ecosystem: npm, pypi, maven, …
        name: The name of the package.
        namespace: Its group, owner or vendor, with slashes between segments.
        version: Its version.
        qualifiers: More data, by keys; an empty value counts as absent.
        subpath: A path within the package.

    Returns:
        A URI.

    Raises:
        ParseError: The type or a key is not valid, or the name is empty.
        EncodeError: A part has a lone surrogate.

    Example:
        >>> from superuri import purl
        >>> purl.build("PyPI", "Zope.Interface_X", version="1 0+a")
        URI('pkg:pypi/zope.interface-x@1%200%2Ba')

    Source:
        Package-URL specification (ECMA-427), "How to build purl string from its components".
    """
    type_, name = plain(type_, "a type"), plain(name, "a name")
    kind = type_.lower()
    if not _TYPE.fullmatch(kind):
        raise bad("bad-purl", type_, "is not the type of a package")
    if not name.strip("/"):
        raise bad("bad-purl", name, "is not the name of a package: it is empty")
    segments = [*_segments(namespace), name.strip("/")]
    if kind in _LOWERED:
        segments = [segment.lower() for segment in segments]
    if kind == "pypi":
        segments[-1] = segments[-1].replace("_", "-")
    text = f"{_SCHEME}{kind}/{'/'.join(map(_encoded, segments))}"
    if version is not None and version != "":
        text += f"@{_encoded(version)}"
    given = sorted(
        (plain(key, "a key").lower(), plain(value, "a qualifier"))
        for key, value in (qualifiers or {}).items()
        if value not in (None, "")
    )
    for key, _ in given:
        if not _KEY.fullmatch(key):
            raise bad("bad-purl", key, "is not the key of a qualifier")
    if given:
        text += "?" + "&".join(f"{key}={_encoded(value)}" for key, value in given)
    within = [segment for segment in _segments(subpath) if segment not in {".", ".."}]
    return URI(text + ("#" + "/".join(map(_encoded, within)) if within else ""))


def parse(text: str | URI | URL) -> PackageURL:
    """Return the parts of a package URL.

    Args:
        text: A str or a URI.

    Returns:
        A PackageURL.

    Raises:
        ParseError: It is not a package URL.
        DecodeError: An escape is malformed, or not valid UTF-8.

    Example:
        >>> from superuri import purl
        >>> purl.parse("pkg:golang/google.golang.org/genproto#googleapis/api").namespace
        'google.golang.org'

    Source:
        Package-URL specification (ECMA-427), "How to parse a purl string to its components".
    """
    whole = text_of(text)
    rest, _, subpath = whole.partition("#")
    rest, _, query = rest.partition("?")
    if rest[: len(_SCHEME)].lower() != _SCHEME:
        raise bad("bad-purl", whole, "does not begin with pkg:")
    kind, _, rest = rest[len(_SCHEME) :].strip("/").partition("/")
    if not _TYPE.fullmatch(kind.lower()):
        raise bad("bad-purl", whole, "has no valid type")
    path, at, version = rest.rpartition("@")
    # An @ that a slash follows belongs to the name of a namespace, and should have been escaped.
    if not at or "/" in version:
        path, version = rest, ""
    *namespace, name = path.strip("/").split("/")
    if not name:
        raise bad("bad-purl", whole, "has no name")
    given = {pair.name.lower(): pair.value for pair in pairs(query, "&") if pair.value}
    if not all(map(_KEY.fullmatch, given)):
        raise bad("bad-purl", whole, "has a qualifier whose key is not valid")
    within = [decoded(segment, whole) for segment in _segments(subpath)]
    return PackageURL(
        kind.lower(),
        "/".join(decoded(segment, whole) for segment in namespace if segment) or None,
        decoded(name, whole),
        decoded(version, whole) or None,
        {key: decoded(value, whole) for key, value in given.items()},
        "/".join(segment for segment in within if segment not in {"", ".", ".."}) or None,
    )


def _segments(path: str | None) -> list[str]:
    text = "" if path is None else plain(path, "a path")
    return [segment for segment in text.split("/") if segment]


def _encoded(text: str) -> str:
    return _core.encode(plain(text), sets.purl.COMPONENT)
