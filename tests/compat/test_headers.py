"""Headers, signatures, event keys and partitions: written as documented."""

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit.clock import linearly
from kit.raising import raised
from superuri import baggage, cookies, headers, links
from superuri.compat.dialects import aws, dotnet, hive
from superuri.errors import DecodeError, EncodeError, ParseError

EXT_VALUES = [
    # value, text, language
    ("iso-8859-1'en'%A3%20rates", "£ rates", "en"),  # RFC 8187 section 3.2.2
    ("UTF-8''%c2%a3%20and%20%e2%82%ac%20rates", "£ and € rates", ""),
    ("utf-8'pt-BR'", "", "pt-BR"),
    ("UTF-8''!#$&+-.^_`|~", "!#$&+-.^_`|~", ""),
    ("ISO-8859-1''%A3", "£", ""),
    ("UTF-8''", "", ""),
]


@pytest.mark.parametrize(("value", "text", "language"), EXT_VALUES)
def test_ext_values(value: str, text: str, language: str) -> None:
    assert headers.parse_ext_value(value) == (text, language)


WRITTEN = [
    # function, arguments, what is written
    (headers.ext_value, ("a b'c%ü*",), "UTF-8''a%20b%27c%25%C3%BC%2A"),
    (headers.ext_value, ("é", "pt-BR"), "UTF-8'pt-BR'%C3%A9"),
    (headers.content_disposition, ("a.txt",), 'attachment; filename="a.txt"'),
    (
        headers.content_disposition,
        ("a%b.txt", "inline"),
        "inline; filename=\"a_b.txt\"; filename*=UTF-8''a%25b.txt",
    ),
    (
        headers.content_disposition,
        ("€ \\\"'.txt", "form-data"),
        "form-data; filename=\"_ __'.txt\"; filename*=UTF-8''%E2%82%AC%20%5C%22%27.txt",
    ),
    (headers.content_disposition, ("",), 'attachment; filename=""'),
    (headers.grpc_message, ("a\tb%~é",), "a%09b%25~%C3%A9"),
    (headers.grpc_message, (" a/b:c~\x7f",), " a/b:c~%7F"),
    (headers.parse_grpc_message, ("a%09b%25~%C3%A9%zz%FF+",), "a\tb%~é%zz\ufffd+"),
    (headers.baggage_value, ("a+b%;é",), "a+b%25%3B%C3%A9"),
    (headers.parse_baggage_value, ("a+b%25%3B%C3%A9%FF%z",), "a+b%;é\ufffd%z"),
]


@pytest.mark.parametrize(("function", "arguments", "text"), WRITTEN)
def test_what_is_written(function, arguments, text):
    assert function(*arguments) == text


WRITERS = [
    *(lambda text: baggage.build({"a": text}), lambda text: links.build("/a", "next", title=text)),
    *(cookies.value, cookies.coders["PHP"].encode, headers.ext_value),
    *(headers.content_disposition, headers.grpc_message, headers.baggage_value),
]


@pytest.mark.parametrize("write", WRITERS)
def test_a_lone_surrogate_is_refused(write: Callable[[str], str]) -> None:
    error = raised(EncodeError, write, "\ud800")
    assert str(error) == "the lone surrogate U+D800 at 0 has no UTF-8"
    assert (error.text, error.start, error.end, error.code) == ("\ud800", 0, 1, "lone-surrogate")


BAD_EXT_VALUES = [
    # value, span
    ("no quotes", (0, 9)),
    ("koi8-r''%C0", (0, 6)),
    ("UTF-8''a b", (8, 9)),
    ("UTF-8''ü", (7, 8)),
    ("UTF-8''\n", (7, 8)),
    ("UTF-8''a'b", (8, 9)),
    ("UTF-8''%zz", (7, 10)),
    ("UTF-8''a%E9", (8, 11)),
    ("UTF-8''%", (7, 8)),
]


@pytest.mark.parametrize(("value", "span"), BAD_EXT_VALUES)
def test_bad_ext_values_say_where(value: str, span: tuple[int, int]) -> None:
    caught = raised(DecodeError, headers.parse_ext_value, value)
    assert (caught.start, caught.end) == span
    assert caught.text == value
    assert str(caught).isprintable()


