"""Linting: what `superuri lint` takes, and what it does in which order."""

from argparse import Namespace
from collections.abc import Iterator

import superuri
from superuri import _core
from superuri._verbs import VERBS
from superuri.cli.arguments import checks, jobs, words
from superuri.cli.arguments.parser import Parser
from superuri.cli.arguments.readers import names, number, size
from superuri.cli.lint import findings, lists
from superuri.cli.lint.findings import FORMATS, SEVERITIES
from superuri.cli.lint.total import Total
from superuri.cli.output import FILES, FINE, NO, USAGE, files, messages
from superuri.cli.verbs import column

ABOUT = (
    "The TEXTs are URLs; without any, each line of standard input is one, or of the files of -i. "
    "With --find the TEXTs are documents, or folders of them: in HTML (.html, .htm, .xhtml) the "
    "values of href, src, srcset and the like and the url() of styles are linted, in style sheets "
    "(.css) url() and @import, in anything else what looks like a URL and is not a template; - is "
    "standard input. A comment `superuri: ignore` exempts its line, `superuri: off` and `superuri: "
    "on` those between them; `superuri: ignore[U102, space]` does so from these rules."
)
SHOW = "show findings of this severity or above (default: info for TEXTs, else warning)"
FIX = (
    "mend what is safe to mend: documents and files of -i are rewritten, each whole or not at all; "
    "of TEXTs and standard input, what comes of them is written to standard output"
)


def parser_of(name: str) -> Parser:
    parser = jobs.parser_of(
        name,
        "[TEXT...]",
        ABOUT,
        "examples:\n  $ superuri lint 'http://example.com/a b'\n"
        "  $ superuri lint -i urls.txt --statistics\n"
        "  $ superuri lint --find README.md docs/ --diff\n\n"
        "The exit code is 1 where findings are at or above --fail-on.",
    )
    parser.take_data("texts", "TEXT", "what to lint; after -- whatever it looks like")
    take = parser.take
    take("--find", "the TEXTs are documents and folders: find their URLs")
    rules = "codes, beginnings of codes, or names, with commas between them"
    take("--select RULES", f"ask these rules only: {rules}", type=names, default=())
    take("--ignore RULES", "do not ask these", type=names, default=())
    policies = tuple(superuri.policies)
    take("--no-exempt", "lint what comments of a document exempt, too")
    take("--policy NAME", f"one of {', '.join(policies)}", choices=policies)
    take("--show", SHOW, choices=SEVERITIES)
    failing = "findings of this severity or above make the exit code 1 (default: warning)"
    take("--fail-on", failing, choices=SEVERITIES, default="warning")
    parser.begin("mending")
    take("--fix", FIX)
    take("--unsafe-fixes", "the same, and the fixes that guess, too")
    take("--diff", "change nothing, and show what --fix would change")
    parser.begin("files")
    take("-i, --input FILE...", words.INPUT.replace("FILE", "FILE, a URL a line", 1))
    take("-c, --column NAME", words.COLUMN)
    take("--as NAME", words.AS.replace("(default: the column's own)", "(default: COLUMN_findings)"))
    take("-o, --output FILE", "with -c: write the table with its findings to FILE", default="-")
    take("--lines", words.LINES)
    take("-0, --null", "URLs end in NUL instead of a newline")
    longest = f"a longer line ends the job (default: {_core.MAX_LINE >> 20}M)"
    take("--max-line SIZE", longest, type=size, default=_core.MAX_LINE)
    parser.begin("messages")
    take("--format", "how findings are written", choices=FORMATS, default="text")
    take("--statistics", "how often each rule found something, instead")
    take("-q, --quiet", "write nothing; the exit code tells")
    take("--width N", "draw so wide", type=number(20, 10_000), default=0)
    parser.take_color()
    return parser


