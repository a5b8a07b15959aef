"""OData keys, by the examples of the standard: segments written and read, and what is refused."""

import contextlib
from typing import Any

import pytest

import superuri
from kit.clock import linearly
from kit.raising import raised
from superuri import URI, odata
from superuri.errors import DecodeError, EncodeError, ParseError
from superuri.odata import Literal

HELP = "write Name('text'), Name(1) or Name(A=1,B='text'); double a ' in a text, escape a / as %2F"
# OData 4.01 URL Conventions, section 2 and 4.3; what is written, and what it is read as.
SEGMENTS: list[tuple[str, str, Any]] = [
    ("People('O''Neil')", "People", "O'Neil"),
    ("Categories('Smartphone%2FTablet')", "Categories", "Smartphone/Tablet"),
    ("Orders(1)", "Orders", 1),
    ("Items(OrderID=1,ItemNo=2)", "Items", {"OrderID": 1, "ItemNo": 2}),
    ("Employees(ID='A1245')", "Employees", {"ID": "A1245"}),
    ("Products", "Products", None),
    ("$metadata", "$metadata", None),
    ("Model.VipCustomer", "Model.VipCustomer", None),
    ("Products(Color=@color)", "Products", {"Color": Literal("@color")}),
    ("Days(2026-11-25)", "Days", Literal("2026-11-25")),
    ("T(Model.Color'Red')", "T", Literal("Model.Color'Red'")),
    ("T(A=true,B=-1,C='')", "T", {"A": True, "B": -1, "C": ""}),
    ("T('a,b=1)%3F%23%25%20+%C3%BC')", "T", "a,b=1)?#% +ü"),
    ("T('')", "T", ""),
    ("Ns.Name('a%2Fb''c')", "Ns.Name", "a/b'c"),
    ("T(b=1,c_1='x',d=false)", "T", {"b": 1, "c_1": "x", "d": False}),
    ("Model.MostExpensive()", "Model.MostExpensive", {}),
    # More digits than a number of OData has.
    ("T(12345678901234567890)", "T", Literal("12345678901234567890")),
]
# Other spellings of the same.
READ: list[tuple[str, str, Any]] = [
    ("People(%27O%27%27Neil%27)", "People", "O'Neil"),
    ("People%28%27O%27%27Neil%27%29", "People", "O'Neil"),
    ("A(é=1)", "A", {"é": 1}),
    (
        "A%28b='x%2F''',c=-5,D=true,e=false,f=1.5,g=Ns.T'v',h=''%29",
        "A",
        {
            "b": "x/'",
            "c": -5,
            "D": True,
            "e": False,
            "f": Literal("1.5"),
            "g": Literal("Ns.T'v'"),
            "h": "",
        },
    ),
]


@pytest.mark.parametrize(("segment", "name", "key"), SEGMENTS)
def test_segments(segment: str, name: str, key: Any) -> None:
    assert odata.parse_segment(segment) == (name, key)
    assert odata.segment(name, key) == segment
    assert superuri.is_uri(f"/{segment}")
    assert URI(f"http://host/service/{segment}/x").raw.path == f"/service/{segment}/x"


@pytest.mark.parametrize(("segment", "name", "key"), READ)
def test_other_spellings_are_read(segment: str, name: str, key: Any) -> None:
    assert odata.parse_segment(segment) == (name, key)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        *(("O'Neil", "'O''Neil'"), (7, "7"), (-3, "-3"), (True, "true"), (False, "false")),
        *((Literal("2026-11-25"), "2026-11-25"), (Literal("A.B'c'"), "A.B'c'")),
    ],
)
def test_literals(value: Any, written: str) -> None:
    assert odata.literal(value) == written


@pytest.mark.parametrize(
    "wrong",
    [
        *("People('O'Neil')", "People('O%27Neil')", "Categories('Smartphone/Tablet')"),
        *("People('a'", "People('a'b)", "(1)", "", "a b(1)", "A(1,2)", "A(b=1,b=2)", "A(b=1,2)"),
        *("A(1)(2)", "A(1,)", "A(,)", "A(b=)", "A(b c)", "A(1)?a", "A('')')", "A('1'\n)"),
    ],
)
def test_what_is_not_a_segment(wrong: str) -> None:
    caught = raised(ParseError, odata.parse_segment, wrong)
    assert caught.code == "bad-odata"
    assert caught.text == wrong


def test_a_key_cannot_leave_its_predicate() -> None:
    for text in ("') or ('", "/../x", "'", "''", "%27", "a)", "\n", "?a#b", "é"):
        segment = odata.segment("A", {"b": text, "c": 1})
        assert odata.parse_segment(segment) == ("A", {"b": text, "c": 1})
        assert not set(segment) & set("/?#")
    for name in ("a b", "", "1", "a(b", "a/b"):
        with pytest.raises(ParseError):
            odata.segment(name, 1)
        with pytest.raises(ParseError):
            odata.segment("A", {name: 1})
    assert raised(EncodeError, odata.segment, "A", "\ud800").code == "lone-surrogate"
    with pytest.raises(DecodeError):
        odata.parse_segment("A('%FF')")


@pytest.mark.parametrize("write", [odata.literal, lambda value: odata.segment("A", value)])
def test_a_value_is_of_four_types_and_a_literal_ends_where_it_ends(write: Any) -> None:
    message = "a key is a str, an int, a bool or a Literal, not float"
    assert str(raised(TypeError, write, 1.5)) == message
    for text in ("a=b", "a,", "", "a)", "a b", "'a'b", "1,2", "'"):
        error = raised(ParseError, write, Literal(text))
        place = "0" if len(text) == 1 else f"0..{len(text)}"
        assert str(error) == f'"{text}" at {place} is not a literal'
        assert (error.text, error.start, error.end) == (text, 0, len(text))
        assert (error.code, error.help) == ("bad-odata", HELP)


@pytest.mark.parametrize("start", ["", "A(", "A('", "A(b="])
@pytest.mark.parametrize("piece", ["a", "'", "''", "a=", ",", "(", "1,", "a.", " "])
def test_a_long_segment_is_read_once(start: str, piece: str) -> None:
    with linearly(), contextlib.suppress(ParseError):
        odata.parse_segment(f"{start}{piece * 50_000}!")
