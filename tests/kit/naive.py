"""Reference implementations: slow, short versions of the verbs, written from the standards.

They take octets, as the engine does; a `str` is passed as UTF-8. `RefusedError` represents the
engine's errors, with the place. They are never changed to match the engine.
"""

import re

ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
UNRESERVED = ALNUM + "-._~"
PCHAR = UNRESERVED + "!$&'()*+,;=" + ":@"
CONTROLS = "".join(map(chr, range(0x20))) + "\x7f"
#: The characters that the literal cleanings and the address bars of 2012 encode, besides those
#: above U+007F.
FLAT = {
    "GIUCA_3986": CONTROLS + ' "<>\\^`{|}',
    "GIUCA_2396": CONTROLS + ' "<>\\^`{|}[]',
    "FIREFOX10": CONTROLS + " \"'<>`",
    "CHROME16": CONTROLS + ' "<>',
}
_TRIPLET = re.compile(rb"%[0-9A-Fa-f]{2}")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+\-.]*:")
#: ASCII white space, as in the Infra standard.
_WHITE = "\t\n\f\r "


class RefusedError(ValueError):
    """The verb raises an error at this octet."""

    def __init__(self, kind: str, at: int) -> None:
        super().__init__(kind, at)
        self.kind, self.at = kind, at


class HasHostError(Exception):
    """The text has an authority; hosts are not implemented in this module."""


def encode(octets: bytes, bare: str = UNRESERVED) -> str:
    """Return the octets, with those that are not in ``bare`` as triplets."""
    return "".join(chr(o) if chr(o) in bare else f"%{o:02X}" for o in octets)


def tokens(octets: bytes) -> list[tuple[int, bytes]]:
    """Return each triplet and each other octet, with its place."""
    out, at = [], 0
    while at < len(octets):
        length = 3 if _TRIPLET.match(octets, at) else 1
        out.append((at, octets[at : at + length]))
        at += length
    return out


def octet_of(token: bytes) -> int:
    """Return the octet of a triplet or of an octet itself."""
    return int(token[1:], 16) if len(token) == 3 else token[0]


def lenient(octets: bytes) -> bytes:
    """Decode one level, keeping stray percent signs."""
    return bytes(octet_of(token) for _, token in tokens(octets))


def decode_bytes(octets: bytes) -> bytes:
    """Decode one level, strictly."""
    for at, token in tokens(octets):
        if token == b"%":
            raise RefusedError("DecodeError", at)
    return lenient(octets)


def decode(octets: bytes, errors: str = "strict") -> str:
    """Decode one level, as UTF-8."""
    if errors == "keep":
        return _keep(octets)
    if errors != "strict":
        return lenient(octets).decode("utf-8", errors)
    found = tokens(octets)
    stray = next((at for at, token in found if token == b"%"), len(octets))
    try:
        text = lenient(octets).decode("utf-8")
    except UnicodeDecodeError as error:
        stray = min(stray, found[error.start][0])
        raise RefusedError("DecodeError", stray) from error
    if stray < len(octets):
        raise RefusedError("DecodeError", stray)
    return text


def _keep(octets: bytes) -> str:
    """Decode what is text, unless the result could be decoded again."""
    # One piece for each character: [the text, the text before decoding, was it decoded?]
    pieces: list[tuple[str, str, bool]] = []
    found = tokens(octets)
    while found:
        for length in (1, 2, 3, 4):
            try:
                char = bytes(octet_of(token) for _, token in found[:length]).decode("utf-8")
            except UnicodeDecodeError:
                continue
            was = b"".join(token for _, token in found[:length])
            pieces.append((char, was.decode("utf-8", "replace"), len(was) > len(char.encode())))
            del found[:length]
            break
        else:
            token = found.pop(0)[1]
            kept = token.decode() if len(token) == 3 else f"%{token[0]:02X}"
            pieces.append((kept, kept, False))
    while (guilty := _first_new_triplet(pieces)) is not None:
        pieces[guilty] = (pieces[guilty][1], pieces[guilty][1], False)
    return "".join(piece[0] for piece in pieces)


def _first_new_triplet(pieces: list[tuple[str, str, bool]]) -> int | None:
    """Return the decoded piece that would form a triplet with its neighbours, and so must stay."""
    digits = set("0123456789abcdefABCDEF")
    for i, (char, _, decoded) in enumerate(pieces[:-2]):
        if char == "%" and {pieces[i + 1][0], pieces[i + 2][0]} <= digits:
            return i if decoded else i + 1 if pieces[i + 1][2] else i + 2
    return None


def clean_flat(octets: bytes, encoded: str) -> str:
    """A literal cleaning: encode these characters everywhere, and nothing else."""
    return "".join(f"%{o:02X}" if o >= 0x80 or chr(o) in encoded else chr(o) for o in octets)


def clean(octets: bytes) -> str:
    """The advanced cleaning of a text without an authority."""
    text = octets.decode("latin-1")
    stripped = text.strip(_WHITE)
    if stripped != text and _SCHEME.match(stripped):
        raise RefusedError("ParseError", 0 if text[0] in _WHITE else len(text.rstrip(_WHITE)))
    scheme = match.group() if (match := _SCHEME.match(text)) else ""
    rest = text[len(scheme) :]
    if rest.startswith("//"):
        raise HasHostError
    rest, number_sign, fragment = rest.partition("#")
    path, question_mark, query = rest.partition("?")
    first, slash, others = path.partition("/")
    bare = PCHAR if scheme else PCHAR.replace(":", "")  # RFC 3986 section 4.2
    return (
        scheme
        + (_component(first, bare) + slash + _component(others, PCHAR + "/"))
        + (question_mark + _component(query, PCHAR + "/?"))
        + (number_sign + _component(fragment, PCHAR + "/?"))
    )


def _component(text: str, bare: str) -> str:
    """Keep triplets, encode all other percent signs, and encode characters that are not in
    ``bare``."""
    octets = text.encode("latin-1")
    return "".join(
        token.decode() if len(token) == 3 else encode(token, bare) for _, token in tokens(octets)
    )


def applied(text: str | bytes, edits: object) -> str:
    """Return the text after these edits, which must be in order and within it."""
    out, last = [], 0
    for start, end, replacement, why in edits:  # type: ignore[attr-defined]
        assert last <= start <= end <= len(text), (text, start, end)
        assert why, (text, start, end)
        out += [text[last:start], replacement]
        last = end
    out.append(text[last:])
    return "".join(piece.decode() if isinstance(piece, bytes) else piece for piece in out)
