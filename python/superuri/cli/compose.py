"""How does the command make URIs of a template and values?"""

from __future__ import annotations

import os

from superuri import _core, template
from superuri.cli import FINE, INVALID, exits, messages, output, values
from superuri.cli.jobs import JOBS
from superuri.cli.parser import COLOR, OUTPUT, QUIET, Formatter, Parser, complain, quoted
from superuri.errors import URIError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping
    from typing import Any

    #: What makes a URI of values.
    _Make = Callable[[Mapping[str, Any]], str]

#: So many lines that cannot be done are told one by one.
TOLD = 10

ROWS = (
    "make a URI of each line of FILE, a JSON object of values; the NAME=VALUE are of every line, "
    "unless it says otherwise; - is standard input"
)
ON_ERROR = (
    "a line that cannot be done becomes an empty one (null: the default), or ends the job (raise)"
)


def make_expand(words: list[str]) -> tuple[_Make, list[str]]:
    """Return what expands the template that the first word is, and the other words."""
    compiled = template.URITemplate(words[0])
    return compiled.expand, words[1:]


#: What each command's first words are, an example, and what reads them.
MAKERS: dict[str, tuple[str, list[str], str, Callable[[list[str]], tuple[_Make, list[str]]]]] = {
    "expand": (
        "TEMPLATE",
        ["/find{?q,tag*}", "q=a b", "tag=x", "tag=y"],
        "/find?q=a%20b&tag=x&tag=y",
        make_expand,
    ),
}


def parser_of(name: str) -> Parser:
    """Return the parser of this command."""
    first, example, made, _ = MAKERS[name]
    does = JOBS[name][1]
    parser = Parser(
        f"superuri {name}",
        description=f"{does[0].upper()}{does[1:]}.",
        allow_abbrev=False,
        formatter_class=Formatter,
        usage=f"superuri {name} [OPTION...] {first} [NAME=VALUE...]".replace("  ", " "),
        epilog=f"example:\n  $ superuri {name} {' '.join(map(quoted, example))}\n  {made}\n\n"
        f"{exits()}",
    )
    add = parser.add_argument
    add(
        "words",
        nargs="*",
        metavar="NAME=VALUE",
        help="a value; of a name that is said again, a list; NAME:=JSON is a list or an object",
    )
    add("--json", metavar="FILE", help=ROWS)
    add("-o", "--output", default="-", metavar="FILE", help=OUTPUT)
    add("--on-error", choices=("null", "raise"), default="null", help=ON_ERROR)
    add("-q", "--quiet", action="store_true", help=QUIET)
    add("--color", choices=("auto", "always", "never"), default="auto", help=COLOR)
    return parser


def parse(argv: list[str]) -> argparse.Namespace:
    """Return what is asked for. After ``--`` everything is data."""
    name, *rest = argv
    parser = parser_of(name)
    end = rest.index("--") if "--" in rest else len(rest)
    options, unknown = parser.parse_known_intermixed_args(rest[:end])
    complain(parser, unknown)
    options.words += rest[end + 1 :]
    options.name = name
    first, _, _, _ = MAKERS[name]
    if first and not options.words:
        parser.error(f"which {first}?")
    options.parser = parser
    options.page = run
    return options


def run(options: argparse.Namespace) -> int:
    """_Make the URI, or one of each line; return the exit code."""
    messages.style.when = options.color
    who = f"superuri {options.name}"
    try:
        make, words = MAKERS[options.name][3](list(map(values.text, options.words)))
        common = values.typed(words)
        if options.json is None:
            made = make(common).encode() + b"\n"
    except values.UnreadError as error:
        raise options.parser.refusal(messages.printable(str(error))) from None
    except URIError as error:
        messages.say_error(who, error.pretty())
        return INVALID
    except TypeError as error:
        messages.say_error(who, messages.printable(str(error)))
        return INVALID
    target = output.Target(options.output)
    try:
        if options.json is None:
            _core.append((target.path, target.name), made)
            code, complete = FINE, True
        else:
            code, complete = run_lines(options, make, common, target)
        if complete:
            target.commit()
    finally:
        target.discard()
    return code


def run_lines(
    options: argparse.Namespace, make: _Make, common: Mapping[str, object], target: output.Target
) -> tuple[int, bool]:
    """_Make a URI of each line, in order. Return the exit code, and whether all were read."""
    count = failed = 0
    who = f"superuri {options.name}"
    stopped = False
    descriptor = 0 if options.json == "-" else os.open(options.json, os.O_RDONLY | os.O_CLOEXEC)
    try:
        for block in values.lines(descriptor):
            out = bytearray()
            for line in block:
                count += 1
                try:
                    out += make({**common, **values.row(line)}).encode() + b"\n"
                except (ValueError, TypeError) as error:
                    failed += 1
                    if failed <= TOLD and not options.quiet:
                        messages.say_error(who, f"line {count}: {messages.printable(str(error))}")
                    stopped = options.on_error == "raise"
                    if stopped:
                        break
                    out += b"\n"
            _core.append((target.path, target.name), bytes(out))
            if stopped:
                break
    finally:
        if descriptor:
            os.close(descriptor)
    if stopped and not options.quiet:
        end = "" if target.path == 1 else "; no file is changed"
        messages.say(f"{who}: stopped there{end}")
    elif failed and not options.quiet:
        of = f"{failed:,} of {count:,} line{'' if count == 1 else 's'}"
        messages.say(f"{who}: {of} could not be done, and became empty")
    return (INVALID if failed else FINE), not stopped
