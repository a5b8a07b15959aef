"""superuri: the percent-encoding engine for Python.

A super URI is a URI as a human writes it, with spaces and accents; each means exactly one real URI.
``clean`` turns the first into the second, ``pretty`` goes back.

>>> import superuri
>>> superuri.clean("http://example.com/admin/login?name=Helen Ødegård&gender=f")
'http://example.com/admin/login?name=Helen%20%C3%98deg%C3%A5rd&gender=f'
>>> superuri.pretty(_)
'http://example.com/admin/login?name=Helen Ødegård&gender=f'
"""

from __future__ import annotations

from superuri._core import (
    URI,
    Display,
    Parts,
    Profile,
    Set,
    Template,
    __version__,
    agreed_host,
    build,
    clean,
    compare,
    decode,
    decode_bytes,
    defang,
    domain,
    edits,
    encode,
    equivalent,
    fill,
    fix,
    guess_encoding,
    is_uri,
    layers,
    lint,
    normalize,
    pretty,
    refang,
    repair_mojibake,
    shown,
    split,
    unsplit,
    unwrap,
    unwraps,
)

__all__ = [
    "URI",
    "Display",
    "Finding",
    "Found",
    "Parts",
    "Profile",
    "Set",
    "Template",
    "__version__",
    "agreed_host",
    "build",
    "clean",
    "compare",
    "decode",
    "decode_bytes",
    "defang",
    "domain",
    "edits",
    "encode",
    "equivalent",
    "errors",
    "explain",
    "fill",
    "find",
    "fix",
    "guess_encoding",
    "is_uri",
    "layers",
    "lint",
    "normalize",
    "percent_u",
    "policies",
    "pretty",
    "profiles",
    "refang",
    "repair_mojibake",
    "rules",
    "sets",
    "shown",
    "split",
    "unsplit",
    "unwrap",
    "unwraps",
]

#: Names that are imported when they are first used, each from its module.
_NAMES = {
    "explain": "superuri.explanation",
    "find": "superuri._documents.find",
    "Found": "superuri._values.found",
    **dict.fromkeys(["Finding", "policies", "rules"], "superuri._values.finding"),
}
#: Modules of superuri itself that are imported when they are first used.
_MODULES = {
    *("baggage", "columns", "compat", "cookies", "data_uri", "disagree", "errors", "explanation"),
    *("file_uri", "form", "fragments", "headers", "hosts", "iri", "keys", "links", "logs"),
    *("mailto", "odata", "openapi", "otpauth", "percent_u", "profiles"),
    *("purl", "render", "rfc1738", "rfc6570", "sets", "urn", "whatwg", "who", "wire"),
}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from superuri import baggage as baggage
    from superuri import columns as columns
    from superuri import compat as compat
    from superuri import cookies as cookies
    from superuri import data_uri as data_uri
    from superuri import disagree as disagree
    from superuri import errors as errors
    from superuri import explanation as explanation
    from superuri import file_uri as file_uri
    from superuri import form as form
    from superuri import fragments as fragments
    from superuri import headers as headers
    from superuri import hosts as hosts
    from superuri import iri as iri
    from superuri import keys as keys
    from superuri import links as links
    from superuri import logs as logs
    from superuri import mailto as mailto
    from superuri import odata as odata
    from superuri import openapi as openapi
    from superuri import otpauth as otpauth
    from superuri import percent_u as percent_u
    from superuri import profiles as profiles
    from superuri import purl as purl
    from superuri import render as render
    from superuri import rfc1738 as rfc1738
    from superuri import rfc6570 as rfc6570
    from superuri import sets as sets
    from superuri import urn as urn
    from superuri import whatwg as whatwg
    from superuri import who as who
    from superuri import wire as wire
    from superuri._documents.find import find
    from superuri._values.finding import Finding, policies, rules
    from superuri._values.found import Found
    from superuri.explanation import explain
else:

    def _hinting(module: str) -> object:
        """Return a module's __getattr__, whose errors name what to use instead."""

        def missing(name: str) -> object:
            from superuri._values import foreign_names  # noqa: PLC0415  only a mistake needs it

            hint = foreign_names.of_module(module, name, __all__)
            raise AttributeError(f"module {module!r} has no attribute {name!r}{hint}", name=name)

        return missing

    def __getattr__(name: str) -> object:
        """Return a name or module that is imported when it is first used."""
        from importlib import import_module  # noqa: PLC0415  because only such a name needs it

        if name in _MODULES:
            found = import_module(f"{__name__}.{name}")
            # Modules that were imported without this function get their hints, too.
            for each in _MODULES & globals().keys():
                vars(globals()[each]).setdefault("__getattr__", _hinting(f"{__name__}.{each}"))
            return found
        if name not in _NAMES:
            _hinting(__name__)(name)
        found = getattr(import_module(_NAMES[name]), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
