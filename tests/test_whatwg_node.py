"""Does whatwg.URL read real, hostile and random lines as Node's URL does?"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import generate
import oracle
from superuri.errors import ParseError
from superuri.whatwg import URL
from test_corpora import FILES

Data = Callable[[str], Path]
Report = Callable[[str], None]
COUNT = 200_000
PARTS = ["href", "origin", "username", "password", "host", "hostname", "port", "search", "hash"]
BASES = [None, None, "http://h/a/b?c#d", "https://u:p@h:8080/", "file:///C:/x/y", "foo://h/p", "a:b"]
TABLE = oracle.tomllib.loads((oracle.PROGRAMS / "whatwg.toml").read_text(encoding="utf-8"))

Case = tuple[str, str | None]


def ours(case: Case) -> list[str] | None:
    try:
        url = URL(*case)
    except ParseError:
        return None
    return [getattr(url, part) for part in PARTS]


def compared(cases: list[Case], what: str, report: Report) -> list[Case]:
    """The cases in which Node says something else."""
    given = "\n".join(map(json.dumps, cases)).encode()
    with oracle.asked("node", oracle.program(["whatwg.js"]), given, report, what) as answer:
        theirs = [json.loads(line) for line in answer.decode().splitlines()]
    return [case for case, want in zip(cases, theirs, strict=True) if ours(case) != want]


def lags() -> list[re.Pattern[str]]:
    """What the Node that is here is known to read otherwise."""
    found = oracle.version(oracle.find("node") or "node")
    rows = [row for row in TABLE.get("node", []) if re.search(row["version"], found)]
    return [re.compile(row["pattern"], re.DOTALL) for row in rows]


def judged(cases: list[Case], what: str, report: Report, *, stale: bool = False) -> None:
    different = compared(cases, what, report)
    known = lags()
    unknown = [
        case for case in different if not any(lag.search(case[0]) for lag in known)
    ]
    assert not unknown, unknown[:20]
    if different:
        report(f"… but for {len(different):,} of {len(cases):,} lines that Node lags behind in")
    if stale:
        for lag in known:
            hits = any(lag.search(case[0]) for case in different)
            assert hits, f"Node reads this as we do: take {lag.pattern!r} out"


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_nodes(name: str, data: Data, report: Report) -> None:
    lines = data(name).read_bytes().decode(errors="replace").split("\n")
    cases: list[Case] = [(line, None) for line in lines]
    cases += [(line, "https://base.example/a/b?c#d") for line in lines]
    judged(cases, f"{len(lines):,} lines of {name}, with and without a base", report)


def test_random_texts_are_nodes(report: Report) -> None:
    rng = Random("whatwg")
    generators = [generate.wild, generate.legal_uri, generate.dirty_url, generate.surrogates, url]
    cases = [(rng.choice(generators)(rng), rng.choice(BASES)) for _ in range(COUNT)]
    judged(cases, f"{COUNT:,} random texts and bases", report, stale=True)


def url(rng: Random) -> str:
    """What begins like a URL, and goes on like anything."""
    start = rng.choice(["http:", "https://", "HTTP:\\", "ws:/", "file:", "file://", "foo:", "foo://"])
    hosts = ["0x7f.1", "017.0.0.1", "1.2.3", "256", "[::1]", "[1::2:3.4.5.6]", "a.b", "%41", "localhost"]
    paths = ["/", "\\", "..", ".", "%2e", "%2E%2e", "C:", "c|", "//", "?", "#", "^", " ", "@", ":80"]
    rest = generate.several(rng, [*paths, *generate.DIRT, *"ab0"], 8)
    return start + rng.choice([*hosts, ""]) + rest
