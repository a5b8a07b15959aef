"""Decoders: each row beside the function that it describes, or its source named."""

import re

import pytest

from kit.amount import FEW
from superuri.who import decoders, decoders_read, decoding, running, running_batch
from superuri.who.decoding import Decoder, Manner
from superuri.who.versions import VERSIONS

#: Escapes of ASCII and of other characters, between letters; then malformed ones.
ESCAPES = ["".join(f"%{octet:02X}" for octet in c.encode()) for c in FEW]
TEXTS = [f"x{escape}z" for escape in ESCAPES] + [
    *("a+b", "x%zzy", "100%", "x%4", "x%u002Fy"),
    *("x%C0%AFy", "x%e9y", "x%ED%A0%80y", "x%f0%9f%98y"),
]
FOREIGN = [row for row in decoders.ROWS if row.runner != "ours"]
RUN = [row for row in FOREIGN if row.manner and row.runner != "read"]
READ = [row for row in FOREIGN if row.runner == "read"]


def collapsed(text):
    """Return the text with one U+FFFD for several: implementations differ in their number."""
    return text and re.sub("\ufffd+", "\ufffd", text)


def answered(row, text):
    """Return an answer as the row's version gives it."""
    if row.name == "urllib.request.url2pathname" and text:
        # Python 3.13.5 keeps bytes that are not UTF-8 as lone surrogates, as the names of files
        # have them; 3.13.0 replaces them.
        text = text.encode(errors="surrogateescape").decode(errors="replace")
    return collapsed(text)


def modelled(text, manner):
    try:
        return collapsed(decoding.decode(text, manner))
    except decoding.RefusedError:
        return None


@pytest.fixture(scope="module")
def python():
    """The answers of the Python rows, which are asked in one process."""
    rows = [row for row in RUN if row.runner == "python"]
    return dict(zip(rows, running_batch.run(rows, TEXTS, limit=None), strict=True))


@pytest.mark.parametrize("row", RUN, ids=lambda row: row.name)
def test_a_row_is_what_the_function_does(row, python, report):
    lines = python.get(row) or running.run(row, TEXTS, limit=None)
    if any(line.why.startswith("not installed") for line in lines):
        report(f"not run: {row.name}, {lines[0].why}")
        pytest.skip(lines[0].why)
    differ = [
        (text, line.result, modelled(text, row.manner))
        for text, line in zip(TEXTS, lines, strict=True)
        if answered(row, line.result) != modelled(text, row.manner)
    ]
    assert not differ, (row.version, differ[:5])


@pytest.mark.parametrize("row", READ, ids=lambda row: row.name)
def test_a_row_that_was_read_names_its_source(row):
    assert row.manner is not None
    assert re.fullmatch(r"[\w.][\w ./-]* (\d+(\.\d+)*|[0-9a-f]{12})", row.version), row.version
    assert re.search(r"\w/\w.*\.\w+$", row.file), row.file


def test_every_row_is_one():
    names = [row.name for row in decoders.ROWS]
    assert len(names) == len(set(names))
    assert all(bool(row.code) != bool(row.file) for row in decoders.ROWS)


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("Go url.QueryUnescape", "a+b%2F", "a b/"),
        ("Go url.PathUnescape", "a+b%2", None),
        ("OpenResty ngx.unescape_uri", "%zz+100%", "zz 100"),
        ("OpenResty ngx.unescape_uri", "%1z%41", "A"),
        ("Erlang uri_string:unquote", "100%", "100%"),
        ("Erlang uri_string:unquote", "%zz", None),
        ("Erlang uri_string:unquote", "%e9", None),
        ("Ruby URI.unescape", "+%F0%9F%98%80%e9!", "+😀\ufffd!"),
    ],
)
def test_the_manner_is_seen_in_the_result(name, text, wanted):
    [row] = [row for row in decoders.ROWS if row.name == name]
    assert modelled(text, row.manner) == wanted


MANNERS = [
    # manner, text, result
    (Manner(), "a+%C3%A9%E9%%zz", "a+é\ufffd%%zz"),
    (Manner(invalid="latin-1"), "%E9%C3%A9+%80%zz", "éÃ©+\x80%zz"),
    (Manner(invalid="kept"), "%c3%a9%e9%2f", "é%e9/"),
    (Manner(invalid="uppercased"), "%c3%a9%e9%2f", "é%E9/"),
    (Manner(keeps="/é"), "%2f%c3%a9%2B", "%2f%c3%a9+"),
    (Manner(keeps="/"), "%2F%2f%41%2F%42", "%2F%2fA%2FB"),
    (Manner(" ", ends="\0!"), "a+b%21c%00d", "a b"),
    (Manner(malformed="dropped"), "%zz%4x%41%", "zzA"),
    (Manner(malformed="error inside"), "%41%4", "A%4"),
]


@pytest.mark.parametrize(("manner", "text", "result"), MANNERS)
def test_each_manner_decodes(manner: Manner, text: str, result: str) -> None:
    assert decoding.decode(text, manner) == result


REFUSALS = [
    (Manner(malformed="error"), "%41%4", "it refuses a malformed escape"),
    (Manner(malformed="error inside"), "%4xy", "it refuses a malformed escape"),
    (Manner(invalid="error"), "%41%E9", "it refuses bytes that are not valid UTF-8"),
    (Manner(refuses="\0/"), "a/%2Fb", "it refuses U+002F"),
]


@pytest.mark.parametrize(("manner", "text", "message"), REFUSALS)
def test_each_manner_refuses(manner: Manner, text: str, message: str) -> None:
    with pytest.raises(decoding.RefusedError) as caught:
        decoding.decode(text, manner)
    assert str(caught.value) == message


def test_a_maker_of_rows_fills_every_field() -> None:
    assert decoding.run("java")("own", "t", None) == Decoder(
        "own", "java", "t", version=VERSIONS["java"]
    )
    read = decoders_read._read("own", "Own 1.0", "src/own.c", Manner(plus=" "))  # noqa: SLF001
    assert read == Decoder("own", "read", manner=Manner(" "), version="Own 1.0", file="src/own.c")
