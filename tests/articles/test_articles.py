"""The articles' statements: a row each, with expressions that have to be true."""

import inspect
import string
import urllib.parse as stdlib
from pathlib import Path
from typing import Any

import pytest

import superuri
from kit import toml
from superuri import data_uri, file_uri, form, headers, iri, percent_u, profiles, rfc1738, sets, urn
from superuri.compat import browsers, ecmascript, python2, urllib

FOLDER = Path(__file__).parent
TABLES = {path.stem: toml.read(path)["section"] for path in FOLDER.glob("*.toml")}
ROWS = [
    pytest.param(expressions, id=f"{article}-{title}-{says}")
    for article, sections in sorted(TABLES.items())
    for title, rows in sections.items()
    for says, *expressions in rows
]
ASCII = set(map(chr, range(128)))
ALNUM = set(string.ascii_letters + string.digits)
REDIRECT = "http://example.com/admin/login?redirect=http://example.com/news%23funny&name=Helen "
LINK = "http://example.com/admin/login?name=Helen Ødegård&gender=f"


def chars(encoded: superuri.Set) -> frozenset[str]:
    """Return the ASCII characters that a set encodes."""
    return frozenset(encoded.encoded)


def bare(encoded: superuri.Set) -> set[str]:
    """Return the ASCII characters that a set leaves as they are."""
    return set(encoded.bare)


def escaped(character: str) -> str:
    return "".join(f"%{octet:02X}" for octet in character.encode())


def caught(function: Any, *arguments: Any) -> Exception:
    try:
        function(*arguments)
    except (superuri.errors.URIError, KeyError) as error:
        return error
    raise AssertionError("nothing was raised")


def raised(name: str, function: Any, *arguments: Any) -> bool:
    return type(caught(function, *arguments)).__name__ == name


def installed(module: str) -> bool:
    """Skip the statement if the package that it needs is not installed."""
    return bool(pytest.importorskip(module))


def profile_set(name: str) -> superuri.Set:
    """Return the set of an address bar, the same for a whole text."""
    return getattr(sets.browsers, name)


#: The modules and functions that the expressions use.
USED = (
    *(browsers, ecmascript, python2, urllib, urn, data_uri, file_uri, form, headers, iri),
    *(percent_u, profiles, sets, rfc1738, string, inspect),
    *(chars, bare, escaped, caught, raised, installed, profile_set),
)
NAMES: dict[str, Any] = {
    **{name: getattr(superuri, name) for name in superuri.__all__},
    **{it.__name__.rpartition(".")[2]: it for it in USED},
    "stdlib": stdlib,
    "codes": lambda text: {finding.code for finding in superuri.lint(text)},
    "R": sets.rfc3986.RESERVED,
    "U": sets.rfc3986.UNRESERVED,
    "E": sets.rfc3986.EVERYTHING,
    "R2396": sets.rfc2396.RESERVED,
    "U2396": sets.rfc2396.UNRESERVED,
    "UNSAFE": sets.rfc1738.UNSAFE,
    "RFC1738_SETS": [
        row for row in sets.rows if row.family == "rfc1738" and row.name != "RESERVED"
    ],
    "ASCII": ASCII,
    "ALNUM": ALNUM,
    "SAFE": ALNUM | set("$-_.+!*'(),"),
    "CONTROLS": {chr(n) for n in [*range(32), 127]},
    "LEGAL": ALNUM | set("-._~!#$&'()*+,/:;=?@[]%"),
    "HELEN": "http://example.com/admin/login?name=Helen&gender=f",
    "ODEGARD": LINK,
    "CLEAN": superuri.clean(LINK),
    "FUNNY": REDIRECT.replace("%23", "#").replace("Helen ", "Helen&gender=f"),
    "REDIRECT": f"{REDIRECT}Ødegård&gender=f",
    "IPV6": LINK.replace("example.com", "[2001:db8:85a3:8d3:1319:8a2e:370:7348]"),
    "CLEANING": "!#$%&'()*+,/:;=?@[]~",
    "EXAMPLE": "http://example.com/doc@1:5/?back_uri=http://user:password@example.com/?foo%3Dbar",
}


@pytest.mark.parametrize("expressions", ROWS)
def test_a_statement_holds(expressions: list[str]) -> None:
    assert expressions, "a statement needs an expression"
    for expression in expressions:
        assert eval(expression, dict(NAMES)), expression  # noqa: S307  because it is ours


def test_every_statement_is_there() -> None:
    count = {article: sum(map(len, sections.values())) for article, sections in TABLES.items()}
    assert count == {"encyclopedia": 82, "complete_uri": 154, "rfc1738": 44, "guidelines": 43}
