"""Log analysers: they count the pages that the rows say."""

import pytest

from kit import analysers

CASES = analysers.TABLE["case"]


@pytest.mark.parametrize("name", analysers.ANALYSERS)
def test_an_analyser_counts_what_the_rows_say(name: str) -> None:
    there, its = analysers.version(name), analysers.TABLE["versions"][name]
    if there != its:
        pytest.skip(f"not run: {name} {its}: `make oracles` installs it on Debian")
    for case in CASES:
        assert analysers.counted(name, case["sent"]) == case[name], case["sent"]
