"""How does the command explain a text, and peel it?"""

from __future__ import annotations

import errno
import json
import os

from superuri import _core
from superuri.cli.arguments import jobs, values
from superuri.cli.arguments.readers import number
from superuri.cli.output import FINE, INVALID, files, messages
from superuri.errors import URIError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from superuri.cli.arguments.parser import Parser


EXAMPLES = {
    "explain": "superuri explain 'http://example.com/caf%C3%A9?next=%252Fa|b'",
    "peel": "superuri peel --layers 2 'a%252Fb'",
}
ABOUT = {
    "explain": "Every character: its component, what it stands for, which standards leave it bare, "
    "and why it is cleaned or stays escaped. A bare `superuri URL` does the same.",
    "peel": "Take layers of percent-encoding off, to look at what stands inside. A program decodes "
    "once; `superuri decode` does that.",
}


def parser_of(name: str) -> Parser:
    """Return the parser of this command."""
    parser = jobs.parser_of(name, "[TEXT...]", ABOUT[name], f"example:\n  $ {EXAMPLES[name]}")
    add = parser.add_argument
    add("texts", nargs="*", metavar="TEXT", help="the texts; without any, lines of standard input")
    if name == "peel":
        add("--layers", type=number(1, 1000), metavar="N", help="how many (default: all)")
        return parser
    depth = number(1, 64)
    add("--depth", type=depth, default=8, metavar="N", help="levels to unfold (default: 8)")
    add("--width", type=number(24, 1000), metavar="N", help="columns (default: the terminal's)")
    add("--json", action="store_true", help="write one JSON object for each text")
    parser.add_color()
    return parser


def parse(argv: list[str]) -> argparse.Namespace:
    """Return what is asked for."""
    options = parser_of(argv[0]).read(argv[1:], "texts")
    options.page = explain if argv[0] == "explain" else peel
    return options


def explain(options: argparse.Namespace) -> int:
    """Draw the texts, and return the exit code: whether a URI can be made of each."""
    from superuri.explanation import explain as told_of  # noqa: PLC0415  because peel needs none
    from superuri.explanation.ruler import draw  # noqa: PLC0415  as above

    messages.style.when = options.color
    width = options.width or messages.columns()
    colour = messages.style.colours(1)

    def one(text: str | bytes) -> tuple[str, int]:
        explained = told_of(text, depth=options.depth)
        code = FINE if explained.error is None else INVALID
        if options.json:
            return json.dumps(explained.to_dict()), code
        return draw(explained, width, colour=colour), code

    return each(options, one, "\n\n" if not options.json else "\n")


def peel(options: argparse.Namespace) -> int:
    """Print the texts without their layers, and say how many those were."""

    def one(text: str | bytes) -> tuple[str, int]:
        layers = _core.layers(text, options.layers or 1000)
        inside = layers[-1].text if layers else shown(text)
        revealed = dict.fromkeys(name for layer in layers for name in layer.revealed)
        said = f"{len(layers)} layer{'' if len(layers) == 1 else 's'} removed"
        if options.layers and len(layers) < options.layers:
            said += f", and no more are there of {options.layers}"
        if revealed:
            said += f"; revealed: {', '.join(revealed)}"
        messages.say(f"superuri peel: {said}")
        if messages.is_terminal(1):
            inside = messages.printable(inside)
        return inside, FINE

    return each(options, one, "\n")


def each(
    options: argparse.Namespace, one: Callable[[str | bytes], tuple[str, int]], between: str
) -> int:
    """Do every text, and return the worst exit code."""
    worst = FINE
    first = True
    for text in texts(options):
        try:
            said, code = one(text)
        except URIError as error:
            messages.say_error("superuri", error.pretty())
            worst = INVALID
            continue
        except values.UnreadError as error:
            messages.say_error("superuri", str(error))
            worst = INVALID
            continue
        worst = max(worst, code)
        start = "" if first else between.removesuffix("\n")
        files.write_painted(f"{start}{said}\n".encode("utf-8", "backslashreplace"))
        first = False
    return worst


def texts(options: argparse.Namespace) -> Iterator[str | bytes]:
    """Yield the texts: what was typed, or the lines of standard input; bytes are no UTF-8."""
    if options.texts:
        yield from (told(os.fsencode(text)) for text in options.texts)
        return
    for block in values.lines(0):
        for line in block:
            if line is None:
                raise OSError(errno.EFBIG, "a line is longer than the limit", "<stdin>")
            yield told(line.removesuffix(b"\r"))


def told(octets: bytes) -> str | bytes:
    """Return the text of the octets, if they are one."""
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets


def shown(text: str | bytes) -> str:
    """Return the text; octets that are no UTF-8 as Python writes them."""
    return text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")
