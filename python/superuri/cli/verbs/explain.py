"""Commands `explain` and `layers`: every character of a text, and its layers."""

import errno
import json
import os
from argparse import Namespace
from collections.abc import Callable, Iterator

from superuri import _core
from superuri.cli.arguments import jobs, values
from superuri.cli.arguments.parser import Parser
from superuri.cli.arguments.readers import number
from superuri.cli.output import FAILED, FINE, files, messages
from superuri.errors import URIError

TEXTS = "the texts; without any, lines of standard input"
JSON = "write one JSON object for each text"
EXAMPLES = {
    "explain": "superuri explain 'http://example.com/caf%C3%A9?next=%252Fa|b'",
    "layers": "superuri layers --depth 2 'a%252Fb'",
}
ABOUT = {
    "explain": "Every character: its component, what it stands for, which standards leave it bare, "
    "and why it is cleaned or stays escaped. A bare `superuri URL` does the same.",
    "layers": "Decode again and again, to look at what is hidden inside. A program decodes "
    "once; `superuri decode` does that.",
}


def parser_of(name: str) -> Parser:
    parser = jobs.parser_of(name, "[TEXT...]", ABOUT[name], f"example:\n  $ {EXAMPLES[name]}")
    parser.take_data("texts", "TEXT", TEXTS)
    take = parser.take
    if name == "layers":
        take(
            "--depth N",
            "decode at most N times (default: until nothing changes)",
            type=number(1, 1000),
        )
        return parser
    take("--depth N", "levels to unfold (default: 8)", type=number(1, 64), default=8)
    take("--width N", "columns (default: the terminal's)", type=number(24, 1000))
    take("--json", JSON)
    parser.take_color()
    return parser


def run(options: Namespace) -> int:
    return explain(options) if options.command == "explain" else layers(options)


def explain(options: Namespace) -> int:
    """Draw the texts, and return the exit code: whether a URI can be made of each."""
    from superuri.explanation import explain as told_of  # noqa: PLC0415  because layers needs none
    from superuri.explanation.ruler import draw  # noqa: PLC0415  as above

    width = options.width or messages.columns()
    colour = messages.style.colours(1)

    def one(text: str | bytes) -> tuple[str, int]:
        explained = told_of(text, depth=options.depth)
        code = FINE if explained.error is None else FAILED
        if options.json:
            return json.dumps(explained.to_dict()), code
        return draw(explained, width, colour=colour), code

    return each(options, one, "\n\n" if not options.json else "\n")


def layers(options: Namespace) -> int:
    """Print the innermost text of each, and report how often it was decoded."""

    def one(text: str | bytes) -> tuple[str, int]:
        found = _core.layers(text, options.depth or 1000)
        inside = found[-1].text if found else shown(text)
        revealed = dict.fromkeys(name for layer in found for name in layer.revealed)
        said = f"decoded {len(found)} time{'' if len(found) == 1 else 's'}"
        if options.depth and len(found) < options.depth:
            said += f", not {options.depth}: nothing more is encoded"
        if revealed:
            said += f"; revealed: {', '.join(revealed)}"
        messages.say(f"superuri layers: {said}")
        if messages.is_terminal(1):
            inside = messages.printable(inside)
        return inside, FINE

    return each(options, one, "\n")


def each(options: Namespace, one: Callable[[str | bytes], tuple[str, int]], between: str) -> int:
    """Do every text, and return the worst exit code."""
    worst = FINE
    first = True
    for text in texts(options):
        try:
            said, code = one(text)
        except URIError as error:
            messages.say_error("superuri", error.pretty())
            worst = FAILED
            continue
        except values.UnreadError as error:
            messages.say_error("superuri", str(error))
            worst = FAILED
            continue
        worst = max(worst, code)
        start = "" if first else between.removesuffix("\n")
        files.write_painted(f"{start}{said}\n".encode("utf-8", "backslashreplace"))
        first = False
    return worst


def texts(options: Namespace) -> Iterator[str | bytes]:
    """Yield the texts: what was typed, or the lines of standard input; bytes if not UTF-8."""
    if options.texts:
        for text in options.texts:
            if files.is_named(text):
                messages.say_names_file(text, f"superuri {options.command} <")
                break
        yield from (told(os.fsencode(text)) for text in options.texts)
        return
    messages.say_waiting(f"superuri {options.command}")
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
    """Return the text; octets that are not valid UTF-8 as Python writes them."""
    return text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")
