"""Races of two jobs to one output: a sample; `make tidy-races` runs thousands."""

import pytest

pytest.importorskip("pyarrow", reason="make peers installs it")
pytest.importorskip("duckdb", reason="make peers installs it")

from kit import chance
from kit.races import KINDS, races

#: One race of each kind without a kill, and one with.
TIMES = 2
SAMPLE = [kind for kind in KINDS if kind[0] in {"tidy", "clean"}]


@pytest.mark.parametrize("kind", SAMPLE, ids=" ".join)
def test_two_jobs_never_mix(tmp_path, report, kind):
    seen = races(tmp_path, TIMES, chance.SEED, kind)
    printed = ", ".join(f"{times} {what}" for what, times in sorted(seen.items()))
    report(f"{' '.join(kind)}: {TIMES} races: {printed}")
