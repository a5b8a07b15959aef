"""Which commands take arguments of their own kind, and who reads them?"""

from __future__ import annotations

from importlib import import_module
from textwrap import wrap

from superuri.cli import exits
from superuri.cli.arguments.parser import WIDTH, Parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Protocol

    class _Job(Protocol):
        """A module that reads the arguments of such a command."""

        def parser_of(self, name: str) -> Parser:
            """Return the parser of the command."""

        def parse(self, argv: list[str]) -> argparse.Namespace:
            """Return what is asked for: its ``page`` does it."""


#: Each command's module, here, and its help.
JOBS = {
    "explain": ("verbs.explain", "tell of every character of a text what it is, and why"),
    "lint": ("lint", "tell everything that is wrong or odd about URLs, and mend it"),
    "peel": ("verbs.explain", "take layers of percent-encoding off, and say what they hid"),
    "disagree": ("verbs.disagree", "show which parsers read a URL in another way"),
    "build": ("verbs.build", "make a URI of its parts, each encoded for the place it stands in"),
    "fill": (
        "verbs.build",
        "make a URI of a template, each value encoded for the place of its slot",
    ),
    "expand": ("verbs.build", "make a URI of an RFC 6570 template and values"),
    "wire": ("verbs.wire", "show which HTTP clients change the bytes of a URL that they send"),
    "tidy": ("verbs.tidy", "clean, normalise, key and deduplicate the URLs of a table"),
}


def job(name: str) -> _Job:
    """Return the module that reads the arguments of this command."""
    module: _Job = import_module(f"superuri.cli.{JOBS[name][0]}")
    return module


def parser_of(name: str, takes: str, about: str, epilog: str) -> Parser:
    """Return the parser of such a command, which has the words that all of them have."""
    does = JOBS[name][1]
    told = "\n\n" + "\n".join(wrap(about, WIDTH)) if about else ""
    return Parser(
        f"superuri {name}",
        description=f"{does[0].upper()}{does[1:]}.{told}",
        usage=f"superuri {name} [OPTION...] {takes}",
        epilog=f"{epilog}\n\n{exits()}",
    )
