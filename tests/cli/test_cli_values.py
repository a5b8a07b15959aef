"""Commands that build URIs from values: they stream, and replace files whole or not at all."""

import io
import json
import os

import pytest

from kit.clock import children_linearly
from kit.command import finish, run, start
from superuri import _core
from superuri.cli.arguments import values
from superuri.cli.verbs import build


@pytest.mark.parametrize("name", build.MAKERS)
def test_every_command_does_its_example(name):
    _, words, made, _ = build.MAKERS[name]
    assert run([name, *words]).stdout.decode() == f"{made}\n"
    assert made in run([name, "--help"]).stdout.decode()


def test_what_is_typed_is_utf_8_in_any_locale():
    plain = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = run(["expand", "/é{?q}", "q=ü"], env=plain)
    assert done.stdout == b"/%C3%A9?q=%C3%BC\n"
    done = run(["expand", "/{?q}", b"q=\xff"], env=plain)
    assert done.returncode == 2
    assert b"the byte FF at 2 is not valid UTF-8" in done.stderr


def test_what_is_there_comes_at_once():
    process = start(["expand", "/{id}", "--values", "-"])
    for number in range(3):
        process.stdin.write(b'{"id": %d}\n' % number)
        process.stdin.flush()
        assert process.stdout.readline() == b"/%d\n" % number
    process.stdin.close()
    process.stdin = None
    assert finish(process) == (0, b"")


@children_linearly(30)
def test_many_lines_keep_their_order(tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({"id": n}) + "\n" for n in range(50_000)))
    out = tmp_path / "uris.txt"
    done = run(["expand", "/{id}", "--values", str(rows), "-o", str(out)])
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert out.read_text() == "".join(f"/{n}\n" for n in range(50_000))


def test_a_job_that_stops_changes_no_file(tmp_path):
    out = tmp_path / "uris.txt"
    out.write_text("old")
    rows = b'{"id": 1}\n{\n'
    done = run(["expand", "/{id}", "--values", "-", "--on-error", "raise", "-o", str(out)], rows)
    assert done.returncode == 4
    assert done.stderr.endswith(b"stopped there; no file is changed\n")
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


def test_lists_that_are_nested_too_deep_are_not_values():
    done = run(["expand", "/{id}", "--values", "-"], b"[" * 200_000 + b'\n{"id": 1}\n')
    assert done.returncode == 4
    assert done.stdout == b"\n/1\n"
    assert b"line 1: lists are nested too deep" in done.stderr


def test_a_line_that_is_not_text_reports_where():
    done = run(["expand", "/{id}", "--values", "-"], b'{"id": "\xff"}\n')
    assert b"line 1: the byte FF at 8 is not valid UTF-8" in done.stderr


@pytest.mark.parametrize("cut", [1, 2, 3, 7, values.BLOCK])
def test_lines_are_the_same_however_they_come(cut, monkeypatch):
    monkeypatch.setattr(values, "BLOCK", cut)
    text = b"\xef\xbb\xbfone\n\n\xef\xbb\xbftwo\r\n" + b"x" * 50 + b"\nlast"
    read = [line for block in values.lines(io.BytesIO(text).read) for line in block]
    assert read == [b"one", b"", b"\xef\xbb\xbftwo\r", b"x" * 50, b"last"]


@pytest.mark.parametrize("ending", [b"", b"\n", b"\nb"])
def test_a_line_that_is_too_long_is_none(ending, monkeypatch):
    monkeypatch.setattr(values, "BLOCK", 4)
    monkeypatch.setattr(_core, "MAX_LINE", 10)
    text = io.BytesIO(b"a\n" + b"x" * 99 + ending)
    read = [line for block in values.lines(text.read) for line in block]
    assert read == [b"a", None, *([b"b"] if ending.endswith(b"b") else [])]


@pytest.mark.parametrize("ending", [b"", b"\n"])
@pytest.mark.parametrize("block", [1, 4, 7, 10])
def test_the_limit_of_a_line_is_to_the_byte(ending, block, monkeypatch):
    monkeypatch.setattr(values, "BLOCK", block)
    monkeypatch.setattr(_core, "MAX_LINE", 10)
    text = io.BytesIO(b"x" * 10 + b"\n" + b"y" * 11 + ending)
    read = [line for each in values.lines(text.read) for line in each]
    assert read == [b"x" * 10, None]
