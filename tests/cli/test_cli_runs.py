"""Whole runs of the command: all that is printed, the exit code, and every file afterwards."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

import superuri
from kit import toml
from kit.command import run
from superuri.cli.verbs.wire import drawn
from superuri.wire import Answer
from superuri.wire.changes import changes

#: Drawings are as wide as in a terminal of 80 columns, and without colours.
PLAIN = {"COLUMNS": "80", "NO_COLOR": "1", "FORCE_COLOR": ""}
TABLES = sorted((Path(__file__).parent / "runs").glob("*.toml"))
ROWS = [
    pytest.param(row, table.stem, id=f"{table.stem}: {row['why']}")
    for table in TABLES
    for row in toml.read(table)["run"]
]


def printed(*words: str, folder: Path, code: int = 0) -> tuple[str, str]:
    """Run the command in the folder; return what is printed on both streams."""
    done = run(words, cwd=folder, env={**os.environ, **PLAIN})
    assert done.returncode == code, done.stderr
    return done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize(("row", "table"), ROWS)
def test_a_run(row: dict[str, object], table: str, tmp_path: Path) -> None:
    if table == "tables":
        pytest.importorskip("pyarrow", reason="make test installs it")
    files: dict[str, str] = row.get("files", {})  # type: ignore[assignment]
    for name, text in files.items():
        (tmp_path / name).write_bytes(text.encode())
    stdin = str(row.get("stdin", "")).encode()
    done = run(row["run"], stdin, cwd=tmp_path, env={**os.environ, **PLAIN})
    assert done.stderr.decode() == row.get("stderr", "")
    assert done.stdout.decode() == row.get("stdout", "")
    assert done.returncode == row.get("code", 0)
    left = {path.name: path.read_bytes().decode() for path in tmp_path.iterdir()}
    assert left == files | row.get("written", {})  # type: ignore[operator]


def test_a_baseline_is_counted_in_the_summary(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("http://e.com/%zz\n")
    checked = "superuri lint: checked 1 URL in 1 file: nothing found"
    for words, summary in (
        (["--write-baseline", "known.json"], "1 finding written to known.json"),
        (["--baseline", "known.json"], "1 finding of known.json not shown"),
    ):
        seen = printed("lint", "a.md", *words, folder=tmp_path)
        assert seen == ("", f"{checked}; {summary}\n")
    (tmp_path / "a.md").write_text("http://e.com/\n")
    gone = "1 no longer found: --write-baseline updates it"
    seen = printed("lint", "a.md", "--baseline", "known.json", folder=tmp_path)
    assert seen == ("", f"{checked}; 0 findings of known.json not shown; {gone}\n")


def region(line: int, start: int, end: int) -> dict[str, int]:
    """Return a region of SARIF in one line."""
    return {"startLine": line, "startColumn": start, "endLine": line, "endColumn": end}


def test_sarif_has_the_edits_of_a_fix_and_whether_it_guesses(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("http://e.com/a b\n<http://e.com/>\n")
    words = ["--select", "space,wrapped", "--output-format", "sarif"]
    report, _ = printed("lint", "-i", "list", *words, folder=tmp_path, code=1)
    codes = list(superuri.rules)
    where = {"uri": "list"}

    def result(code: str, level: str, text: str, at: dict[str, int]) -> dict[str, object]:
        place = {"physicalLocation": {"artifactLocation": where, "region": at}}
        named = {"ruleId": code, "ruleIndex": codes.index(code), "level": level}
        return {**named, "message": {"text": text}, "locations": [place]}

    def fixes(sure: str, *edits: tuple[dict[str, int], str]) -> list[dict[str, object]]:
        made = [{"deletedRegion": at, "insertedContent": {"text": new}} for at, new in edits]
        change = {"artifactLocation": where, "replacements": made}
        return [{"description": {"text": sure}, "artifactChanges": [change]}]

    space = "a space is not allowed in a URI; in most protocols it ends it: http://e.com/a b"
    wrapped = "the URI is wrapped in quotes or brackets: <http://e.com/>"
    both = (region(2, 1, 2), ""), (region(2, 15, 16), "")
    results = json.loads(report)["runs"][0]["results"]
    for each in results:
        assert re.fullmatch(r"U\d{3} [0-9a-f]{16}:1", *each.pop("partialFingerprints").values())
    assert results == [
        {
            **result("U102", "error", space, region(1, 15, 16)),
            "fixes": fixes("the URL means the same", (region(1, 15, 16), "%20")),
        },
        {**result("U802", "warning", wrapped, region(2, 1, 16)), "fixes": fixes("a guess", *both)},
    ]


def test_an_octet_that_is_not_text_has_its_column(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b'<a href="http://e.com/\xff\xfe|">\n')
    words = ["--select", "U103,U301", "--output-format", "jsonl"]
    report, _ = printed("lint", "a.html", *words, folder=tmp_path, code=1)
    rows = [json.loads(line) for line in report.splitlines()]
    names = ("code", "column", "end_column", "start", "end", "url", "fix")
    url = "http://e.com/\ufffd\ufffd|"
    assert [tuple(row[name] for name in names) for row in rows] == [
        ("U301", 23, 25, 13, 15, url, None),
        ("U103", 25, 26, 15, 16, url, None),
    ]


def test_a_policy_is_listed_with_all_that_it_has(tmp_path: Path) -> None:
    listed, _ = printed("list", "policies", "--json", folder=tmp_path)
    raised = {True: "every finding is one grade more severe", False: "no"}
    assert json.loads(listed) == [
        {
            "policy": row.name,
            "sentence": row.sentence,
            "rules": " ".join(row.rules),
            "raised": raised[row.raised],
            "warned": " ".join(row.warned),
            "source": row.source,
        }
        for row in superuri.policies.values()
    ]


def test_an_encoding_is_listed_with_what_decodes_it(tmp_path: Path) -> None:
    words = ["encodings", "utf-8", "cp037", "--json"]
    listed, _ = printed("list", *words, folder=tmp_path)
    rows = [(row["encoding"], row["decoded by"]) for row in json.loads(listed)]
    assert rows == [("utf-8", "superuri"), ("cp037", "Python")]


@pytest.mark.parametrize("word", ["rfc3986.SEGMENT", "sets.RFC3986.segment"])
def test_a_whole_name_is_not_the_beginning_of_others(word: str, tmp_path: Path) -> None:
    listed, _ = printed("list", "sets", word, "--json", folder=tmp_path)
    assert [row["set"] for row in json.loads(listed)] == ["rfc3986.SEGMENT"]
    listed, _ = printed("list", "sets", "rfc3986.SEG", "--json", folder=tmp_path)
    names = [row["set"] for row in json.loads(listed)]
    assert names == ["rfc3986.SEGMENT", "rfc3986.SEGMENT_NZ_NC"]


TIDIED = """\
3 rows of 1 file: 1 cleaned, 0 normalised, 0 duplicates, 0 without a text
0 rows lost, 2 kept as they were, 3 written
  2 bad-port, first row 2: a port is decimal digits (RFC 3986 section 3.2.3)
  rows with an error: U602 bad-port 2, U102 space 1
