"""Commands over tables: `tidy`, and a verb with `--in`.

``tidy`` is a command of its own; a verb works on tables where ``--in`` is said.
"""

from __future__ import annotations

from contextlib import contextmanager

from superuri import _core
from superuri._verbs import VERBS
from superuri.cli.arguments.checks import named
from superuri.cli.arguments.parser import Parser, complain
from superuri.cli.arguments.readers import count, size
from superuri.cli.output import FAILED, FILES, FINE, exits, files, messages
from superuri.cli.output.progress import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
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
THREADS = "how many work (default: one for each core)"
#: What `tables.tidy` takes as it is said.
PASSED = (
    *("order_by", "same", "dedupe", "prefix", "findings", "report"),
    *("threads", "engine", "master"),
)
OUT = (
    "a file; a folder, with a file for each input, in the folders it came in; or - for standard "
    "output, in the format of the inputs"
)
ORDER = (
    "which one is first: by this column, ascending, or with ' desc' behind it; may be repeated "
    "(default: the order of the rows)"
)


def parse_verb(argv: list[str]) -> Namespace:
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
    name = verb.name
    parser = Parser(
        f"superuri {name}",
        description=f"{verb.help[0].upper()}{verb.help[1:]}: each row of a column.",
        usage=f"superuri {name} --in FILE... -c COLUMN --into FILE [OPTION...]",
        epilog=exits(),
    )
    take = parser.take
    take("--in FILE", FILES_HELP, nargs="+", required=True, dest="inputs")
    take("-c, --column NAME", "the column of texts", required=True)
    take("--into FILE", "what is written, whole or not at all; - is standard output", required=True)
    take("--as NAME", "a column for the results (default: the same)", dest="called")
    for option in verb.options:
        if option.name in OPTIONS[name]:
            more = {"default": [], "action": "append"} if option.repeat else {}
            said = {"choices": option.choices or None, "default": option.default, **more}
            parser.add_argument(f"--{option.name}", help=option.help, **said)  # type: ignore[arg-type]
    policies = "a row that cannot be done stays (keep), is null, or ends the job (raise)"
    take("--on-error", policies, choices=_core.ON_ERROR, default="keep")
    take("--threads N", THREADS, type=count)
    take("-q, --quiet", "say nothing of rows that cannot be done")
    return parser


def check(parser: Parser, options: Namespace) -> None:
    if not options.inputs:
        parser.error("say which tables: IN")
    if options.master and options.engine != "spark":
        parser.error("--master names a Spark: say --engine spark, too")
    if options.json and options.output == "-":
        parser.error("--json and -o - would both go to standard output: name a file")


def parser_of(name: str) -> Parser:
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
    parser.take_data("inputs", "IN", FILES_HELP)
    take = parser.take
    take("-c, --column NAME", "the column of URLs", required=True)
    take("-o, --output OUT", OUT, required=True)
    take("--dedupe", "leave out all rows of a class but the first")
    take("--order-by COLUMN...", ORDER)
    same = "what makes a class: the key, or the normal form (default: key)"
    take("--same", same, choices=("key", "normal"), default="key")
    take("--prefix TEXT", "what new columns begin with (default: COLUMN_)")
    take("--findings FILE", "the table of findings (default: beside OUT)")
    take("--report FILE", "draw the summary as an HTML page")
    parser.begin("engine")
    does = "what does the SQL: DuckDB, embedded, on this machine; or Spark"
    take("--engine", does, choices=("duckdb", "spark"), default="duckdb")
    take("--master URL", "the Spark to use (default: its own configuration's)")
    memory = "what DuckDB may use before it uses the disk (default: 1G)"
    take("--memory SIZE", memory, type=size, default=1 << 30)
    take("--threads N", THREADS, type=count)
    parser.begin("messages")
    take("--json", "write the summary to standard output, as JSON")
    take("-q, --quiet", "say nothing but what went wrong")
    return parser


def run_verb(options: Namespace) -> int:
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
    return FAILED if done.refused else FINE


def _value(option: Option, said: Any) -> object:  # noqa: ANN401  it is what was typed
    """Return the value of a verb's option, as Python says it."""
    from superuri._values.named_rows import rows  # noqa: PLC0415  because --help needs no table

    if option.table and option.table != "encodings":
        return rows(option.table)[said]
    return tuple(said) if isinstance(said, list) else said


def run(options: Namespace) -> int:
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
                **{name: getattr(options, name) for name in PASSED},
                memory=f"{options.memory >> 10}KiB",
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
    return FAILED if isinstance(error, RowError) else FILES


@contextmanager
def _progress(options: Namespace) -> Iterator[Rows | None]:
    """Show how far a job is while it is done, if a person sits there."""
    line = Rows() if messages.is_terminal(2) and not options.quiet else None
    try:
        yield line
    finally:
        # Before anything is said of how the job ended.
        if line is not None:
            line.end()
