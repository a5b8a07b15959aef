"""Command `serve`: the local web page."""

import errno
import ipaddress

from superuri.cli.arguments.converters import port
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.output import FILES, messages
from superuri.cli.output.messages import quoted


def parser_of(name: str) -> Parser:
    made = Parser(
        f"superuri {name}",
        usage="superuri serve [OPTION...]",
        description="Serve the page that explains a URL as it is typed, to this machine alone, and "
        "open it in the browser. Ctrl-C ends it. It needs superuri[web].",
        epilog="example:\n  $ superuri serve --port 8080 --no-open",
    )
    made.take("--port N", "the port (default: the last one, or a free one)", type=port)
    made.take(
        "--host ADDRESS",
        "listen on this address (default: 127.0.0.1); remote ones need --allow-remote",
        default="127.0.0.1",
    )
    made.take(
        "--allow-remote",
        "allow an address that other machines reach; the connection is not encrypted",
    )
    made.take("--no-open", "do not open the browser", action="store_false", dest="open")
    return made


def check(parser: Parser, options: Namespace) -> None:
    """Refuse an address that other machines can reach, unless that was requested."""
    host = options.host = options.host.removeprefix("[").removesuffix("]")
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        is_local, is_any = host == "localhost", not host
    else:
        is_local, is_any = address.is_loopback, address.is_unspecified
    if is_any:
        parser.error(f"{quoted(host)} means every address: name one that other machines can reach")
    if not is_local and not options.allow_remote:
        parser.error(
            f"other machines reach {quoted(host)}; --allow-remote admits those that know the token"
        )


def run(options: Namespace) -> int:
    """Serve until Ctrl-C, and return the exit code."""
    try:
        from superuri.web.server import serve  # noqa: PLC0415  because it needs an extra
    except ImportError as error:
        messages.say_error("superuri serve", str(error))
        return FILES
    try:
        return serve(options.port, host=options.host, browse=options.open)
    except OSError as error:
        where = f"port {options.port or 0} of {options.host}"
        taken = error.errno == errno.EADDRINUSE
        why = "is taken" if taken else f"cannot be opened: {error.strerror}"
        help_ = "; --port 0 takes one that is free" if taken else ""
        messages.say_error("superuri serve", f"{where} {why}{help_}")
        return FILES
