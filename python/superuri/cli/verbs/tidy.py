"""Command `tidy`: cleans a whole table."""

from __future__ import annotations

from superuri._values.table_names import DUCKDB_MEMORY
from superuri._verbs.options import TRACKING, TRIM
from superuri.cli.arguments.checks import check_scheme, read_tracking
from superuri.cli.arguments.converters import count, size
from superuri.cli.arguments.parser import Parser
from superuri.cli.arguments.words import TABLE_OPTIONS, TABLES
from superuri.cli.output import FINE, exits, files, messages
from superuri.cli.verbs.column import check_standard, ended, shown_progress, waiting
from superuri.cli.verbs.lines import READS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from superuri.cli.arguments.parser import Namespace

FILES_HELP = (
    "Parquet, CSV, TSV, JSON Lines, JSON, Arrow, lists of lines, text formats also as .gz or .zst; "
    "a folder or a pattern means all in it; also s3://…, https://…, and tables of Delta and "
    "Iceberg; - is standard input"
)
THREADS = "the number of threads (default: one for each core)"
#: The options that are passed to `tables.tidy` unchanged.
PASSED = (
    *("order_by", "same", "dedupe", "tracking", "prefix", "default_scheme", "trim"),
    *("findings", "report", "threads", "engine", "master"),
    *TABLE_OPTIONS,
)
OUT = (
    "a file; a folder, with a file for each input, in the same folders; s3://…; a Delta table, "
    "called ….delta; iceberg://CATALOG/NAMESPACE.TABLE; or - for standard output, in the format of "
    "the inputs"
)
ORDER = (
    "sort each class by this column to choose its first row; append ' desc' for descending order; "
    "may be repeated (default: the order of the rows)"
)


def check(parser: Parser, options: Namespace) -> None:
    options.inputs = [*options.inputs, *options.input]
    if not options.inputs:
        parser.error("name at least one table: IN")
    check_standard(parser, options, options.inputs)
    check_scheme(parser, options)
    if options.prefix is not None and len(options.column) > 1:
        parser.error("--prefix is for one column: each of several has its own name")
    if options.tracking is not None:
        if options.engine == "spark":
            parser.error("--tracking is not for Spark")
        options.tracking = read_tracking(parser, options.tracking, quiet=options.quiet)
    if options.trim and options.engine == "spark":
        parser.error("--trim is not for Spark")
    if options.master and options.engine != "spark":
        parser.error("--master is only for Spark: add --engine spark")
    if options.summary == "json" and options.output == "-":
        parser.error("--summary json and -o - would both go to standard output: name a file")


def parser_of(name: str) -> Parser:
    parser = Parser(
        f"superuri {name}",
        description=(
            "Clean, normalise and key the URLs of a table, mark duplicates, and write a table of "
            "findings. No row is lost: a text that fails is left unchanged."
        ),
        usage="superuri tidy IN... -c COLUMN -o OUT [OPTION...]",
        epilog=(
            "example:\n  $ superuri tidy crawl/*.parquet -c url -o tidy/ --report report.html\n\n"
            "An interrupted job leaves the old output unchanged; the same command continues it.\n\n"
            f"{exits()}"
        ),
    )
    parser.take_data("inputs", "IN", FILES_HELP)
    take = parser.take
    take("-i, --input IN...", "the same as IN; may be repeated")
    take(
        "-c, --column NAME...",
        "the column of URLs; r.url is a field of a struct; may be repeated",
        required=True,
    )
    take("-o, --output OUT", OUT, required=True)
    take("--dedupe", "keep only the first row of each class")
    take("--order-by COLUMN...", ORDER)
    same = "rows of a class have the same key, or the same normal form (default: key)"
    take("--same", same, choices=("key", "normal"), default="key")
    take(f"--{TRACKING.name} {TRACKING.metavar}", TRACKING.help)
    take("--prefix TEXT", "the beginning of new columns' names (default: COLUMN_)")
    default = "the scheme of a text that begins with a host, such as https for e.com/a"
    take("--default-scheme SCHEME", default)
    take(f"--{TRIM.name}", TRIM.help)
    take("--findings FILE", "the table of findings (default: next to OUT)")
    take("--report FILE", "write the summary as an HTML page")
    parser.add_rows("tables", TABLES)
    parser.begin("engine")
    does = "the SQL engine: DuckDB, embedded, on this machine; or Spark"
    take("--engine", does, choices=("duckdb", "spark"), default="duckdb")
    take("--master URL", "the address of Spark (default: from Spark's configuration)")
    memory = f"the memory that DuckDB uses before it uses the disk (default: {DUCKDB_MEMORY}M)"
    take("--memory SIZE", memory, type=size, default=DUCKDB_MEMORY << 20)
    take("--threads N", THREADS, type=count)
    parser.begin("messages")
    summary = "text on standard error, or JSON on standard output"
    take(
        "--summary",
        f"how the summary is written: {summary}",
        choices=("text", "json"),
        default="text",
    )
    take("-q, --quiet", "print only errors")
    return parser


def run(options: Namespace) -> int:
    """Run ``tidy`` and return the exit code; rows that are kept unchanged are not a failure."""
    who = "superuri tidy"
    say = (lambda _: None) if options.quiet else (lambda text: messages.say(f"{who}: {text}"))
    try:
        import superuri.tables as tables  # noqa: PLC0415  because lines need no pyarrow

        waiting(options.inputs, who)
        with shown_progress(options) as progress:
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
        return ended(who, error)
    if options.summary == "json":
        import json  # noqa: PLC0415  because few ask for it

        files.write(json.dumps(done.asdict()).encode() + b"\n")
    elif not options.quiet:
        messages.say("\n".join(map(messages.printable, str(done).split("\n"))))
        if "no-scheme" in done.meant and options.default_scheme is None:
            messages.say(f"hint: {READS}")
    return FINE
