"""Names: URIs of a document that programs compare as strings, and do not open.

A namespace, a schema's identifier or an RDF term is another name in another spelling, even where
RFC 3986 calls both equivalent: no fix of it is safe, and its spelling is not reported.
"""

import re
from collections.abc import Iterator

from superuri._documents.spots import Part, Spot

#: Kinds of documents in which each URI is a name (RDF 1.1 Concepts, section 3.2).
KINDS = frozenset({"ntriples", "turtle"})
#: Attributes, keys and elements whose value is a name, each row with its source.
ROWS = {
    # Namespaces in XML 1.0 section 2.3, and XSD 1.1 Part 1 section 4.2.
    "namespaces": {"xmlns", "xmlns:*", "namespace", "targetnamespace"},
    # XML Signature section 4.4, SAML 2.0 Core section 8.
    "algorithms": {"algorithm", "nameformat", "entityid"},
    # RDF/XML section 7.2, RDFa 1.1 section 5, HTML section 5.2.
    "terms": {"about", "resource", "datatype", "vocab", "itemtype", "itemid"},
    # RFC 4287 sections 4.2.2.2 and 4.2.6.1, RSS 2.0.
    "feeds": {"id", "guid", "scheme"},
    # RFC 8288 section 2.1.2, XLink 1.1 sections 5.4 and 5.5, RFC 9457 section 3.1.1.
    "types": {"rel", "role", "arcrole", "type", "profile"},
    # DOM section 4.5, and rdflib.
    "programs": {"createelementns", "qname", "uriref"},
    # JSON Schema 2020-12 sections 8.1 and 8.2.
    "schemas": {"$id", "$schema", "$ref", "$dynamicref", "$vocabulary"},
    # JSON-LD 1.1 section 9.
    "linked data": {"@context", "@id", "@vocab", "@type", "@base", "@import"},
    # RFC 7519 section 4.1, OpenID Connect Discovery section 4.3, RFC 6749 section 3.1.2.3.
    "tokens": {"iss", "aud", "issuer", "redirect_uri", "redirect_uris"},
    # in-toto Attestation Statement 1.
    "attestations": {"predicatetype", "buildtype", "_type"},
    # git-config, url.<base>.insteadOf: the beginning of a URL.
    "prefixes": {"insteadof", "pushinsteadof"},
    # RFC 9110 section 11.5, RFC 6749 section 3.3, SAML 2.0 Core section 2.5.1.4.
    "protection": {"realm", "scope", "scopes", "audience"},
    # SOAP 1.1 section 6.1.1, XML Catalogs 1.1 sections 6.5.4 to 6.5.7.
    "services": {"soapaction", "systemid", "uristartstring", "systemidstartstring"},
}
#: Rules about spelling alone: the URI means the same to all who open it.
SPELLING = (
    *("lower-case-hex", "encoded-unreserved", "not-nfc", "dot-segment", "upper-case"),
    *("empty-port", "default-port", "ipv6-spelling", "trailing-dot", "encoded-delimiter"),
)
#: How much before a URI is looked at, in characters.
LONGEST = 64

_NAMES = {name for row in ROWS.values() for name in row}
# `name="`, `name: "`, `"name": ["`, `name("`, `<name>`, `<name a="b">`.
_BEFORE = re.compile(
    r"""(?:(?<![\w:.$@-])([\w:.$@-]+)["']?\s*[:=(]\s*\[?\s*["']?|<([\w:.-]+)[^<>]*>\s*)\Z"""
)
_MARKS = frozenset(":=(>")
# A key in quotes of JSON, TOML or a program; the name of a section: `[url "https://e.com/"]`.
_KEY = re.compile(r"\s*[\"']\s*(?::|=(?!=))")
_SECTION = re.compile(r"\[[\w.-]+[ .][\"']\Z")
_LOCATIONS = re.compile(r"""\bschemaLocation\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")
_WORD = re.compile(r"\S+")
# A context, with all in it, and a list of names.
_LIST = re.compile(r'"(?:(@context)"\s*:\s*(?=[\[{])|([$@\w-]+)"\s*:\s*(?=\[))')
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[\[\]{}]')


def marked(document: str, kind: str, found: Iterator[Spot]) -> Iterator[Spot]:
    """Yield these URLs, with those that are names marked: no fix of a name is safe."""
    spans = [] if kind in KINDS else sorted([*_paired(document), *_listed(document)])
    at = 0
    for spot in found:
        while at < len(spans) and spans[at][1] <= spot.start:
            at += 1
        is_inside = at < len(spans) and spans[at][0] <= spot.start
        if is_inside or (kind in KINDS and spot.origin == "whole") or _is_named(document, spot):
            spot.origin, spot.is_name = "guessed", True
        yield spot


def _is_named(document: str, spot: Spot) -> bool:
    """Return whether the words before the URL, or a colon after it, make it a name."""
    near = document[max(0, spot.start - LONGEST) : spot.start].removesuffix("<![CDATA[")
    # Most URLs are in text, and need no search.
    before = _BEFORE.search(near) if near.rstrip("\"' \t\r\n[")[-1:] in _MARKS else None
    if before is not None:
        name = (before[1] or before[2]).lower()
        prefix, _, local = name.rpartition(":")
        return name in _NAMES or prefix == "xmlns" or bool(prefix and local in _NAMES)
    if not near.endswith(('"', "'")):
        return False
    is_section = document[spot.end + 1 : spot.end + 2] == "]" and _SECTION.search(near) is not None
    return is_section or _KEY.match(document, spot.end) is not None


def _paired(document: str) -> Iterator[Part]:
    """Yield the namespaces of ``xsi:schemaLocation``: the first of each pair (XSD 1.1 2.7.3)."""
    for found in _LOCATIONS.finditer(document):
        words = list(_WORD.finditer(document, *found.span(found.lastindex or 0)))
        yield from (word.span() for word in words[::2])


def _listed(document: str) -> Iterator[Part]:
    """Yield the contexts of JSON-LD and the lists of names, up to their last bracket."""
    at = 0
    while found := _LIST.search(document, at):
        depth, at = 0, found.end()
        if found[2] and found[2].lower() not in _NAMES:
            continue
        for token in _TOKEN.finditer(document, at):
            at = token.end()
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
            if depth <= 0 or (found[2] and token[0] == "{"):
                break
        yield found.end(), at
