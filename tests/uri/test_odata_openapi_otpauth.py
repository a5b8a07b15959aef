"""OData keys, OpenAPI styles and otpauth URIs, by the examples of their standards."""

import contextlib
from pathlib import Path
from typing import Any

import pytest

import superuri
from kit.clock import linearly
from kit.tables import tomllib
from superuri import URI, odata, openapi, otpauth, rfc6570
from superuri.errors import DecodeError, EncodeError, ParseError
from superuri.odata import Literal

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
]


@pytest.mark.parametrize(("segment", "name", "key"), SEGMENTS)
def test_segments(segment: str, name: str, key: Any) -> None:
    assert odata.parse_segment(segment) == (name, key)
    assert odata.segment(name, key) == segment
    assert superuri.is_uri(f"/{segment}")
    assert URI(f"http://host/service/{segment}/x").raw.path == f"/service/{segment}/x"


@pytest.mark.parametrize("written", ["People(%27O%27%27Neil%27)", "People%28%27O%27%27Neil%27%29"])
def test_an_encoded_quote_is_a_quote(written: str) -> None:
    assert odata.parse_segment(written) == ("People", "O'Neil")


@pytest.mark.parametrize(
    "wrong",
    [
        *("People('O'Neil')", "People('O%27Neil')", "Categories('Smartphone/Tablet')"),
        *("People('a'", "People('a'b)", "(1)", "", "a b(1)", "A(1,2)", "A(b=1,b=2)", "A(b=1,2)"),
        *("A(1)(2)", "A(1,)", "A(,)", "A(b=)", "A(b c)", "A(1)?a", "A('')')", "A('1'\n)"),
    ],
)
def test_what_is_not_a_segment(wrong: str) -> None:
    with pytest.raises(ParseError) as caught:
        odata.parse_segment(wrong)
    assert caught.value.code == "bad-odata"
    assert caught.value.text == wrong


def test_a_key_cannot_leave_its_predicate() -> None:
    for text in ("') or ('", "/../x", "'", "''", "%27", "a)", "\n", "?a#b", "é"):
        segment = odata.segment("A", {"b": text, "c": 1})
        assert odata.parse_segment(segment) == ("A", {"b": text, "c": 1})
        assert not set(segment) & set("/?#")
    for literal in ("a)", "1,2", "a=b", "'", "", "a b", "'a'b"):
        with pytest.raises(ParseError):
            odata.segment("A", Literal(literal))
    for name in ("a b", "", "1", "a(b", "a/b"):
        with pytest.raises(ParseError):
            odata.segment(name, 1)
        with pytest.raises(ParseError):
            odata.segment("A", {name: 1})
    wrong: Any = 1.5
    with pytest.raises(TypeError, match="not float"):
        odata.segment("A", wrong)
    with pytest.raises(EncodeError):
        odata.segment("A", "\ud800")
    with pytest.raises(DecodeError):
        odata.parse_segment("A('%FF')")
    assert odata.parse_segment("Model.MostExpensive()") == ("Model.MostExpensive", {})


@pytest.mark.parametrize("start", ["", "A(", "A('", "A(b="])
@pytest.mark.parametrize("piece", ["a", "'", "''", "a=", ",", "(", "1,", "a.", " "])
def test_a_long_segment_is_read_once(start: str, piece: str) -> None:
    with linearly(), contextlib.suppress(ParseError):
        odata.parse_segment(f"{start}{piece * 50_000}!")


OPENAPI = tomllib.loads(Path(__file__).with_name("openapi.toml").read_text(encoding="utf-8"))
COLORS: dict[str, Any] = {
    "empty": "",
    "string": "blue",
    "array": ["blue", "black", "brown"],
    "object": {"R": 100, "G": 200, "B": 150},
}


@pytest.mark.parametrize("kind", COLORS)
@pytest.mark.parametrize(
    "row", OPENAPI["style"], ids=lambda row: f"{row['style']}-{row['explode']}"
)
def test_styles(row: dict[str, Any], kind: str) -> None:
    style, explode = row["style"], row["explode"]
    if kind not in row:
        with pytest.raises(ValueError, match=f"OpenAPI defines {style} for"):
            openapi.serialize("color", COLORS[kind], style, explode=explode)
        return
    assert openapi.serialize("color", COLORS[kind], style, explode=explode) == row[kind]
    if explode == openapi.styles[style].explode:
        assert openapi.serialize("color", COLORS[kind], style) == row[kind]


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


def test_values_are_data() -> None:
    assert openapi.serialize("a[b]-c", ["x&y", True, 2], "form") == (
        "a%5Bb%5D-c=x%26y&a%5Bb%5D-c=true&a%5Bb%5D-c=2"
    )
    assert openapi.serialize("a", ["x|y", "z"], "pipeDelimited") == "a=x%7Cy%7Cz"
    assert openapi.serialize("a", {"b]": "c&d"}, "deepObject") == "a%5Bb%5D%5D=c%26d"
    assert openapi.serialize("a", ("x", "y"), "simple") == "x,y"
    wrong: Any = "forms"
    with pytest.raises(ValueError, match="there are matrix, label"):
        openapi.serialize("a", "b", wrong)
    with pytest.raises(EncodeError):
        openapi.serialize("a", "\ud800")


