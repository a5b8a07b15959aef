"""Does the house stand as CONTRIBUTING.md draws it?"""

import ast
import re
import subprocess
import sys

import pytest

import superuri
from kit import ROOT
from superuri import _verbs

ENGINE = ROOT / "src"
PACKAGE = ROOT / "python" / "superuri"

# Arrows point inward only: a module may use those of its own row and of the rows above it. A new
# module gets its place here. `sets` is data, and stands right above the types its rows are made of.
RUST_ROWS = (
    "dice error masked set reason memory record encoding labels log_formats dots schemes",
    "kernels",
    "percent utf8 iri split mojibake guess guess_east layers rewrite",
    "mixed coded percent_u logs unescape sessions",
    "profile listed",
    "sets refused terminal distinct",
    "ecmascript host idna sinks known unit form glance whatwg alike domain json_text",
    "octets authority nested idle salvage edits transcode legal clean display direction readings",
    "join resolve safe_browsing surt parts undone",
    "normalize uri",
    "keys",
    "fields changes steps two",
    "format parsed views",
    "whole",
    "draft",
    "compose slots",
    "places",
    "fill matching",
    "readable pretty_host layout pretty standards",
    "explain",
    "lint",
    "verb json",
    "column packed buffer blocks bulk workers lines files together",
    "review",
    "python",
)
PYTHON_ROWS = (
    "_core",
    "_values _verbs errors profiles sets percent_u logs render",
    "decoders explanation",
    "__init__",
    "compat disagree data_uri file_uri forms iri keys mailto testing urn whatwg hosts pydantic",
    "template wire columns",
    "tables table",
    "web",
    "cli",
    "__main__",
)

RUST_LINES = 400
PYTHON_LINES = 300
# The only places of `unsafe`; of `pyo3`.
UNSAFE = ("kernels/", "python/call/", "python/arrow/")
PYO3 = ("python/",)

# What says where this was written, not what it is.
MACHINE = re.compile(
    r"(?<![\w.~/:])/(?:root|work|home/[a-z]+|Users/[a-z]+)/"
    r"|[a-z]:\\Users"
    r"|crates[.]io|pypi[.]org|pythonhosted[.]org|registry[.]npmjs|deb[.]debian[.]org"
)
# Cargo names the registry in its lock file; the examples have paths in URLs.
MACHINE_EXCEPT = ("Cargo.lock", "fuzz/Cargo.lock", "examples/dirty-urls.txt")


def level(rows, module):
    """The row of a module, or a failure that says what to do."""
    for number, row in enumerate(rows):
        if module in row.split():
            return number
    return pytest.fail(f"{module} has no row in tests/house/test_house.py: say where it stands")


def without_comments(text):
    """Rust without its tests, line comments and strings; good enough to look for words."""
    text = text.partition("#[cfg(test)]\nmod ")[0]
    text = re.sub(r'r#".*?"#', '""', text, flags=re.DOTALL)
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)
    return re.sub(r"//[^\n]*", "", text)


def rust_files():
    return sorted(ENGINE.rglob("*.rs"))


def python_files():
    return sorted(
        path
        for folder in ("python", "tests", "bench", "docs", "examples", "fuzz")
        for path in (ROOT / folder).rglob("*.py*")
        if path.suffix in {".py", ".pyi"}
    )


def tracked():
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=False,
        capture_output=True,
    )
    if listed.returncode:
        pytest.skip("this is no git checkout")
    names = listed.stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def used(text, parts):
    """The modules of the crate that a file uses, by their first name: of `crate`, or so far up."""
    known = " ".join(RUST_ROWS).split()
    up = "super::" * (len(parts) - (parts[-1] == "mod.rs"))
    for found in re.finditer(rf"\b(crate::|(?<!super::){up}(?!super\b))(\{{|\w+)", text):
        group = text[found.end() :]
        while (flat := re.sub(r"\{[^{}]*\}", "", group)) != group:
            group = flat  # what a group has groups of is not of the crate itself
        names = re.findall(r"(?:^|,)\s*(\w+)", group.partition("}")[0])
        for name in names if found[2] == "{" else [found[2]]:
            if found[1] == "crate::" or name in known:
                yield name


def test_every_way_to_name_a_module_is_seen():
    text = (
        "use crate::{error::{Error, X}, lines};\nuse super::super::column as c; super::keys::b();"
    )
    assert list(used(text, ("kernels", "plain.rs"))) == ["error", "lines", "column"]
    assert list(used(text, ("error.rs",))) == ["error", "lines", "keys"]


