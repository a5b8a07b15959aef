"""rclone: names of files in a storage, whose refused characters become others that look like them.

>>> from superuri.compat.dialects import rclone
>>> rclone.encode("50%: a?.", "onedrive"), rclone.decode("50%： a？．", "onedrive")
('50%： a？．', '50%: a?.')
"""

import re
from functools import lru_cache

from superuri._values.nearest import nearest
from superuri._values.refusal import text_of

__all__ = ["FLAGS", "decode", "encode", "encodings"]

#: The characters of each flag: at the start (Left), at the end (Right), or anywhere; Dot concerns
#: the names . and .. alone. Source: rclone 1.60.1, ``--local-encoding help``.
FLAGS = {
    "None": "",
    "Slash": "/",
    "LtGt": "<>",
    "SquareBracket": "[]",
    "Semicolon": ";",
    "DoubleQuote": '"',
    "SingleQuote": "'",
    "BackQuote": "`",
    "Dollar": "$",
    "Colon": ":",
    "Question": "?",
    "Asterisk": "*",
    "Pipe": "|",
    "Hash": "#",
    "Percent": "%",
    "BackSlash": "\\",
    "CrLf": "\r\n",
    "Del": "\x7f",
    "Ctl": "".join(map(chr, range(1, 0x20))),
    "LeftSpace": " ",
    "LeftPeriod": ".",
    "LeftTilde": "~",
    "LeftCrLfHtVt": "\r\n\t\v",
    "RightSpace": " ",
    "RightPeriod": ".",
    "RightCrLfHtVt": "\r\n\t\v",
    "InvalidUtf8": "".join(map(chr, range(0xDC80, 0xDD00))),
    "Dot": "",
}

_WINDOWS = "LtGt,DoubleQuote,Colon,Question,Asterisk,Pipe,BackSlash,Ctl,RightSpace,RightPeriod"

#: The flags of some storages, and of the names that rclone prints ("listed"). Source: rclone
#: 1.60.1, ``config providers``; its manual for "windows", the local files there.
encodings = {
    "listed": "Slash,Del,Ctl,Dot",
    "local": "Slash,Dot",
    "windows": f"Slash,{_WINDOWS},InvalidUtf8,Dot",
    "drive": "InvalidUtf8",
    "dropbox": "Slash,BackSlash,Del,RightSpace,InvalidUtf8,Dot",
    "onedrive": f"Slash,{_WINDOWS},Del,LeftSpace,LeftTilde,InvalidUtf8,Dot",
    "s3": "Slash,InvalidUtf8,Dot",
}


def _image(char: str) -> str:
    if char >= "\x80":
        return f"‛{ord(char) - 0xDC00:02X}"
    return "␡" if char == "\x7f" else chr(ord(char) + (0x2400 if char <= " " else 0xFEE0))


_IMAGES = {char: _image(char) for char in "\0" + "".join(FLAGS.values())}
_WRITTEN = _IMAGES | {image: f"‛{image}" for image in ("‛", *_IMAGES.values()) if len(image) == 1}
_READ = {written: char for char, written in _WRITTEN.items()}
_READ |= {f"‛{octet:02X}": chr(octet) for octet in range(0x80)}
_DOTS = {".": "．", "..": "．．", "．": "‛．", "．．": "‛．‛．"}
_DOTS_READ = {written: name for name, written in _DOTS.items()}


@lru_cache(64)
def _patterns(encoding: str) -> tuple[bool, re.Pattern[str], re.Pattern[str]]:
    """Return whether Dot is among the flags, what is encoded, and what is decoded."""
    flags = {flag.strip() for flag in encodings.get(encoding, encoding).split(",")}
    if wrong := sorted(flags - FLAGS.keys()):
        near = nearest(wrong[0], [*encodings, *FLAGS])
        hint = f"did you mean {near!r}? " if near else ""
        names = ", ".join((*encodings, *FLAGS))
        raise LookupError(f"there is no encoding {wrong[0]!r}; {hint}there are {names}")
    left = {flag for flag in flags if flag.startswith("Left")}
    right = {flag for flag in flags if flag.startswith("Right")}
    groups = [[FLAGS[flag] for flag in part] for part in (left, right, flags - left - right)]
    groups[2].append("\0")
    chars = ["".join(group) for group in groups]
    images = ["".join(_IMAGES[char] for char in group if char < "\x80") for group in chars]
    first, last, inside = map(_one_of, map(str.__add__, chars, images))
    first_read, last_read, inside_read = map(_one_of, images)
    octet = "[0-9A-Fa-f]{2}" if "InvalidUtf8" in flags else "(?!)"
    # The end is read first, so the quote before it is its own, though another quote precedes both.
    quote = rf"‛(?!{last_read}\Z)"
    written = re.compile(rf"\A{first}|{last}\Z|{inside}|‛")
    quoted = rf"‛(?:{inside_read}|{quote}|{octet})"
    read = re.compile(rf"\A‛?{first_read}|‛?{last_read}\Z|{inside_read}|{quoted}")
    return "Dot" in flags, written, read


def _one_of(chars: str) -> str:
    return f"[{re.escape(chars)}]" if chars else "(?!)"


def _valid(name: str | bytes) -> str:
    """Return the name with U+DC80 to U+DCFF for the octets that are not valid UTF-8 only."""
    octets = name if isinstance(name, bytes) else text_of(name).encode("utf-8", "surrogateescape")
    return octets.decode("utf-8", "surrogateescape")


def encode(name: str | bytes, encoding: str) -> str:
    r"""The name in a storage; ``encoding`` is one of ``encodings``, or flags as rclone takes them.

    >>> encode("a:b?‛", "Colon, Question"), encode(b"caf\xe9 ", "dropbox"), encode("..", "local")
    ('a：b？‛‛', 'caf‛E9␠', '．．')

    As in ``os.listdir``, an octet that is not valid UTF-8 is U+DC80 to U+DCFF, here and in the
    result. Each encoding, "None" too, replaces a NUL and quotes ␀ and ‛.

    Raises LookupError for another encoding, UnicodeEncodeError for another lone surrogate.
    Source: rclone 1.60.1, lib/encoder, MultiEncoder.Encode.
    """
    dots, written, _ = _patterns(encoding)
    text = _valid(name)
    if dots and text in _DOTS:
        return _DOTS[text]
    return written.sub(lambda found: _WRITTEN[found[0]], text)


def decode(name: str | bytes, encoding: str) -> str:
    r"""The name that is in a storage; names that are listed have the encoding "listed".

    >>> decode("a：b‛：", "windows"), decode("caf‛C3‛A9", "s3"), decode("a／b␊", "listed")
    ('a:b：', 'café', 'a/b\n')

    Nothing is refused: what encode does not write stays. Like rclone, it does not read back every
    name: not one whose last character is encoded behind a ‛, and not "．." to "windows".

    >>> decode(encode("a‛ ", "dropbox"), "dropbox")
    'a‛␠'

    Raises and Source: as encode.
    """
    dots, _, read = _patterns(encoding)
    text = _valid(name)
    if dots and text in _DOTS_READ:
        return _DOTS_READ[text]
    return _valid(read.sub(lambda found: _READ[found[0].upper()], text))
