"""Lists of URLs: linting and fixing arguments, and files with one URL in each line."""

import os
from collections.abc import Iterator

import superuri._core as _core
from superuri.cli.arguments.parser import Namespace
from superuri.cli.input.blocks import BLOCK
from superuri.cli.input.blocks import blocks as ended_blocks
from superuri.cli.lint.calls import decoded, is_shown, lint, show_diff
from superuri.cli.lint.hits import Hit
from superuri.cli.lint.total import Total
from superuri.cli.output import files, messages

MARK = b"\xef\xbb\xbf"


def of_record(options: Namespace, raw: bytes, name: str | None, line: int) -> Iterator[Hit]:
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


def of_argument(options: Namespace, total: Total, number: int, word: str) -> Iterator[Hit]:
    total.urls += 1
    raw = os.fsencode(word)
    if options.fixing:
        # Arguments contain no NUL, so each is one record.
        fixed = _core.fix_block(raw, options.rules, options.unsafe_fixes, True)
        if count_fixed(options, total, (raw, fixed), nul=True):
            total.changed.append(f"argument {number}")
        if options.diff:
            show_diff(options, f"argument {number}", decoded(raw), decoded(fixed))
        elif not options.quiet:
            files.write(fixed + (b"\0" if options.null else b"\n"))
        raw = raw if options.diff else fixed
    total.add(_core.review_block(raw, options.rules, options.show, True)[2])
    yield from of_record(options, raw, None, number)


def count_fixed(
    options: Namespace, total: Total, blocks: tuple[bytes, bytes], *, nul: bool
) -> bool:
    """Count the findings that are in the first of two blocks of records, and not in the second.
    Return whether the blocks differ.
    """
    if blocks[0] == blocks[1]:
        return False
    found = (_core.review_block(each, options.rules, "error", nul)[2] for each in blocks)
    total.add_fixed(*found)
    return True


def blocks(options: Namespace, name: str, *, in_place: bool) -> Iterator[bytes]:
    """Yield the file in blocks that end at the end of a record."""
    if name == "-":
        messages.say_waiting("superuri lint -i -")
    file = _core.Unpacked(None if name == "-" else name, in_place=in_place)
    pieces = iter(lambda: file.read(BLOCK), b"")
    return ended_blocks(pieces, b"\0" if options.null else b"\n", options.max_line, name)


def of_list(options: Namespace, total: Total, name: str) -> Iterator[Hit]:
    shown = "<stdin>" if name == "-" else name
    writes = options.fixing and not options.diff and not (options.quiet and name == "-")
    target = files.Target(name) if writes else None
    changed = False
    before = 0
    first = True
    total.files += 1
    try:
        for block in blocks(options, name, in_place=writes and name != "-"):
            mark = first and not options.null and block.startswith(MARK)
            first = False
            lead, body = (MARK, block[len(MARK) :]) if mark else (b"", block)
            if options.fixing:
                fixed = _core.fix_block(body, options.rules, options.unsafe_fixes, options.null)
                changed = count_fixed(options, total, (body, fixed), nul=options.null) or changed
                if options.diff and fixed != body:
                    show_diff(options, shown, decoded(body), decoded(fixed), before)
                if target is not None:
                    target.append(lead + fixed)
                    body = fixed
            records, noted, counts = _core.review_block(
                body, options.rules, options.show, options.null
            )
            total.add(counts)
            if not (options.quiet or options.statistics or options.diff):
                for number, start, end in noted:
                    yield from of_record(options, body[start:end], shown, before + number)
            before += records
            total.urls += records
        if changed:
            total.changed.append(shown)
        if target is not None and (changed or target.path == 1):
            target.commit()
    finally:
        if target is not None:
            target.discard()
