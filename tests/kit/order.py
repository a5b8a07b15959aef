"""Order of the test files: the slowest start first, so that all cores finish together.

xdist hands files out in this order, with `--dist=loadfile --no-loadscope-reorder` (the Makefile).
"""

from typing import Any

from kit import TESTS

#: The files that take seconds: those that share a browser, then others, each the longest first. All
#: others follow in their own order.
LONG = (
    *("web/test_web_access.py", "web/test_web_undo.py", "web/test_web_tools.py"),
    *("web/test_web_lists.py", "web/test_web_hostile.py", "web/test_web_page.py"),
    *("web/test_web_state.py", "web/test_web_table.py", "web/test_web_links.py"),
    *("web/test_web_code.py", "web/test_web_trouble.py", "web/test_web_closing.py"),
    *("web/test_web_notes.py", "web/test_web_server.py", "syntax/test_properties_whatwg.py"),
    *("tables/test_tidy_piped.py", "tables/test_storage.py", "tables/test_storage_guards.py"),
    *("tables/test_tidy_hostile.py", "cli/test_cli.py", "tables/test_tidy_dialects.py"),
    *("python/test_secret_spellings.py", "cli/test_memory.py", "compat/test_producers.py"),
    *("codec/test_encodings.py", "tables/test_tidy_failures.py", "tables/test_storage_uploads.py"),
    *("tables/test_tidy_formats.py", "uri/test_rfc1738.py", "compat/test_survey.py"),
    *("cli/test_cli_lint_hostile.py", "compat/test_wire.py", "cli/test_cli_whole.py"),
    *("compat/test_disagree_command.py", "show/test_report.py", "compat/test_disagree.py"),
    *("codec/test_properties_forms.py", "lint/test_lint_properties.py", "cli/test_cli_closed.py"),
    *("cli/test_cli_files.py", "codec/test_properties.py", "tables/test_tidy_power.py"),
    *("show/test_explain.py", "lint/test_lint_policies.py", "tables/test_tidy_signals.py"),
    *("tables/test_tidy_outputs.py", "tables/test_tidy_races.py", "docs/test_pages.py"),
    *("lint/test_lint.py", "show/test_pretty_properties.py", "cli/test_cli_lint_settings.py"),
    *("cli/test_cli_lint.py", "uri/test_rfc6570_limits.py", "cli/test_cli_lint_lists.py"),
    *("bulk/test_columns.py", "bulk/test_columns_malformed.py", "tables/test_tidy_rows.py"),
    *("clean/test_properties_clean.py", "codec/test_long_texts.py"),
)
_PLACE = {TESTS / name: place for place, name in enumerate(LONG)}


def place(item: Any) -> int:
    """Return the place of the test's file in the order."""
    return _PLACE.get(item.path, len(LONG))
