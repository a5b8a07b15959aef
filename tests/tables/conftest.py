"""Fixtures of the tests of tables: an empty folder, and one with a table read in small blocks."""

from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from kit.jobs import ROWS


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working directory of the test, with a table; blocks are small."""
    from superuri.tables.files import reading  # noqa: PLC0415  because pyarrow may be missing

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reading, "ROWS", 10)
    Path("a.csv").write_text(ROWS)
    return tmp_path


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """The working directory of the test, an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def both_ways(monkeypatch):
    """The two ways to read and write rows, each a context: with Arrow, and row by row."""
    from superuri.tables.files import chunks, strings  # noqa: PLC0415  as above

    @contextmanager
    def row_by_row():
        with monkeypatch.context() as patch:
            patch.setattr(chunks, "MAX_BYTES", 0)
            patch.setattr(strings, "SMALL_BATCH", 1 << 40)
            yield

    return nullcontext, row_by_row