output: b.csv; summary: b.csv.summary.json; findings: b.findings.csv
"""


def test_a_table_is_tidied_in_the_memory_that_the_help_names(tmp_path: Path) -> None:
    for package in ("pyarrow", "duckdb"):
        pytest.importorskip(package, reason="make test installs it")
    (tmp_path / "a.csv").write_text("url,n\nhttp://e.com/a b,1\nhttp://e:x/,2\nhttp://f:x/,3\n")
    assert printed("tidy", "a.csv", "-c", "url", "-o", "b.csv", folder=tmp_path) == ("", TIDIED)
    head, cleaned, *kept = (tmp_path / "b.csv").read_text().splitlines()
    names = ["clean", "normal", "host", "domain", "key", "error", "duplicate"]
    assert head.split(",") == ["url", "n", *(f"url_{name}" for name in names)]
    key = superuri.keys.key("http://e.com/a%20b").hex()
    clean = "http://e.com/a%20b"
    assert cleaned == f"http://e.com/a b,1,{clean},{clean},e.com,e.com,{key},,false"
    assert kept == [
        f"http://{host}:x/,{n},http://{host}:x/,http://{host}:x/,,,,bad-port,false"
        for host, n in (("e", 2), ("f", 3))
    ]


CHAPTERS = {
    "lint": ["documents", "fixes", "files", "tables, with -c", "messages"],
    "tidy": ["tables", "engine", "messages"],
}


@pytest.mark.parametrize("name", CHAPTERS)
def test_the_help_has_its_chapters(name: str, tmp_path: Path) -> None:
    page, _ = printed(name, "--help", folder=tmp_path)
    titles = re.findall(r"^(\w.*):$", page, re.MULTILINE)
    assert titles == [
        *("positional arguments", "options", *CHAPTERS[name]),
        *("examples" if name == "lint" else "example", "exit codes"),
    ]


def test_what_a_client_did_is_drawn_below_the_target() -> None:
    target = "/a/./b%7e\t?"
    answers = []
    for client, received in (("one", "/a/b~\t"), ("other", "/a/./b%7e\t?c")):
        found = tuple(changes(target, received))
        answers.append(Answer(client, "1.0", "changed", received, found))
    answers.append(Answer("third", "", "absent"))
    answers.append(Answer("fourth", "2", "refused", why="no\ttabs"))
    labels = [f"{answer.client} {answer.version}" for answer in answers]
    assert list(drawn(target, labels, answers)) == [
        "written: /a/./b%7e\\t?",
        "one 1.0    changed",
        "  /a/./b%7e\\t?",
        "     ^^ ^^^  ^",
        "  /a/b~\\t",
        "    path: ./ -> nothing (dot segments removed)",
        "    path: %7e -> ~ (decoded)",
        "    query: ? -> nothing (dropped)",
        "other 1.0  changed",
        "  /a/./b%7e\\t?",
        "              ^",
        "  /a/./b%7e\\t?c",
        "    query: nothing -> c (added)",
        "third      not installed",
        "fourth 2   refused: no\\ttabs",
    ]


def test_a_memory_that_is_too_small_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("duckdb", reason="make test installs it")
    (tmp_path / "a.csv").write_text("url\nhttp://e.com/a b\n")
    words = ["tidy", "a.csv", "-c", "url", "-o", "b.csv", "--memory", "4K"]
    printed_, said = printed(*words, folder=tmp_path, code=3)
    assert printed_ == ""
    assert said.startswith("superuri tidy: .b.csv.tidy: DuckDB failed (Out of Memory Error: ")
    assert said.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_a_document_with_octets_that_are_not_text_has_a_difference(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"http://e.com/%zz \xff\n")
    done = run(["lint", "--diff", "a.md"], cwd=tmp_path)
    assert done.stdout == (
        b"--- a.md\n+++ a.md\n@@ -1 +1 @@\n-http://e.com/%zz \xff\n+http://e.com/%25zz \xff\n"
    )


def test_a_baseline_knows_a_url_with_a_lone_surrogate(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('["http://e.com/%zz\\ud800"]')
    run(["lint", "a.json", "--write-baseline", "known.json"], cwd=tmp_path)
    known = json.loads((tmp_path / "known.json").read_bytes())["findings"]
    assert known == {"a.json": {"U106 6b5280174ded959c": 1}}


def test_settings_of_the_folder_above_count(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.superuri.lint]\nignore = ["U106"]\n')
    below = tmp_path / "below"
    below.mkdir()
    (below / "a.md").write_text("http://e.com/%zz\n")
    said = "checked 1 URL in 1 file: nothing found; settings: ../pyproject.toml"
    assert printed("lint", "a.md", folder=below) == ("", f"superuri lint: {said}\n")
