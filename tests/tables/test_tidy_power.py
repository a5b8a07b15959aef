"""Power cuts during jobs over tables: a sample; `python -m heavy tidy-power` cuts at every call."""

import pytest

pytest.importorskip("pyarrow", reason="make test installs it")
pytest.importorskip("duckdb", reason="make test installs it")

from kit import chance, powercut, shim
from kit.power_jobs import JOBS, every

#: Of each job, at instants that the seed chooses.
CUTS = 2


@shim.needed
def test_a_rerun_after_a_power_cut_gives_the_same_bytes(tmp_path, report):
    seen = every(tmp_path, CUTS, chance.SEED, JOBS)
    report(f"power cuts: {seen['cuts']} states of the disk, {seen['continued']} reruns continued")
    assert seen["cuts"] == CUTS * len(JOBS)
    assert seen["continued"] > 0


def test_what_is_not_synced_may_be_lost():
    disk = powercut.Disk({"": None})
    lost = []
    for name, to, data in (("create", "", b""), ("write", "", b"text"), ("rename", "/b", b"")):
        disk.do(powercut.Op(name, "/a", to, 0, data))
        lost += [state for _, state in disk.crashes(chance.seeded("lost"))]
    assert {"": None} in lost
    assert {"": None, "/b": b""} in lost
    for op in (powercut.Op("sync", "/b", "", 0, b""), powercut.Op("sync", "", "", 0, b"")):
        disk.do(op)
    kept = [state for _, state in disk.crashes(chance.seeded("kept"))]
    assert all(state == {"": None, "/b": b"text"} for state in kept)
