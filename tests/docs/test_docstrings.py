"""Docstrings: their examples run, also those of native functions."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import sys

import pytest

import superuri
from kit import ROOT
from superuri import _core
from writers import docstrings

PARSER = doctest.DocTestParser()
#: Modules that need an extra of the package.
EXTRAS = ("superuri.columns.", "superuri.pydantic", "superuri.tables", "superuri.web")


def modules():
    yield superuri
    for found in pkgutil.walk_packages(superuri.__path__, "superuri."):
        if not found.name.endswith("__main__"):
            try:
                yield importlib.import_module(found.name)
            except ImportError:
                # A module whose extra is not installed.
                if not found.name.startswith(EXTRAS):
                    raise
    sys.path.insert(0, str(ROOT / "bench"))
    yield importlib.import_module("corpora")


def documented(module):
    """The module's own things, and the members of its classes, by their full names."""
    yield module.__name__, module
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(thing) or callable(thing):
            yield f"{module.__name__}.{name}", thing
        if inspect.isclass(thing):
            for member, value in sorted(vars(thing).items()):  # PyO3 has another order each time
                yield f"{module.__name__}.{name}.{member}", value


def examples():
    for module in modules():
        for name, thing in documented(module):
            doc = thing.__doc__
            if isinstance(doc, str) and ">>>" in doc:
                yield PARSER.get_doctest(doc, dict(vars(module)), name, name, 0)


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.name)
def test_the_examples_run(example):
    printed = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example, out=printed.append)
    assert not runner.failures, "".join(printed)


def test_there_are_examples():
    names = {example.name for example in examples()}
    assert {"superuri", "superuri._core.clean", "superuri.errors.URIError"} <= names


def test_every_public_function_names_its_parameters_and_what_it_returns():
    functions = list(docstrings.functions())
    assert len(functions) > 100
    assert {path: lacks for path, it in functions if (lacks := docstrings.lacks(path, it))} == {}


def documented_in_the_stub(node, path=""):
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.ClassDef) and not each.name.startswith("_"):
            yield path + each.name, ast.get_docstring(each)
            if isinstance(each, ast.ClassDef):
                yield from documented_in_the_stub(each, f"{path}{each.name}.")


def test_native_docstrings_are_those_of_the_stub():
    stub = ast.parse((ROOT / "python" / "superuri" / "_core.pyi").read_text("utf-8"))
    rows = list(documented_in_the_stub(stub))
    assert len(rows) > 200
    before = ""
    for path, text in rows:
        if path == before:  # only the first overload has the docstring
            assert text is None, path
            continue
        before = path
        thing = _core
        for name in path.split("."):
            thing = getattr(thing, name)
        assert thing.__doc__ == text, path
