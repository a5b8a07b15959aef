"""Producers: each row beside the function that it describes, or its source named."""

import re
import string
from typing import Any

import pytest

from kit.amount import FEW, FULL
from kit.chance import seeded
from superuri import who
from superuri.who import producers, running, running_batch
from superuri.who.versions import VERSIONS

#: Each within letters, so that none is cut off at an end, then escapes and a lone surrogate.
TEXTS = [f"x{c}z" for c in FEW] + ["x%41z", "x%e9z", "x%zz"]
SURROGATE = "xz\ud800"
#: They read bytes, or UTF-8: no surrogate reaches them.
WITHOUT_SURROGATES = {"perl", "jq", "php", "ruby", "R"}

RUN = [row for row in who.PRODUCERS if row.runner]
PYTHON = [row for row in RUN if row.runner == "python"]
ALONE = PYTHON if FULL else seeded("alone").sample(PYTHON, 3)
READ = [row for row in who.PRODUCERS if not row.runner]


def modelled(text, row):
    try:
        return producers.encode(text, row)
    except producers.RefusedError:
        return None


@pytest.fixture(scope="module")
def python():
    """The answers of the Python rows, which are asked in one process."""
    lines = running_batch.run(PYTHON, [*TEXTS, SURROGATE], limit=None)
    return dict(zip(PYTHON, lines, strict=True))


@pytest.mark.parametrize("row", RUN, ids=lambda row: row.name)
def test_a_row_is_what_the_function_does(row, python, report):
    assert len(FEW) >= 328
    texts = TEXTS if row.runner in WITHOUT_SURROGATES else [*TEXTS, SURROGATE]
    lines = python.get(row) or running.run(row, texts, limit=None)
    if any(line.why.startswith("not installed") for line in lines):
        report(f"not run: {row.name}, {lines[0].why}")
        pytest.skip(lines[0].why)
    differ = [
        (text, line.result, modelled(text, row))
        for text, line in zip(texts, lines, strict=True)
        if line.result != modelled(text, row)
    ]
    assert not differ, (row.version, differ[:5])


@pytest.mark.parametrize("row", ALONE, ids=lambda row: row.name)
def test_a_row_answers_alike_in_a_process_of_its_own(row, python):
    assert running.run(row, [*TEXTS, SURROGATE], limit=None) == python[row]


@pytest.mark.parametrize("row", READ, ids=lambda row: row.name)
def test_a_row_that_was_read_names_its_source(row):
    assert re.fullmatch(r"[\w.][\w ./-]* (\d+(\.\d+)*|[0-9a-f]{12})", row.version), row.version
    assert re.search(r"\w/\w.*\.\w+$", row.file), row.file
    assert row.file in row.source


def test_every_row_is_one():
    names = [row.name for row in who.PRODUCERS]
    assert len(names) == len(set(names))
    for row in who.PRODUCERS:
        assert row.version
        assert bool(row.file) != bool(row.runner)
        assert not set(row.bare) & set(string.ascii_letters + string.digits)
        assert row.bare == "".join(dict.fromkeys(row.bare))


def test_the_fields_are_seen_in_the_result():
    rows = {row.name: row for row in who.PRODUCERS}
    seen = [
        ("curl --data-urlencode", "a /é", "a+%2f%c3%a9"),
        ("requests path", "%41%2f%e9", "A%2F%E9"),
        ("GLib uri_escape_string", "a\0b", "a"),
        ("Node URL path", "a\\b\tc", "a/bc"),
        ("Java URI path", "e\u0301", "%C3%A9"),
        ("Node URLSearchParams", "\udfff", "%EF%BF%BD"),
    ]
    for name, text, wanted in seen:
        assert producers.encode(text, rows[name]) == wanted, name
    with pytest.raises(producers.RefusedError, match=r"U\+0009"):
        producers.encode("a\tb", rows["httpx path"])


FIELDS = [
    # fields of the row, text, result
    ({"bare": "/"}, "a b/é%2f", "a%20b/%C3%A9%252f"),
    ({"bare": "~", "space": "+", "hex": "lower"}, "a b/~é", "a+b%2f~%c3%a9"),
    # A space that stays is not written as the row's space.
    ({"bare": " %", "space": "+"}, "a b%20/", "a b%20%2F"),
    ({"bare": "", "surrogate": "stays"}, "\ud800/\udfff", "\ud800%2F\udfff"),
    ({"bare": "", "surrogate": "%3F"}, "\ud800/\udfffa\udfff", "%3F%2F%3Fa%3F"),
    ({"bare": "", "surrogate": ""}, "\ud800/\udfff", "%2F"),
    ({"bare": "", "non_ascii": "bare"}, "é/", "é%2F"),
    ({"bare": "", "non_ascii": "nfc"}, "e\u0301", "%C3%A9"),
    ({"bare": "", "non_ascii": "latin-1"}, "é/\xff", "%E9%2F%FF"),
    ({"bare": "", "escapes": "kept"}, "%7e%zz%2f", "%7e%25zz%2f"),
    ({"bare": "", "escapes": "uppercased"}, "%7e%2f", "%7E%2F"),
    ({"bare": "", "escapes": "requoted"}, "%7e%2f%41/", "~%2FA%2F"),
    ({"bare": "", "lost": "\t", "ends": "\0#", "swaps": ("\\/", "!no")}, "a\t\\!#b", "a%2Fno"),
]


@pytest.mark.parametrize(("fields", "text", "result"), FIELDS)
def test_each_field_of_a_producer_is_seen(fields: dict[str, Any], text: str, result: str) -> None:
    row = producers.Producer("own", version="1", **fields)
    assert producers.encode(text, row) == result


def test_a_producer_refuses_characters_and_surrogates() -> None:
    ascii_ = producers.Producer("own", "", "1", refused="!\t")
    latin_1 = producers.Producer("own", "", "1", non_ascii="latin-1")
    for row, text, message in [
        (ascii_, "a\t!", "it refuses U+0009"),
        (ascii_, "a\ud800", "it refuses a lone surrogate"),
        (latin_1, "é€", "it refuses U+20AC"),
    ]:
        with pytest.raises(producers.RefusedError) as caught:
            producers.encode(text, row)
        assert str(caught.value) == message


def test_a_maker_of_rows_fills_every_field() -> None:
    made = producers.run("python", "urllib.parse")("own", "-", "quote(t)", space="+")
    assert made == producers.Producer(
        "own",
        "-",
        VERSIONS["urllib"],
        space="+",
        runner="python",
        code="quote(t)",
        needs="urllib.parse",
    )
    assert producers.run("perl", "URI", of="node")("own", "", "$t").version == VERSIONS["node"]
