"""Parser: argparse with the help and error messages of this command, and with ``--``."""

from __future__ import annotations

import argparse
from argparse import Namespace

from superuri.cli.arguments.words import COLORED
from superuri.cli.output import USAGE, files, messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

# The width of help, in characters.
WIDTH = 90


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help of a fixed width, because the terminal's width would need slow imports."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=WIDTH)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        # The format of Python 3.13, for all versions: `-i, --input FILE`.
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        metavar = self._get_default_metavar_for_optional(action)
        return f"{', '.join(action.option_strings)} {self._format_args(action, metavar)}"

    def described(self, action: argparse.Action) -> tuple[str, str]:
        """Return how an option is written, and its help."""
        return self._format_action_invocation(action), self._expand_help(action)


class Parser(argparse.ArgumentParser):
    """An argument parser with the error messages of this command."""

    def __init__(self, prog: str, **settings: Any) -> None:  # noqa: ANN401  they are argparse's
        super().__init__(prog, allow_abbrev=False, formatter_class=Formatter, **settings)
        self.chapter: Callable[..., argparse.Action] = self.add_argument
        self.data: str = ""
        self.behind: int = 0

    def take_data(self, name: str, metavar: str, help: str) -> None:  # noqa: A002  as argparse
        """Accept any number of words that are not options, and all words after ``--``."""
        self.add_argument(name, nargs="*", metavar=metavar, help=help)
        self.data = name

    def begin(self, title: str) -> None:
        """Start a group of options under this title."""
        self.chapter = self.add_argument_group(title).add_argument

    def take(self, typed: str, help: str, **settings: Any) -> None:  # noqa: A002, ANN401  as argparse
        """Add an option, written as in ``-o, --output FILE``; without a value it is a flag.

        An option that may be repeated ends in ``...``.
        """
        *names, last = typed.replace(",", "").split()
        if not last.startswith("-"):
            settings |= {"metavar": last.removesuffix("...")}
            if last.endswith("..."):
                settings |= {"action": "append", "default": []}
        else:
            names.append(last)
            if not settings.keys() & {"choices", "action"}:
                settings["action"] = "store_true"
        self.chapter(*names, help=help, **settings)

    def take_color(self) -> None:
        """Add ``--color``."""
        names, settings = COLORED
        self.chapter(*names, **settings)

    def print_help(self, file: object = None) -> None:  # noqa: ARG002  because argparse passes none
        """Write the help. An error when writing is reported, which argparse would hide."""
        files.write(self.format_help().encode())

    def error(self, message: str) -> NoReturn:
        """Report an error and end the command; called by argparse."""
        start, lacks, _ = message.partition(": expected one argument")
        if lacks:
            name = start.rsplit("/", 1)[-1].removeprefix("argument ")
            message = f"{name} needs a value; one that begins with - is written {name}=-…"
        raise self.refusal(messages.printable(message))

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse a value that is not one of the choices, and suggest the nearest; called by
        argparse.
        """
        if action.choices is not None and value not in action.choices:
            name = action.option_strings[-1] if action.option_strings else action.metavar
            choices = list(map(str, action.choices))
            near = messages.did_you_mean(str(value), choices)
            message = f'{name} "{value}" is not one of {", ".join(choices)}{near}'
            raise argparse.ArgumentError(None, message)

    def refusal(self, message: str) -> SystemExit:
        """Report an error with a hint at the help, and return the exception that ends the
        command.
        """
        messages.say_error(self.prog, message)
        messages.say(f"{self.prog} --help shows more")
        return SystemExit(USAGE)

    def read(self, words: list[str]) -> Namespace:
        """Return the parsed options. After ``--`` all words are data, which `behind` counts."""
        if not self.data:
            return self.parse_args(words)
        end = words.index("--") if "--" in words else len(words)
        options, unknown = self.parse_known_intermixed_args(words[:end])
        report_unknown(self, unknown)
        behind = words[end + 1 :]
        getattr(options, self.data).extend(behind)
        self.behind = len(behind)
        return options

    def words(self) -> list[str]:
        return [word for word in self._option_string_actions if word.startswith("--")]

    def described(self) -> list[tuple[str, str]]:
        """Return how each option is written, and its help."""
        formatter = Formatter(self.prog)
        options = [action for action in self._actions if action.option_strings]
        return [formatter.described(action) for action in options]

    def defaults(self) -> list[tuple[str, object]]:
        """Return the attribute of each option and its default."""
        options = [action for action in self._actions if action.default is not argparse.SUPPRESS]
        return [(action.dest, action.default) for action in options if action.option_strings]


def report_unknown(parser: Parser, rest: list[str]) -> None:
    """Report words that are not options, and suggest the nearest."""
    if rest:
        word = messages.printable(rest[0].split("=")[0])
        # Compare without dashes, which all options have: `--nope` is not similar to `--lines`.
        bare = [known.lstrip("-") for known in parser.words()]
        near = messages.did_you_mean(word.lstrip("-"), bare).replace("mean ", "mean --")
        parser.error(f"there is no option {word}{near}")


def quoted(text: str) -> str:
    """Return the text quoted for a shell, with characters that a terminal acts on escaped."""
    shown = messages.printable(text)
    return "'" + shown.replace("'", "'\\''") + "'"
