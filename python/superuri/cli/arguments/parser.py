"""Parser: argparse with this command's help, complaints and ``--``."""

from __future__ import annotations

import argparse

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
