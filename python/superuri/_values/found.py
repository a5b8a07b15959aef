"""Found: a URL of a document, and its place."""

from typing import NamedTuple

from superuri._values.passwords import described


class Found(NamedTuple):
    """A URL of a document, and its place."""

    #: The URL, without the escapes of the document's format.
    text: str
    #: Its start, from 0: in code points of a str, in bytes of bytes.
    start: int
    #: Its end.
    end: int

    def __repr__(self) -> str:
        return described(self)
