"""Commands that the pages show, each on a line; `make run`, the first, prints its summary."""

import re
import subprocess
import sys

from kit import ROOT
from writers import registry


def test_make_run_shows_counts_and_times():
    command = [sys.executable, str(ROOT / "examples" / "run.py")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "lines of dirty-urls.txt" in done.stdout
    assert "`superuri clean` did the same to" in done.stdout


def test_each_command_of_a_page_stands_on_a_line_of_its_own():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*/**/README.md")]
    commands = 0
    for page in pages:
        if not {"target", ".venv", "site"} & set(page.relative_to(ROOT).parts):
            path = page.relative_to(ROOT).as_posix()
            text = registry.on_site(path, page.read_text(encoding="utf-8"))
            for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
                lines = block.splitlines()
                commands += sum(line.startswith("$ ") for line in lines)
                joined = [line for line in lines if re.search(r"\S\s+\$ \w", line)]
                assert joined == [], page
    assert commands > 100
