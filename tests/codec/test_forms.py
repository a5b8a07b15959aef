"""Forms: read and written by HTML, the URL standard and RFC 3875."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import superuri
from kit import toml
from kit.raising import raised
from superuri import form, logs, percent_u

HERE = Path(__file__).parent / "forms"


def cases(name: str) -> list[Any]:
    table = toml.read(HERE / f"{name}.toml")
    return [pytest.param(case, id=case["why"].replace(" ", "_")) for case in table["case"]]


def read(case: dict[str, Any], parse: Any, text: Any) -> Any:
    keys = ("encoding", "errors", "separators", "max_pairs", "max_bytes")
    options = {key: case[key] for key in keys if key in case}
    if case.get("missing") == "none":
        options["missing"] = None
    return parse(text, **options)


@pytest.mark.parametrize("case", cases("parse"))
def test_a_form_is_read(case: dict[str, Any]) -> None:
    points = "".join(chr(int(point, 16)) for point in case.get("points", "").split())
    text = case.get("text", points)
    if "error" in case:
        caught = raised(superuri.errors.URIError, read, case, form.parse, text)
        assert (caught.code, [caught.start, caught.end]) == (case["error"], case["at"])
        assert caught.text == text
        return
    want = [
        (name, None if value == "none" and case.get("missing") else value)
        for name, value in case["want"]
    ]
    assert read(case, form.parse, text) == want
    if "encoding" not in case:
        octets = text.encode()
        assert read(case, form.parse, octets) == want
        assert read(case, form.parse, memoryview(octets)) == want
        got = read(case, form.parse_bytes, octets)
        if "errors" not in case:
            assert got == [(n.encode(), None if v is None else v.encode()) for n, v in want]


def printed(value: Any, *, none: bool) -> Any:
    if isinstance(value, dict) and "hex" in value:
        return bytes.fromhex(value["hex"])
    if isinstance(value, list):
        return [printed(each, none=none) for each in value]
    return None if none and value == "none" else value


@pytest.mark.parametrize("case", cases("serialize"))
def test_a_form_is_written(case: dict[str, Any]) -> None:
    none = case.get("none", False)
    pairs = [printed(pair, none=none) for pair in case["pairs"]]
    options = {key: case[key] for key in ("encoding", "errors", "newlines") if key in case}
    tuples = [tuple(pair) if isinstance(pair, list) else pair for pair in pairs]
    for message in (pairs, tuples, iter(tuples)):
        if "raises" in case:
            caught = raised((ValueError, TypeError), form.serialize, message, **options)
            assert type(caught).__name__ == case["raises"]
        else:
            assert form.serialize(message, **options) == case["want"]


def test_a_mapping_is_its_items() -> None:
    assert form.serialize({"a": "1", "b": ["2", "3"]}) == "a=1&b=2&b=3"


def test_one_component() -> None:
    assert form.encode("1+1 %") == "1%2B1+%25"
    assert form.decode("a+b") == "a b"
    assert form.encode("~*") == "%7E*"
    assert form.encode(b"\xff ") == "%FF+"
    assert form.encode("†", encoding="cp1252") == "%86"
    assert form.decode("%86+†", encoding="cp1252") == "† †"
    assert form.decode(b"%86\x86", encoding="cp1252") == "††"
    for same in ("", "a*b-c._", "é"):
        text = "".join([*same, ""])
        assert form.decode(text) is text
        assert (form.encode(text) is text) == text.isascii()
    with pytest.raises(TypeError, match="octets already"):
        form.encode(b"a", encoding="utf-8")


@pytest.mark.parametrize(
    "bad",
    [
        {"separators": "|"}, {"max_pairs": -1}, {"max_bytes": "x"}, {"errors": "nope"},
        {"encoding": "nope"}, {"unknown": 1}, {"separators": 5}, {"max_pairs": 1.5},
    ],
)  # fmt: skip
def test_a_wrong_option_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError, LookupError)):
        form.parse("a=1", **bad)


def test_an_error_of_a_form_pickles() -> None:
    caught = raised(superuri.errors.ParseError, form.parse, "a&b", max_pairs=1)
    again = pickle.loads(pickle.dumps(caught))  # noqa: S301  because it is ours
    assert (str(again), again.start) == ('"b" at 2 is beyond max_pairs=1', 2)


def test_a_semicolon_separates_pairs_as_in_xforms() -> None:
    pairs = [("a", ["1;2", "&"]), ("b", None)]
    text = form.serialize(pairs, separator=";")
    assert text == "a=1%3B2;a=%26;b"
    assert form.parse(text, separators=";", missing=None) == [("a", "1;2"), ("a", "&"), ("b", None)]
    assert text.replace(";", "&") == form.serialize(pairs)
    with pytest.raises(ValueError, match=r'^separator="&;": it is "&" or ";"$'):
        form.serialize(pairs, separator="&;")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "read",
    [
        lambda text, of: form.decode(text, repertoire=of),
        lambda text, of: form.parse(text, repertoire=of),
        lambda text, of: superuri.URI(f"?{text}").get("q", repertoire=of),
        lambda text, of: superuri.URI(f"?q=a&{text}").get_all("q", repertoire=of),
        lambda text, of: superuri.decode(text, repertoire=of),
        lambda text, of: percent_u.decode(text, repertoire=of),
    ],
    ids=["decode", "parse", "get", "get_all", "plain decode", "percent_u"],
)
def test_a_parser_has_a_repertoire(read: Callable[[str, object], object]) -> None:
    for allowed in ("iso-8859-2", set("abcćq= "), None):
        assert read("q=abc%C4%87", allowed)
    for refused in ("latin-1", set("abcq= ")):
        caught = raised(superuri.errors.RepertoireError, read, "q=ab%63a%C4%87", refused)
        start = caught.text.index("%C4")
        assert (caught.start, caught.end) == (start, start + 6)
    with pytest.raises(TypeError, match="repertoire is the name of an encoding or a container"):
        read("q=a", 5)
    with pytest.raises(LookupError):
        read("q=a", "no-encoding")


def test_percent_u_has_a_repertoire_with_the_place_of_a_unit() -> None:
    assert percent_u.decode("%u0107%E9", encoding="latin-1", repertoire=set("ćé")) == "ćé"
    with pytest.raises(superuri.errors.RepertoireError, match=r"at 6\.\.18 is outside latin-1"):
        percent_u.decode("%u00e9%uD83D%uDE00", repertoire="latin-1")


@pytest.mark.parametrize("of", ["latin-1", set("GET /é"), None])
def test_a_field_of_a_log_has_a_repertoire(of: object) -> None:
    assert logs.decode(r"GET /\xC3\xA9", "nginx", repertoire=of) == "GET /é"
    line = "/%C3%A9+b -"
    names = ("cs-uri-stem", "cs-uri-query")
    assert logs.read("/%C3%A9 -", "iis", names, repertoire=of)["cs-uri-stem"] == "/é"
    if of is not None:
        with pytest.raises(superuri.errors.RepertoireError) as caught:
            logs.decode("/%C3%A9%C4%87", "iis", repertoire=of)
        # The whole field: the log's own encoding and the URI's are undone at once.
        assert (caught.value.start, caught.value.end) == (0, len(caught.value.text))
        with pytest.raises(superuri.errors.RepertoireError):
            logs.read(line.replace("b", "%C4%87"), "iis", names, repertoire=of)


def test_a_form_names_its_encoding() -> None:
    assert form.charset("a=1&_charset_=+LATIN1+") == "windows-1252"
    assert form.charset(b"a=1&_charset_=sjis") == "shift_jis"
    for label in ("utf8", "utf-16", "UTF-16BE", "replacement", "iso-2022-kr"):
        assert form.charset(f"_charset_={label}", default="big5") == "utf-8"
    codecs = "latin-1 cp037 rot13 hex zip unicode_escape utf-7 undefined punycode idna utf_8"
    for codec in codecs.split():
        assert form.charset(f"_charset_={codec}", default="big5") == "big5"
    assert form.charset("a=1&_CHARSET_=nope", default="cp1252") == "cp1252"
    assert form.charset("_charset_=%FF&_charset_=%00") == "utf-8"
    assert form.charset("a=b&_ChArSeT_=latin1&_charset_=utf-8") == "windows-1252"
    assert form.charset(b"_charset_=%E9", default="x") == "x"
    assert form.charset("_charset_") == form.charset("a=b") == "utf-8"


def test_keywords() -> None:
    assert form.parse_keywords("") == []
    assert form.parse_keywords("a+b%2Bc++%C3%A9") == ["a", "b+c", "é"]
    assert form.parse_keywords(b"a%3Db") == ["a=b"]
    assert form.parse_keywords("a=b+c") is None
    words = ["a b", b"\xff", "c+d=e", b"soft+ware", "ü &"]
    assert form.serialize_keywords(words) == "a%20b+%FF+c%2Bd%3De+soft%2Bware+%C3%BC%20%26"
    assert form.serialize_keywords([]) == ""
    caught = raised(superuri.errors.DecodeError, form.parse_keywords, "é+%zz")
    assert (caught.start, caught.end) == (2, 5)
    message = "an empty word cannot be written in a keyword query"
    assert str(raised(ValueError, form.serialize_keywords, ["a", ""])) == message
    with pytest.raises(superuri.errors.EncodeError):
        form.serialize_keywords(["a", "\ud800"])
