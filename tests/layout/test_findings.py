"""Scripts of `findings/`: what each one must have. CI does not run them."""

import os
import re

import pytest

from kit import ROOT

FOLDER = ROOT / "findings"
SCRIPTS = sorted(FOLDER.glob("*.sh"))
HEAD = re.compile(
    r"#!/usr/bin/env bash\n# (?P<sentence>.+\.)\n#\n"
    r"# Guess: (?:.+\n)+# Seen: (?:.+\n)+# Matters to: (?:.+\n)+"
    r"# Versions: (?:.+\n)*.*\d{4}-\d\d-\d\d\.\nset -euo pipefail\n"
)
#: The commands that install packages, the words that are options, and the mark of a version.
INSTALLED = re.compile(r"(pip install|apt-get download) ((?:.*\\\n)*.*)")
OPTION = re.compile(r"\\\n|(?<!\S)-\S+|2>.*")
PIN = {"pip install": "==", "apt-get download": "="}
ROW = re.compile(r"^\| \[(.+)\]\(\1\) \| (.+) \|$", re.MULTILINE)


def test_the_table_lists_every_script_with_its_sentence():
    listed = ROW.findall((FOLDER / "README.md").read_text("utf-8"))
    heads = [(path.name, HEAD.match(path.read_text("utf-8"))) for path in SCRIPTS]
    assert listed == [(name, head["sentence"]) for name, head in heads]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script(path):
    text = path.read_text("utf-8")
    assert HEAD.match(text), "the head lacks a line, or has them in another order"
    assert os.access(path, os.X_OK)
    # A finding is about other programs. `test_files.py` looks for the names of registries.
    assert "superuri" not in text
    assert "$(mktemp -d)" in text, "it works in no temporary folder"
    installed = INSTALLED.findall(text)
    assert installed, "it installs no package"
    for tool, words in installed:
        packages = OPTION.sub("", words).replace('"', "").split()
        assert [package for package in packages if PIN[tool] not in package] == []


def test_every_script_is_linked_from_a_page():
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "docs").glob("*.md"))
    assert [path.name for path in SCRIPTS if f"../findings/{path.name}" not in pages] == []
