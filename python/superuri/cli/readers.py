"""How is a word of the command line read?"""

from __future__ import annotations

from superuri.cli import messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}

# More can be asked for, but not any number.
THREADS_LIMIT = 1024


def refusal(why: str) -> argparse.ArgumentTypeError:
    """Return what tells argparse why a word cannot be read."""
    import argparse  # noqa: PLC0415  because most words can be

    return argparse.ArgumentTypeError(why)


def joined(argv: list[str]) -> list[str]:
    """Return the words, with a negative number as the value of the option before it.

    argparse would take it for an option, as -0 is one.
    """
    words: list[str] = []
    for word in argv:
        if words and words[-1].startswith("--") and "=" not in words[-1] and word != "-0":
            negative = word.startswith("-") and word[1:].isdecimal()
            words[-1:] = [f"{words[-1]}={word}"] if negative else [words[-1], word]
        else:
            words.append(word)
    return words


def among(choices: tuple[str, ...]) -> Callable[[str], tuple[str, ...]]:
    """Return what reads the words between commas, each of which is one of these."""

    def words(text: str) -> tuple[str, ...]:
        found = names(text)
        for word in found:
            if word not in choices:
                shown = messages.printable(word)
                near = messages.did_you_mean(word, choices)
                others = near or f": there are {', '.join(choices)}"
                raise refusal(f'there is no "{shown}"{others}')
        return found

    return words


def size(text: str) -> int:
    """Return the number of bytes: 4096, 64K, 64M, 1G."""
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    if not number.isascii() or not number.isdigit() or unit not in UNITS or int(number) == 0:
        raise refusal(f'"{text}" is no size such as 4096, 64K, 64M or 1G')
    return min(int(number) * UNITS[unit], 1 << 62)


def count(text: str) -> int:
    """Return the number of threads."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= THREADS_LIMIT:
        raise refusal(f'"{text}" is no number from 1 to {THREADS_LIMIT}')
    return int(text)


def length(text: str) -> int:
    """Return the number of characters."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 1 << 62:
        raise refusal(f'"{text}" is no number of characters from 1')
    return int(text)


def port(text: str) -> int:
    """Return the number of a port."""
    if not text.isascii() or not text.isdigit() or int(text) >= 1 << 16:
        raise refusal(f'"{text}" is no port, a number up to 65535')
    return int(text)


def shown_size(octets: object) -> str:
    """Return the number of bytes as it would be typed."""
    return f"{octets >> 30}G" if isinstance(octets, int) else ""


def names(text: str) -> tuple[str, ...]:
    """Return the words between the commas."""
    return tuple(name for name in text.split(",") if name)


def is_text(word: str) -> bool:
    """Tell whether what was typed is UTF-8."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


# What is typed becomes what the metavar says.
READERS: dict[str, Callable[[str], object]] = {
    "N": length,
    "NAMES": names,
    "PORT": port,
    "SIZE": size,
}
