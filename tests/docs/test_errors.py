"""Rows of docs/errors.toml: each raises the error of its code, and each code has a row."""

import re

from kit import ROOT
from writers import errors

#: Codes that only the command raises, or that only a text of megabytes has.
ELSEWHERE = {
    *("record-separator", "line-too-long", "bad-format", "absent", "no-pair", "no-host"),
    *("too-many-rows", "url-too-long", "not-text"),
}


def test_each_row_raises_its_error():
    for code, expression in errors.ROWS.items():
        error = errors.raised(expression)
        assert error is not None, code
        assert error.code == code
        assert error.help, code


def test_each_code_of_the_engine_has_a_row():
    text = (ROOT / "crates" / "engine" / "src" / "base" / "error.rs").read_text("utf-8")
    codes = set(re.findall(r'=> \(Class::\w+, "([^"]+)"', text))
    assert codes - ELSEWHERE <= set(errors.ROWS)
    assert codes >= ELSEWHERE
