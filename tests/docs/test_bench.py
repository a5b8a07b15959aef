"""Cases of the benchmark: their answers are those noted, and a wrong one ends the run."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from kit import ROOT

BENCH = ROOT / "bench"


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    # A separate process, because modules of the benchmark and of the tests share names.
    command = [sys.executable, str(folder / "cases.py")]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_every_case_is_answered_as_it_notes(report):
    done = run(BENCH)
    assert done.returncode == 0, done.stderr
    report(done.stdout.strip())


def test_another_answer_ends_the_run(tmp_path):
    for path in [*BENCH.glob("*.py"), BENCH / "cases.toml"]:
        shutil.copy(path, tmp_path)
    table = tmp_path / "cases.toml"
    text = table.read_text(encoding="utf-8")
    text = re.sub('answers = ".*?"', 'answers = "0123456789abcdef"', text, count=1)
    table.write_text(text, encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 1
    assert "the answers are not those that cases.toml notes" in done.stderr


def test_what_is_drawn_is_measured():
    drawn = re.findall(
        r'^    \("(.+)", "(.+)"\),$', (BENCH / "plots.py").read_text("utf-8"), re.MULTILINE
    )
    cases = (BENCH / "cases.toml").read_text(encoding="utf-8")
    assert drawn
    for verb, name in drawn:
        assert f'verb = "{verb}", name = "{name}"' in cases
