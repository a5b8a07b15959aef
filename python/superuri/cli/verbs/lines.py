"""Verbs over arguments and lines, with the report of failures."""

from __future__ import annotations

import os

import superuri._core as _core
from superuri.cli.output import FAILED, FINE, NO, USAGE, files, messages, signals
from superuri.cli.output.messages import say, say_error, say_hint, say_names_file, say_waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from superuri.cli.arguments.parser import Namespace
    from superuri.errors import URIError

#: A hint at the default scheme.
READS = "--default-scheme https reads e.com/a, which has no scheme, as https://e.com/a"
OUTCOMES = {"keep": "passed through unchanged", "null": "left empty"}


def work(options: Namespace, closed: set[int]) -> int:
    try:
        _core.check_options(engine_options(options))
    except ValueError as error:
        who = f"superuri {options.verb.name}"
        say_error(who, error.pretty() if hasattr(error, "pretty") else str(error))
        say(f"{who} --help shows more")
        return USAGE
    reads_stdin = not options.texts and "-" in options.input
    needed = {files.place(name) for name in (options.output, options.rejects) if name}
    names = {0: "<stdin>", **files.STANDARD}
    for descriptor in sorted(closed & (needed | ({0} if reads_stdin else set()))):
        from errno import EBADF  # noqa: PLC0415  because most runs need none

        raise OSError(EBADF, "it is closed", names[descriptor])
    refuse_own_output(options)
    if not options.quiet:
        hint_of_files(options)
    target = files.Target(options.output)
    rejects = None
    try:
        rejects = files.Target(options.rejects) if options.rejects is not None else None
        if options.texts and not options.json:
            code, complete = run_texts(options, target, rejects)
        else:
            code, complete = run_lines(options, target, rejects)
        if complete:
            # Rejects first: a new output with old rejects would look complete.
            if rejects is not None:
                rejects.commit()
            target.commit()
        return code
    finally:
        target.discard()
        if rejects is not None:
            rejects.discard()


def refuse_own_output(options: Namespace) -> None:
    """Refuse to append to a file that is read, which might never end: ``clean -i f >> f``."""
    output = files.place(options.output)
    for name in options.input if isinstance(output, int) else ():
        if files.same_file(0 if name == "-" else name, output):
            from errno import EINVAL  # noqa: PLC0415  because most runs need none

            what = "it is both input and output; -o replaces a file by its result"
            raise OSError(EINVAL, what, "<stdin>" if name == "-" else name)


def hint_of_files(options: Namespace) -> None:
    """If a text is the name of a file, show how to read the file."""
    for text in options.texts:
        if files.is_named(text):
            operand = options.verb.operand
            first = f" '{getattr(options, operand.attribute)}'" if operand is not None else ""
            say_names_file(text, f"superuri {options.verb.name}{first} -i")
            return


#: Texts up to this length, in characters, get notes with an error.
LONGEST_NOTED = 4096
#: Notes that would repeat the error, or that are not about it.
KNOWN_NOTES = frozenset(
    {"space", "scheme", "unknown-scheme", "direction", "value", "scp-path", "password"}
)
#: The kind of records whose path seems to begin with a host.
HOST = "no-scheme"


def run_texts(
    options: Namespace, target: files.Target, rejects: files.Target | None
) -> tuple[int, bool]:
    """Process the arguments. A failure is reported with a caret, and the next one is processed."""
    ending = b"\0" if options.null else b"\n"
    code = FINE
    results: list[bytes] = []
    refused: list[bytes] = []
    texts = [os.fsencode(text) for text in options.texts]
    done = _core.apply(texts, engine_options(options))
    for text, raw, result in zip(options.texts, texts, done["results"], strict=True):
        if isinstance(result, bytes):
            results.append(result + ending)
        elif result is not None:
            code = FAILED
            report_error(options, result)
            if options.on_error == "raise":
                return code, False
            refused.append(raw + ending)
            if options.on_error is not None:
                results.append((raw if options.on_error == "keep" else b"") + ending)
        hint(options, text)
        if target.path == 1:
            # Write at once, so that results and errors are in order on a terminal.
            files.write(b"".join(results))
            results.clear()
    hint_of_suspects(options, done["suspects"])
    for file, records in ((target, results), (rejects, refused)):
        if file is not None:
            file.append(b"".join(records))
    return code or (NO if done["differed"] else FINE), True


def engine_options(options: Namespace) -> _core._Options:
    # A text that fails is not escaped for the medium, and is not one of its parts.
    safe = getattr(options, "sink", "text") == "text" and not options.verb.extracts
    own = [*options.verb.options, *filter(None, [options.verb.operand])]
    values = {option.name: getattr(options, option.attribute) for option in own}
    return {
        "verb": options.verb.name,
        "given": {name: value for name, value in values.items() if value is not None},
        "distinct": options.memory if getattr(options, "dedupe", False) else None,
        "nul": options.null or bool(options.texts),
        "json": options.json,
        "on_error": options.on_error or ("keep" if safe else "null"),
        "max_line": options.max_line,
        "threads": options.threads,
    }


