"""Errors about a part, and texts that are empty: the place is that in the whole text."""

import pytest

from kit.raising import raised
from superuri import data_uri, file_uri, otpauth
from superuri.errors import EncodeError, ParseError


def test_a_path_of_bytes_is_counted_in_bytes() -> None:
    error = raised(ParseError, file_uri.from_path, b"a\xff", "posix")
    assert (str(error), error.start, error.end) == ('"aÿ" at 0..2 is relative', 0, 2)
    assert error.text == b"a\xff"


def test_a_lone_surrogate_of_a_data_uri_is_counted_in_the_whole() -> None:
    for text in ("data:,a\ud800", " data:,\ud800", "data:,a#\ud800", "data:\ud800,"):
        caught = raised(EncodeError, data_uri.parse, text)
        assert (caught.text, caught.start) == (text, text.index("\ud800"))


def test_no_data_is_no_text_in_any_encoding() -> None:
    for charset in ("iso-2022-kr", "utf-8", "utf-16le", "shift_jis", "us-ascii"):
        assert data_uri.parse(f"data:;charset={charset},").text == ""


def test_a_key_needs_an_account() -> None:
    for account in ("", "  "):
        with pytest.raises(ValueError, match=r"^account is not empty$"):
            otpauth.build("totp", account, "GE")
