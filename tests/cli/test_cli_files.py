"""Files of the command: targets, records, and what a person sees."""

import gzip
import os
import pty
import stat
import subprocess
import time
from pathlib import Path

import pytest

from cli.test_cli_terminal import rest_of
from kit.command import COMMAND, PATIENCE, finish, run, start

OLD = b"the old file\n"


# Targets.


def test_a_target_keeps_its_mode_and_its_link(tmp_path):
    target, link = tmp_path / "out.txt", tmp_path / "link"
    target.write_bytes(OLD)
    target.chmod(0o640)
    link.symlink_to("out.txt")
    assert run(["clean", "-o", link], b"a b\n").returncode == 0
    assert link.is_symlink()
    assert target.read_bytes() == b"a%20b\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    (tmp_path / "dangling").symlink_to("new.txt")
    assert run(["clean", "a b", "-o", tmp_path / "dangling"]).returncode == 0
    assert (tmp_path / "new.txt").read_bytes() == b"a%20b\n"


def test_a_new_target_has_the_mode_of_any_new_file(tmp_path):
    assert run(["clean", "-o", tmp_path / "x"], preexec_fn=lambda: os.umask(0o027)).returncode == 0
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o640


def test_input_and_output_may_be_the_same_file(tmp_path, big):
    path = tmp_path / "same.txt"
    path.write_bytes(big.read_bytes())
    run(["clean", "-q", "-i", path, "-o", tmp_path / "other.txt"])
    run(["clean", "-q", "-i", path, "-o", path])
    assert path.read_bytes() == (tmp_path / "other.txt").read_bytes()


def test_raise_leaves_the_old_file(tmp_path):
    target, rejects = tmp_path / "out", tmp_path / "rejects"
    target.write_bytes(OLD)
    arguments = ["clean", "--on-error", "raise", "-o", target, "--rejects", rejects]
    done = run(arguments, b"a b\n//e:x\n")
    assert done.returncode == 4
    assert b"stopped there; no file is changed" in done.stderr
    assert target.read_bytes() == OLD
    assert not rejects.exists()


def test_devices_and_pipes_are_written_directly(tmp_path):
    assert run(["clean", "-o", "/dev/null"], b"a b\n").returncode == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert run(["clean", "-o", "/dev/stdout"], b"a b\n").stdout == b"a%20b\n"
    assert run(["clean", "-o", "-", "-i", "-"], b"a b\n").stdout == b"a%20b\n"
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = start(["clean", "-o", fifo, "a b"], stdin=subprocess.DEVNULL)
    assert fifo.read_bytes() == b"a%20b\n"
    assert finish(writer)[0] == 0
    cleaning = start(["clean", "-i", fifo], stdin=subprocess.DEVNULL)
    fifo.write_bytes(b"c d\n")
    assert cleaning.communicate(timeout=PATIENCE)[0] == b"c%20d\n"
    assert stat.S_ISFIFO(fifo.stat().st_mode)


def test_rejects_are_the_records_as_they_were(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"a b\n//e:x\r\n//e:y")
    two.write_bytes(b"c d\n//e:z\n")
    arguments = ["clean", "-i", one, "-i", two, "--rejects", tmp_path / "rejects"]
    done = run(arguments)
    assert done.stdout == b"a%20b\n//e:x\r\n//e:y\nc%20d\n//e:z\n"
    assert (tmp_path / "rejects").read_bytes() == b"//e:x\r\n//e:y\n//e:z\n"
    assert f"{one}:3: ".encode() in done.stderr
    assert f"{two}:2: ".encode() in done.stderr
    assert b"3 of 5 lines" in done.stderr
    run(["clean", "a b", "//e:x", "--rejects", tmp_path / "rejects"])
    assert (tmp_path / "rejects").read_bytes() == b"//e:x\n"


def put(path, name):
    """The file itself, by its name, another spelling, and two kinds of links."""
    (path / "symbolic").symlink_to(name)
    (path / "hard").hardlink_to(path / name)
    return [name, f"./{name}", "symbolic", "hard"]


