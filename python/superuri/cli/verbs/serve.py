"""How does the command open the local page?"""

from __future__ import annotations

import errno
import os

from superuri.cli.arguments.parser import Parser
from superuri.cli.arguments.readers import port
from superuri.cli.output import FILES, messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def parse(argv: list[str]) -> argparse.Namespace:
    """Return what is asked for: ``port`` and ``open``."""
    options = parser_of(argv[0]).parse_args(argv[1:])
    options.page = run
    return options


def parser_of(name: str) -> Parser:
    """Return the parser of this command."""
    made = Parser(f"superuri {name}")
    made.usage = "superuri serve [OPTION...]"
    made.description = (
        "Serve the page that explains a URL as it is typed, to this machine alone, and open it in "
        "the browser. Ctrl-C ends it. It needs superuri[web]."
    )
    made.epilog = "example:\n  $ superuri serve --port 8080 --no-open"
    add = made.add_argument
    add("--port", type=port, default=0, metavar="N", help="the port (default: one that is free)")
    add("--no-open", action="store_false", dest="open", help="do not open the browser")
    return made


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C, and return the exit code."""
    try:
        from superuri.web.server import serve  # noqa: PLC0415  because it needs an extra
    except ImportError as error:
        messages.say_error("superuri serve", str(error))
        return FILES
    try:
        return serve(options.port, browse=options.open)
    except OSError as error:
        where = f"port {options.port} of 127.0.0.1"
        taken = error.errno == errno.EADDRINUSE
        why = "is taken" if taken else f"cannot be had: {os.strerror(error.errno or 0)}"
        messages.say_error("superuri serve", f"{where} {why}; --port 0 takes one that is free")
        return FILES
