"""Converters of one word of a command line: sizes, numbers, lists."""

from __future__ import annotations

from superuri._paths import local
from superuri.cli.output import messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}

# An upper limit for the number of threads.
THREADS_LIMIT = 1024

# More digits than any valid number has; Python refuses to read 4301.
DIGITS = 20


class WordError(ValueError):
    """A word that cannot be the value of an option, with the reason."""


def is_negative(word: str) -> bool:
    return word[:1] == "-" and word[-1:] != "." and word[1:].replace(".", "", 1).isdecimal()


def path(text: str) -> str:
    """Return the path of a ``file:`` URI; any other word is a path."""
    try:
        return local(text)
    except ValueError as error:
        raise WordError(f"{text}: {error}") from None


def among(choices: tuple[str, ...]) -> Callable[[str], tuple[str, ...]]:
    """Return a converter for words between commas, each of which must be one of these."""

    def words(text: str) -> tuple[str, ...]:
        found = names(text)
        for word in found:
            if word not in choices:
                shown = messages.printable(word)
                near = messages.did_you_mean(word, choices)
                others = near or f": there are {', '.join(choices)}"
                raise WordError(f'there is no "{shown}"{others}')
        return found

    return words


def size(text: str) -> int:
    """Return the number of bytes: 4096, 64K, 64M, 1G."""
    amount, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    if unit not in UNITS or digits(amount) < 1:
        raise WordError(f'"{text}" is not a size such as 4096, 64K, 64M or 1G')
    return min(digits(amount) * UNITS[unit], 1 << 62)


def digits(text: str) -> int:
    """Return the number of these digits; -1 if the text is anything else."""
    if not (text.isascii() and text.isdigit()):
        return -1
    return int(text.lstrip("0")[:DIGITS] or "0")


def number(least: int, most: int, what: str = "") -> Callable[[str], int]:
    """Return a converter for a number in this range; ``what`` names it in errors."""

    def read(text: str) -> int:
        if least <= digits(text) <= most:
            return digits(text)
        what_it_is = what or f"number from {least} to {most}"
        raise WordError(f'"{text}" is not a {what_it_is}')

    return read


def shown_size(octets: object) -> str:
    """Return the number of bytes in the form in which it is typed."""
    if not isinstance(octets, int):
        return ""
    unit = next(unit for unit in reversed(UNITS) if octets % UNITS[unit] == 0)
    return f"{octets // UNITS[unit]}{unit}"


def names(text: str) -> tuple[str, ...]:
    """Return the words between the commas."""
    return tuple(name for name in text.split(",") if name)


def is_text(word: str) -> bool:
    """Return whether the word is valid UTF-8."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def mark(read: Callable[[str], str]) -> Callable[[str], str]:
    """Return what reads a delimiter or a quotation mark."""

    def word(text: str) -> str:
        try:
            read(text)
        except ValueError as error:
            raise WordError(str(error)) from error
        return text

    return word


count: Callable[[str], int] = number(1, THREADS_LIMIT)
port: Callable[[str], int] = number(0, (1 << 16) - 1, "port, a number up to 65535")
version: Callable[[str], int] = number(0, (1 << 63) - 1, "version, a number from 0")

# The converter for each metavar.
CONVERTERS: dict[str, Callable[[str], object]] = {
    "N": number(1, (1 << 62) - 1, "number of characters from 1"),
    "NAMES": names,
    "PORT": port,
    "SIZE": size,
}
