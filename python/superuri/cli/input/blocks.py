"""Blocks: a file in pieces that end where a record ends, so that memory stays bounded."""

import errno
from collections.abc import Iterable, Iterator

#: How much of a file is read at once; in bytes.
BLOCK = 1 << 20


def blocks(pieces: Iterable[bytes], ending: bytes, longest: int, name: str) -> Iterator[bytes]:
    """Yield the pieces of a file joined and cut, so that each ends at the end of a record.

    Raises OSError for a record that is longer than ``longest`` bytes.
    """
    pending: list[bytes] = []
    held = 0
    for piece in pieces:
        cut = piece.rfind(ending) + 1
        if cut:
            yield b"".join([*pending, piece[:cut]])
            pending, held = [], 0
        pending.append(piece[cut:])
        held += len(piece) - cut
        if held > longest:
            sentence = f"a line is longer than {longest} bytes; see --max-line"
            raise OSError(errno.EFBIG, sentence, name if name != "-" else "<stdin>")
    if held:
        yield b"".join(pending)
