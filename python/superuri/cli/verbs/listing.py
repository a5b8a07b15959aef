"""Command `list`: the tables of sets, profiles, displays, rules, trackers, spellings and so on."""

import codecs
from collections.abc import Callable, Iterable
from contextlib import suppress
from encodings.aliases import aliases
from typing import NamedTuple

import superuri._core as _core
import superuri.keys as keys
import superuri.profiles as profiles
import superuri.render as render
import superuri.sets as sets
from superuri._values.finding import Rule, policies, rules
from superuri.cli.arguments import jobs
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.output import FINE, files, messages

Facts = dict[str, str]

EXAMPLES = """examples:
  $ superuri list sets rfc3986.PATH
  $ superuri list rules U102 space --json
  $ superuri list rules U5 --markdown"""

#: Characters that every set encodes, or nearly every one.
CONTROLS = "".join(map(chr, [*range(0x20), 0x7F]))


def _sets() -> Iterable[Facts]:
    for name, row in sets.names.items():
        yield {
            "set": name,
            "encodes": row.encoded.strip(CONTROLS),
            "leaves": "".join(c for c in row.bare if not c.isalnum()),
            "beyond ASCII": row.non_ascii,
            "space": row.space.replace(" ", "stays"),
            "hex": row.hex,
            "reversible": "yes: it encodes %" if row.reversible else "no: it leaves %",
            "year": str(row.year or ""),
            "source": str(row.source),
            "checked": str(row.checked),
        }


def _profiles() -> Iterable[Facts]:
    for row in profiles.rows:
        yield {
            "profile": row.name,
            "also named": " ".join(
                name for name, its in profiles.names.items() if its is row and name != row.name
            ),
            **{f"in a {part}": its.encoded.strip(CONTROLS) for part, its in row.sets.items()},
            "source": str(row.source),
            "checked": str(row.checked),
        }


def _displays() -> Iterable[Facts]:
    for row in profiles.displays:
        yield {
            "display": row.name,
            **{name: str(getattr(row, name)) for name in ("host", "userinfo", "sink", "length")},
            "source": str(row.source),
            "checked": str(row.checked),
        }


def _rules() -> Iterable[Facts]:
    for row in rules.values():
        yield {
            "code": row.code,
            "name": row.name,
            "severity": row.severity,
            "enabled": "by default" if row.default else "on request",
            "sentence": row.sentence,
            "why": row.why,
            "bad": row.bad,
            "good": row.good,
            **_fix(row),
            "ignore it when": row.ignore,
            "example": row.example,
            "source": row.source,
        }


def _fix(rule: Rule) -> Facts:
    """Return what ``fix`` makes of the bad text, and what there is to say about it."""
    found = _core.lint(rule.bad, select=[rule.code])[0].fix
    if found is None:
        return {"fixed": "", "fix": f"none is automatic. {rule.fix}".rstrip(" .")}
    fixed = _core.fix(rule.bad, select=[rule.code], unsafe=not found.safe)
    how = "safe, with --fix" if found.safe else "a guess, with --unsafe-fixes"
    return {"fixed": str(fixed), "fix": f"{how}. {rule.fix}".rstrip(" .")}


def _policies() -> Iterable[Facts]:
    for row in policies.values():
        yield {
            "policy": row.name,
            "sentence": row.sentence,
            "rules": " ".join(row.rules),
            "raised": "every finding is one grade more severe" if row.raised else "no",
            "warned": " ".join(row.warned),
            "source": row.source,
        }


def _tracking() -> Iterable[Facts]:
    for row in keys.trackers():
        yield {
            "name": row.name,
            "scope": "every host",
            "source": row.source,
            "checked": row.checked,
        }


def _encodings() -> Iterable[Facts]:
    for name, others in sorted(encodings().items()):
        yield {
            "encoding": name,
            "decoded by": "superuri" if _core.encoding_name(name) else "Python",
            "also named": " ".join(sorted(others - {name})),
        }


