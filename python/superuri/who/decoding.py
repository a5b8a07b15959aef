"""Decoding: a foreign decoder as a row, and the result of a row for a text.

A test compares each row that has a manner with the real function wherever that is installed.
"""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from superuri.who.producers import CONTROLS, RefusedError, cells
from superuri.who.versions import VERSIONS

__all__ = ["CONTROLS", "Decoder", "Manner", "RefusedError", "decode", "run"]

_RUN = re.compile("((?:%[0-9A-Fa-f]{2})+)")
_TRIPLET = re.compile("%[0-9A-Fa-f]{2}")
_MALFORMED = re.compile("%(?![0-9A-Fa-f]{2})")
_MALFORMED_INSIDE = re.compile("%(?![0-9A-Fa-f]{2})(?=..)", re.DOTALL)
# One hexadecimal digit is dropped, and so is what follows it.
_DROPPED = re.compile("%(?![0-9A-Fa-f]{2})(?:[0-9A-Fa-f].?)?", re.DOTALL)


class Manner(NamedTuple):
    """How a decoder decodes."""

    #: The result of a `+`.
    plus: Literal["+", " "] = "+"
    #: A `%` without two hexadecimal digits stays, disappears, or is an error; perhaps only where
    #: two other characters follow it.
    malformed: Literal["kept", "dropped", "error", "error inside"] = "kept"
    #: Bytes that are not UTF-8 become U+FFFD (how many differs), are an error, or stay escaped,
    #: perhaps in upper case; or all bytes are Latin-1.
    invalid: Literal["replaced", "error", "kept", "uppercased", "latin-1"] = "replaced"
    #: Characters whose escapes stay; that are an error; that end the text.
    keeps: str = ""
    refuses: str = ""
    ends: str = ""


class Decoder(NamedTuple):
    """One decoder."""

    name: str
    #: The runner of the code: "ours", a program of `running_programs.py`, or "read" if
    #: nothing does.
    runner: str
    #: An expression of ``t``, the text.
    code: str = ""
    #: The requirement, as in a Producer.
    needs: str = ""
    #: How it decodes, in few words; None if it needs more.
    manner: Manner | None = None
    #: The implementation and the version that the manner was compared with.
    version: str = ""
    #: The file that the manner was read in; empty if the function itself was run.
    file: str = ""


def run(runner: str, needs: str = "", of: str = "") -> Callable[..., Decoder]:
    """Return what makes the rows of a runner and a module, with a version as in a Producer."""
    version = VERSIONS.get(of or needs.partition(".")[0]) or VERSIONS[runner]

    def row(name: str, code: str, manner: Manner | None) -> Decoder:
        return Decoder(name, runner, code, needs, manner, version)

    return row


def rows(text: str, runner: str = "") -> tuple[Decoder, ...]:
    """Return the rows of a table: name, the runner and what it needs, and the fields of its manner.

    ``manner=None`` is that of a row that needs more. A ``runner`` is that of all rows.
    """
    made = []
    for (name, where), fields, code in cells(text, 2):
        kind, _, needs = f"{runner} {where}".strip().partition(" ")
        manner = None if "manner" in fields else Manner(**fields)
        made.append(run(kind, needs)(name, code, manner))
    return tuple(made)


def decode(text: str, manner: Manner) -> str:
    """Return what a decoder of this manner makes of the text.

    Args:
        text: A str.
        manner: How it decodes.

    Returns:
        A str.

    Raises:
        RefusedError: when the decoder raises an error.
    """
    wrong = {"error": _MALFORMED, "error inside": _MALFORMED_INSIDE}.get(manner.malformed)
    if wrong and wrong.search(text):
        raise RefusedError("it refuses a malformed escape")
    if manner.malformed == "dropped":
        text = _DROPPED.sub("", text)
    if manner.plus == " ":
        text = text.replace("+", " ")
    pieces = _RUN.split(text)
    pieces[1::2] = [_escapes(piece, manner) for piece in pieces[1::2]]
    decoded = "".join(pieces)
    for mark in manner.ends:
        decoded = decoded.partition(mark)[0]
    return decoded


def _escapes(run: str, manner: Manner) -> str:
    if manner.invalid == "latin-1":
        return bytes.fromhex(run.replace("%", "")).decode("latin-1")
    octets = bytes.fromhex(run.replace("%", ""))
    escapes = _TRIPLET.findall(run)
    out, at = [], 0
    while at < len(octets):
        character, size = _first(octets[at:])
        escaped = "".join(escapes[at : at + size])
        if character is None:
            if manner.invalid == "error":
                raise RefusedError("it refuses bytes that are not valid UTF-8")
            kept = {"kept": escaped, "uppercased": escaped.upper()}
            out.append(kept.get(manner.invalid, "\ufffd"))
        elif character in manner.refuses:
            raise RefusedError(f"it refuses U+{ord(character):04X}")
        else:
            out.append(escaped if character in manner.keeps else character)
        at += size
    return "".join(out)


def _first(octets: bytes) -> tuple[str | None, int]:
    """Return the first character and its length, or None and the length of what is invalid."""
    for size in range(1, 5):
        try:
            return octets[:size].decode(), size
        except UnicodeDecodeError as error:
            if error.reason != "unexpected end of data" or size >= len(octets):
                return None, min(error.end, size)
    return None, 1
