"""Tables of test rows: how a row of tests/*/rows/*.toml is read.

A row's text is `text`, or `points` (code points in hex, for what TOML cannot say), or `hex`
(octets). It has one of: `want` (or `want_hex`, `want_points`), `same = true` (the very object
comes back), `error` (codes joined by "|", with `at`), `raises` (names of exceptions).
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kit import TESTS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pytest brings it along there

#: The exception of each error code.
ERROR_OF = {
    **dict.fromkeys(
        [
            "truncated-escape",
            "bad-hex",
            "percent-u",
            "invalid-utf8",
            "truncated-utf8",
            "overlong",
            "surrogate",
            "out-of-range",
            "undecodable",
        ],
        "DecodeError",
    ),
    **dict.fromkeys(["lone-surrogate", "unencodable"], "EncodeError"),
    "outside-repertoire": "RepertoireError",
    **dict.fromkeys(
        ["ambiguous-authority", "bad-port", "bad-ip-literal", "bad-host", "surrounding-space"],
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
    """One row: what goes in, with which options, and what is promised of it."""

    name: str
    verb: str
    subject: str | bytes
    options: dict[str, Any]
    promise: dict[str, Any] = field(repr=False)

    @property
    def codes(self) -> list[str]:
        """The error codes that fulfil the promise; empty where no error is promised."""
        return [code for code in self.promise.get("error", "").split("|") if code]

    @property
    def want(self) -> Any:
        """What must come back, where something must."""
        if self.promise.get("same"):
            return self.subject
        if "want_hex" in self.promise:
            return bytes.fromhex(self.promise["want_hex"])
        if "want_points" in self.promise:
            return _points(self.promise["want_points"])
        return self.promise["want"]


def _points(said: str) -> str:
    return "".join(chr(int(point, 16)) for point in said.split())


def _row(name: str, said: dict[str, Any]) -> Row:
    assert set(said) <= _KEYS, f"{name} has unknown keys: {set(said) - _KEYS}"
    assert said["why"], f"{name} says no why"
    assert said["source"], f"{name} says no source"
    promises = {"want", "want_hex", "want_points", "same", "error", "raises"} & set(said)
    assert len(promises) == 1, f"{name} promises {promises or 'nothing'}"
    assert all(code in ERROR_OF for code in said.get("error", "").split("|") if code), name
    subject: str | bytes
    if "hex" in said:
        subject = bytes.fromhex(said["hex"])
    elif "points" in said:
        subject = _points(said["points"])
    else:
        subject = said["text"]
    keys = ("set", "profile", "encoding", "errors", "repertoire")
    keys += ("text_encoding", "query_encoding", "policies")
    options = {key: said[key] for key in keys if key in said}
    if isinstance(options.get("encoding"), list):
        options["encoding"] = tuple(options["encoding"])
    if "repertoire_set" in said:
        options["repertoire"] = set(said["repertoire_set"])
    return Row(name, said["verb"], subject, options, said)


def rows() -> Iterator[Row]:
    """Every row of every table, named by its file and place."""
    for path in sorted(TESTS.glob("*/rows/*.toml"), key=lambda path: path.stem):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for number, case in enumerate(table["case"], start=1):
            name = f"{path.stem}-{number}-{case['why'].replace(' ', '_')}"
            yield _row(name, {**table["default"], **case})
