"""Command `disagree`: which parsers read a URL differently."""

import json
from collections.abc import Callable, Iterator

import superuri.disagree as disagree
import superuri.render as render
from superuri._values.passwords import pieces, redacted
from superuri.cli.arguments import jobs, values
from superuri.cli.arguments.converters import number
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.output import FINE, NO, messages
from superuri.cli.verbs import texts
from superuri.disagree import Disagreement
from superuri.disagree.parsers import PARSERS

ABOUT = (
    "Run every installed parser, each in its own process, and show where they differ and what an "
    "attacker gains. Nothing is fetched. A password is shown as an ellipsis; JSON has it."
)
NAMES = [row.name for row in PARSERS]
PARTS = ("userinfo", "host", "port", "path")
#: The colour of each difference; that of the host is the most severe.
PAINT = {"host": messages.RED, "refusal": messages.CYAN}


def parser_of(name: str) -> Parser:
    parser = jobs.parser_of(
        name,
        "[TEXT...]",
        ABOUT,
        "example:\n"
        "  $ superuri disagree --parser whatwg --parser urllib 'http://a.com\\@b.com/'\n\n"
        "The exit code is 1 if any two parsers differ.",
    )
    texts.take(parser)
    take = parser.take
    take("--parser NAME...", f"run this parser only; may be repeated: {', '.join(NAMES)}")
    patience = "the time limit for an answer (default: 5)"
    take("--timeout SECONDS", patience, type=number(1, 600), default=5)
    parser.take_color()
    return parser


def check(parser: Parser, options: Namespace) -> None:
    texts.check(parser, options)
    for each_name in options.parser:
        if each_name not in NAMES:
            near = messages.did_you_mean(each_name, NAMES)
            parser.error(f"there is no parser {messages.quoted(each_name)}{near}")


def run(options: Namespace) -> int:
    """Print what each parser sees, and return the exit code: whether all agree."""
    # Of several arguments, each parser is started once for all.
    several = [text for text in texts.arguments(options) if isinstance(text, str)]
    found = {}
    if len(several) > 1:
        found = {
            each.url: each
            for each in disagree.survey(several, parsers=options.parser, limit=options.timeout)
        }

    def one(text: str | bytes) -> tuple[str, int]:
        if isinstance(text, bytes):
            raise values.UnreadError("it is not valid UTF-8, which half of the parsers need")
        seen = found.get(text) or disagree.disagree(
            text, parsers=options.parser, limit=options.timeout
        )
        code = NO if seen.differences else FINE
        if options.json:
            return json.dumps(plain(seen)), code
        return "\n".join(drawn(seen, colour=texts.is_coloured(options))), code

    return texts.each(options, one, "\n\n")


def drawn(result: Disagreement, *, colour: bool) -> Iterator[str]:
    """Yield the lines about what the parsers see."""

    def paint(text: str, how: str) -> str:
        return messages.coloured(text, how) if colour else text

    hide = hider(result.url)
    rows = []
    for name, answer in result.answers:
        parts = (shown(part, getattr(answer, part), hide) for part in PARTS)
        rows.append([name, *parts, shortened(hide("refusal", answer.error), 60)])
    yield render.table(["parser", *PARTS, "refuses"], rows)
    for name, why in result.missing:
        yield f"not run: {name}: {messages.printable(why)}"
    yield ""
    if not result.differences:
        refused = result.answers and all(answer.error for _, answer in result.answers)
        yield "all of them refuse it" if refused else "all of them see the same"
        return
    for difference in result.differences:
        yield paint(
            f"{difference.part}: {difference.gain}", PAINT.get(difference.part, messages.YELLOW)
        )
        seen = [
            value if difference.part == "refusal" else shown(difference.part, value, hide)
            for value, _ in difference.readings
        ]
        for at, (value, (_, who)) in enumerate(zip(seen, difference.readings, strict=True), 1):
            # Readings that differ only in the password would look the same.
            which = f" ({at})" if seen.count(value) > 1 else ""
            yield f"  {value or 'nothing'}{which}: {', '.join(who)}"


def shown(part: str, value: str | None, hide: Callable[[str, str], str]) -> str:
    """Return a part in printable form: on one line, without a password, and not too long."""
    return shortened(messages.printable(hide(part, value or "")), 48)


def hider(url: str) -> Callable[[str, str], str]:
    """Return a function that hides the URL's passwords in a part, as a parser returns it."""
    found = pieces(url)

    def hide(part: str, value: str) -> str:
        user, colon, password = value.partition(":")
        if part == "userinfo" and password:
            value = f"{user}{colon}…"
        return found.sub("…", redacted(value))

    return hide


def shortened(text: str, most: int) -> str:
    """Return the text, or its start with an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def plain(result: Disagreement) -> dict[str, object]:
    return {
        "url": result.url,
        "answers": {name: answer._asdict() for name, answer in result.answers},
        "differences": [
            {
                "part": difference.part,
                "readings": [
                    {"reading": r, "parsers": list(who)} for r, who in difference.readings
                ],
                "gain": difference.gain,
            }
            for difference in result.differences
        ],
        "missing": dict(result.missing),
    }
