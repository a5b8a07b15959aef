"""Verbs over a column of tables (``-c``)."""

from __future__ import annotations

from contextlib import contextmanager

import superuri._core as _core
from superuri._values.table_names import WORDS, column_of
from superuri.cli.arguments.checks import (
    check_rejects,
    check_scheme,
    check_together,
    take_rows,
    take_tracking,
)
from superuri.cli.arguments.words import ON_COLUMNS, TABLE_OPTIONS
from superuri.cli.output import FAILED, FILES, FINE, NO, USAGE, files, messages
from superuri.cli.output.progress import RowProgress
from superuri.cli.verbs.lines import READS, engine_options
from superuri.errors import URIError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from superuri._verbs import Option
    from superuri.cli.arguments.parser import Namespace, Parser
    from superuri.columns.arrow import Policy
    from superuri.tables.job.results import Done

#: Options with the same meaning for lines and for tables, and those for tables alone.
SHARED = {
    *("input", "output", "column", "as", "on_error", "threads", "quiet", "color"),
    *("rejects", "json", "dry_run"),
    *TABLE_OPTIONS,
}


def check(parser: Parser, options: Namespace, texts: list[str]) -> None:
    """Refuse options that a column does not support, and complete the others."""
    verb = options.verb
    if verb.name not in ON_COLUMNS:
        parser.error(f"-c is for tables; {', '.join(ON_COLUMNS)} and tidy work on tables")
    take_words(parser, options, texts)
    if not options.input:
        options.input = ["-"]
    check_standard(parser, options, options.input)
    check_scheme(parser, options)
    check_names(parser, options)
    for name, default in parser.defaults():
        given = getattr(options, name) != default
        if given and name not in SHARED and name not in ON_COLUMNS[verb.name]:
            tidies = "; superuri tidy has it" if name == "dedupe" else ""
            parser.error(f"--{name.replace('_', '-')} does not work with -c, on tables{tidies}")
    if getattr(options, "rejects", None) is not None:
        check_rejects(parser, options)
    writes = not getattr(options, "dry_run", False)
    if writes and getattr(options, "json", False) and files.place(options.output) == 1:
        parser.error("--json and the table would both go to standard output: name a file with -o")
    if verb.options:
        check_values(parser, options)
    take_tracking(parser, options)
    for option in verb.options:
        if option.table and option.attribute in ON_COLUMNS[verb.name]:
            take_rows(parser, options, option)
    options.run = run


def take_words(parser: Parser, options: Namespace, words: list[str]) -> None:
    """Take all words as formats, each of which gets a column, if the verb has formats."""
    if options.verb.operand is None:
        if words:
            hint = f": write -i {words[0]}" if files.is_named(words[0]) else ""
            parser.error(f"-c works on the tables that -i names, and not on texts{hint}")
        return
    options.format = [options.format, *words] if options.format is not None else []
    if not options.format:
        parser.error(f"which {options.verb.operand.metavar}?")


def check_names(parser: Parser, options: Namespace) -> None:
    """Refuse names that are not one for each result."""
    names = getattr(options, "as")
    results = len(options.column) * (len(options.format) if options.verb.operand else 1)
    if names and len(names) != results:
        if len(names) == 1 and len(options.column) > 1:
            parser.error("--as names one column: give one -c")
        parser.error(f"{results} results need {results} names: give --as once for each")
    for each in getattr(options, "format", ()) if not names and options.verb.operand else ():
        if "{" in each and column_of("", each) is None:
            parser.error(f"{each} is not one field: name its column with --as")
    setattr(options, "as", names or None)


def check_values(parser: Parser, options: Namespace) -> None:
    """Refuse values that contradict each other, and a format that get cannot read."""
    if options.verb.operand is None:
        check_together(parser, options)
        return
    formats = options.format
    for options.format in formats:
        check_together(parser, options)
        try:
            _core.check_options(engine_options(options))
        except URIError as error:
            messages.say_error(parser.prog, error.pretty())
            raise SystemExit(USAGE) from None
    options.format = formats


def run(options: Namespace) -> int:
    verb = options.verb
    who = f"superuri {verb.name}"
    try:
        import superuri.tables as tables  # noqa: PLC0415  because lines need no pyarrow

        waiting(options.input, who)
        given: dict[str, Any] = {
            option.attribute: typed
            for option in (*verb.options, *filter(None, [verb.operand]))
            if (typed := typed_value(options, option)) is not None
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
                rejects=getattr(options, "rejects", None),
                dry_run=getattr(options, "dry_run", False),
                progress=progress,
                **given,
            )
    except Exception as error:  # noqa: BLE001  all others are raised again
        return ended(who, error)
    if getattr(options, "json", False):
        import json  # noqa: PLC0415  because few ask for it

        files.write(json.dumps(done.asdict()).encode() + b"\n")
    if not options.quiet:
        say_report(options, who, done)
    if done.refused:
        return FAILED
    return NO if any(done.findings.get(each) for each in getattr(options, "failing", ())) else FINE


def say_report(options: Namespace, who: str, done: Done) -> None:
    for line in str(done).split("\n"):
        messages.say(messages.printable(f"{who}: {line}"))
    if getattr(options, "dry_run", False):
        messages.say(f"{who}: nothing was written (--dry-run)")
    elif line := done.file_line():
        messages.say(messages.printable(f"{who}: {line}"))
    if done.bare and getattr(options, "default_scheme", None) is None:
        messages.say(f"hint: {READS}")


def typed_value(options: Namespace, option: Option) -> object:
    """Return what was typed for an option of the verb; None for its default."""
    typed = getattr(options, option.attribute, None)
    if typed in ([], option.default):
        return None
    return tuple(typed) if isinstance(typed, list) else typed


def called(verb: str, given: dict[str, Any]) -> str:
    """Return the name of the verb on columns: each kind of key has its own."""
    kind = given.pop("kind", "superuri")
    if kind == "superuri":
        return verb.replace(" ", "_")
    given.pop("tables", None)
    return str(kind).replace("-", "_")


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
