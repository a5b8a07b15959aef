"""Content-Disposition: written for every recipient, and read strictly or as the web sends it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from superuri._values.ext_value import ext_value, parse_ext_value, read_ext_value
from superuri._values.plain import plain
from superuri._values.received import text_of_header
from superuri._values.refusal import bad
from superuri._values.token import TOKEN
from superuri.errors import DecodeError

_TYPE = re.compile(rf"[ \t]*({TOKEN})")
_PARAMETER = re.compile(
    rf"[ \t]*;[ \t]*(?:({TOKEN})[ \t]*=[ \t]*(?:({TOKEN})|\"((?:[^\"\\]|\\.)*)\"))?", re.DOTALL
)
#: A parameter as it is found: a quoted value, or everything up to the next semicolon.
_FOUND = re.compile(
    rf"[ \t]*({TOKEN})[ \t]*=[ \t]*(?:\"((?:[^\"\\]|\\.)*)\"[^;]*|([^;]*))(?:;|$)", re.DOTALL
)
_NOT_PLAIN = re.compile(r'[^ -~]|["\\%]')


@dataclass(frozen=True)
class Disposition:
    """The content of a Content-Disposition header: its type, the file's name, all parameters."""

    type: str
    filename: str | None = None
    parameters: dict[str, str] = field(default_factory=dict)


def content_disposition(filename: str, disposition: str = "attachment") -> str:
    r"""The value of a Content-Disposition header with a file name that every recipient can read.

    Args:
        filename: A str of any characters.
        disposition: The type, a token.

    Returns:
        A str of ASCII. Special characters are ``_`` in the first name, which old recipients read,
        and escaped in the second; no name can end the header or begin another.

    Raises:
        EncodeError: A str has a lone surrogate.
        ParseError: The disposition is not a token.

    Example:
        >>> content_disposition("plan.pdf")
        'attachment; filename="plan.pdf"'
        >>> content_disposition("50% \"é\"\r\nX: y", "inline")
        'inline; filename="50_ _____X: y"; filename*=UTF-8\'\'50%25%20%22%C3%A9%22%0D%0AX%3A%20y'

    Source:
        RFC 6266 section 4 and appendix D.
    """
    filename, disposition = plain(filename, "a file name"), plain(disposition, "a type")
    if not re.fullmatch(TOKEN, disposition):
        raise bad("bad-header", disposition, "is not a token", help_="write attachment or inline")
    ascii_name = _NOT_PLAIN.sub("_", filename)
    header = f'{disposition}; filename="{ascii_name}"'
    return header if ascii_name == filename else f"{header}; filename*={ext_value(filename)}"


def parse_content_disposition(
    header: str | bytes, *, errors: Literal["strict", "ignore"] = "strict"
) -> Disposition:
    r"""The content of a Content-Disposition header.

    The name is untrusted data: ``headers.file_name`` makes a safe local name of it.

    Args:
        header: The header's value, a str or bytes: UTF-8 if they are valid as that, else Latin-1.
        errors: "strict" (the default) raises for what RFC 6266 does not allow. "ignore" reads what
            servers send, and never raises: a value without quotes goes up to the next ``;``, the
            first of two parameters wins, what is malformed is left out, and a str whose characters
            are octets of UTF-8 is decoded.

    Returns:
        A Disposition. ``filename*`` takes precedence over ``filename``, unless it cannot be
        decoded; then it is ignored. The type is "" if it is missing and errors are ignored.

    Raises:
        ParseError: It is not such a header, or has a parameter twice; offsets are in characters.
        ValueError: The word of errors is unknown.

    Example:
        >>> from superuri import headers
        >>> found = headers.parse_content_disposition(
        ...     "attachment; filename=\"b.txt\"; filename*=UTF-8''%C3%A9.txt")
        >>> found
        Disposition(type='attachment', filename='é.txt', parameters={'filename': 'b.txt'})
        >>> headers.parse_content_disposition('inline; filename="a\\"b%41.txt"').filename
        'a"b%41.txt'
        >>> sent = b"attachment; filename=report (1).pdf; size="
        >>> headers.parse_content_disposition(sent, errors="ignore").filename
        'report (1).pdf'

    Source:
        RFC 6266 section 4.
    """
    if errors not in {"strict", "ignore"}:
        raise ValueError('errors is "strict" or "ignore"')
    if errors == "ignore":
        return _found(text_of_header(header, octets=True))
    text = text_of_header(header, octets=False)
    first = _TYPE.match(text)
    if first is None:
        raise bad("bad-header", text, "begins with no type")
    written: dict[str, str] = {}
    at, end = first.end(), len(text.rstrip(" \t"))
    while at < end:
        found = _PARAMETER.match(text, at)
        if found is None:
            raise bad("bad-header", text, "is not a parameter", (at, len(text)))
        at = found.end()
        if found[1] is None:
            continue
        name = found[1].lower()
        if name in written:
            raise bad("bad-header", text, "is given twice", (found.start(1), len(text)))
        written[name] = found[2] if found[2] is not None else re.sub(r"\\(.)", r"\1", found[3])
    return _disposition(first[1], written, _strictly)


def _found(text: str) -> Disposition:
    """Return what can be read of a header."""
    before, _, rest = text.partition(";")
    kind = before.strip(" \t")
    if not re.fullmatch(TOKEN, kind):
        kind, rest = "", text
    written: dict[str, str] = {}
    at = 0
    while at < len(rest):
        found = _FOUND.match(rest, at)
        if found is None:
            at = rest.find(";", at) + 1 or len(rest)
            continue
        at = found.end()
        value = found[3]
        if value is None:
            # Browsers send a backslash of a name as it is.
            value = re.sub(r"\\([\"\\])", r"\1", found[2])
        else:
            value = value.strip(" \t").strip('"')
        if value:
            written.setdefault(found[1].lower(), value)
    return _disposition(kind, written, read_ext_value)


def _strictly(value: str) -> str | None:
    try:
        return parse_ext_value(value)[0]
    except DecodeError:
        return None


def _disposition(
    kind: str, written: dict[str, str], read: Callable[[str], str | None]
) -> Disposition:
    parameters = {name: value for name, value in written.items() if not name.endswith("*")}
    filename = parameters.get("filename")
    for name, value in written.items():
        text = read(value) if name.endswith("*") else None
        if text is None:
            continue
        if name == "filename*":
            filename = text
        else:
            parameters[name.removesuffix("*")] = text
    return Disposition(kind.lower(), filename, parameters)
