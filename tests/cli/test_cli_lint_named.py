"""Documents in formats of their own: what has a warning there, and what has none."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING

import pytest

import superuri
from kit import toml
from superuri._documents import scripted
from superuri.cli import main

if TYPE_CHECKING:
    from pathlib import Path

ROWS = toml.read("cli/documents/named.toml")["document"]
of_each_document = pytest.mark.parametrize("row", ROWS, ids=[row["file"] for row in ROWS])


def written(folder: Path, row: dict[str, str]) -> Path:
    """Return the file with the document of the row."""
    file = folder / row["file"]
    file.write_text(row["text"].lstrip("\n"), encoding="utf-8")
    return file


@of_each_document
def test_what_is_named(
    row: dict[str, str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, row)
    code = main(["lint", "--no-config", "--output-format", "jsonl", str(file)])
    found = [json.loads(line)["url"] for line in capfd.readouterr().out.splitlines()]
    missed = [url for url in row["named"] if url not in found]
    other = sorted({url for url in found if url not in row["named"]})
    assert (missed, other) == ([], []), "missed, and named without a reason"
    assert code == bool(row["named"])


@of_each_document
def test_what_is_right_has_no_fix(row: dict[str, str], tmp_path: Path) -> None:
    file = written(tmp_path, row)
    before = file.read_bytes()
    main(["lint", "--no-config", "--quiet", "--unsafe-fixes", str(file)])
    if not row["named"]:
        assert file.read_bytes() == before
    for line in before.decode().splitlines():
        if not any(url in html.unescape(line) for url in row["named"]) and "\\" not in line:
            assert line in file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("scheme", scripted.SCHEMES)
def test_what_is_found_as_a_script_is_reported_as_one(scheme: str) -> None:
    (spot,) = scripted.of_text(f'href="{scheme}a"')
    found = [finding.name for finding in superuri.lint(spot.text)]
    assert (spot.text, found) == (f"{scheme}a", ["script-scheme"])
