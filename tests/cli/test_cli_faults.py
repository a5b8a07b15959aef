"""Faults of the system: the command leaves no partial file, does not hang, prints no traceback."""

import contextlib
import errno
import gzip
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kit.command import PATIENCE, run, start
from superuri.cli import main
from superuri.cli.output import files

OLD = b"the old file\n"


# Files that cannot be read or written: one sentence, exit 3.


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-i", "missing.txt"], "missing.txt: there is no such file"),
        (["-i", "."], ".: that is a directory"),
        (["-i", "broken.gz"], "broken.gz: this is not a gzip file"),
        (["-i", "more.gz"], "more.gz: something that is not gzip data follows the gzip data"),
        (["-i", "cut.gz"], "cut.gz: the gzip data is cut short"),
        (["-i", "damaged.gz"], "damaged.gz: the gzip data is damaged"),
        (["-i", "cut.zst"], "cut.zst: the zstd data is cut short"),
        (["-i", "broken.zst"], "broken.zst: this is not a zstd file"),
        (["-i", "circle"], "circle: its symbolic links run in a circle"),
        (["-o", "."], ".: that is a directory"),
        (["-o", "missing/x"], "missing/x: there is no such file or directory"),
        (["-o", "/dev/full"], "/dev/full: the disk is full"),
        (["-o", "circle"], "circle: its symbolic links run in a circle"),
        (["--rejects", "."], ".: that is a directory"),
        (["-i", "new\nline\x1b"], "new\\nline\\x1b: there is no such file"),
    ],
)
def test_a_file_error_is_one_sentence(tmp_path, arguments, says):
    packed = gzip.compress(b"a b\n" * 1000)
    for suffix in ("gz", "zst"):
        (tmp_path / f"broken.{suffix}").write_bytes(b"not gz\n")
    (tmp_path / "more.gz").write_bytes(packed + b"more")
    (tmp_path / "cut.gz").write_bytes(packed[:-9])
    (tmp_path / "damaged.gz").write_bytes(packed[:-8] + bytes(4) + packed[-4:])
    run(["encode", "-o", "cut.zst"], b"a b\n" * 1000, cwd=tmp_path)
    (tmp_path / "cut.zst").write_bytes((tmp_path / "cut.zst").read_bytes()[:-3])
    (tmp_path / "circle").symlink_to("circle")
    done = run(["clean", *arguments], b"a b\n", cwd=tmp_path)
    assert done.returncode == 3
    message = done.stderr.decode()
    assert message.startswith(f"superuri: {says}")
    assert message.count("\n") == 1


def test_a_full_disk_behind_standard_output():
    with Path("/dev/full").open("wb") as full:
        for arguments in (["clean", "a b"], ["clean"], ["clean", "--json", "a b"], ["--help"]):
            done = run(arguments, b"a b\n", stdout=full)
            assert done.returncode == 3
            assert done.stderr == b"superuri: standard output: the disk is full\n"


def test_a_file_size_limit_leaves_the_old_file(tmp_path, big):
    target = tmp_path / "out.txt"
    target.write_bytes(OLD)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    done = run(["clean", "-q", "-i", big, "-o", target], preexec_fn=limit)
    assert done.returncode == 3
    assert target.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [target]


