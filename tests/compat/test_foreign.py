"""Foreign programs: what they are passed, their versions, and why an answer is missing."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import superuri
from kit.command import PATIENCE
from superuri import _foreign, _scratch
from superuri._foreign import lines
from superuri._foreign.lines import Lines

POSIX = pytest.mark.skipif(os.name == "nt", reason="the programs are scripts of a shell")
PACKAGE = str(Path(superuri.__file__).parents[1])
#: The program answers after this many seconds, which a test that passes never waits for.
LATE = 20


def python(code: str) -> list[str]:
    return [sys.executable, "-I", "-c", f"import os, sys, time\n{code}"]


def isolated(code: str, data: bytes = b"", **variables: str) -> str:
    """Run code in a new interpreter, and return its output."""
    code = f"import sys; sys.path.insert(0, {PACKAGE!r})\n{code}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=data,
        stdout=subprocess.PIPE,
        check=True,
        timeout=PATIENCE,
        env={**os.environ, **variables},
    )
    return done.stdout.decode().strip()


def reported(code: str) -> str:
    return _foreign.reported(tuple(python(code)))


def test_a_report_is_what_is_written_to_both_outputs() -> None:
    both = r"sys.stdout.buffer.write(b' 1.2\xff '); sys.stderr.buffer.write(b'\n3\n\n')"
    assert reported(both) == "1.2\ufffd \n3"


def test_there_is_no_report_of_what_fails_is_missing_or_takes_too_long(monkeypatch, tmp_path):
    assert reported("print(1.2); sys.exit(1)") == ""
    assert _foreign.reported((str(tmp_path / "missing"),)) == ""
    monkeypatch.setattr(_foreign, "VERSION_WITHIN", 0.2)
    assert reported(f"time.sleep({LATE}); print('late')") == ""


def test_a_report_is_made_with_these_variables() -> None:
    command = tuple(python("print(os.environ['OWN'], os.environ['HOME'] == os.getcwd())"))
    assert _foreign.reported(command, {"OWN": "it"}) == "it True"


def test_a_program_that_reports_reads_nothing() -> None:
    asked = "(sys.executable, '-c', 'print(input())')"
    code = f"from superuri import _foreign\nprint([_foreign.reported({asked})])"
    assert isolated(code, b"typed\n") == "['']"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder which is the whole path, and versions that nobody has asked for."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(_foreign, "_versions", {})
    return tmp_path


def install(folder: Path, name: str, code: str) -> Path:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{code}\n")
    program.chmod(0o755)
    return program


@POSIX
def test_a_version_is_the_first_number_with_a_dot(path: Path) -> None:
    printed = {
        "--version": ("tool", "echo tool-7, 1.22.333 2020.1", "1.22.333"),
        "-version": ("java", "echo 'openjdk 21.0.2' >&2", "21.0.2"),
        "version": ("go", "echo go1.23 linux", "1.23"),
    }
    for word, (name, code, version) in printed.items():
        program = install(path, name, f'[ "$*" = {word} ] && {code}')
        assert _foreign.version(name) == version
        program.unlink()
        assert _foreign.version(name) == version, "it is asked once"


@POSIX
def test_no_version_is_an_empty_text(path: Path) -> None:
    install(path, "whole", "echo 7")
    install(path, "launcher", "echo 1.2; exit 1")
    for name in ("whole", "launcher", "absent"):
        assert _foreign.version(name) == ""


@POSIX
def test_a_program_of_the_current_folder_is_not_run(path, monkeypatch):
    install(path, "tool", "echo 1.2")
    monkeypatch.chdir(path)
    monkeypatch.setenv("PATH", "")
    assert _foreign.version("tool") == ""


@POSIX
def test_a_program_is_found_on_the_path(path: Path) -> None:
    program = install(path, "tool", "exit")
    assert _foreign.find("tool") == str(program)
    with pytest.raises(FileNotFoundError) as caught:
        _foreign.find("absent")
    assert caught.value.args == (2, "absent is not installed")


@pytest.fixture
def folder() -> Iterator[str]:
    with _scratch.folder() as path:
        yield path


ECHO = r"""
for line in sys.stdin.buffer:
    print("asked", file=sys.stderr)
    sys.stdout.buffer.write(b"\t\xff<" + line[:-1] + b"\r\n")
    sys.stdout.buffer.flush()
