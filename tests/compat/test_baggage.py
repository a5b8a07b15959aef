"""W3C Baggage, by the examples and limits of its standard, and long headers of every kind."""

import contextlib
import re
from typing import Any

import pytest

from kit.clock import linearly
from kit.raising import raised
from superuri import baggage, cookies, links
from superuri.baggage import Member
from superuri.errors import DecodeError, ParseError

# The examples of W3C Baggage, sections 3.3.3 and 3.4, and its test suite.
BAGGAGE = [
    (
        "key1=value1;property1;property2, key2 = value2, key3=value3; propertyKey=propertyValue",
        [
            ("key1", "value1", (("property1", None), ("property2", None))),
            ("key2", "value2", ()),
            ("key3", "value3", (("propertyKey", "propertyValue"),)),
        ],
    ),
    (
        "userId=alice,serverNode=DF%2028,isProduction=false",
        [("userId", "alice", ()), ("serverNode", "DF 28", ()), ("isProduction", "false", ())],
    ),
    ("userId =   alice", [("userId", "alice", ())]),
    (
        "SomeKey \t = \t SomeValue \t ; \t SomeProp \t , \t Key2 \t = Value2 \t ; \t P \t = \t V",
        [("SomeKey", "SomeValue", (("SomeProp", None),)), ("Key2", "Value2", (("P", "V"),))],
    ),
    ("SomeKey=SomeValue=equals", [("SomeKey", "SomeValue=equals", ())]),
    ("k=%09%20%22%27%3B%3Dasdf%21%40%23%24%25%5E", [("k", "\t \"';=asdf!@#$%^", ())]),
    ("a=1,,a=2, ", [("a", "1", ()), ("a", "2", ())]),
    ("a=,b=+%C3%28", [("a", "", ()), ("b", "+\ufffd(", ())]),
    (
        "a=1,b = 2 ;c;d= %C3%BC ;e=, ,\t,f=g=h",
        [("a", "1", ()), ("b", "2", (("c", None), ("d", "ü"), ("e", ""))), ("f", "g=h", ())],
    ),
    # Only spaces and tabs are dropped.
    ("X=X \t; X = X\t,\tX=1", [("X", "X", (("X", "X"),)), ("X", "1", ())]),
]
#: Members, and the header that is written, for all or with beyond="drop".
LONG, LONGER, TOO_LONG = (Member("a", "x" * 4093), Member("b", "y" * 4094), Member("b", "y" * 4095))
KEYS = {f"k{n}": "v" for n in range(66)}
WRITTEN_BAGGAGE = [
    # members, beyond, header
    ({"a": "1, 2", "b": ""}, "raise", "a=1%2C%202,b="),
    (
        [Member("a", "ü", (("p", None), ("q", "x;y"), ("r", ""))), Member("b", "c")],
        "raise",
        "a=%C3%BC;p;q=x%3By;r=,b=c",
    ),
    ([LONG, LONGER], "raise", f"a={'x' * 4093},b={'y' * 4094}"),
    ([Member("a", "x" * 8191)], "drop", ""),
    ([LONG, TOO_LONG, Member("c", "z")], "drop", f"a={'x' * 4093}"),
    (dict([*KEYS.items()][:64]), "raise", ",".join(f"k{n}=v" for n in range(64))),
    (KEYS, "drop", ",".join(f"k{n}=v" for n in range(64))),
]
#: Members that are refused: the text of the error, its offsets, and its message.
REFUSED_BAGGAGE = [
    ({**KEYS, "k64": "v"}, "k64=v", 5, '"k64=v" at 0..5 is beyond 64 members or 8192 bytes'),
    (
        [LONG, TOO_LONG, Member("c", "z")],
        f"b={'y' * 4095}",
        4097,
        '…" at 0..4097 is beyond 64 members or 8192 bytes',
    ),
    ([Member("a", "b", (("ok", "x"), ("c d", None)))], "c d", 3, '"c d" at 0..3 is not a token'),
]


