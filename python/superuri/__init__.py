"""superuri: the percent-encoding engine for Python.

A super URI is a URI as a human writes it, spaces, accents and all; every one stands for exactly
one real URI. ``clean`` goes from the one to the other, ``pretty`` goes back.

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
    repair_mojibake,
    shown,
    split,
    unsplit,
)

__all__ = [
    "URI",
    "Display",
    "Finding",
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
    "domain",
    "edits",
    "encode",
    "equivalent",
    "errors",
    "explain",
    "fill",
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
    "repair_mojibake",
    "rules",
    "sets",
    "shown",
    "split",
    "unsplit",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from superuri import errors, percent_u, profiles, sets
    from superuri._values.finding import Finding, policies, rules
    from superuri.explanation import explain

#: What stands in rooms of its own, which open when somebody asks for it.
_ROOMS = {
    "explain": "superuri.explanation",
    **dict.fromkeys(["Finding", "policies", "rules"], "superuri._values.finding"),
}
#: The rooms themselves that need no engine but ours.
_MODULES = {
    *("compat", "data_uri", "disagree", "errors", "file_uri", "form", "hosts", "iri"),
    *(
        "keys",
        "logs",
        "mailto",
        "percent_u",
        "profiles",
        "sets",
        "who",
        "rfc6570",
        "urn",
        "whatwg",
        "wire",
    ),
}


def __getattr__(name: str) -> object:
    """Return what is not imported before it is asked for."""
    if name not in _ROOMS and name not in _MODULES:
        from superuri._values import foreign_names  # noqa: PLC0415  because only a mistake needs it

        here = foreign_names.of_module(name)
        hint = f"; it is {here} here" if here else ""
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}", name=name)
    from importlib import import_module  # noqa: PLC0415  because only a room needs it

    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    found: object = getattr(import_module(_ROOMS[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
