"""The files of the repository: their sizes, their first lines, what they must not contain."""

import ast
import re

import pytest

import superuri
from kit import ROOT, TESTS, order
from kit.listed import listed
from superuri import _verbs

CRATES = ROOT / "crates"
PACKAGE = ROOT / "python" / "superuri"

RUST_LINES = 400
PYTHON_LINES = 300
# Words that describe where this was written.
MACHINE = re.compile(
    r"/(?<![\w.~/:]/)(?:root|work|home/[a-z]+|Users/[a-z]+)/"
    r"|:(?<=[a-z]:)\\Users"
    r"|crates[.]io|pypi[.]org|pythonhosted[.]org|registry[.]npmjs|deb[.]debian[.]org"
)
# A docstring, perhaps after comments.
DOCSTRING = re.compile(r'(?:#.*\n|\s)*r?"""\s*[^\s"]')
# Cargo names the registry in its lock file; the examples have paths in URLs.
MACHINE_EXCEPT = ("Cargo.lock", "examples/dirty-urls.txt")
# Controls that an editor does not show: all but tabs and ends of lines.
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f]")


def rust_files():
    return sorted(CRATES.rglob("*.rs"))


def python_files():
    return sorted(
        path
        for folder in ("python", "tests", "bench", "docs", "examples", "fuzz")
        for path in (ROOT / folder).rglob("*.py*")
        if path.suffix in {".py", ".pyi"}
    )


def test_the_tests_that_start_first_are_there():
    assert [name for name in order.LONG if not (TESTS / name).is_file()] == []


def tracked():
    names = listed("--cached", "--others", "--exclude-standard")
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def test_a_file_fits_in_a_head():
    limits = [(path, RUST_LINES) for path in rust_files()]
    limits += [(path, PYTHON_LINES) for path in python_files() if path.suffix == ".py"]
    lengths = {path: len(path.read_text().splitlines()) for path, _ in limits}
    rows = [(path.relative_to(ROOT), lengths[path], most) for path, most in limits]
    long = [f"{path}: {length}" for path, length, most in rows if length > most]
    assert not long


def test_nothing_is_left_for_later():
    words = "TO" + "DO|FIX" + "ME|XX" + "X:"
    left = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in {".py", ".pyi", ".rs", ".toml", ".md"}
        and re.search(rf"\b(?:{words})", path.read_text())
    ]
    assert not left


def test_the_first_line_of_a_file_is_its_question():
    silent = [path for path in rust_files() if not path.read_text().startswith("//! ")]
    mute = [str(path.relative_to(ROOT)) for path in silent]
    mute += [
        str(path.relative_to(ROOT))
        for path in python_files()
        if path.suffix == ".py" and not DOCSTRING.match(path.read_text())
    ]
    assert not mute


def test_no_file_names_where_it_was_written():
    message = [
        f"{path.relative_to(ROOT)}: {found.group()}"
        for path in tracked()
        if path.relative_to(ROOT).as_posix() not in MACHINE_EXCEPT
        and (found := MACHINE.search(path.read_text(errors="replace")))
    ]
    assert not message


def test_no_text_has_a_control_that_nobody_sees():
    message = [
        f"{path.relative_to(ROOT)}: {found.group()!r} at byte {found.start()}"
        for path in tracked()
        if path.suffix not in {".png", ".bin"} and (found := CONTROL.search(path.read_bytes()))
    ]
    assert not message


#: Functions of documents: the rows of _verbs/ are functions of one text.
OF_DOCUMENTS = {"find"}


def public_functions():
    return sorted(
        name
        for name in superuri.__all__
        if callable(getattr(superuri, name)) and not isinstance(getattr(superuri, name), type)
    )


@pytest.mark.parametrize("name", public_functions())
def test_a_verb_is_documented_and_exampled(name):
    doc = getattr(superuri, name).__doc__ or ""
    called = rf">>> (.*\bsuperuri\.)?{name}\("
    assert re.search(called, doc), "its docstring has no example"
    stub = ast.parse((PACKAGE / "_core.pyi").read_text())
    native = getattr(superuri, name).__module__ == "superuri._core"
    assert not native or name in {
        node.name for node in ast.walk(stub) if isinstance(node, ast.FunctionDef)
    }
    assert name in {verb.name for verb in _verbs.VERBS} | OF_DOCUMENTS, "it has no row in _verbs/"


def test_the_makefile_lists_every_command():
    makefile = (ROOT / "Makefile").read_text()
    listed = re.findall(r"^([a-z0-9-]+):.*## ", makefile, re.MULTILINE)
    targets = re.findall(r"^([a-z0-9-]+):", makefile, re.MULTILINE)
    assert sorted({*listed, "help"}) == sorted(targets)
