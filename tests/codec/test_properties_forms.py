"""The properties of forms and of urllib's safe characters, each under its name."""

import re
from random import Random
from urllib.parse import parse_qsl

import pytest

import superuri
from kit.amount import length
from kit.clock import linearly
from kit.strategies import for_all
from superuri import form
from superuri._values.generate import DIRT, ESCAPES, octets, several, text, wild
from superuri.compat import urllib

FORM = superuri.sets.whatwg.FORM
POSITIONS = re.compile(b"%[0-9A-F]{2}|[^%]", re.DOTALL)
Pairs = list[tuple[str, str]]


def name_or_value(rng: Random) -> str:
    extra = rng.choice(["", "", "+", "\r\n", "\n", "\r", "&", "=", ";", "%", "a=b&c"])
    return (text(rng) if rng.random() < 0.7 else wild(rng)) + extra


def pairs(rng: Random) -> Pairs:
    return [(name_or_value(rng), name_or_value(rng)) for _ in range(rng.randint(0, 4))]


def pairs_of_bytes(rng: Random) -> list[tuple[bytes, bytes]]:
    return [(octets(rng), octets(rng)) for _ in range(rng.randint(0, 4))]


def any_form(rng: Random) -> str:
    return several(rng, [*"&&==;+ab", *ESCAPES, *DIRT], 12)


@for_all(pairs)
def parsing_undoes_serializing(message: Pairs) -> None:
    """L27, duplicates, order, empty names and values, + and line ends too"""
    written = form.serialize(message)
    assert form.parse(written) == message
    assert form.parse(written, missing=None) == message
    assert form.parse(written, separators="&;") == message
    assert form.parse(written.encode()) == message


@for_all(pairs_of_bytes)
def parsing_undoes_serializing_bytes(message: list[tuple[bytes, bytes]]) -> None:
    """L27, for data that is not valid text"""
    assert form.parse_bytes(form.serialize(message)) == message


@for_all(pairs)
def a_name_without_a_value_comes_back(message: Pairs) -> None:
    """L27, with a and a= distinguished"""
    some = [(name, None if len(value) % 2 else value) for name, value in message if name]
    assert form.parse(form.serialize(some), missing=None) == some


@for_all(pairs)
def line_ends_become_crlf_once(message: Pairs) -> None:
    """Parsing and serialising once more changes nothing."""
    once = form.parse(form.serialize(message, newlines="crlf"))
    assert form.parse(form.serialize(once, newlines="crlf")) == once
    for name, value in once:
        assert not re.search("\r(?!\n)|(?<!\r)\n", name + "\0" + value)


@for_all(octets)
def a_form_component_is_its_set_with_plus_for_space(data: bytes) -> None:
    """L3 and L7, for forms"""
    encoded = form.encode(data)
    assert encoded == superuri.encode(data, FORM).replace("%20", "+")
    assert form.parse_bytes("=" + encoded) == [(b"", data)]


@for_all(any_form)
def a_form_reads_as_pythons_does(message: str) -> None:
    """Where both have a rule: invalid text becomes U+FFFD, and a is a="""
    assert form.parse(message, errors="replace") == parse_qsl(message, keep_blank_values=True)


@for_all(any_form)
def a_semicolon_is_an_ampersand_on_request(message: str) -> None:
    """The meaning of `separators`"""
    for errors in ("replace", "keep", "ignore"):
        assert form.parse(message, errors=errors, separators="&;") == form.parse(
            message.replace(";", "&"), errors=errors
        )


@for_all(any_form)
def a_form_is_the_same_in_str_bytes_and_memoryview(message: str) -> None:
    """L34"""
    data = message.encode()
    for errors in ("replace", "keep", "ignore"):
        want = form.parse(message, errors=errors)
        assert form.parse(data, errors=errors) == want
        assert form.parse(memoryview(data), errors=errors) == want


@for_all(any_form)
def limits_let_through_what_keeps_to_them(message: str) -> None:
    """A form of n pairs passes max_pairs=n, and no smaller one"""
    found = form.parse(message, errors="replace")
    size = len(message.encode())
    kept = form.parse(message, errors="replace", max_pairs=len(found), max_bytes=size)
    assert kept == found
    for name, most in (("max_pairs", len(found)), ("max_bytes", size)):
        if most:
            with pytest.raises(superuri.errors.ParseError) as caught:
                form.parse(message, errors="replace", **{name: most - 1})
            assert 0 <= caught.value.start < caught.value.end <= len(message)


@for_all(wild, wild)
def more_safe_characters_escape_fewer_places(string: str, safe: str) -> None:
    """L8, for `safe`: more characters stay unescaped, with the same meaning"""
    if "%" in safe:
        safe = safe.replace("%", "")
    narrow = urllib.quote(string, safe="").encode()
    wide = urllib.quote(string, safe=safe).encode()
    for one, other in zip(POSITIONS.findall(narrow), POSITIONS.findall(wide), strict=True):
        assert other == one or len(one) == 3
    assert urllib.unquote_to_bytes(narrow) == urllib.unquote_to_bytes(wide) == string.encode()


MEGABYTE = 1_000_000


ADVERSARIES = ["&", "a&", "=", "=&", "+", "%", "%&", "%4", "%E9", "%E2%98", "a=%C3%A9&", "é&", ";"]


@pytest.mark.parametrize("atom", [*ADVERSARIES, "é+%41"])
@linearly()
def test_a_form_takes_linear_time(atom: str) -> None:
    """L41: quadratic code takes hours for a few megabytes"""
    message = atom * (length(2 * MEGABYTE) // len(atom))
    form.parse(message, errors="replace")
    form.parse(message, errors="keep", separators="&;")
    form.parse(message, errors="replace", encoding="cp1252")
    urllib.parse_qsl(message, keep_blank_values=True)
    urllib.parse_qsl(message, keep_blank_values=True, separator="&&")
    form.serialize([(message, message)], newlines="crlf")
    with pytest.raises(superuri.errors.ParseError):
        form.parse(message, max_bytes=1)
