"""Commands that create URIs: build, fill and expand."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import superuri._core as _core
import superuri.rfc6570 as rfc6570
from superuri._core import Template, build
from superuri._values.plural import counted
from superuri.cli.arguments import fits, jobs, values
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.arguments.words import OUTPUT, QUIET
from superuri.cli.output import FAILED, FINE, USAGE, files, messages
from superuri.errors import URIError

#: A function that creates a URI from values.
_Make = Callable[[Mapping[str, Any]], str]

#: How many failed lines are reported one by one.
REPORTED = 10

ROWS = (
    "make a URI of each line of FILE, a JSON object of values; NAME=VALUE arguments apply to every "
    "line, unless it has the name; - is standard input"
)
VALUE = "a value; repeat NAME to pass a list; NAME:=JSON is a list or an object"
IN_BUILD = (
    "; the names are scheme, user, password, host, port, segments or path, query (each a "
    "NAME=VALUE of its own, as query=q=1), nested, fragment and slash"
)
ON_ERROR = "a line that fails becomes empty (null: the default), or ends the job (raise)"


def make_expand(words: list[str]) -> tuple[_Make, list[str]]:
    """Return a function that expands the template in the first word, and the other words."""
    compiled = rfc6570.URITemplate(words[0])

    def make(given: Mapping[str, Any]) -> str:
        fits.check_variables(given)
        return compiled.expand(given)

    return make, words[1:]


def make_fill(words: list[str]) -> tuple[_Make, list[str]]:
    """Return a function that fills the template in the first word, and the other words."""
    compiled = Template(words[0])
    stars = {name: stars for stars, name in _SLOT.findall(words[0])}
    slots = {name: stars.get(name, "") for name in compiled.names}

    def make(given: Mapping[str, Any]) -> str:
        return str(compiled.fill(**fits.filling(slots, given)))

    return make, words[1:]


def make_build(words: list[str]) -> tuple[_Make, list[str]]:
    """Return a function that builds a URI from parts, and all words, one for each part."""

    def make(given: Mapping[str, Any]) -> str:
        for name in given:
            if name not in PARTS:
                near = messages.did_you_mean(name, PARTS)
                raise TypeError(f'no part is called "{name}"{near or "; there are " + _PARTS}')
        parts: dict[str, Any] = fits.parts(given)
        return str(build(**parts))

    return make, words


#: The parts of a URI.
PARTS = (
    *("scheme", "user", "password", "host", "port", "segments", "path"),
    *("query", "nested", "fragment", "slash"),
)
_PARTS = ", ".join(PARTS)
# An error of the engine about an argument, as Python writes it.
_CHOICE = re.compile(r'^(\w+)="([^"]*)"(?=: it is one of )')
# Double braces are a literal brace.
_SLOT = re.compile(r"(?<!\{)(?:\{\{)*\{(\*{0,2})(\w+)\}")

#: For each command: its first words, an example, its help, and its function.
MAKERS: dict[str, tuple[str, list[str], str, Callable[[list[str]], tuple[_Make, list[str]]]]] = {
    "build": (
        "",
        ["scheme=https", "host=e.com", "segments=a/b", "segments=c", "query=q=1&x"],
        "https://e.com/a%2Fb/c?q=1%26x",
        make_build,
    ),
    "fill": (
        "TEMPLATE",
        ["https://{host}/{*path}?q={q}", "host=e.com", "path=a/b", "path=c", "q=1&x"],
        "https://e.com/a%2Fb/c?q=1%26x",
        make_fill,
    ),
    "expand": (
        "TEMPLATE",
        ["/find{?q,tag*}", "q=a b", "tag=x", "tag=y"],
        "/find?q=a%20b&tag=x&tag=y",
        make_expand,
    ),
}


def typed(error: Exception) -> str:
    """Return the message with ``null`` for None, and arguments as they are typed."""
    message = _CHOICE.sub(r"\1=\2", str(error))
    if isinstance(error, TypeError):
        return re.sub(r" (is|with) None\b", r" \1 null", message)
    return message


def parser_of(name: str) -> Parser:
    first, example, made, _ = MAKERS[name]
    takes = f"{first} [NAME=VALUE...]".lstrip()
    typed = f"superuri {name} {' '.join(map(messages.quoted, example))}"
    parser = jobs.parser_of(name, takes, "", f"example:\n  $ {typed}\n  {made}")
    parser.take_data("words", "NAME=VALUE", VALUE + (IN_BUILD if not first else ""))
    parser.take("--values FILE", ROWS)
    parser.take("-o, --output FILE", OUTPUT, default="-")
    parser.take("--on-error", ON_ERROR, choices=("null", "raise"), default="null")
    parser.take("-q, --quiet", QUIET)
    parser.take_color()
    return parser


def check(parser: Parser, options: Namespace) -> None:
    first, _, _, _ = MAKERS[options.command]
    if not options.words and (first or options.values is None):
        parser.error(f"which {first or 'parts'}?")


def run(options: Namespace) -> int:
    """Create a URI, or one for each line; return the exit code."""
    who = f"superuri {options.command}"
    common: dict[str, object] = {}
    # An invalid template is a usage error; an invalid value is a data error.
    failure = USAGE
    try:
        make, words = MAKERS[options.command][3](list(map(values.text, options.words)))
        common = values.typed(words)
        failure = FAILED
        if options.values is None:
            made = make(common).encode() + b"\n"
    except values.UnreadError as error:
        raise options.refusal(messages.printable(str(error))) from None
    except URIError as error:
        messages.say_error(who, error.pretty())
        return failure
    except (TypeError, ValueError) as error:
        messages.say_error(who, messages.printable(typed(error)))
        return USAGE
    with files.Target(options.output) as target:
        if options.values is None:
            target.append(made)
            code, complete = FINE, True
        else:
            if options.values == "-":
                messages.say_waiting(who)
            code, complete = run_lines(options, make, common, target)
        if complete:
            target.commit()
    return code


def run_lines(
    options: Namespace, make: _Make, common: Mapping[str, object], target: files.Target
) -> tuple[int, bool]:
    """Create a URI for each line, in order. Return the exit code, and whether all were read."""
    count = failed = 0
    who = f"superuri {options.command}"
    stopped = False
    file = _core.Unpacked(None if options.values == "-" else options.values)
    for block in values.lines(file.read):
        out = bytearray()
        for line in block:
            count += 1
            try:
                out += make({**common, **values.row(line)}).encode() + b"\n"
            except (ValueError, TypeError) as error:
                failed += 1
                if failed <= REPORTED and not options.quiet:
                    messages.say_error(who, f"line {count}: {messages.printable(typed(error))}")
                stopped = options.on_error == "raise"
                if stopped:
                    break
                out += b"\n"
        target.append(bytes(out))
        if stopped:
            break
    if stopped and not options.quiet:
        end = "" if target.path == 1 else "; no file is changed"
        messages.say(f"{who}: stopped there{end}")
    elif failed and not options.quiet:
        of = f"{failed:,} of {counted(count, 'line')}"
        messages.say(f"{who}: {of} failed, and became empty")
    return (FAILED if failed else FINE), not stopped
