"""Logs: linting their request targets as they were sent."""

from collections.abc import Iterator

import superuri._core as _core
import superuri.logs as logs
from superuri._documents.spots import Spot
from superuri._values import log_lines
from superuri._values.plural import counted
from superuri.cli.arguments.parser import Namespace
from superuri.cli.lint import lists
from superuri.cli.lint.calls import decoded, is_shown, lint, rules_of
from superuri.cli.lint.hits import Hit
from superuri.cli.lint.total import Total
from superuri.cli.output import messages

#: The start of comment lines, and of the line with the names of the fields.
COMMENT, NAMES = "#", "#Fields:"
#: A target that begins with two slashes has them in its path (RFC 9112 section 3.2.1), so a host is
#: put before it.
HOST = "http://h"


class Request:
    """A line of a log, its number from 1, and its request target."""

    __slots__ = ("line", "number", "sent")

    def __init__(self, line: str, number: int, sent: log_lines.Sent) -> None:
        self.line: str = line
        self.number: int = number
        self.sent: log_lines.Sent = sent

    def spot(self, log: str) -> Spot:
        """Return the target, and the places of its characters in the line."""
        text = decoded(self.sent.target)
        octets = self.sent.places(self.line, log)
        places = []
        at = 0
        for character in text:
            places.append(octets[at])
            at += len(character.encode("utf-8", "surrogateescape"))
        return Spot(text, [*places, octets[-1]])


def hits(options: Namespace, total: Total, name: str) -> Iterator[Hit]:
    """Yield the findings of a log to show; count all of them."""
    shown = "<stdin>" if name == "-" else name
    total.files += 1
    rules = rules_of(options, options.per_file.of(name))
    row = logs.formats[options.log]
    names = tuple(row.fields)
    before = misread = first = 0
    for block in lists.blocks(options, name, in_place=False):
        lines = decoded(block).split("\n")
        requests: list[Request] = []
        for number, ended in enumerate(lines, before + 1):
            line = ended.removesuffix("\r")
            if line.startswith(NAMES):
                names = tuple(line.removeprefix(NAMES).split())
            if not line or line.startswith(COMMENT):
                continue
            try:
                sent = log_lines.request_of(line, options.log, row.divided, names)
            except ValueError:
                misread += 1
                first = first or number
                continue
            if sent is None:
                total.passed["malformed request"] = total.passed.get("malformed request", 0) + 1
            else:
                requests.append(Request(line, number, sent))
        before += len(lines) - (not lines[-1])
        total.urls += len(requests)
        for request in found(options, total, rules, requests):
            yield from of_request(options, shown, request, options.per_file.of(name))
    if misread:
        few = f"{counted(misread, 'line')}, the first is {first:,}"
        sentence = f"{few}: not in the format {options.log}"
        messages.say_error("superuri lint", f"{messages.printable(shown)}: {sentence}")
        total.misread += misread


def found(
    options: Namespace,
    total: Total,
    rules: tuple[tuple[str, ...], tuple[str, ...], str | None],
    requests: list[Request],
) -> list[Request]:
    """Return the requests with findings to show, and count all findings."""
    targets = [request.sent.target for request in requests]
    alone = [n for n, it in enumerate(targets) if b"\0" in it or it.startswith(b"//")]
    for n in alone:
        total.add(_core.count_findings(rooted(targets[n]), rules))
        targets[n] = b""
    _, noted, counts = _core.review_block(b"\0".join(targets), rules, options.show, True)
    total.add(counts)
    if options.quiet or options.statistics:
        return []
    return [requests[n] for n in sorted({*alone, *(number - 1 for number, _, _ in noted)})]


def of_request(
    options: Namespace, name: str, request: Request, ignored: tuple[str, ...]
) -> Iterator[Hit]:
    text, places = request.spot(options.log).to_lint()
    target = rooted(text)
    before = len(target) - len(text)
    for found in lint(options, target, ignored):
        if is_shown(options, found):
            start, end = (max(0, at - before) for at in (found.start, found.end))
            at = (request.number, places[start] + 1, request.number, places[end] + 1)
            # Requests in the past cannot be fixed.
            yield Hit(name, *at, text, found._replace(start=start, end=end, fix=None), None)


def rooted(target: str | bytes) -> str | bytes:
    """Return the target, with a host before it if it begins with two slashes."""
    if isinstance(target, str):
        return HOST + target if target.startswith("//") else target
    return HOST.encode() + target if target.startswith(b"//") else target
