"""Files that the wheel installs: git has them, and their programs accept them."""

import fnmatch
import shutil
import subprocess

import pytest

from heavy.reproducible import PROMISED
from kit import ROOT, toml
from kit.listed import listed

PROJECT = toml.read(ROOT / "pyproject.toml")

MAN = ROOT / "wheel" / "data" / "share" / "man" / "man1" / "superuri.1"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_complains_of_nothing():
    done = subprocess.run(["groff", "-man", "-ww", "-z", MAN], check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_fresh_clone_has_all_that_the_build_reads():
    """tests/layout/test_sdist.py shows that the source distribution has what git has, and
    `heavy.reproducible --clone` installs a clone.
    """
    names = listed()
    tool = PROJECT["tool"]["maturin"]
    read = [PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]]
    read += [*tool["sbom"]["include"], tool["manifest-path"], f"{tool['data']}/data/share/man/*"]
    assert [pattern for pattern in read if not fnmatch.filter(names, pattern)] == []
    # A file that the package promises is one of these, or in the package's folder.
    package = [name for name in names if name.startswith(f"{tool['python-source']}/superuri/")]
    shipped = [*package, *(name for name in names if any(fnmatch.fnmatch(name, it) for it in read))]
    for end in PROMISED:
        file = end.removeprefix("licenses/").removeprefix("sboms/")
        assert any(name.endswith(file) for name in shipped), end
