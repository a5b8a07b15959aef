"""Arguments of `lint`: which are URLs, and which are paths."""

import re
from typing import NamedTuple

from superuri.cli.arguments.parser import Namespace
from superuri.cli.output import messages

# A scheme of one letter is a Windows drive: C:\x, C:/x, C://x.
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]+://|(?:mailto|data|urn):)", re.IGNORECASE)

NO_FILE = "there is no such file or directory"
HELP = "help: --text lints the arguments themselves, such as a relative reference"


class Operand(NamedTuple):
    """An argument, its number from 1, and whether it is a path or a text to lint."""

    number: int
    word: str
    is_path: bool


def arguments(options: Namespace, after_dashes: int) -> list[Operand]:
    """Return the arguments; the last ``after_dashes`` of them followed ``--`` and are paths."""
    end = len(options.args) - after_dashes
    return [
        Operand(number, word, not options.text and (number > end or not _URL.match(word)))
        for number, word in enumerate(options.args, 1)
    ]


def report_missing(word: str) -> None:
    """Report a path that does not exist, with a hint how to lint a text that looks like one."""
    where = f"{messages.printable(word)}: " if word else ""
    messages.say_error("superuri", f"{where}{NO_FILE}\n{HELP}")