def test_standard_output_without_a_status(monkeypatch, capfd):
    def fails(path, **_):
        raise OSError(errno.EIO, "input/output error", path)

    monkeypatch.setattr(files.os, "stat", fails)
    assert main(["clean", "a b"]) == 3
    assert capfd.readouterr() == ("", "superuri: standard output: input/output error\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_that_is_read_only(tmp_path):
    tmp_path.chmod(0o500)
    done = run(["clean", "-o", tmp_path / "x"], b"a b\n")
    tmp_path.chmod(0o700)
    assert done.returncode == 3
    assert b"permission denied" in done.stderr


# Descriptors that are closed.


@pytest.mark.parametrize(("descriptor", "says"), [(0, b"standard input"), (1, b"standard output")])
def test_a_closed_descriptor_is_reported(descriptor, says):
    done = run(["clean"], preexec_fn=lambda: os.close(descriptor))
    assert done.returncode == 3
    assert done.stderr == b"superuri: " + says + b": it is closed\n"


def test_a_closed_descriptor_that_nobody_needs(tmp_path):
    target = tmp_path / "out"
    done = run(["clean", "-o", target], b"a b\n", preexec_fn=lambda: os.close(1))
    assert (done.returncode, target.read_bytes()) == (0, b"a%20b\n")
    assert run(["clean", "a b"], preexec_fn=lambda: os.close(0)).stdout == b"a%20b\n"
    done = run(["clean", "http://e:x"], preexec_fn=lambda: os.close(2))
    assert (done.returncode, done.stdout) == (4, b"")


@pytest.mark.parametrize("arguments", [["-i"], ["--json", "-i"]])
def test_a_closed_pipe_is_quiet(big, arguments):
    process = start(["clean", *arguments, big], stdin=subprocess.DEVNULL)
    first = process.stdout.readline()
    process.stdout.close()
    with process.stderr as stderr:
        message = stderr.read()
    assert process.wait(PATIENCE) == 141
    assert first
    assert message == b""


def test_a_closed_pipe_is_noticed_while_input_is_awaited():
    process = start(["clean"])
    text = b"a b\n" * 300_000

    def write():
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(text)

    writer = threading.Thread(target=write)
    writer.start()
    # By now several threads are at work.
    process.stdout.read(len(text) // 2)
    process.stdout.close()
    # Standard input stays open: the command must not wait for it for ever.
    assert process.wait(PATIENCE) == 141
    process.stderr.close()
    writer.join()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()


# Signals.


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("waiting_for", ["input", "output"])
def test_a_signal_ends_it_wherever_it_waits(tmp_path, big, number, waiting_for):
    def heed():
        # Signals that the starter of the tests ignores, as nohup does, are inherited.
        signal.signal(number, signal.SIG_DFL)

    target = tmp_path / "out.txt"
    target.write_bytes(OLD)
    if waiting_for == "input":
        process = start(["clean", "-o", target], preexec_fn=heed)
        # More than a pipe holds: when it is written, the command is reading.
        process.stdin.write(b"a b\n" * 100_000)
        process.stdin.flush()
    else:
        process = start(["clean", "-q", "-i", big], preexec_fn=heed)
        assert process.stdout.read(1)
    process.send_signal(number)
    assert process.wait(PATIENCE) == 128 + number
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()
    assert target.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [target]


def test_a_signal_that_is_ignored_stays_ignored():
    process = start(["clean"], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    assert process.communicate(b"a b\n", timeout=PATIENCE)[0] == b"a%20b\n"
    assert process.returncode == 0


@pytest.mark.parametrize("nameless", [True, False])
def test_killed_at_any_instant_the_old_file_or_the_new_one_is_there(tmp_path, big, nameless):
    target = tmp_path / "out.txt"
    code = "import os; from superuri.cli import main; from superuri.cli.output import files; "
    code += "" if nameless else "files._system._NAMELESS = 0; "
    command = [sys.executable, "-c", code + "raise SystemExit(main())"]
    arguments = ["clean", "-q", "-i", big, "-o", target]
    assert run(arguments).returncode == 4
    new = target.read_bytes()
    seen = set()
    for instant in range(50):
        target.write_bytes(OLD)
        process = subprocess.Popen([*command, *arguments])
        time.sleep(0.002 * instant)
        process.kill()
        process.wait(PATIENCE)
        now = target.read_bytes()
        assert now in (OLD, new)
        seen.add(now)
        litter = [path.name for path in tmp_path.iterdir() if path != target]
        assert all(re.fullmatch(r"\.out\.txt\.[0-9a-f]+\.tmp", name) for name in litter)
    assert OLD in seen
