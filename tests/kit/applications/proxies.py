"""Proxies, each a command: nginx, Apache, lighttpd, Caddy, Envoy, Varnish, H2O."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

from kit import gateways

Words = Callable[[Path, int, int], list[str]]


def nginx(path: str | None) -> Words:
    """Return what makes the command of nginx, whose `proxy_pass` ends in this path.

    Without a path it answers with its `$uri` and the query.
    """

    def words(folder: Path, port: int, behind: int) -> list[str]:
        made = gateways.nginx(folder, port, behind)
        file = folder / "a.conf"
        target = f"proxy_pass http://127.0.0.1:{behind}{path};"
        if path is None:
            target = 'return 200 "$uri$is_args$args";'
        file.write_text(file.read_text().replace('return 200 "$uri";', target))
        return made

    return words


def apache(way: str) -> Words:
    """Return what makes the command of Apache: `nocanon`, or the flags of a RewriteRule."""

    def words(folder: Path, port: int, behind: int) -> list[str]:
        url = f"http://127.0.0.1:{behind}"
        more = f"ProxyPass / {url}/ nocanon\nAllowEncodedSlashes NoDecode\n"
        if way != "nocanon":
            more = (
                f"LoadModule rewrite_module {gateways.MODULES}/mod_rewrite.so\n"
                f"RewriteEngine On\nRewriteRule ^/?(.*) {url}/$1 [{way}]\n"
            )
        return gateways.apache(folder, port, behind, more)

    return words


def lighttpd(folder: Path, port: int, behind: int) -> list[str]:
    (folder / "a.conf").write_text(
        f'server.modules = ("mod_proxy")\nserver.document-root = "{folder}"\n'
        f'server.bind = "127.0.0.1"\nserver.port = {port}\n'
        f'proxy.server = ("" => (("host" => "127.0.0.1", "port" => {behind})))\n'
    )
    return ["lighttpd", "-D", "-f", str(folder / "a.conf")]


def caddy(directive: str) -> Words:
    """Return what makes the command of Caddy: as a proxy, or answering with its placeholder."""

    def words(folder: Path, port: int, behind: int) -> list[str]:
        does = f"reverse_proxy 127.0.0.1:{behind}"
        if directive == "respond":
            does = (
                '@query expression `{query} != ""`\n respond @query "{path}?{query}"\n'
                ' respond "{path}"'
            )
        (folder / "Caddyfile").write_text(
            "{\n admin off\n auto_https off\n}\n"
            f"http://:{port} {{\n bind 127.0.0.1\n {does}\n}}\n"
        )
        home = ["env", f"HOME={folder}", f"XDG_DATA_HOME={folder}", f"XDG_CONFIG_HOME={folder}"]
        return [*home, "caddy", "run", "--config", str(folder / "Caddyfile")]

    return words


def _address(port: int) -> dict[str, object]:
    return {"socket_address": {"address": "127.0.0.1", "port_value": port}}


def envoy(way: str) -> Words:
    """Return what makes the command of Envoy, with or without the normalisation of paths."""

    def words(folder: Path, port: int, behind: int) -> list[str]:
        kind = "type.googleapis.com/envoy.extensions.filters"
        route = {"match": {"prefix": "/"}, "route": {"cluster": "b"}}
        manager = {
            "@type": f"{kind}.network.http_connection_manager.v3.HttpConnectionManager",
            "stat_prefix": "a",
            "normalize_path": bool(way),
            "merge_slashes": bool(way),
            "http_filters": [
                {"name": "router", "typed_config": {"@type": f"{kind}.http.router.v3.Router"}}
            ],
            "route_config": {"virtual_hosts": [{"name": "a", "domains": ["*"], "routes": [route]}]},
        }
        chain = {"filters": [{"name": "http", "typed_config": manager}]}
        place = {"endpoint": {"address": _address(behind)}}
        cluster = {
            "name": "b",
            "load_assignment": {"cluster_name": "b", "endpoints": [{"lb_endpoints": [place]}]},
        }
        listener = {"name": "a", "address": _address(port), "filter_chains": [chain]}
        made = {"static_resources": {"listeners": [listener], "clusters": [cluster]}}
        (folder / "a.json").write_text(json.dumps(made))
        program = str(Path(sys.executable).parent / "envoy")
        only = ["--concurrency", "1", "--disable-hot-restart", "-l", "error"]
        return [program, "-c", str(folder / "a.json"), *only]

    return words


def varnish(folder: Path, port: int, behind: int) -> list[str]:
    """Return the command of Varnish, which keeps nothing."""
    (folder / "a.vcl").write_text(
        f'vcl 4.1; backend b {{ .host = "127.0.0.1"; .port = "{behind}"; }}\n'
        "sub vcl_recv { return (pass); }\n"
    )
    work = ["-n", str(folder / "work"), "-s", "malloc,16m", "-j", "none"]
    return ["varnishd", "-F", "-f", str(folder / "a.vcl"), "-a", f"127.0.0.1:{port}", *work]


def h2o(folder: Path, port: int, behind: int) -> list[str]:
    (folder / "a.conf").write_text(
        f"listen: {{host: 127.0.0.1, port: {port}}}\nnum-threads: 1\n"
        "hosts:\n  default:\n    paths:\n      /:\n"
        f"        proxy.reverse.url: http://127.0.0.1:{behind}/\n"
    )
    return ["h2o", "-c", str(folder / "a.conf")]
