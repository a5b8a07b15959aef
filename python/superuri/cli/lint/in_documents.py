"""Documents: linting the URLs in them, and fixing them in place."""

from collections.abc import Iterator

import superuri._core as _core
from superuri.cli.arguments.parser import Namespace
from superuri.cli.lint import folders, references
from superuri.cli.lint.baseline import Baseline
from superuri.cli.lint.calls import fix, is_shown, lint, rules_of, show_diff
from superuri.cli.lint.find import documents, encodings, exempt, spots
from superuri.cli.lint.find.encodings import Document
from superuri.cli.lint.findings import Hit
from superuri.cli.lint.total import Total
from superuri.cli.output import files

#: Rules for characters that browsers accept in the payload of a data URL, common in style sheets.
IN_DATA = ("space", "illegal-character", "bracket")


def hits(options: Namespace, total: Total, path: str) -> Iterator[Hit]:
    """Yield the findings to show of a document or folder; count all of them, and fix them."""
    for name, raw in folders.documents(options, path, total):
        yield from of_document(options, total, name, raw)


def of_document(options: Namespace, total: Total, name: str, raw: bytes) -> Iterator[Hit]:
    if not encodings.is_text(raw):
        total.passed["binary file"] = total.passed.get("binary file", 0) + 1
        return
    total.files += 1
    document = encodings.read(raw, documents.kind(name))
    shown = "<stdin>" if name == "-" else name
    if options.fixing:
        document = fixed_document(options, total, document, name)
    columns = spots.Columns(document.text)
    known: Baseline | None = options.known if name != "-" else None
    called = known.begin(name) if known else ""
    looks_for = references.Tree(name).missing if options.check_files else references.nothing
    for spot, ignored in linted(options, document, name, total):
        text, places = spot.to_lint()
        absent = looks_for(text, (*options.ignore, *ignored))
        findings = (*lint(options, text, ignored), *absent)
        if known:
            findings = known.new(called, text, findings)
            total.add([(found.code, found.severity, 1) for found in findings])
        elif findings:
            total.add(_core.count_findings(text, rules_of(options, ignored)))
            total.add([(found.code, found.severity, 1) for found in absent])
        shows = [found for found in findings if is_shown(options, found)]
        shows_fixes = not options.quiet and any(found.fix for found in shows)
        # A fix is written with all others that are as safe, or not at all.
        is_written = {
            safe: shows_fixes
            and fixed(options, document, spot, ignored, unsafe=not safe) is not None
            for safe in (False, True)
        }
        for found in shows:
            fixes = found.fix.edits if found.fix and is_written[found.fix.safe] else ()
            edits = [
                (*columns.region(places[start], places[end]), spot.way.write(new))
                for start, end, new in fixes
            ]
            at = columns.region(places[found.start], places[found.end])
            yield Hit(shown, *at, text, found if fixes else found._replace(fix=None), edits or None)


def linted(
    options: Namespace, document: Document, name: str, total: Total | None = None
) -> Iterator[tuple[spots.Spot, tuple[str, ...]]]:
    """Yield the URLs of a document, with the rules that are ignored for each."""
    exempted = exempt.Exemptions("" if options.no_exempt else document.text)
    of_file = options.per_file.of(name)
    for spot in documents.spots(document.text, document.kind):
        ignored = exempted.of(spot.start)
        if ignored is not None:
            if total is not None:
                total.urls += 1
            is_data = spot.way.browsed and spot.text[:5].lower() == "data:"
            yield spot, (*ignored, *of_file, *(IN_DATA if is_data else ()))
        elif total is not None:
            total.exempted += 1


def fixed(
    options: Namespace,
    document: Document,
    spot: spots.Spot,
    ignored: tuple[str, ...],
    *,
    unsafe: bool,
) -> str | None:
    """Return the URL as fixed; None if it stays, or cannot be written in this place."""
    new = fix(options, spot.text, ignored, unsafe=unsafe)
    return new if new != spot.text and is_fixable(document, spot) and spot.way.takes(new) else None


def is_fixable(document: Document, spot: spots.Spot) -> bool:
    """Return whether a fixed URL means the same, as it is read in the document."""
    # In a query, the bytes of characters beyond ASCII depend on the encoding of the page.
    return spot.text.isascii() or (document.is_unicode and isinstance(spot.to_lint()[0], str))


def fixed_document(options: Namespace, total: Total, document: Document, name: str) -> Document:
    """Return the document to lint, after fixing it; or print the diff."""
    shown = "<stdin>" if name == "-" else name
    text = rewritten(options, document, name)
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


def rewritten(options: Namespace, document: Document, name: str) -> str:
    parts = []
    done = 0
    for spot, ignored in linted(options, document, name):
        new = fixed(options, document, spot, ignored, unsafe=options.unsafe_fixes)
        if new is not None:
            parts += [document.text[done : spot.start], spot.written(document.text, new)]
            done = spot.end
    return "".join([*parts, document.text[done:]])


def rewrite(name: str, data: bytes) -> None:
    """Replace the file in one step, or not at all."""
    with files.Target(name) as target:
        target.append(data)
        target.commit()
