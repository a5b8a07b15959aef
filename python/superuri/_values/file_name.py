"""A file name that is safe on every system at once."""

import re
import unicodedata

#: The most bytes of a name on the file systems in use.
MOST_BYTES = 255
#: An extension with more bytes is cut like the rest.
_LONGEST_EXTENSION = 32
#: Characters that no name on Windows may have, and separators.
_FORBIDDEN = frozenset('<>:"/\\|?*')
#: Joiners are letters' neighbours in Persian and in Indic scripts.
_JOINERS = frozenset("\u200c\u200d")
#: Categories: controls, formatting characters, line and paragraph separators, half surrogates.
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
#: Devices of Windows, with any extension. Source: Microsoft, Naming Files; os.path.isreserved.
_DEVICE = re.compile(
    r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³]) *(?:\.|$)", re.IGNORECASE
)


def safe(name: str) -> str:
    r"""Return the name without what is unsafe in it; "" if nothing is left.

    >>> safe("a/b: \u202egpj.exe. "), safe("nul.txt"), safe(".. "), safe("x" * 300 + ".pdf")[-6:]
    ('a_b_ _gpj.exe', '_nul.txt', '', 'xx.pdf')
    """
    shown = "".join("_" if _is_unsafe(c) else c for c in name).strip(" ").rstrip(" .")
    if _DEVICE.match(shown):
        shown = f"_{shown}"
    return _cut(shown)


def _is_unsafe(c: str) -> bool:
    return c in _FORBIDDEN or (unicodedata.category(c) in _UNSEEN and c not in _JOINERS)


def _cut(name: str) -> str:
    """Return the name with at most MOST_BYTES bytes; its extension stays."""
    octets = name.encode()
    if len(octets) <= MOST_BYTES:
        return name
    stem, dot, extension = name.rpartition(".")
    tail = (dot + extension).encode()
    if not stem or len(tail) > _LONGEST_EXTENSION:
        stem, tail = name, b""
    kept = stem.encode()[: MOST_BYTES - len(tail)].decode(errors="ignore")
    return f"{kept.rstrip(' .')}{tail.decode()}"
