"""Commands `explain` and `layers`: every character of a text, and its layers."""

import json
from collections.abc import Sequence

import superuri._core as _core
from superuri._values.layer import Layer
from superuri._values.plural import counted
from superuri.cli.arguments import jobs
from superuri.cli.arguments.converters import number
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.output import FAILED, FINE, messages
from superuri.cli.verbs import texts

EXAMPLES = {
    "explain": "superuri explain 'http://example.com/caf%C3%A9?next=%252Fa|b'",
    "layers": "superuri layers --depth 2 'a%252Fb'",
}
ABOUT = {
    "explain": "Every character: its component, its meaning, which standards leave it unescaped, "
    "and why it is cleaned or stays escaped. A bare `superuri URL` does the same.",
    "layers": "Decode repeatedly, to show hidden text. A program decodes "
    "once; `superuri decode` does that.",
}


def parser_of(name: str) -> Parser:
    parser = jobs.parser_of(name, "[TEXT...]", ABOUT[name], f"example:\n  $ {EXAMPLES[name]}")
    texts.take(parser)
    take = parser.take
    if name == "layers":
        take(
            "--depth N",
            "decode at most N times (default: until nothing changes)",
            type=number(1, 1000),
        )
        parser.take_color()
        return parser
    take("--depth N", "levels to unfold (default: 8)", type=number(1, 64), default=8)
    take("--width N", "columns (default: the terminal's)", type=number(24, 1000))
    take("--html", "write one HTML file that looks like the page, without a script")
    parser.take_color()
    return parser


def check(parser: Parser, options: Namespace) -> None:
    texts.check(parser, options)
    if options.command == "explain" and options.html and options.json:
        parser.error("give either --html or --json, not both")


def run(options: Namespace) -> int:
    return explain(options) if options.command == "explain" else layers(options)


def explain(options: Namespace) -> int:
    """Draw the texts, and return the exit code: whether each can be cleaned."""
    from superuri.explanation import explain as explain_text  # noqa: PLC0415  because layers needs none
    from superuri.explanation.ruler import draw  # noqa: PLC0415  as above

    if options.html:
        return report(options)
    width = options.width or messages.columns()
    colour = texts.is_coloured(options)

    def one(text: str | bytes) -> tuple[str, int]:
        explained = explain_text(text, depth=options.depth)
        code = FINE if explained.error is None else FAILED
        if options.json:
            return json.dumps(explained.to_dict()), code
        return draw(explained, width, colour=colour), code

    return texts.each(options, one, "\n\n")


def report(options: Namespace) -> int:
    """Write an HTML file about the texts, and return the exit code of `explain`."""
    from superuri.explanation import explain as explain_text  # noqa: PLC0415  because layers needs none
    from superuri.explanation.report import body, head  # noqa: PLC0415  as above

    begun: list[str | bytes] = []

    def one(text: str | bytes) -> tuple[str, int]:
        explained = explain_text(text, depth=options.depth)
        text = body(explained) if begun else head() + body(explained)
        begun.append(text)
        return text, FINE if explained.error is None else FAILED

    return texts.each(options, one)


def layers(options: Namespace) -> int:
    """Print the innermost text of each, and report how many times it was decoded."""

    def one(text: str | bytes) -> tuple[str, int]:
        found = _core.layers(text, options.depth or 1000)
        if options.json:
            return json.dumps(plain(text, found)), FINE
        inside = found[-1].text if found else texts.shown(text)
        revealed = dict.fromkeys(name for layer in found for name in layer.revealed)
        summary = f"decoded {counted(len(found), 'time')}"
        if options.depth and len(found) < options.depth:
            summary += f", not {options.depth}: there are no more layers"
        if revealed:
            summary += f"; revealed: {', '.join(revealed)}"
        if not options.quiet:
            messages.say(f"superuri layers: {summary}")
        if options.output == "-" and messages.is_terminal(1):
            inside = messages.printable(inside)
        return inside, FINE

    return texts.each(options, one)


def plain(text: str | bytes, found: Sequence[Layer]) -> dict[str, object]:
    inside = [{"text": layer.text, "revealed": list(layer.revealed)} for layer in found]
    return {"input": texts.shown(text), "layers": inside}
