"""Command `who`: the result of every encoder or decoder for a text."""

import superuri.render as render
import superuri.who as who
from superuri.cli.arguments import jobs, values
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.output import FINE, files

ABOUT = (
    "Without a TEXT, show what each encoder does with ASCII punctuation: % is percent-encoded, + "
    "is written as +, . stays, ! is an error; any other character is the result."
)
EXAMPLES = "examples:\n  $ superuri who 'a b/ü'\n  $ superuri who --decode %u002F %C0%AF a+b %zz"


def parser_of(name: str) -> Parser:
    parser = jobs.parser_of(name, "[TEXT...]", ABOUT, EXAMPLES)
    parser.take_data("texts", "TEXT", "what to encode or decode")
    parser.take("--decode", "run every installed decoder instead")
    jobs.take_forms(parser)
    return parser


def check(parser: Parser, options: Namespace) -> None:
    if options.decode and not options.texts:
        parser.error("give a TEXT to decode")
    try:
        options.texts = list(map(values.text, options.texts))
    except values.UnreadError as error:
        parser.error(str(error))


def run(options: Namespace) -> int:
    form = options.form or "text"
    if options.decode:
        shown = results([each.lines for each in who.decodes(*options.texts)])
        page = render.table(["who", *options.texts], shown, form)
    elif options.texts:
        shown = results([who.encodes(text) for text in options.texts])
        page = render.table(["who", *options.texts], shown, form)
    elif form == "text":
        page = render.table(["who", who.MARKS], [row[:2] for row in who.marks()])
    else:
        rows = [[row.who, row.encoded, row.source] for row in who.marks()]
        page = render.table(["who", "encodes", "source"], rows, form)
    files.write_text(page)
    return FINE


def results(lines: list[list[who.Line]]) -> list[list[str]]:
    """Return a row for each encoder or decoder: its name, and its result for each text."""
    return [[row[0].who, *map(result, row)] for row in zip(*lines, strict=True)]


def result(line: who.Line) -> str:
    """Return the result, or in parentheses the reason why there is none."""
    return line.result if line.result is not None else f"({line.why})"
