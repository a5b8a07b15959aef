"""Producers: each row beside the function that it describes, or its source named."""

import re
import string

import pytest

from kit.amount import FEW, FULL
from kit.chance import dice
from superuri import who
from superuri.who import producers, running, running_batch

#: Each within letters, so that none is cut off at an end, then escapes and a lone surrogate.
TEXTS = [f"x{c}z" for c in FEW] + ["x%41z", "x%e9z", "x%zz"]
SURROGATE = "xz\ud800"
#: They read bytes, or UTF-8: no surrogate reaches them.
WITHOUT_SURROGATES = {"perl", "jq", "php", "ruby", "R"}

RUN = [row for row in who.PRODUCERS if row.runner]
PYTHON = [row for row in RUN if row.runner == "python"]
ALONE = PYTHON if FULL else dice("alone").sample(PYTHON, 3)
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
