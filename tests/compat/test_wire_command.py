"""Command `wire`: what it prints, and what it leaves behind."""

import json
import os
import sys

import pytest

from kit.command import run, sleepy, start
from superuri.wire import servers


def test_the_command_draws_and_counts():
    done = run(["wire", "--client", "URLLIB", "https://e.com/%7e?a=%27#f"])
    assert done.returncode == 0
    version = "{}.{}.{}".format(*sys.version_info[:3])
    assert done.stdout.decode() == f"written: /%7e?a=%27\nurllib {version}  kept\n"
    done = run(["wire", "--json", "--client", "http.client", "--client", "urllib", "/a b"])
    assert done.returncode == 1
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["client"] for each in printed] == ["http.client", "urllib"]
    assert all(each["status"] == "refused" and "InvalidURL" in each["why"] for each in printed)


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


def test_the_command_waits_only_so_long(tmp_path):
    done = run(["wire", "--client", "curl", "--timeout", "0.5", "/a"], env=sleepy(tmp_path, "curl"))
    assert done.returncode == 1
    assert done.stdout == b"written: /a\ncurl 99.9  refused: no answer within 0.5 seconds\n"


def test_each_answer_is_printed_while_later_clients_run(tmp_path):
    words = ["wire", "--client", "urllib", "--client", "curl", "--timeout", "600", "/a"]
    process = start(words, env=sleepy(tmp_path, "curl"))
    try:
        assert process.stdout.readline() == b"written: /a\n"
        first = process.stdout.readline()
        # The second client has no answer yet, and never will.
        assert first.split() == [b"urllib", b"3.%d.%d" % sys.version_info[1:3], b"kept"]
        assert process.poll() is None
    finally:
        process.terminate()
        assert process.communicate()[0] == b""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-i", "list", "/a"], 2, "give either texts or -i"),
        (["--client", "urlib", "/"], 2, "did you mean urllib?"),
        (["--timeout", "0", "/"], 2, "is not a number of seconds"),
        (["--server", "nginks"], 2, "did you mean nginx?"),
        (["--server=nginx", "/a"], 2, "give no URL and no client with it"),
        (["--exakt", "/"], 2, "did you mean --exact?"),
        (["ftp://e.com/"], 4, "is not a URL of the Web"),
        (["http://e.com\\@elsewhere/"], 4, "does not show where the host ends"),
        ([b"/\xff"], 4, "it is not valid UTF-8"),
    ],
)
def test_the_command_refuses(arguments, code, message):
    done = run(["wire", *map(os.fsencode, arguments)])
    assert (done.returncode, done.stdout) == (code, b"")
    assert message in done.stderr.decode()


def test_the_command_shows_what_servers_hand_on(tmp_path):
    done = run(["wire", "--server", "NGINX"])
    head, first, *more = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert head.split("  ")[0].startswith("nginx 1.")
    assert first.split() == ["/a%2Fb", "/a/b", "/a%2Fb", "/a/b"]
    assert len(more) == len(servers.TARGETS) - 1
    file = tmp_path / "servers.jsonl"
    done = run(["wire", "--server", "--json", "-o", file])
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert (done.returncode, done.stdout) == (0, b"")
    assert [(row["server"], row["reads"]) for row in rows] == [
        (row.name, row.view) for name in servers.NAMES for row in servers.named(name)
    ]
    assert all(list(row["handed"]) == list(servers.TARGETS) for row in rows)


def test_the_command_shows_no_part_of_a_password():
    done = run(["wire", "--client", "urllib", "http://u:p@hun/ter2@h.com/?password=hunter2%7e"])
    assert b"hun" not in done.stdout + done.stderr
    assert b"ter2" not in done.stdout + done.stderr