DISPOSITIONS = [
    # header, type, filename
    ("Attachment; filename=example.html", "attachment", "example.html"),  # RFC 6266 section 5
    ('INLINE; FILENAME= "an example.html"', "inline", "an example.html"),
    ("attachment; filename*= UTF-8''%e2%82%ac%20rates", "attachment", "€ rates"),
    ("attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac", "attachment", "€"),
    ("attachment; filename*=utf-8''%e2%82%ac; filename=b", "attachment", "€"),
    ("attachment; filename*=UTF-8''%E9; filename=plan", "attachment", "plan"),
    ("attachment", "attachment", None),
    ("attachment ;", "attachment", None),
    (r'attachment; filename="a\"b\\c"', "attachment", 'a"b\\c'),
    ('attachment; filename="a%20b;c"', "attachment", "a%20b;c"),
    ('attachment; filename=""', "attachment", ""),
]


PARAMETERS = [
    # header, type, filename, parameters
    ("Attachment", "attachment", None, {}),
    (
        ' inline ; FileName = "a\\\\b\\"c" ; ; x=y;Z*=utf-8\'de\'%C3%BC\t',
        "inline",
        'a\\b"c',
        {"filename": 'a\\b"c', "x": "y", "z": "ü"},
    ),
    (
        "attachment;filename=a;filename*=UTF-8''%E2%82%AC;size=3",
        "attachment",
        "€",
        {"filename": "a", "size": "3"},
    ),
    (
        "attachment; filename*=UTF-8''%FF; filename=\"é;b\"; x*=nothing",
        "attachment",
        "é;b",
        {"filename": "é;b"},
    ),
    ("attachment; name*=UTF-8''%C3%BC; name=u", "attachment", None, {"name": "ü"}),
]


@pytest.mark.parametrize(("header", "kind", "filename"), DISPOSITIONS)
def test_dispositions(header: str, kind: str, filename: str | None) -> None:
    message = headers.parse_content_disposition(header)
    assert (message.type, message.filename) == (kind, filename)


@pytest.mark.parametrize(("header", "kind", "filename", "parameters"), PARAMETERS)
def test_parameters(header, kind, filename, parameters):
    want = headers.Disposition(type=kind, filename=filename, parameters=parameters)
    assert headers.parse_content_disposition(header) == want


BAD_DISPOSITIONS = [
    ("", 0),
    ('"attachment"', 0),
    ("attachment filename=a", 10),
    ("attachment; filename=a b", 22),
    ('attachment; filename="a', 12),
    ("attachment; filename=a; filename=b", 24),
    ("attachment; filename=ü", 12),
]


@pytest.mark.parametrize(("header", "start"), BAD_DISPOSITIONS)
def test_bad_dispositions_say_where(header: str, start: int) -> None:
    caught = raised(ParseError, headers.parse_content_disposition, header)
    assert (caught.start, caught.text) == (start, header)
    assert str(caught).isprintable()


@given(st.text(max_size=40))
def test_any_name_comes_back(name: str) -> None:
    header = headers.content_disposition(name)
    assert header.isascii()
    assert header.isprintable()
    assert headers.parse_content_disposition(header).filename == name


@given(st.text(max_size=40), st.from_regex("[A-Za-z0-9-]*", fullmatch=True))
def test_any_ext_value_comes_back(text: str, language: str) -> None:
    assert headers.parse_ext_value(headers.ext_value(text, language)) == (text, language)


def test_a_disposition_cannot_be_injected() -> None:
    for kind in ("inline\r\nX: y", "a b", "", "ü", "a;b"):
        with pytest.raises(ParseError):
            headers.content_disposition("x", kind)
    with pytest.raises(ParseError):
        headers.ext_value("x", "en'\r\n")


def test_a_long_header_is_read_once() -> None:
    for piece in (";", " ", ";a", '"', "; a=b\\", ";  "):
        with linearly(), contextlib.suppress(ParseError):
            headers.parse_content_disposition("attachment" + piece * 100_000)


