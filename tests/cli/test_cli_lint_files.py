"""Files that documents name: `superuri lint --check-files` reports those that are missing."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from kit import command

if TYPE_CHECKING:
    from pathlib import Path


def run(*words: str, cwd: Path) -> tuple[int, list[tuple[str, str]], str]:
    """Return the exit code, the file and URL of each missing file, and what was reported."""
    done = command.run(["lint", "--output-format", "jsonl", *words], cwd=cwd)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    missing = [(each["file"], each["url"]) for each in found if each["name"] == "missing-file"]
    return done.returncode, missing, done.stderr.decode()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder with documents and the files that they name."""
    (tmp_path / "docs" / "sub").mkdir(parents=True)
    for name in ("README.md", "docs/d e.md", "docs/é.md", "docs/sub/n.html"):
        (tmp_path / name).touch()
    (tmp_path / "README.md").write_text(
        "# X, the first\n\nUnder\n---\n## Ö {#own}\n<a name='a1'>\n## X the first\n"
    )
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text", "missing"),
    [
        ("a.md", "[a](README.md) [b](sub/) [c](d%20e.md) [d](<d e.md>)", ["README.md"]),
        ("a.md", "[a](../README.md#x-the-first) [b](sub/n.html?x) ![c](%C3%A9.md) [d](.)", []),
        (
            "a.md",
            "[a]: gone.md\n![b](<gone 2.png>) [c](#x) [d](?x)\n\n[a]",
            ["gone.md", "gone 2.png"],
        ),
        ("a.md", "[a](http://e.com/x) [b](//e.com/x) [c](/x) [d](mailto:x@e.com)", []),
        ("a.md", "[a](../../other/x.md) [b](a%00b.md)", ["a%00b.md"]),
        (
            "a.html",
            '<a href="sub/n.html"><img src="gone.png" srcset="b.png 1x">',
            ["gone.png", "b.png"],
        ),
        ("a.rst", "`a <gone.html>`_ .. _b: sub\n\n.. image:: sub/n.html\n", ["gone.html"]),
        ("a.css", "a { background: url(gone.png) }", ["gone.png"]),
        ("a.txt", "see gone.png and sub/gone.html", []),
    ],
)
def test_references_to_files_that_are_not_there(
    tree: Path, name: str, text: str, missing: list[str]
) -> None:
    (tree / "docs" / name).write_text(text)
    wanted = [(f"docs/{name}", each) for each in missing]
    assert run("--check-files", f"docs/{name}", cwd=tree)[1] == wanted
    assert run(f"docs/{name}", cwd=tree)[1] == []
    assert run("--check-files", "--ignore", "missing-file", f"docs/{name}", cwd=tree)[1] == []


THERE = (
    *("x-the-first", "x-the-first-1", "x,_the_first", "under", "own", "%C3%B6", "a1", "top"),
    *(":~:text=x", ""),
)
GONE = ("x", "a2", "gone-1")


@pytest.mark.parametrize("fragment", [*THERE, *GONE])
def test_a_fragment_names_a_heading_or_an_element(tree: Path, fragment: str) -> None:
    link = f"../README.md#{fragment}"
    (tree / "docs" / "a.md").write_text(f"[a]({link}) [b](d%20e.md) [c](sub/n.html)")
    wanted = [] if fragment in THERE else [("docs/a.md", link)]
    assert run("--check-files", "docs/a.md", cwd=tree)[1] == wanted


def test_each_missing_file_is_reported_once(tree: Path) -> None:
    (tree / "docs" / "a.md").write_text("[a](gone.md) [b](d%20e.md)")
    code, missing, said = run("--check-files", "--select", "missing-file", "docs/a.md", cwd=tree)
    assert (code, missing) == (1, [("docs/a.md", "gone.md")])
    assert "1 warning" in said


def test_a_comment_can_switch_it_off(tree: Path) -> None:
    (tree / "docs" / "a.md").write_text(
        "[a](b.md) <!-- superuri: ignore[missing-file] -->\n[c](d.md)"
    )
    code, found, printed = run("--check-files", "docs", cwd=tree)
    assert (code, found) == (1, [("docs/a.md", "d.md")])
    assert "checked 2 URLs in 4 files: 1 warning" in printed


@pytest.mark.skipif(sys.version_info < (3, 11), reason="settings need tomllib")
def test_a_setting_can_switch_it_on(tree: Path) -> None:
    (tree / "docs" / "a.md").write_text("[c](d.md)")
    assert run("docs", cwd=tree)[:2] == (0, [])
    (tree / "superuri.toml").write_text("[lint]\ncheck-files = true\n")
    assert run("docs", cwd=tree)[:2] == (1, [("docs/a.md", "d.md")])
    (tree / "superuri.toml").write_text("[lint]\ncheck-files = 1\n")
    assert "lint.check-files has to be true or false" in run("docs", cwd=tree)[2]


def test_a_baseline_knows_them(tree: Path) -> None:
    (tree / "docs" / "a.md").write_text("[a](b.md)")
    assert run("--check-files", "--write-baseline", "known", "docs", cwd=tree)[0] == 0
    assert run("--check-files", "--baseline", "known", "docs", cwd=tree)[:2] == (0, [])


def test_a_link_that_leads_out_of_the_tree_is_not_followed(
    tree: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (tree / "docs" / "out").symlink_to(outside)
    (tree / "docs" / "a.md").write_text("[a](out/is-it-there)")
    assert run("--check-files", "docs", cwd=tree)[:2] == (0, [])
