"""The survey of parsers: no row implies another, and the installed parsers still read so."""

from collections.abc import Callable
from importlib import import_module

from kit import survey
from kit.command import PATIENCE

VERSIONS, ROWS = survey.read()
#: Our own readings, whose version says nothing about them.
OURS = {"superuri", "whatwg"}


def test_no_row_is_implied_by_the_others(report: Callable[[str], None]) -> None:
    assert survey.minimised(ROWS) == ROWS
    for parts in ROWS.values():
        assert set(parts) <= set(survey.PARTS)
        for letters in parts.values():
            assert len(letters) == len(VERSIONS)
            assert letters == survey.again(letters)
    assert len(ROWS) >= 1000
    assert len(VERSIONS) >= 24
    report(f"{len(ROWS)} URLs divide {len(VERSIONS)} parsers")


def test_the_installed_parsers_read_as_the_table_says(monkeypatch, report):
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
