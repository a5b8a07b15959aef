"""Wheels below dist/: what is in them, what they need, and how their code is protected.

    make wheels

The tools are those of .venv/publish, which `make wheels` installs.
"""

import re
import subprocess
import sysconfig
import zipfile
from pathlib import Path

import pytest

from heavy.reproducible import PROMISED
from kit import ROOT

DIST = ROOT / "dist"
WHEELS = sorted(DIST.glob("*.whl"))
LINUX = [path for path in WHEELS if "linux" in path.name]
GLIBC = [path for path in LINUX if "musllinux" not in path.name]
TOOLS = ROOT / ".venv" / "publish" / Path(sysconfig.get_path("scripts")).name


def each(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.name)


def engine(path):
    """Return the native module inside a wheel."""
    with zipfile.ZipFile(path) as wheel:
        (name,) = (name for name in wheel.namelist() if re.search(r"/_core\..*(so|pyd)$", name))
        return wheel.read(name)


def headers(path, folder):
    """Return the segments and the dynamic section of the native module, as readelf prints them."""
    module = folder / "module.so"
    module.write_bytes(engine(path))
    command = [TOOLS / "python", TOOLS / "readelf.py", "-l", "-d", module]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_there_are_wheels():
    assert WHEELS, "no wheel below dist/: make wheels"


@each(WHEELS)
def test_no_folder_of_the_builder_is_in_it(path):
    octets = engine(path)
    for folder in (ROOT, Path.home()):
        assert (str(folder).encode() + b"/" in octets) is False, folder
    # The standard library's sources, wherever the compiler has them.
    assert re.search(rb"/[\w/.-]+/rustlib/src/", octets) is None


@each(LINUX)
def test_it_needs_no_library_but_that_of_c(path, tmp_path):
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", headers(path, tmp_path))
    if "musllinux" in path.name:  # whose loader takes each name that begins with `libc.` as itself
        assert needed == ["libc.so"]
    else:
        parts = re.compile(r"(ld-linux.*|lib(c|dl|m|pthread|rt|util))\.so\.\d")
        assert [name for name in needed if not parts.fullmatch(name)] == []


@each(LINUX)
def test_it_is_hardened(path, tmp_path):
    shown = headers(path, tmp_path)
    # The loader fills in all addresses at once, and makes them read-only.
    assert re.search(r"^ *GNU_RELRO ", shown, re.MULTILINE)
    assert "BIND_NOW" in shown
    # The stack is not executable, the code is not written to, no folder is searched for libraries.
    assert re.search(r"GNU_STACK( +0x\w+){3}\s+(0x\w+ +){2}RW ", shown)
    assert not re.search(r"TEXTREL|\(RPATH\)|\(RUNPATH\)", shown)
    # The C and C++ have a stack protector, and check lengths, for which musl has no functions.
    octets = engine(path)
    assert b"__stack_chk_fail\0" in octets
    assert (b"__memcpy_chk\0" in octets) == (path in GLIBC)


@each(WHEELS)
def test_it_has_what_the_package_promises(path):
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
    for end in PROMISED:
        assert sum(name.endswith(end) for name in names) == 1, end


@each(GLIBC)
def test_its_tag_is_true(path):
    """auditwheel knows the name of musl's library only as Alpine's compiler writes it."""
    done = subprocess.run([TOOLS / "auditwheel", "show", path], check=False, capture_output=True)
    shown = " ".join(done.stdout.decode().split())
    assert f'"{path.stem.split("-")[-1].rpartition(".")[2]}"' in shown, done.stderr.decode()


def test_an_index_would_accept_them():
    paths = [*WHEELS, *DIST.glob("*.tar.gz")]
    command = [TOOLS / "twine", "check", "--strict", *paths]
    done = subprocess.run(command, check=False, capture_output=True)
    assert done.returncode == 0, done.stdout.decode()