@given(st.text(max_size=40))
def test_a_grpc_message_comes_back(text: str) -> None:
    value = headers.grpc_message(text)
    assert all(" " <= c <= "~" for c in value)
    assert headers.parse_grpc_message(value) == text


@given(st.text(max_size=40))
def test_a_baggage_value_comes_back(text: str) -> None:
    value = headers.baggage_value(text)
    assert not set(value) & set(' ",;\\')
    assert headers.parse_baggage_value(value) == text


PATHS = [
    # path, for a service, for S3
    ("", "/", "/"),
    ("/", "/", "/"),
    (
        "/documents and settings/",
        "/documents%2520and%2520settings/",
        "/documents%20and%20settings/",
    ),
    ("/example/..", "/", "/example/.."),
    ("//example//", "/example/", "//example//"),
    ("/a/b/c/../../d", "/a/d", "/a/b/c/../../d"),
    ("/./example", "/example", "/./example"),
    ("/ሴ", "/%25E1%2588%25B4", "/%E1%88%B4"),
    ("/-._~09AZaz", "/-._~09AZaz", "/-._~09AZaz"),
    ("/a+b=c%41", "/a%252Bb%253Dc%252541", "/a%2Bb%3Dc%2541"),
]


@pytest.mark.parametrize(("path", "service", "s3"), PATHS)
def test_canonical_paths(path: str, service: str, s3: str) -> None:
    assert aws.canonical_path(path) == service
    assert aws.canonical_path(path, s3=True) == s3


def test_canonical_queries_are_sorted_encoded() -> None:
    pairs = [("b", "2"), ("a", "z y"), ("a", "ü"), ("A", "")]
    assert aws.canonical_query(pairs) == "A=&a=%C3%BC&a=z%20y&b=2"


def test_event_keys() -> None:
    assert aws.s3_event_key("this+im+%2B+age+blah.txt") == "this im + age blah.txt"
    caught = raised(DecodeError, aws.s3_event_key, "a+%+1")
    assert caught.text == "a+%+1"
    assert (caught.start, caught.end) == (2, 5)


PARTITIONS = [
    # name, as Hive reads it, as object stores do
    ("San%20Francisco", "San Francisco", "San Francisco"),
    ("caf%C3%A9", "cafÃ©", "café"),
    ("caf%E9", "café", "caf%E9"),
    ("100%", "100%", "100%"),
    ("%zz%41", "%zzA", "%zz%41"),
    ("a+b", "a+b", "a+b"),
    ("__HIVE_DEFAULT_PARTITION__", "__HIVE_DEFAULT_PARTITION__", None),
    ("%4", "%4", "%4"),
    ("%1😀", "%1😀", "%1😀"),
]


@pytest.mark.parametrize(("name", "in_hive", "elsewhere"), PARTITIONS)
def test_partitions(name: str, in_hive: str, elsewhere: str | None) -> None:
    assert hive.unescape_path_name(name) == in_hive
    assert hive.partition_value(name) == elsewhere


def test_an_empty_value_has_the_default_partition() -> None:
    assert hive.escape_path_name("") == hive.DEFAULT_PARTITION == "__HIVE_DEFAULT_PARTITION__"


@given(st.text(min_size=1, max_size=40))
def test_a_partition_comes_back(value: str) -> None:
    name = hive.escape_path_name(value)
    assert not set(name) & set("\"#'*/:=?\\{[]^")
    assert hive.unescape_path_name(name) == value
    assert hive.partition_value(name) == value or value == hive.DEFAULT_PARTITION


def test_dotnet_writes_half_a_pair_as_a_replacement(report: Callable[[str], None]) -> None:
    report("not run without .NET: its two encoders, which rest on its documents")
    assert dotnet.url_encode("a\ud83db c") == "a%EF%BF%BDb+c"
    assert dotnet.escape_data_string("\ud83d\ude00\ude00") == "%F0%9F%98%80%EF%BF%BD"
    with pytest.raises(superuri.errors.EncodeError):
        superuri.encode("\ud83d", superuri.sets.dotnet.ESCAPE_DATA_STRING)
