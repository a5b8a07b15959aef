"""How does the linter go through arguments and lines, and mend them?"""

from __future__ import annotations

import errno
import os

import superuri
from superuri import _core
from superuri._values import caret
from superuri.cli.lint.findings import SEVERITIES, Hit
from superuri.cli.output import files, messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from superuri import Finding
    from superuri.cli.lint import Total

#: How much of a file is read at once; in bytes.
BLOCK = 1 << 20
MARK = b"\xef\xbb\xbf"


def writes_stdout(options: argparse.Namespace) -> bool:
    """Tell whether what is mended goes to standard output."""
    if options.find:
        return "-" in options.texts
    return bool(options.texts or not options.input or "-" in options.input)


def hits(options: argparse.Namespace, total: Total) -> Iterator[Hit]:
    """Yield the findings that are to be shown, count all, and mend on the way."""
    if options.find:
        from superuri.cli.lint import in_documents  # noqa: PLC0415  because only documents need their readers

        yield from in_documents.hits(options, total)
    elif options.texts:
        yield from of_arguments(options, total)
    else:
        for name in options.input or ["-"]:
            yield from of_list(options, total, name)


def asked_of(
    options: argparse.Namespace, ignored: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
    """Return the rules that are asked: select, ignore and policy."""
    select, ignore, policy = options.asked
    return select, (*ignore, *ignored), policy


def lint(
    options: argparse.Namespace, text: str | bytes, ignored: tuple[str, ...] = ()
) -> tuple[Finding, ...]:
    """Return the findings of a text."""
    select, ignore, policy = asked_of(options, ignored)
    found: tuple[Finding, ...] = superuri.lint(text, select=select, ignore=ignore, policy=policy)
    return found


def fix(options: argparse.Namespace, text: str, ignored: tuple[str, ...] = ()) -> str:
    """Return the text mended."""
    select, ignore, policy = asked_of(options, ignored)
    guessing = options.unsafe_fixes
    mended = superuri.fix(text, unsafe=guessing, select=select, ignore=ignore, policy=policy)
    return str(mended)


def is_shown(options: argparse.Namespace, found: Finding) -> bool:
    """Tell whether it is grave enough."""
    return SEVERITIES.index(found.severity) >= SEVERITIES.index(options.show)


def of_record(
    options: argparse.Namespace, raw: bytes, name: str | None, line: int
) -> Iterator[Hit]:
    """Yield what is found in one record."""
    try:
        text: str | bytes = raw.decode()
    except UnicodeDecodeError:
        text = raw
    for found in lint(options, text):
        if is_shown(options, found):
            fixes = found.fix.edits if found.fix else ()
            edits = [(line, start + 1, line, end + 1, new) for start, end, new in fixes]
            at = (line, found.start + 1, line, found.end + 1)
            yield Hit(name, *at, text, found, edits or None)


def of_arguments(options: argparse.Namespace, total: Total) -> Iterator[Hit]:
    """Yield what is found in what was typed."""
    ending = b"\0" if options.null else b"\n"
    for number, word in enumerate(options.texts, 1):
        raw = os.fsencode(word)
        if options.mends:
            # NUL is in no argument, so that each is one record.
            mended = _core.mend_block(raw, options.asked, options.unsafe_fixes, True)
            if mended != raw:
                total.changed.append(f"argument {number}")
            if options.diff:
                show_diff(options, f"argument {number}", told(raw), told(mended))
            elif not options.quiet:
                files.write(mended + ending)
            raw = raw if options.diff else mended
        add_counts(total, _core.review_block(raw, options.asked, options.show, True)[2])
        yield from of_record(options, raw, None, number)


def add_counts(total: Total, counts: list[tuple[str, str, int]]) -> None:
    """Count the findings of a block."""
    for code, grade, times in counts:
        total.counts[code, grade] = total.counts.get((code, grade), 0) + times


def blocks(options: argparse.Namespace, name: str) -> Iterator[bytes]:
    """Yield the file in blocks that end where a record does."""
    ending = b"\0" if options.null else b"\n"
    pending: list[bytes] = []
    held = 0
    file = _core.Unpacked(None if name == "-" else name)
    while piece := file.read(BLOCK):
        cut = piece.rfind(ending) + 1
        if cut:
            yield b"".join([*pending, piece[:cut]])
            pending, held = [], 0
        pending.append(piece[cut:])
        held += len(piece) - cut
        if held > options.max_line:
            sentence = f"a line is longer than {options.max_line} bytes; see --max-line"
            raise OSError(errno.EFBIG, sentence, name if name != "-" else "<stdin>")
    if held:
        yield b"".join(pending)


def of_list(options: argparse.Namespace, total: Total, name: str) -> Iterator[Hit]:
    """Yield what is found in a file of URLs, one a line."""
    shown = "<stdin>" if name == "-" else name
    writes = options.mends and not options.diff and not (options.quiet and name == "-")
    target = files.Target(name) if writes else None
    changed = False
    before = 0
    first = True
    try:
        for block in blocks(options, name):
            mark = first and not options.null and block.startswith(MARK)
            first = False
            lead, body = (MARK, block[len(MARK) :]) if mark else (b"", block)
            if options.mends:
                mended = _core.mend_block(body, options.asked, options.unsafe_fixes, options.null)
                changed = changed or mended != body
                if options.diff and mended != body:
                    show_diff(options, shown, told(body), told(mended), before)
                if target is not None:
                    _core.append((target.path, target.name), lead + mended)
                    body = mended
            records, noted, counts = _core.review_block(
                body, options.asked, options.show, options.null
            )
            add_counts(total, counts)
            if not (options.quiet or options.statistics or options.diff):
                for number, start, end in noted:
                    yield from of_record(options, body[start:end], shown, before + number)
            before += records
        if changed:
            total.changed.append(shown)
        if target is not None and (changed or target.path == 1):
            target.commit()
    finally:
        if target is not None:
            target.discard()


def told(raw: bytes) -> str:
    """Return the text, with a lone surrogate for each octet that is no UTF-8."""
    return raw.decode("utf-8", "surrogateescape")


def show_diff(options: argparse.Namespace, name: str, old: str, new: str, before: int = 0) -> None:
    """Print what would change. Passwords are dots, so that no patch can be made of those lines."""
    if options.quiet or old == new:
        return
    ending = "\0" if options.null else "\n"
    lines = []
    for number, (one, other) in enumerate(
        zip(old.split(ending), new.split(ending), strict=False), before + 1
    ):
        if one != other:
            lines += [
                f"@@ -{number} +{number} @@",
                f"-{caret.masked(one)}",
                f"+{caret.masked(other)}",
            ]
    shown = messages.printable(name)
    text = "\n".join([f"--- {shown}", f"+++ {shown}", *lines, ""])
    files.write(text.encode("utf-8", "surrogateescape"))
