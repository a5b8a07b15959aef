"""Races of two jobs to one output: a sample; `python -m heavy tidy-races` runs thousands."""

import pytest

from kit import chance
from kit.amount import rest
from kit.arrow import tables
from kit.jobs import hidden
from kit.nursery import Nursery
from kit.races import KINDS, races
from superuri.tables.job import outputs

#: One race of each kind without a kill, and one with.
TIMES = 2
SAMPLE = [kind for kind in KINDS if kind[0] in {"tidy", "clean"}]
#: A file and a folder, each format, each job.
FEW = (("tidy", "csv", "out.csv"), ("tidy", "parquet", "out/"), ("clean", "parquet", "out.parquet"))


@pytest.fixture(scope="module")
def nursery(tmp_path_factory):
    with Nursery(tmp_path_factory.mktemp("nursery")) as nursery:
        yield nursery


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in FEW else rest) for kind in SAMPLE], ids=" ".join
)
def test_two_jobs_never_mix(tmp_path, nursery, report, kind):
    seen = races(tmp_path, nursery, TIMES, chance.SEED, kind)
    printed = ", ".join(f"{times} {what}" for what, times in sorted(seen.items()))
    report(f"{' '.join(kind)}: {TIMES} races: {printed}")


@pytest.mark.parametrize("job", ["tidy", "clean"])
def test_what_a_killed_removal_left_is_removed(tmp_path, job):
    given, out = tmp_path / "in.csv", tmp_path / "out.csv"
    given.write_text("url\nhttp://e.com/a b\n")
    left = outputs.hidden_path(out, f"{'tidy' if job == 'tidy' else 'work'}.gone")
    left.mkdir()
    (left / "part").touch()
    if job == "tidy":
        tables.tidy([str(given)], "url", str(out))
    else:
        tables.apply([str(given)], job, "url", str(out))
    assert out.exists()
    assert hidden(tmp_path) == []
