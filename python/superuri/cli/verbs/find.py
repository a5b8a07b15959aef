"""Command `find`: the URLs of documents, in order."""

import errno
import json
import os
import re
from collections.abc import Iterator

import superuri._core as _core
from superuri._documents import encodings, kinds
from superuri._documents.encodings import Document
from superuri._documents.find import Octets, is_lined, urls
from superuri._documents.links import Links
from superuri._documents.spots import Columns
from superuri._values.found import Found
from superuri._values.plural import counted
from superuri.cli.arguments import jobs, words
from superuri.cli.arguments.converters import size
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.input import folders
from superuri.cli.input.blocks import BLOCK, blocks
from superuri.cli.input.tally import Tally
from superuri.cli.output import FILES, FINE, files, messages

ABOUT = (
    "Every occurrence is written on a line of its own, without the escapes of its format. In HTML, "
    "CSS, Markdown and reStructuredText, links are found; in any text (in JSON and XML, the "
    "unescaped text) everything that looks like a URL and is not a template. In folders, hidden "
    "files, files that .gitignore and .ignore exclude, and files that are not text are skipped. - "
    "is standard input, and the default."
)
EXAMPLES = """examples:
  $ superuri find README.md docs/
  $ superuri find . | superuri clean
  $ superuri find page.html --base https://example.com/ --json"""
BASE = "resolve relative links against URL, the address of the documents (default: skip them)"
JSON = (
    "write one JSON object for each URL: text, file, line, column, start, end (in bytes, from 0), "
    "and the kind of the file"
)
EXCLUDE = "skip files and folders that match this .gitignore pattern, from the working directory"
LONG = f"a longer line ends the job (default: {_core.MAX_LINE >> 20}M)"
#: Characters that are percent-encoded in a line.
_CONTROL = re.compile("[\x00-\x1f\x7f]")


def parser_of(name: str) -> Parser:
    parser = jobs.parser_of(name, "[FILE...]", ABOUT, EXAMPLES)
    parser.take_data("paths", "FILE", "files and folders")
    take = parser.take
    take("--base URL", BASE)
    take("--relative", "write relative links, too, as they are")
    take(
        "--input-format FORMAT",
        "what the files are, whatever their names end in",
        choices=kinds.NAMES,
    )
    parser.begin("files")
    take("--exclude PATTERN...", EXCLUDE)
    take("--no-gitignore", "in folders, read files that .gitignore and .ignore exclude, too")
    take("-o, --output FILE", words.OUTPUT, default="-")
    take("-0, --null", "URLs end in NUL instead of a newline")
    take("--max-line SIZE", LONG, type=size, default=_core.MAX_LINE)
    parser.begin("messages")
    take("--json", JSON)
    take("-q, --quiet", "write nothing but errors to standard error")
    parser.take_color()
    return parser


def check(parser: Parser, options: Namespace) -> None:
    if options.json and options.null:
        parser.error("give either --json or -0, not both")
    if options.base is not None and options.relative:
        parser.error("give either --base or --relative, not both")
    options.paths = options.paths or ["-"]
    try:
        options.links = Links.of(options.base, relative=options.relative)
    except ValueError as error:
        parser.error(f"--base: {error}")
    try:
        options.excluded = [_core.Excluded(".", options.exclude)] if options.exclude else []
    except ValueError as error:
        parser.error(f"a pattern of files: {error}")


def run(options: Namespace) -> int:
    for path in options.paths:
        if path != "-" and not os.path.lexists(path):
            hint = "\nhelp: find reads files, and opens no URL" if "://" in path else ""
            where = f"{messages.printable(path)}: " if path else ""
            messages.say_error("superuri", f"{where}{messages.WORDS['ENOENT']}{hint}")
            return FILES
    tally = Tally()
    with files.Target(options.output) as target:
        for records in found(options, tally):
            target.append(records)
        if not tally.unread:
            target.commit()
    if not options.quiet:
        summary(options, tally)
    return FILES if tally.unread else FINE


