"""WHATWG URLs: whatwg.URL against the web platform tests.

``tests/syntax/whatwg.toml`` lists what differs and why; a row of it that no longer differs is an
error.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import superuri
from kit import toml
from superuri.errors import ParseError
from superuri.whatwg import URL

Data = Callable[[str], Path]
Report = Callable[[str], None]
PARTS = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port"]
PARTS += ["pathname", "search", "hash"]
TABLE = toml.read("syntax/whatwg.toml")


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file; a str among them is a comment."""
    for row in json.loads(path.read_text(encoding="utf-8")):
        if not isinstance(row, str):
            yield row


def parsed(text: str, base: str | None = None) -> URL | None:
    """The URL, or None; checks that can_parse agrees."""
    try:
        url = URL(text, base)
    except ParseError as error:
        assert not URL.can_parse(text, base), text
        assert error.text in {text, base}, text
        assert 0 <= error.start <= error.end <= len(error.text), text
        return None
    assert URL.can_parse(text, base), text
    return url


def checked(name: str, results: Iterator[tuple[str, bool]], report: Report) -> None:
    """Fails if an unlisted row is wrong, or a listed one is right."""
    listed = {row["row"] for row in TABLE["wpt"] if row["file"] == name}
    count, wrong = 0, set()
    for row, right in results:
        count += 1
        if not right:
            wrong.add(row)
    assert wrong == listed
    report(f"{name}: {count - len(wrong):,} of {count:,} as the standard")


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("urltestdata.json", 891),
        ("urltestdata-javascript-only.json", 1),
        ("ada_extra_urltestdata.json", 28),
    ],
)
def test_every_text_is_read(name: str, count: int, data: Data, report: Report) -> None:
    def results() -> Iterator[tuple[str, bool]]:
        for row in rows(data(f"wpt/{name}")):
            url = parsed(row["input"], row.get("base"))
            if url is None or row.get("failure"):
                yield row["input"], url is None and row.get("failure", False)
                continue
            # ada's rows say null for the origin that is "null".
            want = {part: row[part] or "" for part in PARTS if part in row}
            want |= {"origin": "null"} if row.get("origin", "") is None else {}
            got = {part: getattr(url, part) for part in want}
            yield row["input"], got == want and URL(url.href) == url

    results_of = list(results())
    assert len(results_of) == count
    checked(name, iter(results_of), report)


def test_every_setter(data: Data, report: Report) -> None:
    refused = 0

    def results() -> Iterator[tuple[str, bool]]:
        nonlocal refused
        table = json.loads(data("wpt/setters_tests.json").read_text(encoding="utf-8"))
        for part, cases in table.items():
            for case in cases if part != "comment" else []:
                before = after = URL(case["href"])
                try:
                    value = case["new_value"]
                    after = URL(value) if part == "href" else before.replace(**{part: value})
                except ParseError as error:
                    # Values that the standard ignores raise here; then nothing may have changed.
                    assert error.text == value, case
                    refused += 1
                got = {name: getattr(after, name) for name in case["expected"]}
                yield f"{part} {case['href']} {value}", got == case["expected"]

    checked("setters_tests.json", results(), report)
    report(f"setters_tests.json: {refused} values that the standard ignores are refused")


@pytest.mark.parametrize("name", ["toascii.json", "IdnaTestV2.json"])
def test_every_host(name: str, data: Data, report: Report) -> None:
    def results() -> Iterator[tuple[str, bool]]:
        for row in rows(data(f"wpt/{name}")):
            # An empty host cannot be tested in a URL, and the platform's own test leaves it out.
            url = parsed(f"https://{row['input']}/x")
            got = None if url is None else url.hostname
            right = got == row["output"] or not row["input"]
            if name == "toascii.json" and right and row["input"]:
                for part in ("host", "hostname"):
                    right = right and setter_agrees(part, row["input"], row["output"])
            yield row["input"], right

    checked(name, results(), report)


def setter_agrees(part: str, host: str, want: str | None) -> bool:
    """Whether the setter and the parser give the same host."""
    try:
        got = URL("https://x/x").replace(**{part: host}).hostname
    except ParseError:
        return want is None
    return got == (want or "x")


def test_lengths_of_labels_are_not_the_parsers_matter(data: Data) -> None:
    for row in rows(data("wpt/verifydnslength_tests.json")):
        # The standard's parser asks for DNS lengths only of a validator (beStrict).
        assert URL.can_parse(row["input"])


@pytest.mark.parametrize("row", TABLE["library"], ids=lambda row: row["why"])
def test_what_the_library_lacks(row: dict[str, str]) -> None:
    url = parsed(f"http://{row['host']}/")
    got = "" if url is None else url.hostname
    assert got != row["want"], "the library has fixed this: take the row out"
    assert got == row["got"]
    try:
        clean = superuri.clean(f"http://{row['host']}/")
    except ParseError:
        clean = ""
    assert clean == (f"http://{row['want']}/" if row["want"] else "")
