"""Forms beside Node: errors="replace" and serialize against its URLSearchParams."""

import json
import shutil
from collections.abc import Callable
from urllib.parse import quote

import pytest

from codec.test_properties_forms import any_form, pairs
from kit import chance
from superuri import _foreign, form

Report = Callable[[str], None]
COUNT = 10_000
ASCII = "".join(map(chr, range(0x80)))

_NODE = """
const {forms, pairs} = JSON.parse(require('fs').readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify({
    // The constructor takes one leading ? away; the parser of the standard does not.
    forms: forms.map(form => [...new URLSearchParams('?' + form)]),
    pairs: pairs.map(each => new URLSearchParams(each).toString()),
}));
"""

#: Inputs that Node reads differently from the standard, and why. An outdated row is an error.
LAGS = [("%C0é", "beside octets that are not text, a character that is not ASCII loses its own")]

#: WPT url/urlencoded-parser.any.js: inputs and results.
PARSER_CASES = [
    ("test", [("test", "")]),
    ("\ufefftest=\ufeff", [("\ufefftest", "\ufeff")]),
    ("%EF%BB%BFtest=%EF%BB%BF", [("\ufefftest", "\ufeff")]),
    ("%EF%BF%BF=%EF%BF%BF", [("\uffff", "\uffff")]),
    ("%FE%FF", [("\ufffd\ufffd", "")]),
    ("%FF%FE", [("\ufffd\ufffd", "")]),
    ("†&†=x", [("†", ""), ("†", "x")]),
    ("%C2", [("\ufffd", "")]),
    ("%C2x", [("\ufffdx", "")]),
    ("_charset_=windows-1252&test=%C2x", [("_charset_", "windows-1252"), ("test", "\ufffdx")]),
    ("", []),
    ("a", [("a", "")]),
    ("a=b", [("a", "b")]),
    ("a=", [("a", "")]),
    ("=b", [("", "b")]),
    ("&", []),
    ("&a", [("a", "")]),
    ("a&", [("a", "")]),
    ("a&a", [("a", ""), ("a", "")]),
    ("a&b&c", [("a", ""), ("b", ""), ("c", "")]),
    ("a=b&c=d", [("a", "b"), ("c", "d")]),
    ("a=b&c=d&", [("a", "b"), ("c", "d")]),
    ("&&&a=b&&&&c=d&", [("a", "b"), ("c", "d")]),
    ("a=a&a=b&a=c", [("a", "a"), ("a", "b"), ("a", "c")]),
    ("a==a", [("a", "=a")]),
    ("a=a+b+c+d", [("a", "a b c d")]),
    ("%=a", [("%", "a")]),
    ("%a=a", [("%a", "a")]),
    ("%a_=a", [("%a_", "a")]),
    ("%61=a", [("a", "a")]),
    ("%61+%4d%4D=", [("a MM", "")]),
    ("id=0&value=%", [("id", "0"), ("value", "%")]),
    ("b=%2sf%2a", [("b", "%2sf*")]),
    ("b=%2%2af%2a", [("b", "%2*f*")]),
    ("b=%%2a", [("b", "%*")]),
]


@pytest.mark.parametrize(("message", "want"), PARSER_CASES)
def test_a_case_of_the_web_platform_tests(message: str, want: list[tuple[str, str]]) -> None:
    assert form.parse(message, errors="replace") == want


def test_random_forms_are_nodes(report: Report) -> None:
    node = shutil.which("node")
    if node is None:
        report("not run: node is not installed to compare forms with")
        pytest.skip("no node")
    rng = chance.seeded("forms")
    message = [any_form(rng) for _ in range(COUNT)]
    printed = [pairs(rng) for _ in range(COUNT)]
    # To the standard a character is its triplets: see LAGS.
    forms_said = [*(quote(text, safe=ASCII) for text in message), *(lag for lag, _ in LAGS)]
    requested = json.dumps({"forms": forms_said, "pairs": printed}).encode()
    theirs = json.loads(_foreign.run([node, "-e", _NODE], requested).out)
    read = [list(map(tuple, each)) for each in theirs["forms"]]
    for text, want in zip(message, read[:COUNT], strict=True):
        assert form.parse(text, errors="replace") == want, text
    for (lag, why), got in zip(LAGS, read[COUNT:], strict=True):
        assert form.parse(lag, errors="replace") != got, f"Node has fixed this: {why}"
    for each, want in zip(printed, theirs["pairs"], strict=True):
        assert form.serialize(each) == want, each
    report(f"forms are Node's URLSearchParams on {COUNT:,} forms read and {COUNT:,} written")
