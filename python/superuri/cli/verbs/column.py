"""Verbs over a column of tables (``-c``)."""

from __future__ import annotations

from contextlib import contextmanager

from superuri._values.table_names import WORDS
from superuri.cli.arguments.checks import check_scheme, take_rows, take_tracking
from superuri.cli.arguments.words import ON_COLUMNS, TABLE_OPTIONS
from superuri.cli.output import FAILED, FILES, FINE, NO, messages
from superuri.cli.output.progress import RowProgress
from superuri.cli.verbs.lines import READS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from superuri._verbs import Option
    from superuri.cli.arguments.parser import Namespace, Parser
    from superuri.columns.arrow import Policy

#: Options with the same meaning for lines and for tables, and those for tables alone.
SHARED = {
    *("input", "output", "column", "as", "on_error", "threads", "quiet", "color"),
    *TABLE_OPTIONS,
}


def check(parser: Parser, options: Namespace, texts: list[str]) -> None:
    """Refuse options that a column does not support, and complete the others."""
    verb = options.verb
    if verb.name not in ON_COLUMNS:
        parser.error(f"-c is for tables; {', '.join(ON_COLUMNS)} and tidy work on tables")
    if texts:
        parser.error("-c works on the tables that -i names, and not on texts")
    if not options.input:
        options.input = ["-"]
    check_standard(parser, options, options.input)
    check_scheme(parser, options)
    if len(options.column) > 1 and getattr(options, "as") is not None:
        parser.error("--as names one column: give one -c")
    for name, default in parser.defaults():
        given = getattr(options, name) != default
        if given and name not in SHARED and name not in ON_COLUMNS[verb.name]:
            parser.error(f"--{name.replace('_', '-')} does not work with -c, on tables")
    take_tracking(parser, options)
    for option in verb.options:
        if option.table and option.attribute in ON_COLUMNS[verb.name]:
            take_rows(parser, options, option)
    options.run = run


def run(options: Namespace) -> int:
    """Apply the verb to the column, and return the exit code."""
    verb = options.verb
    who = f"superuri {verb.name}"
    try:
        import superuri.tables as tables  # noqa: PLC0415  because lines need no pyarrow
        from superuri.tables.report.summary import dialect_lines  # noqa: PLC0415  as above

        waiting(options.input, who)
        wanted = [option for option in verb.options if option.attribute in ON_COLUMNS[verb.name]]
        typed = [(option, getattr(options, option.attribute)) for option in wanted]
        given: dict[str, Any] = {
            o.attribute: value(o, word) for o, word in typed if word not in ([], None)
        }
        name = called(verb.name, given)
        given |= {name: getattr(options, name) for name in TABLE_OPTIONS}
        usual: Policy = "null" if verb.extracts else "keep"
        policy: Policy = getattr(options, "on_error", None) or usual
        with shown_progress(options) as progress:
            done = tables.apply(
                options.input,
                name,
                options.column,
                options.output,
                name=getattr(options, "as"),
                on_error=policy,
                threads=getattr(options, "threads", 0) or None,
                progress=progress,
                **given,
            )
    except Exception as error:  # noqa: BLE001  all others are raised again
        return ended(who, error)
    if not options.quiet:
        kept = "kept as it was" if done.refused == 1 else "kept as they were"
        outcome = "left empty" if policy == "null" else kept
        parts = [f"{done.rows:,} row{'' if done.rows == 1 else 's'}, 0 lost"]
        parts += [f"{done.refused:,} {outcome}"] if done.refused else []
        parts += [f"blank lines left out: {done.blank:,}"] if done.blank else []
        parts += [f"{done.findings[each]:,} of severity {each}" for each in sorted(done.findings)]
        if done.hostless:
            parts += [f"{done.hostless:,} without a host"]
        messages.say(f"{who}: {', '.join(parts)}")
        if done.bare and given.get("default_scheme") is None:
            messages.say(f"hint: {READS}")
        for line in (*dialect_lines(done.dialects), *done.notes):
            messages.say(messages.printable(f"{who}: {line}"))
    if done.refused:
        return FAILED
    return NO if any(done.findings[each] for each in getattr(options, "failing", ())) else FINE


def called(verb: str, given: dict[str, Any]) -> str:
    """Return the name of the verb on columns: each kind of key has its own."""
    kind: str = given.pop("kind", "superuri")
    if given.get("tracking", ()) is None:
        del given["tracking"]
    if kind == "superuri":
        return verb
    given.clear()
    return kind.replace("-", "_")


def check_standard(parser: Parser, options: Namespace, inputs: list[str]) -> None:
    """Take standard input as CSV; refuse it beside files, whose names may show another format."""
    if "-" in inputs and options.input_format is None:
        if inputs != ["-"]:
            words = ", ".join(WORDS)
            parser.error(f"standard input has no name: give --input-format, one of: {words}")
        options.input_format = "csv"


def waiting(inputs: list[str], who: str) -> None:
    """Say that the command waits for a table, if a person may not know."""
    if "-" in inputs and messages.is_terminal(0):
        messages.say_waiting(who)


def value(option: Option, typed: Any) -> object:  # noqa: ANN401  it is what was typed
    """Return the value of a verb's option as the Python function takes it."""
    from superuri._values.named_rows import rows  # noqa: PLC0415  because --help needs no table

    if option.table and option.table != "encodings":
        return rows(option.table)[typed]
    return tuple(typed) if isinstance(typed, list) else typed


def ended(who: str, error: Exception) -> int:
    """Report the error in one sentence; re-raise errors that are not about a table."""
    from superuri.tables.files.failure import (  # noqa: PLC0415  because only a failure needs it
        RowError,
        TableError,
    )

    if not isinstance(error, TableError):
        raise error
    messages.say_error(who, messages.printable(str(error)))
    return FAILED if isinstance(error, RowError) else FILES


@contextmanager
def shown_progress(options: Namespace) -> Iterator[RowProgress | None]:
    """Show the progress of a job, if standard error is a terminal."""
    line = RowProgress() if messages.is_terminal(2) and not options.quiet else None
    try:
        yield line
    finally:
        # Remove the line before the end of the job is reported.
        if line is not None:
            line.end()
