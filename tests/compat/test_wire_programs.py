"""Programs of clients: the words that start each, and what is made of what it does."""

import json
import os
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from kit.command import PATIENCE
from superuri.wire import loopback, programs
from superuri.wire.clients import Client

URL = "http://127.0.0.1:7/é?q#f"
ORIGIN = "http://127.0.0.1:7"
GIVEN = [URL, "/é?q", "127.0.0.1", 7]


def started(program: str, code: str, folder: Path) -> list[Any]:
    place = programs.Destination(7, "/é?q", "/é?q#f", str(folder))
    return programs.PROGRAMS[program](code, place)


def test_a_shell_command_has_its_variables_and_no_configuration(tmp_path: Path) -> None:
    code = 'curl --request-target "$target" "$origin/" $url'
    assert started("curl", code, tmp_path) == [
        *("curl", "-q", "--silent", "--show-error", "--noproxy", "*", "--proto", "=http"),
        *("--connect-to", "::127.0.0.1:7"),
        *("--request-target", "/é?q", f"{ORIGIN}/", URL),
    ]
    assert started("wget", 'wget "$url"', tmp_path) == [
        *("wget", "--no-config", "--no-proxy", "--no-hsts", "--quiet", "--tries=1"),
        *("--output-document=-", URL),
    ]
    code = r'lftp -c "get1 \"$url\""'
    place = programs.Destination(7, "/", '/a";!b;"\\', str(tmp_path))
    quoted = rf'get1 "{ORIGIN}/a\";!b;\"\\"'
    assert programs.PROGRAMS["lftp"](code, place) == ["lftp", "--norc", "-c", quoted]


def test_a_script_is_given_its_variables_as_json(tmp_path: Path) -> None:
    *php, given = started("php", "code;", tmp_path)
    variables = "[$url, $target, $host, $port] = json_decode($argv[1]);\n"
    assert php == ["php", "-n", "-r", f"{variables}code;", "--"]
    assert json.loads(given) == GIVEN
    *ruby, given = started("ruby", "code", tmp_path)
    variables = 'require "json"\nurl, target, host, port = JSON.parse(ARGV[0])\n'
    assert ruby == ["ruby", "-e", f"{variables}code"]
    assert json.loads(given) == GIVEN
    *node, script, mark, given = started("node", "code;", tmp_path)
    assert (node, mark) == (["node", "--input-type=module", "--eval"], "--")
    assert script.endswith("= JSON.parse(process.argv[1]);\ncode;")
    assert json.loads(given) == GIVEN


def test_java_is_given_a_source_file_and_no_names_of_hosts(tmp_path: Path) -> None:
    source, hosts = tmp_path / "Wire.java", tmp_path / "hosts"
    assert started("java", "        // code\n", tmp_path) == [
        *("java", "-XX:TieredStopAtLevel=1", f"-Djdk.net.hosts.file={hosts}"),
        *("-Djava.net.useSystemProxies=false", str(source)),
        "http%3A%2F%2F127.0.0.1%3A7%2F%C3%A9%3Fq%23f",
    ]
    assert source.read_text().endswith("UTF_8);\n        // code\n    }\n}\n")
    assert hosts.read_text() == ""


def test_the_version_of_a_package_is_that_of_its_distribution() -> None:
    client = Client("own", "python", "", None, package="pytest")
    assert programs.version(client) == metadata.version("pytest")
    assert programs.version(client._replace(package="no-such-package")) == ""


SENT = "connection.sendall(b'GET /a%2f HTTP/1.1\\r\\n\\r\\n')\n"
#: It closes the connection by a reset, before the empty line.
RESET = """connection.sendall(b'GET /a HTTP/1.1')
connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b'\\1\\0\\0\\0\\0\\0\\0\\0')
connection.close()
"""
ENDS = [
    # code after the connection, what is received, why nothing is
    (SENT, b"/a%2f", ""),
    ("", None, "it ended without a request"),
    (RESET, None, "it ended without a request"),
    ("sys.exit('stopped\\n\\n')", None, "stopped"),
    ("print('curl: (3) bad', file=sys.stderr)\nsys.exit('more')", None, "curl: (3) bad"),
    ("raise OSError('no \\udcff')", None, r"OSError: no \udcff"),
]


@pytest.mark.parametrize(("code", "received", "why"), ENDS)
def test_what_is_made_of_how_a_client_ends(code: str, received: bytes | None, why: str) -> None:
    code = f"import socket\nconnection = socket.create_connection((host, port))\n{code}"
    client = Client("own", "python", code, None)
    assert loopback.ask(client, code, "/", PATIENCE) == (received, why)


def test_a_client_does_not_read_what_is_typed_to_the_command() -> None:
    code = "sys.exit(sys.stdin.read() or 'it read nothing')"
    client = Client("own", "python", code, None)
    reads, writes = os.pipe()
    typed = os.dup(0)
    try:
        os.write(writes, b"typed")
        os.close(writes)
        os.dup2(reads, 0)
        answer = loopback.ask(client, code, "/", PATIENCE)
    finally:
        os.dup2(typed, 0)
        os.close(typed)
        os.close(reads)
    assert answer == (None, "it read nothing")