@pytest.mark.parametrize(("members", "beyond", "header"), WRITTEN_BAGGAGE)
def test_baggage_is_written(members: Any, beyond: Any, header: str) -> None:
    assert baggage.build(members, beyond=beyond) == header


@pytest.mark.parametrize(("members", "text", "end", "message"), REFUSED_BAGGAGE)
def test_baggage_is_refused(members: Any, text: str, end: int, message: str) -> None:
    error = raised(ParseError, baggage.build, members)
    assert str(error).endswith(message)
    assert (error.text, error.start, error.end) == (text, 0, end)
    beyond = ("bad-baggage", 'send less, or drop the rest with beyond="drop"')
    assert "beyond" not in message or (error.code, error.help) == beyond


@pytest.mark.parametrize(("header", "members"), BAGGAGE)
def test_baggage(header: str, members: list[tuple[str, str, tuple[tuple[str, str | None], ...]]]):
    read = baggage.parse(header)
    assert list(read) == members
    written = baggage.build(read)
    assert baggage.parse(written) == read
    assert re.fullmatch(r"[!-~]*", written)
    assert baggage.build(baggage.parse(written)) == written


def test_baggage_of_several_headers_and_of_none() -> None:
    headers = ["userId=alice", "serverNode=DF%2028,isProduction=false"]
    assert baggage.parse(headers) == baggage.parse(",".join(headers))
    assert baggage.parse("") == baggage.parse([]) == ()
    assert baggage.build({}) == ""


@pytest.mark.parametrize(
    ("wrong", "span"),
    [
        ("a", (0, 1)),
        ("a=1,b", (4, 5)),
        ("a=1;=2", (4, 6)),
        ("a=1;b c", (4, 7)),
        ('a=1, b="x"', (4, 10)),
        ("a=é", (0, 3)),
        ("a b=1", (0, 5)),
        ("a=1,\v", (4, 5)),
        ("a=1,b=2,c=3\v", (8, 12)),
        ("a=1;X,X", (6, 7)),
    ],
)
def test_malformed_baggage_has_a_place(wrong: str, span: tuple[int, int]) -> None:
    caught = raised(ParseError, baggage.parse, wrong)
    assert caught.code == "bad-baggage"
    assert (caught.start, caught.end) == span


def test_the_limits_of_baggage() -> None:
    full = {f"key{n}": "value" for n in range(baggage.MOST_MEMBERS)}
    assert len(baggage.parse(baggage.build(full))) == 64
    # As in the test suite of the standard: 8192 bytes are allowed.
    assert len(baggage.build({"a": "0123456789" * 819})) == baggage.MOST_BYTES == 8192
    assert len(baggage.build([("abc", "x" * 4091), Member("b", "x" * 4094)])) == 8192
    for much in ({**full, "one": "more"}, {"ab": "0123456789" * 819}):
        with pytest.raises(ParseError, match="is beyond 64 members or 8192 bytes"):
            baggage.build(much)
    assert baggage.build({"a": "1", "b": "x" * 9000, "c": "3"}, beyond="drop") == "a=1"
    with pytest.raises(ValueError, match='beyond is "raise" or "drop"'):
        baggage.build({}, beyond="keep")  # type: ignore[arg-type]
    for key in ("", "a b", "ü", "a,b"):
        with pytest.raises(ParseError, match="is not a token"):
            baggage.build({key: "1"})


@pytest.mark.parametrize("start", ["", "a=", "<a>", '<a>;b="', '"'])
@pytest.mark.parametrize(
    "piece", [" ", "\t", ";", "; a", ",", "=", "a=1,", "<", "<>", '"', "\\", "%41"]
)
def test_a_long_header_is_read_once(start: str, piece: str) -> None:
    for parse in (baggage.parse, links.parse, cookies.parse, cookies.parse_value):
        with linearly(), contextlib.suppress(ParseError, DecodeError):
            parse(f"{start}{piece * 50_000}\0")