def found(options: Namespace, tally: Tally) -> Iterator[bytes]:
    """Yield the records of the URLs in all documents, a document or a block at a time."""
    for path in options.paths:
        for document in folders.opened(options, path, tally):
            try:
                yield from of_document(options, tally, document)
            except OSError as error:
                if not document.is_within:
                    raise
                folders.report(error, tally)


def of_document(options: Namespace, tally: Tally, opened: folders.Opened) -> Iterator[bytes]:
    """Yield the records of the URLs in a document."""
    if not encodings.is_text(opened.head):
        tally.skip("binary file")
        return
    if is_output(options, opened):
        tally.skip("output file")
        return
    name = "" if opened.name == "-" else opened.name
    kind = options.input_format or kinds.kind(name, encodings.head(opened.head))
    start, line = 0, 1
    for document, length in pieces(options, opened, kind):
        records = list(of_piece(options, document, (opened.shown, start, line)))
        tally.urls += len(records)
        if records:
            yield b"".join(records)
        start += length
        line += document.text.count("\n")
    tally.files += 1


def pieces(options: Namespace, opened: folders.Opened, kind: str) -> Iterator[tuple[Document, int]]:
    """Yield the document, or blocks of its lines if they are enough, with the number of bytes."""
    if not is_lined(opened.name, kind, opened.head):
        raw = folders.whole(opened, folders.LONGEST, "--input-format text reads it line by line")
        yield encodings.read(raw, kind), len(raw)
        return
    for block in blocks(read(opened), b"\n", options.max_line, opened.name):
        yield Document(kind, block.decode("utf-8", "surrogateescape"), "utf-8"), len(block)


def is_output(options: Namespace, opened: folders.Opened) -> bool:
    """Return whether the document is the file that standard output appends to.

    Raises OSError if it was named: to read it might never end.
    """
    place = files.place(options.output)
    if isinstance(place, str) or not files.same_file(opened.rest.fileno(), place):
        return False
    if not opened.is_within:
        what = "it is both input and output; -o replaces a file by its result"
        raise OSError(errno.EINVAL, what, opened.shown)
    return True


def read(opened: folders.Opened) -> Iterator[bytes]:
    """Yield the content of a document, as soon as there is any."""
    piece = opened.head
    while piece:
        yield piece
        with folders.naming(opened.name):
            piece = opened.rest.read1(BLOCK)


def of_piece(
    options: Namespace, document: Document, where: tuple[str, int, int]
) -> Iterator[bytes]:
    """Yield a record for each URL of a document or block: lines, or JSON.

    ``where`` has the name of the file, and the offset and the line at which a block begins.
    """
    ending = "\0" if options.null else "\n"
    columns = Columns(document.text) if options.json else None
    octets = Octets(document)
    for url, spot in urls(document, options.links):
        if columns is None:
            line = _CONTROL.sub(lambda control: f"%{ord(control[0]):02X}", url)
            yield f"{line}{ending}".encode()
        else:
            found = Found(url, *octets.span(spot))
            yield row_of(found, columns.at(spot.start), document.kind, where)


def row_of(found: Found, at: tuple[int, int], kind: str, where: tuple[str, int, int]) -> bytes:
    name, offset, line = where
    row = {
        "text": found.text,
        "file": name,
        "line": line + at[0] - 1,
        "column": at[1],
        "start": offset + found.start,
        "end": offset + found.end,
        "kind": kind,
    }
    return json.dumps(row).encode() + b"\n"


def summary(options: Namespace, tally: Tally) -> None:
    """Report how much was read: of folders, on a terminal, and if something was not read."""
    named = [path for path in options.paths if path != "-"]
    is_for_people = bool(named) and messages.is_terminal(2)
    if not (is_for_people or tally.passed or any(map(os.path.isdir, named))):
        return
    parts = [f"found {counted(tally.urls, 'URL')} in {counted(tally.files, 'file')}"]
    if tally.unread:
        parts.append(f"not read: {counted(len(tally.unread), 'file')}")
    messages.say(f"superuri find: {'; '.join([*parts, *tally.skipped()])}")