# Key Uri Format: the URI, and what it has.
KEYS = [
    (
        "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example",
        ("totp", "alice@google.com", "JBSWY3DPEHPK3PXP", "Example", "SHA1", 6, 30, None),
    ),
    (
        (
            "otpauth://totp/ACME%20Co:john.doe@email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ"
            "&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30"
        ),
        (
            *("totp", "john.doe@email.com", "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ", "ACME Co"),
            *("SHA1", 6, 30, None),
        ),
    ),
    (
        "otpauth://totp/Provider1:Alice%20Smith?secret=GEZDGNBV",
        ("totp", "Alice Smith", "GEZDGNBV", "Provider1", "SHA1", 6, 30, None),
    ),
    (
        "otpauth://totp/Big%20Corporation%3A%20alice%40bigco.com?secret=GEZDGNBV",
        ("totp", "alice@bigco.com", "GEZDGNBV", "Big Corporation", "SHA1", 6, 30, None),
    ),
    (
        "OTPAUTH://HOTP/ann?counter=0&secret=jbswy3dpee======&digits=8&algorithm=sha256&x=y",
        ("hotp", "ann", "JBSWY3DPEE", None, "SHA256", 8, None, 0),
    ),
    (
        "otpauth://totp/a?secret=GEZDGNBV&issuer=A+B%2B&period=60",
        ("totp", "a", "GEZDGNBV", "A+B+", "SHA1", 6, 60, None),
    ),
]


@pytest.mark.parametrize(("uri", "key"), KEYS)
def test_otpauth(uri: str, key: tuple[Any, ...]) -> None:
    read = otpauth.parse(uri)
    assert read == key
    kind, account, secret, issuer, algorithm, digits, period, counter = key
    made = otpauth.build(
        *(kind, account, secret),
        issuer=issuer,
        algorithm=algorithm,
        digits=digits,
        period=period or 30,
        counter=counter,
    )
    assert isinstance(made, URI)
    assert otpauth.parse(made) == read
    assert secret not in repr(read)


def test_an_otpauth_of_bytes_and_of_odd_names() -> None:
    # The bytes of the example: Hello! and DEADBEEF.
    made = otpauth.build("totp", "a/b?&ü+", b"Hello!\xde\xad\xbe\xef", issuer="A&B=#")
    assert str(made) == (
        "otpauth://totp/A&B=%23:a%2Fb%3F&%C3%BC+?secret=JBSWY3DPEHPK3PXP&issuer=A%26B%3D%23"
    )
    read = otpauth.parse(made)
    assert (read.account, read.issuer) == ("a/b?&ü+", "A&B=#")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("http://totp/a?secret=GEZDGNBV", "is not the beginning of an otpauth URI"),
        ("otpauth://motp/a?secret=GEZDGNBV", "is not the beginning of an otpauth URI"),
        ("otpauth:totp/a?secret=GEZDGNBV", "is not the beginning of an otpauth URI"),
        ("otpauth://totp?secret=GEZDGNBV", "is not the beginning of an otpauth URI"),
        ("otpauth://totp/?secret=GEZDGNBV", "is not an account"),
        ("otpauth://totp/a:b:c?secret=GEZDGNBV", "is not an account"),
        ("otpauth://totp/a?secrets=GEZDGNBV", "lacks the parameter secret"),
        ("otpauth://totp/a?secret=GEZD1NBV", "is not in base32"),
        ("otpauth://totp/a?secret=GEZDGNBV&secret=x", "is given twice"),
        ("otpauth://totp/a?secret=GEZDGNBV&digits=0", "is not a number that is allowed"),
        ("otpauth://totp/a?secret=GEZDGNBV&period=x", "is not a number that is allowed"),
        ("otpauth://totp/a?secret=GEZDGNBV&algorithm=MD5", "is not one of SHA1, SHA256, SHA512"),
        ("otpauth://hotp/a?secret=GEZDGNBV", "lacks the parameter counter"),
    ],
)
def test_what_is_not_otpauth(wrong: str, says: str) -> None:
    with pytest.raises(ParseError, match=says) as caught:
        otpauth.parse(wrong)
    assert caught.value.code == "bad-otpauth"
    assert "GEZD" not in str(caught.value)


def test_otpauth_refuses_arguments() -> None:
    wrong: Any
    for wrong in ("motp", "TOTP"):
        with pytest.raises(ValueError, match="type is one of totp, hotp"):
            otpauth.build(wrong, "a", "GEZDGNBV")
    wrong = 7
    with pytest.raises(ValueError, match="digits is one of 6, 8"):
        otpauth.build("totp", "a", "GEZDGNBV", digits=wrong)
    with pytest.raises(ValueError, match="hotp needs a counter, and totp has none"):
        otpauth.build("totp", "a", "GEZDGNBV", counter=1)
    with pytest.raises(ValueError, match="hotp needs a counter, and totp has none"):
        otpauth.build("hotp", "a", "GEZDGNBV")
    with pytest.raises(ValueError, match="period is at least 1"):
        otpauth.build("totp", "a", "GEZDGNBV", period=0)
    with pytest.raises(ValueError, match="counter at least 0"):
        otpauth.build("hotp", "a", "GEZDGNBV", counter=-1)
    for account, issuer in (("a:b", None), ("a", "b:c")):
        with pytest.raises(ParseError, match="has a colon"):
            otpauth.build("totp", account, "GEZDGNBV", issuer=issuer)
    with pytest.raises(ParseError, match="not in base32") as caught:
        otpauth.build("totp", "a", "S3cr1t")
    assert "S3cr1t" not in str(caught.value)
