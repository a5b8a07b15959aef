"""Formats of findings: text, JSON, GitHub, GitLab, SARIF, JUnit."""

import json
from collections import Counter

import superuri._caret as caret
import superuri._core as _core
import superuri.render as render
from superuri._values.finding import rules
from superuri.cli.lint import sarif
from superuri.cli.lint.hits import Hit, dotted, edits_shown, masked
from superuri.cli.output import files, messages

FORMATS = ("text", "json", "jsonl", "github", "gitlab", "sarif", "junit")
#: Those that are one document, with a beginning and an end.
DOCUMENTS = frozenset({"json", "gitlab", "sarif", "junit"})
SEVERITIES = ("info", "warning", "error")
#: The colour of each severity.
PAINT = {"error": messages.RED, "warning": messages.YELLOW, "info": messages.CYAN}
#: The name of each severity in GitHub (workflow commands).
GITHUB = {"error": "error", "warning": "warning", "info": "notice"}
#: The name of each severity in GitLab (Code Quality).
GITLAB = {"error": "major", "warning": "minor", "info": "info"}
#: The text around the tests of JUnit; their number is not known at the start.
JUNIT = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="superuri lint">\n',
    "</testsuite>\n</testsuites>\n",
)
#: How much is buffered before it is written; in characters.
BUFFER = 1 << 16
#: A longer URL is not repeated with each of its findings, which may be many.
QUOTED = 8000


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
        #: How often a finding occurred, by file and hash, for SARIF and GitLab.
        self.times: Counter[tuple[str | None, str]] = Counter()
        head = "["
        if form == "sarif":
            head, self.tail = json.dumps(sarif.log()).split('"results": []')
            head += '"results": ['
            self.tail = "]" + self.tail + "\n"
        if form == "junit":
            head, self.tail = JUNIT
        if form in DOCUMENTS:
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
            row = {"json": plain, "gitlab": self.problem, "sarif": self.result}[self.form](hit)
            self.put(lead + json.dumps(row))
        self.first = False

    def end(self) -> None:
        if self.form == "junit" and self.first:
            self.put('<testcase classname="superuri lint" name="nothing found"/>\n')
        if self.form in DOCUMENTS:
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

    def result(self, hit: Hit) -> dict[str, object]:
        return sarif.result(hit, self.times)

    def problem(self, hit: Hit) -> dict[str, object]:
        """Return the finding as an issue of GitLab's Code Quality."""
        found = hit.finding
        return {
            "description": f"{found.code} {found.message}",
            "check_name": found.name,
            "fingerprint": f"{sarif.fingerprint(hit, self.times)} {hit.file}",
            "severity": GITLAB[found.severity],
            "location": {"path": hit.file or "", "lines": {"begin": hit.line}},
        }

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


def statistics(counts: dict[tuple[str, str], int], form: str) -> str:
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    names = ["count", "code", "name", "severity"]
    cells = [[str(times), code, rules[code].name, grade] for (code, grade), times in rows]
    return render.table(names, cells, "text" if form == "text" else "json")
