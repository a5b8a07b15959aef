"""Formats of findings: text, JSON, GitHub, SARIF, JUnit."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import superuri._caret as caret
import superuri._core as _core
import superuri.render as render
import superuri.sets as sets
from superuri._values.finding import Finding, rules
from superuri.cli.output import files, messages

FORMATS = ("text", "json", "jsonl", "github", "sarif", "junit")
SEVERITIES = ("info", "warning", "error")
#: The colour of each severity.
PAINT = {"error": messages.RED, "warning": messages.YELLOW, "info": messages.CYAN}
#: The name of each severity in GitHub (workflow commands) and in SARIF (section 3.27.10).
GITHUB = {"error": "error", "warning": "warning", "info": "notice"}
SARIF = {"error": "error", "warning": "warning", "info": "note"}
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
#: The text around the tests of JUnit; their number is not known at the start.
JUNIT = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="superuri lint">\n',
    "</testsuite>\n</testsuites>\n",
)
#: How much is buffered before it is written; in characters.
BUFFER = 1 << 16
#: A longer URL is not repeated with each of its findings, which may be many.
QUOTED = 8000


class Hit(NamedTuple):
    """A finding with its place."""

    #: The file; None for an argument.
    file: str | None
    #: Counted from 1: the line, or the number of the argument.
    line: int
    #: Counted from 1, in characters.
    column: int
    end_line: int
    end_column: int
    #: The URL; bytes if it is not valid UTF-8.
    text: str | bytes
    finding: Finding
    #: The place of each edit of the fix: line, column, end line, end column, replacement.
    edits: list[tuple[int, int, int, int, str]] | None

    def where(self) -> str:
        """Return the place in the form that editors understand."""
        name = messages.printable(self.file) if self.file is not None else "argument "
        return f"{name}{'' if self.file is None else ':'}{self.line}:{self.column}"


def _masked(text: str | bytes) -> str:
    return caret.masked(text if isinstance(text, str) else text.decode("utf-8", "replace"))


def _dotted(text: str | bytes) -> tuple[str, str]:
    """Return the URL as a str of the same offsets, and that with its password hidden."""
    plain = text if isinstance(text, str) else text.decode("latin-1")
    return plain, caret.masked(plain)


# A long URL may have thousands of findings, so these are computed once for all of them.
masked: Callable[[str | bytes], str] = lru_cache(maxsize=1)(_masked)
dotted: Callable[[str | bytes], tuple[str, str]] = lru_cache(maxsize=1)(_dotted)


def edits_shown(hit: Hit) -> list[tuple[int, int, int, int, str]] | None:
    """Return the edits of the fix; None if one is in a password, which is never quoted."""
    fix = hit.finding.fix
    if fix is None or hit.edits is None:
        return None
    plain, dots = dotted(hit.text)
    for start, end, _ in fix.edits:
        if dots[start : end + 1] != plain[start : end + 1]:
            return None
    return hit.edits


class FindingWriter:
    """Writes findings in one format."""

    def __init__(self, form: str, *, colour: bool, width: int, descriptor: int = 1) -> None:
        self.form = form
        self.colour = colour
        self.width = width
        self.descriptor = descriptor
        self.parts: list[str] = []
        self.held: int = 0
        self.first: bool = True
        self.tail: str = "\n]\n"
        head = "["
        if form == "sarif":
            head, self.tail = json.dumps(log()).split('"results": []')
            head += '"results": ['
            self.tail = "]" + self.tail + "\n"
        if form == "junit":
            head, self.tail = JUNIT
        if form in {"json", "sarif", "junit"}:
            self.put(head)

    def put(self, text: str) -> None:
        """Add text to the buffer, and write it when it is full."""
        self.parts.append(text)
        self.held += len(text)
        if self.held > BUFFER:
            self.flush()

    def flush(self) -> None:
        data = "".join(self.parts).encode("utf-8", "backslashreplace")
        self.parts, self.held = [], 0
        if self.colour:
            files.write_painted(data, self.descriptor)
        elif self.descriptor == 1:
            files.write(data)
        else:
            _core.append((self.descriptor, files.STANDARD[self.descriptor]), data)

    def write(self, hit: Hit) -> None:
        if self.form == "text":
            self.put("\n".join(self.drawn(hit)) + "\n")
        elif self.form == "github":
            self.put(annotation(hit) + "\n")
        elif self.form == "jsonl":
            self.put(json.dumps(plain(hit)) + "\n")
        elif self.form == "junit":
            self.put(failure(hit))
        else:
            lead = "\n" if self.first else ",\n"
            self.put(lead + json.dumps(plain(hit) if self.form == "json" else result(hit)))
        self.first = False

    def end(self) -> None:
        if self.form == "junit" and self.first:
            self.put('<testcase classname="superuri lint" name="nothing found"/>\n')
        if self.form in {"json", "sarif", "junit"}:
            self.put(self.tail)
        self.flush()

    def drawn(self, hit: Hit) -> list[str]:
        """Return the finding as lines of text."""
        found = hit.finding
        way = ""
        if found.fix is not None:
            way = f" (fix with {'--fix' if found.fix.safe else '--unsafe-fixes'})"
        word = self.paint(found.severity, PAINT[found.severity])
        written = messages.printable(found.message)
        lines = [f"{hit.where()}: {word} {found.code} {found.name}: {written}{way}"]
        dots = dotted(hit.text)[1]
        drawn = caret.point(dots, found.start, found.end, self.width) if dots else []
        if drawn:
            lines += [drawn[0], self.paint(drawn[1], PAINT[found.severity])]
        return lines

    def paint(self, text: str, how: str) -> str:
        return messages.coloured(text, how) if self.colour else text


def plain(hit: Hit) -> dict[str, object]:
    """Return the finding as a JSON object."""
    found = hit.finding
    place = ("file", "line", "column", "end_line", "end_column")
    fix: dict[str, object] | None = None
    if found.fix is not None:
        names = (*place[1:], "replacement")
        edits = edits_shown(hit)
        rows = None if edits is None else [dict(zip(names, row, strict=True)) for row in edits]
        fix = {"safe": found.fix.safe, "edits": rows}
    rule = ("code", "name", "severity", "message", "source")
    return {
        **{name: getattr(hit, name) for name in place},
        **{name: getattr(found, name) for name in rule},
        "url": masked(hit.text) if len(hit.text) <= QUOTED else None,
        "start": found.start,
        "end": found.end,
        "fix": fix,
    }


def annotation(hit: Hit) -> str:
    """Return the finding as a workflow command of GitHub."""
    found = hit.finding
    where = {"line": hit.line, "endLine": hit.end_line}
    if hit.line == hit.end_line:
        where |= {"col": hit.column, "endColumn": hit.end_column}
    written: dict[str, object] = {} if hit.file is None else {"file": hit.file, **where}
    written["title"] = f"{found.code} {found.name}"
    properties = ",".join(f"{name}={escaped(str(value), ':,')}" for name, value in written.items())
    return f"::{GITHUB[found.severity]} {properties}::{escaped(found.message)}"


def failure(hit: Hit) -> str:
    """Return the finding as a failed test of JUnit."""
    from html import escape  # noqa: PLC0415  because most formats need none

    found = hit.finding
    where = {"file": messages.printable(hit.file), "line": str(hit.line)} if hit.file else {}
    test = {"classname": hit.where(), "name": f"{found.code} {found.name}", **where}
    failed = {"type": found.severity, "message": messages.printable(found.message)}
    url = messages.printable(masked(hit.text)[:QUOTED])

    def element(name: str, attributes: dict[str, str], content: str) -> str:
        written = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
        return f"<{name}{written}>{content}</{name}>"

    return element("testcase", test, element("failure", failed, escape(url))) + "\n"


def escaped(text: str, more: str = "") -> str:
    """Return the text escaped for a workflow command, on one line.

    >>> escaped("100%: a,b", ":,")
    '100%25%3A a%2Cb'
    """
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    for mark in more:
        text = text.replace(mark, f"%{ord(mark):02X}")
    return messages.printable(text)


def site() -> str | None:
    """Return the address of the documentation from the package's metadata, if it has one."""
    from importlib import metadata  # noqa: PLC0415  it takes longer than the rest of the command

    try:
        urls = metadata.metadata("superuri").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:  # imported from a folder that was not installed
        return None
    found = dict(url.split(", ", 1) for url in urls)
    return found.get("Documentation")


