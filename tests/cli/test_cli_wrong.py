"""Wrong command lines: each prints the error on one line, and ends with its exit code."""

import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

from kit import toml
from kit.command import run

ROWS = toml.read("cli/wrong/lines.toml")["line"]


def test_there_are_sixty() -> None:
    assert len({row["run"] for row in ROWS}) >= 60


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["run"])
def test_a_wrong_command_line(row: dict[str, object], tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("url,n\nhttp://e.com/a b,1\n")
    (tmp_path / "list").write_text("/a b\n")
    done = run(shlex.split(str(row["run"])), cwd=tmp_path)
    message = done.stderr.decode().splitlines()
    if message and "tables are read with pyarrow" in message[0] and find_spec("pyarrow") is None:
        pytest.skip("pyarrow is not here: make test installs it")
    assert (message[0] if message else "") == row["says"]
    assert done.returncode == row["code"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "list"]
