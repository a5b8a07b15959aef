"""Linting: the options of `superuri lint`, and its steps in order."""

import os
import shlex
from collections.abc import Iterator

import superuri._core as _core
import superuri.logs as logs
from superuri._documents import kinds
from superuri._values.finding import policies
from superuri._values.plural import counted
from superuri._values.table_names import WORDS
from superuri.cli.arguments import jobs, words
from superuri.cli.arguments.converters import names, number, size
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.lint import checks, config, findings, given, lists
from superuri.cli.lint.baseline import Baseline, BaselineError
from superuri.cli.lint.checks import check as check
from superuri.cli.lint.config import SettingError
from superuri.cli.lint.findings import FORMATS, SEVERITIES
from superuri.cli.lint.hits import Hit
from superuri.cli.lint.total import Total
from superuri.cli.output import FAILED, FILES, FINE, NO, USAGE, files, messages

ABOUT = (
    "An ARG with a scheme (SCHEME://…, mailto:…, data:…, urn:…) is a URL. Any other ARG, and "
    "every ARG after --, is a path: the URLs in the file, or in the files of the folder, are "
    "linted. The name of a document, or else its content, decides its kind. In HTML, lint checks "
    "the values of href, src, srcset and the like and the url() of styles; in style sheets, url() "
    "and @import; in Markdown and reStructuredText, links and images; in formats with fields "
    "(BibTeX, Turtle, vCard, robots.txt, …), the fields that hold URLs; in any text (in JSON and "
    "XML, the unescaped text), everything that looks like a URL and is not a template. - is a "
    "document on standard input, and the default. A comment `superuri: ignore` exempts the URLs "
    "of its line, `superuri: off` and `superuri: on` the lines between them; `superuri: "
    "ignore[U102, space]` exempts from these rules."
)
SHOW = "show findings of at least this severity (default: warning; info if every ARG is a URL)"
FIX = (
    "apply safe fixes: documents and files of -i are rewritten, each completely or not at all; "
    "fixed URLs and standard input are written to standard output"
)
LOGS = tuple(logs.formats)
FROM = (
    f"read the files and -i as logs, one of {', '.join(LOGS)}: lint the request target of each "
    "line, as the client sent it"
)
INPUT_FORMAT = (
    f"what the documents are, whatever their names and contents: {', '.join(kinds.NAMES)}; with -c "
    f"what the tables are: {', '.join(WORDS)}"
)
EXCLUDE = (
    "skip documents and folders that match this .gitignore pattern, from the working directory"
)
CHECK_FILES = (
    "report relative references to missing files, below the working directory or the document's "
    "folder (rule missing-file)"
)
LIST = "lint FILE, a list with one URL a line; may be repeated; gzip and zstd are unpacked, - is"


def parser_of(name: str) -> Parser:
    parser = jobs.parser_of(
        name,
        "[ARG...]",
        ABOUT,
        "examples:\n  $ superuri lint README.md docs/ --diff\n"
        "  $ superuri lint 'http://example.com/a b'\n"
        "  $ superuri lint -i urls.txt --statistics\n\n"
        "The exit code is 1 if a finding is at least as severe as --fail-on.",
    )
    parser.take_data("args", "ARG", "URLs, files and folders; after -- every ARG is a path")
    take = parser.take
    take("--text", "lint every ARG itself: URLs, and relative references such as /a b")
    rules = "codes, beginnings of codes, or names, separated by commas"
    take("--select RULES", f"apply these rules only: {rules}", type=names, default=())
    take("--ignore RULES", "do not apply these rules", type=names, default=())
    take("--no-exempt", "lint URLs that comments exempt, too")
    take("--policy NAME", f"one of {', '.join(policies)}", choices=tuple(policies))
    take("--show", SHOW, choices=SEVERITIES)
    fails = "findings of this severity or above make the exit code 1 (default: warning)"
    take("--fail-on", fails, choices=SEVERITIES)
    parser.begin("documents")
    known = tuple(dict.fromkeys((*kinds.NAMES, *WORDS)))
    take("--input-format FORMAT", INPUT_FORMAT, choices=known)
    take("--exclude PATTERN...", EXCLUDE, action="append", default=[])
    take("--no-gitignore", "in folders, lint files that .gitignore and .ignore exclude, too")
    take("--check-files", CHECK_FILES)
    take("--baseline FILE", "show only findings that are not in FILE, which --write-baseline wrote")
    take("--write-baseline FILE", "write the findings in documents to FILE, and show nothing")
    take("--no-config", "read no settings: neither superuri.toml nor pyproject.toml")
    parser.begin("fixes")
    take("--fix", FIX)
    take("--unsafe-fixes", "apply safe fixes, and those that guess, too")
    take("--diff", "show what --fix would change, and change nothing")
    parser.begin("files")
    take("-i, --input FILE...", f"{LIST} standard input")
    take("-c, --column NAME...", words.COLUMN)
    take("--as NAME", words.AS.replace("(default: the column's own)", "(default: COLUMN_lint)"))
    take("-o, --output FILE", "with -c: write the table with its findings to FILE", default="-")
    take("--lines", words.LINES)
    take("-0, --null", "URLs end in NUL instead of a newline")
    longest = f"a longer line ends the job (default: {_core.MAX_LINE >> 20}M)"
    take("--max-line SIZE", longest, type=size, default=_core.MAX_LINE)
    take("--from FORMAT", FROM, choices=LOGS, dest="log")
    rows = [row for row in words.TABLES if "--input-format" not in row[0]]
    parser.add_rows("tables, with -c", rows)
    parser.begin("messages")
    written = "how findings are written"
    take("--output-format", written, choices=FORMATS, default="text", dest="format")
    take("--statistics", "count the findings of each rule instead")
    take("-q, --quiet", "write nothing; see the exit code")
    take("--width N", "the width of the output in columns", type=number(20, 10_000), default=0)
    parser.take_color()
    return parser


