"""The properties of encoding and decoding, each under its name."""

import contextlib
import re

import superuri
from kit import naive
from kit.agreement import expected, octet_at, outcome
from kit.setlist import ALL_BARE, ALL_SETS, ASCII_SETS, NESTED
from kit.strategies import for_all
from superuri._values.generate import escapes, octets, surrogates, text, wild

COMPONENT = superuri.sets.rfc3986.COMPONENT
#: Names of Python's own codecs, some of them stateful; where the web's tables differ from
#: Python's, tests/codec/rows/encode.toml has the rows.
CODECS = (
    *("utf-8", "utf-16", "utf-16-be", "utf-32", "utf-7", "utf-8-sig", "cp037", "cp1140"),
    *("euc_jp", "iso2022_jp", "hz", "punycode", "koi8_t", "ptcp154", "ascii"),
)
TRIPLET = re.compile("%[0-9A-Fa-f]{2}")
UPPER = re.compile("%[0-9A-F]{2}")


@for_all(octets)
def decoding_undoes_encoding(data: bytes) -> None:
    """L1"""
    for percent_set in ALL_SETS:
        if percent_set.reversible:
            assert superuri.decode_bytes(superuri.encode(data, percent_set)) == data, percent_set


@for_all(text)
def decoding_undoes_encoding_text(string: str) -> None:
    """L2, for UTF-8 and every reversible set"""
    for percent_set in ALL_SETS:
        if percent_set.reversible:
            assert superuri.decode(superuri.encode(string, percent_set)) == string, percent_set


@for_all(text)
def decoding_undoes_every_encoding(string: str) -> None:
    """L2: or a typed error names the first character that the encoding lacks"""
    for codec in CODECS:
        try:
            data = string.encode(codec)
        except UnicodeEncodeError as lacking:
            got = outcome(superuri.encode, string, encoding=codec)
            assert got == ("EncodeError", octet_at(string, lacking.start)), (codec, lacking)
        else:
            encoded = superuri.encode(string, encoding=codec)
            assert superuri.decode_bytes(encoded) == data, codec
            # Some codecs cannot decode what they encode: iso2022_jp a raw ESC.
            with contextlib.suppress(UnicodeDecodeError):
                want = data.decode(codec)
                assert superuri.decode(encoded, encoding=codec) == want, codec


@for_all(octets)
def encode_writes_only_what_is_allowed(data: bytes) -> None:
    """L3"""
    for percent_set in ASCII_SETS:
        rest = UPPER.sub("", superuri.encode(data, percent_set))
        assert ALL_BARE[percent_set] >= set(rest) - {"%"}, percent_set
        assert "%" not in rest or not percent_set.reversible, percent_set


@for_all(octets, wild)
def lengths_are_bounded(data: bytes, string: str) -> None:
    """L4; the host of a cleaned URI is measured on its own"""
    assert len(data) <= len(superuri.encode(data)) <= 3 * len(data)
    assert len(superuri.decode(data, errors="replace")) <= len(data)
    assert len(superuri.decode_bytes(data, errors="keep")) <= len(data)
    if "//" not in string and isinstance(outcome(superuri.clean, string), str):
        assert len(superuri.clean(string)) <= 3 * len(string.encode())


@for_all(octets, octets)
def encoding_is_done_octet_by_octet(one: bytes, other: bytes) -> None:
    """L5"""
    for percent_set in ASCII_SETS:
        first, second = superuri.encode(one, percent_set), superuri.encode(other, percent_set)
        assert superuri.encode(one + other, percent_set) == first + second, percent_set


@for_all(text, text)
def encoding_is_done_character_by_character(one: str, other: str) -> None:
    """L5"""
    for percent_set in ALL_SETS:
        first, second = superuri.encode(one, percent_set), superuri.encode(other, percent_set)
        assert superuri.encode(one + other, percent_set) == first + second, percent_set


@for_all(escapes, escapes)
def decoding_is_done_triplet_by_triplet(one: str, other: str) -> None:
    """L6: where the cut is inside neither a triplet nor a sequence"""
    got = [outcome(superuri.decode_bytes, each) for each in (one, other, one + other)]
    if all(isinstance(each, bytes) for each in got[:2]):
        assert got[2] == got[0] + got[1]
    got = [outcome(superuri.decode, each) for each in (one, other, one + other)]
    if all(isinstance(each, str) for each in got[:2]):
        assert got[2] == got[0] + got[1]


@for_all(text)
def nothing_to_encode_returns_the_same_object(string: str) -> None:
    """L7"""
    for percent_set in ASCII_SETS:
        bare = ALL_BARE[percent_set] >= set(string)
        assert (superuri.encode(string, percent_set) is string) == bare, percent_set


