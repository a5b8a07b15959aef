"""How does the command show who reads a URL in another way?"""

from __future__ import annotations

import json

from superuri import disagree, render
from superuri.cli import FINE, INVALID, jobs, messages, values
from superuri.cli.look import each, number
from superuri.cli.parser import Parser, quoted
from superuri.disagree.parsers import PARSERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from superuri.disagree import Disagreement

ABOUT = (
    "Ask every parser that is installed here what it sees, each in a process of its own, and say "
    "where they differ and what an attacker gains. Nothing is fetched."
)
NAMES = [row.name for row in PARSERS]
#: How each difference is painted: the host's is the gravest.
PAINT = {"host": messages.RED, "refusal": messages.CYAN}


def parser_of(name: str) -> Parser:
    """Return the parser of this command."""
    parser = jobs.parser_of(
        name,
        "[TEXT...]",
        ABOUT,
        "example:\n"
        "  $ superuri disagree --parser whatwg --parser urllib 'http://a.com\\@b.com/'\n\n"
        "The exit code is 1 where any two differ.",
    )
    add = parser.add_argument
    add("texts", nargs="*", metavar="TEXT", help="the texts; without any, lines of standard input")
    asked = f"ask this one only; may be repeated: {', '.join(NAMES)}"
    add("--parser", action="append", default=[], metavar="NAME", help=asked)
    patience = "how long an answer may take (default: 5)"
    add("--timeout", type=number(1, 600), default=5, metavar="SECONDS", help=patience)
    add("--json", action="store_true", help="write one JSON object for each text")
    parser.add_color()
    return parser


def parse(argv: list[str]) -> argparse.Namespace:
    """Return what is asked for."""
    parser = parser_of(argv[0])
    options = parser.read(argv[1:], "texts")
    for each_name in options.parser:
        if each_name not in NAMES:
            near = messages.did_you_mean(each_name, NAMES)
            parser.error(f"there is no parser {quoted(each_name)}{near}")
    options.page = run
    return options


def run(options: argparse.Namespace) -> int:
    """Print what each parser sees, and return the exit code: whether all see the same."""
    messages.style.when = options.color

    def one(text: str | bytes) -> tuple[str, int]:
        if isinstance(text, bytes):
            raise values.UnreadError("it is no UTF-8, and half of the parsers read nothing else")
        seen = disagree.disagree(text, parsers=options.parser, limit=options.timeout)
        code = INVALID if seen.differences else FINE
        if options.json:
            return json.dumps(plain(seen)), code
        return "\n".join(drawn(seen, colour=messages.style.colours(1))), code

    return each(options, one, "\n\n" if not options.json else "\n")


def drawn(told: Disagreement, *, colour: bool) -> Iterator[str]:
    """Yield the lines of what the parsers see."""

    def paint(text: str, how: str) -> str:
        return messages.coloured(text, how) if colour else text

    rows = [
        [
            name,
            *("" if part is None else quoted_part(part) for part in seen[2:]),
            shortened(answer.error, 60),
        ]
        for name, answer in told.answers
        for seen in [tuple(answer)]
    ]
    yield render.table(["parser", "userinfo", "host", "port", "path", "refuses"], rows)
    for name, why in told.missing:
        yield f"not asked: {name}: {messages.printable(why)}"
    yield ""
    if not told.differences:
        yield "all of them see the same"
        return
    for difference in told.differences:
        yield paint(
            f"{difference.part}: {difference.gain}", PAINT.get(difference.part, messages.YELLOW)
        )
        for reading, who in difference.readings:
            said = reading if difference.part == "refusal" else quoted_part(reading)
            yield f"  {said or 'nothing'}: {', '.join(who)}"


def quoted_part(part: str) -> str:
    """Return a part as it is shown: on one line, and shortened where it is long."""
    return shortened(messages.printable(part), 48)


def shortened(text: str, most: int) -> str:
    """Return the text, or its beginning and an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def plain(told: Disagreement) -> dict[str, object]:
    """Return what JSON can hold of it."""
    return {
        "url": told.url,
        "answers": {name: answer._asdict() for name, answer in told.answers},
        "differences": [
            {
                "part": difference.part,
                "readings": [
                    {"reading": r, "parsers": list(who)} for r, who in difference.readings
                ],
                "gain": difference.gain,
            }
            for difference in told.differences
        ],
        "missing": dict(told.missing),
    }
