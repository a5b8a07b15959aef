"""Findings of the linter, its rules and its policies."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeVar

import superuri._core as _core

TYPE_CHECKING = False


class Fix(NamedTuple):
    """A fix of a finding."""

    #: (start, end, replacement) for each edit, in order and without overlap.
    edits: tuple[tuple[int, int, str], ...]
    #: Does the fixed text keep its meaning?
    safe: bool


class Finding(NamedTuple):
    """One thing that is wrong or unusual in a text."""

    #: The stable code of the rule that found it.
    code: str
    #: Its stable name.
    name: str
    #: How severe it is: error, warning or info.
    severity: Literal["error", "warning", "info"]
    #: Its start, in code points of a str, in bytes of bytes.
    start: int
    #: Its end.
    end: int
    #: A sentence about what was found; it never quotes userinfo.
    message: str
    #: The standard that specifies it.
    source: str
    #: The fix, if there is one.
    fix: Fix | None


class Rule(NamedTuple):
    """One rule of the linter."""

    #: ``U`` and a number, whose first digit is the group's.
    code: str
    #: The name, in words with hyphens.
    name: str
    #: How severe its findings are: error, warning or info.
    severity: Literal["error", "warning", "info"]
    #: The problem, and its consequence.
    sentence: str
    #: A text that only this rule finds, of all rules that are selected with it.
    example: str
    #: The standard that specifies it.
    source: str
    #: Is it on by default?
    default: bool
    #: The possible damage, and who suffers it.
    why: str
    #: A text with the finding, as it occurs.
    bad: str
    #: The intended text, without the finding.
    good: str
    #: The end of the sentence "Ignore it when …".
    ignore: str
    #: A note: the fix keeps this, or this must be done by hand; empty if no note is needed.
    fix: str


class Policy(NamedTuple):
    """A named selection of rules."""

    #: The name, in words with hyphens.
    name: str
    #: Its purpose.
    sentence: str
    #: The codes of its rules.
    rules: tuple[str, ...]
    #: Is every finding one level more severe?
    raised: bool
    #: The codes of its rules whose findings are at least warnings.
    warned: tuple[str, ...]
    #: The standard that specifies it.
    source: str


_Row = TypeVar("_Row")


class Rows(Mapping[str, _Row]):
    """Rows of a table by name, read-only, with a short repr."""

    def __init__(self, name: str, rows: dict[str, _Row]) -> None:
        """Create the table of this name."""
        self._name = name
        self._rows = rows

    def __getitem__(self, name: str) -> _Row:
        """Return the row of this name; raises KeyError."""
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        """Return the names, in the table's order."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._rows)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """Raise an error that names the row, if there is one."""
            error = f"{type(self).__name__!r} object has no attribute {name!r}"
            known = () if name.startswith("_") else {name, name.upper(), name.replace("_", "-")}
            hints = [f"; use superuri.{self._name}[{row!r}]" for row in known if row in self._rows]
            raise AttributeError(error + "".join(hints[:1]))

    def __repr__(self) -> str:
        """Return the name of the table, not its content."""
        return f"<superuri.{self._name}: {len(self)} rows>"


#: Every rule by its code.
rules: Rows[Rule] = Rows(
    "rules", {facts[0]: Rule(*facts, *page) for facts, page in _core.all_rules()}
)

_DEFAULT = tuple(rule.code for rule in rules.values() if rule.default)

#: Every policy by its name.
policies: Rows[Policy] = Rows(
    "policies",
    {
        name: Policy(name, sentence, tuple(codes) or _DEFAULT, raised, tuple(warned), source)
        for name, sentence, codes, raised, warned, source in _core.all_policies()
    },
)
