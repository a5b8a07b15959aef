"""Texts that a module refuses: the class of the error, its message, place, code and help."""

import importlib
import operator
from typing import Any

import pytest

from kit import toml
from superuri import errors

KINDS = toml.read("uri/refused.toml")["kind"]
ROWS = [(kind, row) for kind in KINDS for row in kind["rows"]]


@pytest.mark.parametrize(("kind", "row"), ROWS, ids=[f"{row[0]}-{row[1]}" for _, row in ROWS])
def test_a_refusal_says_what_is_wrong_where_and_what_to_do(kind: dict[str, Any], row: list[Any]):
    name, args, message, start, end, *more = row
    options, text = (more[0].get(key) for key in ("options", "text")) if more else (None, None)
    module, _, function = name.partition(".")
    call = operator.attrgetter(function)(importlib.import_module(f"superuri.{module}"))
    with pytest.raises(errors.URIError) as caught:
        call(*args, **(options or {}))
    error = caught.value
    assert type(error).__name__ == kind["error"]
    assert (str(error), error.text) == (message, args[0] if text is None else text)
    assert (error.start, error.end, error.row) == (start, end, None)
    assert (error.code, error.help) == (kind["code"], kind["help"])
