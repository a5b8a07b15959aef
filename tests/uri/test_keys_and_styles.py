"""OData keys, OpenAPI styles and fragments: results with edge values, and refusals."""

from typing import Any

import pytest

from superuri import fragments, odata, openapi, rfc1738
from superuri.errors import EncodeError, ParseError
from superuri.odata import Literal

ODATA_HELP = (
    "write Name('text'), Name(1) or Name(A=1,B='text'); double a ' in a text, escape a / as %2F"
)


def test_a_key_of_an_entity_is_written_and_read():
    assert (
        odata.literal("O'Neil"),
        odata.literal(7),
        odata.literal(True),
        odata.literal(False),
        odata.literal(Literal("2026-11-25")),
        odata.literal(-3),
    ) == ("'O''Neil'", "7", "true", "false", "2026-11-25", "-3")
    assert odata.literal(Literal("A.B'c'")) == "A.B'c'"
    assert odata.segment("Ns.Name", "a/b'c") == "Ns.Name('a%2Fb''c')"
    assert odata.segment("$metadata") == "$metadata"
    assert odata.segment("A", {"b": 1, "c_1": "x", "d": True}) == "A(b=1,c_1='x',d=true)"
    assert odata.segment("A", {}) == "A()"
    assert odata.parse_segment("A%28b='x%2F''',c=-5,D=true,e=false,f=1.5,g=Ns.T'v',h=''%29") == (
        "A",
        {
            "b": "x/'",
            "c": -5,
            "D": True,
            "e": False,
            "f": Literal(text="1.5"),
            "g": Literal(text="Ns.T'v'"),
            "h": "",
        },
    )
    assert odata.parse_segment("$count") == ("$count", None)
    assert odata.parse_segment("A()") == ("A", {})
    assert odata.parse_segment("A('')") == ("A", "")
    assert odata.parse_segment("A('ab')") == ("A", "ab")
    assert odata.parse_segment("A(12345678901234567890)") == (
        "A",
        Literal(text="12345678901234567890"),
    )
    assert odata.parse_segment("A(é=1)") == ("A", {"é": 1})


def test_a_parameter_is_written_in_its_style():
    assert openapi.serialize("a b", "x/y ü") == "a%20b=x%2Fy%20%C3%BC"
    assert openapi.serialize("a", "") == "a="
    assert [
        openapi.serialize("a", "", style) for style in ("matrix", "label", "simple", "form")
    ] == [";a", ".", "", "a="]
    assert [
        openapi.serialize("a", True, style) for style in ("matrix", "label", "simple", "form")
    ] == [";a=true", ".true", "true", "a=true"]
    assert [
        openapi.serialize("a", ["x,y", "", 1.5, False], style, explode=explode)
        for style in ("matrix", "label", "simple", "form")
        for explode in (False, True)
    ] == [
        ";a=x%2Cy,,1.5,false",
        ";a=x%2Cy;a;a=1.5;a=false",
        ".x%2Cy,,1.5,false",
        ".x%2Cy..1.5.false",
        "x%2Cy,,1.5,false",
        "x%2Cy,,1.5,false",
        "a=x%2Cy,,1.5,false",
        "a=x%2Cy&a=&a=1.5&a=false",
    ]
    assert [
        openapi.serialize("a", {"k=": "v&", "e": ""}, style, explode=explode)
        for style in ("matrix", "label", "simple", "form")
        for explode in (False, True)
    ] == [
        ";a=k%3D,v%26,e,",
        ";k%3D=v%26;e",
        ".k%3D,v%26,e,",
        ".k%3D=v%26.e=",
        "k%3D,v%26,e,",
        "k%3D=v%26,e=",
        "a=k%3D,v%26,e,",
        "k%3D=v%26&e=",
    ]
    assert (
        openapi.serialize("a]", ["x|", "y z"], "pipeDelimited"),
        openapi.serialize("a]", ["x|", "y z"], "spaceDelimited"),
        openapi.serialize("a]", {"x|": "y z", "b": 2}, "pipeDelimited", explode=False),
    ) == ("a%5D=x%7C%7Cy%20z", "a%5D=x%7C%20y%20z", "a%5D=x%7C%7Cy%20z%7Cb%7C2")
    assert (
        openapi.serialize("a]", {"x]": "y[", "b": 2}, "deepObject"),
        openapi.serialize("a", {"x": "y"}, "deepObject", explode=True),
    ) == ("a%5D%5Bx%5D%5D=y%5B&a%5D%5Bb%5D=2", "a%5Bx%5D=y")
    assert [openapi.serialize("a", value, "matrix") for value in (None, [], {}, ())] == [
        "",
        "",
        "",
        "",
    ]
    assert openapi.serialize("a", 0) == "a=0"


