"""Dialects at their edges: options, bytes, malformed escapes, and the digits that Java reads."""

from typing import Any

import pytest

from kit.raising import raised
from superuri import sets
from superuri.compat import dialects
from superuri.compat.dialects import hive, java, perl
from superuri.errors import DecodeError, EncodeError

#: One dialect that writes a space as %20, and one that writes it as a plus.
TWO = (sets.jq.URI, sets.html.FORM)


def test_options_are_those_of_decode() -> None:
    assert dialects.decode("%E9+", sets.jq.URI, encoding="latin-1") == "é+"
    assert dialects.decode("%E9+", sets.html.FORM, encoding="latin-1") == "é "
    decoded = {
        errors: [dialects.decode("a+%zz%E9", row, errors=errors) for row in TWO]
        for errors in ("replace", "ignore", "keep")
    }
    assert decoded == {
        "replace": ["a+%zz\ufffd", "a %zz\ufffd"],
        "ignore": ["a+%zz", "a %zz"],
        "keep": ["a+%zz%E9", "a %zz%E9"],
    }


def test_bytes_are_encoded_as_the_dialect_encodes_text() -> None:
    assert dialects.encode(b"~*/ \xff", sets.php.URLENCODE) == "%7E%2A%2F+%FF"
    both: tuple[dict[str, Any], ...] = ({"encoding": "utf-8"}, {"errors": "replace"})
    for options in both:
        caught = raised(TypeError, dialects.encode, b"a", sets.html.FORM, **options)
        assert str(caught) == "bytes are octets already: encoding= and errors= are for str"


def test_hive_reads_zero_as_a_character_and_no_negative_number() -> None:
    assert hive.unescape_path_name("a%00b%-0c%-1d%01") == "a\0b\0c%-1d\x01"


NUMBERS = [
    # digits, the result of Integer.parseInt(digits, 16): None if it throws
    ("7fffffff", 0x7FFF_FFFF),
    ("80000000", None),
    ("-80000000", -0x8000_0000),
    ("-80000001", None),
    ("\uff26\uff46", 0xFF),
    ("\u0663\uff11", 0x31),
    ("\u24d0", None),
    ("\u1d43", None),
    ("g", None),
    ("X", None),
    ("+-1", None),
    ("-", None),
    ("", None),
]


@pytest.mark.parametrize(("digits", "number"), NUMBERS)
def test_java_reads_these_numbers(digits: str, number: int | None) -> None:
    assert java.parse_octet(digits) == number


MALFORMED = [
    # text, code, start and end, the message after the quoted escape
    ("é+%zz1", "bad-hex", (2, 5), '"%zz" at 2..5 is not a valid percent-escape'),
    ("%X1", "bad-hex", (0, 3), '"%X1" at 0..3 is not a valid percent-escape'),
    ("%ⓐ1", "bad-hex", (0, 3), '"%ⓐ1" at 0..3 is not a valid percent-escape'),
    ("%41%-1z", "bad-hex", (3, 6), '"%-1" at 3..6 is not a valid percent-escape'),
    (
        "é+%4",
        "truncated-escape",
        (2, 4),
        '"%4" at 2..4 is cut short: an escape is % and two hex digits',
    ),
    (
        "%C3%",
        "truncated-escape",
        (3, 4),
        '"%" at 3 is cut short: an escape is % and two hex digits',
    ),
]


@pytest.mark.parametrize(("text", "code", "span", "message"), MALFORMED)
def test_java_refuses_a_malformed_escape(text, code, span, message):
    error = raised(DecodeError, java.decode, text)
    assert (error.text, error.code, (error.start, error.end)) == (text, code, span)
    assert (str(error), error.help) == (message, "write a % that is data as %25")


def test_java_encodes_other_encodings_run_by_run() -> None:
    assert java.encode("~é\u2603*+ a", "ISO-8859-1") == "%7E%E9%3F*%2B+a"
    assert java.encode("é a é", "utf-16-be") == "%00%E9+a+%00%E9"
    assert java.encode("\ud83d\u00fe", "utf8") == java.encode("\ud83d\u00fe") == "%3F%C3%BE"


#: Results of URLDecoder of Java 17.
WIDE = [
    ("%00%E9", "é", "\ufffd"),
    ("%FE%FF%00%E9", "é", "\ufffd"),
    ("%FF%FE%E9%00", "é", "\ufffd"),
    ("%00%00%00%E9", "\0é", "é"),
    ("%FF%FE%00%00%E9%00%00%00", "\0é\0", "é"),
    ("%00%00%FE%FF%00%00%00%E9", "\0\ufeff\0é", "é"),
    ("%E9", "\ufffd", "\ufffd"),
]


def test_java_puts_the_high_octet_first() -> None:
    assert java.encode("é a☃", "UTF-16") == "%FE%FF%00%E9+a%FE%FF%26%03"
    assert java.encode("é a☃", "UTF-32") == "%00%00%00%E9+a%00%00%26%03"
    for text, as_utf_16, as_utf_32 in WIDE:
        assert java.decode(text, "UTF-16") == as_utf_16
        assert java.decode(text, "UTF-32") == as_utf_32


def test_perl_takes_code_points_below_256_as_octets() -> None:
    assert perl.uri_escape("~*'\xe9\xff") == "~%2A%27%E9%FF"
    assert perl.uri_unescape("é%41%E9ć%zz%2") == "éAéć%zz%2"
    caught = raised(EncodeError, perl.uri_escape, "ać")
    assert (caught.code, caught.start, caught.end) == ("unencodable", 1, 2)
    assert str(caught) == '"ć" at 1 has no bytes in latin-1'
