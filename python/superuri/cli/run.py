"""How is what was asked for done, and what is said of it?"""

from __future__ import annotations

import errno
import os

from superuri import _core
from superuri.cli import FINE, INVALID, messages, output, signals
from superuri.cli.messages import say, say_error, say_hint

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

FATES = {
    "keep": "passed through unchanged",
    "null": "left empty",
}


def run(options: argparse.Namespace, closed: set[int]) -> int:
    """Do it, and return the exit code. ``closed`` are standard descriptors that are not there."""
    if "page" in options:
        code: int = options.page(options)
        return code
    return work(options, closed)


def work(options: argparse.Namespace, closed: set[int]) -> int:
    """Do the verb, and return the exit code."""
    messages.style.when = options.color
    if options.output == "-":
        options.output = None
    reads_stdin = not options.texts and (not options.input or "-" in options.input)
    for descriptor, needed in ((0, reads_stdin), (1, options.output is None)):
        if needed and descriptor in closed:
            name = ("<stdin>", "<stdout>")[descriptor]
            raise OSError(errno.EBADF, "it is closed", name)
    target = output.Target(options.output) if options.output is not None else None
    rejects = None
    try:
        rejects = output.Target(options.rejects) if options.rejects is not None else None
        if options.texts and not options.json:
            code, complete = run_texts(options, target, rejects)
        else:
            code, complete = run_lines(options, target, rejects)
        if complete:
            for each in (target, rejects):
                if each is not None:
                    each.commit()
        return code
    finally:
        for each in (target, rejects):
            if each is not None:
                each.discard()


def run_texts(
    options: argparse.Namespace, target: output.Target | None, rejects: output.Target | None
) -> tuple[int, bool]:
    """Do the arguments. One that fails is said, drawn with its caret; the others are still done."""
    from superuri.errors import URIError  # noqa: PLC0415  because lines need none

    ending = b"\0" if options.null else b"\n"
    code = FINE
    results: list[bytes] = []
    refused: list[bytes] = []
    for text in options.texts:
        raw = os.fsencode(text)
        try:
            results.append(apply(options, raw) + ending)
        except URIError as error:
            code = INVALID
            if not options.quiet:
                say_error(f"superuri {options.verb.name}", error.pretty())
            if options.on_error == "raise":
                return code, False
            refused.append(raw + ending)
            if options.on_error is not None:
                results.append((raw if options.on_error == "keep" else b"") + ending)
        if not options.quiet:
            hint(options.verb.name, text)
        if target is None:
            # At once, so that results and complaints stand in order on a terminal.
            output.write(b"".join(results))
            results.clear()
    for file, records in ((target, results), (rejects, refused)):
        if file is not None:
            _core.append((file.path, file.name), b"".join(records))
    return code, True


def apply(options: argparse.Namespace, raw: bytes) -> bytes:
    """Return what the verb makes of the bytes: read as text, if they are text."""
    given = {}
    policies = {}
    for option in options.verb.options:
        value = getattr(options, option.name)
        if option.name == "trim":
            raw = raw.strip(b" \t\n\r\f") if value else raw
        elif option.policy and value != option.default:
            policies[option.name] = value
        elif value != option.default:
            given[option.name] = value
            if option.table and option.table != "encodings":
                from superuri.cli import tables  # noqa: PLC0415  because the default needs none

                given[option.name] = tables.rows(option.table)[value]
    if policies:
        from superuri import profiles  # noqa: PLC0415  because the default needs none

        display = given.get("profile", profiles.displays[0])
        given["profile"] = display.replace(**policies)
    try:
        text: str | bytes = raw.decode()
    except UnicodeDecodeError:
        text = raw
    function = options.verb.function
    if "from" in given:
        function, given["format"] = _core.log_decode, given.pop("from")
    label = given.pop("encoding", None)
    if label is not None:
        given.update(encoded(options.verb.name, text, label, given.get("profile")))
    result = function(text, **given)
    return str(result).encode("utf-8", "surrogateescape")


