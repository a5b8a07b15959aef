"""Questions to the linter: the rules that are asked, a text's findings, its fix, its diff."""

from __future__ import annotations

import superuri
from superuri._values import caret
from superuri.cli.lint.findings import SEVERITIES
from superuri.cli.output import files, messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from superuri import Finding


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
