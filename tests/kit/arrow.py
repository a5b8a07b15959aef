"""What tests of tables import: pyarrow, DuckDB and `superuri.tables`; without these two, they are
skipped.
"""

import re

import pytest

from kit import exactly

pa = pytest.importorskip("pyarrow", reason="make test installs it")
duckdb = pytest.importorskip("duckdb", reason="make test installs it")

import pyarrow.parquet as pq  # noqa: E402

from superuri import tables  # noqa: E402

__all__ = ["JOBS", "beginning", "duckdb", "pa", "pq", "refused", "tables"]


def cleaned(inputs, *more, **options):
    """Run the verb `clean` over a table."""
    return tables.apply(inputs, "clean", *more, **options)


#: The two kinds of jobs.
JOBS = (tables.tidy, cleaned)


def refused(message, error=tables.TableError):
    """Expect that a job ends with this message alone."""
    return pytest.raises(error, match=exactly(message))


def beginning(message):
    """Expect that a job ends with a message that begins so."""
    return pytest.raises(tables.TableError, match=f"^{re.escape(message)}")
