"""Command `serve`: the local page."""

import errno
import os
from argparse import Namespace

from superuri.cli.arguments.parser import Parser
from superuri.cli.arguments.readers import port
from superuri.cli.output import FILES, messages


def parser_of(name: str) -> Parser:
    made = Parser(f"superuri {name}")
    made.usage = "superuri serve [OPTION...]"
    made.description = (
        "Serve the page that explains a URL as it is typed, to this machine alone, and open it in "
        "the browser. Ctrl-C ends it. It needs superuri[web]."
    )
    made.epilog = "example:\n  $ superuri serve --port 8080 --no-open"
    made.take("--port N", "the port (default: one that is free)", type=port, default=0)
    made.take("--no-open", "do not open the browser", action="store_false", dest="open")
    return made


def run(options: Namespace) -> int:
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
