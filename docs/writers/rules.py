"""Rules and policies of the linter: the tables of lint.md, the sections of the site's page."""

from __future__ import annotations

import re
from textwrap import fill
from typing import TYPE_CHECKING

import superuri
from writers.markdown import code, put, read, table

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The groups of the linter's rules, by their first digit.
GROUPS = {
    "1": "What is not allowed in a URI: the edits of `clean`",
    "2": "The spelling of triplets",
    "3": "Octets and characters",
    "4": "Layers",
    "5": "Paths",
    "6": "Schemes and authorities",
    "7": "Queries and fragments",
    "8": "Left over from quoting and copying",
    "9": "Sizes, and what some gateways refuse",
}
#: The maximum length of an example, in a table and in a section.
SHOWN = 48
SHOWN_IN_SECTION = 72
#: The width of the text of a section.
WIDTH = 110


def rows() -> str:
    """Return every rule of the linter, group by group."""
    parts = []
    for digit, title in GROUPS.items():
        lines = []
        for rule in superuri.rules.values():
            if rule.code[1] != digit:
                continue
            shown = ascii(rule.example)[1:-1].replace("\\\\", "\\")
            shown = shown if len(shown) <= SHOWN else shown[:SHOWN] + "…"
            name = rule.name if rule.default else f"{rule.name} (off by default)"
            lines.append([rule.code, name, rule.severity, rule.sentence, code(shown), rule.source])
        head = ["code", "name", "severity", "what is found", "example", "source"]
        parts.append(f"### {title}\n\n{table(head, lines)}")
    return "\n\n".join(parts)


def policies() -> str:
    """Return every policy of the linter with its rules."""
    lines = []
    for policy in superuri.policies.values():
        default = len(policy.rules) > len(superuri.rules) // 2
        codes = "the default ones" if default else ", ".join(policy.rules)
        warned = ", ".join(policy.warned) or "–"
        lines.append([code(policy.name), policy.sentence, codes, warned, policy.source])
    return table(["policy", "what it finds", "rules", "at least a warning", "source"], lines)


#: Request targets that servers treat differently.
TARGETS = [
    *("/a/../../b", "/a%2Fb", "/a//b", "/a/..;/b", "/a;x/b", "/a%5Cb", "/a%00b", "/é", "/a|b"),
    *("/a%", "/a%E9"),
]
SERVERS = ["nginx", "apache", "haproxy", "tomcat", "jetty", "crs"]


def servers() -> str:
    """Return the findings of each server's policy for some request targets."""

    def verdict(target: str, server: str) -> str:
        found = {finding.severity for finding in superuri.lint(target, policy=server)}
        return "refused" if "error" in found else "another path" if found else "–"

    lines = [[code(target), *(verdict(target, it) for it in SERVERS)] for target in TARGETS]
    return table(["target", *map(code, SERVERS)], lines)


def page() -> str:
    """Return the site's page of all rules; git has only its beginning."""
    return put(read("site/rules.md"), "sections", sections())


def sections() -> str:
    """Return every rule of the linter as a section with an anchor."""
    parts = []
    for digit, title in GROUPS.items():
        parts.append(f"## {title}")
        parts += [section(rule) for rule in superuri.rules.values() if rule.code[1] == digit]
    return "\n\n".join(parts)


def section(rule: superuri.Rule) -> str:
    """Return the rule as a section."""
    lines = [
        f"**Message**: {prose(rule.sentence)}.",
        f"**Why**: {rule.why}",
        f"**Bad**: {example(rule.bad)}",
        f"**Good**: {example(rule.good)}",
        f"**Fix**: {fix(rule)} {rule.fix}",
        f"**Ignore it when** {rule.ignore}",
        f"**Source**: {rule.source}.",
    ]
    head = f'<a id="{rule.code.lower()}"></a>\n\n### {rule.code} {rule.name}\n\n{level(rule)}'
    return f"{head}\n\n" + "\n".join(map(item, lines))


def item(text: str) -> str:
    """Return the text as an item of a list; an example keeps its spaces."""
    is_example = text.startswith(("**Bad**", "**Good**"))
    text = text if is_example else " ".join(text.split())
    whole = {"break_long_words": False, "break_on_hyphens": False}
    return fill(text, WIDTH, initial_indent="* ", subsequent_indent="  ", **whole)


def level(rule: superuri.Rule) -> str:
    """Return how severe the rule is, and where it is on."""
    on = [policy.name for policy in superuri.policies.values() if rule.code in policy.rules]
    if not rule.default:
        return f"{rule.severity}, only {f'under {listed(on)}' if on else 'when it is selected'}"
    raised = [policy.name for policy in superuri.policies.values() if rule.code in policy.warned]
    under = f"; a warning under {listed(raised)}" if raised and rule.severity == "info" else ""
    return f"{rule.severity}, on by default and under {listed(on)}{under}"


def listed(names: Iterable[str]) -> str:
    """Return the names as code, joined in a sentence."""
    *most, last = [f"`{name}`" for name in names]
    return f"{', '.join(most)} and {last}" if most else last


def fix(rule: superuri.Rule) -> str:
    """Return the result of `superuri.fix` for the bad example."""
    found = superuri.lint(rule.bad, select=[rule.code])[0].fix
    if found is None:
        return "There is no automatic fix."
    fixed = superuri.fix(rule.bad, select=[rule.code], unsafe=not found.safe)
    how = "Safe: `superuri.fix`" if found.safe else "A guess: `superuri.fix` with `unsafe=True`"
    return f"{how} returns {example(fixed)}."


def example(text: str) -> str:
    """Return the text as code: invisible characters as escapes, and only its start if it is
    long.
    """
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    shown = shown if len(shown) <= SHOWN_IN_SECTION else shown[:SHOWN_IN_SECTION] + "…"
    return code(shown).replace(r"\|", "|")  # Only in a table, | must be escaped.


def prose(sentence: str) -> str:
    """Return the sentence with characters escaped that are special in Markdown."""
    sentence = re.sub(r"&\w+;", r"`\g<0>`", sentence)
    return re.sub(r"(?<= )([#+*&])(?=[ ,;]|$)", r"`\1`", sentence)
