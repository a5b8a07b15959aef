"""What does this command line ask for?

One parser for each verb, made from its row in :mod:`superuri.verbs` when it is asked for.
"""

from __future__ import annotations

import argparse

from superuri import _core
from superuri.cli import USAGE, exits, messages, output
from superuri.verbs import COMMANDS, PAGES, Option, Verb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}

# Help is this many characters wide.
WIDTH = 90

# More can be asked for, but not any number.
THREADS_LIMIT = 1024

INPUT = "read FILE; may be repeated; .gz and .zst are unpacked, - is standard input"
OUTPUT = "write FILE, whole or not at all; .gz and .zst are packed, - is standard output"
REJECTS = "write the records that cannot be done to FILE, too; - is standard output"
NULL = "records end in NUL instead of a newline; every other byte is data"
ON_ERROR = (
    "a record that cannot be done passes through unchanged (keep: the default for lines; an "
    "argument is only complained of), becomes empty (null), or ends the job (raise)"
)
LONG = f"a longer line passes through unread (default: {_core.MAX_LINE >> 20}M)"
THREADS = f"how many work (default: one for each core, {_core.MOST_THREADS} at most)"
JSON = (
    "write one JSON object for each record: input, output, error, and what clean replaced or "
    "pretty showed; input that is no UTF-8 is told percent-encoded, as input_encoded"
)
QUIET = "say nothing of records that cannot be done; the exit code tells"
COLOR = "colour messages (default: on a terminal, unless NO_COLOR is set)"


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help of one width everywhere: asking for the terminal's would load half the library."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=WIDTH)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        # As Python 3.13 writes it, under every Python: `-i, --input FILE`.
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        metavar = self._get_default_metavar_for_optional(action)
        return f"{', '.join(action.option_strings)} {self._format_args(action, metavar)}"


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in the words of the house."""

    def print_help(self, file: object = None) -> None:  # noqa: ARG002  because argparse passes none
        """Write the help. What argparse would do hides it when nobody could read it."""
        output.write(self.format_help().encode())

    def error(self, message: str) -> NoReturn:
        """End the command: argparse calls this."""
        raise self.refusal(message)

    def refusal(self, message: str) -> SystemExit:
        """Say what was not understood, and where help is; return what ends the command."""
        messages.say_error(self.prog, message)
        messages.say(f"{self.prog} --help tells more")
        return SystemExit(USAGE)

    def words(self) -> list[str]:
        """Return every option that is understood."""
        return [word for word in self._option_string_actions if word.startswith("--")]


def parse(argv: list[str]) -> argparse.Namespace:
    """Return what is asked for: ``verb``, ``texts``, and every option."""
    for verb in COMMANDS:
        words = verb.name.split()
        if argv[: len(words)] == words:
            return parse_verb(verb, argv[len(words) :])
    if argv and argv[0] in PAGES:
        from superuri.cli import pages  # noqa: PLC0415  because verbs need none of their tables

        return pages.parse(argv)
    from superuri.cli import overview  # noqa: PLC0415  because who names a verb has seen it

    raise overview.no_verb(argv)


def parse_verb(verb: Verb, argv: list[str]) -> argparse.Namespace:
    """Return what is asked of this verb. After ``--`` everything is data."""
    parser = parser_of(verb)
    end = argv.index("--") if "--" in argv else len(argv)
    options, rest = parser.parse_known_intermixed_args(argv[:end])
    complain(parser, rest)
    options.texts += argv[end + 1 :]
    options.verb = verb
    if options.texts and options.input:
        parser.error("texts and -i at once: which of the two?")
    if getattr(options, "from", "") and options.encoding != "utf-8":
        parser.error("--from and --encoding at once: which of the two?")
    if not options.input and not options.texts:
        options.input = ["-"]
    if options.rejects is not None:
        check_rejects(parser, options)
    chosen = any(word.split("=")[0] == "--sink" for word in argv[:end])
    if "sink" in options and not (chosen or options.json) and seen(options.output):
        options.sink = "terminal"
    for option in verb.options:
        if option.table:
            setattr(options, option.name, named(parser, option, getattr(options, option.name)))
    return options


def seen(name: str) -> bool:
    """Tell whether a person reads what is written there."""
    place = output.place(name)
    return isinstance(place, int) and messages.is_terminal(place)


def check_rejects(parser: Parser, options: argparse.Namespace) -> None:
    """Refuse rejects that would destroy what is read, or the results."""
    rejects, results = output.place(options.rejects), output.place(options.output)
    if rejects == results == 1:
        parser.error("the results and the rejects would both go to standard output")
    # Two descriptors may share a file, as after 2>&1: neither replaces it.
    descriptors = isinstance(rejects, int) and isinstance(results, int)
    if rejects == results if descriptors else output.same_file(rejects, results):
        parser.error("the output and --rejects are the same file")
    for name in options.input:
        if output.same_file(0 if name == "-" else name, rejects):
            parser.error("the input and --rejects are the same file")


def parser_of(verb: Verb) -> Parser:
    """Return the parser of this verb: its own options, and those of every verb."""
    typed, back = verb.example
    parser = Parser(
        f"superuri {verb.name}",
        description=f"{verb.help[0].upper()}{verb.help[1:]}: each TEXT, or each line of "
        "files or of standard input.",
        allow_abbrev=False,
        formatter_class=Formatter,
        usage=f"superuri {verb.name} [OPTION...] [TEXT...]",
        epilog=f"example:\n  $ superuri {verb.name} {quoted(typed)}\n  {back}\n\n{exits()}",
    )
    add = parser.add_argument
    add("texts", nargs="*", metavar="TEXT", help="what to work on; after -- whatever it looks like")
    for option in verb.options:
        if option.default is False:
            add(f"--{option.name}", action="store_true", help=option.help)
        else:
            add(
                f"--{option.name}",
                choices=option.choices or None,
                default=option.default,
                type=READERS.get(type(option.default), str),
                metavar=option.metavar or None,
                help=option.help + (f" (default: {option.default})" if option.default else ""),
            )
    many = parser.add_argument_group("files").add_argument
    many("-i", "--input", action="append", default=[], metavar="FILE", help=INPUT)
    many("-o", "--output", default="-", metavar="FILE", help=OUTPUT)
    many("-0", "--null", action="store_true", help=NULL)
    many("--on-error", choices=_core.ON_ERROR, help=ON_ERROR)
    many("--rejects", metavar="FILE", help=REJECTS)
    many("--max-line", type=size, default=_core.MAX_LINE, metavar="SIZE", help=LONG)
    many("--threads", type=count, default=0, metavar="N", help=THREADS)
    told = parser.add_argument_group("messages").add_argument
    told("--json", action="store_true", help=JSON)
    told("-q", "--quiet", action="store_true", help=QUIET)
    told("--color", choices=("auto", "always", "never"), default="auto", help=COLOR)
    return parser


def complain(parser: Parser, rest: list[str]) -> None:
    """Refuse what was not understood, and suggest what is near."""
    if rest:
        word = messages.printable(rest[0].split("=")[0])
        near = messages.did_you_mean(word, parser.words())
        parser.error(f"there is no option {word}{near}")


def named(parser: Parser, option: Option, value: str) -> str:
    """Return the name of the row, as the table says it, or refuse and suggest the nearest."""
    if value == option.default:
        return value
    if option.table == "encodings":
        from superuri._core import encoding_name  # noqa: PLC0415  because --help needs no engine

        if encoding_name(value) is None:
            raise parser.refusal(f'there is no encoding "{messages.printable(value)}"')
        return value
    from superuri.cli import tables  # noqa: PLC0415  because the default needs no table

    known = tables.rows(option.table)
    for name in known:
        if name.casefold() == value.casefold():
            return name
    near = messages.did_you_mean(value, known)
    shown = messages.printable(value)
    others = near or "; there are " + ", ".join(known)
    raise parser.refusal(f'there is no {option.name} "{shown}"{others}')


def size(text: str) -> int:
    """Return the number of bytes: 4096, 64K, 64M, 1G."""
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    if not number.isascii() or not number.isdigit() or unit not in UNITS or int(number) == 0:
        raise argparse.ArgumentTypeError(f'"{text}" is no size such as 4096, 64K, 64M or 1G')
    return min(int(number) * UNITS[unit], 1 << 62)


def count(text: str) -> int:
    """Return the number of threads."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= THREADS_LIMIT:
        raise argparse.ArgumentTypeError(f'"{text}" is no number from 1 to {THREADS_LIMIT}')
    return int(text)


def length(text: str) -> int:
    """Return the number of characters."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 1 << 62:
        raise argparse.ArgumentTypeError(f'"{text}" is no number of characters')
    return int(text)


def names(text: str) -> tuple[str, ...]:
    """Return the words between the commas."""
    return tuple(name for name in text.split(",") if name)


# How what is typed becomes what the option's default is.
READERS: dict[type, Callable[[str], object]] = {int: length, tuple: names}


def quoted(text: str) -> str:
    """Return the text as a shell reads it, without what would act on a terminal."""
    shown = messages.printable(text)
    return "'" + shown.replace("'", "'\\''") + "'"
