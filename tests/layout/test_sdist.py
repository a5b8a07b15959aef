"""Source distribution: it holds every file of the repository, byte for byte."""

import shutil
import subprocess
import sys
import tarfile

import pytest

from kit import ROOT

#: Files that maturin rewrites: it drops `default-members`, and names the README of a crate.
REWRITTEN = {"Cargo.toml", "crates/kernels/Cargo.toml"}
#: Files that it adds: the metadata, required by the standard of source distributions.
ADDED = {"PKG-INFO"}


def tracked():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=False, capture_output=True)
    if listed.returncode:
        pytest.skip("this is not a git checkout")
    names = listed.stdout.decode().split("\0")
    return {name for name in names if name and (ROOT / name).is_file()}


def test_it_holds_what_the_repository_holds(tmp_path):
    if shutil.which("cargo") is None:
        pytest.skip("cargo is not installed")
    wanted = tracked()
    made = subprocess.run(
        [sys.executable, "-m", "maturin", "sdist", "--out", tmp_path],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as opened:
        held = {
            row.name.partition("/")[2]: opened.extractfile(row).read()
            for row in opened.getmembers()
            if row.isfile()
        }
    assert sorted(wanted - held.keys()) == []
    assert sorted(name for name in ADDED if name not in held) == []
    # Files that are not committed yet may be included.
    ignored = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "--others", "--exclude-standard", "-z"],
        check=True,
        capture_output=True,
    ).stdout.decode()
    assert sorted(held.keys() - wanted - ADDED - set(ignored.split("\0"))) == []
    differ = {name for name in wanted if held[name] != (ROOT / name).read_bytes()}
    assert differ == REWRITTEN
