"""DATA: parsers of URLs, and the code that runs each of them.

Each row is run by a program of :mod:`superuri.disagree.programs`. To add a parser, add a row.
"""

from __future__ import annotations

from typing import NamedTuple

from superuri.disagree.programs import CURL, CURL_READ


class Parser(NamedTuple):
    """One parser of URLs."""

    #: Its name on the command line.
    name: str
    #: The package and its function, or the program.
    title: str
    #: "python", "node" or "java".
    runs: str
    #: The code of its program: the import and the expression, or a whole program.
    imports: str
    read: str


_VERSION = "from importlib.metadata import version as _v\nversion = _v('{}')\n"
_ADA = "    return u.protocol[:-1], joined(u.username or None, u.password or None), u.hostname, {}"

#: Every parser; superuri's two readings come first.
PARSERS = (
    Parser(
        "superuri",
        "superuri.URI",
        "python",
        "import re\nfrom superuri import URI, split\nfrom superuri import __version__ as version\n",
        (
            "    u = URI(url)\n"
            "    user, at, host = (split(url).authority or '').rpartition('@')\n"
            "    host = re.sub(r':\\d*$', '', host)\n"
            "    return u.scheme, user if at else None, host, u.port, u.path"
        ),
    ),
    Parser(
        "whatwg",
        "superuri.whatwg.URL",
        "python",
        "from superuri.whatwg import URL\nfrom superuri import __version__ as version\n",
        "    u = URL(url)\n" + _ADA.format("u.port or None, u.pathname"),
    ),
    Parser(
        "urllib",
        "urllib.parse.urlsplit",
        "python",
        "from urllib.parse import urlsplit\nversion = sys.version.split()[0]\n",
        (
            "    u = urlsplit(url)\n"
            "    userinfo = joined(u.username, u.password)\n"
            "    return u.scheme or None, userinfo, u.hostname, u.port, u.path"
        ),
    ),
    Parser(
        "yarl",
        "yarl.URL",
        "python",
        "from yarl import URL\n" + _VERSION.format("yarl"),
        (
            "    u = URL(url)\n"
            "    return (u.scheme or None, joined(u.raw_user, u.raw_password), u.raw_host,\n"
            "            u.explicit_port, u.raw_path)"
        ),
    ),
    Parser(
        "httpx",
        "httpx.URL",
        "python",
        "from httpx import URL\n" + _VERSION.format("httpx"),
        (
            "    u = URL(url)\n"
            "    path = u.raw_path.partition(b'?')[0]\n"
            "    return u.scheme or None, u.userinfo or None, u.raw_host or None, u.port, path"
        ),
    ),
    Parser(
        "urllib3",
        "urllib3.util.parse_url",
        "python",
        "from urllib3.util import parse_url\n" + _VERSION.format("urllib3"),
        "    u = parse_url(url)\n    return u.scheme, u.auth, u.host, u.port, u.path",
    ),
    Parser(
        "requests",
        "requests.Request.prepare",
        "python",
        ("import requests\nfrom urllib3.util import parse_url\nversion = requests.__version__\n"),
        (
            "    u = parse_url(requests.Request('GET', url).prepare().url)\n"
            "    return u.scheme, u.auth, u.host, u.port, u.path"
        ),
    ),
    Parser(
        "hyperlink",
        "hyperlink.URL.from_text",
        "python",
        "from hyperlink import URL\n" + _VERSION.format("hyperlink"),
        (
            "    u = URL.from_text(url)\n"
            "    port = u.port if u.port != URL.from_text(u.scheme + '://h').port else None\n"
            "    path = ('/' if u.rooted else '') + '/'.join(u.path)\n"
            "    return u.scheme or None, u.userinfo or None, u.host or None, port, path"
        ),
    ),
    Parser(
        "furl",
        "furl.furl",
        "python",
        "from furl import furl\n" + _VERSION.format("furl"),
        (
            "    u = furl(url)\n"
            "    port = None if u.port == furl((u.scheme or 'x') + '://h').port else u.port\n"
            "    return u.scheme, joined(u.username, u.password), u.host, port, str(u.path)"
        ),
    ),
    Parser(
        "rfc3986",
        "rfc3986.uri_reference",
        "python",
        "from rfc3986 import uri_reference\n" + _VERSION.format("rfc3986"),
        "    u = uri_reference(url)\n    return u.scheme, u.userinfo, u.host, u.port, u.path",
    ),
    Parser(
        "uritools",
        "uritools.urisplit",
        "python",
        "from uritools import urisplit\n" + _VERSION.format("uritools"),
        (
            "    u = urisplit(url)\n"
            "    host = u.gethost()\n"
            "    return u.scheme, u.userinfo, host and str(host), u.getport(), u.path"
        ),
    ),
    Parser(
        "ada-url",
        "ada_url.URL",
        "python",
        "from ada_url import URL\n" + _VERSION.format("ada-url"),
        "    u = URL(url)\n" + _ADA.format("u.port or None, u.pathname"),
    ),
    Parser(
        "can_ada",
        "can_ada.parse",
        "python",
        "from can_ada import parse\n" + _VERSION.format("can_ada"),
        "    u = parse(url)\n" + _ADA.format("u.port or None, u.pathname"),
    ),
    Parser("curl", "libcurl's curl_url", "python", CURL, CURL_READ.strip("\n")),
    Parser(
        "node",
        "Node.js new URL",
        "node",
        "",
        (
            "const u = new URL(text); return [u.protocol.slice(0, -1),"
            " joined(u.username, u.password), u.hostname, u.port || null, u.pathname];"
        ),
    ),
    Parser(
        "node-legacy",
        "Node.js url.parse",
        "node",
        "",
        (
            "const u = url.parse(text); return [u.protocol && u.protocol.slice(0, -1), u.auth,"
            " u.hostname, u.port, u.pathname];"
        ),
    ),
    Parser(
        "java-uri",
        "java.net.URI",
        "java",
        "",
        (
            "java.net.URI u = new java.net.URI(text); return new Object[] {u.getScheme(),"
            " u.getRawUserInfo(), u.getHost(), u.getPort() < 0 ? null : u.getPort(),"
            " u.getRawPath()};"
        ),
    ),
    Parser(
        "java-url",
        "java.net.URL",
        "java",
        "",
        (
            "java.net.URL u = new java.net.URL(text); return new Object[] {u.getProtocol(),"
            " u.getUserInfo(), u.getHost(), u.getPort() < 0 ? null : u.getPort(), u.getPath()};"
        ),
    ),
)
