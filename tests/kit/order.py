"""Order of the test files: the slowest start first, so that all cores finish together.

xdist hands files out in this order, with `--dist=loadfile --no-loadscope-reorder` (the Makefile).
"""

from pathlib import Path
from typing import Any

from kit import TESTS

#: The files that take seconds, the longest first; all others follow in their own order.
LONG = (
    "web/test_web_access.py",
    "web/test_web_code.py",
    "web/test_web_hostile.py",
    "web/test_web_page.py",
    "web/test_web_links.py",
    "docs/test_site.py",
    "tables/test_tidy_hostile.py",
    "compat/test_disagree.py",
    "cli/test_memory.py",
    "tables/test_storage_guards.py",
    "tables/test_tidy_races.py",
    "web/test_web_lists.py",
    "tables/test_storage.py",
    "tables/test_tidy_power.py",
    "cli/test_cli_lint_hostile.py",
    "cli/test_cli_closed.py",
    "cli/test_cli.py",
    "web/test_web_trouble.py",
    "codec/test_encodings.py",
    "cli/test_cli_whole.py",
    "cli/test_short_memory.py",
    "web/test_web_tools.py",
    "compat/test_producers.py",
    "compat/test_wire.py",
    "tables/test_tidy_failures.py",
    "show/test_pretty_laws.py",
    "web/test_web_notes.py",
    "web/test_web_state.py",
    "cli/test_cli_files.py",
    "tables/test_tidy_streams.py",
    "show/test_drawn_order.py",
    "codec/test_exhaustive.py",
    "show/test_explain.py",
    "python/test_process.py",
    "clean/test_laws_clean.py",
    "lint/test_lint_laws.py",
    "bulk/test_columns_engines.py",
    "cli/test_cli_lint.py",
    "compat/test_dialects.py",
    "compat/test_urllib_points.py",
    "tables/test_tidy_rows.py",
)
_PLACE = {TESTS / name: place for place, name in enumerate(LONG)}


def place(item: Any) -> int:
    """Return the place of the test's file in the order."""
    return _PLACE.get(Path(item.path), len(LONG))
