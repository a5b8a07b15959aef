"""What does a command line ask for that works on tables, and how does that end?

``tidy`` is a command of its own; a verb works on tables where ``--in`` is said.
"""

from __future__ import annotations

from contextlib import contextmanager

from superuri import _core
from superuri._verbs import VERBS
from superuri.cli.arguments.checks import named
from superuri.cli.arguments.parser import Parser, complain
from superuri.cli.arguments.readers import count, size
from superuri.cli.output import FILES, FINE, INVALID, exits, files, messages
from superuri.cli.output.progress import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from superuri._verbs import Option, Verb

#: The verbs that work on tables, and of the options of each those that a column has.
OPTIONS = {
    "encode": ("set", "encoding"),
    "decode": ("errors", "encoding"),
    "clean": ("profile",),
    "normalize": ("level", "also"),
    "pretty": ("profile",),
    "lint": (),
}
FILES_HELP = (
    "Parquet, CSV, TSV, JSON Lines, each also .gz or .zst; a folder or a pattern means all in it"
)


def parse_verb(argv: list[str]) -> argparse.Namespace:
    """Return what is asked of a verb over tables."""
    if argv[0] not in OPTIONS:
        parser = Parser(f"superuri {messages.printable(argv[0])}")
        known = ", ".join(OPTIONS)
        raise parser.refusal(f"--in is for tables, and those are for {known}, and tidy")
    [verb] = [verb for verb in VERBS if verb.name == argv[0]]
    parser = verb_parser(verb)
    options, rest = parser.parse_known_args(argv[1:])
    complain(parser, rest)
    for option in verb.options:
        if option.table and option.name in OPTIONS[verb.name]:
            setattr(options, option.name, named(parser, option, getattr(options, option.name)))
    options.verb, options.page = verb, run_verb
    return options


def verb_parser(verb: Verb) -> Parser:
    """Return the parser of a verb over tables."""
    name = verb.name
    parser = Parser(
        f"superuri {name}",
        description=f"{verb.help[0].upper()}{verb.help[1:]}: each row of a column.",
        usage=f"superuri {name} --in FILE... -c COLUMN --into FILE [OPTION...]",
        epilog=exits(),
    )
    add = parser.add_argument
    add("--in", nargs="+", required=True, metavar="FILE", dest="inputs", help=FILES_HELP)
    add("-c", "--column", required=True, metavar="NAME", help="the column of texts")
    add(
        "--into",
        required=True,
        metavar="FILE",
        help="what is written, whole or not at all; - is standard output",
    )
    add("--as", metavar="NAME", dest="called", help="a column for the results (default: the same)")
    for option in verb.options:
        if option.name in OPTIONS[name]:
            more = {"action": "append"} if option.repeat else {}
            add(
                f"--{option.name}",
                choices=option.choices or None,
                default=[] if option.repeat else option.default,
                help=option.help,
                **more,  # type: ignore[arg-type]
            )
    policies = "a row that cannot be done stays (keep), is null, or ends the job (raise)"
    add("--on-error", choices=_core.ON_ERROR, default="keep", help=policies)
    add("--threads", type=count, metavar="N", help="how many work (default: one for each core)")
    add("-q", "--quiet", action="store_true", help="say nothing of rows that cannot be done")
    return parser


def parse(argv: list[str]) -> argparse.Namespace:
    """Return what is asked of ``tidy``."""
    parser = parser_of(argv[0])
    end = argv.index("--") if "--" in argv else len(argv)
    options, rest = parser.parse_known_intermixed_args(argv[1:end])
    complain(parser, rest)
    options.inputs += argv[end + 1 :]
    if not options.inputs:
        parser.error("say which tables: IN")
    if options.master and options.engine != "spark":
        parser.error("--master names a Spark: say --engine spark, too")
    if options.json and options.output == "-":
        parser.error("--json and -o - would both go to standard output: name a file")
    options.page = run_tidy
    return options


