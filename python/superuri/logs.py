"""Logs: how each field of each log is encoded, and its original bytes.

A log encodes its fields, so that a record stays on its line, each log in its own way: the bytes of
the wire are encoded once more. ``formats`` has the rows.

>>> from superuri import logs
>>> logs.decode("q=caf%25C3%25A9", "cloudfront")
'q=café'
>>> logs.formats["nginx"].fields["request"].steps
('hex',)
"""

from collections.abc import Container
from typing import Literal, NamedTuple

import superuri._core as _core
from superuri._core import log_decode as decode
from superuri._core import log_wire as wire
from superuri._values import log_lines

__all__ = ["Field", "Format", "decode", "formats", "read", "split", "target", "wire"]


class Field(NamedTuple):
    """One field of a log."""

    name: str
    #: How to undo the log's encoding, in this order: percent, hex, c, plus.
    steps: tuple[str, ...]
    #: Is it a URI or part of one, with percent-encoding of its own?
    uri: bool


class Format(NamedTuple):
    """One log."""

    name: str
    #: The default field.
    usual: str
    #: How a line is split: at tabs, at spaces, or at spaces outside quotes.
    divided: str
    source: str
    checked: str
    fields: dict[str, Field]


#: Every log, by its name.
formats: dict[str, Format] = {
    row[0]: Format(*row[:5], {field[0]: Field(*field) for field in row[5]})
    for row in _core.all_logs()
}

#: Amazon S3 encodes the keys of these operations once, and all others twice.
_ENCODED_ONCE = frozenset({"BATCH.DELETE.OBJECT", "S3.EXPIRE.OBJECT"})


def split(line: str, format: str, names: tuple[str, ...] = ()) -> dict[str, str]:  # noqa: A002
    """Return the raw fields of a line, by name, without quotes or brackets.

    Args:
        line: One line of the log.
        format: A name of ``logs.formats``.
        names: The names in the log's ``#Fields:``, if they are not the usual ones.

    Returns:
        A dict of the names and their texts.

    Raises:
        ValueError: There is no such format, or the line has more or fewer fields.

    Example:
        >>> split("/a+b -", "iis", ("cs-uri-stem", "cs-uri-query"))["cs-uri-stem"]
        '/a+b'
    """
    line = line.rstrip("\r\n")
    return {name: line[start:end] for name, (start, end) in _fields(line, format, names).items()}


def _fields(line: str, format: str, names: tuple[str, ...]) -> dict[str, log_lines.Span]:  # noqa: A002
    """Return the spans of a line's fields by name. Raises ValueError as split does."""
    row = _row(format)
    found = log_lines.spans(line, row.divided)
    expected = names or tuple(row.fields)
    if len(found) != len(expected):
        raise ValueError(
            f"the line has {len(found)} fields, and {len(expected)} are those of {format}: "
            "name them with names="
        )
    return dict(zip(expected, found, strict=True))


def _row(format: str) -> Format:  # noqa: A002  because it is what it is
    wire("", format)  # raises for an unknown format, and lists the known ones
    return formats[format]


def read(
    line: str,
    format: str,  # noqa: A002  because it is what it is
    names: tuple[str, ...] = (),
    *,
    errors: Literal["strict", "replace", "ignore", "keep"] = "keep",
    repertoire: str | Container[str] | None = None,
) -> dict[str, str | None]:
    """Return the fields of a line decoded, by name.

    Args:
        line: One line of the log.
        format: A name of ``logs.formats``.
        names: The names in the log's ``#Fields:``, if they are not the usual ones.
        errors: As of ``decode``.
        repertoire: As of ``decode``.

    Returns:
        A dict; None for a field that is marked as absent in the log.

    Raises:
        ValueError: As ``split``.
        DecodeError: As ``decode``, if errors is "strict".
        RepertoireError: As ``decode``.

    Example:
        >>> read("/caf%C3%A9+b -", "iis", ("cs-uri-stem", "cs-uri-query"))["cs-uri-stem"]
        '/café b'
    """
    fields = split(line, format, names)
    known = _row(format).fields
    once = format == "s3" and fields.get("operation") in _ENCODED_ONCE
    return {
        name: None
        if value == "-"
        else value
        if name not in known
        # A key that is encoded once is a part of a URI, unchanged by the log, like request_uri.
        else decode(
            value,
            format,
            field="request_uri" if once and name == "key" else name,
            errors=errors,
            repertoire=repertoire,
        )
        for name, value in fields.items()
    }


def target(line: str, format: str, names: tuple[str, ...] = ()) -> bytes | None:  # noqa: A002
    r"""Return the request target of a line (RFC 9112 section 3.2), as the client sent it.

    If a log has the path and the query in two fields, they are joined. IIS logs decoded paths, so
    the target may differ from the wire.

    Args:
        line: One line of the log.
        format: A name of ``logs.formats``.
        names: The names in the log's ``#Fields:``, if they are not the usual ones.

    Returns:
        The bytes; None if the line has no request line, for example because the request was not
        HTTP.

    Raises:
        ValueError: As ``split``.

    Example:
        >>> line = r'::1 - - [21/Nov/2026:13:55:36 +0000] "GET /a\x22?b HTTP/1.1" 200 5 "-" "-"'
        >>> target(line, "nginx")
        b'/a"?b'

    Source:
        RFC 9112 section 3; the source of the format's row in ``logs.formats``.
    """
    line = line.rstrip("\r\n")
    found = log_lines.sent(line, format, _fields(line, format, names))
    return found.target if found else None
