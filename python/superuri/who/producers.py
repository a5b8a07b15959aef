"""Producers: encoders of other languages and libraries, each a row, and what a row writes.

A row lists the characters that stay and what is special; everything else is derived from it. A test
compares each row with the real function wherever that is installed.
"""

import re
import string
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Literal, NamedTuple

import superuri._core as _core
import superuri.sets as sets
from superuri._core import Set
from superuri.who.versions import VERSIONS

_ALPHANUMERIC = string.ascii_letters + string.digits
_TRIPLET = re.compile("(%[0-9A-Fa-f]{2})")
_SURROGATE = re.compile("([\ud800-\udfff])")
_SPAN = re.compile(r"\\x(\w\w)-\\x(\w\w)")

#: The control characters of ASCII.
CONTROLS = "".join(map(chr, (*range(32), 127)))

Escapes = Literal["encoded", "kept", "uppercased", "requoted"]


class Producer(NamedTuple):
    """One encoder."""

    name: str
    #: The ASCII characters that stay, beside letters and digits. A `%` here stays everywhere.
    bare: str
    #: The implementation and the version that the row was compared with.
    version: str
    #: The file that the row was read in; empty if the function itself was run.
    file: str = ""
    #: The result of a space; a space in `bare` stays.
    space: str = "%20"
    hex: Literal["upper", "lower"] = "upper"
    #: Characters outside ASCII: encoded as UTF-8, or as the UTF-8 of the text's NFC; or they stay;
    #: or they are Latin-1, and others are an error.
    non_ascii: Literal["utf-8", "nfc", "bare", "latin-1"] = "utf-8"
    #: An escape in the text: its `%` is encoded; it stays; it stays with upper-case digits; so, but
    #: one of an unreserved character is undone.
    escapes: Escapes = "encoded"
    #: A lone surrogate: what is written for it, `stays`, or None where it is an error.
    surrogate: str | None = None
    #: Characters that disappear; that end the text; that are an error.
    lost: str = ""
    ends: str = ""
    refused: str = ""
    #: Characters that are replaced, each with what replaces it.
    swaps: tuple[str, ...] = ()
    #: The runner of the code, an expression of ``t``; empty if the row was read in a file.
    runner: str = ""
    code: str = ""
    #: The module that has to be installed. A row of Python has the text after `import` here, for
    #: which `library` and `program` write more than a module.
    needs: str = ""

    @property
    def source(self) -> str:
        """The version, and the file or the expression."""
        return f"{self.version}: {self.file or self.code}"


def program(name: str) -> str:
    """Return what a Python row needs that runs a program."""
    return f"os, shutil, subprocess; os.stat(shutil.which({name!r}) or {name!r})"


def library(name: str) -> str:
    """Return what a Python row needs that calls a library of C as `library`, loaded once."""
    return f"ctypes; library = ctypes.CDLL({name!r})"


def text_of(call: str, cut: str = "") -> str:
    """Return the code of a call of `library` that returns a text, of which `cut` takes a part."""
    function, _, arguments = call.partition("(")
    called = f"(setattr(f, 'restype', ctypes.c_char_p), f({arguments}.decode(){cut})[1]"
    return f"(lambda f: {called})(library.{function})"


def run(runner: str, needs: str = "", of: str = "", **usual: Any) -> Callable[..., Producer]:  # noqa: ANN401  because they are fields of several types
    """Return what makes the rows of a runner and a module, with the fields that all of them have.

    The version is that of the module, or else of the runner; or of `of`.
    """
    version = VERSIONS.get(of or needs.partition(".")[0]) or VERSIONS[runner]

    def row(name: str, bare: str, code: str, **more: Any) -> Producer:  # noqa: ANN401  as above
        own = {**usual, **more}
        return Producer(name, bare, version, runner=runner, code=code, needs=needs, **own)

    return row


