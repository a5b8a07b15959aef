"""Bad URLs in each kind of document: each is found by its own text, or counted as skipped."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

import superuri
from cli.test_cli_lint_sentences import expect_none
from kit import command, kinds, toml
from superuri.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kit.kinds import Holder

    Findings = dict[tuple[str, str], list[dict[str, object]]]

TABLE = toml.read("cli/documents/matrix.toml")
URLS: dict[str, str] = TABLE["urls"]
HOLDERS = kinds.holders()
of_each_place = pytest.mark.parametrize("holder", HOLDERS, ids=[it.kind.file for it in HOLDERS])


def wanted(holder: Holder, name: str) -> str:
    """Return what is expected: "found", or what a row of the exceptions says."""
    rows = [
        row["want"]
        for row in TABLE["except"]
        if name in row["urls"]
        and (row.get("holds") == holder.holds or holder.kind.file in row.get("places", ()))
    ]
    assert len(rows) <= 1, f"{holder.kind.file} has several exceptions for {name}"
    return rows[0] if rows else "found"


def is_hint(finding: dict[str, object]) -> bool:
    return finding["severity"] == "info" and finding["fix"] is None


def seen(name: str, findings: list[dict[str, object]]) -> str:
    """Return what was found: the URL, a piece of it with or without a hint, or nothing."""
    is_whole = any(it["url"] == URLS[name] and it["severity"] != "info" for it in findings)
    if is_whole:
        return "found"
    return "hint" if any(map(is_hint, findings)) else "absent"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    """A file for each place and URL."""
    folder = tmp_path_factory.mktemp("matrix")
    written: dict[tuple[str, str], Path] = {}
    for number, holder in enumerate(HOLDERS):
        for name, url in URLS.items():
            file = folder / f"{number}-{name}" / holder.kind.file
            file.parent.mkdir()
            file.write_bytes(holder.kind.document([url]).encode())
            written[holder.kind.file, name] = file
    return written


def lint(*words: object) -> bytes:
    """Return the standard output of the command, which finds something."""
    done = command.run(["lint", "--no-config", *map(str, words)])
    assert done.returncode == 1, done.stderr.decode()
    return done.stdout


@pytest.fixture(scope="module")
def findings(files: dict[tuple[str, str], Path]) -> Findings:
    """The findings in the document for each place and URL."""
    cell_of = {str(file): cell for cell, file in files.items()}
    printed = lint("--show", "info", "--output-format", "jsonl", "--", *cell_of)
    found = defaultdict(list)
    for finding in map(json.loads, printed.splitlines()):
        found[cell_of[finding["file"]]].append(finding)
    return found


@pytest.fixture(scope="module")
def fixed(files: dict[tuple[str, str], Path], findings: Findings) -> dict[tuple[str, str], str]:
    """The documents after their safe fixes, which come after the findings."""
    assert findings
    lint("--quiet", "--fix", "--", *files.values())
    return {cell: file.read_bytes().decode() for cell, file in files.items()}


def cells(findings: Findings, holder: Holder) -> dict[str, tuple[str, str]]:
    """Return for each URL what is expected in this place, and what was found."""
    file = holder.kind.file
    return {name: (wanted(holder, name), seen(name, findings[file, name])) for name in URLS}


@of_each_place
def test_a_bad_url_is_found_by_its_own_text(holder: Holder, findings: Findings) -> None:
    expect_none(
        f"{name}: {holder.kind.document([URLS[name]])!r}: expected {want}, was {got}; linted: "
        f"{sorted({str(it['url']) for it in findings[holder.kind.file, name]})}"
        for name, (want, got) in cells(findings, holder).items()
        if got != want and want in {"found", "hint"}
    )


@of_each_place
def test_an_exception_is_needed(holder: Holder, findings: Findings) -> None:
    rows = cells(findings, holder).items()
    assert [name for name, (want, got) in rows if want == "absent" and got == "found"] == []


@of_each_place
def test_a_finding_is_within_the_url(holder: Holder, findings: Findings) -> None:
    for name, url in URLS.items():
        before = holder.kind.line.partition(kinds.PLACE)[0]
        line = before.count("\n") + 1
        start = len(before.rpartition("\n")[2]) + 1
        end = start + len(holder.kind.quoted(url))
        for it in findings[holder.kind.file, name]:
            assert (it["line"], it["end_line"]) == (line, line), name
            assert start <= it["column"] <= it["end_column"] <= end, (name, it)  # type: ignore[operator]


@of_each_place
def test_a_fix_stays_within_the_url(holder: Holder, fixed: dict[tuple[str, str], str]) -> None:
    head, _, tail = f"{holder.kind.line}{holder.kind.foot}".partition(kinds.PLACE)
    wrong = []
    for name, url in URLS.items():
        after = fixed[holder.kind.file, name]
        inside = after[len(head) : len(after) - len(tail)]
        # Where a `%` is syntax, none is written.
        fixes = [superuri.fix(url), superuri.fix(url, ignore=["stray-percent"])]
        wanted = {holder.kind.quoted(text) for text in (url, *fixes)}
        if after != head + inside + tail or (holder.holds != "text" and inside not in wanted):
            wrong.append(f"{name}: {holder.kind.document([url])!r} became {after!r}")
    expect_none(wrong)


def test_exceptions_name_what_exists() -> None:
    places = {it.kind.file for it in HOLDERS}
    for row in TABLE["except"]:
        assert row["why"]
        assert {*row["urls"]} <= {*URLS}
        assert {*row.get("places", ())} <= places
        assert row.get("holds", "whole") in {it.holds for it in HOLDERS}


def test_how_many_cells_are_found(findings: Findings, report: Callable[[str], None]) -> None:
    all_cells = [cell for holder in HOLDERS for cell in cells(findings, holder).values()]
    asked = [want == got for want, got in all_cells if want in {"found", "hint"}]
    report(f"{sum(asked)} of {len(asked)} cells found (bad URLs in each kind of document)")
    assert len(HOLDERS) >= 60
    assert len(asked) >= 700


# Texts that a program fills in: they begin as a URL, and are counted.
COUNTED = [
    ("string.c", 'printf("https://e.com/%s|", a);'),
    ("string.c", 'printf("https://e.com/%d/%zz", a);'),
    ("string.py", 'f"https://e.com/{a}|b"'),
    ("string.py", 'f"https://e.com/{a.b!r}|b"'),
    ("string.py", '"https://e.com/%(name)s|b"'),
    ("string.js", "fetch(`https://e.com/${a}|b`)"),
    ("string.rb", '"https://e.com/#{a}|b"'),
    ("string.sh", 'curl "https://e.com/$NAME|b"'),
    ("string.go", 'fmt.Sprintf("https://e.com/%v|b", a)'),
    ("string.rs", 'format!("https://e.com/{}|b", a)'),
    ("string.sh", 'curl "https://e.com/`date`/a|b"'),
    ("string.env", 'A="https://e.com/`date`/a|b"'),
    ("span.md", 'Type curl "https://e.com/`date`/a|b"'),
    ("string.py", 'time.strftime("https://e.com/%Y/%m/a|b")'),
    ("string.py", 'time.strftime("https://e.com/%B/a|b")'),
    ("string.c", 'printf("https://e.com/%05d/a|b", a);'),
    ("string.c", 'printf("https://e.com/%-10s/a|b", a);'),
    ("string.c", 'printf("https://e.com/%5.2f|b", a);'),
    ("string.c", 'printf("https://e.com/%lu|b", a);'),
    ("run.bat", "curl https://e.com/%USERNAME%/a"),
    ("run.cmd", 'curl "https://e.com/%1/a|b"'),
    ("string.swift", r'"https://e.com/\(a)|b"'),
    ("string.cmake", 'set(A "https://e.com/$<CONFIG>|b")'),
    ("main.tf", 'a = "https://e.com/%{ if b }|c"'),
    ("text.yaml", "a: https://e.com/<your-id>/a|b"),
    ("string.py", '"https://e.com/<int:id>/a|b"'),
    ("string.js", '"https://e.com/[id]/[...name]"'),
    ("string.sql", "SELECT a FROM b WHERE c LIKE 'https://e.com/%/a|b'"),
    ("string.py", "\"a LIKE 'https://e.com/%'\""),
    ("alembic.ini", "[a]\nurl = https://e.com/100%%"),
    ("string.js", 'new RegExp("https://e.com/(a|b)/c")'),
    ("string.py", 're.match("https://e.com/(?:a|b)/c", a)'),
    ("string.yaml", 'match: "https://e.com/[a-z]+|b"'),
    ("rules.json", '{"matches": ["https://*.e.com/*|"]}'),
    ("values.yaml", 'url: "https://{{ .Values.host }}/a|b"'),
    ("page.html", '<a href="https://e.com/{{ a }}|b">'),
]
# Texts that a program matches.
PATTERNS = [
    ("string.py", r're.compile(r"https?://e\.com/(a|b)/[^/]+$")'),
    ("string.py", r're.compile(r"https://e\.com/(a|b)/[^/]+$")'),
    ("string.js", r"a.match(/^https:\/\/e\.com\/(a|b)/)"),
    ("string.java", r'Pattern.compile("https://e\\.com/(a|b)%")'),
    ("rules.yaml", r"match: ^https://e\.com/(a|b)/.*$"),
]


SIGNED = 'Content-Type: multipart/signed; boundary="x"'
# Where a `%` is syntax, or the text is counted, compared or signed: a fault is reported, and no fix
# is safe.
KEPT = [
    ("unit.service", "[Unit]\nDocumentation=<https://e.com/a|b>"),
    ("string.c", 'printf("https://e.com/a|b/c\\n");'),
    ("string.py", '"https://e.com/a|b"'),
    ("string.py", '"https://e.com/%zz/a"'),
    ("string.py", '"https://e.com/50%off%20now/a"'),
    ("run.bat", 'curl "https://e.com/a|b"'),
    ("crontab", '0 0 * * * curl "https://e.com/a|b"'),
    ("alembic.ini", "[a]\nsqlalchemy.url = https://e.com/a b|c"),
    ("setup.cfg", "[a]\nurl = https://e.com/a|b"),
    ("apache.conf", 'LogFormat "https://e.com/a|b"'),
    ("text.po", 'msgstr "https://e.com/a|b"'),
    ("page.tex", r"\footnote{\url{https://e.com/a|b}}"),
    ("app.csproj", '<?xml version="1.0"?>\n<a url="https://e.com/a|b"/>'),
    ("de.ts", "<?xml version='1.0'?>\n<TS><translation>https://e.com/a|b</translation></TS>"),
    ("a.desktop", '[Desktop Entry]\nExec=firefox "https://e.com/a|b"'),
    ("strings.xml", '<resources><string name="url">https://e.com/a|b</string></resources>'),
    ("options.txt", 'a:1:{s:3:"url";s:17:"https://e.com/a|b";}'),
    # What no program decodes.
    ("a.json", '{"url": "s3://bucket/a|b%2fc"}'),
    ("a.ini", "[a]\npath = sqlite:////a/b|c.db"),
    ("options.json", r'{"a": "s:17:\"https://e.com/a|b\""}'),
    # Lock files, which their package managers compare.
    ("package-lock.json", '{"resolved": "https://e.com/a|b%2fc"}'),
    ("yarn.lock", '  resolved "https://e.com/a|b"'),
    ("poetry.lock", '[package.source]\nurl = "https://e.com/a|b"'),
    # A torrent, a record of WARC, a message of HTTP; a patch, and what is signed.
    ("a.fastresume", "d8:announce18:http://e.com/%zz/be"),
    ("a.warc", "WARC/1.0\nContent-Length: 60\n\n<https://e.com/a|b>"),
    ("a.http", 'HTTP/1.1 200 OK\nContent-Length: 60\n\n<a href="https://e.com/a|b">'),
    ("a.http", 'GET /a|b HTTP/1.1\nHost: e.com\nAuthorization: Digest uri="/a|b"\n\n'),
    ("a.txt", "--- a\n+++ b\n@@ -1,2 +1,2 @@\n-<https://e.com/%zz>\n <https://e.com/a|b>"),
    ("a.txt", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n<https://e.com/a|b>"),
    ("a.eml", f"Message-ID: 1\n{SIGNED}\n\n--x\n\n<https://e.com/a|b>"),
    ("a.eml", "DKIM-Signature: a\nMessage-ID: 1\n\n<https://e.com/a|b>"),
]


@pytest.mark.parametrize(("file", "text"), KEPT)
def test_no_fix_is_safe(file: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(f"{text}\n")
    assert main(["lint", "--no-config", "--fix", str(path)]) == 1
    assert path.read_text() == f"{text}\n"
    main(["lint", "--no-config", "--unsafe-fixes", str(path)])
    assert path.read_text() != f"{text}\n"


@pytest.mark.parametrize("file", ["README", "a.txt", "a.json", "a.md", ".env", ".gitmodules"])
def test_a_percent_is_written_where_it_is_text(file: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text('{"url": "https://e.com/a|b"}\n')
    assert main(["lint", "--no-config", "--fix", str(path)]) == 0
    assert "https://e.com/a%7Cb" in path.read_text()


@pytest.mark.parametrize(("file", "text"), [*COUNTED, *PATTERNS])
def test_a_template_is_skipped(
    file: str, text: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / file
    path.write_text(f"{text}\n")
    assert main(["lint", "--no-config", "--unsafe-fixes", str(path)]) == 0
    assert path.read_text() == f"{text}\n"
    summary = capfd.readouterr().err
    if (file, text) in COUNTED:
        listed = re.search(r"skipped: (.*)", summary)
        assert listed, f"no URL is counted as skipped: {summary}"
        assert sum(map(int, re.findall(r"\d+", listed[1]))) == 1