def test_rejects_never_destroy_what_is_read(tmp_path):
    text = b"a b\n//e:x\n"
    (tmp_path / "in").write_bytes(text)
    for spelling in put(tmp_path, "in"):
        for arguments, data in (
            (["-i", "in"], None),
            (["-i", "/dev/null", "-i", "in"], None),
            ([], "in"),
        ):
            with (tmp_path / (data or "in")).open("rb") as stdin:
                more = {"input": None, "stdin": stdin, "cwd": tmp_path}
                done = refuse(["clean", "-q", *arguments, "--rejects", spelling], more)
            assert b"the input and --rejects are the same file" in done.stderr
            assert (tmp_path / "in").read_bytes() == text


def test_rejects_never_destroy_the_results(tmp_path):
    (tmp_path / "out").write_bytes(OLD)
    for spelling in put(tmp_path, "out"):
        for target in ("out", "-"):
            with (tmp_path / "out").open("ab") as stdout:
                more = {"input": b"a b\n//e:x\n", "stdout": stdout, "cwd": tmp_path}
                done = refuse(["clean", "-q", "-o", target, "--rejects", spelling], more)
            assert b"the output and --rejects are the same file" in done.stderr
            assert (tmp_path / "out").read_bytes() == OLD
    # A file that does not exist yet is compared by its path.
    (tmp_path / "link").symlink_to("new")
    refuse(["clean", "-o", "new", "--rejects", "link", "a b"], {"cwd": tmp_path})
    assert run(["clean", "-o", "/dev/null", "--rejects", "/dev/null", "a b"]).returncode == 0


def refuse(arguments, more):
    done = subprocess.run([*COMMAND, *arguments], stderr=subprocess.PIPE, check=False, **more)
    assert done.returncode == 2
    return done


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_a_redirected_standard_output_is_not_replaced(tmp_path, name):
    if name.startswith("/proc") and not Path(name).exists():
        pytest.skip("this system has no /proc")
    (tmp_path / "link").symlink_to("/dev/stdout")
    log, bad = tmp_path / "log", b"a b\n//e:x\n"
    with log.open("wb") as stdout:
        more = {"stdout": stdout, "cwd": tmp_path}
        os.write(stdout.fileno(), b"header\n")
        run(["clean", "-o", name, "c d"], **more)
        run(["clean", "-o", name], b"e f\n", **more)
        run(["clean", "-o", "/dev/null", "--rejects", name], bad, **more)
        os.write(stdout.fileno(), b"footer\n")
    assert log.read_bytes() == b"header\nc%20d\ne%20f\n//e:x\nfooter\n"
    assert {path.name for path in tmp_path.iterdir()} == {"log", "link"}


def test_rejects_may_go_to_standard_error(tmp_path):
    with (tmp_path / "log").open("wb") as log:
        arguments = ["clean", "-q", "--rejects", "/dev/stderr"]
        run(arguments, b"a b\n//e:x\n", stdout=log, stderr=log)
        run([*arguments, "//e:y"], stdout=log, stderr=log)
    assert (tmp_path / "log").read_bytes() == b"a%20b\n//e:x\n//e:x\n//e:y\n"


def test_a_mark_in_the_middle_of_the_output_would_be_data(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"\xef\xbb\xbfa b\n")
    two.write_bytes(b"\xef\xbb\xbf\xef\xbb\xbfc\n")
    arguments = ["clean", "-i", one, "-i", two]
    assert run(arguments).stdout == b"\xef\xbb\xbfa%20b\n%EF%BB%BFc\n"
    assert run(["clean", "-i", "/dev/null", *arguments[1:]]).stdout.startswith(b"\xef\xbb\xbfa")
    assert run([*arguments, "-0"]).stdout.count(b"%EF%BB%BF") == 3


# Bytes.


