"""Frameworks: what handlers are given, and the links that are written, as the rows say."""

from collections.abc import Callable

import pytest

import superuri
from kit import frameworks, toml

CASES = {row.pop("name"): row for row in toml.read(frameworks.TABLE)["case"]}


def test_each_framework_has_a_row() -> None:
    assert list(CASES) == list(frameworks.FRAMEWORKS)


def test_the_frameworks_do_what_the_rows_say(report: Callable[[str], None]) -> None:
    found = frameworks.survey()
    for name, row in found.items():
        if row["versions"] == CASES[name]["versions"]:
            assert row == CASES[name], name
        else:
            report(f"not run: frameworks.toml has other versions of {name} than {row['versions']}")
    missing = [name for name in CASES if name not in found]
    if missing:
        report(f"not run: {', '.join(missing)}: python -m heavy frameworks installs them")
    if not found:
        pytest.skip("no framework is installed")


@pytest.mark.parametrize("name", CASES)
def test_the_sentences_of_the_page_hold(name: str) -> None:
    row = CASES[name]
    path = "/p/50%2525%3Fx" if name == "Tornado" else f"/p/{row['parameter']}"
    assert (row["path"], row["q"]) == (path, "a b+c")
    # The text that was sent, or the text as it was sent.
    assert row["parameter"] in {"50%25?x", "50%2525%3Fx"}
    links = row["links"]
    assert links.get("AC/DC") != superuri.fill("/p/{name}", name="AC/DC")
    is_routed = name in {"aiohttp", "Tornado", "Sanic"}
    assert (row["names"]["a%2Fb"] != "404") is is_routed
