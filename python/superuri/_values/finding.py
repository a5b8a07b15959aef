"""Findings of the linter, its rules and its policies."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeVar

from superuri import _core


class Fix(NamedTuple):
    """What fixes a finding."""

    #: (start, end, replacement) each, in order, none overlapping; offsets are the finding's.
    edits: tuple[tuple[int, int, str], ...]
    #: Does the fixed text mean the same?
    safe: bool


class Finding(NamedTuple):
    """One thing that is wrong or unusual in a text."""

    #: The stable code of the rule that found it.
    code: str
    #: Its stable name.
    name: str
    #: How severe it is: error, warning or info.
    severity: Literal["error", "warning", "info"]
    #: Where it begins, in code points of a str, in bytes of bytes.
    start: int
    #: Where it ends.
    end: int
    #: What was found, in a sentence; no userinfo is ever quoted.
    message: str
    #: Where it is specified.
    source: str
    #: What fixes it, if anything does.
    fix: Fix | None


class Rule(NamedTuple):
    """One rule of the linter."""

    #: ``U`` and a number, whose first digit is the group's.
    code: str
    #: The name, in words with hyphens.
    name: str
    #: How severe what it finds is: error, warning or info.
    severity: Literal["error", "warning", "info"]
    #: What is found, and what follows from it.
    sentence: str
    #: A text that this rule finds, and no other of its bundle.
    example: str
    #: Where it is specified.
    source: str
    #: Is it asked where nobody chose any?
    default: bool


class Policy(NamedTuple):
    """A bundle of rules."""

    #: The name, in words with hyphens.
    name: str
    #: Who would want it.
    sentence: str
    #: The codes of its rules.
    rules: tuple[str, ...]
    #: Is every finding one level more severe?
    raised: bool
    #: The codes of its rules whose findings are warnings at least.
    warned: tuple[str, ...]
    #: Where it is specified.
    source: str


_Row = TypeVar("_Row")


class Rows(Mapping[str, _Row]):
    """Rows of a table by their names, read-only; its repr is short."""

    def __init__(self, name: str, rows: dict[str, _Row]) -> None:
        """Make the table of this name."""
        self._name = name
        self._rows = rows

    def __getitem__(self, name: str) -> _Row:
        """Return the row of this name; raises KeyError."""
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        """Return the names, in the table's order."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    def __repr__(self) -> str:
        """Return what the table is, not what it holds."""
        return f"<superuri.{self._name}: {len(self)} rows>"


#: Every rule by its code.
rules: Rows[Rule] = Rows("rules", {row[0]: Rule(*row) for row in _core.all_rules()})

_DEFAULT = tuple(rule.code for rule in rules.values() if rule.default)

#: Every policy by its name.
policies: Rows[Policy] = Rows(
    "policies",
    {
        name: Policy(name, sentence, tuple(codes) or _DEFAULT, raised, tuple(warned), source)
        for name, sentence, codes, raised, warned, source in _core.all_policies()
    },
)
