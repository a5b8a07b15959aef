"""The survey of parsers: its rows differ, and the parsers that are installed still read so."""

from collections.abc import Callable
from importlib import import_module

import pytest

from kit import survey
from kit.command import PATIENCE

VERSIONS, ROWS = survey.read()
#: Our own readings, whose version says nothing about them.
OURS = {"superuri", "whatwg"}


def test_every_row_divides_the_parsers_in_a_way_of_its_own(
    report: Callable[[str], None],
) -> None:
    divisions = [pair for parts in ROWS.values() for pair in parts.items()]
    assert len(divisions) == len(set(divisions))
    for part, letters in divisions:
        assert part in survey.PARTS
        assert len(letters) == len(VERSIONS)
        assert letters == survey.again(letters)
    assert len(ROWS) >= 1000
    assert len(VERSIONS) >= 24
    report(f"{len(ROWS)} URLs, {len(divisions)} divisions of {len(VERSIONS)} parsers")


def test_the_installed_parsers_read_as_the_table_says(
    monkeypatch: pytest.MonkeyPatch, report: Callable[[str], None]
) -> None:
    monkeypatch.setattr(import_module("superuri.disagree.ask"), "START", PATIENCE)
    here, rows = survey.answers(list(ROWS))
    same = [name for name in VERSIONS if name in OURS or here.get(name) == VERSIONS[name]]
    places = [list(VERSIONS).index(name) for name in same]
    order = [list(here).index(name) for name in same]
    for (url, parts), row in zip(ROWS.items(), rows, strict=True):
        found = survey.divided([row[n] for n in order])
        for part, letters in parts.items():
            expected = survey.again("".join(letters[n] for n in places))
            fresh = found.get(part, expected[:1] * len(same))
            assert fresh == expected, (url, part, "run `python -m heavy survey`")
    if set(VERSIONS) - set(same):
        report(f"not run without it or of its version: {sorted(set(VERSIONS) - set(same))}")
    report(f"{len(same)} of {len(VERSIONS)} parsers of the survey read as its table says")
