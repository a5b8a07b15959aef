"""OpenAPI parameters, by the table of the standard: each style, and what it cannot write."""

from pathlib import Path
from typing import Any

import pytest

from kit import exactly
from kit.tables import tomllib
from superuri import openapi, rfc6570
from superuri.errors import EncodeError

OPENAPI = tomllib.loads(Path(__file__).with_name("openapi.toml").read_text(encoding="utf-8"))
COLORS: dict[str, Any] = {
    "empty": "",
    "string": "blue",
    "array": ["blue", "black", "brown"],
    "object": {"R": 100, "G": 200, "B": 150},
}
#: What the styles of a query can write, except for deepObject.
KINDS = "lists and mappings that are not exploded"


@pytest.mark.parametrize("kind", COLORS)
@pytest.mark.parametrize(
    "row", OPENAPI["style"], ids=lambda row: f"{row['style']}-{row['explode']}"
)
def test_styles(row: dict[str, Any], kind: str) -> None:
    style, explode = row["style"], row["explode"]
    kinds = "exploded mappings" if style == "deepObject" else KINDS
    usual: list[bool | None] = [None] if explode == openapi.styles[style].explode else []
    for given in (explode, *usual):
        if kind in row:
            assert openapi.serialize("color", COLORS[kind], style, explode=given) == row[kind]
            continue
        with pytest.raises(ValueError, match=exactly(f"OpenAPI defines {style} for {kinds} only")):
            openapi.serialize("color", COLORS[kind], style, explode=given)


def test_the_table_has_every_style() -> None:
    assert len(OPENAPI["style"]) == 2 * len(openapi.styles)
    assert {row["style"] for row in OPENAPI["style"]} == set(openapi.styles)
    undefined: list[Any] = [None, [], {}, ()]
    for row in OPENAPI["style"]:
        for value in undefined:
            assert openapi.serialize("a", value, row["style"], explode=row["explode"]) == ""


@pytest.mark.parametrize(
    "style", [row for row in openapi.styles.values() if row.operator is not None]
)
@pytest.mark.parametrize(
    "value", ["", "a/b&c=d e;%41é", ["a,b", "", "ü"], {"k&": "v=", "z": ""}, 1.5]
)
@pytest.mark.parametrize("star", ["", "*"])
def test_a_style_with_an_operator_is_a_template(
    style: openapi.Style, value: Any, star: str
) -> None:
    template = f"{{{style.operator}name{star}}}"
    want = rfc6570.expand(template, name=value).removeprefix("?")
    assert openapi.serialize("name", value, style.name, explode=bool(star)) == want  # type: ignore[arg-type]


#: A value, and what each style with an operator writes: matrix, label, simple, form; not exploded
#: and exploded.
VALUES: list[tuple[Any, list[str]]] = [
    (True, [";a=true", ";a=true", ".true", ".true", "true", "true", "a=true", "a=true"]),
    (
        ["x,y", "", 1.5, False],
        [
            *(";a=x%2Cy,,1.5,false", ";a=x%2Cy;a;a=1.5;a=false"),
            *(".x%2Cy,,1.5,false", ".x%2Cy..1.5.false", "x%2Cy,,1.5,false", "x%2Cy,,1.5,false"),
            *("a=x%2Cy,,1.5,false", "a=x%2Cy&a=&a=1.5&a=false"),
        ],
    ),
    (
        {"k=": "v&", "e": ""},
        [
            *(";a=k%3D,v%26,e,", ";k%3D=v%26;e", ".k%3D,v%26,e,", ".k%3D=v%26.e="),
            *("k%3D,v%26,e,", "k%3D=v%26,e=", "a=k%3D,v%26,e,", "k%3D=v%26&e="),
        ],
    ),
]


@pytest.mark.parametrize(("value", "written"), VALUES)
def test_values_of_each_type(value: Any, written: list[str]) -> None:
    made = [
        openapi.serialize("a", value, style.name, explode=explode)  # type: ignore[arg-type]
        for style in openapi.styles.values()
        if style.operator is not None
        for explode in (False, True)
    ]
    assert made == written


@pytest.mark.parametrize(
    ("name", "value", "style", "written"),
    [
        ("a b", "x/y ü", "form", "a%20b=x%2Fy%20%C3%BC"),
        ("a", 0, "form", "a=0"),
        ("a[b]-c", ["x&y", True, 2], "form", "a%5Bb%5D-c=x%26y&a%5Bb%5D-c=true&a%5Bb%5D-c=2"),
        ("a", ("x", "y"), "simple", "x,y"),
        ("a]", ["x|", "y z"], "pipeDelimited", "a%5D=x%7C%7Cy%20z"),
        ("a]", ["x|", "y z"], "spaceDelimited", "a%5D=x%7C%20y%20z"),
        ("a]", {"x|": "y z", "b": 2}, "pipeDelimited", "a%5D=x%7C%7Cy%20z%7Cb%7C2"),
        ("a]", {"x]": "y[", "b": 2}, "deepObject", "a%5D%5Bx%5D%5D=y%5B&a%5D%5Bb%5D=2"),
        # Commas and equals signs of values are data.
        ("a", ["x,y=z"], "pipeDelimited", "a=x%2Cy%3Dz"),
        ("a", {"b,c": "d=e,f"}, "deepObject", "a%5Bb%2Cc%5D=d%3De%2Cf"),
    ],
)
def test_names_and_values_are_data(name: str, value: Any, style: Any, written: str) -> None:
    assert openapi.serialize(name, value, style) == written


def test_a_style_and_a_text_are_refused() -> None:
    wrong: Any = "forms"
    message = f"there is no such style; there are {', '.join(openapi.styles)}"
    with pytest.raises(ValueError, match=exactly(message)):
        openapi.serialize("a", "b", wrong)
    with pytest.raises(EncodeError) as caught:
        openapi.serialize("a", "\ud800")
    assert caught.value.code == "lone-surrogate"


def test_the_styles_are_those_of_the_standard():
    assert [tuple(style) for style in openapi.styles.values()] == [
        ("matrix", ("path",), ";", ",", False),
        ("label", ("path",), ".", ",", False),
        ("simple", ("path", "header"), "", ",", False),
        ("form", ("query", "cookie"), "?", ",", True),
        ("spaceDelimited", ("query",), None, "%20", False),
        ("pipeDelimited", ("query",), None, "%7C", False),
        ("deepObject", ("query",), None, "", True),
    ]
