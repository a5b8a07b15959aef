"""Paths of tables: each library reads the files that the rows say."""

import os

import pytest

from kit import paths

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")


@pytest.mark.parametrize("name", paths.LIBRARIES)
def test_a_library_reads_the_files_of_the_rows(name: str) -> None:
    there = paths.version_of(name)
    if there != paths.TABLE["versions"].get(name, there):
        pytest.skip(f"not run: paths.toml has another version of {name} than {there or 'none'}")
    for path, files, ours, others in paths.TABLE["rows"]:
        assert paths.files_read(name, path, files) == others.get(name, ours), path
