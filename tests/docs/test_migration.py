"""Rows of docs/migration.toml: both sides give the same, or differ as the row says."""

import pytest

from kit import migrated
from writers import migration


def each(found):
    return pytest.mark.parametrize("library", found, ids=lambda each: each["name"])


@each(migration.LIBRARIES)
def test_a_row_gives_what_it_claims(library, report):
    theirs = migrated.results(library, migration.shown)
    if theirs is None:
        report(f"not run without it: {library['name']} in docs/migration.md")
    for n, row in enumerate(library["rows"]):
        ours = migration.evaluated(row["new"])
        wanted = row.get("was", ours)
        if theirs is not None:
            assert theirs[n] == wanted, row["old"]
        if "like" in row:
            assert migration.evaluated(row["like"]) == wanted, row["old"]
        # A difference that has gone is not in the table.
        assert row.get("was") != ours, row["old"]
        assert ("why" in row) == ("was" in row)
        assert "bug" not in row or "was" in row


def test_a_command_succeeds():
    # The last row is the command that refuses.
    [trurl] = [each for each in migration.LIBRARIES if each["name"] == "trurl"]
    made = [migration.evaluated(row["new"]) for row in trurl["rows"]]
    assert [text.startswith("superuri ") for text in made] == [False] * (len(made) - 1) + [True]
