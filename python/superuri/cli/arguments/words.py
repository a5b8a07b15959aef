"""Options of every verb, as rows for the parser."""

from __future__ import annotations

import superuri._core as _core
from superuri._values.table_names import ENCODINGS, PARTITIONS, WORDS, delimiter, quote
from superuri._verbs import COMMANDS
from superuri.cli.arguments.converters import (
    CONVERTERS,
    among,
    count,
    mark,
    shown_size,
    size,
    version,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from superuri._verbs.rows import Option, Verb

INPUT = "read FILE; may be repeated; gzip and zstd are unpacked, - is standard input"
OUTPUT = "write FILE completely or not at all; .gz and .zst are packed, - is standard output"
REJECTS = (
    "write the records that fail to FILE, too; - is standard output; with -c, a table of the rows "
    "that fail, with their errors"
)
COLUMN = (
    "the files are tables (Parquet, CSV, TSV, JSON Lines, JSON, Arrow, lists of lines; a folder or "
    "a pattern means all in it): process this column, and write tables; may be repeated"
)
AS = (
    "with -c: write the results to a column of this name (default: the column's own; of verbs that "
    "read a text, a new one such as url_host); repeated, one for each FORMAT of get"
)
DRY_RUN = "with -c: report what would be done, and write nothing"
TABLE_VERSION = "the version of a Delta or Iceberg table that is read (default: the newest)"
LINES = "read FILE line by line, even if it is named like a table"
NULL = "records end in NUL instead of a newline; every other byte is data"
ON_ERROR = (
    "a record that fails stays unchanged (keep: the default for lines; for an argument only an "
    "error is printed), becomes empty (null), or ends the job (raise)"
)
ON_ERROR_OF_PART = (
    "a record that fails becomes empty (null, the default; for an argument only an error is "
    "printed), or ends the job (raise)"
)
LONG = f"a longer line stays unchanged and is not read (default: {_core.MAX_LINE >> 20}M)"
THREADS = f"the number of threads (default: one for each core, {_core.MOST_THREADS} at most)"
JSON = (
    "write one JSON object for each record: input, output, error, and what clean replaced, pretty "
    "showed or --explain reports; input that is not valid UTF-8 is percent-encoded, as "
    "input_encoded; with -c, write the report of the job as one JSON object"
)
QUIET = "print nothing about records that fail; see the exit code"
COLOR = "colour messages (default: on a terminal, or as NO_COLOR or FORCE_COLOR set)"

FLAG = "store_true"
#: The value that each action of a flag sets; a row has that of "store_const".
FLAGS = {FLAG: True, "store_false": False, "store_const": None, "help": None}
AGAIN = "append"


def option(typed: str, help: str, **row: Any) -> tuple[tuple[str, ...], dict[str, Any]]:  # noqa: A002, ANN401  as in a row
    """Return the names and the row of an option, written as in ``-o, --output FILE``.

    Without a value it is a flag. An option that may be repeated ends in ``...``.
    """
    *names, last = typed.replace(",", "").split()
    row["help"] = help
    if not last.startswith("-"):
        row["metavar"] = last.removesuffix("...")
        if last.endswith("..."):
            row |= {"action": AGAIN, "default": []}
    else:
        names.append(last)
        if not row.keys() & {"choices", "action"}:
            row["action"] = FLAG
    return tuple(names), row


# The options for how tables are written, where their names do not show it.
TABLES = (
    option("--input-format", "what the tables are, whatever their names end in", choices=(*WORDS,)),
    option(
        "--delimiter CHAR",
        "the character between fields of CSV and TSV, or tab",
        type=mark(delimiter),
    ),
    option("--quote CHAR", "the quotation mark around fields, or none", type=mark(quote)),
    option(
        "--header",
        "the first row names the columns (default: detected, as the two above)",
        default=None,
    ),
    option(
        "--no-header",
        "the first row is data; columns are named by position: 1, 2, …",
        action="store_false",
        dest="header",
    ),
    option(
        "--table-encoding",
        "the encoding of tables of text (default: utf-8, or by the byte order mark)",
        choices=ENCODINGS,
    ),
    option(
        "--partitions",
        f"folders such as k=a%20b become columns so (default: {PARTITIONS[0]})",
        choices=PARTITIONS,
        default=PARTITIONS[0],
    ),
    option("--union-by-name", "the tables may have different columns; missing columns are null"),
    option("--table-version N", TABLE_VERSION, type=version),
)
# The options of every verb for its files and its messages.
FILES = (
    option("-i, --input FILE...", INPUT),
    option("-o, --output FILE", OUTPUT, default="-"),
    option("-c, --column NAME...", COLUMN),
    option("--as NAME...", AS),
    option("--dry-run", DRY_RUN),
    option("--lines", LINES),
    option("-0, --null", NULL),
    option("--on-error", ON_ERROR, choices=_core.ON_ERROR),
    option("--rejects FILE", REJECTS),
    option("--max-line SIZE", LONG, type=size, default=_core.MAX_LINE),
    option("--threads N", THREADS, type=count, default=0),
)
COLORED = option("--color", COLOR, choices=("auto", "always", "never"), default="auto")
MESSAGES = (option("--json", JSON), option("-q, --quiet", QUIET), COLORED)


def attribute_of(names: tuple[str, ...], row: dict[str, Any]) -> str:
    name: str = row.get("dest") or names[-1].removeprefix("--").replace("-", "_")
    return name


def default_of(row: dict[str, Any]) -> Any:  # noqa: ANN401  because options are of many types
    flags = {FLAG: False, "store_false": True}
    return row.get("default", flags.get(row.get("action", "")))


#: The attributes of the options of tables, and their defaults.
TABLE_OPTIONS = {
    attribute_of(names, row): default_of(row) for names, row in TABLES if "dest" not in row
}

#: Options of verbs that only lines have.
OF_LINES = {"whatwg", "dedupe", "memory", "explain", "sink"}
#: The verbs that support tables, and the options of each that they support there.
ON_COLUMNS = {
    verb.name: tuple(o.attribute for o in verb.options if o.attribute not in OF_LINES)
    for verb in COMMANDS
    if not verb.pairs and (verb.operand is None or verb.name == "get")
} | {"lint": ("fail_on",)}


def own(verb: Verb) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield the names of each option of this verb, and its row for the parser."""
    for option in verb.options:
        yield (f"--{option.name}",), arguments_of(option)


def files_of(verb: Verb) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield the rows of `FILES` as they are for this verb."""
    for names, row in FILES:
        if verb.extracts and names == ("--on-error",):
            # A record that stayed as it is would look like a part.
            yield names, {"choices": ("null", "raise"), "help": ON_ERROR_OF_PART}
        else:
            yield names, row


def arguments_of(option: Option) -> dict[str, Any]:
    if option.default is False:
        return {"action": FLAG, "help": option.help}
    if option.repeat:
        more = {"choices": option.choices} if option.choices else {"metavar": option.metavar}
        return {"action": AGAIN, "default": [], "help": option.help, **more}
    shown = shown_size(option.default) if option.metavar == "SIZE" else option.default
    words = option.metavar == "WORDS"
    return {
        "choices": None if words else option.choices or None,
        "words": option.choices,
        "default": option.default,
        "type": among(option.choices) if words else CONVERTERS.get(option.metavar, str),
        "metavar": option.metavar or None,
        "help": option.help + (f" (default: {shown})" if option.default else ""),
    }
