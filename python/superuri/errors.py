"""Errors: what is wrong, where, and what to do.

::

    ValueError
      └─ URIError            every failure that a text can cause
           ├─ DecodeError       "%GZ" at 12..15 is not a valid percent-escape
           ├─ EncodeError       the lone surrogate U+D800 at 7 has no UTF-8
           ├─ RepertoireError   "起" at 0..9 is outside latin-1
           └─ ParseError        port "8o80" at 14..18 is not a number
    RuntimeError
      └─ InternalError       a bug in superuri; no text should be able to cause it
"""

__all__ = [
    "DecodeError",
    "EncodeError",
    "InternalError",
    "ParseError",
    "RepertoireError",
    "URIError",
]


class URIError(ValueError):
    """A text that a function cannot process.

    ``text[start:end]`` is the faulty part: offsets are characters of a str, bytes of anything else.
    ``code`` is a stable name, ``help`` suggests what to do. ``str(error)`` is one line.

    >>> import superuri
    >>> try:
    ...     superuri.decode("100%")
    ... except superuri.errors.URIError as error:
    ...     print(error.code, error.start, error.end)
    truncated-escape 3 4
    """

    text: str | bytes
    start: int
    end: int
    code: str
    help: str
    #: The index of the row, from 0, if the text is in a column.
    row: int | None = None

    def __init__(  # noqa: PLR0913, PLR0917  because each is an attribute
        self,
        message: str,
        text: str | bytes = "",
        start: int = 0,
        end: int = 0,
        code: str = "",
        help: str = "",  # noqa: A002  because it is the attribute's name
    ) -> None:
        """Store the attributes."""
        super().__init__(message)
        self.text = text
        self.start = start
        self.end = end
        self.code = code
        self.help = help

    def __reduce__(self) -> tuple[object, ...]:
        """Return the constructor call for pickle and copy."""
        return type(self), (str(self),), vars(self)

    def pretty(self, *, width: int = 80) -> str:
        """Return the message, the text with a caret under the faulty part, and the help.

        Args:
            width: The maximum number of columns.

        Returns:
            A str of a few lines; passwords are hidden.

        Example:
            >>> import superuri
            >>> try:
            ...     superuri.decode("caf%E9")
            ... except superuri.errors.DecodeError as error:
            ...     print(error.pretty())
            the byte E9 at 3..6 is not valid UTF-8 (in windows-1252 it is "é")
              caf%E9
                 ^^^
            help: name its encoding, or choose errors="replace", "ignore" or "keep"
        """
        import superuri._caret as caret  # noqa: PLC0415  because most errors are never drawn

        lines = [str(self), *caret.draw(self.text, self.start, self.end, width)]
        return "\n".join([*lines, f"help: {self.help}"] if self.help else lines)


class DecodeError(URIError):
    """Text that cannot be decoded: a malformed triplet, or bytes that are not valid text."""


class EncodeError(URIError):
    """A text that has no bytes in the encoding: a lone surrogate, a character it lacks."""


class RepertoireError(URIError):
    """A text with a character outside the repertoire that the caller accepts."""


class ParseError(URIError):
    """A text that is not a URI and cannot be made one without guessing; a form beyond a limit."""


class InternalError(RuntimeError):
    """A bug in superuri: the engine panicked. The process continues; please report it."""
