"""The modules: no import cycle, `unsafe` and `pyo3` in their files only, READMEs in all folders."""

import re

import pytest

import superuri
from kit import ROOT
from writers import modules

SOURCES = {crate: ROOT / "crates" / crate / "src" for crate in modules.CRATES}
# The engine's folders, the lowest first; those of one layer do not use each other.
ENGINE = ("base", "codec", "syntax", "clean", "lint normal show uri", "bulk")
# The package's modules and folders, in the same way. No module imports `__init__.py` above them.
PACKAGE = (
    "_caret _scratch _system _verbs percent_u profiles render sets whatwg",
    "_foreign errors",
    "_values",
    (
        "columns compat data_uri disagree file_uri form fragments headers hosts iri "
        "keys logs mailto odata openapi otpauth purl pydantic rfc1738 rfc6570 testing urn who wire "
        "_documents"
    ),
    "_paths",
    "baggage cookies explanation links tables",
    "web",
    "cli",
    "__main__",
)
# The only places of `unsafe`; of `pyo3`.
UNSAFE = (
    "kernels/src/",
    "python/src/call/",
    *("python/src/guard.rs", "python/src/reserve.rs"),
    *(f"python/src/objects/{name}.rs" for name in ("strings", "decoded", "long")),
    "python/src/bulk/arrow/",
)
PYO3 = ("python/src/",)
# Names that other programs give their own options and arguments.
FOREIGN = [
    ("base/sets.rs", "curl 7.88.1: --get --data-urlencode"),
    ("normal/surt.rs", "surt 0.3.1: surt(url, with_scheme=True, trailing_comma=True)"),
]
# Pages that name files: each in backquotes is there, in the page's folder or below.
PAGES = sorted([*(ROOT / "crates").rglob("README.md"), *modules.PACKAGE.rglob("README.md")])


@pytest.mark.parametrize("crate", modules.CRATES)
def test_no_import_cycle_between_files(crate):
    assert not modules.cycles(modules.rust(crate))


@pytest.mark.parametrize("crate", modules.CRATES)
def test_no_import_cycle_between_folders(crate):
    assert not modules.cycles(modules.folders(modules.rust(crate)))


def test_no_import_cycle_in_the_package():
    graph = dict(modules.python())
    assert not [name for name, uses in graph.items() if () in uses], "import it by its full name"
    graph.pop(())
    assert not modules.cycles(graph)


@pytest.mark.parametrize(
    ("graph", "rows"), [(lambda: modules.rust("engine"), ENGINE), (modules.python, PACKAGE)]
)
def test_modules_use_lower_layers_only(graph, rows):
    layer = {name: number for number, row in enumerate(rows) for name in row.split()}
    plan = modules.folders(graph())
    assert set(plan) == set(layer), "a new folder has its layer in this file"
    up = [f"{name} -> {to}" for name in plan for to in plan[name] if layer[to] >= layer[name]]
    assert not up


def test_every_way_to_name_a_module_is_seen():
    text = """use crate::{base::error::{Error, X}, codec}; use super::super::column as c;
        // use crate::a;
        fn f() { super::keys::b(); "crate::c" }"""
    names = modules.used(text, ("bulk", "lines", "files"))
    assert names == {("base",), ("codec",), ("bulk", "column"), ("bulk", "lines", "keys", "b")}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("from superuri import sets", {"superuri", "superuri.sets"}),
        ("def f():\n    import superuri", {"superuri"}),
        ("import superuri.sets as sets", {"superuri.sets"}),
        ("from superuri._core import URI", {"superuri._core.URI"}),
    ],
)
def test_every_import_of_the_package_is_seen(text, names):
    assert modules.imported(text) == names