@pytest.mark.parametrize("path", rust_files(), ids=lambda path: str(path.relative_to(ENGINE)))
def test_rust_arrows_point_inward(path):
    here = path.relative_to(ENGINE).parts[0].removesuffix(".rs")
    if here == "lib":
        return
    names = used(without_comments(path.read_text()), path.relative_to(ENGINE).parts)
    outward = [
        name
        for name in sorted({*names} - {here})
        if level(RUST_ROWS, name) > level(RUST_ROWS, here)
    ]
    assert not outward, f"{here} may not use {outward}"


def imports(path):
    """The modules of the package that a file imports, by their first name below `superuri`."""
    below = path.relative_to(PACKAGE).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "superuri":
                    yield ([*alias.name.split("."), "__init__"])[1]
        elif isinstance(node, ast.ImportFrom):
            module = node.module.split(".") if node.module else []
            if node.level:
                module = ["superuri", *below[: len(below) + 1 - node.level], *module]
            if module[0] != "superuri":
                continue
            if len(module) > 1:
                yield module[1]
            else:
                for alias in node.names:
                    file = PACKAGE / alias.name
                    is_module = file.with_suffix(".py").exists() or file.is_dir()
                    yield alias.name if is_module or alias.name == "_core" else "__init__"


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_python_arrows_point_inward(path):
    here = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    outward = [
        name
        for name in sorted(set(imports(path)) - {here})
        if level(PYTHON_ROWS, name) > level(PYTHON_ROWS, here)
    ]
    assert not outward, f"{here} may not import {outward}"


def test_a_file_fits_in_a_head():
    limits = [(path, RUST_LINES) for path in rust_files()]
    limits += [(path, PYTHON_LINES) for path in python_files() if path.suffix == ".py"]
    limits += [(path, RUST_LINES) for path in sorted((ROOT / "tests").rglob("*.rs"))]
    lengths = {path: len(path.read_text().splitlines()) for path, _ in limits}
    long = [
        f"{path.relative_to(ROOT)}: {lengths[path]}"
        for path, most in limits
        if lengths[path] > most
    ]
    assert not long


@pytest.mark.parametrize(("word", "places"), [("unsafe", UNSAFE), ("pyo3", PYO3)])
def test_the_dangerous_words_stay_in_their_rooms(word, places):
    strays = [
        name
        for path in rust_files()
        if not (name := path.relative_to(ENGINE).as_posix()).startswith(places)
        and re.search(rf"\b{word}\w*\b", without_comments(path.read_text()))
    ]
    assert not strays


def test_nothing_is_left_for_later():
    words = "TO" + "DO|FIX" + "ME|XX" + "X:"
    left = [
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in {".py", ".pyi", ".rs", ".toml", ".md"}
        and re.search(rf"\b(?:{words})", path.read_text())
    ]
    assert not left


def test_a_file_says_first_which_question_it_answers():
    mute = [
        str(path.relative_to(ROOT))
        for path in rust_files()
        if not path.read_text().startswith("//! ")
    ]
    mute += [
        str(path.relative_to(ROOT))
        for path in python_files()
        if path.suffix == ".py" and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert not mute


def test_no_file_says_where_it_was_written():
    said = [
        f"{path.relative_to(ROOT)}: {found.group()}"
        for path in tracked()
        if path.relative_to(ROOT).as_posix() not in MACHINE_EXCEPT
        and (found := MACHINE.search(path.read_text(errors="replace")))
    ]
    assert not said


def public_functions():
    return sorted(
        name
        for name in superuri.__all__
        if callable(getattr(superuri, name)) and not isinstance(getattr(superuri, name), type)
    )


@pytest.mark.parametrize("name", public_functions())
def test_a_verb_is_documented_and_exampled(name):
    doc = getattr(superuri, name).__doc__ or ""
    assert f">>> superuri.{name}(" in doc or f">>> {name}(" in doc, "its docstring has no example"
    stub = ast.parse((PACKAGE / "_core.pyi").read_text())
    native = getattr(superuri, name).__module__ == "superuri._core"
    assert not native or name in {
        node.name for node in ast.walk(stub) if isinstance(node, ast.FunctionDef)
    }
    assert name in {verb.name for verb in _verbs.VERBS}, "it has no row in _verbs/"


@pytest.mark.parametrize("verb", _verbs.VERBS, ids=lambda verb: verb.name)
def test_a_verbs_example_is_true(verb):
    _, wanted = verb.example
    answer = verb.function(*verb.call, **verb.named)
    assert (answer if isinstance(answer, str) else repr(answer)) == wanted


def test_the_makefile_lists_every_command():
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (run .*)$", makefile, re.MULTILINE).group(1).split()
    listed = re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE)
    targets = re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)
    assert sorted(phony) == sorted(targets)
    assert sorted({*listed, "help"}) == sorted(targets)


def test_the_readme_is_up_to_date():
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "readme.py", "--check"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
