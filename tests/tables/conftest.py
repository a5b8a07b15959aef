"""Folder of a test of tables: with a table in it, read in small blocks."""

from pathlib import Path

import pytest

from kit.jobs import ROWS


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a table, in which the test runs; blocks are small."""
    from superuri.tables.files import reading  # noqa: PLC0415  because pyarrow may be missing

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reading, "ROWS", 10)
    Path("a.csv").write_text(ROWS)
    return tmp_path
