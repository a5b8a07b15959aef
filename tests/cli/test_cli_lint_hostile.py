"""A hostile repository: what `superuri lint` reads, writes and prints in it."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kit.amount import rest
from kit.command import run

WRONG = "http://e.com/%zz\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a checkout with a document, beside a file that is not part of it."""
    (tmp_path / "outside.txt").write_text(WRONG)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "outside.txt").write_text(WRONG)
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    (checkout / "ok.txt").write_text(WRONG)
    monkeypatch.chdir(checkout)
    return checkout


LINKS = {
    "file.txt": "../outside.txt",
    "folder": "../folder",
    "absolute.txt": "/etc/hosts",
    "device.txt": "/dev/zero",
    "process.txt": "/proc/self/environ",
    "circle": "circle",
    "up": "..",
    "inside.txt": "ok.txt",
    "hidden.txt": ".git/config",
}


@pytest.mark.parametrize("words", [["--fix"], ["--unsafe-fixes"], ["--diff"], []], ids=str)
def test_no_link_of_a_folder_is_read_or_written_through(repository: Path, words: list[str]) -> None:
    (repository / ".git").mkdir()
    (repository / ".git" / "config").write_text(WRONG)
    for name, target in LINKS.items():
        (repository / name).symlink_to(target)
    done = run(["lint", ".", *words])
    # Once in the document, once more where the summary names it.
    assert b"outside" not in done.stdout + done.stderr
    assert f"skipped: {len(LINKS)} links".encode() in done.stderr
    for path in ("../outside.txt", "../folder/outside.txt", ".git/config"):
        assert Path(path).read_text() == WRONG
    for name, target in LINKS.items():
        assert str((repository / name).readlink()) == target
    fixes = {"--fix", "--unsafe-fixes"} & {*words}
    assert Path("ok.txt").read_text() == ("http://e.com/%25zz\n" if fixes else WRONG)


def test_a_link_that_is_named_is_the_users_wish(repository: Path) -> None:
    (repository / "link.txt").symlink_to("../outside.txt")
    assert run(["lint", "link.txt", "--fix", "-q"]).returncode == 0
    assert (repository / "link.txt").is_symlink()
    assert Path("../outside.txt").read_text() == "http://e.com/%25zz\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
def test_only_regular_files_are_opened(repository: Path) -> None:
    os.mkfifo(repository / "fifo.txt")
    (repository / "image.txt").write_bytes(b"http://e.com/%zz \0")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.txt")
        done = run(["lint", "."])
    assert done.returncode == 1
    message = b"1 URL in 1 file: 1 error; skipped: 1 binary file, 2 special files"
    assert done.stderr == b"superuri lint: checked " + message + b"\n"


#: Files and variables with options of tools: with --no-config, lint reads none of them.
CONFIGURATION = {
    ".superuri.toml": 'ignore = ["U106"]',
    "pyproject.toml": '[tool.superuri]\nignore = ["U106"]\n[tool.superuri.lint]\nignore = ["U1"]',
    "setup.cfg": "[superuri]\nignore = U106",
    "tox.ini": "[superuri]\nignore = U106",
    "superuri.toml": "[lint]\nignore = ['U106']",
    ".superuriignore": "*",
    ".gitignore": "*",
    ".editorconfig": "[*]\nsuperuri = off",
    "superuri.py": "raise SystemExit(0)",
    "json.py": "raise SystemExit(0)",
    "superuri/__init__.py": "raise SystemExit(0)",
    "sitecustomize.py": "raise SystemExit(0)",
}


def test_without_settings_no_file_of_the_tree_configures_the_linter(repository: Path) -> None:
    # As the installed script begins; `python -m superuri` would import what is in the folder.
    script = repository.parent / "superuri-script"
    script.write_text("import sys\nfrom superuri.cli import main\nsys.exit(main())\n")
    command = [sys.executable, script, "lint", "ok.txt", "--no-config"]
    command += ["--output-format", "jsonl"]
    before = subprocess.run(command, capture_output=True, check=False)
    assert before.stdout.count(b"U106") == 1
    for name, text in CONFIGURATION.items():
        (repository / name).parent.mkdir(exist_ok=True)
        (repository / name).write_text(text)
        after = subprocess.run(command, capture_output=True, check=False)
        assert (after.returncode, after.stdout) == (before.returncode, before.stdout), name
        (repository / name).unlink()