def encoded(
    verb: str, text: str | bytes, label: str, profile: _core.Profile | None
) -> dict[str, object]:
    """Return the arguments that say the encoding of this label to the verb."""
    if verb == "decode":
        return {"encoding": label}
    if isinstance(text, bytes):
        # What is no text is octets already.
        return {}
    if verb == "encode":
        return {"encoding": label}
    from superuri import profiles  # noqa: PLC0415  because the default needs none

    profile = profile or profiles.RFC3986
    page = profile.name.startswith("WHATWG")
    return {"profile": profile.encoded(None if page else label, query=label)}


def run_lines(
    options: argparse.Namespace, target: output.Target | None, rejects: output.Target | None
) -> tuple[int, bool]:
    """Do the lines of the files, or of standard input; or the arguments as records of a report."""
    names: list[str | None] = [None if name == "-" else name for name in options.input or ["-"]]
    sources: list[str | bytes | None] = list(names)
    if options.texts:
        sources = [b"".join(os.fsencode(text) + b"\0" for text in options.texts)]
    elif None in names and messages.is_terminal(0):
        say_hint(f"{options.verb.name} reads what you type; Ctrl-D ends, and --help tells more")
    # What could not be shown was not made safe for its medium either.
    safe = getattr(options, "sink", "text") == "text"
    on_error = options.on_error or ("keep" if safe else "null")
    progress = None
    if not options.quiet and messages.is_terminal(2) and (target or not messages.is_terminal(1)):
        from superuri.cli.progress import Progress  # noqa: PLC0415  because only a person sees it

        progress = Progress([] if options.texts else names)
        signals.unfinished.append(progress.end)
    try:
        counts = _core.stream(
            sources,
            None if target is None else (target.path, target.name),
            None if rejects is None else (rejects.path, rejects.name),
            {
                "verb": options.verb.name,
                "set": getattr(options, "set", ""),
                "profile": getattr(options, "profile", ""),
                "encoding": getattr(options, "encoding", "utf-8"),
                "log": getattr(options, "from", ""),
                "errors": getattr(options, "errors", ""),
                "trim": getattr(options, "trim", False),
                "userinfo": getattr(options, "userinfo", ""),
                "host": getattr(options, "host", ""),
                "sink": getattr(options, "sink", ""),
                "length": getattr(options, "length", 0),
                "protected": getattr(options, "protected", ()),
                "nul": options.null or bool(options.texts),
                "json": options.json,
                "on_error": on_error,
                "max_line": options.max_line,
                "threads": options.threads,
            },
            progress,
        )
    finally:
        if progress is not None:
            progress.end()
    failed = sum(each["failed"] for each in counts)
    if failed and not options.quiet:
        report(options, names, counts, on_error)
    return (INVALID if failed else FINE), not (failed and on_error == "raise")


def report(
    options: argparse.Namespace,
    names: list[str | None],
    counts: list[_core._Counts],
    on_error: str,
) -> None:
    """Say which records failed, the first few one by one, and count the rest."""
    who = f"superuri {options.verb.name}"
    unit = "argument" if options.texts else "record" if options.null else "line"
    told = 0
    codes: dict[str, int] = {}
    for name, each in zip(names, counts, strict=False):
        for number, sentence in each["failures"]:
            where = f"{unit} {number}" if name is None else f"{messages.printable(name)}:{number}"
            say_error(who, f"{where}: {sentence}")
            told += 1
        for code, times in each["codes"]:
            codes[code] = codes.get(code, 0) + times
    if on_error == "raise":
        say(f"{who}: stopped there" + ("; no file is changed" if options.output else ""))
        return
    records = sum(each["records"] for each in counts)
    failed = sum(each["failed"] for each in counts)
    if failed > told:
        say(f"{who}: … and {failed - told:,} more")
    ranked = sorted(codes.items(), key=lambda row: -row[1])
    kinds = ", ".join(f"{times:,} {code}" for code, times in ranked)
    one = failed == 1
    fate = ("told as an error" if one else "told as errors") if options.json else FATES[on_error]
    say(
        f"{who}: {failed:,} of {records:,} {unit}{'' if records == 1 else 's'} could not be "
        f"{options.verb.done} and {'was' if one else 'were'} {fate}: {kinds}"
    )


def hint(verb: str, text: str) -> None:
    """Say to a person that another verb may have been meant."""
    if verb == "encode" and "://" in text:
        say_hint("encode is for one component; for a whole URL: superuri clean")
    elif verb == "decode" and "+" in text:
        say_hint("a + stays; only forms read it as a space")
