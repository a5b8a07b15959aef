"""Tables of test rows: each row of tests/*/rows/ holds, through every entry point for a text."""

import builtins
from typing import Any

import pytest

import superuri
from kit import naive
from kit.raising import raised
from kit.tables import ERROR_OF, Row, rows

ROWS = list(rows())

#: Other types than `str` that a verb accepts; the result must be the same.
BYTES_TYPES = (bytes, bytearray, memoryview)


def look_up(where: Any, dotted: str) -> Any:
    """The set or profile of this name."""
    for name in dotted.split("."):
        where = getattr(where, name)
    return where


def call(row: Row, subject: Any) -> Any:
    """The result of the row's verb for this subject."""
    options = dict(row.options)
    if "set" in options:
        options["set"] = look_up(superuri.sets, options["set"])
    if "profile" in options:
        options["profile"] = look_up(superuri.profiles, options["profile"])
    text, query = options.pop("text_encoding", None), options.pop("query_encoding", None)
    if text or query:
        options["profile"] = options["profile"].encoded(text, query=query)
    if policies := options.pop("policies", None):
        display = options.get("profile", superuri.profiles.LOSSLESS)
        options["profile"] = display.replace(**policies)
    return look_up(superuri, row.verb)(subject, **options)


def merged(edits: Any) -> list[list[Any]]:
    """The edits as (start, end, replacement), those that touch made one."""
    out: list[list[Any]] = []
    for start, end, replacement, *_ in edits:
        if out and out[-1][1] == start:
            out[-1][1:] = [end, out[-1][2] + replacement]
        else:
            out.append([start, end, replacement])
    return out


def check_error(row: Row, error: superuri.errors.URIError, text: Any, at: list[int]) -> None:
    assert error.code in row.codes
    assert type(error) is getattr(superuri.errors, ERROR_OF[error.code])
    assert 0 <= error.start <= error.end <= len(text)
    assert error.start < error.end
    assert [error.start, error.end][: len(at)] == at
    assert row.promise.get("help", "") in error.help
    assert row.promise.get("says", "") in str(error)
    assert "\n" not in str(error)
    assert error.pretty()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_row(row: Row) -> None:
    if row.codes:
        caught = raised(superuri.errors.URIError, call, row, row.subject)
        check_error(row, caught, row.subject, row.promise.get("at", []))
        assert caught.text == row.subject
    elif "raises" in row.promise:
        kinds = tuple(getattr(builtins, kind) for kind in row.promise["raises"].split("|"))
        with pytest.raises(kinds):
            call(row, row.subject)
    elif row.verb == "edits":
        assert merged(call(row, row.subject)) == merged(row.want)
    else:
        got = call(row, row.subject)
        assert got == row.want
        assert type(got) is type(row.want)
        if row.promise.get("same") and type(got) is type(row.subject):
            assert got is row.subject


def same_as_bytes(row: Row) -> bool:
    """Whether this row's text has the same meaning as bytes."""
    if not isinstance(row.subject, str) or "raises" in row.promise:
        return False
    if any(key.endswith("encoding") for key in row.options):
        return False
    if row.verb == "percent_u.encode":
        return False
    if row.verb == "encode" and {"encoding", "errors"} & set(row.options):
        return False
    return not any("\ud800" <= c <= "\udfff" for c in row.subject)


@pytest.mark.parametrize("row", list(filter(same_as_bytes, ROWS)), ids=lambda row: row.name)
def test_row_in_octets(row: Row) -> None:
    for kind in BYTES_TYPES:
        check_octets(row, kind)


def check_octets(row: Row, kind: Any) -> None:
    assert isinstance(row.subject, str)
    octets = row.subject.encode()
    subject = kind(octets)
    if row.codes:
        at = [len(row.subject[:index].encode()) for index in row.promise.get("at", [])]
        caught = raised(superuri.errors.URIError, call, row, subject)
        check_error(row, caught, octets, at)
    elif row.verb == "edits":
        want = [
            [len(row.subject[:start].encode()), len(row.subject[:end].encode()), replacement]
            for start, end, replacement in row.want
        ]
        assert merged(call(row, subject)) == merged(want)
    else:
        assert call(row, subject) == row.want


@pytest.mark.parametrize("row", [r for r in ROWS if r.verb == "clean"], ids=lambda row: row.name)
def test_edits_agree_with_clean(row: Row) -> None:
    edits = Row(row.name, "edits", row.subject, row.options, row.promise)
    if row.codes:
        caught = raised(superuri.errors.URIError, call, edits, row.subject)
        check_error(row, caught, row.subject, row.promise.get("at", []))
        return
    assert naive.applied(row.subject, call(edits, row.subject)) == call(row, row.subject)


@pytest.mark.parametrize("row", [r for r in ROWS if r.verb == "clean"], ids=lambda row: row.name)
def test_is_uri_agrees_with_clean(row: Row) -> None:
    judge = Row(row.name, "is_uri", row.subject, row.options, row.promise)
    assert call(judge, row.subject) is bool(row.promise.get("same"))