def encodings() -> dict[str, set[str]]:
    """Return the names of all text encodings of this Python."""
    found: dict[str, set[str]] = {}
    for alias, its in aliases.items():
        # mbcs and oem exist on Windows only.
        with suppress(LookupError):
            codec = codecs.lookup(its)
            if codec._is_text_encoding:  # noqa: SLF001  because nothing else shows it
                found.setdefault(codec.name, set()).add(alias)
    return found


def _defanged() -> Iterable[Facts]:
    for row in _core.DEFANGED:
        yield dict(zip(("defanged", "meaning", "part", "source", "checked"), row, strict=True))


def _wrappers() -> Iterable[Facts]:
    for name, hosts, paths, where, source, checked in _core.WRAPPERS:
        yield {
            "wrapper": name,
            "hosts": " ".join(hosts),
            "paths": " ".join(paths),
            "target": where,
            "source": source,
            "checked": checked,
        }


class Table(NamedTuple):
    """A table that can be listed."""

    one: str
    rows: Callable[[], Iterable[Facts]]
    #: The columns that are shown in the overview.
    overview: tuple[str, ...]


TABLES = {
    "sets": Table("set", _sets, ("set", "encodes", "hex", "year", "source")),
    "profiles": Table("profile", _profiles, ("profile", "source")),
    "displays": Table("display", _displays, ("display", "source")),
    "rules": Table("rule", _rules, ("code", "name", "severity", "enabled", "sentence")),
    "policies": Table("policy", _policies, ("policy", "sentence")),
    "defanged": Table("spelling", _defanged, ("defanged", "meaning", "part", "source", "checked")),
    "wrappers": Table("wrapper", _wrappers, ("wrapper", "hosts", "target", "source", "checked")),
    "tracking": Table("name", _tracking, ("name", "scope", "source", "checked")),
    "encodings": Table("encoding", _encodings, ("encoding", "decoded by", "also named")),
}


def parser_of(name: str) -> Parser:
    parser = jobs.parser_of(name, "TABLE [NAME...]", "", EXAMPLES)
    parser.add("table", metavar="TABLE", help=f"one of {', '.join(TABLES)}")
    parser.take_data(
        "names", "NAME", "a name, or the beginning of several (rfc3986, U5), in any case"
    )
    jobs.take_forms(parser)
    return parser


def check(parser: Parser, options: Namespace) -> None:
    if options.table not in TABLES:
        near = messages.did_you_mean(options.table, TABLES) or f"; there are {', '.join(TABLES)}"
        parser.error(f"there is no table {messages.quoted(options.table)}{near}")


def run(options: Namespace) -> int:
    """Print a table: a line for each row, or all columns of one row."""
    table = TABLES[options.table]
    rows = list(table.rows())
    chosen: list[Facts] = []
    for word in options.names:
        found = matches(rows, word)
        if not found:
            near = messages.did_you_mean(word, [name for row in rows for name in names(row)])
            raise options.refusal(f"there is no {table.one} {messages.quoted(word)}{near}")
        chosen += [row for row in found if row not in chosen]
    chosen = chosen if options.names else rows
    columns = [*dict.fromkeys(name for row in chosen for name in row)]
    if not options.form and len(chosen) > 1:
        columns = list(table.overview)
    if not options.form and len(chosen) == 1:
        page = render.table(["what", "value"], list(chosen[0].items()))
    else:
        cells = [[row.get(column, "") for column in columns] for row in chosen]
        page = render.table(columns, cells, options.form or "text")
    files.write_text(page)
    return FINE


def names(row: Facts) -> list[str]:
    """Return the names of a row: the first column, and others that are names."""
    first, *_ = row.values()
    return [first, *f"{row.get('name', '')} {row.get('also named', '')}".split()]


def matches(rows: list[Facts], word: str) -> list[Facts]:
    """Return the rows of this name, or otherwise those whose name begins or ends with it."""
    meant = word.casefold().removeprefix("sets.").removeprefix("profiles.")
    fits: tuple[Callable[[str], bool], ...] = (
        lambda name: name == meant,
        lambda name: name.startswith(f"{meant}."),
        lambda name: bool(meant) and name.startswith(meant),
        lambda name: name.endswith(f".{meant}"),
    )
    for fit in fits:
        if found := [row for row in rows if any(fit(name.casefold()) for name in names(row))]:
            return found
    return []
