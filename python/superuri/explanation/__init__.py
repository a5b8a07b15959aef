"""Explanations: what each character of a text is in a URI.

The engine computes tokens, edits and reasons; the views only show them.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import superuri._core as _core
from superuri.errors import URIError
from superuri.explanation.token import BY_BITS, Edit, as_text, error_row, taken
from superuri.explanation.token import LONGEST as LONGEST
from superuri.explanation.token import SOURCES as SOURCES
from superuri.explanation.token import STANDARDS as STANDARDS
from superuri.explanation.token import Token as Token

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from superuri._values.layer import Layer
    from superuri.explanation.note import Note

    #: Offsets, component, kind, character, standards, the edit's index, reason and sentence.
    _Row: TypeAlias = tuple[int, int, str, str, str | None, int, int | None, str | None, str | None]

__all__ = ["Explanation", "Nested", "explain", "notes"]

#: The default and the highest number of levels of encoding that are explained.
DEPTH = 8
MOST_DEPTH = 64

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://")


class Nested(NamedTuple):
    """A part of a text that is encoded once more, or contains a URL."""

    #: Offsets of the text.
    start: int
    end: int
    #: The component that it is in.
    component: str
    #: The explanation of the part after one decoding.
    explanation: Explanation


class Explanation:
    """The explanation of a text. ``print`` and notebooks draw it."""

    def __init__(self, text: str | bytes, depth: int = DEPTH) -> None:
        self.text = text
        self.depth = depth
        # Rows from the engine; Token and Edit objects are only created on access.
        self._rows, self._edits, error = _core.tokens(text)
        self.error: URIError | None = error

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """The replacements that cleaning makes, in order."""
        return tuple(map(Edit._make, self._edits))

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Every character, in order and without a gap."""
        return tuple(map(self._token, self._rows))

    def _token(self, row: _Row) -> Token:
        start, end, component, kind, character, bits, number, code, sentence = row
        piece = self.text[start:end]
        raw, octets = as_text(piece), piece.encode() if isinstance(piece, str) else piece
        if octets[:1] == b"%" and len(octets) > 1:
            octets = bytes.fromhex(raw.replace("%", ""))
        edit = None if number is None else Edit(*self._edits[number])
        why = (code, sentence) if code is not None and sentence is not None else None
        if edit is not None:
            why = (edit.code, edit.sentence)
        allowed = BY_BITS[bits & (1 << len(STANDARDS)) - 1]
        return Token(start, end, raw, component, kind, character, octets, allowed, edit, why)

    @cached_property
    def cleaned(self) -> str | None:
        """The text as a legal URI; None if cleaning fails, and ``error`` is the reason."""
        return None if self.error is not None else _core.clean(self.text)

    @cached_property
    def shown(self) -> str | None:
        """The text as ``pretty`` shows it; None if cleaning fails."""
        return None if self.error is not None else _core.pretty(self.text)

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The whole text after each further decoding."""
        return _core.layers(self.text)

    @cached_property
    def nested(self) -> tuple[Nested, ...]:
        """The parts that contain a URL, or are still encoded after one decoding."""
        return tuple(self.unfold())

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What the whole text seems to be if it is not a plain URI, and what it could become."""
        from superuri.explanation.note import of_text  # noqa: PLC0415  because few ask for it

        return of_text(self.text)

    def unfold(self) -> Iterator[Nested]:
        """Yield the items of `nested`."""
        for start, end, component in self.parts() if self.depth > 1 else ():
            inner = self._inside(start, end)
            if inner is not None:
                yield Nested(start, end, component, Explanation(inner, self.depth - 1))

    def parts(self) -> Iterator[tuple[int, int, str]]:
        """Yield the spans of path, names and values of the query, and fragment."""
        start = end = 0
        component = ""
        for first, behind, place, kind, *_ in self._rows:
            inside = kind != "delimiter" or place == "path"
            if inside and place == component and first == end:
                end = behind
                continue
            if end > start:
                yield start, end, component
            start, end = first, behind if inside else first
            component = place if inside else ""
            if component not in {"path", "query-name", "query-value", "fragment"}:
                end = start
        if end > start:
            yield start, end, component

    def _inside(self, start: int, end: int) -> str | None:
        """The part after one decoding, if that is worth an explanation."""
        layers = _core.layers(self.text[start:end], 2)
        if not layers:
            piece = self.text[start:end]
            text = piece if isinstance(piece, str) else piece.decode("utf-8", "replace")
            return text if _URL.match(text) and start > 0 else None
        text = layers[0].text
        return text if len(layers) > 1 or _URL.match(text) else None

    def to_dict(self) -> dict[str, object]:
        """The same as plain data, ready for JSON; offsets are those of the tokens."""
        from superuri.explanation.note import rows as note_rows  # noqa: PLC0415  as above

        text = self.text if isinstance(self.text, str) else self.text.decode("utf-8", "replace")
        return {
            "text": text,
            "cleaned": self.cleaned,
            "shown": self.shown,
            "error": None if self.error is None else error_row(self.error),
            "notes": note_rows(self.notes),
            "tokens": self.rows(),
            "edits": [edit._asdict() for edit in self.edits],
            "layers": [layer._asdict() for layer in self.layers],
            "nested": [
                {
                    "start": nested.start,
                    "end": nested.end,
                    "component": nested.component,
                    "explanation": nested.explanation.to_dict(),
                }
                for nested in self.nested
            ],
        }

    def rows(self, first: int = 0, end: int | None = None) -> list[dict[str, object]]:
        """These tokens as plain data. An edit is given by its number, because many tokens can be
        part of one.

        Args:
            first: The number of the first token.
            end: The number after the last one; None for all.

        Returns:
            A list of dicts, ready for JSON.
        """
        found = []
        for row in self._rows[first:end]:
            token, (*_, number, _, _) = self._token(row), row
            point = None if token.character is None else f"U+{ord(token.character):04X}"
            octets = token.octets.hex(" ").upper()
            more = {"octets": octets, "name": token.name, "code_point": point, "edit": number}
            found.append({**token._asdict(), **more})
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Explanation):
            return NotImplemented
        return (self.text, self.depth) == (other.text, other.depth)

    def __hash__(self) -> int:
        return hash((self.text, self.depth))

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        # A repr may be logged, so it does not contain the text, which may have a password.
        return f"<Explanation: {len(self)} tokens, {len(self._edits)} edits>"

    def __str__(self) -> str:
        from superuri.explanation.ruler import draw  # noqa: PLC0415  because JSON needs no drawing

        return draw(self)

    def _repr_html_(self) -> str:
        from superuri.explanation.html import draw  # noqa: PLC0415  because only notebooks need it

        return draw(self)


