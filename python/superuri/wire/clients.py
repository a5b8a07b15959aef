"""DATA: HTTP clients, how each is usually called, and how it sends exactly the given bytes.

The code in a row can be copied by readers: the documentation prints it, and `superuri wire` runs
it. Its variables are ``url``, ``target`` (the path and the query as written), ``host`` and
``port``; in a shell ``$url``, ``$target`` and ``$origin``.
"""

from typing import NamedTuple


class Client(NamedTuple):
    """A client: its name, the program that runs it, and its code."""

    name: str
    #: The program that runs its code: a key of ``programs.PROGRAMS``.
    program: str
    #: The code that is usually written.
    usual: str
    #: Code that sends exactly these bytes, which may be the same; None if there is none.
    exact: str | None
    #: The distribution of a Python package.
    package: str = ""
    note: str = ""
    #: A pattern of what it adds to each URL, which is not a change.
    adds: str = ""


_HTTP_CLIENT = """\
import http.client

connection = http.client.HTTPConnection(host, port)
connection.request("GET", target)
connection.getresponse()
"""
_URLLIB = """\
import urllib.request

urllib.request.urlopen(url)
"""
_CURL = 'curl "$url"'
_ARIA2 = 'aria2c "$url"'
_W3M = 'w3m -dump_source "$url"'
_FFMPEG = 'ffmpeg -i "$url" -f null -'
_PHP = "file_get_contents($url);"
_JAVA = """\
var request = HttpRequest.newBuilder(URI.create(url)).build();
HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
"""

CLIENTS = (
    Client(
        "http.client",
        "python",
        _HTTP_CLIENT,
        _HTTP_CLIENT,
        note="It sends the target unchanged, but refuses spaces, controls and non-ASCII text.",
    ),
    Client(
        "urllib",
        "python",
        _URLLIB,
        _URLLIB,
        note="It sends the target unchanged, but refuses spaces, controls and non-ASCII text.",
    ),
    Client(
        "urllib3",
        "python",
        'import urllib3\n\nurllib3.request("GET", url)\n',
        """\
import urllib3

connection = urllib3.connection.HTTPConnection(host, port)
connection.request("GET", target)
connection.getresponse()
""",
        package="urllib3",
        note="Only a separate connection sends a target unchanged: pools and managers write "
        "the hex digits of escapes in upper case, and encode what is not allowed in a URI.",
    ),
    Client(
        "requests",
        "python",
        "import requests\n\nrequests.get(url)\n",
        """\
import requests


class Exact(requests.adapters.HTTPAdapter):
    def get_connection_with_tls_context(self, request, *args, **kwargs):
        pool = super().get_connection_with_tls_context(request, *args, **kwargs)

        class Connection(pool.ConnectionCls):
            def putrequest(self, method, url, *args, **kwargs):
                super().putrequest(method, target, *args, **kwargs)

        pool.ConnectionCls = Connection
        return pool


session = requests.Session()
session.mount("http://", Exact())
session.get(url)
""",
        package="requests",
        note="Setting the `url` of a prepared request is not enough: urllib3, below it, still "
        "writes the hex digits of escapes in upper case. For https, mount the adapter there, too.",
    ),
    Client(
        "httpx",
        "python",
        "import httpx\n\nhttpx.get(url)\n",
        """\
import httpx

with httpx.Client() as client:
    client.get(url, extensions={"target": target.encode("ascii")})
""",
        package="httpx",
        note="The extension belongs to httpcore: other transports may ignore it.",
    ),
    Client(
        "aiohttp",
        "python",
        """\
import asyncio

import aiohttp


async def main():
    async with aiohttp.ClientSession() as session, session.get(url):
        pass


asyncio.run(main())
""",
        """\
import asyncio

import aiohttp
import yarl


async def main():
    exact = yarl.URL(url, encoded=True)
    async with aiohttp.ClientSession() as session, session.get(exact):
        pass


asyncio.run(main())
""",
        package="aiohttp",
        note="It then sends anything, even spaces: check the target with `superuri.is_uri`.",
    ),
    Client(
        "pycurl",
        "python",
        """\
import pycurl

curl = pycurl.Curl()
curl.setopt(curl.URL, url)
curl.perform()
""",
        """\
import pycurl

curl = pycurl.Curl()
curl.setopt(curl.URL, f"http://{host}:{port}/")
curl.setopt(curl.REQUEST_TARGET, target)
curl.perform()
""",
        package="pycurl",
        note="It then sends anything, even line breaks: check the target with `superuri.is_uri`.",
    ),
    Client(
        "curl",
        "curl",
        _CURL,
        'curl --request-target "$target" "$origin/"',
        note="`--path-as-is` keeps the dots, and `--globoff` the braces and brackets; newer "
        "versions still write the hex digits of escapes in upper case. This target is sent as it "
        "is, even line breaks: check it with `superuri.is_uri`.",
    ),
    Client(
        "wget",
        "wget",
        'wget "$url"',
        None,
        note="It encodes what is not allowed in a URI, and has no option to prevent that.",
    ),
    Client("aria2", "aria2c", _ARIA2, _ARIA2),
    Client(
        "axel",
        "axel",
        'axel "$url"',
        'axel "$origin$target"',
        note="It also sends the fragment, and garbles non-ASCII text.",
    ),
    Client(
        "BusyBox wget",
        "busybox",
        'busybox wget "$url"',
        'busybox wget "$origin$target"',
        note="It also sends the fragment, and spaces as they are.",
    ),
    Client(
        "lftp",
        "lftp",
        r'lftp -c "get1 \"$url\""',
        r'lftp -c "get1 \"$origin$target\""',
        note='It parses its command, so write a backslash before each `"` and `\\` of the URL. It '
        "also sends the fragment, and spaces as they are.",
    ),
    Client(
        "links",
        "links",
        'links -source "$url"',
        None,
        note="It also sends the fragment. Without `LANG`, it sends `*` for each non-ASCII byte.",
    ),
    Client("lynx", "lynx", 'lynx -source "$url"', None),
    Client("w3m", "w3m", _W3M, _W3M),
    Client("ffmpeg", "ffmpeg", _FFMPEG, _FFMPEG),
    Client(
        "git",
        "git",
        'git ls-remote "$url"',
        None,
        note="libcurl sends its requests. What it adds, `/info/refs` and a parameter, is left out.",
        adds=r"/info/refs[?&]service=git-upload-pack\Z",
    ),
    Client(
        "Node fetch",
        "node",
        "await fetch(url);",
        None,
        note="It parses a URL by the URL standard, and offers no other way: use `node:http`.",
    ),
    Client(
        "Node http",
        "node",
        """\
import http from "node:http";

await new Promise((resolve, reject) => http.get(url, resolve).on("error", reject));
""",
        """\
import http from "node:http";

await new Promise((resolve, reject) =>
  http.get({ host, port, path: target }, resolve).on("error", reject));
""",
        note="Its `path` refuses spaces, and writes non-ASCII characters as latin-1.",
    ),
    Client(
        "Java HttpClient",
        "java",
        _JAVA,
        _JAVA,
        note="`URI.create` refuses what is not allowed in a URI.",
    ),
    Client("PHP", "php", _PHP, _PHP),
    Client(
        "Ruby Net::HTTP",
        "ruby",
        'require "net/http"\n\nNet::HTTP.get(URI(url))\n',
        'require "net/http"\n\nNet::HTTP.start(host, port) { |http| http.get(target) }\n',
    ),
)

NAMES = tuple(client.name for client in CLIENTS)