"""


def test_each_line_is_answered_by_a_line(folder: str) -> None:
    with Lines(python(ECHO), folder) as program:
        assert not program.ends
        for text in ("ü", "", "a b \t", "X"):
            assert program.ask(text, PATIENCE) == f"\t\ufffd<{text}"
        # They must not keep the interpreter from ending.
        assert [thread.daemon for thread in program.threads] == [True, True]
    process = program.process
    for pipe in (process.stdin, process.stdout, process.stderr):
        assert pipe is not None
        assert pipe.closed


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, the encoding is not the locale's")
def test_lines_are_utf_8_in_any_locale() -> None:
    echo = "sys.stdout.buffer.write(sys.stdin.buffer.readline())"
    code = (
        "from superuri import _scratch\nfrom superuri._foreign.lines import Lines\n"
        "import locale; locale.setlocale(locale.LC_CTYPE, 'C')\n"
        f"with _scratch.folder() as folder, Lines({python(echo)!r}, folder) as program:\n"
        f"    print(ascii(program.ask('\\xfc', {PATIENCE})))"
    )
    assert isolated(code, LC_ALL="C.UTF-8", PYTHONUTF8="0") == r"'\xfc'"


def test_a_program_runs_in_its_folder_with_its_variables(folder, monkeypatch):
    monkeypatch.setenv("NOBODY_KEEPS", "it")
    code = "print(os.path.realpath('.'), os.environ['HOME'], 'NOBODY_KEEPS' in os.environ)"
    with Lines(python(code), folder) as program:
        assert program.line(PATIENCE) == f"{os.path.realpath(folder)} {folder} False"


def test_an_answer_that_is_late_is_none(folder: str) -> None:
    with Lines(python(f"time.sleep({LATE}); print('late')"), folder) as program:
        assert program.ask("a", 0.1) is None
        assert program.why() == "it took too long"


def test_a_program_that_reads_no_more_has_no_answer(folder: str) -> None:
    code = f"os.close(0); print('ready', flush=True); time.sleep({PATIENCE})"
    with Lines(python(code), folder) as program:
        assert program.line(PATIENCE) == "ready"
        assert program.ask("a", PATIENCE) is None
        assert program.ends


ERRORS = [
    ("", "it ended with 3"),
    (r"\n", "it ended with 3"),
    (r"first\n  last \n", "last"),
    ("without an end of the line", "without an end of the line"),
    (r"the tenth line from the end" + r"\n" * 10, "the tenth line from the end"),
    (r"the one before" + r"\n" * 11, "it ended with 3"),
]


@pytest.mark.parametrize(("written", "why"), ERRORS)
def test_the_last_line_of_the_errors_says_why(written: str, why: str, folder: str) -> None:
    with Lines(python(f"sys.stderr.write('{written}'); sys.exit(3)"), folder) as program:
        assert program.line(PATIENCE) is None
        assert program.ends
        assert program.why() == why


def test_a_program_that_has_closed_its_output_may_still_say_why(folder, monkeypatch):
    monkeypatch.setattr(lines, "ENDING", PATIENCE)
    code = (
        "os.close(1); time.sleep(0.3); sys.stderr.write('tired'); sys.stderr.flush(); os._exit(3)"
    )
    with Lines(python(code), folder) as program:
        assert program.line(PATIENCE) is None
        assert program.why() == "tired"


def test_a_program_that_has_closed_its_output_may_take_too_long(folder, monkeypatch):
    monkeypatch.setattr(lines, "ENDING", 0.1)
    with Lines(python(f"os.close(1); time.sleep({LATE}); os._exit(3)"), folder) as program:
        assert program.line(PATIENCE) is None
        assert program.why() == "it took too long"


#: Its child keeps the error output open, and writes to it when it is late or when the file is gone.
CHILD = f"""
import os, sys, time
end = time.monotonic() + {LATE}
while os.path.exists("waits") and time.monotonic() < end:
    time.sleep(0.01)
sys.stderr.write("late")
"""
PARENT = f"""
import subprocess
open("waits", "w").close()
devnull = subprocess.DEVNULL
subprocess.Popen([sys.executable, "-I", "-c", {CHILD!r}], stdin=devnull, stdout=devnull)
os._exit(3)
"""


def test_the_errors_of_a_child_are_not_waited_for(folder, monkeypatch):
    monkeypatch.setattr(lines, "ENDING", 0.1)
    with Lines(python(PARENT), folder) as program:
        assert program.line(PATIENCE) is None
        program.process.wait(PATIENCE)
        assert program.why() == "it ended with 3"
        Path(folder, "waits").unlink()


#: A child that outlives its parent, if it may, and keeps the output of its parent open.
ORPHAN = f"""
import subprocess
child = "import time; time.sleep({LATE}); open('slept', 'w').close()"
subprocess.Popen([sys.executable, "-I", "-c", child], start_new_session=OWN)
print("started", flush=True)
input()
"""


@POSIX
@pytest.mark.parametrize("leaves", ["False", "True"])
def test_a_child_is_stopped_if_it_is_in_the_group_and_never_waited_for(leaves, folder):
    with Lines(python(f"OWN = {leaves}\n{ORPHAN}"), folder) as program:
        assert program.line(PATIENCE) == "started"
    # The output ends when the last process that has it open ends.
    assert str(program.threads[0].is_alive()) == leaves
    assert not Path(folder, "slept").exists()


def test_a_program_that_writes_too_much_is_stopped(folder, monkeypatch):
    monkeypatch.setattr(lines, "MOST", 8)
    monkeypatch.setattr(lines, "MOST_LINES", 3)
    for code in ("print('b' * 9, flush=True)", "while True: print('a')"):
        with Lines(python(f"{code}\ntime.sleep({LATE})"), folder) as program:
            while program.line(PATIENCE) is not None:
                assert not program.ends or program.is_cut
            assert program.why() == "it wrote too much"
            assert program.process.returncode


def test_a_long_line_of_errors_is_cut(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST_ERROR", 4)
    with Lines(python("sys.stderr.write('abcdefghij'); sys.exit(3)"), folder) as program:
        assert program.line(PATIENCE) is None
        assert program.why() == "ij"