def parser_of(name: str) -> Parser:
    """Return the parser of ``tidy``."""
    parser = Parser(
        f"superuri {name}",
        description=(
            "Clean, normalise and key the URLs of a table, flag duplicates, and write what is "
            "wrong or odd beside it. No row is lost: what cannot be done is kept as it was."
        ),
        usage="superuri tidy IN... -c COLUMN -o OUT [OPTION...]",
        epilog=(
            "example:\n  $ superuri tidy crawl/*.parquet -c url -o tidy/ --report report.html\n\n"
            "An interrupted job leaves the old output as it was; the same command continues it.\n\n"
            f"{exits()}"
        ),
    )
    add = parser.add_argument
    add("inputs", nargs="*", metavar="IN", help=FILES_HELP)
    add("-c", "--column", required=True, metavar="NAME", help="the column of URLs")
    add(
        "-o",
        "--output",
        required=True,
        metavar="OUT",
        help="a file; a folder, with a file for each input, in the folders it came in; or - for "
        "standard output, in the format of the inputs",
    )
    add("--dedupe", action="store_true", help="leave out all rows of a class but the first")
    add(
        "--order-by",
        action="append",
        default=[],
        metavar="COLUMN",
        help="which one is first: by "
        "this column, ascending, or with ' desc' behind it; may be repeated (default: the order "
        "of the rows)",
    )
    add(
        "--same",
        choices=("key", "normal"),
        default="key",
        help="what makes a class: the key, or the normal form (default: key)",
    )
    add("--prefix", metavar="TEXT", help="what new columns begin with (default: COLUMN_)")
    add("--findings", metavar="FILE", help="the table of findings (default: beside OUT)")
    add("--report", metavar="FILE", help="draw the summary as an HTML page")
    work = parser.add_argument_group("engine").add_argument
    work(
        "--engine",
        choices=("duckdb", "spark"),
        default="duckdb",
        help="what does the SQL: DuckDB, embedded, on this machine; or Spark",
    )
    work("--master", metavar="URL", help="the Spark to use (default: its own configuration's)")
    work(
        "--memory",
        type=size,
        default=1 << 30,
        metavar="SIZE",
        help="what DuckDB may use before it uses the disk (default: 1G)",
    )
    work("--threads", type=count, metavar="N", help="how many work (default: one for each core)")
    told = parser.add_argument_group("messages").add_argument
    told("--json", action="store_true", help="write the summary to standard output, as JSON")
    told("-q", "--quiet", action="store_true", help="say nothing but what went wrong")
    return parser


def run_verb(options: argparse.Namespace) -> int:
    """Do a verb over tables, and return the exit code."""
    verb = options.verb
    who = f"superuri {verb.name}"
    try:
        from superuri import tables  # noqa: PLC0415  because lines need no pyarrow

        wanted = [option for option in verb.options if option.name in OPTIONS[verb.name]]
        given = {option.name: _value(option, getattr(options, option.name)) for option in wanted}
        with _progress(options) as progress:
            done = tables.apply(
                options.inputs,
                verb.name,
                options.column,
                options.into,
                name=options.called,
                on_error=options.on_error,
                threads=options.threads,
                progress=progress,
                **given,
            )
    except Exception as error:  # noqa: BLE001  all others are raised again
        return _failed(who, error)
    if done.refused and not options.quiet:
        fate = "left empty" if options.on_error == "null" else "kept as they were"
        messages.say(f"{who}: {done.rows:,} rows, 0 lost, {done.refused:,} {fate}")
    return INVALID if done.refused else FINE


def _value(option: Option, said: Any) -> object:  # noqa: ANN401  it is what was typed
    """Return the value of a verb's option, as Python says it."""
    from superuri._values.named_rows import rows  # noqa: PLC0415  because --help needs no table

    if option.table and option.table != "encodings":
        return rows(option.table)[said]
    return tuple(said) if isinstance(said, list) else said


def run_tidy(options: argparse.Namespace) -> int:
    """Do ``tidy``, and return the exit code: rows that are kept as they were are no failure."""
    who = "superuri tidy"
    say = (lambda _: None) if options.quiet else (lambda text: messages.say(f"{who}: {text}"))
    try:
        from superuri import tables  # noqa: PLC0415  because lines need no pyarrow

        with _progress(options) as progress:
            done = tables.tidy(
                options.inputs,
                options.column,
                options.output,
                order_by=options.order_by,
                same=options.same,
                dedupe=options.dedupe,
                prefix=options.prefix,
                findings=options.findings,
                report=options.report,
                memory=f"{options.memory >> 10}KiB",
                threads=options.threads,
                engine=options.engine,
                master=options.master,
                progress=progress,
                say=say,
            )
    except Exception as error:  # noqa: BLE001  all others are raised again
        return _failed(who, error)
    if options.json:
        import json  # noqa: PLC0415  because few ask for it

        files.write(json.dumps(done.asdict()).encode() + b"\n")
    elif not options.quiet:
        messages.say("\n".join(map(messages.printable, str(done).split("\n"))))
    return FINE


def _failed(who: str, error: Exception) -> int:
    """Say what ended the job, in one sentence; what is no failure of a table is raised again."""
    from superuri.tables.files.failure import (  # noqa: PLC0415  because only a failure needs it
        RowError,
        TableError,
    )

    if not isinstance(error, TableError):
        raise error
    messages.say_error(who, messages.printable(str(error)))
    return INVALID if isinstance(error, RowError) else FILES


@contextmanager
def _progress(options: argparse.Namespace) -> Iterator[Rows | None]:
    """Show how far a job is while it is done, if a person sits there."""
    line = Rows() if messages.is_terminal(2) and not options.quiet else None
    try:
        yield line
    finally:
        # Before anything is said of how the job ended.
        if line is not None:
            line.end()
