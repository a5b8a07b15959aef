"""Order of the test files: the slowest start first, so that all cores finish together.

xdist hands files out in this order, with `--dist=loadfile --no-loadscope-reorder` (the Makefile).
"""

from pathlib import Path
from typing import Any

from kit import TESTS

#: The files that take seconds, the longest first; all others follow in their own order.
LONG = (
    "web/test_web_hostile.py",
    "web/test_web_access.py",
    "web/test_web_page.py",
    "cli/test_memory.py",
    "compat/test_disagree.py",
    "web/test_web_code.py",
    "python/test_process.py",
    "show/test_pretty_laws.py",
    "web/test_web_tools.py",
    "cli/test_cli_whole.py",
    "cli/test_cli.py",
    "compat/test_wire.py",
    "tables/test_tidy_failures.py",
    "codec/test_encodings.py",
    "cli/test_cli_closed.py",
    "tables/test_tidy_rows.py",
    "tables/test_tidy_streams.py",
    "show/test_explain.py",
    "compat/test_dialects.py",
    "compat/test_urllib_points.py",
    "cli/test_cli_files.py",
    "cli/test_cli_lint_documents.py",
)
_PLACE = {TESTS / name: place for place, name in enumerate(LONG)}


def place(item: Any) -> int:
    """Return the place of the test's file in the order."""
    return _PLACE.get(Path(item.path), len(LONG))
