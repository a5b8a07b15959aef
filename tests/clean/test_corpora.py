"""Corpora: results for real and for hostile lines."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import superuri
from kit.legal import is_legal
from superuri._values import generate

FILES = [
    *("urls/kasztp.txt", "urls/node_files.txt", "hostile/crlf.txt", "hostile/dotdotpwn.txt"),
    *("hostile/open-redirect.txt", "hostile/traversal-exotic.txt"),
]
Data = Callable[[str], Path]
Report = Callable[[str], None]


def outcome(line: str | bytes) -> str:
    """One word: same, changed, or the code of the error; checks the result."""
    try:
        clean = superuri.clean(line)
    except superuri.errors.URIError as error:
        assert 0 <= error.start < error.end <= len(line), line
        assert error.text == line, line
        assert isinstance(error, superuri.errors.ParseError), line
        assert not superuri.is_uri(line), line
        return error.code
    assert is_legal(clean), (line, clean)
    assert superuri.clean(clean) is clean, (line, clean)
    changed = clean != (line.decode("latin-1") if isinstance(line, bytes) else line)
    assert superuri.is_uri(line) is not changed, line
    return "changed" if changed else "same"


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_cleaned_or_refused(name: str, data: Data, report: Report) -> None:
    lines = data(name).read_bytes().split(b"\n")
    if not lines[-1]:
        lines.pop()
    outcomes = Counter[str]()
    for line in lines:
        octets = line.removesuffix(b"\r")
        outcomes[outcome(octets)] += 1
        try:
            text = octets.decode()
        except UnicodeDecodeError:
            continue
        assert outcome(text) == outcome(octets), line
    assert outcomes.total() == len(lines)
    counts = ", ".join(f"{count:,} {word}" for word, count in outcomes.most_common())
    report(f"{name}: {len(lines):,} lines: {counts}")


@pytest.mark.parametrize("name", FILES)
def test_every_line_decodes_by_every_policy(name: str, data: Data, report: Report) -> None:
    outcomes = Counter[str]()
    for line in data(name).read_bytes().split(b"\n"):
        try:
            text = superuri.decode(line)
        except superuri.errors.DecodeError as error:
            assert 0 <= error.start < error.end <= len(line), line
            outcomes[error.code] += 1
        else:
            assert text == superuri.decode(line, errors="replace"), line
            outcomes["decoded"] += 1
        superuri.decode(line, errors="ignore")
        assert isinstance(superuri.decode(line, errors="keep"), str)
    counts = ", ".join(f"{count:,} {word}" for word, count in outcomes.most_common())
    report(f"{name}: decode: {counts}")


def test_legal_uris_come_back_as_the_same_object(report: Report) -> None:
    texts = generate.sample(generate.legal_uri, 5_000)
    same = sum(superuri.clean(text) is text for text in texts)
    report(f"generated: {same:,} of {len(texts):,} legal URIs came back as the same object")
    assert same == len(texts)


def test_wild_texts_are_cleaned_or_refused(report: Report) -> None:
    outcomes = Counter(map(outcome, generate.sample(generate.wild, 20_000)))
    counts = ", ".join(f"{count:,} {word}" for word, count in outcomes.most_common())
    report(f"generated: {outcomes.total():,} wild texts: {counts}")
