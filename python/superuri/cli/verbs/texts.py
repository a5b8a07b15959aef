"""Texts of a command that processes them one by one: arguments, or lines of files."""

import errno
import os
from collections.abc import Callable, Iterator

import superuri._core as _core
from superuri.cli.arguments import values, words
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.output import FAILED, FINE, files, messages
from superuri.errors import URIError

QUIET = "write nothing but errors to standard error"
OUTPUT = "write to FILE completely or not at all; - is standard output"

#: An output and the exit code; or lines that are written as they come, and a function that returns
#: the code after the last.
Outcome = tuple[str, int] | tuple[Iterator[str], Callable[[], int]]
#: A function for one text.
One = Callable[[str | bytes], Outcome]


def take(parser: Parser, metavar: str = "TEXT", json: str = "text") -> None:
    """Add the arguments for texts, ``-i``, ``-o`` and ``--json``."""
    what = {"TEXT": "texts"}.get(metavar, f"{metavar}s")
    parser.take_data(
        "texts", metavar, f"the {what}; without any, lines of files or of standard input"
    )
    parser.take("-i, --input FILE...", words.INPUT)
    parser.take("-o, --output FILE", OUTPUT, default="-")
    parser.take("--json", f"write one JSON object for each {json}")
    parser.take("-q, --quiet", QUIET)


def check(parser: Parser, options: Namespace) -> None:
    if options.texts and options.input:
        parser.error("give either texts or -i, not both")


def each(options: Namespace, one: One, between: str = "\n") -> int:
    """Process every text, write the output, and return the worst exit code."""
    worst = FINE
    first = True
    between = "" if options.json else between.removesuffix("\n")
    with files.Target(options.output) as target:
        for text in texts(options):
            try:
                output, code = one(text)
            except (URIError, values.UnreadError) as error:
                why = error.pretty() if isinstance(error, URIError) else str(error)
                messages.say_error(f"superuri {options.command}", why)
                worst = max(worst, FAILED)
                continue
            start = "" if first else between
            for piece in [output] if isinstance(output, str) else output:
                written = f"{start}{piece}\n".encode("utf-8", "backslashreplace")
                if target.path == 1:
                    files.write_painted(written)
                else:
                    target.append(written)
                start = ""
            worst = max(worst, code if isinstance(code, int) else code())
            first = False
        target.commit()
    return worst


def is_coloured(options: Namespace) -> bool:
    """Return whether the output may have colours."""
    return options.output == "-" and messages.style.colours(1)


def texts(options: Namespace) -> Iterator[str | bytes]:
    """Yield the texts: the arguments or the lines; bytes if not valid UTF-8."""
    if options.texts:
        for text in options.texts if not options.quiet else ():
            if files.is_named(text):
                messages.say_names_file(text, f"superuri {options.command} -i")
                break
        yield from arguments(options)
        return
    for name in options.input or ["-"]:
        if name == "-":
            messages.say_waiting(f"superuri {options.command}")
        file = _core.Unpacked(None if name == "-" else name)
        for block in values.lines(file.read):
            for line in block:
                if line is None:
                    shown = "<stdin>" if name == "-" else name
                    raise OSError(errno.EFBIG, "a line is longer than the limit", shown)
                yield decoded(line.removesuffix(b"\r"))


def arguments(options: Namespace) -> list[str | bytes]:
    """Return the texts that are arguments; bytes if not valid UTF-8."""
    return [decoded(os.fsencode(text)) for text in options.texts]


def decoded(octets: bytes) -> str | bytes:
    """Return the bytes as text, if they are valid UTF-8."""
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets


def shown(text: str | bytes) -> str:
    """Return the text; invalid UTF-8 as Python writes bytes."""
    return text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")
