"""Cleanup: a signal ends the command and its child processes, and removes their folders."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from kit.command import PATIENCE, finish, sleepy, start

#: A command line, and the program that it starts.
STARTED = {
    "curl": ["wire", "--client", "curl", "--timeout", str(PATIENCE), "/a"],
    "node": ["disagree", "--parser", "node", "http://e.com/"],
    "perl": ["who", "--decode", "%41"],
}


def is_running(number):
    state = Path(f"/proc/{number}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("program", STARTED)
def test_ctrl_c_ends_what_was_started(tmp_path, program):
    process = start(STARTED[program], env=sleepy(tmp_path, program))
    runs = tmp_path / "runs"
    while not (runs.exists() and runs.read_text()):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert finish(process)[0] == 130
    assert list((tmp_path / "folders").iterdir()) == []
    if Path("/proc/self").exists():
        assert not [each for each in runs.read_text().split() if is_running(each)]


def test_ctrl_c_removes_a_table_that_nobody_reads(tmp_path):
    pytest.importorskip("pyarrow", reason="make test installs it")
    (tmp_path / "folders").mkdir()
    table = tmp_path / "a.csv"
    table.write_bytes(b"url\n" + b"http://e.com/a b\n" * 100_000)
    words = ["clean", "-q", "-i", str(table), "-c", "url", "-o", "-"]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "folders")}
    process = start(words, env=environment, stdin=subprocess.DEVNULL)
    # The table is complete, and the pipe is full.
    assert process.stdout.read(1) == b"u"
    assert list((tmp_path / "folders").iterdir()) != []
    process.send_signal(signal.SIGINT)
    # Nobody reads on: the rest could be written before the signal is taken.
    assert process.wait(PATIENCE) == 130
    assert b"Traceback" not in process.communicate()[1]
    assert list((tmp_path / "folders").iterdir()) == []