def test_a_fragment_is_written_and_read():
    assert (
        fragments.json_pointer(["a/b", 0, "m~n", "", "c%d ü", "~1"])
        == "/a~1b/0/m~0n//c%25d%20%C3%BC/~01"
    )
    assert fragments.json_pointer([]) == ""
    assert fragments.parse_json_pointer("/a~1b/0/m~0n//c%25d%20%C3%BC/~01") == (
        "a/b",
        "0",
        "m~n",
        "",
        "c%d ü",
        "~1",
    )
    assert fragments.parse_json_pointer("") == ()
    assert fragments.text_directive("a-b, c&d") == ":~:text=a%2Db%2C%20c%26d"
    assert fragments.text_directive("a", "b", prefix="p-", suffix=",s") == ":~:text=p%2D-,a,b,-%2Cs"
    assert fragments.text_directive("a", prefix="p") == ":~:text=p-,a"
    assert fragments.text_directive("a", suffix="s") == ":~:text=a,-s"
    assert fragments.parse_text_directives(
        "top:~:text=p%2D-,a%2Cb,c,-s&unknown=x&text=d&text=-,e&text=f,-g&text=h-,i&text="
    ) == [
        ("a,b", "c", "p-", "s"),
        ("d", None, None, None),
        ("f", None, None, "g"),
        ("i", None, "h", None),
    ]
    assert fragments.parse_text_directives(
        ":~:text=a,b,c&text=a-b&text=-&text=p-,-s&text=,a&text&selector(x)&text=j=k,l"
    ) == [("j=k", "l", None, None)]
    assert fragments.parse_text_directives("text=a") == []
    assert fragments.parse_text_directives(":~:text=a:~:text=b") == [
        ("a:~:text=b", None, None, None)
    ]
    assert (
        fragments.parse_text_directives(":~:text=a-,-b"),
        fragments.parse_text_directives(":~:text=a-,b,c,-d-"),
    ) == ([], [])


@pytest.mark.parametrize("text", ["a=b", "a,", "", "a)", "a b", "'a'b"])
def test_a_literal_that_would_end_itself_is_refused(text: str):
    for write in (odata.literal, lambda literal: odata.segment("A", literal)):
        with pytest.raises(ParseError) as caught:
            write(Literal(text))
        error = caught.value
        place = "0" if len(text) == 1 else f"0..{len(text)}"
        assert str(error) == f'"{text}" at {place} is not a literal'
        assert (error.text, error.start, error.end, error.code, error.help) == (
            *(text, 0, len(text), "bad-odata"),
            ODATA_HELP,
        )


def test_a_value_of_another_type_is_refused():
    wrong: Any = 1.5
    with pytest.raises(TypeError) as caught:
        odata.literal(wrong)
    assert str(caught.value) == "a key is a str, an int, a bool or a Literal, not float"
    with pytest.raises(TypeError) as caught:
        fragments.json_pointer("ab")
    assert str(caught.value) == "the tokens of a pointer are a list of str and int, not one str"


@pytest.mark.parametrize(
    ("value", "style", "explode", "message"),
    [
        (
            *("b", "forms", None),
            f"there is no such style; there are {', '.join(openapi.styles)}",
        ),
        (["b"], "deepObject", None, "OpenAPI defines deepObject for exploded mappings only"),
        ({"b": 1}, "deepObject", False, "OpenAPI defines deepObject for exploded mappings only"),
        ("b", "deepObject", None, "OpenAPI defines deepObject for exploded mappings only"),
        (
            *(["b"], "pipeDelimited", True),
            "OpenAPI defines pipeDelimited for lists and mappings that are not exploded only",
        ),
        (
            *({"b": 1}, "spaceDelimited", True),
            "OpenAPI defines spaceDelimited for lists and mappings that are not exploded only",
        ),
        (
            *("b", "pipeDelimited", None),
            "OpenAPI defines pipeDelimited for lists and mappings that are not exploded only",
        ),
    ],
)
def test_a_style_is_refused_for_a_value_that_it_cannot_write(
    value: Any, style: Any, explode: Any, message: str
):
    with pytest.raises(ValueError, match=r"OpenAPI|style") as caught:
        openapi.serialize("a", value, style, explode=explode)
    assert str(caught.value) == message


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


@pytest.mark.parametrize(
    "write",
    [
        lambda text: odata.segment("A", text),
        lambda text: openapi.serialize("a", text),
        lambda text: fragments.json_pointer([text]),
        lambda text: fragments.text_directive("a", suffix=text),
        lambda text: rfc1738.clean(f"http://h/{text}"),
    ],
)
def test_a_lone_surrogate_is_refused(write: Any):
    with pytest.raises(EncodeError) as caught:
        write("\ud800")
    assert caught.value.code == "lone-surrogate"
