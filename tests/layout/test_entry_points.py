"""Entry points from Python: the guard wraps each function of the binding."""

import re

import pytest

from kit import ROOT

BINDING = ROOT / "crates" / "python" / "src"
FILES = sorted(BINDING.rglob("*.rs"))
# Functions that the interpreter or a consumer of Arrow data calls, and that cannot fail.
CANNOT_FAIL = {
    *("dealloc", "destroy", "release_schema"),
    *("release_array", "release_stream", "get_last_error"),
}


def code(path):
    return re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(BINDING)))
def test_no_function_is_given_to_python_without_the_guard(path):
    # `guarded_function` and `guarded_methods` wrap each body in the guard.
    assert not re.search(r"#\[(pyo3::)?(pyfunction|pymethods)\b", code(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(BINDING)))
def test_each_callback_calls_the_guard(path):
    bodies = re.findall(r'extern "C" fn (\w+)[^;]*?\{\n(.*?)\n\}', code(path), re.DOTALL)
    unguarded = {name for name, body in bodies if not re.search(r"caught\(|filled\(", body)}
    assert unguarded <= CANNOT_FAIL
    for closure in re.findall(r"new_closure\((.*?)\)", code(path)):
        assert re.search(r"let mark = .*\n\s*guarded\(", code(path)), closure


def test_panics_are_caught_in_one_file():
    catching = [path.name for path in FILES if "catch_unwind" in code(path)]
    assert catching == ["guard.rs"]
