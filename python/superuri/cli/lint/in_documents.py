"""Documents: linting the URLs in them, and fixing them in place.

`of_document` has the steps. `fixed_document` rewrites the document first, so that the findings are
those of the new text. `linted` yields its URLs, each with the rules that are ignored for it;
`finder` lints and counts them; `written_fixes` returns which fixes could still be written, and
`hit` adds their places. `linted` runs for the fixes and again for the findings, and only the
second run counts.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import superuri._core as _core
from superuri._documents import documents, encodings, kinds, programs, spots
from superuri._documents.encodings import Document
from superuri._documents.names import SPELLING
from superuri._documents.spots import RULES, RULES_ALONE
from superuri._values.finding import Finding
from superuri.cli.arguments.parser import Namespace
from superuri.cli.input import folders
from superuri.cli.lint import exempt, references
from superuri.cli.lint.baseline import Baseline
from superuri.cli.lint.calls import by_rule, fix, is_shown, lint, rules_of, show_diff
from superuri.cli.lint.hits import Hit
from superuri.cli.lint.total import Total
from superuri.cli.output import files

#: Rules for characters that browsers accept in the payload of a data URL, common in style sheets.
IN_DATA = ("space", "illegal-character", "bracket")

#: A line that begins with a URL and goes on after a space, not with an exemption; one that begins
#: otherwise.
CUT = re.compile(r"^[a-z][a-z0-9+.-]+://\S+ +(?!.*superuri:)\S", re.IGNORECASE | re.MULTILINE)
OTHER = re.compile(r"^(?![a-z][a-z0-9+.-]+://|\s*$|#)", re.IGNORECASE | re.MULTILINE)


def hits(options: Namespace, total: Total, path: str) -> Iterator[Hit]:
    """Yield the findings to show of a document or folder; count all of them, and fix them."""
    for name, raw in folders.documents(options, path, total):
        yield from of_document(options, total, name, raw)


def of_document(options: Namespace, total: Total, name: str, raw: bytes) -> Iterator[Hit]:
    """Yield the findings to show of a document, after fixing it."""
    if not encodings.is_text(raw):
        total.skip("binary file")
        return
    total.files += 1
    document = encodings.read(raw, options.kind or kinds.kind(name, encodings.head(raw)))
    if options.fixing:
        document = fixed_document(options, total, document, name)
    if document.kind == "text" and CUT.search(document.text) and not OTHER.search(document.text):
        total.list_like = name
    columns = None
    find = finder(options, total, name)
    for spot, ignored in linted(options, document, name, total):
        url = Url(spot, ignored, *spot.to_lint())
        shows = [found for found in find(url) if is_shown(options, found)]
        writes = written_fixes(options, document, url, shows)
        for found in shows:
            columns = columns or spots.Columns(document.text)
            is_written = found.fix is not None and found.fix.safe in writes
            yield hit(name, url, columns, found, is_written=is_written)


class Url(NamedTuple):
    """A URL of a document."""

    spot: spots.Spot
    #: The rules that are ignored for it.
    ignored: tuple[str, ...]
    #: The text to lint, and the place in the document of each of its characters and of its end.
    text: str | bytes
    places: Sequence[int]


def finder(options: Namespace, total: Total, name: str) -> Callable[[Url], tuple[Finding, ...]]:
    """Return a function that lints the URLs of a document, and counts their findings.

    With a baseline, it returns and counts the findings that are not in it.
    """
    known: Baseline | None = options.known if name != "-" else None
    called = known.begin(name) if known else ""
    missing = references.Tree(name).missing if options.check_files else references.nothing
    # These rules are applied here, where they are about something.
    applied = (*RULES, references.RULE) if options.check_files else RULES

    def find(url: Url) -> tuple[Finding, ...]:
        rule, ignored = url.spot.rule, (*url.ignored, *applied)
        findings: tuple[Finding, ...] = ()
        also = by_rule(options, url.text, url.ignored, url.spot) if rule else ()
        if rule not in RULES_ALONE:
            findings = lint(options, url.text, ignored, url.spot)
            also = (*also, *missing(url.text, (*options.ignore, *url.ignored)))
        if known:
            also, findings = known.new(called, url.text, (*findings, *also)), ()
        if findings:
            total.add(_core.count_findings(url.text, rules_of(options, ignored)))
        total.add([(found.code, found.severity, 1) for found in also])
        return (*findings, *also)

    return find


def written_fixes(
    options: Namespace, document: Document, url: Url, shows: list[Finding]
) -> set[bool]:
    """Return True if safe fixes can be written in the document, and False if unsafe ones can.

    A fix is written with all others that are as safe, or not at all.
    """
    if options.quiet or not any(found.fix for found in shows):
        return set()
    return {
        safe
        for safe in (False, True)
        if fixed(options, document, url.spot, url.ignored, unsafe=not safe) is not None
    }


def hit(name: str, url: Url, columns: spots.Columns, found: Finding, *, is_written: bool) -> Hit:
    """Return a finding with its place in the document, and the places of its edits."""
    places = url.places
    edits = [
        (*columns.region(places[start], places[end]), url.spot.way.write(new))
        for start, end, new in (found.fix.edits if found.fix and is_written else ())
    ]
    at = columns.region(places[found.start], places[found.end])
    shown = found if edits else found._replace(fix=None)
    return Hit(folders.shown_name(name), *at, url.text, shown, edits or None)


def linted(
    options: Namespace, document: Document, name: str, total: Total | None = None
) -> Iterator[tuple[spots.Spot, tuple[str, ...]]]:
    """Yield the URLs of a document, with the rules that are ignored for each."""
    exempted = exempt.Exemptions("" if options.no_exempt else document.text)
    of_file = options.per_file.of(name)
    if not kinds.is_followed(name, document.kind):
        of_file = (*of_file, "default-port")
    percents, locked = kinds.takes_percent(name, document.kind), kinds.is_locked(name)
    every = documents.every(document.text, document.kind)
    for each in programs.marked(document.text, every, percents=percents):
        each.origin = "guessed" if locked else each.origin
        ignored = exempted.of(each.start)
        if each.skipped and total is not None:
            total.skip(each.skipped)
        spot = hidden(options, each, (*(ignored or ()), *of_file)) if each.skipped else each
        if spot is None:
            continue
        if ignored is not None:
            if total is not None:
                total.urls += spot.rule not in RULES_ALONE
            is_data = spot.way.browsed and spot.text[:5].lower() == "data:"
            also = SPELLING if spot.is_name else IN_DATA if is_data else ()
            is_named = ("space",) if spot.rule == "space-in-link" else ()
            yield spot, (*ignored, *of_file, *also, *is_named, *spot.ignored)
        elif total is not None:
            total.exempted += not each.skipped


def hidden(options: Namespace, spot: spots.Spot, ignored: tuple[str, ...]) -> spots.Spot | None:
    """Return the authority of a template, if it has more than an info."""
    head = programs.authority(spot)
    found = lint(options, head.text, (*ignored, *spot.ignored), head) if head is not None else ()
    return head if any(each.severity != "info" for each in found) else None


def fixed(
    options: Namespace,
    document: Document,
    spot: spots.Spot,
    ignored: tuple[str, ...],
    *,
    unsafe: bool,
) -> str | None:
    """Return the URL as fixed; None if it stays, or cannot be written in this place."""
    if spot.rule in RULES_ALONE:
        return None
    new = fix(options, spot, (*ignored, *RULES), unsafe=unsafe)
    if spot.rule and by_rule(options, new, ignored, spot):
        rules = ((spot.rule,), (), None)
        new = str(_core.fix_in_document(new, rules, unsafe, spot.origin, spot.percents))
    return new if new != spot.text and is_fixable(document, spot) and spot.way.takes(new) else None


def is_fixable(document: Document, spot: spots.Spot) -> bool:
    """Return whether a fixed URL means the same, as it is read in the document."""
    # In a query, the bytes of characters beyond ASCII depend on the encoding of the page.
    return spot.text.isascii() or (document.is_unicode and isinstance(spot.to_lint()[0], str))


def fixed_document(options: Namespace, total: Total, document: Document, name: str) -> Document:
    """Return the document to lint, after fixing it; or print the diff."""
    shown = folders.shown_name(name)
    text = rewritten(options, document, name, total)
    if text != document.text:
        total.changed.append(shown)
    if options.diff:
        show_diff(options, shown, document.text, text)
        return document
    if name == "-":
        if not options.quiet:
            files.write(document.written(text))
    elif text != document.text:
        rewrite(name, document.written(text))
    return document._replace(text=text)


def rewritten(options: Namespace, document: Document, name: str, total: Total) -> str:
    parts = []
    done = 0
    for spot, ignored in linted(options, document, name):
        new = fixed(options, document, spot, ignored, unsafe=options.unsafe_fixes)
        if new is not None:
            parts += [document.text[done : spot.start], spot.written(document.text, new)]
            done = spot.end
            rules = rules_of(options, (*ignored, *RULES))
            total.add_fixed(*(_core.count_findings(each, rules) for each in (spot.text, new)))
    return "".join([*parts, document.text[done:]])


def rewrite(name: str, data: bytes) -> None:
    """Replace the file in one step, or not at all."""
    with files.Target(name) as target:
        target.append(data)
        target.commit()