def test_a_record_of_any_bytes_comes_out_as_one_record():
    every = bytes(byte for byte in range(256) if byte != 10)
    done = run(["encode"], every + b"\n" + every)
    assert done.stdout.count(b"\n") == 1
    assert done.stdout.isascii()
    assert run(["decode", "--errors", "keep"], b"\xff\x00 %41\n").stdout.count(b"\n") == 1


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_packed_files_are_read_and_written(tmp_path, big, suffix):
    packed, plain = tmp_path / f"x.{suffix}", tmp_path / "plain"
    assert run(["clean", "-q", "-i", big, "-o", packed]).returncode == 4
    assert packed.stat().st_size < big.stat().st_size / 4
    # Two members or frames in one file.
    packed.write_bytes(packed.read_bytes() * 2)
    run(["clean", "-q", "-i", packed, "-o", plain])
    run(["clean", "-q", "-i", big, "-o", tmp_path / "direct"])
    assert plain.read_bytes() == (tmp_path / "direct").read_bytes() * 2
    if suffix == "gz":
        assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    run(["clean", "a b", "-o", packed])
    assert run(["decode", "-i", packed]).stdout == b"a b\n"


@pytest.mark.parametrize("verb", ["encode", "decode", "clean"])
def test_any_number_of_threads_gives_the_same(tmp_path, big, verb):
    outputs = set()
    for threads in ("1", "2", "3", "7"):
        run([verb, "-q", "-i", big, "-o", tmp_path / "out", "--threads", threads])
        outputs.add((tmp_path / "out").read_bytes())
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") == big.read_bytes().count(b"\n")


def test_a_slow_writer_is_answered_line_by_line():
    process = start(["clean"])
    for _ in range(3):
        process.stdin.write(b"a b\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"a%20b\n"
    assert process.communicate(timeout=PATIENCE)[0] == b""
    assert process.returncode == 0


def test_an_output_that_would_block_is_waited_for(big):
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    process = start(["clean", "-q", "-i", big], stdin=subprocess.DEVNULL, stdout=writing)
    os.close(writing)
    time.sleep(0.3)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read()
    assert finish(process)[0] == 4
    assert text.count(b"\n") == big.read_bytes().count(b"\n")


# A terminal.


def on_terminal(arguments, data=b"", seconds=0.0):
    """Return the text that a person sees on standard error."""
    ours, theirs = pty.openpty()
    process = start(arguments, stderr=theirs)
    os.close(theirs)
    for piece in (data[: len(data) // 2], data[len(data) // 2 :]):
        process.stdin.write(piece)
        process.stdin.flush()
        if seconds:
            # Its output shows that it has started.
            for _ in range(piece.count(b"\n")):
                process.stdout.readline()
            time.sleep(seconds)
    process.stdin.close()
    seen = rest_of(ours)
    process.stdout.close()
    process.wait(PATIENCE)
    return seen.decode()


def test_a_person_gets_hints_and_colour(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "superuri clean" in on_terminal(["encode", "http://e/a b"])
    assert "superuri form decode" in on_terminal(["decode", "a+b"])
    assert "split at & and =" in on_terminal(["form", "decode", "a=1&b=2"])
    assert "\x1b[31;1m" in on_terminal(["decode", "%GZ"])
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[31" not in on_terminal(["decode", "%GZ"])


def test_colour_follows_the_environment(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert b"\x1b[31" not in run(["decode", "%GZ"]).stderr
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert b"\x1b[31" in run(["decode", "%GZ"]).stderr
    assert b"\x1b[31" not in run(["decode", "--color", "never", "%GZ"]).stderr
    monkeypatch.setenv("NO_COLOR", "1")
    assert b"\x1b[31" not in run(["decode", "%GZ"]).stderr


def test_a_long_job_shows_how_far_it_is():
    seen = on_terminal(["clean"], b"a b\n" * 10, seconds=1.4)
    assert "10 lines" in seen
    assert seen.endswith("\r\x1b[K")
    begun = time.monotonic()
    assert on_terminal(["clean"], b"a b\n" * 10) == "" or time.monotonic() - begun > 1
    assert on_terminal(["clean", "-q"], b"a b\n" * 10, seconds=1.4) == ""
