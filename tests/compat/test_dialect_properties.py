"""Properties that hold for every dialect, whatever its row says."""

import copy
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from superuri import sets
from superuri.compat import dialects
from superuri.compat.dialects import go, java, perl, php

REVERSIBLE = [row for row in dialects.rows if row.reversible]
# Those that break a signature which was made with upper-case digits.
LOWER = {
    *("sets.dotnet.HTTP_UTILITY", "sets.curl.DATA_URLENCODE", "sets.saml.AD_FS"),
    *("sets.dbus.ADDRESS_VALUE", "sets.gnupg.LISTING", "sets.xlsxwriter.LINK"),
    *("sets.apt.URI_PATH", "sets.apt.FILE_NAME", "sets.apt.LIST_NAME"),
}
FORMS = [row for row in sets.rows if row.space == "+"]
#: Pairs of rows, the first of which leaves bare only what the second does.
NESTED = [
    (less, more)
    for less, more in itertools.product(REVERSIBLE, repeat=2)
    if set(less.bare) <= set(more.bare) and less.non_ascii == "encoded"
]


@pytest.mark.parametrize("row", REVERSIBLE, ids=repr)
@given(text=st.text(max_size=40))
def test_decoding_undoes_encoding(row: superuri.Set, text: str) -> None:
    assert dialects.decode(dialects.encode(text, row), row) == text


def test_exactly_the_right_characters_are_escaped() -> None:
    """L8: a smaller repertoire escapes more characters, with the same meaning."""
    assert len(NESTED) > 100
    texts = ["".join(map(chr, range(0x80))), "a b+c%20d~é☃😀", "%+ %2B"]
    for (less, more), text in itertools.product(NESTED, texts):
        escaped_by_less = {c for c in text if superuri.encode(c, less) != c}
        escaped_by_more = {c for c in text if superuri.encode(c, more) != c}
        assert escaped_by_more <= escaped_by_less, (less, more)
        by_less = dialects.decode(dialects.encode(text, less), less)
        by_more = dialects.decode(dialects.encode(text, more), more)
        assert by_less == by_more == text, (less, more)


@pytest.mark.parametrize("row", sets.rows, ids=repr)
def test_a_space_is_written_as_in_the_row(row: superuri.Set) -> None:
    assert dialects.encode(" ", row) == row.space
    # encode never reads the space of a row.
    assert superuri.encode(" ", row) == (" " if row.space == " " else "%20")
    assert row.space in {"%20", "+", " "}
    assert copy.copy(row).space == row.space


@pytest.mark.parametrize("row", FORMS, ids=repr)
def test_a_plus_is_two_things_to_no_form(row: superuri.Set) -> None:
    assert " " in row
    assert "+" in row
    assert "%" in row
    plus = "%2b" if row.hex == "lower" else "%2B"
    assert dialects.encode("a b+c%20", row) == f"a+b{plus}c%2520"
    assert dialects.decode("a+b%2Bc%2520", row) == "a b+c%20"


@pytest.mark.parametrize("row", [sets.html.FORM, sets.jq.URI], ids=repr)
def test_a_dialect_is_decoded_within_a_repertoire(row: superuri.Set) -> None:
    assert dialects.decode("%C3%A9", row, repertoire="latin-1") == "é"
    for repertoire in ("latin-1", set("é +")):
        with pytest.raises(superuri.errors.RepertoireError) as caught:
            dialects.decode("%C3%A9+%C4%87", row, repertoire=repertoire)
        error = caught.value
        assert (error.text, error.start, error.end) == ("%C3%A9+%C4%87", 7, 13)


def test_the_space_of_a_set_of_ones_own() -> None:
    assert superuri.Set(" ").space == "%20"
    assert superuri.Set("x").space == " "
    assert (sets.java.URL_ENCODER - "~").space == "%20"


@pytest.mark.parametrize("row", sets.rows, ids=repr)
def test_the_case_of_hex_digits_is_the_rows(row: superuri.Set) -> None:
    assert row.hex == ("lower" if repr(row) in LOWER else "upper")
    encoded = "".join(c for c in row.encoded if c != " ") + (
        "é" if row.non_ascii == "encoded" else ""
    )
    written = superuri.encode(encoded, row)
    assert dialects.encode(encoded, row) == (written.lower() if row.hex == "lower" else written)
    assert written == written.upper() or row.encoded.isalnum()
    assert copy.copy(row).hex == row.hex
    if row.hex == "lower":
        # Letters that are data keep their case, and so does what looks like a triplet.
        umlaut = "%c3%84" if row.non_ascii == "encoded" else "Ä"
        assert dialects.encode("ÄB %2F", row) == f"{umlaut}B{row.space}%252F"
        assert dialects.decode(dialects.encode("ÄB %2F", row), row) == "ÄB %2F"