def check(parser: Parser, options: Namespace) -> None:
    options.failing = SEVERITIES[SEVERITIES.index(options.fail_on) :]
    if options.column is not None:
        [options.verb] = [verb for verb in VERBS if verb.name == "lint"]
        column.check(parser, options)
        return
    checks.check_tables(parser, options)
    if options.texts and options.input:
        parser.error("give either texts or -i, not both")
    if options.find and not options.texts:
        parser.error("which documents? - is standard input")
    options.mends = options.fix or options.unsafe_fixes or options.diff
    if options.no_exempt and not options.find:
        parser.error("--no-exempt is about documents: say --find, too")
    if options.diff and (options.format != "text" or options.statistics):
        parser.error("--diff has a format of its own")
    if options.show is None:
        options.show = "info" if options.texts and not options.find else "warning"
    options.asked = (options.select, options.ignore, options.policy)


def run(options: Namespace) -> int:
    try:
        superuri.lint("", select=options.select, ignore=options.ignore, policy=options.policy)
    except ValueError as error:
        messages.say_error("superuri lint", messages.printable(str(error)))
        messages.say("superuri list rules shows them all")
        return USAGE
    total = Total({}, [], [0], [], {})
    to_stdout = options.mends and not options.diff and writes_stdout(options)
    writer = findings.Writer(
        options.format,
        colour=messages.style.colours(1) and not to_stdout,
        width=options.width or messages.columns(),
        descriptor=2 if to_stdout else 1,
    )
    shows = not (options.quiet or options.statistics or options.diff)
    for hit in hits(options, total):
        if shows:
            writer.write(hit)
    if shows:
        writer.end()
    if options.statistics and not options.quiet:
        told = findings.statistics(total.counts, options.format)
        _core.append((writer.descriptor, files.STANDARD[writer.descriptor]), f"{told}\n".encode())
    if not options.quiet:
        summary(options, total)
    worst = {grade for (_, grade), times in total.counts.items() if times}
    failed = bool(worst & {*options.failing}) or (options.diff and total.changed)
    return FILES if total.unread else NO if failed else FINE


def writes_stdout(options: Namespace) -> bool:
    """Tell whether what is mended goes to standard output."""
    if options.find:
        return "-" in options.texts
    return bool(options.texts or not options.input or "-" in options.input)


def hits(options: Namespace, total: Total) -> Iterator[findings.Hit]:
    """Yield the findings that are to be shown, count all, and mend on the way."""
    if options.find:
        from superuri.cli.lint import in_documents  # noqa: PLC0415  because only documents need their readers

        yield from in_documents.hits(options, total)
    elif options.texts:
        yield from lists.of_arguments(options, total)
    else:
        for name in options.input or ["-"]:
            yield from lists.of_list(options, total, name)


def summary(options: Namespace, total: Total) -> None:
    grades = dict.fromkeys(reversed(SEVERITIES), 0)
    for (_, grade), times in total.counts.items():
        grades[grade] += times
    told = ", ".join(
        f"{times:,} {grade}{'' if times == 1 or grade == 'info' else 's'}"
        for grade, times in grades.items()
        if times
    )
    parts = [told or "nothing found"]
    hidden = SEVERITIES[: SEVERITIES.index(options.show)]
    if any(grades[grade] for grade in hidden):
        parts.append(f"--show {next(g for g in SEVERITIES if grades[g])} shows all")
    if total.changed:
        does = "would be mended" if options.diff else "mended"
        parts.append(f"{does}: {', '.join(map(messages.printable, total.changed[:5]))}")
        if len(total.changed) > 5:  # noqa: PLR2004  because that many were told
            parts[-1] += f" and {len(total.changed) - 5} more"
    if total.exempted[0]:
        urls = "URL is" if total.exempted[0] == 1 else "URLs are"
        parts.append(f"{total.exempted[0]:,} {urls} exempted by comments")
    if total.passed:
        kinds = ", ".join(f"{times:,} {kind}" for kind, times in sorted(total.passed.items()))
        parts.append(f"passed over: {kinds}")
    if told or len(parts) > 1 or messages.is_terminal(2):
        messages.say(f"superuri lint: {'; '.join(parts)}")
