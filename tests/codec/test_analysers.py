"""Log analysers: they count the pages that the rows say."""

import pytest

from kit import analysers


@pytest.mark.parametrize("name", analysers.ANALYSERS)
def test_an_analyser_counts_what_the_rows_say(name: str) -> None:
    there, its = analysers.version(name), analysers.TABLE["versions"][name]
    if there != its:
        pytest.skip(f"not run: {name} {its}: `make oracles` installs it on Debian")
    column = 1 + list(analysers.ANALYSERS).index(name)
    for row in analysers.TABLE["rows"]:
        assert analysers.counted(name, row[0]) == row[column], row[0]
