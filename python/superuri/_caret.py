"""How is a culprit shown in its text?"""

import re
import unicodedata

#: How many characters on each side of a culprit are looked at.
AROUND = 2000

#: Shown before the text, so that it stands apart from the sentence.
INDENT = "  "

#: What stands before an authority, to RFC 3986 or to a browser.
_AUTHORITY = re.compile(
    r"[\x00-\x20]*(?:(?:https?|wss?|ftp):/*|(?:[a-z][a-z0-9+.-]*:)?//)", re.IGNORECASE
)


def draw(text: str | bytes, start: int, end: int, width: int) -> list[str]:
    r"""Return the text around the culprit, and carets under it: two lines, or none of no text.

    A password is hidden; what would act on a terminal is shown as ``\xHH`` or ``\uHHHH``.
    """
    if not text:
        return []
    if not isinstance(text, str):
        text = bytes(text).decode("latin-1")
    # What is further away is neither shown nor searched for passwords.
    cut = max(0, start - AROUND)
    more = len(text) > end + AROUND
    text, start, end = text[cut : end + AROUND], start - cut, min(end, start + AROUND) - cut
    text = without_passwords(text)
    cells = [_shown(c) for c in text]
    cells.append(" ")  # a place to point at, where something is missing at the end
    end = max(end, start + 1)
    first, last = _window(cells, start, end, width - len(INDENT))
    head = "…" if first or cut else ""
    line = head + "".join(cells[first:last]) + ("…" if more or last < len(cells) - 1 else "")
    before = _columns(head) + sum(map(_columns, cells[first:start]))
    under = sum(map(_columns, cells[start : min(end, last)]))
    return [INDENT + line.rstrip(), INDENT + " " * before + "^" * max(under, 1)]


def _window(cells: list[str], start: int, end: int, width: int) -> tuple[int, int]:
    """Return which cells to show: as many as fit, the culprit's first among them."""
    room = width - 2
    first, last, used = start, start, 0
    while last < len(cells) and used + _columns(cells[last]) <= room and last < end:
        used += _columns(cells[last])
        last += 1
    while True:
        grown = False
        if first and used + _columns(cells[first - 1]) <= room:
            first -= 1
            used += _columns(cells[first])
            grown = True
        if last < len(cells) and used + _columns(cells[last]) <= room:
            used += _columns(cells[last])
            last += 1
            grown = True
        if not grown:
            return first, last


def without_passwords(text: str) -> str:
    """Return the text with the characters of what may be a password replaced, each by one.

    Slashes of either kind begin an authority.
    """
    flat = _slashed(text.replace("\\", "/"))
    return "".join(dot if dot == "•" else c for dot, c in zip(flat, text, strict=True))


def _slashed(text: str) -> str:
    """Return the text with the characters of what may be a password replaced, each by one."""
    out = []
    done = 0
    slashes = text.find("//")
    while slashes >= 0:
        span = _password(text, slashes + 2, _first(text, ' \t\r\n"<>', slashes + 2, len(text)))
        if span and span[0] >= done:
            out += [text[done : span[0]], "•" * (span[1] - span[0])]
            done = span[1]
        slashes = text.find("//", slashes + 1)
    return "".join(out) + text[done:]


def masked(text: str) -> str:
    """Return one URI's text, with a dot for each character of what may be a password.

    In what is too long for a closer look, all up to the last @ may be.
    """
    if "@" not in text:
        return text
    flat = text.replace("\\", "/")
    authority = _AUTHORITY.match(flat)
    start = authority.end() if authority else len(flat)
    if len(text) > AROUND:
        colon = flat.find(":", start)
        span = (colon + 1, max(colon + 1, flat.rindex("@"))) if colon >= 0 else None
    else:
        flat = without_passwords(flat)
        span = _password(flat, start, len(flat))
    if span:
        flat = flat[: span[0]] + "•" * (span[1] - span[0]) + flat[span[1] :]
    return "".join(dot if dot == "•" else c for dot, c in zip(flat, text, strict=True))


def _password(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where the password stands of the authority that begins here, if it may have one.

    Written raw, a password may hold delimiters: what is no port and has an @ behind it is hidden.
    """
    colon = text.find(":", start, _first(text, "/?#", start, end))
    if colon < 0:
        return None
    authority_end = _first(text, "/?#", colon, end)
    at_sign = text.rfind("@", colon, authority_end)
    if at_sign < 0 and not text[colon + 1 : authority_end].isdecimal():
        at_sign = text.rfind("@", colon, end)
    return (colon + 1, at_sign) if at_sign >= 0 else None


def _first(text: str, characters: str, start: int, end: int) -> int:
    """Return where the first of the characters stands, or the end."""
    return min((at for c in characters if (at := text.find(c, start, end)) >= 0), default=end)


def _shown(character: str) -> str:
    if unicodedata.category(character)[0] not in "CZ" or character == " ":
        return character
    return character.encode("unicode_escape").decode("ascii")


def _columns(cell: str) -> int:
    """Return how many columns of a terminal the cell takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in cell
    )
