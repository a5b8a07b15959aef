"""The query of a URI: every edit keeps the pairs that it does not name, byte for byte."""

from collections.abc import Mapping
from random import Random
from urllib.parse import parse_qs

import pytest

from kit.strategies import for_all
from superuri import URI
from superuri._values.generate import several
from superuri.errors import DecodeError, EncodeError, ParseError


def queries(rng: Random) -> str:
    """A legal query of pairs that are alike, some empty, some escaped."""
    return several(rng, ["a", "b", "%61", "=", "&", "%26", "+", "%3D", ";", "1"], 12)


def names(rng: Random) -> str:
    return rng.choice(["a", "b", "&", "", "é"])


@for_all(queries, names)
def adding_a_pair_appends(query: str, name: str) -> None:
    uri = URI(f"/p?{query}#f")
    added = uri.add_pair(name, "x&y")
    assert str(added).startswith(f"/p?{query}")
    assert str(added).endswith("=x%26y#f")
    assert added.query == (*uri.query, (name, "x&y"))
    # A name without a value is as "".
    assert added.get_all(name)[:-1] == (uri.get_all(name) if name else added.get_all(name)[:-1])


@for_all(queries)
def a_map_has_all_values_of_a_name(query: str) -> None:
    uri = URI(f"?{query}")
    found = uri.query_map
    assert isinstance(found, Mapping)
    pairs = [(name, value) for name, values in found.items() for value in values]
    assert sorted(pairs, key=str) == sorted(uri.query, key=str)
    assert list(found) == list(dict(uri.query))
    assert URI("").with_query(found).query_map == found


@for_all(queries, names, names)
def names_are_taken_out_as_one_by_one(query: str, one: str, other: str) -> None:
    uri = URI(f"/p?{query}#f")
    both = uri.without_pair(one, other)
    assert both == uri.without_pair(one).without_pair(other)
    kept = [pair for pair in uri.query if pair[0] not in (one, other) or pair == ("", None)]
    assert [pair for pair in both.query if pair != ("", None)] == [
        pair for pair in kept if pair != ("", None)
    ]


def test_a_map_is_what_parse_qs_reads() -> None:
    query = "a=1&b=%26&a=2&c="
    found = {name: list(values) for name, values in URI(f"?{query}").query_map.items()}
    assert found == parse_qs(query, keep_blank_values=True)
    with pytest.raises(TypeError):
        URI("?a=1").query_map["b"] = ("2",)  # type: ignore[index]


def test_pairs_may_be_named() -> None:
    assert str(URI("/p?x#f").with_query(q="a b", page=2)) == "/p?q=a%20b&page=2#f"
    assert str(URI("/p").with_query([("q", "1")], q="2", r=None)) == "/p?q=1&q=2"
    assert str(URI("/p").with_query({"id": [1, 2]}, id=3)) == "/p?id=1&id=2&id=3"
    assert str(URI("/p?x").with_query(None, q=1)) == "/p?q=1"
    assert str(URI("/p?x").with_query(None)) == str(URI("/p?x").with_query()) == "/p"
    # The first argument has no name, so that every name is a pair's.
    assert str(URI("/p").with_query(pairs=1, self=2)) == "/p?pairs=1&self=2"


def test_a_default_may_be_named() -> None:
    uri = URI("?a=1&b")
    assert uri.get("c", default=7) == uri.get("c", 7) == 7
    assert uri.get("b", default=7) == ""
    assert uri.get_all("c") == ()
    with pytest.raises(DecodeError):
        URI("?a=1&a=%FF").get_all("a")


def test_a_raw_query_stays_as_it_is_written() -> None:
    assert str(URI("//e?a#f").with_raw_query("%7e;b=%2f")) == "//e?%7e;b=%2f#f"
    assert str(URI("//e?a#f").with_raw_query(None)) == "//e#f"
    assert str(URI("//e").with_raw_query("")) == "//e?"
    for wrong in ("a b", "a#b", "%zz", "é"):
        with pytest.raises((ParseError, ValueError)):
            URI("//e").with_raw_query(wrong)


def test_a_str_without_utf8_is_refused() -> None:
    for edit in ("add_pair", "with_pair"):
        with pytest.raises(EncodeError):
            getattr(URI("?a"), edit)("\ud800", "1")
    with pytest.raises(EncodeError):
        URI("?a").without_pair("b", "\ud800")


def test_a_plus_in_the_name_of_a_pair_is_a_plus() -> None:
    uri = URI("?a+b=1&a%20b=2&a%2Bb=3")
    assert uri.with_pair("a b", "x") == URI("?a+b=1&a%20b=x&a%2Bb=3")
    assert uri.with_pair("a+b", "x") == URI("?a+b=x&a%20b=2")
    assert uri.without_pair("a b") == URI("?a+b=1&a%2Bb=3")


def test_a_pair_without_name_and_value_is_refused() -> None:
    message = '^an empty name without a value cannot be written: give it the value ""$'
    uri = URI("/p?a=1")
    for pairs in ([("", None), ("a", "1")], [(b"", None)], {"": ["x", None]}):
        with pytest.raises(ValueError, match=message):
            uri.with_query(pairs)
    for edit in ("add_pair", "with_pair"):
        for name in ("", b""):
            with pytest.raises(ValueError, match=message):
                getattr(uri, edit)(name, None)
        assert getattr(uri, edit)("", "") == URI("/p?a=1&=")
        assert getattr(uri, edit)("", "x").query == (("a", "1"), ("", "x"))
    assert uri.with_query([("", ""), ("r", None)]).query == (("", ""), ("r", None))
