"""Values for a command, as NAME=VALUE or as lines of JSON."""

import os
from collections.abc import Callable, Iterator

import superuri._core as _core

#: How much is read at once; in bytes.
BLOCK = 1 << 16


#: A byte order mark, at the start of a file.
MARK = b"\xef\xbb\xbf"


class UnreadError(ValueError):
    """Text that cannot be read as values, with the reason."""


def text(word: str) -> str:
    """Return the argument decoded as UTF-8, whatever the locale is."""
    raw = os.fsencode(word)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        what = f"the byte {raw[error.start]:02X} at {error.start}"
        raise UnreadError(f"{what} is not valid UTF-8") from None


def typed(words: list[str]) -> dict[str, object]:
    """Return the values of NAME=VALUE, and of NAME:=JSON; a repeated name makes a list.

    >>> typed(["q=a b", "tag=x", "tag=y", 'n:={"a": 1}'])
    {'q': 'a b', 'tag': ['x', 'y'], 'n': {'a': '1'}}
    """
    values: dict[str, object] = {}
    for word in words:
        name, sign, text = word.partition("=")
        if not sign or not name.rstrip(":"):
            raise UnreadError(f'"{word}" is not a NAME=VALUE')
        value: object = text
        if name.endswith(":"):
            name = name[:-1]
            value = parsed(text, f"{name}:=")
        if name in values:
            both = (values[name], value)
            value = [each for side in both for each in (side if isinstance(side, list) else [side])]
        values[name] = value
    return values


def row(line: bytes | None) -> dict[str, object]:
    """Return the values of a line, which is a JSON object."""
    if line is None:
        raise UnreadError(f"it has more than {_core.MAX_LINE >> 20} MiB")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise UnreadError(
            f"the byte {line[error.start]:02X} at {error.start} is not valid UTF-8"
        ) from None
    value = parsed(text, "")
    if not isinstance(value, dict):
        raise UnreadError("it is not a JSON object")
    return value


def parsed(text: str, where: str) -> object:
    """Return the value of the JSON text, with numbers as they are written."""
    import json  # noqa: PLC0415  because most values are typed as they are

    try:
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise UnreadError(f"{where}{error.msg} at {error.pos}: it is not valid JSON") from None
    except RecursionError:
        raise UnreadError(f"{where}lists are nested too deep") from None


def _no_number(word: str) -> str:
    raise UnreadError(f"{word} is not valid JSON")


def lines(read: Callable[[int], bytes]) -> Iterator[list[bytes | None]]:
    """Yield the lines in blocks, as soon as they are read; None for a line that is too long."""
    parts: list[bytes] = []
    held = 0
    mark = MARK
    while block := read(BLOCK):
        *whole, rest = block.split(b"\n")
        if whole:
            first = b"".join([*parts, whole[0]]).removeprefix(mark)
            is_long = held + len(whole[0]) > _core.MAX_LINE
            yield [None if is_long else first, *whole[1:]]
            parts, held, mark = [], 0, b""
        held += len(rest)
        # The rest of a line that is too long is read, but not kept.
        if held > _core.MAX_LINE:
            parts = []
        else:
            parts.append(rest)
    if held:
        yield [None if held > _core.MAX_LINE else b"".join(parts).removeprefix(mark)]
