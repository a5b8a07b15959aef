"""Views of explanations: drawings and notebooks line by line, and the limits of each view.

The rows are what `str`, `draw`, a notebook and `to_dict` gave, and were read.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import superuri
from superuri.errors import ParseError
from superuri.explanation import Explanation, explain, html
from superuri.explanation.report import body
from superuri.explanation.ruler import draw
from superuri.explanation.token import runs

#: What begins a line of a row: a block, a row of a table, and a token.
BEGINS = r'section|div|h2|p|table|tr|span (?:class="(?:t|rtl)\b|title=|style=)'


def lines_of(markup: str) -> list[str]:
    return re.sub(rf"><(?={BEGINS})", ">\n<", markup).splitlines()


def rows(name: str) -> list[dict[str, Any]]:
    path = Path(__file__).with_name("rows") / name
    return list(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("row", rows("drawings.json"), ids=lambda row: row["why"])
def test_a_drawing_is_the_same_line_by_line(row: dict[str, Any]) -> None:
    drawn = draw(explain(row["text"]), row["width"], colour=row["colour"])
    assert drawn.splitlines() == row["lines"]


@pytest.mark.parametrize("row", rows("explanations.json"), ids=lambda row: row["text"].strip())
def test_an_explanation_is_the_same_in_each_view(row: dict[str, Any]) -> None:
    text = row["text"].encode("latin-1") if row["octets"] else row["text"]
    explanation = explain(text)
    assert str(explanation).splitlines() == row["lines"]
    assert lines_of(explanation._repr_html_()) == row["html"]
    if "data" in row:
        assert json.loads(json.dumps(explanation.to_dict())) == row["data"]


@pytest.mark.parametrize(
    ("text", "value"),
    [("Tom & Jerry", "Tom%20%26%20Jerry"), ("a=1&b", "a%3D1%26b"), ("é&b", "%C3%A9%26b")],
)
def test_a_text_that_may_be_a_value_is_encoded(text: str, value: str) -> None:
    last = f"encode  {value}, as one value of a URL"
    assert str(superuri.explain(text)).splitlines()[-1] == last


@pytest.mark.parametrize(
    "text", ["", "a", "é", "/a&b", "?a&b", "e.com/a b&c", "a&%41", "http://e.com/a&b", "u:p@h&b"]
)
def test_no_other_text_is(text: str) -> None:
    assert "encode " not in str(superuri.explain(text))


def test_an_octet_of_a_text_that_fails_is_named() -> None:
    lines = str(explain(b"//e:x/%FF%7F")).splitlines()
    assert lines[3:7] == [
        " 6  %FF  octet FF  path  no character begins here",
        " 9  %7F  DELETE    path  escaped by every standard",
        "",
        'error   port "x" at 4 is not a number',
    ]


@pytest.mark.parametrize(
    ("octets", "ends"),
    [
        (b"/a", ""),
        (b"/a b", "clean   /a%20b"),
        (b"/%41", ""),
        ("/é".encode(), "clean   /%C3%A9"),
        (b"/\xff", "clean   /%FF"),
    ],
)
def test_octets_that_are_legal_are_not_cleaned(octets: bytes, ends: str) -> None:
    drawing = str(explain(octets))
    assert drawing.rpartition("\n\n")[2].startswith(ends)
    assert ("clean " in drawing) == bool(ends)
    assert (">clean<" in explain(octets)._repr_html_()) == bool(ends)
    assert ("<b>clean</b>" in body(explain(octets))) == bool(ends)


def test_edits_that_are_neighbours_with_the_same_reason_are_joined() -> None:
    joined = [(0, 1, "A", "x"), (1, 2, "B", "x"), (2, 4, "", "x")]
    assert runs([*joined, (4, 5, "C", "y"), (6, 7, "D", "y")]) == [
        (0, 4, "AB", "x"),
        (4, 5, "C", "y"),
        (6, 7, "D", "y"),
    ]
    assert runs([]) == []


def escapes(count: int) -> str:
    return "".join(superuri.encode(chr(0x100 + n)) for n in range(count))


def letters(count: int) -> str:
    return "a" * count


def twice_encoded(count: int) -> str:
    return "?" + "&".join(["a=%2541"] * count)


notebook = Explanation._repr_html_
LIMITS: dict[str, tuple[Callable[[Explanation], str], Callable[[int], str], int, str]] = {
    "characters that a terminal lists": (str, escapes, 48, "\n  … and 2 more\n"),
    "cells that a terminal draws": (str, letters, 8192, "\n… and 2 more"),
    "nested parts in a terminal": (str, twice_encoded, 8, "\n\n… and 2 more"),
    "characters that a notebook lists": (notebook, escapes, 48, "</table><div>… and 2 more</div>"),
    "characters that a notebook draws": (notebook, letters, 8192, "</span> … and 2 more"),
    "nested parts in a notebook": (
        notebook,
        twice_encoded,
        8,
        "</div><div>… and 2 more</div></div>",
    ),
    "characters that a report lists": (
        *(body, escapes, 200),
        '</table></div><p class="soft">… and 2 more</p></section>',
    ),
    "characters that a report draws": (
        *(body, letters, 4096),
        '</div><p class="soft">… and 2 more</p></section>',
    ),
    "characters of a whole text in a report": (
        *(body, letters, 8192),
        "aaaa … and 2 more</output></div>",
    ),
}


@pytest.mark.parametrize("limit", LIMITS)
def test_what_is_beyond_a_limit_is_counted(limit: str) -> None:
    view, text, most, rest = LIMITS[limit]
    assert rest in view(explain(text(most + 2)))
    assert rest.replace("2", "0") not in view(explain(text(most)))


def test_a_text_without_end_is_refused() -> None:
    assert len(explain("a" * 262144)) == 262144
    with pytest.raises(ParseError) as caught:
        explain("a" * (262144 + 1))
    error = caught.value
    assert str(error) == "the text is longer than 262144 characters"
    assert (error.code, error.start, error.end) == ("too-long", 262144, 262145)
    assert error.help == "explain a part of it"


@pytest.mark.parametrize("depth", [0, 65])
def test_a_depth_out_of_range_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match=r"^depth is a number of levels, from 1 to 64$"):
        explain("/", depth=depth)


def test_each_level_has_a_depth_of_one_less() -> None:
    text = "/%252541"
    assert explain(text, depth=1).nested == ()
    ((start, end, component, inner),) = explain(text, depth=2).nested
    assert (start, end, component) == (0, 8, "path")
    assert inner == Explanation("/%2541", 1)
    assert inner.nested == ()


def test_path_query_and_fragment_are_unfolded_and_nothing_else() -> None:
    text = "//%2541:%2541@%2541/%2541?%2541=%2541#%2541"
    assert [nested[:3] for nested in explain(text).nested] == [
        (19, 25, "path"),
        (26, 31, "query-name"),
        (32, 37, "query-value"),
        (38, 43, "fragment"),
    ]


def test_an_error_is_plain_data_too() -> None:
    assert explain("//e:x").to_dict()["error"] == {
        "message": 'port "x" at 4 is not a number',
        "code": "bad-port",
        "start": 4,
        "end": 5,
        "help": "a port is decimal digits (RFC 3986 section 3.2.3)",
    }


def test_a_ruler_begins_below_its_text_and_ends_with_its_last_label() -> None:
    assert str(superuri.explain("//host/")).splitlines()[:2] == ["//host/", "  host╵"]


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_part_is_drawn_in_the_width_of_the_whole(width: int) -> None:
    inner = "http%3A%2F%2Fx%2F" + "a" * 200
    drawn = draw(superuri.explain(f"/?u={inner}"), width).splitlines()
    part = next(n for n, line in enumerate(drawn) if line.startswith("↳"))
    assert max(map(len, drawn[:part])) == max(map(len, drawn[part:])) == width


@pytest.mark.parametrize("password", ["p@q:r", "p/q:r", "p?q#r", "p#q/r"])
def test_delimiters_of_a_password_are_hidden_as_one_character_each(password: str) -> None:
    markup = html.draw(superuri.explain(f"http://u:{password}@h/"))
    assert re.sub("<[^>]*>", "", markup).startswith("http://u:•••••@h/")


def test_explanations_of_other_texts_have_another_hash() -> None:
    one, other = superuri.explain("/a"), superuri.explain("/b")
    assert hash(one) == hash(superuri.explain("/a"))
    assert len({hash(one), hash(other), hash(superuri.explain("/a", depth=2))}) == 3


def test_the_parts_are_those_that_have_characters() -> None:
    assert list(superuri.explain("a").parts()) == [(0, 1, "path")]
    found = [(8, 10, "path"), (11, 12, "query-name"), (13, 14, "query-value")]
    assert list(superuri.explain("http://e/a?b=c#").parts()) == found


def test_a_nested_part_has_four_fields() -> None:
    row: Any = superuri.explain("/?u=http://x/").to_dict()
    [part] = row["nested"]
    assert list(part) == ["start", "end", "component", "explanation"]
    assert (part["start"], part["end"], part["component"]) == (4, 13, "query-value")


def test_an_escape_that_every_standard_leaves_unescaped_is_needless() -> None:
    assert "needs no escape" in str(superuri.explain("/?a=%41"))
    assert "unescaped by RFC 3986, RFC 3987," in str(superuri.explain("/%41"))
