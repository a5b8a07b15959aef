"""Tables of test rows: reading tests/*/rows/*.toml.

A row's text is `text`, or `points` (code points in hex, for text that TOML cannot contain), or
`hex` (octets). It has one of: `want` (or `want_hex`, `want_points`), `same = true` (the same object
is returned), `error` (codes joined by "|", with `at`), `raises` (names of exceptions).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kit import TESTS, toml

#: The exception of each error code.
ERROR_OF = {
    **dict.fromkeys(
        [
            *("truncated-escape", "bad-hex", "percent-u", "invalid-utf8"),
            *("truncated-utf8", "overlong", "surrogate", "out-of-range", "undecodable"),
        ],
        "DecodeError",
    ),
    **dict.fromkeys(["lone-surrogate", "unencodable"], "EncodeError"),
    "outside-repertoire": "RepertoireError",
    **dict.fromkeys(
        [
            *("ambiguous-authority", "bad-port", "bad-ip-literal", "bad-host", "surrounding-space"),
            "defanged",
        ],
        "ParseError",
    ),
}

_KEYS = {
    *("verb", "text", "hex", "points", "set", "profile", "encoding", "errors", "repertoire"),
    *("repertoire_set", "want", "want_hex", "want_points", "same", "error", "at", "help", "says"),
    *("text_encoding", "query_encoding", "policies"),
    *("raises", "why", "source"),
}


@dataclass(frozen=True)
class Row:
    """One row: the input, the options, and the expected result."""

    name: str
    verb: str
    subject: str | bytes
    options: dict[str, Any]
    promise: dict[str, Any] = field(repr=False)

    @property
    def codes(self) -> list[str]:
        """Return the accepted error codes; empty if no error is expected."""
        return [code for code in self.promise.get("error", "").split("|") if code]

    @property
    def want(self) -> Any:
        """Return the expected result, if there is one."""
        if self.promise.get("same"):
            return self.subject
        if "want_hex" in self.promise:
            return bytes.fromhex(self.promise["want_hex"])
        if "want_points" in self.promise:
            return _points(self.promise["want_points"])
        return self.promise["want"]


def _points(row: str) -> str:
    return "".join(chr(int(point, 16)) for point in row.split())


def _row(name: str, row: dict[str, Any]) -> Row:
    assert set(row) <= _KEYS, f"{name} has unknown keys: {set(row) - _KEYS}"
    assert row["why"], f"{name} has no why"
    assert row["source"], f"{name} has no source"
    promises = {"want", "want_hex", "want_points", "same", "error", "raises"} & set(row)
    assert len(promises) == 1, f"{name} promises {promises or 'nothing'}"
    assert all(code in ERROR_OF for code in row.get("error", "").split("|") if code), name
    subject: str | bytes
    if "hex" in row:
        subject = bytes.fromhex(row["hex"])
    elif "points" in row:
        subject = _points(row["points"])
    else:
        subject = row["text"]
    keys = ("set", "profile", "encoding", "errors", "repertoire")
    keys += ("text_encoding", "query_encoding", "policies")
    options = {key: row[key] for key in keys if key in row}
    if isinstance(options.get("encoding"), list):
        options["encoding"] = tuple(options["encoding"])
    if "repertoire_set" in row:
        options["repertoire"] = set(row["repertoire_set"])
    return Row(name, row["verb"], subject, options, row)


def rows() -> Iterator[Row]:
    """Yield every row of every table, named after its file and place."""
    for path in sorted(TESTS.glob("*/rows/*.toml"), key=lambda path: path.stem):
        table = toml.read(path)
        for number, case in enumerate(table["case"], start=1):
            name = f"{path.stem}-{number}-{case['why'].replace(' ', '_')}"
            yield _row(name, {**table["default"], **case})
