"""What does this command line ask for?

One parser for each verb, made from its row in :mod:`superuri.verbs` when it is asked for.
"""

from __future__ import annotations

import argparse

from superuri._verbs import COMMANDS, PAGES, Verb
from superuri.cli import USAGE, exits
from superuri.cli.arguments.checks import check_all
from superuri.cli.arguments.readers import joined
from superuri.cli.arguments.words import COLORED, FILES, MESSAGES, own
from superuri.cli.arguments.words import OUTPUT as OUTPUT
from superuri.cli.arguments.words import QUIET as QUIET
from superuri.cli.output import files, messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

# Help is this many characters wide.
WIDTH = 90

# What a verb is done to; of pairs, to two at a time.
EACH = (
    "each TEXT, or each line of files or of standard input",
    "each two TEXTs, or each line of files or of standard input, with one tab between the two",
)


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
        names, said = COLORED
        (add or self.add_argument)(*names, **said)

    def print_help(self, file: object = None) -> None:  # noqa: ARG002  because argparse passes none
        """Write the help. What argparse would do hides it when nobody could read it."""
        files.write(self.format_help().encode())

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
        from superuri.cli.verbs import tidy  # noqa: PLC0415  because lines need no tables

        return tidy.parse_verb(argv)
    for verb in COMMANDS:
        words = verb.name.split()
        if argv[: len(words)] == words:
            return parse_verb(verb, argv[len(words) :])
    if argv and argv[0] in PAGES:
        from superuri.cli.verbs import pages  # noqa: PLC0415  because verbs need none of their tables

        return pages.parse(argv)
    from superuri.cli.arguments import jobs  # noqa: PLC0415  because verbs are no such commands

    if argv and argv[0] in jobs.JOBS:
        return jobs.job(argv[0]).parse(argv)
    from superuri.cli.arguments import overview  # noqa: PLC0415  because who names a verb has seen it

    if argv and overview.is_url(argv[0]):
        return jobs.job("explain").parse(["explain", *argv])
    raise overview.no_verb(argv)


def parse_verb(verb: Verb, argv: list[str]) -> argparse.Namespace:
    """Return what is asked of this verb. After ``--`` everything is data."""
    parser = parser_of(verb)
    end = argv.index("--") if "--" in argv else len(argv)
    options = parser.read([*joined(argv[:end]), *argv[end:]], "texts")
    options.verb = verb
    check_all(parser, options, argv)
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
    for names, said in own(verb):
        add(*names, **said)
    for title, rows in (("files", FILES), ("messages", MESSAGES)):
        group = parser.add_argument_group(title)
        for names, said in rows:
            group.add_argument(*names, **said)
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
