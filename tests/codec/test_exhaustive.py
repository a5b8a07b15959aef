"""Exhaustive inputs: every short one, and every single character."""

import urllib.parse
from itertools import islice

import pytest

import superuri
from kit.agreement import disagreements
from kit.amount import FULL, SCALARS
from kit.raising import raised

SURROGATES = range(0xD800, 0xE000)
DELIMITERS = frozenset(b"%:/?#[]@\\. 4")


def every_code_point() -> list[str]:
    return [chr(point) for point in range(0x110000) if point not in SURROGATES]


def seconds(first: int) -> list[int]:
    """The bytes tried after this one: all, or one in sixteen, varying; delimiters always."""
    if FULL or first in DELIMITERS:
        return [*range(256)]
    return [second for second in range(256) if second in DELIMITERS or (first + second) % 16 == 0]


@pytest.mark.parametrize("first", range(0, 256, 32))
def test_all_two_octet_inputs(first: int) -> None:
    wrong = (
        difference
        for high in range(first, first + 32)
        for low in seconds(high)
        for octets in [bytes((high, low))]
        for difference in disagreements(octets, octets)
    )
    assert not list(islice(wrong, 5))


@pytest.mark.parametrize("first", range(0, 256, 32))
def test_all_texts_of_two_latin_characters(first: int) -> None:
    wrong = (
        difference
        for high in range(first, first + 32)
        for low in seconds(high)
        for text in [chr(high) + chr(low)]
        for difference in disagreements(text.encode(), text)
    )
    assert not list(islice(wrong, 5))


def test_the_empty_and_all_one_octet_inputs() -> None:
    inputs = [b"", *(bytes((octet,)) for octet in range(256))]
    assert not [d for octets in inputs for d in disagreements(octets, octets)]


def test_every_code_point_is_encoded_and_decoded_back() -> None:
    unreserved = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    # All of them are compared at once below.
    for char in every_code_point() if FULL else SCALARS:
        want = char if char in unreserved else char.encode().hex("%").upper()
        want = want if char in unreserved else "%" + want
        got = superuri.encode(char)
        assert got == want, hex(ord(char))
        assert superuri.decode(got) == char, hex(ord(char))
        assert superuri.decode(char, errors="keep") == char, hex(ord(char))


def test_all_code_points_at_once() -> None:
    text = "".join(every_code_point())
    encoded = urllib.parse.quote(text, safe="")
    assert superuri.encode(text) == encoded
    assert superuri.encode(text.encode()) == encoded
    assert superuri.decode(encoded) == text
    assert superuri.decode_bytes(encoded) == text.encode()


@pytest.mark.parametrize("before", ["", "a", "é", "起", "😀"])
def test_every_lone_surrogate_is_refused_where_it_stands(before: str) -> None:
    at = len(before)
    for point in SURROGATES:
        text = before + chr(point) + "a"
        for verb in (superuri.encode, superuri.clean):
            error = raised(superuri.errors.EncodeError, verb, text)
            assert (error.code, error.start, error.end) == ("lone-surrogate", at, at + 1)
        assert not superuri.is_uri(text)


def test_a_text_with_a_lone_surrogate_is_decoded() -> None:
    for point in SURROGATES:
        text = chr(point)
        assert superuri.decode(text) is text
        assert superuri.decode("%41" + text) == "A" + text


def test_every_encoded_surrogate_is_refused() -> None:
    for point in SURROGATES:
        octets = chr(point).encode("utf-8", "surrogatepass")
        text = "".join(f"%{octet:02X}" for octet in octets)
        error = raised(superuri.errors.DecodeError, superuri.decode, "a" + text)
        assert (error.code, error.start, error.end) == ("surrogate", 1, 10)
        assert superuri.decode_bytes(text) == octets
