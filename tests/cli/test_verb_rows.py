"""Rows of the table of verbs: what a row does not give follows from its example and its name."""

import pytest

from superuri._verbs import Option, Verb


def test_a_row_is_completed_by_its_example() -> None:
    verb = Verb("encode", "percent-encode", example=("a b", "a%20b"))
    assert vars(verb) == {
        "name": "encode",
        "help": "percent-encode",
        "example": ("a b", "a%20b"),
        "cli_example": ("a b",),
        "cli_output": "a%20b",
        "call": ("a b",),
        "named": {},
    }


def test_a_function_of_keywords_alone_is_called_without_the_text() -> None:
    verb = Verb("build", "build a URI", example=("", "//e.com"), named={"host": "e.com"})
    assert (verb.call, verb.named) == ((), {"host": "e.com"})


def test_what_a_row_gives_stays() -> None:
    given = {
        "call": ("/{a}",),
        "named": {"a": "b"},
        "cli_example": ("/{a}", "a=b"),
        "cli_output": "/b\n",
    }
    verb = Verb("form fill", "fill", ("", "URI('/b')"), family="form", **given)
    assert {name: getattr(verb, name) for name in given} == given
    assert verb.path == "form.fill"


def test_an_option_has_its_name_in_python() -> None:
    option = Option("add-query-pair", "append", repeat=True)
    assert (option.name, option.attribute) == ("add-query-pair", "add_query_pair")
    assert option.default is None


def test_an_attribute_that_no_row_has_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^Verb has no exampel$"):
        Verb("encode", "percent-encode", exampel=("a b", "a%20b"))
