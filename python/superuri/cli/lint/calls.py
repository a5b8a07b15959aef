"""Calls of the linter with the options: findings of a text, its fix, and the diff."""

from collections.abc import Iterator

import superuri._caret as caret
import superuri._core as _core
from superuri._documents.spots import Spot
from superuri._values.finding import Finding
from superuri.cli.arguments.parser import Namespace
from superuri.cli.lint.findings import SEVERITIES
from superuri.cli.output import files, messages


def rules_of(
    options: Namespace, ignored: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
    select, ignore, policy = options.rules
    return select, (*ignore, *ignored), policy


def lint(
    options: Namespace, text: str | bytes, ignored: tuple[str, ...] = (), spot: Spot | None = None
) -> tuple[Finding, ...]:
    origin, percents = (spot.origin, spot.percents) if spot else ("whole", True)
    return _core.lint_in_document(text, rules_of(options, ignored), origin, percents)


def by_rule(
    options: Namespace, text: str | bytes, ignored: tuple[str, ...], spot: Spot
) -> tuple[Finding, ...]:
    """Return the findings of a rule of documents, which is off by default, but applies here."""
    select, ignore, policy = rules_of(options, ignored)
    rules = (select or (spot.rule,), ignore, policy)
    found = _core.lint_in_document(text, rules, spot.origin, spot.percents)
    return tuple(each for each in found if each.name == spot.rule)


def fix(options: Namespace, spot: Spot, ignored: tuple[str, ...], *, unsafe: bool) -> str:
    rules = rules_of(options, ignored)
    return str(_core.fix_in_document(spot.text, rules, unsafe, spot.origin, spot.percents))


def is_shown(options: Namespace, found: Finding) -> bool:
    return SEVERITIES.index(found.severity) >= SEVERITIES.index(options.show)


def decoded(raw: bytes) -> str:
    """Return the text, with a lone surrogate for each octet that is not valid UTF-8."""
    return raw.decode("utf-8", "surrogateescape")


def show_diff(options: Namespace, name: str, old: str, new: str, before: int = 0) -> None:
    """Print the diff. Passwords are shown as dots, so such lines cannot be applied as a patch."""
    if options.quiet or old == new:
        return
    ending = "\0" if options.null else "\n"
    lines = []
    for (start, ones), (at, others) in _changed(old.split(ending), new.split(ending)):
        lines += [
            f"@@ -{_numbers(start + before, ones)} +{_numbers(at + before, others)} @@",
            *(f"-{caret.masked(one)}" for one in ones),
            *(f"+{caret.masked(other)}" for other in others),
        ]
    shown = messages.printable(name)
    text = "\n".join([f"--- {shown}", f"+++ {shown}", *lines, ""])
    files.write(text.encode("utf-8", "surrogateescape"))


#: Where lines begin, from 1, and the lines.
_Lines = tuple[int, list[str]]
#: So many lines are searched for the end of a change: a fix may remove the folds of a line.
_NEAR = 64


def _changed(old: list[str], new: list[str]) -> Iterator[tuple[_Lines, _Lines]]:
    """Yield the changed lines, each with its new one, in linear time."""
    start = at = 0
    while start < len(old) or at < len(new):
        if old[start : start + 1] == new[at : at + 1]:
            start, at = start + 1, at + 1
            continue
        ones, others = 1, 1
        if len(old) - start != len(new) - at:
            ones, others = _until_equal(old[start : start + _NEAR], new[at : at + _NEAR])
        yield (start + 1, old[start : start + ones]), (at + 1, new[at : at + others])
        start, at = start + ones, at + others


def _until_equal(old: list[str], new: list[str]) -> tuple[int, int]:
    """Return how many lines of each side precede the first that both have, or that there are."""
    places = {line: place for place, line in reversed([*enumerate(new)])}
    both = ((ones, places[line]) for ones, line in enumerate(old) if line in places)
    return next(both, (len(old), len(new)))


def _numbers(start: int, lines: list[str]) -> str:
    return str(start) if len(lines) == 1 else f"{start},{len(lines)}"
