"""Tables of characters, of encoders and of decoders, for the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import name

from superuri import rfc1738, sets, who
from superuri.who import decoders
from writers.markdown import code, table

if TYPE_CHECKING:
    from collections.abc import Container

#: The classes of each standard: sets, or the characters of a class that has no set. Letters and
#: digits are unreserved in all of them.
CLASSES: dict[str, dict[str, Container[str]]] = {
    "RFC 3986": {
        "unreserved": sets.rfc3986.UNRESERVED,
        "gen-delim": sets.rfc3986.GEN_DELIMS,
        "sub-delim": sets.rfc3986.SUB_DELIMS,
    },
    "RFC 2396": {
        "mark": sets.rfc2396.UNRESERVED,
        "reserved": sets.rfc2396.RESERVED,
        "delim": '<>#%"',  # section 2.4.3
        "unwise": "{}|\\^[]`",
    },
    "RFC 1738": {
        "safe": "$-_.+",  # section 5
        "extra": "!*'(),",
        "reserved": sets.rfc1738.RESERVED,
        "national": "{}|\\^~[]`",
        "punctuation": '<>#%"',
    },
}
#: The sets of the components, by what a table calls them.
COMPONENTS = {
    "RFC 3986": ("USERINFO", "REG_NAME", "SEGMENT", "PATH", "QUERY", "FRAGMENT"),
    "whatwg": ("USERINFO", "PATH", "QUERY", "SPECIAL_QUERY", "FRAGMENT", "COMPONENT", "FORM"),
}


def plain() -> str:
    """Return a row for each printable ASCII character that is not a letter or a digit."""
    rows = []
    for mark in who.MARKS:
        classes = [class_of(mark, its) for its in CLASSES.values()]
        allowed = [
            each for each in COMPONENTS["RFC 3986"] if mark in sets.names[f"rfc3986.{each}"].bare
        ]
        escaped = [each for each in COMPONENTS["whatwg"] if mark in sets.names[f"whatwg.{each}"]]
        which = (
            words(it, len(COMPONENTS[of]))
            for of, it in zip(COMPONENTS, (allowed, escaped), strict=True)
        )
        shown = "space" if mark == " " else code(mark)
        rows.append([shown, name(mark).lower(), code(f"%{ord(mark):02X}"), *classes, *which])
    columns = ("RFC 3986: allowed in", "URL standard: escaped in")
    return table(["character", "name", "escape", *CLASSES, *columns], rows)


def schemes() -> str:
    """Return a row for each scheme of RFC 1738: its parts and the reserved characters that are
    data in them, its port, and what has no case.
    """
    rows = []
    for row in rfc1738.schemes.values():
        free = [
            f"{name} {code(marks)}"
            for name, part in row.parts.items()
            if not part.folded
            and (
                marks := "".join(
                    c for c in sets.rfc1738.RESERVED.encoded if c not in part.data | part.reserved
                )
            )
        ]
        folded = ", ".join(name for name, part in row.parts.items() if part.folded)
        rows.append([code(row.form), ", ".join(free) or "–", row.port or "–", folded, row.source])
    head = ["URL", "reserved characters that mean themselves", "port", "without case", "source"]
    return table(head, rows)


def class_of(mark: str, classes: dict[str, Container[str]]) -> str:
    """Return the class of a character; a dash if the standard lists it in none."""
    return next((name for name, marks in classes.items() if mark in marks), "–")


def words(components: list[str], most: int) -> str:
    """Return the components in words."""
    if len(components) == most:
        return "all"
    return ", ".join(each.lower().replace("_", "-") for each in components) or "none"


def encoders() -> str:
    """Return a row for each encoder that is not a set."""
    rows = []
    for row in who.PRODUCERS:
        bare = "".join(sorted(c for c in row.bare if c.isprintable() and c != " "))
        special = [
            ("lower-case hex", row.hex == "lower"),
            ("characters beyond ASCII stay", row.non_ascii == "bare"),
            ("NFC first", row.non_ascii == "nfc"),
            (f"escapes are {row.escapes}", row.escapes != "encoded"),
            (f"drops {printed(row.lost)}", bool(row.lost)),
            (f"ends at {printed(row.ends)}", bool(row.ends)),
            (f"refuses {printed(row.refused)}", bool(row.refused)),
        ]
        special += [
            (f"writes {printed(swap[0])} as {printed(swap[1:])}", True) for swap in row.swaps
        ]
        stays = [code(bare) if bare else "none", "stays" if " " in row.bare else code(row.space)]
        notes = "; ".join(text for text, holds in special if holds)
        rows.append([row.name, *stays, notes, compared(row.version, row.file)])
    head = ["encoder", "stays bare beside letters and digits", "space", "also", "compared with"]
    return table(head, rows)


def decoded() -> str:
    """Return a row for each foreign decoder whose manner a row can express."""
    rows = []
    for row in decoders.ROWS:
        if (manner := row.manner) is None:
            continue
        special = [
            (f"leaves the escapes of {printed(manner.keeps)}", bool(manner.keeps)),
            (f"refuses {printed(manner.refuses)}", bool(manner.refuses)),
            (f"ends at {printed(manner.ends)}", bool(manner.ends)),
        ]
        notes = "; ".join(text for text, holds in special if holds)
        plus = "space" if manner.plus == " " else "stays"
        malformed = manner.malformed.replace("error inside", "error, if two characters follow")
        source = compared(row.version, row.file)
        rows.append([row.name, plus, malformed, manner.invalid, notes, source])
    head = ["decoder", "`+`", "`%` without two hex digits", "bytes that are not UTF-8"]
    return table([*head, "also", "compared with"], rows)


def printed(marks: str) -> str:
    """Return characters as code, with controls in words."""
    seen = code("".join(c for c in marks if c.isprintable() and c != " ")) if marks.strip() else ""
    controls = [c for c in marks if not c.isprintable()]
    named = {"\0": "NUL", "\n": "LF", "\r": "CR", "\t": "TAB"}
    others = [named.get(c, f"U+{ord(c):04X}") for c in controls]
    others = others if len(others) <= len(named) else ["control characters"]
    parts = [seen] if seen != code("") else []
    return ", ".join([*filter(None, parts), *others, *(["spaces"] if " " in marks else [])])


def compared(version: str, file: str) -> str:
    """Return what a row was compared with: the program itself, or its source."""
    return f"{version}, source {code(file)}" if file else f"{version}, run"
