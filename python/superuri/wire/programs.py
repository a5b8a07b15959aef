"""Programs: how a client's code is run, connecting to this machine only.

Each runs in a process of its own, with an empty folder as its home, and without environment
variables that could name a proxy, a configuration or a library.
"""

import json
import re
import shlex
import sys
from importlib import metadata
from typing import NamedTuple

import superuri._core as _core
import superuri._foreign as _foreign
from superuri._foreign.process import write
from superuri.wire.clients import Client

HOST = "127.0.0.1"


class Destination(NamedTuple):
    """The address to which a client sends its request, and the text of the URL."""

    port: int
    target: str
    #: The text after the authority: the target and the fragment.
    rest: str
    #: An empty folder.
    folder: str

    @property
    def url(self) -> str:
        """The URL, with this machine as its host."""
        return f"http://{HOST}:{self.port}{self.rest}"


# asyncio itself connects to a local socket to wake its loop, so any local port is allowed.
_PYTHON = f"""\
import json, sys
def only_here(event, args):
    host = args[1] if event == "socket.connect" else args[0] if event in {{
        "socket.getaddrinfo", "socket.gethostbyname"}} else None
    host = host[0] if isinstance(host, tuple) else host
    if host not in (None, "{HOST}", b"{HOST}", "::1", "localhost"):
        raise ConnectionRefusedError(f"superuri wire lets nothing out: {{host}}")
sys.addaudithook(only_here)
url, target, host, port, sys.path[:] = json.loads(sys.argv[1])
"""
_NODE = f"""\
import net from "node:net";
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...given) {{
  const first = Array.isArray(given[0]) ? given[0][0] : given[0];
  if (first?.host !== "{HOST}") throw new Error("superuri wire lets nothing out");
  return connect.apply(this, given);
}};
const [url, target, host, port] = JSON.parse(process.argv[1]);
"""
_JAVA = """\
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;

public class Wire {
    public static void main(String[] words) throws Exception {
        var url = URLDecoder.decode(words[0], StandardCharsets.UTF_8);
%s    }
}
"""
_PHP = "[$url, $target, $host, $port] = json_decode($argv[1]);\n"
_RUBY = 'require "json"\nurl, target, host, port = JSON.parse(ARGV[0])\n'

#: Options of each command: no configuration, no proxy, no other scheme, no other host.
OPTIONS = {
    "curl": ("-q", "--silent", "--show-error", "--noproxy", "*", "--proto", "=http"),
    "wget": (
        *("--no-config", "--no-proxy", "--no-hsts", "--quiet", "--tries=1"),
        "--output-document=-",
    ),
    "axel": ("--quiet", "--no-proxy"),
    "aria2c": ("--no-conf", "--all-proxy=", "--max-tries=1", "--quiet"),
    "lftp": ("--norc",),
    "busybox": (),
    "links": ("-codepage", "utf-8"),
    "lynx": (),
    "w3m": ("-no-proxy",),
    "git": ("-c", "protocol.allow=never", "-c", "protocol.http.allow=always"),
    "ffmpeg": ("-nostdin", "-loglevel", "error", "-protocol_whitelist", "http,tcp"),
}


def _given(place: Destination, *more: object) -> str:
    return json.dumps([place.url, place.target, HOST, place.port, *more])


def _python(code: str, place: Destination) -> list[str]:
    paths = [path for path in sys.path if path]
    return [sys.executable, "-I", "-c", _PYTHON + code, _given(place, paths)]


def _node(code: str, place: Destination) -> list[str]:
    return ["node", "--input-type=module", "--eval", _NODE + code, "--", _given(place)]


def _java(code: str, place: Destination) -> list[str]:
    source = write(place.folder, "Wire.java", _JAVA % code)
    # An empty file: it knows no names.
    hosts = write(place.folder, "hosts", "")
    here = [f"-Djdk.net.hosts.file={hosts}", "-Djava.net.useSystemProxies=false"]
    return ["java", "-XX:TieredStopAtLevel=1", *here, source, _core.encode(place.url)]


def _php(code: str, place: Destination) -> list[str]:
    return ["php", "-n", "-r", _PHP + code, "--", _given(place)]


def _ruby(code: str, place: Destination) -> list[str]:
    return ["ruby", "-e", _RUBY + code, _given(place)]


def _shell(code: str, place: Destination) -> list[str]:
    """Return the words of the command line, without using a shell."""
    names = {"$url": place.url, "$target": place.target, "$origin": f"http://{HOST}:{place.port}"}
    program, *words = shlex.split(code)
    if program == "lftp":  # It parses its word once more.
        names = {name: re.sub(r'["\\]', r"\\\g<0>", text) for name, text in names.items()}
    words = [re.sub(r"\$\w+", lambda name: names[name[0]], word) for word in words]
    here = ["--connect-to", f"::{HOST}:{place.port}"] if program == "curl" else []
    return [program, *OPTIONS[program], *here, *words]


#: How the code for each language or command is started.
PROGRAMS = dict.fromkeys(OPTIONS, _shell)
PROGRAMS |= {"python": _python, "node": _node, "java": _java, "php": _php, "ruby": _ruby}


def version(client: Client) -> str:
    """Return the version that is installed; empty if there is none."""
    if client.program == "python":
        if not client.package:
            return "{}.{}.{}".format(*sys.version_info[:3])
        try:
            return metadata.version(client.package)
        except metadata.PackageNotFoundError:
            return ""
    return _foreign.version(client.program)
