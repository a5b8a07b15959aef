"""Tables as text, and the messages of names that do not exist."""

import copy
import json
import pickle
import re

import pytest

import superuri
from superuri import profiles, render, sets
from superuri.errors import ParseError


def test_a_table_is_text_markdown_or_json():
    rows = [["a|`", "<\\"], ["b\n", "é"]]
    assert render.FORMS == ("text", "json", "markdown")
    assert render.table(["who", "what"], [["a", "1"], ["bc", "|\n"]]) == (
        "who  what\na    1\nbc   |\\n"
    )
    assert render.table(["a\tb", "c"], [["", "wide"], ["x", ""]], "text") == (
        "a\\tb  c\n      wide\nx"
    )
    assert render.table(["who|", "what"], rows, "markdown") == (
        "| who\\| | what |\n| --- | --- |\n| a\\|\\` | \\<\\\\ |\n| b\\\\n | é |"
    )
    assert render.table(["who", "what"], rows, "json") == (
        '[\n {\n  "who": "a|`",\n  "what": "<\\\\"\n },\n'
        ' {\n  "who": "b\\n",\n  "what": "\\u00e9"\n }\n]'
    )
    assert [render.table(["a"], [], form) for form in render.FORMS] == ["a", "[]", "| a |\n| --- |"]


@pytest.mark.parametrize("form", render.FORMS)
def test_every_form_has_every_cell(form):
    message = render.table(["a", "b"], [["1|", "\x1b[2J"], ["é\n", ""]], form)
    assert "\x1b" not in message
    if form == "json":
        assert json.loads(message) == [{"a": "1|", "b": "\x1b[2J"}, {"a": "é\n", "b": ""}]
    else:
        assert len(message.splitlines()) == {"text": 3, "markdown": 4}[form]


@pytest.mark.parametrize("form", render.FORMS)
def test_a_row_has_a_cell_for_each_column(form: str):
    if form == "markdown":
        assert render.table(["a"], [["b", "c"]], form).splitlines()[2] == "| b | c |"
        return
    with pytest.raises(ValueError, match="zip"):
        render.table(["a", "b"], [["c"]], form)


def test_an_unknown_name_lists_the_known_ones():
    families = ", ".join(sets.families)
    for name, of, message in (
        ("rfc9999", sets, f"no family of sets is called sets.rfc9999; there are {families}"),
        ("SCHEMES", sets.w3c, "no set is called sets.w3c.SCHEMES; there are BAGGAGE_VALUE"),
        ("_hidden", sets.w3c, "_hidden"),
    ):
        with pytest.raises(AttributeError) as caught:
            getattr(of, name)
        assert str(caught.value) == message
    with pytest.raises(AttributeError) as caught:
        _ = profiles.RFC9999  # type: ignore[attr-defined]
    names = [*profiles.names, *(row.name for row in profiles.displays)]
    assert str(caught.value) == (
        f"no profile is called profiles.RFC9999; there are {', '.join(names)}"
    )


@pytest.mark.parametrize("name", sets.families)
def test_a_family_is_found_by_its_name(name: str):
    family = sets.families[name]
    assert repr(family) == f"sets.{name}"
    assert pickle.loads(pickle.dumps(family)) is family  # noqa: S301  because it is our own
    assert copy.copy(family) is copy.deepcopy(family) is family


def test_an_error_has_its_attributes_in_every_copy():
    bare = ParseError("message")
    assert (str(bare), vars(bare), bare.row) == (
        "message",
        {"text": "", "start": 0, "end": 0, "code": "", "help": ""},
        None,
    )
    full = ParseError("message", "abc", 1, 2, "code", "help")
    full.row = 7
    for error in (full, copy.copy(full), pickle.loads(pickle.dumps(full))):  # noqa: S301  our own
        assert (type(error), str(error), error.row) == (ParseError, "message", 7)
        assert vars(error) == {
            "text": "abc",
            "start": 1,
            "end": 2,
            "code": "code",
            "help": "help",
            "row": 7,
        }


def test_an_error_is_drawn_with_its_help():
    error = ParseError("message", "abc", 1, 2, "code", "help")
    assert error.pretty() == "message\n  abc\n   ^\nhelp: help"
    assert ParseError("message", "abc", 1, 2, "code").pretty() == "message\n  abc\n   ^"
    assert ParseError("message").pretty() == "message"
    long = ParseError("message", "a" * 100 + "X" + "b" * 100, 100, 101, "code", "help")
    for lines, width in ((long.pretty(), 80), (long.pretty(width=20), 20)):
        text, caret = lines.splitlines()[1:3]
        assert len(text) == width
        assert re.fullmatch("  …a+Xb+…", text)
        assert caret == " " * text.index("X") + "^"


def test_the_package_lists_its_names_in_order():
    names = dir(superuri)
    assert names == sorted(set(names))
    assert {*superuri.__all__, "clean", "mailto", "__all__"} <= set(names)
