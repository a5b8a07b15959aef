"""Reads the examples of the pages, and excludes pages that need packages that are not installed."""

import doctest
from importlib.util import find_spec

from writers.markdown import Examples

doctest.DocTestParser = Examples

#: The pages, and what their examples import.
_NEEDED = {
    **dict.fromkeys(
        ("columns.md", "tables.md", "cluster.md"), ("duckdb", "pandas", "polars", "pyarrow")
    ),
    "tutorial.md": ("pyarrow",),
    "frameworks.md": ("django", "scrapy", "starlette", "werkzeug"),
}
_MISSING = {
    page: [name for name in names if find_spec(name) is None] for page, names in _NEEDED.items()
}

collect_ignore = [page for page, names in _MISSING.items() if names]


def pytest_report_header() -> str:
    """Return the pages that are left out, for the header of the run."""
    left = [f"docs/{page}, without {', '.join(_MISSING[page])}" for page in collect_ignore]
    return f"SKIPPED: {'; '.join(left)}" if left else ""
