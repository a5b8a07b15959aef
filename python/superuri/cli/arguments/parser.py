"""Parser: argparse with this command's help, complaints and ``--``."""

from __future__ import annotations

import argparse
from argparse import Namespace

from superuri.cli.arguments.words import COLORED
from superuri.cli.output import USAGE, files, messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

# Help is this many characters wide.
WIDTH = 90


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
        self.chapter: Callable[..., argparse.Action] = self.add_argument
        self.data: str = ""
        self.behind: int = 0

    def take_data(self, name: str, metavar: str, help: str) -> None:  # noqa: A002  as argparse
        """Take any number of words that are not options, and all that follow ``--``."""
        self.add_argument(name, nargs="*", metavar=metavar, help=help)
        self.data = name

    def begin(self, title: str) -> None:
        """Let the options that are taken next are under this title."""
        self.chapter = self.add_argument_group(title).add_argument

    def take(self, typed: str, help: str, **said: Any) -> None:  # noqa: A002, ANN401  as argparse
        """Take an option that is typed so, as ``-o, --output FILE``; one without a value is a flag.

        What may be repeated ends in ``...``.
        """
        *names, last = typed.replace(",", "").split()
        if not last.startswith("-"):
            said |= {"metavar": last.removesuffix("...")}
            if last.endswith("..."):
                said |= {"action": "append", "default": []}
        else:
            names.append(last)
            if not said.keys() & {"choices", "action"}:
                said["action"] = "store_true"
        self.chapter(*names, help=help, **said)

    def take_color(self) -> None:
        """Take ``--color``."""
        names, said = COLORED
        self.chapter(*names, **said)

    def print_help(self, file: object = None) -> None:  # noqa: ARG002  because argparse passes none
        """Write the help. What argparse would do hides it when nobody could read it."""
        files.write(self.format_help().encode())

    def error(self, message: str) -> NoReturn:
        """End the command: argparse calls this."""
        said, lacks, _ = message.partition(": expected one argument")
        if lacks:
            name = said.rsplit("/", 1)[-1].removeprefix("argument ")
            message = f"{name} needs a value; one that begins with - is written {name}=-…"
        raise self.refusal(messages.printable(message))

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse what is not one of the choices, and suggest what is near: argparse calls this."""
        if action.choices is not None and value not in action.choices:
            name = action.option_strings[-1] if action.option_strings else action.metavar
            choices = list(map(str, action.choices))
            near = messages.did_you_mean(str(value), choices)
            message = f'{name} "{value}" is not one of {", ".join(choices)}{near}'
            raise argparse.ArgumentError(None, message)

    def refusal(self, message: str) -> SystemExit:
        """Say what was not understood, and where help is; return what ends the command."""
        messages.say_error(self.prog, message)
        messages.say(f"{self.prog} --help shows more")
        return SystemExit(USAGE)

    def read(self, words: list[str]) -> Namespace:
        """Return what is asked for. After ``--`` everything is data: `behind` counts it."""
        if not self.data:
            return self.parse_args(words)
        end = words.index("--") if "--" in words else len(words)
        options, unknown = self.parse_known_intermixed_args(words[:end])
        complain(self, unknown)
        behind = words[end + 1 :]
        getattr(options, self.data).extend(behind)
        self.behind = len(behind)
        return options

    def words(self) -> list[str]:
        return [word for word in self._option_string_actions if word.startswith("--")]

    def defaults(self) -> list[tuple[str, object]]:
        """Return the attribute of each option, and its value where it is not given."""
        told = [action for action in self._actions if action.default is not argparse.SUPPRESS]
        return [(action.dest, action.default) for action in told if action.option_strings]


def complain(parser: Parser, rest: list[str]) -> None:
    """Refuse what was not understood, and suggest what is near."""
    if rest:
        word = messages.printable(rest[0].split("=")[0])
        # Without the dashes, which all have: `--nope` is not near `--lines`.
        bare = [known.lstrip("-") for known in parser.words()]
        near = messages.did_you_mean(word.lstrip("-"), bare).replace("mean ", "mean --")
        parser.error(f"there is no option {word}{near}")


def quoted(text: str) -> str:
    """Return the text as a shell reads it, without what would act on a terminal."""
    shown = messages.printable(text)
    return "'" + shown.replace("'", "'\\''") + "'"