def run_lines(
    options: Namespace, target: files.Target, rejects: files.Target | None
) -> tuple[int, bool]:
    """Process lines of files, lines of standard input, or the arguments of a report."""
    named = options.input or ["-"]  # arguments have no file name either
    names: list[str | None] = [None if name == "-" else name for name in named]
    sources: list[str | bytes | None] = list(names)
    if options.texts:
        sources = [b"".join(os.fsencode(text) + b"\0" for text in options.texts)]
    elif None in names and messages.is_terminal(0):
        say_waiting(f"superuri {options.verb.name}")
    given = engine_options(options)
    on_error = given["on_error"]
    progress = None
    seen = target.path == 1 and messages.is_terminal(1)
    if not options.quiet and messages.is_terminal(2) and not seen:
        from superuri.cli.output.progress import LineProgress  # noqa: PLC0415  because only a person sees it

        progress = LineProgress([] if options.texts else names)
        signals.unfinished.append(progress.end)
    try:
        done = _core.stream(
            sources,
            (target.path, target.name),
            None if rejects is None else (rejects.path, rejects.name),
            given,
            progress,
        )
    finally:
        if progress is not None:
            progress.end()
    hint_of_suspects(options, done["suspects"])
    failed = sum(each["failed"] for each in done["counts"])
    if failed and not options.quiet:
        report(options, names, done["counts"], on_error)
    code = FAILED if failed else NO if done["differed"] else FINE
    return code, not (failed and on_error == "raise")


def report(
    options: Namespace, names: list[str | None], counts: list[_core._Counts], on_error: str
) -> None:
    """Report the first failed records one by one, and count the rest."""
    who = f"superuri {options.verb.name}"
    unit = "argument" if options.texts else "record" if options.null else "line"
    printed = 0
    codes: dict[str, int] = {}
    for name, each in zip(names, counts, strict=False):
        for number, sentence in each["failures"]:
            where = f"{unit} {number}" if name is None else f"{messages.printable(name)}:{number}"
            say_error(who, f"{where}: {sentence}")
            printed += 1
        for code, times in each["codes"]:
            codes[code] = codes.get(code, 0) + times
    if on_error == "raise":
        say(f"{who}: stopped there" + ("; no file is changed" if options.output != "-" else ""))
        return
    records = sum(each["records"] for each in counts)
    failed = sum(each["failed"] for each in counts)
    if failed > printed:
        say(f"{who}: … and {failed - printed:,} more")
    ranked = sorted(codes.items(), key=lambda row: -row[1])
    kinds = ", ".join(f"{times:,} {code}" for code, times in ranked)
    one = failed == 1
    as_errors = "reported as an error" if one else "reported as errors"
    outcome = as_errors if options.json else OUTCOMES[on_error]
    say(
        f"{who}: {failed:,} of {records:,} {unit}{'' if records == 1 else 's'} could not be "
        f"{options.verb.participle} and {'was' if one else 'were'} {outcome}: {kinds}"
    )
    illegal = codes.get("not-a-uri", 0)
    if illegal and getattr(options, "clean", None) is False:
        are = f"{unit} is" if illegal == 1 else f"{unit}s are"
        say(f"hint: {illegal:,} {are} not legal; --clean makes each a URI first")
    hostless = codes.get("no-host", 0)
    if hostless and options.default_scheme is None:
        have = f"{unit} has" if hostless == 1 else f"{unit}s have"
        say(f"hint: {hostless:,} {have} no host; {READS}")


def report_error(options: Namespace, error: URIError) -> None:
    """Report an error about a text, and what the text seems to be."""
    if options.quiet:
        return
    say_error(f"superuri {options.verb.name}", error.pretty())
    if len(error.text) <= LONGEST_NOTED:
        from superuri.explanation import notes  # noqa: PLC0415  because most runs need none

        for note in notes(error.text):
            # The help of that error names the option already.
            is_known = note.kind in KNOWN_NOTES or (note.kind == HOST and error.code == "no-host")
            if not is_known:
                say(messages.printable(f"note: {note}"))


def hint(options: Namespace, text: str) -> None:
    """Suggest another verb, on a terminal."""
    verb = "" if options.quiet else options.verb.name
    if verb == "encode" and "://" in text:
        say_hint("encode is for one component; for a whole URL: superuri clean")
    elif verb == "decode" and "+" in text:
        say_hint("a + stays; where it is a space, as in forms: superuri form decode")
    elif verb == "form decode" and ("&" in text or "://" in text):
        say_hint("form decode is for one name or value; split at & and = before")


def hint_of_suspects(options: Namespace, counts: list[tuple[str, int]]) -> None:
    """Report how many records are probably not a single URI, not only on a terminal."""
    if options.quiet:
        return
    hosts = sum(count for kind, count in counts if kind == HOST)
    others = [(kind, count) for kind, count in counts if kind != HOST]
    unit = "text" if options.texts else "record" if options.null else "line"
    if hosts:
        has = f"{unit} seems" if hosts == 1 else f"{unit}s seem"
        say(
            f"hint: {hosts:,} {has} to begin with a host, but without a scheme it is read as a "
            "path; --default-scheme https adds the scheme"
        )
    if others:
        count = sum(count for _, count in others)
        are = f"{unit} is" if count == 1 else f"{unit}s are"
        brief = {kind: words for kind, words, _ in _core.SUSPECTS}
        kinds = ", ".join(f"{brief[kind]}: {count:,}" for kind, count in others)
        say(
            f"hint: {count:,} {are} probably not a single URI ({kinds}) but escaped as written; "
            "--profile SALVAGE removes quotes and brackets, superuri refang restores defanged "
            "URLs, superuri lint shows more"
        )
