"""Signals to jobs over tables: the files they leave, and the message about them."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("pyarrow", reason="make test installs it")
pytest.importorskip("duckdb", reason="make test installs it")

from kit.command import COMMAND, PATIENCE
from kit.jobs import CLEAN, TIDY, hidden


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("words", [[*TIDY, "-"], [*CLEAN, "-"], [*CLEAN, "out.csv"]])
def test_a_signal_leaves_nothing(folder, number, words):
    big_table(folder)
    temporary = folder / "temporary"
    temporary.mkdir()
    process = started(words, temporary, number)
    awaited(lambda: any(temporary.iterdir()) or any(folder.glob(".out.csv.work/*")), process)
    process.send_signal(number)
    assert process.wait(PATIENCE) == 128 + number, process.stderr.read()
    process.communicate()
    assert list(temporary.iterdir()) == []
    assert hidden(folder) == []


def test_a_signal_reports_the_finished_parts(folder):
    big_table(folder)
    process = started([*TIDY, "out.csv"], folder, signal.SIGTERM)
    manifest = folder / ".out.csv.tidy" / "manifest.jsonl"
    awaited(lambda: manifest.exists() and manifest.read_text().count("\n") > 2, process)
    process.send_signal(signal.SIGTERM)
    wording = process.communicate()[1]
    assert process.returncode == 128 + signal.SIGTERM
    assert b"the finished parts are in .out.csv.tidy: a rerun continues there" in wording
    assert hidden(folder)[0] == ".out.csv.tidy"
    assert ".out.csv.lock" not in hidden(folder)


def big_table(folder):
    (folder / "a.csv").write_text("url\n" + "http://e.com/a b\n" * 400_000)


def started(words, temporary, number):
    return subprocess.Popen(
        [*COMMAND, *words],
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # noqa: PLW1509  no thread runs
    )


def awaited(seen, process):
    while not seen():
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.002)


EARLY = """
import os, signal, sys
from superuri import cli
last = int(sys.argv.pop(1))
seen = []
def hook(event, _):
    if event == "import":
        seen.append(1)
        if len(seen) == last:
            os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(hook)
cli.main()
"""


def test_an_early_interrupt_is_not_a_traceback(folder):
    ended = []
    for instant in (1, 2, 3, 5, 8, 20, 60, 200):
        done = subprocess.run(
            [sys.executable, "-c", EARLY, str(instant), *CLEAN, "out.csv"],
            capture_output=True,
            check=False,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        assert done.stderr == b""
        assert done.returncode in {-signal.SIGINT, 128 + signal.SIGINT}
        assert hidden(folder) == []
        ended.append(done.returncode)
    assert len(set(ended)) == 2, "before and after the signal handlers are installed"
