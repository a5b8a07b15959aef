"""Requests of published vulnerabilities: what was read, and what superuri reports."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import superuri
from kit import cves, toml
from superuri import hosts

CASES: list[dict[str, Any]] = toml.read("lint/cves.toml")["case"]
#: Sources that a row can name; the head of the table explains them.
SOURCE = (
    r"template|curl|nikto|(PYSEC|PSF|GO|RUSTSEC)-[\d-]+|node (core|npm)/\d+"
    r"|ruby (gems|rubies)/[\w-]+|[\w-]+/[\w-]+#\d+|page [\w./-]+"
    r"|file [\w-]+/[\w.-]+ \S+|advisory [A-Za-z]+-[\w-]+|openvas \d+"
)
OTHERS = toml.read("syntax/cves.toml")["case"]


def reported(text: str) -> list[str]:
    """Return the names of the rules that warn of the text, under either policy."""
    found = (superuri.lint(text, policy=policy) for policy in ("ssrf", "gateway"))
    return sorted({one.name for each in found for one in each if one.severity != "info"})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_request_is_read_and_reported_as_its_row_says(case: dict[str, Any]) -> None:
    assert cves.READ[case["parser"]](case["text"]) == case["read"]
    assert reported(case["text"]) == case["reported"]
    assert re.fullmatch(SOURCE, case["source"])


@pytest.mark.parametrize(
    "case", [case for case in CASES if "host" in case["parser"]], ids=lambda case: case["id"]
)
def test_a_redirect_to_another_host_is_refused(case: dict[str, Any]) -> None:
    assert case["read"] != "site.example"
    sent = superuri.decode(case["text"])
    assert hosts.safe_redirect(sent, hosts="site.example", default="/") == "/"


def test_what_was_read_was_not_what_the_text_shows(report: Callable[[str], None]) -> None:
    ids = [case["id"] for case in CASES]
    assert ids == sorted(set(ids))
    for case in CASES:
        if case["parser"] == "file" and case["read"].startswith(cves.FOLDER):
            # It stays in the folder, and reaches a part that a check of the text does not see.
            assert not case["text"].startswith(case["read"].removeprefix(cves.FOLDER)), case["id"]
    silent = [case["id"] for case in CASES if not case["reported"]]
    # A fragment and an empty port are valid in a URL.
    assert silent == ["CVE-2021-39156", "CVE-2022-0686"]
    named = {name for case in OTHERS for name in case["name"].split(", ") if name[:3] == "CVE"}
    report(f"{len(named | {case['id'] for case in CASES})} CVE ids in rows; no warning: {silent}")
