"""OpenAPI parameters, by the table of the standard: each style, and what it cannot write."""

from typing import Any

import pytest

import superuri
from kit import exactly, toml
from kit.raising import raised
from superuri import form, openapi, rfc6570
from superuri.errors import EncodeError, ParseError

OPENAPI = toml.read("uri/openapi.toml")
COLORS: dict[str, Any] = {
    "empty": "",
    "string": "blue",
    "array": ["blue", "black", "brown"],
    "object": {"R": 100, "G": 200, "B": 150},
}
#: Values that the styles of a query can write, except for deepObject.
KINDS = "lists and mappings that are not exploded"


@pytest.mark.parametrize("kind", COLORS)
@pytest.mark.parametrize(
    "row", OPENAPI["style"], ids=lambda row: f"{row['style']}-{row['explode']}"
)
def test_styles(row: dict[str, Any], kind: str) -> None:
    style, explode = row["style"], row["explode"]
    kinds = "mappings" if style == "deepObject" else KINDS
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
def test_a_style_with_an_operator_is_a_template(style, value, star):
    template = f"{{{style.operator}name{star}}}"
    want = rfc6570.expand(template, name=value).removeprefix("?")
    assert openapi.serialize("name", value, style.name, explode=bool(star)) == want  # type: ignore[arg-type]


