"""The jobs of docs/jobs.md, the tutorial, the landing page: each command prints what they say."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import superuri
from kit import ROOT

PAGE = (ROOT / "docs" / "jobs.md").read_text(encoding="utf-8")
JOBS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
#: One session from top to bottom: a command needs the files of those before it.
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
LANDING = (ROOT / "site" / "index.md").read_text(encoding="utf-8")


def sessions(text: str) -> list[tuple[str, str]]:
    """The commands of a job, each with its output."""
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    lines = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE)
    return [(command, printed) for command, printed in lines]


def files(text: str) -> list[tuple[str, str]]:
    """The files of a job, each with its content: the first line is a comment with the name."""
    return re.findall(r"^```python\n# (\S+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_each_job_has_an_example() -> None:
    assert all(sessions(text) or "```pycon" in text for text in JOBS.values())


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=job)
        for job, text in {**JOBS, "tutorial": TUTORIAL, "landing page": LANDING}.items()
        if sessions(text)
    ],
)
def test_a_job_prints_what_the_page_shows(text: str, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("superuri", "pytest"):
        program = tools / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {name} "$@"\n')
        program.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    for name, content in files(text):
        (work / name).write_text(content)
    found = os.environ | {
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": str(Path(superuri.__file__).parents[1]),
    }
    for command, printed in sessions(text):
        done = subprocess.run(
            ["bash", "-c", f"{command} 2>&1"],
            check=False,
            stdout=subprocess.PIPE,
            text=True,
            cwd=work,
            env=found,
        )
        if "tables are read with pyarrow" in done.stdout and find_spec("pyarrow") is None:
            pytest.skip("pyarrow is not here: make test installs it")
        assert done.stdout == printed, command
