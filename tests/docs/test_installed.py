"""Files that the wheel installs: they are up to date, and their programs accept them."""

import shutil
import subprocess
import sys

import pytest

from kit import ROOT

SHARE = ROOT / "wheel" / "data" / "share"
READERS = {
    "groff": ["-man", "-ww", "-z", SHARE / "man" / "man1" / "superuri.1"],
    "bash": ["-n", SHARE / "bash-completion" / "completions" / "superuri"],
    "zsh": ["-n", SHARE / "zsh" / "site-functions" / "_superuri"],
    "fish": ["-n", SHARE / "fish" / "vendor_completions.d" / "superuri.fish"],
}


def test_they_are_up_to_date():
    tool = ROOT / "docs" / "installed.py"
    done = subprocess.run([sys.executable, tool, "--check"], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("reader", READERS)
def test_their_readers_complain_of_nothing(reader):
    if shutil.which(reader) is None:
        pytest.skip(f"{reader} is not installed")
    done = subprocess.run([reader, *READERS[reader]], check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
