"""Lint settings of a project, excluded files, and the baseline of known findings."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from kit.command import run

if TYPE_CHECKING:
    from pathlib import Path

WRONG = "see http://e.com/%zz and http://e.com/é\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("a.txt", "docs/b.md", "build/c.txt", "vendor/d.txt", "e.log"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(WRONG)
    (tmp_path / ".gitignore").write_text("build/\n*.log\n")
    return tmp_path


def lint(folder: Path, *words: str, code: int = 1) -> tuple[list[str], str]:
    """Return the files in which something is found, and the summary."""
    done = run(["lint", "--output-format", "jsonl", *words], cwd=folder)
    assert done.returncode == code, done.stderr
    rows = [json.loads(row) for row in done.stdout.splitlines()]
    return sorted({row["file"] for row in rows}), done.stderr.decode()


def settings(folder: Path, text: str, name: str = "superuri.toml") -> None:
    if sys.version_info < (3, 11):
        pytest.skip("settings need tomllib, which is younger than this Python")
    (folder / name).write_text(text)


def test_what_gitignore_excludes_is_not_linted(project: Path) -> None:
    assert lint(project, ".")[0] == ["a.txt", "docs/b.md", "vendor/d.txt"]
    every = ["a.txt", "build/c.txt", "docs/b.md", "e.log", "vendor/d.txt"]
    assert lint(project, ".", "--no-gitignore")[0] == every
    # Ignore files of parent folders count too; a named file is linted.
    (project / "docs" / "new.log").write_text(WRONG)
    assert lint(project, "docs")[0] == ["docs/b.md"]
    assert lint(project, "e.log", "build/c.txt")[0] == ["build/c.txt", "e.log"]


def test_a_fix_leaves_what_is_excluded(project: Path) -> None:
    # In running text, the fix of a character beyond ASCII is not safe.
    lint(project, ".", "--fix", "--unsafe-fixes", "--exclude", "vendor", code=0)
    assert (project / "e.log").read_text() == WRONG
    assert (project / "vendor" / "d.txt").read_text() == WRONG
    assert (project / "a.txt").read_text() != WRONG


@pytest.mark.parametrize(
    ("patterns", "left"),
    [
        (["vendor/"], ["a.txt", "docs/b.md"]),
        (["*.md", "vendor"], ["a.txt"]),
        (["/*.txt"], ["docs/b.md", "vendor/d.txt"]),
        (["**/d.*"], ["a.txt", "docs/b.md"]),
        (["*", "!a.txt"], ["a.txt"]),
    ],
)
def test_patterns_exclude_files_and_folders(
    project: Path, patterns: list[str], left: list[str]
) -> None:
    words = [word for pattern in patterns for word in ("--exclude", pattern)]
    assert lint(project, ".", *words)[0] == left


def test_what_is_excluded_is_not_linted_where_it_is_named(project: Path) -> None:
    found, message = lint(project, "a.txt", "vendor/d.txt", "--exclude", "vendor")
    assert found == ["a.txt"]
    assert message.endswith("skipped: 1 excluded file\n")


def test_settings_hold_in_the_folders_below(project: Path) -> None:
    settings(project, '[lint]\nexclude = ["vendor"]\nignore = ["U105"]\n')
    found, message = lint(project, ".")
    assert found == ["a.txt", "docs/b.md"]
    assert "2 errors; settings: superuri.toml" in message
    done = run(["lint", "."], cwd=project / "docs")
    assert b"1 error; settings: ../superuri.toml" in done.stderr
    assert lint(project, ".", "--no-config")[0] == ["a.txt", "docs/b.md", "vendor/d.txt"]


def test_the_nearest_settings_count_and_options_replace_them(project: Path) -> None:
    settings(project, '[tool.superuri.lint]\nselect = ["U106"]\n', "pyproject.toml")
    assert "1 error;" in lint(project, "a.txt")[1]
    assert "1 warning;" in lint(project, "a.txt", "--select", "U105")[1]
    settings(project, "[lint]\nselect = ['U105']\nfail-on = 'error'\n")
    assert "1 warning;" in lint(project, "a.txt", code=0)[1]
    settings(project / "docs", '[project]\nname = "superuri"\n', "pyproject.toml")
    assert "1 warning;" in lint(project, "docs", code=0)[1]


#: A linter on Python 3.10, which has no parser of TOML.
WITHOUT_TOMLLIB = (
    "import sys; sys.modules['tomllib'] = None; from superuri.cli import main; sys.exit(main())"
)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[project]\ndependencies = ['superuri']\n", 1),
        ("[project.scripts]\nsuperuri = 'superuri.cli:main'\n# tool.superuri.lint\n", 1),
        ("[tool.other]\nnames = ['superuri']\n", 1),
        ("[tool.superuri-other]\nselect = []\n", 2),  # taken for ours, to be on the safe side
        ("[tool.superuri.lint]\nselect = ['U106']\n", 2),
        (" [ tool . 'superuri' ]\nlint = {}\n", 2),
        ('tool."superuri".lint.select = []\n', 2),
        ("[tool]\nsuperuri.lint.select = []\n", 2),
        ("tool = {superuri = {lint = {}}}\n", 2),
    ],
)
def test_without_a_parser_of_toml_only_settings_are_refused(
    project: Path, text: str, code: int
) -> None:
    (project / "pyproject.toml").write_text(text)
    command = [sys.executable, "-c", WITHOUT_TOMLLIB, "lint", "a.txt"]
    done = subprocess.run(command, cwd=project, check=False, capture_output=True)
    assert done.returncode == code, done.stderr
    assert (b"Python 3.11 and later" in done.stderr) == (code == 2)


@pytest.mark.parametrize(
    "text",
    [
        "[tool.superuri.lint]\nselect = ['U106']\n",
        "[project]\nname = 'a'\n [ tool . 'superuri' ]\nlint = {select = ['U106']}\n",
        'tool."superuri".lint.select = ["U106"]\n',
        "[tool]\nsuperuri.lint.select = ['U106']\n",
        "tool = {superuri = {lint = {select = ['U106']}}}\n",
    ],
)
def test_a_table_is_found_however_it_is_written(project: Path, text: str) -> None:
    settings(project, text, "pyproject.toml")
    assert "1 error; settings: pyproject.toml" in lint(project, "a.txt")[1]


def test_rules_are_ignored_file_by_file(project: Path) -> None:
    settings(project, '[lint.per-file-ignores]\n"docs/*.md" = ["U1"]\n"*.txt" = ["non-ascii"]\n')
    found, message = lint(project, ".")
    assert found == ["a.txt", "vendor/d.txt"]
    assert "2 errors;" in message
    lint(project, ".", "--fix", code=0)
    assert (project / "docs" / "b.md").read_text() == WRONG


def test_rules_are_ignored_before_a_placeholder_too(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('f"https://u:S3cret@e.com/{a}"\n')
    assert lint(tmp_path, "a.py")[0] == ["a.py"]
    settings(tmp_path, '[lint.per-file-ignores]\n"*.py" = ["U605"]\n')
    assert lint(tmp_path, "a.py", code=0)[0] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[lint]\nexclud = []\n", "lint has no setting 'exclud'; did you mean exclude?"),
        ("[lint]\nselect = 'U1'\n", "lint.select has to be a list of rules"),
        ("[lint]\nshow = 'all'\n", "lint.show has to be one of info, warning, error"),
        ("lint = 1\n", "lint has to be a table"),
        ("[lint]\nper-file-ignores = ['a']\n", "has to be a table of patterns and lists of rules"),
        ("[lint\n", "it is not valid TOML"),
        ("[lint]\nselect = ['U199']\n", "U199"),
        ("[lint]\npolicy = 'ssfr'\n", "ssfr"),
        ("[lint]\nexclude = ['[a']\n", "a pattern of files: "),
        ("[lint]\nbaseline = 'none.json'\n", "none.json"),
    ],
)
def test_wrong_settings_are_refused(project: Path, text: str, message: str) -> None:
    settings(project, text)
    done = run(["lint", "a.txt"], cwd=project)
    assert done.returncode == (3 if "baseline" in text else 2)
    assert message in done.stderr.decode()
    assert run(["lint", "a.txt", "--no-config"], cwd=project).returncode == 1


def test_a_baseline_hides_what_is_known(project: Path) -> None:
    _, message = lint(project, ".", "--write-baseline", "known.json", code=0)
    assert "6 findings written to known.json" in message
    assert "e.com" not in (project / "known.json").read_text()
    found, message = lint(project, ".", "--baseline", "known.json", code=0)
    assert found == []
    assert "nothing found; 6 findings of known.json not shown" in message
    (project / "a.txt").write_text(f"new lines\n\n{WRONG}http://e.com/%zz\n")
    assert lint(project, ".", "--baseline", "known.json")[0] == ["a.txt"]
    (project / "a.txt").write_text("all is well\n")
    message = lint(project, ".", "--baseline", "known.json", code=0)[1]
    assert "2 no longer found: --write-baseline updates it" in message


def test_a_baseline_of_the_settings_is_relative_to_them(project: Path) -> None:
    lint(project, ".", "--write-baseline", "docs/known.json", code=0)
    settings(project, "[lint]\nbaseline = 'docs/known.json'\n")
    done = run(["lint", "b.md"], cwd=project / "docs")
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"superuri-baseline": 2}', "\udc00", '"a"'])
def test_what_is_not_a_baseline_is_refused(project: Path, text: str) -> None:
    (project / "known.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    done = run(["lint", "a.txt", "--baseline", "known.json"], cwd=project)
    assert done.returncode == 2
    assert b"known.json: it is " in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["http://e.com/", "--baseline", "a.txt"],
        ["-i", "a.txt", "--write-baseline", "b"],
        [".", "--write-baseline", "b", "--fix"],
        [".", "--write-baseline", "b", "--baseline", "b"],
    ],
)
def test_a_baseline_is_about_documents(project: Path, words: list[str]) -> None:
    assert run(["lint", *words], cwd=project).returncode == 2
    assert not (project / "b").exists()