def log() -> dict[str, object]:
    """Return a log of SARIF 2.1.0 without results."""
    pages = site()
    rows = [
        {
            "id": rule.code,
            "name": rule.name,
            "shortDescription": {"text": rule.sentence},
            "help": {
                "text": f"{rule.sentence}. Source: {rule.source}."
                f" `superuri list rules {rule.code}` has more."
            },
            "defaultConfiguration": {"level": SARIF[rule.severity]},
            **({"helpUri": f"{pages.rstrip('/')}/rules#{rule.code.lower()}"} if pages else {}),
        }
        for rule in rules.values()
    ]
    driver = {"name": "superuri", "version": _core.__version__, "rules": rows}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": []}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


#: The index of each rule in a SARIF log.
_INDEX = {code: n for n, code in enumerate(rules)}


def result(hit: Hit) -> dict[str, object]:
    """Return the finding as a result of SARIF."""
    found = hit.finding
    shown: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": _INDEX[found.code],
        "level": SARIF[found.severity],
        "message": {"text": f"{found.message}: {messages.printable(masked(hit.text)[:500])}"},
    }
    if hit.file is None:
        shown["locations"] = [{"logicalLocations": [{"name": f"argument {hit.line}"}]}]
        return shown
    where = {"uri": _core.encode(hit.file, sets.rfc3986.PATH, errors="surrogateescape")}
    here = {"physicalLocation": {"artifactLocation": where, "region": region(*hit[1:5])}}
    shown["locations"] = [here]
    edits = edits_shown(hit)
    if edits:
        replaced = [
            {"deletedRegion": region(*row[:4]), "insertedContent": {"text": row[4]}}
            for row in edits
        ]
        change = {"artifactLocation": where, "replacements": replaced}
        sure = "the URL means the same" if found.fix and found.fix.safe else "a guess"
        shown["fixes"] = [{"description": {"text": sure}, "artifactChanges": [change]}]
    return shown


def region(line: int, column: int, end_line: int, end_column: int) -> dict[str, int]:
    """Return a region of SARIF (section 3.30)."""
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def statistics(counts: dict[tuple[str, str], int], form: str) -> str:
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    names = ["count", "code", "name", "severity"]
    cells = [[str(times), code, rules[code].name, grade] for (code, grade), times in rows]
    return render.table(names, cells, "text" if form == "text" else "json")
