"""Source distribution: it holds every file of the repository, byte for byte."""

import shutil
import subprocess
import sys
import tarfile

import pytest

from kit import ROOT
from kit.listed import listed

#: Files that maturin rewrites: it drops `default-members`, and names the README of a crate.
REWRITTEN = {"Cargo.toml", "crates/kernels/Cargo.toml"}
#: Files that it adds: the metadata, required by the standard of source distributions.
ADDED = {"PKG-INFO"}


def test_it_holds_what_the_repository_holds(tmp_path):
    if shutil.which("cargo") is None:
        pytest.skip("cargo is not installed")
    wanted = {name for name in listed() if (ROOT / name).is_file()}
    command = [sys.executable, "-m", "maturin", "sdist", "--out", tmp_path]
    made = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as opened:
        files = [row for row in opened.getmembers() if row.isfile()]
        held = {row.name.partition("/")[2]: opened.extractfile(row).read() for row in files}
    assert sorted(wanted - held.keys()) == []
    assert sorted(name for name in ADDED if name not in held) == []
    # Files that are not committed yet may be included.
    others = set(listed("--others", "--exclude-standard"))
    assert sorted(held.keys() - wanted - ADDED - others) == []
    differ = {name for name in wanted if held[name] != (ROOT / name).read_bytes()}
    assert differ == REWRITTEN
