"""Peers: a table of superuri and other libraries, of which only superuri's zeros are asserted."""

import warnings
from collections.abc import Callable

from kit import peers
from kit.amount import part


def test_superuri_has_only_zeros(report: Callable[[str], None]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings of the peers
        rows = peers.compare(part(6_000), part(5_000))
        missing = peers.absent()
    report(f"{part(6_000):,} generated dirty URLs, and {part(5_000):,} legal ones:")
    for line in peers.table(rows):
        report("  " + line)
    if missing:
        report(f"  not installed, so not compared: {', '.join(missing)}")
    ours = rows[0]
    assert ours.name.startswith("superuri")
    assert vars(ours) == {**vars(peers.Tally(ours.name)), "name": ours.name}
