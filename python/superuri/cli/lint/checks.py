"""Checks of lint's options, before anything is read."""

from superuri._documents import kinds
from superuri._values.table_names import WORDS
from superuri._verbs import VERBS
from superuri.cli.arguments.checks import check_tables
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.lint.findings import SEVERITIES
from superuri.cli.lint.given import arguments
from superuri.cli.verbs import column


def check(parser: Parser, options: Namespace) -> None:
    check_format(parser, options)
    if options.column:
        [options.verb] = [verb for verb in VERBS if verb.name == "lint"]
        column.check(parser, options, options.args)
        options.failing = failing(options.fail_on)
        return
    check_tables(parser, options)
    if options.args and options.input:
        parser.error("give either arguments or -i, not both")
    if not options.args and not options.input:
        options.args = ["-"]
    options.given = arguments(options, parser.words_after_dashes)
    options.fixing = options.fix or options.unsafe_fixes or options.diff
    options.finds = any(argument.is_path for argument in options.given)
    if options.kind is not None and not (options.finds and options.log is None):
        parser.error("--input-format is about documents: name one, or a folder")
    if options.no_exempt and not options.finds:
        parser.error("--no-exempt is about documents: name one, or a folder")
    if options.diff and (options.format != "text" or options.statistics):
        parser.error("--diff has a format of its own")
    if options.baseline is not None or options.write_baseline is not None:
        check_baselines(parser, options)
    if options.log is not None:
        check_logs(parser, options)


def check_format(parser: Parser, options: Namespace) -> None:
    """Refuse a format of tables for documents, and the reverse; set the kind of the documents."""
    options.kind = None
    known = WORDS if options.column else kinds.NAMES
    word = options.input_format
    if word is not None and word not in known:
        what = "tables (-c)" if options.column else "documents"
        parser.error(f"--input-format of {what} is one of {', '.join(known)}, not {word}")
    if not options.column:
        options.kind, options.input_format = word, None


def check_baselines(parser: Parser, options: Namespace) -> None:
    if not options.finds:
        parser.error("a baseline is about documents: name one, or a folder")
    if options.baseline is not None and options.write_baseline is not None:
        parser.error("give either --baseline or --write-baseline, not both")
    if options.write_baseline is not None and options.fixing:
        parser.error("give either fixes or --write-baseline, not both")


def check_logs(parser: Parser, options: Namespace) -> None:
    if not all(argument.is_path for argument in options.given):
        parser.error("--from reads logs: name files, or - for standard input")
    for name in ("fix", "unsafe_fixes", "diff", "null", "baseline", "write_baseline", "no_exempt"):
        if getattr(options, name):
            word = f"--{name.replace('_', '-')}"
            parser.error(f"{word} does not work with --from, on logs")


def failing(fail_on: str | None) -> tuple[str, ...]:
    """Return the severities that make the exit code 1."""
    return SEVERITIES[SEVERITIES.index(fail_on or "warning") :]
