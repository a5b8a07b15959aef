"""The files that git has here."""

import subprocess

import pytest

from kit import ROOT


def listed(*options):
    """Return the names of files, with these options of `git ls-files`."""
    command = ["git", "-C", ROOT, "ls-files", "-z", *options]
    done = subprocess.run(command, check=False, capture_output=True)
    if done.returncode:
        pytest.skip("this is not a git checkout")
    return done.stdout.decode().split("\0")[:-1]
