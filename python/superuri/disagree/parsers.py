"""DATA: parsers of URLs, and the code that runs each of them.

Each row is run by a program of :mod:`superuri.disagree.programs`. To add a parser, add a row.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
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
_IMPORTS = ("import ", "from ", "version = ")


def _rows(text: str) -> Iterator[Parser]:
    for row in re.split(r"\n(?=\S)", text.strip()):
        head, _, code = row.partition("\n")
        name, title, runs = head.split(" | ")
        lines = textwrap.dedent(code).splitlines()
        imports = "".join(f"{line}\n" for line in lines if line.startswith(_IMPORTS))
        if runs == "python" and "version" not in imports:
            imports += _VERSION.format(name)
        read = "\n".join(line for line in lines if not line.startswith(_IMPORTS))
        yield Parser(name, title, runs, imports, textwrap.indent(read, "    "))


#: Every parser; superuri's two readings come first. A row is a line with its name, its title and
#: what runs it, and its code, indented.
PARSERS = (
    *_rows(r"""
superuri | superuri.URI | python
  import re
  from superuri import URI, split
  from superuri import __version__ as version
  u = URI(url)
  user, at, host = (split(url).authority or '').rpartition('@')
  host = re.sub(r':\d*$', '', host)
  return u.scheme, user if at else None, host, u.port, u.path
whatwg | superuri.whatwg.URL | python
  from superuri.whatwg import URL
  from superuri import __version__ as version
  u = URL(url)
  userinfo = joined(u.username or None, u.password or None)
  return u.protocol[:-1], userinfo, u.hostname, u.port or None, u.pathname
urllib | urllib.parse.urlsplit | python
  from urllib.parse import urlsplit
  version = sys.version.split()[0]
  u = urlsplit(url)
  userinfo = joined(u.username, u.password)
  return u.scheme or None, userinfo, u.hostname, u.port, u.path
yarl | yarl.URL | python
  from yarl import URL
  u = URL(url)
  userinfo = joined(u.raw_user, u.raw_password)
  return u.scheme or None, userinfo, u.raw_host, u.explicit_port, u.raw_path
httpx | httpx.URL | python
  from httpx import URL
  u = URL(url)
  path = u.raw_path.partition(b'?')[0]
  return u.scheme or None, u.userinfo or None, u.raw_host or None, u.port, path
urllib3 | urllib3.util.parse_url | python
  from urllib3.util import parse_url
  u = parse_url(url)
  return u.scheme, u.auth, u.host, u.port, u.path
requests | requests.Request.prepare | python
  import requests
  from urllib3.util import parse_url
  version = requests.__version__
  u = parse_url(requests.Request('GET', url).prepare().url)
  return u.scheme, u.auth, u.host, u.port, u.path
hyperlink | hyperlink.URL.from_text | python
  from hyperlink import URL
  u = URL.from_text(url)
  port = u.port if u.port != URL.from_text(u.scheme + '://h').port else None
  path = ('/' if u.rooted else '') + '/'.join(u.path)
  return u.scheme or None, u.userinfo or None, u.host or None, port, path
furl | furl.furl | python
  from furl import furl
  u = furl(url)
  port = None if u.port == furl((u.scheme or 'x') + '://h').port else u.port
  return u.scheme, joined(u.username, u.password), u.host, port, str(u.path)
rfc3986 | rfc3986.uri_reference | python
  from rfc3986 import uri_reference
  u = uri_reference(url)
  return u.scheme, u.userinfo, u.host, u.port, u.path
uritools | uritools.urisplit | python
  from uritools import urisplit
  u = urisplit(url)
  host = u.gethost()
  return u.scheme, u.userinfo, host and str(host), u.getport(), u.path
ada-url | ada_url.URL | python
  from ada_url import URL
  u = URL(url)
  userinfo = joined(u.username or None, u.password or None)
  return u.protocol[:-1], userinfo, u.hostname, u.port or None, u.pathname
can_ada | can_ada.parse | python
  from can_ada import parse
  u = parse(url)
  userinfo = joined(u.username or None, u.password or None)
  return u.protocol[:-1], userinfo, u.hostname, u.port or None, u.pathname
"""),
    Parser("curl", "libcurl's curl_url", "python", CURL, CURL_READ.strip("\n")),
    *_rows("""
node | Node.js new URL | node
  const u = new URL(text);
  const userinfo = joined(u.username, u.password);
  return [u.protocol.slice(0, -1), userinfo, u.hostname, u.port || null, u.pathname];
node-legacy | Node.js url.parse | node
  const u = url.parse(text);
  return [u.protocol && u.protocol.slice(0, -1), u.auth, u.hostname, u.port, u.pathname];
java-uri | java.net.URI | java
  java.net.URI u = new java.net.URI(text);
  Object port = u.getPort() < 0 ? null : u.getPort();
  return new Object[] {u.getScheme(), u.getRawUserInfo(), u.getHost(), port, u.getRawPath()};
java-url | java.net.URL | java
  java.net.URL u = new java.net.URL(text);
  Object port = u.getPort() < 0 ? null : u.getPort();
  return new Object[] {u.getProtocol(), u.getUserInfo(), u.getHost(), port, u.getPath()};
"""),
)