def explain(text: str | bytes | _core.URI | _core.URL, *, depth: int = DEPTH) -> Explanation:
    """A description of every character of the text, with reasons.

    Args:
        text: A str, bytes or a URI, legal or not.
        depth: How many levels of ``nested`` parts (encoded again, or holding a URL) are explained;
            1 to 64.

    Returns:
        An Explanation. Its tokens cover the text without a gap; offsets are characters of a str,
        else bytes. If cleaning fails, ``error`` is the exception that ``clean`` raises.

    Raises:
        EncodeError: A str has a lone surrogate.
        ParseError: The text has more than 262,144 characters, each of which becomes an object.
        ValueError: The depth is not from 1 to 64.

    Example:
        >>> import superuri
        >>> result = superuri.explain("http://e.com/caf%C3%A9?q=a|b")
        >>> superuri.explain("/caf%C3%A9").tokens[4].name
        'LATIN SMALL LETTER E WITH ACUTE'
        >>> [(t.raw, t.allowed, t.why) for t in result if t.edit]
        ... # doctest: +NORMALIZE_WHITESPACE
        [('|', ('whatwg',),
          ('illegal', 'the character is not allowed in a URI (RFC 3986 section 2)'))]

    Source:
        RFC 3986 Appendix B, and the rows of superuri.sets.
    """
    if not 1 <= depth <= MOST_DEPTH:
        raise ValueError(f"depth is a number of levels, from 1 to {MOST_DEPTH}")
    return Explanation(taken(text), depth)


def notes(text: str | bytes | _core.URI | _core.URL) -> tuple[Note, ...]:
    """What a text seems to be if it is not a plain URI, and what it could become.

    Args:
        text: A str, bytes or a URI, legal or not.

    Returns:
        A tuple of notes, empty for a plain URI. A note has a ``kind`` (a stable name: "lines",
        "space", "wrapped", "defanged", "windows", "git", "mail", "no-scheme", "near-scheme",
        "hosts", "value", "scheme", "unknown-scheme", "percent-u", "scp-path", "password", "signed",
        "direction"), a ``sentence``, and ``offers``: each a label and the text that it makes.

    Raises:
        ParseError: The text has more than 262,144 characters.

    Example:
        >>> import superuri
        >>> [note] = superuri.explanation.notes("hxxps://example[.]com/a")
        >>> note.kind, note.offers[0].text
        ('defanged', 'https://example.com/a')

    Source:
        The rules of superuri.lint, and RFC 3986 Appendix C for what surrounds a URI.
    """
    from superuri.explanation.note import of_text  # noqa: PLC0415  because few ask for it

    return of_text(taken(text))
