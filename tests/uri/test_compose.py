"""Building: the results of build, and its errors."""

import enum
from decimal import Decimal
from typing import Any

import pytest

import superuri
from kit import toml
from superuri import build

ROWS = toml.read("uri/composed.toml")


def parts(row: dict[str, Any]) -> dict[str, Any]:
    """The arguments: all keys that are not columns of the table."""
    columns = {"want", "error", "says", "why", "template"}
    return {name: message for name, message in row.items() if name not in columns}


def called(row: dict[str, Any]) -> str:
    """The row's URI."""
    if "template" in row:
        return str(superuri.fill(row["template"], **parts(row)))
    return str(build(**parts(row)))


@pytest.mark.parametrize("row", ROWS["case"], ids=lambda row: row["why"])
def test_row(row: dict[str, Any]) -> None:
    if "error" not in row:
        assert called(row) == row["want"]
        assert superuri.is_uri(row["want"])
        return
    with pytest.raises(superuri.errors.URIError) as caught:
        called(row)
    error = caught.value
    assert error.code == row["error"]
    assert row.get("says", "") in str(error)
    assert 0 <= error.start <= error.end <= len(error.text)
    assert error.help
    assert error.pretty()


class Colour(enum.IntEnum):
    RED = 7


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("é", "%C3%A9"),
        (b"\xff", "%FF"),
        (bytearray(b"a"), "a"),
        (memoryview(b"b"), "b"),
        (5, "5"),
        (-5, "-5"),
        (10**30, "1" + "0" * 30),
        (1.5, "1.5"),
        (1e22, "1e%2B22"),
        (True, "true"),
        (False, "false"),
        (Colour.RED, "7"),
        ("", ""),
    ],
)
def test_values_are_text(value: object, text: str) -> None:
    assert str(build(path="/x", query={"q": value})) == f"/x?q={text}"
    assert str(build(segments=["x", value])) == f"/x/{text}"
    assert str(superuri.fill("/x?q={v}", v=value)) == f"/x?q={text}"


@pytest.mark.parametrize("value", [Decimal(1), object(), {1}, superuri.URI("/a"), 1j])
def test_other_types_must_be_converted_to_text(value: object) -> None:
    for call in (
        lambda: build(query={"q": value}),
        lambda: build(segments=[value]),
        lambda: superuri.fill("/{v}", v=value),
    ):
        with pytest.raises(TypeError, match="str\\(\\) of it"):
            call()


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_number_is_finite(value: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        build(query={"q": value})


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ({"a": None, "b": "", "c": [1, "2"], "d": []}, "?b=&c=1&c=2"),
        ([("a", 1), ("a", None), ("a", 2)], "?a=1&a&a=2"),
        ({"a": [1, None]}, "?a=1&a"),
        ((pair for pair in [("a", 1)]), "?a=1"),
        ({}, ""),
        ({"a": None}, ""),
        ({"": ""}, "?="),
        ({b"\xff": b"\xfe"}, "?%FF=%FE"),
        ({"a&b=c": "d&e=f;g+h"}, "?a%26b%3Dc=d%26e%3Df%3Bg%2Bh"),
    ],
)
def test_queries(query: Any, text: str) -> None:
    assert str(build(query=query)) == text


@pytest.mark.parametrize(
    ("nested", "text"),
    [
        ("rails", "a[b]=1&a[c][]=2&a[c][]=3"),
        ("php", "a[b]=1&a[c][0]=2&a[c][1]=3"),
        ("dots", "a.b=1&a.c=2&a.c=3"),
    ],
)
def test_nested_queries(nested: Any, text: str) -> None:
    query = {"a": {"b": 1, "c": [2, 3], "d": None}}
    assert superuri.decode(build(query=query, nested=nested)) == "?" + text
    with pytest.raises(TypeError, match="nested="):
        build(query=query)


@pytest.mark.parametrize("key", ["b]", "[", ""])
def test_a_nested_key_makes_no_other_key(key: str) -> None:
    for nested in ("rails", "php"):
        for query in ({"a": {key: 1}}, {key or "]": 1}):
            with pytest.raises(superuri.errors.ParseError):
                build(query=query, nested=nested)
    with pytest.raises(superuri.errors.ParseError):
        build(query={"a": {"b.c": 1}}, nested="dots")


def test_a_query_that_holds_itself_is_refused() -> None:
    query: dict[str, Any] = {}
    query["a"] = query
    with pytest.raises(ValueError, match="32 deep"):
        build(query=query, nested="php")
    items: list[Any] = []
    items.append(items)
    with pytest.raises(ValueError, match="32 deep"):
        build(query={"a": items}, nested="rails")


@pytest.mark.parametrize(
    "message",
    [
        {"segments": ["a"], "path": "/a"},
        {"password": "x", "host": "e.com"},
        {"user": "x"},
        {"port": 80},
        {"segments": "abc"},
        {"segments": [None]},
        {"query": "a=b"},
        {"query": {"": [None]}},
        {"query": {None: 1}},
        {"query": [1]},
        {"hots": "e.com"},
    ],
)
def test_parts_that_do_not_fit(message: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        build(**message)


@pytest.mark.parametrize("word", ["nested", "slash"])
def test_an_unknown_word_lists_the_known_ones(word: str) -> None:
    with pytest.raises(ValueError, match="it is one of"):
        build(**{word: "x"})  # type: ignore[arg-type]


def test_a_password_is_not_shown() -> None:
    uri = build(scheme="redis", user="", password="s3cret", host="h")  # noqa: S106  because it is not a secret
    assert str(uri) == "redis://:s3cret@h"
    assert "s3cret" not in repr(uri)
    with pytest.raises(superuri.errors.EncodeError) as caught:
        build(user="u", password="s3cret\ud800", host="h")  # noqa: S106  because it is not a secret
    assert "s3cret" not in str(caught.value)


def test_nothing_is_the_empty_reference() -> None:
    assert str(build()) == ""
    assert str(build(scheme="http", host="e.com")) == "http://e.com"
    assert str(build(fragment="")) == "#"
