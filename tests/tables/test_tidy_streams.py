"""Outputs of jobs over tables: where a table may go, and the exit codes."""

import json
import os
import threading

import pytest

from kit.arrow import tables
from kit.command import run


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "/dev/stderr", "/dev/null"])
def test_an_output_may_be_a_stream(tmp_path, name):
    verb = "tidy" if name in {"-", "/dev/null"} else "clean"
    (tmp_path / "a.csv").write_bytes(b"url\nhttp://e.com/a b\n")
    words = ["tidy", "a.csv", "-c", "url", "-q", "-o", name]
    if verb == "clean":
        words = ["clean", "-q", "-i", "a.csv", "-c", "url", "-o", name]
    message = run(words, cwd=tmp_path)
    assert message.returncode == 0, message.stderr
    got = message.stderr if name == "/dev/stderr" else message.stdout
    assert got.count(b"\n") == (0 if name == "/dev/null" else 2)
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_a_pipe_gets_a_table_and_streams_refuse_what_they_cannot(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"url\nhttp://e.com/a b\n")
    (tmp_path / "b.jsonl").write_bytes(b'{"url":"/"}\n')
    os.mkfifo(tmp_path / "pipe")
    got = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    tables.apply([str(tmp_path / "a.csv")], "clean", "url", str(tmp_path / "pipe"))
    reader.join(10)
    assert got == [b"url\nhttp://e.com/a%20b\n"]
    with pytest.raises(tables.TableError, match="inputs are csv and jsonl; name a file"):
        tables.tidy([str(tmp_path / n) for n in ("a.csv", "b.jsonl")], "url", "-")
    with pytest.raises(tables.TableError, match="Spark writes a folder"):
        tables.tidy([str(tmp_path / "a.csv")], "url", "-", engine="spark")
    message = run(["tidy", "a.csv", "-c", "url", "-o", "-", "--summary", "json"], cwd=tmp_path)
    assert (message.returncode, message.stdout) == (2, b"")
    message = run(["tidy", "a.csv", "-c", "url", "-o", "b.csv", "--summary", "json"], cwd=tmp_path)
    assert json.loads(message.stdout)["rows"] == 1


def test_a_row_that_fails_and_a_missing_file_have_different_exit_codes(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"url\nhttp://user@a.example:80\\@b.example/\n")
    (tmp_path / "a.jsonl").write_bytes(b'{"url":"/"}\n{"url":5}\n')
    reasons = {"a.csv": b"row 1: the authority", "a.jsonl": b"row 2: the value is not valid text"}
    for name, why in reasons.items():
        words = ["-i", name, "-c", "url", "-o", f"b{name}", "--on-error", "raise"]
        message = run(["clean", *words], cwd=tmp_path)
        assert (message.returncode, message.stdout) == (4, b"")
        assert why in message.stderr
        assert not (tmp_path / f"b{name}").exists()
    message = run(["clean", "-i", "none.csv", "-c", "url", "-o", "b.csv"], cwd=tmp_path)
    assert message.returncode == 3


def test_a_name_may_begin_with_a_dash(tmp_path):
    (tmp_path / "-a.csv").write_bytes(b"url\n/\n")
    assert run(["tidy", "-c", "url", "-o", "b.csv", "--", "-a.csv"], cwd=tmp_path).returncode == 0
    assert run(["tidy", "-c", "url", "-o", "b.csv"], cwd=tmp_path).returncode == 2