@pytest.mark.parametrize(("word", "places"), [("unsafe", UNSAFE), ("pyo3", PYO3)])
def test_the_dangerous_words_stay_in_their_places(word, places):
    strays = [
        name
        for source in SOURCES.values()
        for path in source.rglob("*.rs")
        if not (name := path.relative_to(ROOT / "crates").as_posix()).startswith(places)
        and re.search(rf"\b{word}\w*\b", modules.code(path.read_text()))
    ]
    assert not strays


def messages(text):
    """The strings of a Rust file, without those of its comments, tests and docstrings."""
    text = re.split(r"^#\[cfg\(test\)\]\n(?:mod|fn) ", text, maxsplit=1, flags=re.MULTILINE)[0]
    # A comment, a raw string, a string, a character: each may hold the marks of the others.
    mark = r"""//[^\n]*|\bc?r(#+)"(.*?)"\1|"((?:[^"\\]|\\.)*)"|b?'(?:[^'\\\n]|\\[^\n]{1,9})'"""
    found = [raw or plain for _, raw, plain in re.findall(mark, text, re.DOTALL)]
    return [one for one in found if one and "($module" not in one]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ('// "a"\nf("b\\"c", \'"\', "d")', ['b\\"c', "d"]),
        ('cr#"clean($module, text)"#; r#"e "f" g"#', ['e "f" g']),
        ('x("h");\n#[cfg(test)]\nmod tests { y("i") }', ["h"]),
    ],
)
def test_every_message_of_a_file_is_seen(text, want):
    assert messages(text) == want


def test_the_engine_names_neither_functions_of_python_nor_options_of_the_command():
    """Both have their own words for what can be done: `objects/help.rs` of the binding."""
    names = [name for name in superuri.__all__ if callable(getattr(superuri, name))]
    methods = [name for name in dir(superuri.URI) if "_" in name.strip("_") and name[0] != "_"]
    only_python = [*methods, *(name for name in names if "_" in name)]
    spelling = re.compile(
        r"(?<![\w-])--[a-z]|\berrors=|\bsuperuri\.[a-z]|\bURI\.[a-z]+\b(?!_)"
        rf"|(?<![\w.])(?:{'|'.join(names)})\(|\b(?:{'|'.join(only_python)})\b"
    )
    # A single word is the name of a field or of a verb in SQL.
    found = [
        (path.relative_to(SOURCES["engine"]).as_posix(), message)
        for path in SOURCES["engine"].rglob("*.rs")
        if path.name != "tests.rs"
        for message in messages(path.read_text())
        if spelling.search(message) and " " in message.strip()
    ]
    assert sorted(found) == FOREIGN


@pytest.mark.parametrize("crate", ["engine", "python"])
def test_each_folder_of_the_engine_has_a_page(crate):
    folders = [path for path in SOURCES[crate].iterdir() if path.is_dir()]
    pages = folders if crate == "engine" else [SOURCES[crate]]
    assert not [path.name for path in pages if not (path / "README.md").is_file()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.parent.relative_to(ROOT)))
def test_the_files_that_a_page_names_exist(page):
    names = re.findall(r"`([\w/.-]+\.(?:rs|py|js|toml|md|pyi))`", page.read_text())
    missing = [
        name
        for name in names
        if not (ROOT / name).exists()
        and not any(page.parent.rglob(name.removeprefix("../")))
        and not (page.parent / name).exists()
        and not any(ROOT.glob(f"*/**/{name}"))
    ]
    assert not missing


def test_what_differs_by_system_is_in_one_file_on_each_side():
    rust = [
        str(path.relative_to(ROOT))
        for source in SOURCES.values()
        for path in source.rglob("*.rs")
        if re.search(r"\b(std::os|rustix)::", modules.code(path.read_text()))
    ]
    assert rust == ["crates/engine/src/bulk/lines/system.rs"]
    by_system = re.compile(r"\bos\.O_|\bos\.fch|_dir_fd")
    python = [it for it in modules.PACKAGE.rglob("*.py") if by_system.search(it.read_text())]
    assert python == [modules.PACKAGE / "_system.py"]
