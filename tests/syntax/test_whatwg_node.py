"""WHATWG URLs beside Node: real, hostile and random lines read as its URL does."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clean.test_corpora import FILES
from kit import chance, oracle, toml
from kit.amount import FULL
from superuri._values import generate
from superuri.errors import ParseError
from superuri.whatwg import URL

Data = Callable[[str], Path]
Report = Callable[[str], None]
COUNT = 200_000 if FULL else 10_000
PARTS = ["href", "origin", "username", "password", "host", "hostname", "port", "search", "hash"]
BASES = [None, None, "http://h/a/b?c#d", "https://u:p@h:8080/", "file:///C:/x/y"]
BASES += ["foo://h/p", "a:b"]
TABLE = toml.read("syntax/whatwg.toml")

Case = tuple[str, str | None]


def ours(case: Case) -> list[str] | None:
    try:
        url = URL(*case)
    except ParseError:
        return None
    return [getattr(url, part) for part in PARTS]


def difference(case: Case, want: list[str] | None) -> str:
    """The parts in which we differ from this, or "refusal"; "" for none."""
    got = ours(case)
    if got is None or want is None:
        return "" if got is want else "refusal"
    return " ".join(part for part, one, other in zip(PARTS, got, want, strict=True) if one != other)


def compared(cases: list[Case], report: Report) -> list[tuple[Case, str]]:
    """The cases in which Node differs, and the parts."""
    given = "\n".join(map(json.dumps, cases)).encode()
    program = oracle.program(["whatwg.js"])

    def absent(line: str) -> None:
        if not line.startswith("seen"):
            report(line)

    with oracle.asked("node", program, given, absent, "whatwg.URL") as answer:
        theirs = [json.loads(line) for line in answer.decode().splitlines()]
    every = [(case, difference(case, want)) for case, want in zip(cases, theirs, strict=True)]
    return [(case, what) for case, what in every if what]


def lags() -> list[dict[str, Any]]:
    """The known differences of the installed Node."""
    found = oracle.version(oracle.find("node") or "node")
    return [row for row in TABLE["node"] if re.search(row["version"], found)]


def checked(cases: list[Case], what: str, report: Report) -> None:
    different = compared(cases, report)
    known = [(re.compile(row["text"]), re.compile(row["base"]), row["what"]) for row in lags()]
    unknown = [
        (case, what)
        for case, what in different
        if not any(
            what == lag and text.search(case[0]) and base.search(case[1] or "")
            for text, base, lag in known
        )
    ]
    assert not unknown, unknown[:20]
    node = oracle.version(oracle.find("node") or "node")
    but = f" except for {len(different):,} in which it lags behind" if different else ""
    report(f"seen: whatwg.URL on {what}: {len(cases):,} as Node {node} reads them{but}")


def test_known_lags_are_lags(report: Report) -> None:
    examples: list[Case] = [(*row["example"], None)[:2] for row in lags()]
    same = set(examples) - {case for case, _ in compared(examples, report)}
    assert not same, "Node reads these as we do: take them out"


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_nodes(name: str, data: Data, report: Report) -> None:
    lines = data(name).read_bytes().decode(errors="replace").split("\n")[:: 1 if FULL else 5]
    cases: list[Case] = [(line, None) for line in lines]
    cases += [(line, "https://base.example/a/b?c#d") for line in lines]
    checked(cases, f"{name}, with and without a base", report)


def test_random_texts_are_nodes(report: Report) -> None:
    rng = chance.seeded("whatwg")
    generators = [generate.wild, generate.legal_uri, generate.dirty_url, generate.surrogates, url]
    cases: list[Case] = [(rng.choice(generators)(rng), rng.choice(BASES)) for _ in range(COUNT)]
    checked(cases, "random texts and bases", report)


def url(rng: Random) -> str:
    """Texts that begin like a URL, and continue with anything."""
    start = rng.choice(["http:", "https://", "HTTP:\\", "ws:/", "file:", "file://", "foo:"])
    hosts = ["0x7f.1", "017.0.0.1", "1.2.3", "256", "[::1]", "[1::2:3.4.5.6]", "a.b", "%41"]
    paths = [
        *("/", "\\", "..", ".", "%2e", "%2E%2e", "C:", "c|", "//", "?", "#", "^", " ", "@", ":80"),
    ]
    rest = generate.several(rng, [*paths, *generate.DIRT, *"ab0"], 8)
    return start + rng.choice([*hosts, ""]) + rest
