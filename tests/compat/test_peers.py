"""How does superuri stand beside its peers? A table to read; only its own zeros are asserted."""

import warnings
from collections.abc import Callable

from kit import peers


def test_superuri_has_only_zeros(report: Callable[[str], None]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the peers warn of is theirs
        rows = peers.compare()
        missing = peers.absent()
    report("6,000 generated dirty URLs, and 5,000 legal ones:")
    for line in peers.table(rows):
        report("  " + line)
    if missing:
        report(f"  not installed, so not compared: {', '.join(missing)}")
    ours = rows[0]
    assert ours.name.startswith("superuri")
    assert vars(ours) == {**vars(peers.Tally(ours.name)), "name": ours.name}