#: A value, and what each style with an operator writes: matrix, label, simple, form; not exploded
#: and exploded.
VALUES: list[tuple[Any, list[str]]] = [
    (True, [";a=true", ";a=true", ".true", ".true", "true", "true", "a=true", "a=true"]),
    (
        ["x,y", "", 15, False],
        [
            *(";a=x%2Cy,,15,false", ";a=x%2Cy;a;a=15;a=false"),
            *(".x%2Cy,,15,false", ".x%2Cy..15.false", "x%2Cy,,15,false", "x%2Cy,,15,false"),
            *("a=x%2Cy,,15,false", "a=x%2Cy&a=&a=15&a=false"),
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
        ("a]", ["x", "y z"], "pipeDelimited", "a%5D=x%7Cy%20z"),
        ("a|", ["x|", "y"], "spaceDelimited", "a%7C=x%7C%20y"),
        ("a]", {"x": "y z", "b": 2}, "pipeDelimited", "a%5D=x%7Cy%20z%7Cb%7C2"),
        ("a", {"x ": "y[", "b": 2}, "deepObject", "a%5Bx%20%5D=y%5B&a%5Bb%5D=2"),
        ("a", {"x": None, "b": 2}, "form", "b=2"),
        ("a", "b.c", "label", ".b.c"),
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
    assert str(raised(ValueError, openapi.serialize, "a", "b", wrong)) == message
    assert raised(EncodeError, openapi.serialize, "a", "\ud800").code == "lone-surrogate"


def test_the_styles_are_those_of_the_standard():
    assert [tuple(style)[:5] for style in openapi.styles.values()] == [
        ("matrix", ("path",), ";", ",", False),
        ("label", ("path",), ".", ",", False),
        ("simple", ("path", "header"), "", ",", False),
        ("form", ("query", "cookie"), "?", ",", True),
        ("spaceDelimited", ("query",), None, "%20", False),
        ("pipeDelimited", ("query",), None, "%7C", False),
        ("deepObject", ("query",), None, "", True),
        ("cookie", ("cookie",), None, ",", True),
    ]


@pytest.mark.parametrize("row", OPENAPI["own"], ids=lambda row: f"{row['style']}-{row['value']}")
def test_a_delimiter_of_the_style_is_refused(row: dict[str, Any]) -> None:
    with pytest.raises(ParseError) as caught:
        openapi.serialize(row["name"], row["value"], row["style"], explode=row.get("explode"))
    assert (caught.value.start, caught.value.code) == (row["at"], "bad-openapi")
    assert caught.value.text[row["at"]] == row["mark"]


@pytest.mark.parametrize(
    ("value", "style", "written"),
    [
        ("a:b/c?d=e", "form", "q=a:b/c?d=e"),
        ("100% %41é|", "form", "q=100%25%20%41%C3%A9%7C"),
        (b"%4", "form", "q=%254"),
        ("a:b@c;d", "simple", "a:b@c;d"),
        ({"a&": "b:c"}, "form", "a%26=b:c"),
        (["a:b", "c/d"], "pipeDelimited", "q=a:b%7Cc/d"),
        # Where it would end the value, or begin another, a delimiter is refused.
        ("a&b", "form", None),
        ("a#b", "form", None),
        ("a[b", "form", None),
        ("a/b", "simple", None),
        ("a;b", "matrix", None),
        (["a,b"], "simple", None),
    ],
)
def test_reserved_characters_are_kept(value: Any, style: Any, written: str | None) -> None:
    if written is not None:
        assert openapi.serialize("q", value, style, reserved="keep") == written
        return
    with pytest.raises(ParseError, match="would end a value of"):
        openapi.serialize("q", value, style, reserved="keep")
    wrong: Any = "yes"
    with pytest.raises(ValueError, match='reserved is "encode" or "keep"'):
        openapi.serialize("q", "a", reserved=wrong)


@pytest.mark.parametrize("value", ["a b", "a;b", "é", 'a"', ["a,b"], {"a b": "c"}, {"a": "b\n"}])
def test_nothing_is_escaped_in_a_cookie(value: Any) -> None:
    assert raised(ParseError, openapi.serialize, "q", value, "cookie").code == "bad-cookie"
    assert openapi.serialize("q", "a%20b", "cookie") == "q=a%20b"


@pytest.mark.parametrize(
    "value", [[["a"], [1]], [{"a": 1}], {"a": [1, 2]}, {"a": {"b": 1}}, {1, 2}, (x for x in "ab")]
)
@pytest.mark.parametrize("style", ["form", "deepObject", "pipeDelimited"])
def test_what_openapi_does_not_define_is_refused(value: Any, style: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        openapi.serialize("q", value, style)


def decoded(text: str) -> str:
    return superuri.decode(text)


def test_kiota_expands_the_same_template() -> None:
    std = pytest.importorskip("stduritemplate").StdUriTemplate
    for style in ("matrix", "label", "simple", "form"):
        operator = openapi.styles[style].operator
        for value in ("blue", "a/b&c", ["blue", "b,c"], {"R": 100, "G": "x=y"}):
            for explode in (False, True):
                theirs = std.expand(f"{{{operator}color{'*' * explode}}}", {"color": value})
                ours = openapi.serialize("color", value, style, explode=explode)  # type: ignore[arg-type]
                assert ours == theirs.removeprefix("?"), (style, value, explode)


def test_openapi_core_reads_what_is_written() -> None:
    """The parser of openapi-core, given the text of a path or the pairs of a query."""
    read_by = pytest.importorskip("openapi_core.deserializing.styles").style_deserializers
    for style, value, explode in [
        ("matrix", ["blue", "black"], False),
        ("label", ["blue", "black"], False),
        ("label", ["blue", "black"], True),
        ("simple", ["blue", "black"], False),
        ("form", ["blue", "black"], False),
        ("pipeDelimited", ["blue", "black"], False),
        ("simple", {"R": "100", "G": "200"}, False),
        ("simple", {"R": "100", "G": "200"}, True),
        ("deepObject", {"R": "100", "G": "200"}, True),
    ]:
        written = openapi.serialize("color", value, style, explode=explode)  # type: ignore[arg-type]
        where = openapi.styles[style].where[0]
        path = f"{openapi.styles[style].before}color{'*' if explode and style != 'simple' else ''}"
        given = dict(form.parse(written)) if where == "query" else {path: decoded(written)}
        kind = "object" if isinstance(value, dict) else "array"
        read = read_by[style](explode, "color", kind, given)
        assert read == value, (style, explode)