URL = WRONG.rstrip()
EXEMPTING = [f"{URL} superuri: {word}\n" for word in ("ignore", "ignore[U106]")]
EXEMPTING += [f"superuri: off\n{WRONG}"]


@pytest.mark.parametrize("text", EXEMPTING)
def test_comments_of_the_tree_exempt_and_are_counted_unless_forbidden(
    repository: Path, text: str
) -> None:
    (repository / "ok.txt").write_text(text)
    done = run(["lint", "."])
    assert done.returncode == 0
    assert b"U106" not in done.stdout
    if "[" not in text:
        assert done.stderr == (
            b"superuri lint: checked 0 URLs in 1 file: nothing found; 1 URL exempted by comments\n"
        )
    done = run(["lint", ".", "--no-exempt"])
    assert (done.returncode, done.stdout.count(b"U106")) == (1, 1)
    assert run(["lint", ".", "--no-exempt", "--fix", "-q"]).returncode == 0
    assert "%25zz" in (repository / "ok.txt").read_text()


#: Names of files with special meanings for terminals and logs.
NAMES = [
    *("::error::x", "::add-mask::e", "a\n::error::x", "a\r::add-mask::e"),
    *("a%0A::error::x", "a,line=9,title=x", "##[add-mask]e", "\x1b[2J\x1b]0;x\x07.txt"),
    *("\u202etxt.exe", "\x9b2J", "=cmd|x!A1.txt", "-rf"),
]
ANNOTATION = re.compile(
    rb"::error file=[^,:\r\n]*,line=\d+,endLine=\d+,col=\d+,endColumn=\d+,"
    rb"title=U106 stray-percent::[^\r\n]*"
)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_has_no_effect(repository: Path, name: str) -> None:
    (repository / "ok.txt").rename(repository / name)
    done = run(["lint", ".", "--output-format", "github"])
    [line] = done.stdout.splitlines()
    assert ANNOTATION.fullmatch(line)
    for words in (["--output-format", "text"], ["--diff"], ["--fix"]):
        done = run(["lint", ".", *words])
        for line in (done.stdout + done.stderr).decode().split("\n"):
            assert line.isprintable(), words
        assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("name", "form"),
    [
        pytest.param(name, form, marks=rest if (n + m) % 3 else ())
        for n, name in enumerate(NAMES)
        for m, form in enumerate(("json", "jsonl", "sarif"))
    ],
    ids=ascii,
)
def test_programs_read_the_name_as_it_is(repository: Path, name: str, form: str) -> None:
    (repository / "ok.txt").rename(repository / name)
    printed = run(["lint", ".", "--output-format", form]).stdout
    assert all(c.isprintable() or c == "\n" for c in printed.decode())
    read = json.loads(printed)
    if form != "sarif":
        assert (read[0] if form == "json" else read)["file"] == name


#: Lines of a list that GitHub would take for commands.
COMMANDS = ["::error::x %zz", "::add-mask::e %zz", "::stop-commands::x%zz", "a%0A::error::x %zz"]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_url_is_not_a_command(repository: Path, line: str) -> None:
    (repository / "urls.txt").write_text(line + "\n")
    done = run(["lint", "-i", "urls.txt", "--output-format", "github"])
    for printed in done.stdout.decode().splitlines():
        assert re.match(r"::(error|warning|notice) file=urls\.txt,", printed)
    assert done.stdout.count(b"%25") >= 1


def test_a_small_file_that_unpacks_to_much_is_refused(repository: Path) -> None:
    import gzip  # noqa: PLC0415  the only test that packs

    with gzip.open(repository / "bomb.txt.gz", "wb") as file:
        for _ in range(80):
            file.write(b"a" * (1 << 20))
    done = run(["lint", "-i", "bomb.txt.gz"])
    assert done.returncode == 3
    message = b"bomb.txt.gz: a line is longer than 67108864 bytes; see --max-line"
    assert done.stderr == b"superuri: " + message + b"\n"
    # As a document it is not unpacked.
    assert run(["lint", "bomb.txt.gz"]).returncode == 0
