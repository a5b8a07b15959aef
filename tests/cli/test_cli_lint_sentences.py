"""Sentences in every language and kind of document: a fix changes nothing outside of a URL."""

from __future__ import annotations

import json
from itertools import cycle
from typing import TYPE_CHECKING

import pytest

import superuri
from kit import kinds, sentences
from kit.amount import FULL
from superuri.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from kit.kinds import Kind
    from kit.sentences import Sentence

LEGAL = "https://e.com/a"
IN_CAPITALS = "HTTP://e.com/x"
#: URLs with a safe fix before a letter or digit of ASCII.
FIXABLE = [
    IN_CAPITALS,
    "https://e.com/a|b/c",
    "https://e.com/a%zz/b",
    "https://e.com/%7eann/x",
    "HTTPS://E.com/x",
]
#: In HTML and style sheets only what a browser loads or links is linted.
UNREAD = {"attribute.html", "comment.html", "comment.css", "content.css"}
KINDS = kinds.texts()
#: Each kind has half of the texts, and the next kind the other half.
PART = 1 if FULL else 2
of_each_kind = pytest.mark.parametrize("kind", KINDS, ids=[kind.file for kind in KINDS])


def of(kind: Kind) -> list[Sentence]:
    """Return the texts that are tried in this kind of document."""
    return sentences.ALL[KINDS.index(kind) % PART :: PART]


def expect_none(rows: Iterable[str]) -> None:
    """Fail with the first rows and their number, if there are any."""
    if listed := list(rows):
        pytest.fail("\n".join([f"{len(listed)} lines:", *listed[:40]]), pytrace=False)


def after_fix(folder: Path, kind: Kind, texts: Iterable[str]) -> list[str]:
    """Return the lines of a document with these texts after its safe fixes."""
    file = folder / kind.file
    document = kind.document(texts)
    file.write_bytes(document.encode())
    assert main(["lint", "--fix", "--quiet", "--no-config", str(file)]) in {0, 1}
    after = file.read_bytes().decode()
    assert after.startswith(kind.head)
    assert after.endswith(kind.foot)
    return kind.lines(after)


@of_each_kind
def test_a_legal_url_leaves_a_sentence_as_it_is(kind: Kind, tmp_path: Path) -> None:
    rows = of(kind)
    texts = [row.with_url(LEGAL) for row in rows]
    lines = after_fix(tmp_path, kind, texts)
    expect_none(
        f"{row.name}: {kind.written(text)!r} became {line!r}"
        for row, text, line in zip(rows, texts, lines, strict=True)
        if line != kind.written(text)
    )


@of_each_kind
def test_a_legal_url_in_a_sentence_has_no_warning(
    kind: Kind, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    rows = [row for row in of(kind) if not row.joined]
    file = tmp_path / kind.file
    file.write_bytes(kind.document(row.with_url(LEGAL) for row in rows).encode())
    code = main(["lint", "--no-config", "--output-format", "jsonl", str(file)])
    findings = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    expect_none(
        f"{rows[kind.place(it['line'])].name}: {it['name']} in {it['url']!r}" for it in findings
    )
    assert code == 0


@pytest.mark.parametrize("first", range(len(FIXABLE) if FULL else 1))
@of_each_kind
def test_a_fix_changes_only_the_url(kind: Kind, first: int, tmp_path: Path) -> None:
    urls = cycle([*FIXABLE[first:], *FIXABLE[:first]])
    rows = [(row, url, row.with_url(url)) for row, url in zip(of(kind), urls, strict=False)]
    lines = after_fix(tmp_path, kind, (text for _, _, text in rows))
    expect_none(
        f"{row.name}: {kind.written(text)!r} became {line!r}"
        for (row, url, text), line in zip(rows, lines, strict=True)
        if line.replace(superuri.fix(url), url) != kind.written(text)
    )


@of_each_kind
def test_a_fix_reaches_every_kind(kind: Kind, tmp_path: Path) -> None:
    rows = [row for row in sentences.sentences() if not row.joined]
    lines = after_fix(tmp_path, kind, (row.with_url(IN_CAPITALS) for row in rows))
    is_read = kind.file not in UNREAD
    expect_none(
        f"{row.name}: {line!r} is {'not' if is_read else ''} fixed"
        for row, line in zip(rows, lines, strict=True)
        if (IN_CAPITALS in line) == is_read
    )


def test_the_sentences_are_of_many_languages(report) -> None:
    languages = {row.name for row in sentences.sentences()}
    assert len(languages) >= 40
    assert len({row.text for row in sentences.ALL}) == len(sentences.ALL)
    report(f"{len(sentences.ALL)} texts ({len(languages)} languages) in {len(KINDS)} kinds of file")
