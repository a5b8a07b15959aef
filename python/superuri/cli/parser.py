"""What does this command line ask for?

One parser for each verb, made from its row in :mod:`superuri.verbs` when it is asked for.
"""

from __future__ import annotations

import argparse

from superuri import _core
from superuri.cli import USAGE, exits, messages, output
from superuri.cli.checks import check_rejects, check_together, named, seen, take_operand
from superuri.cli.readers import READERS, among, count, joined, shown_size, size
from superuri.verbs import COMMANDS, PAGES, Verb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

# Help is this many characters wide.
WIDTH = 90

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
    "write one JSON object for each record: input, output, error, and what clean replaced, pretty "
    "showed or --explain tells; input that is no UTF-8 is told percent-encoded, as input_encoded"
)
# What a verb is done to; of pairs, to two at a time.
EACH = (
    "each TEXT, or each line of files or of standard input",
    "each two TEXTs, or each line of files or of standard input, with one tab between the two",
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

    def __init__(self, prog: str, **said: Any) -> None:  # noqa: ANN401  they are argparse's
        super().__init__(prog, allow_abbrev=False, formatter_class=Formatter, **said)

    def add_color(self, add: Callable[..., argparse.Action] | None = None) -> None:
        """Add ``--color``, to a group of options or below the others."""
        choices = ("auto", "always", "never")
        (add or self.add_argument)("--color", choices=choices, default="auto", help=COLOR)

    def print_help(self, file: object = None) -> None:  # noqa: ARG002  because argparse passes none
        """Write the help. What argparse would do hides it when nobody could read it."""
        output.write(self.format_help().encode())

    def error(self, message: str) -> NoReturn:
        """End the command: argparse calls this."""
        said, lacks, _ = message.partition(": expected one argument")
        if lacks:
            name = said.rsplit("/", 1)[-1].removeprefix("argument ")
            message = f"{name} wants a value; one that begins with - is written {name}=-…"
        raise self.refusal(messages.printable(message))

    def refusal(self, message: str) -> SystemExit:
        """Say what was not understood, and where help is; return what ends the command."""
        messages.say_error(self.prog, message)
        messages.say(f"{self.prog} --help tells more")
        return SystemExit(USAGE)

    def read(self, words: list[str], data: str) -> argparse.Namespace:
        """Return what is asked for. After ``--`` everything is data, one more of these."""
        end = words.index("--") if "--" in words else len(words)
        options, unknown = self.parse_known_intermixed_args(words[:end])
        complain(self, unknown)
        getattr(options, data).extend(words[end + 1 :])
        return options

    def words(self) -> list[str]:
        """Return every option that is understood."""
        return [word for word in self._option_string_actions if word.startswith("--")]


def parse(argv: list[str]) -> argparse.Namespace:
    """Return what is asked for: ``verb``, ``texts``, and every option."""
    end = argv.index("--") if "--" in argv else len(argv)
    if any(word.partition("=")[0] == "--in" for word in argv[1:end]):
        from superuri.cli import tidy  # noqa: PLC0415  because lines need no tables

        return tidy.parse_verb(argv)
    for verb in COMMANDS:
        words = verb.name.split()
        if argv[: len(words)] == words:
            return parse_verb(verb, argv[len(words) :])
    if argv and argv[0] in PAGES:
        from superuri.cli import pages  # noqa: PLC0415  because verbs need none of their tables

        return pages.parse(argv)
    from superuri.cli import jobs  # noqa: PLC0415  because verbs are no such commands

    if argv and argv[0] in jobs.JOBS:
        return jobs.job(argv[0]).parse(argv)
    from superuri.cli import overview  # noqa: PLC0415  because who names a verb has seen it

    if argv and overview.is_url(argv[0]):
        return jobs.job("explain").parse(["explain", *argv])
    raise overview.no_verb(argv)


def parse_verb(verb: Verb, argv: list[str]) -> argparse.Namespace:
    """Return what is asked of this verb. After ``--`` everything is data."""
    parser = parser_of(verb)
    end = argv.index("--") if "--" in argv else len(argv)
    options = parser.read([*joined(argv[:end]), *argv[end:]], "texts")
    options.verb = verb
    take_operand(parser, options)
    if options.texts and options.input:
        parser.error("texts and -i at once: which of the two?")
    if getattr(options, "from", "") and options.encoding != "utf-8":
        parser.error("--from and --encoding at once: which of the two?")
    if not options.input and not options.texts:
        options.input = ["-"]
    if options.rejects is not None:
        check_rejects(parser, options)
    check_together(parser, options)
    chosen = any(word.split("=")[0] == "--sink" for word in argv[:end])
    if "sink" in options and not (chosen or options.json) and seen(options.output):
        options.sink = "terminal"
    for option in verb.options:
        if option.table:
            setattr(options, option.name, named(parser, option, getattr(options, option.name)))
    return options


def parser_of(verb: Verb) -> Parser:
    """Return the parser of this verb: its own options, and those of every verb."""
    typed = " ".join(word if word.startswith("--") else quoted(word) for word in verb.typed)
    back = "\n".join(f"  {line}" for line in verb.printed.splitlines())
    before = f"{verb.operand.metavar} " if verb.operand is not None else ""
    parser = Parser(
        f"superuri {verb.name}",
        description=f"{verb.help[0].upper()}{verb.help[1:]}: {EACH[verb.pairs]}.",
        usage=f"superuri {verb.name} [OPTION...] {before}[TEXT...]",
        epilog=f"example:\n  $ superuri {verb.name} {typed}\n{back}\n\n{exits()}",
    )
    add = parser.add_argument
    if verb.operand is not None:
        add(verb.operand.attribute, nargs="?", metavar=before.strip(), help=verb.operand.help)
    add("texts", nargs="*", metavar="TEXT", help="what to work on; after -- whatever it looks like")
    for option in verb.options:
        if option.default is False:
            add(f"--{option.name}", action="store_true", help=option.help)
        elif option.repeat:
            more = {"choices": option.choices} if option.choices else {"metavar": option.metavar}
            add(f"--{option.name}", action="append", default=[], help=option.help, **more)
        else:
            shown = shown_size(option.default) if option.metavar == "SIZE" else option.default
            words = option.metavar == "WORDS"
            add(
                f"--{option.name}",
                choices=None if words else option.choices or None,
                default=option.default,
                type=among(option.choices) if words else READERS.get(option.metavar, str),
                metavar=option.metavar or None,
                help=option.help + (f" (default: {shown})" if option.default else ""),
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
    parser.add_color(told)
    return parser


def complain(parser: Parser, rest: list[str]) -> None:
    """Refuse what was not understood, and suggest what is near."""
    if rest:
        word = messages.printable(rest[0].split("=")[0])
        near = messages.did_you_mean(word, parser.words())
        parser.error(f"there is no option {word}{near}")


def quoted(text: str) -> str:
    """Return the text as a shell reads it, without what would act on a terminal."""
    shown = messages.printable(text)
    return "'" + shown.replace("'", "'\\''") + "'"