@for_all(escapes)
def nothing_to_decode_returns_the_same_object(string: str) -> None:
    """L7"""
    if "%" not in string:
        assert superuri.decode(string) is string
    for errors in ("replace", "ignore", "keep"):
        got = superuri.decode(string, errors=errors)
        assert (got is string) == (got == string)


@for_all(text)
def a_larger_set_encodes_more_and_means_the_same(string: str) -> None:
    """L8"""
    for larger, smaller in NESTED:
        more, fewer = superuri.encode(string, larger), superuri.encode(string, smaller)
        assert len(more) >= len(fewer), (larger, smaller)
        assert superuri.decode(more) == superuri.decode(fewer) == string, (larger, smaller)
    for char in set(string):
        for larger, smaller in NESTED:
            if superuri.encode(char, smaller) != char:
                assert superuri.encode(char, larger) != char, (larger, smaller)


@for_all(escapes)
def strict_decoding_is_the_reference(string: str) -> None:
    """L39: the index of an error is that of the first offending octet"""
    data = string.encode()
    for subject in (string, data):
        assert outcome(superuri.decode, subject) == expected(naive.decode, data)
        assert outcome(superuri.decode_bytes, subject) == expected(naive.decode_bytes, data)


@for_all(octets)
def decoding_octets_is_the_reference(data: bytes) -> None:
    """L39: and as many U+FFFD as the Encoding Standard requires"""
    assert outcome(superuri.decode, data) == expected(naive.decode, data)
    for errors in ("replace", "ignore", "keep"):
        assert superuri.decode(data, errors=errors) == naive.decode(data, errors), errors


@for_all(escapes)
def an_error_spans_what_is_wrong(string: str) -> None:
    """L39: text[start:end] is invalid, and removing it removes the error"""
    while isinstance(outcome(superuri.decode, string), tuple):
        try:
            superuri.decode(string)
        except superuri.errors.DecodeError as error:
            assert string[error.start] == "%"
            assert error.text == string
            assert error.code
            assert error.help
            string = string[: error.start] + "|" + string[error.end :]


@for_all(escapes)
def keep_loses_nothing(string: str) -> None:
    """The result of keep decodes to the same bytes as the text, including stray %"""
    kept = superuri.decode(string, errors="keep")
    assert naive.lenient(kept.encode()) == naive.lenient(string.encode())


@for_all(escapes)
def keep_differs_from_replace_only_where_it_must(string: str) -> None:
    """Where all is text and nothing could be read twice, every policy gives the same"""
    kept = superuri.decode(string, errors="keep")
    if not TRIPLET.search(kept):
        assert kept == superuri.decode(string, errors="replace")


@for_all(wild)
def one_call_is_one_decode(string: str) -> None:
    """L40"""
    once = superuri.encode(string)
    twice = superuri.encode(once)
    assert superuri.decode(twice) == once
    assert superuri.decode(once) == string
    assert twice == once.replace("%", "%25")


@for_all(escapes)
def str_and_bytes_give_the_same(string: str) -> None:
    """L34: str, bytes, bytearray, memoryview"""
    data = string.encode()
    for kind in (bytes, bytearray, memoryview):
        subject = kind(data)
        assert superuri.encode(subject) == superuri.encode(string)
        assert outcome(superuri.decode_bytes, subject) == outcome(superuri.decode_bytes, string)
        for errors in ("strict", "replace", "ignore", "keep"):
            got = outcome(superuri.decode, bytes(subject), errors=errors)
            assert got == outcome(superuri.decode, string, errors=errors), errors
            if isinstance(got, str):
                assert superuri.decode(subject, errors=errors) == got


@for_all(escapes)
def the_width_of_a_string_changes_nothing(string: str) -> None:
    """L34: 1, 2 and 4 octets a character"""
    for wide in "aé起😀":
        assert superuri.encode(string + wide) == superuri.encode(string) + superuri.encode(wide)
        assert superuri.encode(wide + string) == superuri.encode(wide) + superuri.encode(string)
        for errors in ("replace", "ignore", "keep"):
            got = superuri.decode(string + "|" + wide, errors=errors)
            assert got == superuri.decode(string, errors=errors) + "|" + wide


@for_all(surrogates)
def a_lone_surrogate_is_an_error_where_it_stands(string: str) -> None:
    """L2, promise 4"""
    lone = [i for i, c in enumerate(string) if 0xD800 <= ord(c) <= 0xDFFF]
    try:
        superuri.encode(string)
    except superuri.errors.EncodeError as error:
        assert (error.code, error.start, error.end) == ("lone-surrogate", lone[0], lone[0] + 1)
    else:
        assert not lone
    for errors in ("ignore", "replace", "surrogatepass"):
        want = naive.encode(string.encode("utf-8", errors))
        assert superuri.encode(string, errors=errors) == want, errors
