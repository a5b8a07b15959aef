"""Command `lint`: it finds, writes and fixes what superuri.lint and superuri.fix do."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

import superuri
from kit import ROOT, chance
from kit.command import run
from kit.linting import MARKDOWN, Values, lint, objects
from superuri._documents import markup, spots

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("words", "codes", "code"),
    [
        (["http://e.com/"], [], 0),
        (["http://e.com/a b"], ["U102"], 1),
        (["http://e.com/%c3%a9"], ["U201"], 0),
        (["http://e.com/%c3%a9", "--fail-on", "info"], ["U201"], 1),
        (["http://e.com/%c3%a9", "--show", "warning"], [], 0),
        (["--text", "/a b|%c3%a9", "--select", "U1"], ["U102", "U103"], 1),
        (["--text", "/a b|%c3%a9", "--select", "U1", "--ignore", "space"], ["U103"], 1),
        (["--text", "/a%2Fb", "--policy", "spring-strict"], ["U922"], 1),
        (["http://e.com/%ff", "--fail-on", "error"], ["U301"], 0),
        (["--text", "--", "-a b"], ["U102"], 1),
    ],
)
def test_which_rules_apply_and_what_fails(words: list[str], codes: list[str], code: int) -> None:
    printed = lint("--output-format", "jsonl", *words, code=code)
    found = [json.loads(line)["code"] for line in printed.splitlines()]
    assert [each for each in found if each in codes or not codes] == codes


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    for words in (["-i", tmp_path / "no"], [tmp_path / "no"], ["-i", tmp_path]):
        lint(*words, code=3)


def test_lines_with_crlf_a_mark_and_no_last_newline(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(b"\xef\xbb\xbfhttp://e.com/a b\r\n\r\nhttp://e.com/\xff|\nhttp://e.com/%zz")
    rows = objects("-i", file, "--show", "error", code=1)
    places = [(row["line"], row["column"], row["code"]) for row in rows]
    assert places == [(1, 15, "U102"), (3, 15, "U103"), (4, 14, "U106")]
    first, *_ = objects("-i", "-", text=file.read_bytes(), code=1)
    assert first["code"] == "U102"
    lint("-i", file, "--fix", "--select", "U1")
    assert file.read_bytes() == (
        b"\xef\xbb\xbfhttp://e.com/a%20b\r\n\r\nhttp://e.com/%FF%7C\nhttp://e.com/%25zz"
    )


def test_nul_ends_records() -> None:
    rows = objects("-0", "-i", "-", "--show", "error", text=b"/a\nb\0/c\0/d e\0", code=1)
    assert [(row["line"], row["code"]) for row in rows] == [(1, "U101"), (3, "U102")]


def test_a_huge_line_is_linted_and_a_longer_one_ends_the_job() -> None:
    line = b"http://e.com/" + b"a" * 3_000_000 + b" b\n"
    assert "U102" in {row["code"] for row in objects("-i", "-", text=line, code=1)}
    lint("-i", "-", "--max-line", "64K", text=line, code=3)


def test_binary_and_hidden_files_are_not_documents(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\0http://e.com/%zz")
    (tmp_path / ".hidden").write_bytes(b"http://e.com/%zz")
    (tmp_path / "b.txt").write_bytes(b"\xff http://e.com/%zz\xffx")
    (row,) = objects(tmp_path, "--show", "error", code=1)
    assert (row["file"], row["line"], row["column"]) == (str(tmp_path / "b.txt"), 1, 16)


def test_urls_of_markdown(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(MARKDOWN, encoding="utf-8")
    rows = objects(file, "--select", "U106", code=1)
    lines = MARKDOWN.splitlines()
    for row in rows:
        assert lines[row["line"] - 1][row["column"] - 1] == "%"  # type: ignore[operator, index]
    assert len(rows) == 5
    lint(file, "--fix", "--select", "U106", code=0)
    assert file.read_text(encoding="utf-8") == MARKDOWN.replace("%zz", "%25zz")


HTML = (
    '<p><a title="x" href="http://e.com/?a=1&amp;b=x y&#38;c=&quot;">z</a>\n'
    "<IMG src=http://e.com/%zz><a href='/q?a=&lt;b&gt; c'>\n<a href=\"{{ url }}/a b\">"
)


def test_urls_of_html_and_their_entities(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text(HTML)
    rows = objects(file, "--show", "error", code=1)
    first = rows[0]
    line = HTML.splitlines()[0]
    assert line[first["column"] - 1 : first["end_column"] - 1] == " "  # type: ignore[operator]
    assert any(line[row["column"] - 1 :].startswith("&quot;") for row in rows)  # type: ignore[operator]
    before = Values(HTML).values
    lint(file, "--fix", code=0)
    after = file.read_text()
    assert Values(after).values[:3] == [superuri.fix(value) for value in before[:3]]
    assert "?a=1&amp;b=x%20y&#38;c=%22" in after
    assert '{{ url }}/a b"' in after


def test_entities_are_read_as_the_parser_reads_them() -> None:
    rng = chance.seeded("entities")
    pieces = [
        *("&amp;", "&#38;", "&#x26", "&lt;", "a", "=", "&"),
        *(";", "1", "&copy", "&nope;", "ü", " "),
    ]
    for _ in range(3000):
        raw = "".join(rng.choices(pieces, k=rng.randrange(9)))
        text, places = markup.unescaped(raw)
        assert len(places) == len(text) + 1
        assert list(places) == sorted(places)
        new = superuri.fix(text)
        spot = spots.Spot(text, places, markup.ATTRIBUTE)
        assert markup.unescaped(spot.written(raw, new))[0] == new, raw


def test_fixing_a_file_is_fixing_each_and_leaves_nothing_to_fix(tmp_path: Path) -> None:
    texts = [rule.example for rule in superuri.rules.values() if rule.default]
    texts = [text for text in texts if text and not re.search("[\r\n\0\ud800-\udfff]", text)]
    file = tmp_path / "list.txt"
    file.write_text("\n".join(texts) + "\n", encoding="utf-8", newline="")
    for word, guessing in (("--fix", False), ("--unsafe-fixes", True)):
        copy = tmp_path / word
        shutil.copy(file, copy)
        lint("-i", copy, word)
        want = [superuri.fix(text, unsafe=guessing) for text in texts]
        assert copy.read_bytes().decode().split("\n")[:-1] == want
        left = [row for row in objects("-i", copy, "--show", "info") if row["fix"]]
        assert not [row for row in left if row["fix"]["safe"] or guessing]  # type: ignore[index]
        once = copy.read_bytes()
        stamp = copy.stat().st_mtime_ns
        lint("-i", copy, word)
        assert (copy.read_bytes(), copy.stat().st_mtime_ns) == (once, stamp)


def test_an_argument_is_fixed_on_standard_output() -> None:
    assert lint("--fix", "--text", "/a b", "/%zz", code=0) == "/a%20b\n/%25zz\n"
    assert lint("--fix", "-i", "-", text=b"/a b\n/c", code=0) == "/a%20b\n/c"
    assert lint("--fix", "-", text=b"x http://e.com/%zz y", code=0) == ("x http://e.com/%25zz y")


def test_diff_changes_nothing_and_shows_no_password(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("http://u:pa55word@e.com/a b\nhttp://e.com/\n")
    printed = lint("-i", file, "--diff", code=1)
    assert "@@ -1 +1 @@" in printed
    assert "/a%20b" in printed
    assert "pa55word" not in printed
    assert file.read_text().startswith("http://u:pa55word@e.com/a b\n")


def test_a_job_that_is_killed_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    old = b"http://e.com/a b\n" * 400_000
    file.write_bytes(old)
    for delay in (0.15, 0.3):
        command = [sys.executable, "-m", "superuri", "lint", "-q", "--fix", "-i", str(file)]
        child = subprocess.Popen(command)
        time.sleep(delay)
        child.send_signal(signal.SIGKILL)
        child.wait()
        now = file.read_bytes()
        assert now in {old, old.replace(b" ", b"%20")}


def test_the_hooks_are_commands_that_there_are() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    entries = re.findall(r"entry: superuri (.*)", text)
    assert len(entries) == text.count("- id:")
    for entry in entries:
        lint(*entry.split()[1:], "-", text=b"http://e.com/", code=0)


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_pre_commit_runs_the_hook_in_a_repository(tmp_path: Path) -> None:
    pytest.importorskip("pre_commit")
    command = f"{shlex.quote(sys.executable)} -m superuri lint --"
    hook = {"id": "superuri-lint", "name": "URLs", "entry": command, "language": "system"}
    config = {"repos": [{"repo": "local", "hooks": [{**hook, "types": ["text"]}]}]}
    (tmp_path / ".pre-commit-config.yaml").write_text(json.dumps(config))
    env = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home")}
    hook = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    for text, code in (("See http://e.com/%zz.\n", 1), ("See http://e.com/.\n", 0)):
        (tmp_path / "README.md").write_text(text)
        subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
        done = subprocess.run(hook, cwd=tmp_path, env=env, capture_output=True, check=False)
        assert done.returncode == code, done.stdout.decode()
        assert (b"README.md:1:18: error U106" in done.stdout) == bool(code)


@pytest.mark.parametrize(
    ("words", "lines", "code"),
    [
        (["a.md"], ["a.md:1"], 1),
        (["folder", "https://e.com/%zz"], ["folder/b.md:1", "None:2"], 1),
        (["--text", "a.md", "/%zz"], ["None:2"], 1),
        (["--", "data:x"], ["data:x:1"], 1),
        (["data:x"], [], 0),
        (["-"], ["<stdin>:1"], 1),
        ([], ["<stdin>:1"], 1),
    ],
)
def test_an_argument_is_a_url_or_a_path(
    words: list[str], lines: list[str], code: int, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("a.md", "folder/b.md", "data:x"):
        (tmp_path / name).write_text("See http://e.com/%zz.\n")
    requested = ["--output-format", "jsonl", "--select", "U106", *words]
    printed = lint(*requested, text=b"x http://e.com/%zz y", code=code, cwd=tmp_path)
    rows = [json.loads(line) for line in printed.splitlines()]
    assert [f"{row['file']}:{row['line']}" for row in rows] == lines


@pytest.mark.parametrize("word", ["nosuch.md", "C:\\x", "C:/x", "C://x", "/a b", ""])
def test_a_path_that_does_not_exist_is_reported_with_a_hint(word: str) -> None:
    done = run(["lint", word])
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"--text" in done.stderr
