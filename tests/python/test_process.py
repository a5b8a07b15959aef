"""Processes: import, fork, panic and short memory."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import superuri
from kit import ROOT
from kit.command import PATIENCE
from superuri import _core

HEAVY = {"dataclasses", "enum", "json", "re", "typing", "urllib", "collections", "inspect"}


def python(code, *arguments, **more):
    """Run code in a new interpreter, with warnings as errors; return its output."""
    where = str(Path(superuri.__file__).parents[1])
    code = f"import sys; sys.path.insert(0, {where!r})\n{code}"
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", code, *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **more},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_superuri_imports_nothing_heavy():
    code = "before = set(sys.modules)\nimport superuri\nprint(*set(sys.modules) - before)"
    where = str(Path(superuri.__file__).parents[1])
    # -S: an environment's own start-up files import things of theirs.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {where!r})\n{code}"],
        check=True,
        capture_output=True,
        text=True,
    )
    new = {name.split(".")[0] for name in done.stdout.split()}
    assert "superuri" in new
    assert not new & HEAVY
    assert new - {"superuri"} <= set(sys.stdlib_module_names)


FORK = """
import os, superuri
from superuri.cli import main
source, target = sys.argv[1:]

def everything(name):
    out = f"{target}.{name}"
    code = main(["clean", "-i", source, "-o", out])
    return (
        code,
        open(out, "rb").read(),
        superuri.encode("a b/ü" * 1000),
        superuri.decode("%C3%BC" * 1000),
        superuri.decode_bytes("%FF" * 1000),
        superuri.clean("http://bücher.example/a b" + "é" * 1000),
        superuri.edits("a b"),
        superuri.is_uri("a b"),
    )

wanted = everything("parent")
child = os.fork()
if child == 0:
    os._exit(0 if everything("child") == wanted else 1)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(status, everything("again") == wanted)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_child_goes_on_as_its_parent_did(tmp_path):
    lines = tmp_path / "lines.txt"
    # Long enough that the command hands blocks to several threads.
    lines.write_text("https://example.com/a b/é?q=[1]\n" * 400_000, encoding="utf-8")
    assert python(FORK, lines, tmp_path / "out").split() == ["0", "True"]


PANIC = """
import superuri
from superuri.errors import InternalError
try:
    superuri.encode("superuri: panic")
except InternalError as error:
    print(type(error).__name__)
print(superuri.encode("a b"))
"""


@pytest.fixture
def armed(report):
    """The environment in which a test build of the engine panics."""
    if not _core.HAS_ASSERTIONS:
        report("NOT RUN: this engine has no debug assertions, so that it panics nowhere on request")
        pytest.skip("an engine without debug assertions")
    return {"SUPERURI_INJECT_PANIC": "text"}


def test_a_panic_in_the_engine_becomes_internal_error(armed):
    assert python(PANIC, **armed).split() == ["InternalError", "a%20b"]


def test_nothing_panics_on_request_that_is_not_armed():
    assert python(PANIC).split() == ["a%20b"]


def test_a_panic_behind_any_entry_point_becomes_internal_error(armed):
    # The entry points are read from the module, so that new ones are included.
    code = (ROOT / "tests" / "kit" / "entry_points.py").read_text(encoding="utf-8")
    *others, counts = python(code, **armed).splitlines()
    assert others == []
    found = re.fullmatch(r"(\d+) of (\d+) raised InternalError; a%20b", counts)
    assert found
    raised, tried = map(int, found.groups())
    assert tried >= 300
    # The others are comparisons, which answer NotImplemented.
    assert tried - raised == 24


SHORT = """
import os, resource, superuri
# Many small objects: memory runs out at any of them, and in what reports that.
uri = superuri.URI("?" + "&".join(f"a{n}" for n in range(20_000)))
in_use = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
for quarter in range(1, 40):
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_AS, (in_use + (quarter << 18), resource.RLIM_INFINITY))
        try:
            uri.query_map
        except MemoryError:
            os._exit(1)
        except BaseException:
            os._exit(2)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system has no /proc")
def test_memory_that_runs_out_at_small_objects_is_memory_error():
    # A backtrace would need memory, too.
    codes = python(SHORT, RUST_BACKTRACE="1").split()
    assert set(codes) == {"0", "1"}