def cells(text: str, count: int) -> Iterator[tuple[list[str], dict[str, Any], str]]:
    r"""Yield the rows of a table: the cells of each, so many, its fields, and its code.

    A row is a line: cells and fields, between bars. A line that begins with a bar continues it;
    other indented lines are its code. Escapes are Python's, and ``\x00-\x1f``; code has none.

    >>> list(cells("a b | !\\x00-\\x02 | space=+\n  f(t)\n  + 1\nc | $\n  g(t)", 2))
    [(['a b', '!\x00\x01\x02'], {'space': '+'}, 'f(t) + 1'), (['c', '$'], {}, 'g(t)')]
    """
    for row in re.split(r"\n(?=\S)", text.strip("\n")):
        head, *code = row.replace("\n  | ", " | ").split("\n")
        parts = re.split(r" \|(?: |$)", head)
        fields = (each.split("=", 1) for each in " ".join(parts[count:]).split())
        named = {name: _unescaped(value) for name, value in fields}
        yield [*map(_unescaped, parts[:count])], named, " ".join(map(str.strip, code))


def _unescaped(text: str) -> str:
    def all_of(span: re.Match[str]) -> str:
        return "".join(map(chr, range(int(span[1], 16), int(span[2], 16) + 1)))

    return _SPAN.sub(all_of, text).encode("ascii").decode("unicode_escape")


def rows(text: str, runner: str = "") -> tuple[Producer, ...]:
    """Return the rows of a table: name, what stays, the runner and what it needs, and the fields.

    A ``runner`` is that of all rows, which then begin with what they need.
    """
    made = []
    for (name, bare, where), fields, code in cells(text, 3):
        kind, _, needs = f"{runner} {where}".strip().partition(" ")
        if "swaps" in fields:
            fields["swaps"] = (fields["swaps"],)
        made.append(run(kind, needs, fields.pop("of", ""))(name, bare, code, **fields))
    return tuple(made)


class RefusedError(ValueError):
    """The encoder or decoder raises an error for this text."""


@cache
def set_of(row: Producer) -> Set:
    """Return the characters that the row encodes."""
    encoded = "".join(c for c in map(chr, range(128)) if c not in _ALPHANUMERIC + row.bare)
    return Set(encoded, non_ascii="bare" if row.non_ascii == "bare" else "encoded")


def encode(text: str, row: Producer) -> str:
    """Return what the row's producer writes for the text.

    Args:
        text: A str.
        row: The producer.

    Returns:
        A str.

    Raises:
        RefusedError: when the producer raises an error.
    """
    for mark in row.ends:
        text = text.partition(mark)[0]
    last = "\xff" if row.non_ascii == "latin-1" else "\U0010ffff"
    if wrong := next((c for c in text if c in row.refused or c > last), None):
        raise RefusedError(f"it refuses U+{ord(wrong):04X}")
    swaps = {swap[0]: swap[1:] for swap in row.swaps}
    text = "".join(swaps.get(c, c) for c in text if c not in row.lost)
    if row.non_ascii == "nfc":
        text = unicodedata.normalize("NFC", text)
    if row.escapes == "encoded":
        return _plain(text, row)
    pieces = _TRIPLET.split(text)
    pieces[::2] = [_plain(piece, row) for piece in pieces[::2]]
    pieces[1::2] = [_escape(piece, row.escapes) for piece in pieces[1::2]]
    return "".join(pieces)


def _plain(text: str, row: Producer) -> str:
    pieces = _SURROGATE.split(text)
    if len(pieces) > 1 and row.surrogate is None:
        raise RefusedError("it refuses a lone surrogate")
    encoding = "latin-1" if row.non_ascii == "latin-1" else "utf-8"
    encoded = [_core.encode(piece, set_of(row), encoding=encoding) for piece in pieces[::2]]
    if row.hex == "lower":
        encoded = [_TRIPLET.sub(lambda found: found[0].lower(), piece) for piece in encoded]
    if " " not in row.bare and row.space != "%20":
        encoded = [piece.replace("%20", row.space) for piece in encoded]
    pieces[::2] = encoded
    if row.surrogate != "stays":
        pieces[1::2] = [row.surrogate or ""] * (len(pieces) // 2)
    return "".join(pieces)


def _escape(escape: str, escapes: Escapes) -> str:
    if escapes == "kept":
        return escape
    character = chr(int(escape[1:], 16))
    if escapes == "requoted" and character in sets.rfc3986.COMPONENT.bare:
        return character
    return escape.upper()