def complete(options: Namespace) -> None:
    """Complete the options by the project's settings, and read the baseline."""
    config.apply(options)
    if options.show is None:
        options.show = "warning" if options.finds or options.input else "info"
    options.failing = checks.failing(options.fail_on)
    options.rules = (tuple(options.select), tuple(options.ignore), options.policy)
    options.known = None
    if options.write_baseline is not None:
        options.known = Baseline(options.write_baseline, is_new=True)
    elif options.baseline is not None and options.finds:
        options.known = Baseline(options.baseline, is_new=False)


def refused(options: Namespace) -> bool:
    """Complete the options; report a wrong setting, baseline or rule, and return whether there is
    one.
    """
    try:
        complete(options)
        _core.lint("", select=options.select, ignore=options.ignore, policy=options.policy)
    except ValueError as error:
        messages.say_error("superuri lint", messages.printable(str(error)))
        if not isinstance(error, (SettingError, BaselineError)):
            messages.say("superuri list rules shows them all")
        return True
    return False


def run(options: Namespace) -> int:
    if refused(options):
        return USAGE
    for argument in options.given:
        if argument.is_path and argument.word != "-" and not os.path.lexists(argument.word):
            given.report_missing(argument.word)
            return FILES
    total = Total()
    to_stdout = options.fixing and not options.diff and writes_stdout(options)
    writer = findings.FindingWriter(
        options.format,
        colour=messages.style.colours(1) and not to_stdout,
        width=options.width or messages.columns(),
        descriptor=2 if to_stdout else 1,
    )
    shows = not (options.quiet or options.statistics or options.diff or options.write_baseline)
    for hit in hits(options, total):
        if shows:
            writer.write(hit)
    if shows:
        writer.end()
    if options.statistics and not options.quiet:
        report = findings.statistics(total.counts, options.format)
        _core.append((writer.descriptor, files.STANDARD[writer.descriptor]), f"{report}\n".encode())
    if options.write_baseline is not None and not total.unread:
        options.known.write()
    if not options.quiet:
        summary(options, total)
    return ended(options, total)


def ended(options: Namespace, total: Total) -> int:
    """Return the exit code: unread input takes precedence over findings."""
    if total.unread or total.misread:
        return FILES if total.unread else FAILED
    worst = {grade for (_, grade), times in total.counts.items() if times}
    failed = bool(worst & {*options.failing}) or (options.diff and total.changed)
    return NO if failed else FINE


def writes_stdout(options: Namespace) -> bool:
    typed = any(not each.is_path or each.word == "-" for each in options.given)
    return typed or "-" in options.input


def hits(options: Namespace, total: Total) -> Iterator[Hit]:
    """Yield the findings to show, count all of them, and apply fixes."""
    if options.log is not None:
        from superuri.cli.lint import in_logs  # noqa: PLC0415  because only logs need them

        for name in (*(argument.word for argument in options.given), *options.input):
            yield from in_logs.hits(options, total, name)
        return
    for argument in options.given:
        if argument.is_path:
            from superuri.cli.lint import in_documents  # noqa: PLC0415  because only documents need their parsers

            yield from in_documents.hits(options, total, argument.word)
        else:
            yield from lists.of_argument(options, total, argument.number, argument.word)
    for name in options.input:
        yield from lists.of_list(options, total, name)


def known(options: Namespace) -> list[str]:
    """Return the lines about the baseline for the summary."""
    name = messages.printable(options.known.path)
    if options.known.is_new:
        return [f"{counted(options.known.size(), 'finding')} written to {name}"]
    parts = [f"{counted(options.known.hidden(), 'finding')} of {name} not shown"]
    if gone := options.known.gone():
        parts.append(f"{gone:,} no longer found: --write-baseline updates it")
    return parts


def by_grade(grades: dict[str, int]) -> str:
    return ", ".join(
        f"{times:,} info" if grade == "info" else counted(times, grade)
        for grade, times in grades.items()
        if times > 0
    )


def summary(options: Namespace, total: Total) -> None:
    grades = dict.fromkeys(reversed(SEVERITIES), 0)
    for (_, grade), times in total.counts.items():
        grades[grade] += times
    counts = by_grade(grades)
    of = f" in {counted(total.files, 'file')}" if total.files else ""
    parts = [f"checked {counted(total.urls, 'URL')}{of}: {counts or 'nothing found'}"]
    hidden = SEVERITIES[: SEVERITIES.index(options.show)]
    if any(grades[grade] for grade in hidden):
        parts.append(f"--show {next(g for g in SEVERITIES if grades[g])} shows all")
    if total.changed:
        does = "would be fixed" if options.diff else "fixed"
        parts.append(f"{does}: {', '.join(map(messages.printable, total.changed[:5]))}")
        if len(total.changed) > 5:  # noqa: PLR2004  because five are listed
            parts[-1] += f" and {len(total.changed) - 5} more"
        if also := by_grade({grade: total.fixed[grade] for grade in reversed(hidden)}):
            parts.append(f"{also} {does}, too")
    if total.exempted:
        parts.append(f"{counted(total.exempted, 'URL')} exempted by comments")
    if options.known is not None:
        parts += known(options)
    if options.settings.values:
        parts.append(f"settings: {messages.printable(os.path.relpath(options.settings.file))}")
    parts += total.skipped()
    messages.say(f"superuri lint: {'; '.join(parts)}")
    if total.list_like:
        list_ = messages.printable(shlex.quote(total.list_like))
        messages.say(
            f"help: text after a space was not read: -i {list_} reads each line as one URL"
        )
