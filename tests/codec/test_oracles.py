"""Sets beside their implementations: the same over all code points."""

import json
import shutil
import sys
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest

import superuri
from kit.amount import SCALARS, STEP
from kit.setlist import BY_NAME
from superuri import _foreign

Report = Callable[[str], None]

#: A Node program that prints what a function makes of each of SCALARS.
_NODE = """
const out = [];
for (let c = 0; c < 0x110000; c += c < 0x3000 ? 1 : Number(process.argv[1]))
    if (c < 0xD800 || c > 0xDFFF) out.push(%s(String.fromCodePoint(c)));
process.stdout.write(JSON.stringify(out));
"""


def differing(name: str, theirs: list[str], upto: int = 0x110000) -> list[str]:
    """The characters that the set of this name and the implementation encode differently."""
    percent_set = BY_NAME[name]
    return [
        char
        for char, want in zip(SCALARS, theirs, strict=True)
        if ord(char) < upto and superuri.encode(char, percent_set) != want
    ]


def without_plus(encoded: str) -> str:
    """The text with + for each space, escaped by the set."""
    return encoded.replace("+", "%20")


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("python.QUOTE", quote),
        ("python.QUOTE_PLUS", lambda char: without_plus(quote_plus(char))),
        ("rfc3986.COMPONENT", lambda char: quote(char, safe="")),
        ("giuca.CLEAN_3986", lambda char: quote(char, safe="!#$%&'()*+,/:;=?@[]~")),
    ],
)
def test_python(name: str, function: Callable[[str], str]) -> None:
    assert not differing(name, list(map(function, SCALARS)))


@pytest.mark.parametrize(
    ("name", "expression", "upto"),
    [
        ("ecmascript.COMPONENT", "encodeURIComponent", 0x110000),
        ("ecmascript.URI", "encodeURI", 0x110000),
        # escape writes Latin-1 and %u above ASCII.
        ("ecmascript.ESCAPE", "escape", 0x80),
        (
            "whatwg.FORM",
            "(c => new URLSearchParams([['', c]]).toString().slice(1).replaceAll('+', '%20'))",
            0x110000,
        ),
        ("whatwg.FRAGMENT", "(c => new URL('http://h/#a' + c + 'b').hash.slice(2, -1))", 0x110000),
        (
            "whatwg.SPECIAL_QUERY",
            "(c => new URL('http://h/?a' + c + 'b').href.slice(11, -1))",
            0x110000,
        ),
    ],
)
def test_node(name: str, expression: str, upto: int, report: Report) -> None:
    node = shutil.which("node")
    if node is None:
        report(f"not run: node is not installed to compare {name} with {expression}")
        pytest.skip("no node")
    program = [node, "-e", _NODE % expression, str(STEP)]
    theirs = json.loads(_foreign.run(program).out)
    differ = differing(name, theirs, upto)
    # The URL parser drops tab, LF and CR, and reads a # as the end of a query.
    parsed = {"whatwg.FRAGMENT": "\t\n\r", "whatwg.SPECIAL_QUERY": "\t\n\r#"}
    assert set(differ) <= set(parsed.get(name, ""))


def test_every_set_has_its_source_and_day() -> None:
    for name, percent_set in BY_NAME.items():
        assert percent_set.source, name
        assert percent_set.checked, name
        assert name.endswith(percent_set.name.upper()), name


def test_every_set_knows_what_it_holds() -> None:
    for name, percent_set in BY_NAME.items():
        bare = {c for c in map(chr, range(0x80)) if superuri.encode(c, percent_set) == c}
        assert set(percent_set.bare) & set(map(chr, range(0x80))) == bare, name
        assert percent_set.reversible is ("%" not in bare), name
        assert sys.getrefcount(percent_set) > 0
