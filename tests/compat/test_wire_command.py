"""Command `wire`: what it prints, and what it leaves behind."""

import json
import os
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

from kit.command import PATIENCE, finish, run, start


def test_the_command_draws_and_counts():
    done = run(["wire", "--client", "URLLIB", "https://e.com/%7e?a=%27#f"])
    assert done.returncode == 0
    version = "{}.{}.{}".format(*sys.version_info[:3])
    assert done.stdout.decode() == f"written: /%7e?a=%27\nurllib {version}  kept\n"
    done = run(["wire", "--json", "--client", "http.client", "--client", "urllib", "/a b"])
    assert done.returncode == 1
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["client"] for each in told] == ["http.client", "urllib"]
    assert all(each["status"] == "refused" and "InvalidURL" in each["why"] for each in told)


def test_the_command_shows_what_was_changed():
    pytest.importorskip("requests")
    done = run(["wire", "--client", "requests", "/a/../b%7e?é"])
    assert done.returncode == 1
    _, who, *drawn = done.stdout.decode().splitlines()
    assert who.endswith("changed")
    assert drawn == [
        "  /a/../b%7e?é",
        "   ^^^^^ ^^^ ^",
        "  /b~?%C3%A9",
        "    path: a/../ -> nothing (dot segments removed)",
        "    path: %7e -> ~ (decoded)",
        "    query: é -> %C3%A9 (encoded)",
    ]


@pytest.fixture
def sleepy_curl(tmp_path):
    """An environment in which curl never comes to an end, and the folder of its folders."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "folders").mkdir()
    curl = tmp_path / "bin" / "curl"
    curl.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo curl 99.9 && exit\n'
        f": > {shlex.quote(str(tmp_path / 'runs'))}\nexec sleep {PATIENCE}\n"
    )
    curl.chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "TMPDIR": str(tmp_path / "folders")}


def test_the_command_waits_only_so_long(sleepy_curl):
    done = run(["wire", "--client", "curl", "--timeout", "0.5", "/a"], env=sleepy_curl)
    assert done.returncode == 1
    assert done.stdout == b"written: /a\ncurl 99.9  refused: nothing came within 0.5 seconds\n"


def test_ctrl_c_ends_the_clients_too(sleepy_curl):
    folders = Path(sleepy_curl["TMPDIR"])
    words = ["wire", "--client", "curl", "--timeout", str(PATIENCE), "/a"]
    process = start(words, env=sleepy_curl)
    while not (folders.parent / "runs").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert finish(process)[0] == 130
    assert list(folders.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["-i", "list", "/a"], 2, "give either texts or -i"),
        (["--client", "urlib", "/"], 2, "did you mean urllib?"),
        (["--timeout", "0", "/"], 2, "is not a number of seconds"),
        (["--exakt", "/"], 2, "did you mean --exact?"),
        (["ftp://e.com/"], 4, "is not a URL of the Web"),
        (["http://e.com\\@elsewhere/"], 4, "leaves open where the host ends"),
        ([b"/\xff"], 4, "it is not valid UTF-8"),
    ],
)
def test_the_command_refuses(arguments, code, said):
    done = run(["wire", *map(os.fsencode, arguments)])
    assert (done.returncode, done.stdout) == (code, b"")
    assert said in done.stderr.decode()
