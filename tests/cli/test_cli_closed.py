"""Closed streams: every command reports them, and exit code 0 means complete."""

import os

import pytest

from kit import ROOT
from kit.amount import rest
from kit.command import run
from superuri import _verbs
from superuri.cli.arguments.jobs import JOBS

# Arguments with which each command writes to standard output.
WRITES = {
    "explain": [["http://h/"], ["--json", "http://h/"]],
    "lint": [
        ["http://h/%zz"],
        ["--fix", "http://h/"],
        ["--diff", "http://h/%zz"],
        ["--statistics", "http://h/%zz"],
        ["--output-format", "json", "http://h/"],
        ["--output-format", "sarif", "http://h/"],
    ],
    "find": [[str(ROOT / "README.md")], ["--json", str(ROOT / "README.md")]],
    "layers": [["%2541"]],
    "disagree": [["http://a@b@c/"]],
    "completion": [["bash"], ["fish"]],
    "build": [["scheme=http", "host=h"], ["-o", "-", "scheme=http", "host=h"]],
    "fill": [["http://{h}/", "h=x"]],
    "expand": [["/{a}", "a=b"]],
    "wire": [["http://h/"]],
    "tidy": [],
    "who": [["a"], ["--decode", "%41"], ["--markdown"]],
    "list": [
        *(["sets"], ["rules", "--json"], ["sets", "rfc3986.PATH"], ["rules", "U102"]),
        *(["profiles"], ["displays"], ["policies"], ["encodings"]),
    ],
    "serve": [],
}
TYPED = [
    *([*verb.name.split(), *verb.cli_example] for verb in _verbs.COMMANDS),
    *([name, *words] for name, rows in WRITES.items() for words in rows),
    *(["--help"], ["--version"], ["http://h/"], ["clean", "--json", "a"]),
]
#: All are written by one function: every fifth is tried.
HELPS = [[*name.split(), "--help"] for name in [*WRITES, *(verb.name for verb in _verbs.COMMANDS)]]


def closing(descriptor):
    return lambda: os.close(descriptor)


def test_every_command_is_here():
    assert {*WRITES} == {*JOBS}


@pytest.mark.parametrize(
    "words",
    [*TYPED, *(pytest.param(each, marks=rest if n % 5 else ()) for n, each in enumerate(HELPS))],
    ids=" ".join,
)
def test_what_cannot_be_written_is_reported(words):
    # With an empty PATH no foreign programs are started: this test is not about them.
    env = {**os.environ, "PATH": ""}
    done = run(words, preexec_fn=closing(1), stdout=None, env=env)
    assert done.returncode == 3
    assert done.stderr.endswith(b"superuri: standard output: it is closed\n")


@pytest.mark.parametrize(
    "words",
    [
        *(["explain"], ["layers"], ["disagree"], ["lint"], ["lint", "--fix", "-i", "-"]),
        *(["lint", "-"], ["clean"], ["parse"], ["find"], ["find", "-"]),
    ],
    ids=" ".join,
)
def test_what_cannot_be_read_is_reported(words):
    done = run(words, None, preexec_fn=closing(0))
    assert done.returncode == 3
    assert done.stderr == b"superuri: standard input: it is closed\n"


def test_what_nobody_needs_may_be_closed(tmp_path):
    for words, code in (
        (["lint", "-q", "http://h/%zz"], 1),
        (["lint", "http://h/"], 0),
        (["build", "-o", tmp_path / "a", "scheme=http", "host=h"], 0),
    ):
        assert run(words, preexec_fn=closing(1)).returncode == code
    assert (tmp_path / "a").read_bytes() == b"http://h\n"
    assert run(["explain", "a"], None, preexec_fn=closing(0)).returncode == 0
    assert run(["lint", "http://h/%zz"], preexec_fn=closing(2)).returncode == 1
