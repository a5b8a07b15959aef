"""T-strings (PEP 750): filled as templates are, also those of backports."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

import superuri
from superuri import fill


def backports() -> list[Any]:
    """The available makers of t-strings: each takes a text and the names in it."""
    found = []
    if sys.version_info >= (3, 14):
        found.append(lambda text, names: eval(f"t{text!r}", names))  # noqa: S307  because the syntax is newer than this file
    try:
        from tstr import generate_template  # noqa: PLC0415  because it is optional

        found.append(lambda text, names: generate_template(text, names, use_eval=True))
    except ImportError:
        pass
    try:
        from tstrings import t  # noqa: PLC0415  because it is optional

        def by_caller(text: str, names: dict[str, Any]) -> object:
            return eval("t(text)", {**names, "t": t, "text": text})  # noqa: S307  because it reads its caller's names

        found.append(by_caller)
    except ImportError:
        pass
    return found


MAKERS = backports()


def test_there_are_t_strings(report: Callable[[str], None]) -> None:
    if sys.version_info < (3, 14):
        report("SKIPPED: t-strings of the language itself: this Python is older than 3.14")
    if not MAKERS:
        report("SKIPPED: t-strings: no backport is installed")
        pytest.skip("no t-strings")


NAMES = {
    "host": "e.com",
    "seg": "a/b",
    "q": "1&x=2",
    "none": None,
    "list_": ["a/b", "c"],
    "pairs": {"x": [1, 2]},
    "number": 3.14159,
    "nested": {"k": ["é"]},
    "empty": "",
}


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("https://{host}/{seg}?q={q}", "https://e.com/a%2Fb?q=1%26x%3D2"),
        ("https://e.com/{list_:*}?{pairs:**}#{none}", "https://e.com/a%2Fb/c?x=1&x=2"),
        ("/x?a={none}&b={q}&c={empty}", "/x?b=1%26x%3D2&c="),
        ("/{number:.2f}", "/3.14"),
        ("/{seg!r}", "/'a%2Fb'"),
        ("/{nested!s}", "/%7B'k':%20%5B'%C3%A9'%5D%7D"),
        ("/{nested['k'][0]}", "/%C3%A9"),
        ("/{nested['k'][0]!a}", "/'%5Cxe9'"),
        ("/{seg}/{seg}", "/a%2Fb/a%2Fb"),
        ("/plain", "/plain"),
    ],
)
def test_t_strings(make: Any, text: str, want: str) -> None:
    for _ in range(2):  # the second is of the template that was kept
        assert str(fill(make(text, dict(NAMES)))) == want


@pytest.mark.parametrize("make", MAKERS)
def test_t_strings_are_refused_as_templates_are(make: Any) -> None:
    with pytest.raises(superuri.errors.ParseError) as caught:
        fill(make("https://e.com/é{seg}{q}", dict(NAMES)))
    error = caught.value
    assert error.text[error.start : error.end] == "{q}"
    with pytest.raises(superuri.errors.ParseError, match=r"\{up\}"):
        fill(make("https://e.com/{up}", {"up": ".."}))
    with pytest.raises(TypeError, match="has its own values: give no others"):
        fill(make("/{seg}", dict(NAMES)), seg=1)
    with pytest.raises(TypeError, match="one value"):
        fill(make("/{list_}", dict(NAMES)))
