"""Rules and policies of the linter, as the tables of docs/lint.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

import superuri

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Code = Callable[[str], str]
    Table = Callable[[Iterable[str], Iterable[Iterable[str]]], str]

#: The groups of the linter's rules, by their first digit.
GROUPS = {
    "1": "What is not allowed in a URI: the edits of `clean`",
    "2": "The spelling of triplets",
    "3": "Octets and characters",
    "4": "Layers",
    "5": "Paths",
    "6": "Schemes and authorities",
    "7": "Queries and fragments",
    "8": "What stuck to it on the way",
    "9": "Sizes, and what some gateways refuse",
}
#: So much of an example is shown.
SHOWN = 48


def rows(code: Code, table: Table) -> str:
    """Every rule of the linter, group by group."""
    parts = []
    for digit, title in GROUPS.items():
        lines = []
        for rule in superuri.rules.values():
            if rule.code[1] != digit:
                continue
            shown = ascii(rule.example)[1:-1].replace("\\\\", "\\")
            shown = shown if len(shown) <= SHOWN else shown[:SHOWN] + "…"
            name = rule.name if rule.default else f"{rule.name} (policy)"
            lines.append([rule.code, name, rule.severity, rule.sentence, code(shown), rule.source])
        head = ["code", "name", "severity", "what is found", "example", "source"]
        parts.append(f"### {title}\n\n{table(head, lines)}")
    return "\n\n".join(parts)


def policies(code: Code, table: Table) -> str:
    """Every policy of the linter, and its rules."""
    lines = []
    for policy in superuri.policies.values():
        default = len(policy.rules) > len(superuri.rules) // 2
        codes = "the default ones" if default else ", ".join(policy.rules)
        warned = ", ".join(policy.warned) or "–"
        lines.append([code(policy.name), policy.sentence, codes, warned, policy.source])
    return table(["policy", "what it finds", "rules", "warnings at least", "source"], lines)
