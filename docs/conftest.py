"""Excludes pages whose examples need packages that are not installed."""

from importlib.util import find_spec

_ENGINES = ("duckdb", "pandas", "polars", "pyarrow")
_PAGES = ["columns.md", "tables.md", "cluster.md"]
_MISSING = [name for name in _ENGINES if find_spec(name) is None]

collect_ignore = _PAGES if _MISSING else []


def pytest_report_header() -> str:
    """Return the pages that are left out, for the header of the run."""
    pages = ", docs/".join(_PAGES)
    return f"SKIPPED: docs/{pages}, without {', '.join(_MISSING)}" if _MISSING else ""
