"""Encoded columns: each row equals the result of the plain functions."""

import datetime as dt
import decimal

import pytest

from kit import chance

pytest.importorskip("pyarrow", reason="make test installs it")

import pyarrow as pa

from superuri.tables.files import cells, columns, delimited, encoded, json_lines, strings

PIECES = [
    *('"', '""', ",", "\n", "\r", "\t", "\0", "\x1f"),
    *("\\", "ü", "😀", " ", "a", "", "%09", "\x7f"),
]
#: Bytes that are not valid UTF-8, as surrogates.
OCTETS = ["\udcff", "\udce9"]
VALUES = [
    pa.array([1, None, -5], pa.int64()),
    pa.array([True, None, False]),
    pa.array([1.5, None, float("nan"), float("inf")]),
    pa.array([decimal.Decimal("1.50"), None]),
    pa.array([dt.datetime(2026, 1, 2, 3, 4), None]),  # noqa: DTZ001  as tables have them
    pa.array([["a", 'b"'], None]),
    pa.array(["a", "b,", "a", None]).dictionary_encode(),
    pa.array(["a", "b,", "a", "\t", "a"]).dictionary_encode()[1:],
    pa.nulls(3),
]


def texts(pieces):
    rng = chance.seeded("encoded")
    made = ["".join(rng.choice(pieces) for _ in range(rng.randrange(6))) for _ in range(3_000)]
    return [*made, None, *pieces]


def listed(array):
    return cells.to_list(pa.chunked_array([array]))


def test_fields_are_those_of_each_value():
    for array in VALUES:
        plain = [cells.field(value) for value in listed(array)]
        assert columns.to_texts(encoded.fields(array)) == plain
    given = texts(PIECES + OCTETS)
    plain = [cells.field(value) for value in given]
    assert columns.to_texts(encoded.fields(given)) == plain
    assert columns.to_texts(encoded.fields(columns.from_texts(given))) == plain


def test_csv_is_what_the_csv_module_writes():
    given = [text or "" for text in texts(PIECES + OCTETS)]
    # With a second field, because the csv module quotes an empty field that is alone.
    plain = [delimited.csv_text([["x", text]], "")[2:] for text in given]
    assert columns.to_texts(encoded.in_csv(columns.from_texts(given))) == plain


def test_tsv_is_each_field_escaped():
    given = [text or "" for text in texts(PIECES + OCTETS)]
    made, odd = encoded.in_tsv(columns.from_texts(given))
    plain = [delimited.in_tsv(text) for text in given]
    assert columns.to_texts(made) == plain
    assert odd == sum(one != other for one, other in zip(given, plain, strict=True))


def test_json_is_each_value_written():
    for array in [*VALUES, pa.array(texts(PIECES))]:
        plain = [strings.triplets(json_lines.dumped(value)) for value in listed(array)]
        assert columns.to_texts(encoded.in_json(array)) == plain
    given = texts(PIECES + OCTETS)
    plain = [strings.triplets(json_lines.dumped(text)) for text in given]
    assert columns.to_texts(encoded.in_json(given)) == plain
    assert columns.to_texts(encoded.in_json(columns.from_texts(given))) == plain


def test_the_values_of_a_dictionary_are_encoded_alike():
    given = [text or "" for text in texts(PIECES)]
    coded = encoded.fields(pa.array(given).dictionary_encode())
    plain = columns.from_texts(given)
    assert pa.types.is_dictionary(coded.type)
    assert encoded.in_csv(coded).equals(encoded.in_csv(plain))
    (one, odd), (other, also) = encoded.in_tsv(coded), encoded.in_tsv(plain)
    assert one.equals(other)
    assert odd == also