def test_a_standard_has_its_year() -> None:
    years = {row.source: row.year for row in sets.rows if row.source}
    for source, year in years.items():
        assert (year is not None) == source.startswith(("RFC ", "Giuca 2012")), source
        assert not source.startswith("Giuca") or str(year) in source
    assert sets.rfc1738.UNSAFE.year == 1994
    assert sets.rfc3986.PATH.year == 2005
    assert sets.whatwg.PATH.year is superuri.Set("a").year is None
    assert superuri.Set("a").hex == (sets.saml.AD_FS | "~").hex == "upper"


def test_every_dialect_has_its_source_and_day() -> None:
    for row in dialects.rows:
        assert row.source
        assert row.checked


TRAPS = [
    # set, text, what comes back: where encoders of the same name differ
    (sets.ecmascript.COMPONENT, "!'()*~", "!'()*~"),
    (sets.whatwg.FORM, "~*", "%7E*"),
    (sets.rfc3986.COMPONENT, "~*", "~%2A"),
    (sets.rfc3986.COMPONENT, "☃/x", "%E2%98%83%2Fx"),
    (sets.python.QUOTE, "☃/x", "%E2%98%83/x"),
    (sets.whatwg.PATH, "a^b", "a%5Eb"),
    (sets.hive.PARTITION_VALUE, "\0\x01}", "\0%01}"),
    (sets.purl.COMPONENT, "sha256:a+b", "sha256:a%2Bb"),
    (sets.grpc.MESSAGE, "a b%~\x7f", "a b%25~%7F"),
]


@pytest.mark.parametrize(("row", "text", "want"), TRAPS)
def test_traps(row: superuri.Set, text: str, want: str) -> None:
    assert dialects.encode(text, row) == want


#: Decoder, text, and where it fails.
FAILURES = [
    (lambda text: dialects.decode(text, sets.html.FORM), "a+%zz", (2, 5)),
    (lambda text: dialects.decode(text, sets.html.FORM), "a+%E9", (2, 5)),
    (lambda text: dialects.decode(text, sets.html.FORM), "a+%+1", (2, 5)),
    (go.query_unescape, "+é%4", (2, 4)),
    (go.path_unescape, "+é%4", (2, 4)),
    (java.decode, "+%C3%A9%zz", (7, 10)),
    (java.decode, "+%4", (1, 3)),
    (java.decode, "%-1", (0, 3)),
    (java.decode, 'a%\n"', (1, 4)),
    (java.decode, "%\u202e", (0, 2)),
]


@pytest.mark.parametrize(("decode", "text", "span"), FAILURES)
def test_failures_say_where(decode, text: str, span: tuple[int, int]) -> None:
    with pytest.raises(superuri.errors.DecodeError) as caught:
        decode(text)
    assert (caught.value.start, caught.value.end) == span
    assert caught.value.text == text
    assert str(caught.value).isprintable()


@given(st.binary(max_size=40))
def test_octets_come_back_from_go_and_php(octets: bytes) -> None:
    for escape, unescape in [
        (go.query_escape, go.query_unescape),
        (go.path_escape, go.path_unescape),
        (php.urlencode, php.urldecode),
        (php.rawurlencode, php.rawurldecode),
    ]:
        assert unescape(escape(octets)) == octets


@given(st.text(max_size=40))
def test_strings_come_back_from_java_and_perl(text: str) -> None:
    assert java.decode(java.encode(text)) == text
    assert perl.uri_unescape(perl.uri_escape_utf8(text)).encode("latin-1").decode() == text


def test_java_in_other_encodings() -> None:
    assert java.encode("é☃ a", "ISO-8859-1") == "%E9%3F+a"
    assert java.decode("%E9+a", "ISO-8859-1") == "é a"
    assert java.decode("%82%A0", "Shift_JIS") == "あ"


def test_bytes_have_no_encoding() -> None:
    assert dialects.encode(b"a \xff", sets.html.FORM) == "a+%FF"
    assert dialects.decode(b"a+%C3%BF", sets.html.FORM) == "a ÿ"
    with pytest.raises(TypeError):
        dialects.encode(b"a", sets.html.FORM, encoding="utf-8")
