"""Registry: each file that is computed, or has computed regions, and the functions for it.

    python -m docs [--check] [PAGE…]

writes the pages, by default all; ``--check`` changes nothing, and fails if one is out of date.
"""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import TYPE_CHECKING

from writers import (
    characters,
    columns,
    command,
    dependencies,
    description,
    disagree,
    drawings,
    errors,
    installed,
    kinds,
    licences,
    migration,
    modules,
    observed,
    pages,
    readme,
    rules,
    stub,
    wire,
)
from writers.markdown import CHECKS, ROOT, put

if TYPE_CHECKING:
    from collections.abc import Callable

    Compute = Callable[[], str]

PACKAGE = "python/superuri"
#: A file has one function, or one for each of its regions.
PAGES: dict[str, Compute | dict[str, Compute]] = {
    "README.md": {"before": readme.before, "figures": readme.figures},
    "CONTRIBUTING.md": {"modules": modules.drawing},
    "docs/description.md": description.page,  # of README.md, which is before it
    "docs/columns.md": {"sql": columns.sql},
    "docs/compose.md": {"drivers": observed.drivers},
    "docs/dependencies.md": {
        "count": dependencies.count,
        "trusted": dependencies.trusted,
        "crates": dependencies.crates,
    },
    "docs/dialects.md": {
        "one-string": pages.one_string,
        "decoders": lambda: pages.samples(pages.DECODERS, pages.TO_DECODE),
        "python2": lambda: pages.samples(pages.PYTHON2, pages.OF_PYTHON2),
        "bars": pages.address_bars,
    },
    "docs/disagree.md": disagree.page,
    "docs/ecmascript.md": {
        "encoders": lambda: pages.who_escapes(pages.JS_ENCODERS),
        "beyond": lambda: pages.samples(pages.JS_ENCODERS, pages.BEYOND),
        "decoders": lambda: pages.samples(pages.JS_DECODERS, [*pages.TO_DECODE, "%5b", "%u0107"]),
    },
    "docs/encodings.md": {"labels": pages.labels, "guesses": pages.guesses},
    "docs/frameworks.md": {"matrix": observed.frameworks},
    "docs/hosts.md": {"readings": pages.readings},
    "docs/lint.md": {"servers": rules.servers, "kinds": kinds.rows},
    "docs/logs.md": {"analysers": observed.analysers},
    "docs/neighbours.md": {"dirty": readme.dirty, "neighbours": readme.neighbours},
    "docs/pydantic.md": {"theirs": pages.pydantics},
    "docs/signed.md": {"libraries": observed.signed},
    "docs/special.md": {"rfc1738": characters.schemes},
    "docs/speed.md": {"speed": readme.speed},
    "docs/tables.md": {"paths": observed.paths},
    "docs/wire.md": {"kept": wire.kept, "exact": wire.exactly},
    "docs/pictures/anatomy.svg": drawings.anatomy,
    "docs/pictures/layers.svg": drawings.layers,
    "docs/pictures/heat.svg": drawings.heat,
    "docs/superuri.cdx.json": licences.bill,
    "LICENSE-THIRD-PARTY": licences.notices,
    "pyproject.toml": licences.project,
    f"{PACKAGE}/__init__.py": stub.names,
    f"{PACKAGE}/_core.pyi": stub.literals,
    f"{PACKAGE}/sets.pyi": stub.sets_stub,
    f"{PACKAGE}/profiles.pyi": stub.profiles_stub,
    f"{PACKAGE}/columns/_methods.pyi": columns.methods,
    f"{PACKAGE}/columns/datafusion.pyi": columns.datafusion,
    f"{PACKAGE}/columns/spark.pyi": columns.spark,
    "wheel/data/share/man/man1/superuri.1": installed.page,
}
#: Regions that are computed when the site is built. In git, a line in their place says where to
#: read what they are computed from.
ON_SITE: dict[str, dict[str, Compute]] = {
    "docs/characters.md": {"plain": characters.plain},
    "docs/command.md": {"options": command.options, "verbs": command.verbs},
    "docs/dialects.md": {"rows": pages.rows_of_dialects},
    "docs/encoders.md": {"encoders": characters.encoders, "decoders": characters.decoded},
    "docs/errors.md": {"classes": errors.sections},
    "docs/hosts.md": {"disagreements": pages.disagreements},
    "docs/lint.md": {
        "published": observed.published,
        "rules": rules.rows,
        "policies": rules.policies,
    },
    "docs/logs.md": {"rows": pages.log_fields},
    "docs/migration.md": {"libraries": migration.libraries},
    "docs/verbs.md": {"examples": readme.examples},
    "docs/wire.md": {**observed.handed(), "code": wire.code},
}
#: Regions that depend on other libraries and programs, and are therefore not compared.
NOT_COMPARED = {"before", "neighbours"}


def named(words: list[str]) -> list[str]:
    """Return the files of these names: paths, or names without folder and suffix."""
    names = {path: {path, PurePath(path).name, PurePath(path).stem} for path in PAGES}
    if unknown := set(words).difference(*names.values()):
        sys.exit(f"nothing is computed for {', '.join(sorted(unknown))}")
    return [path for path in PAGES if not words or names[path] & set(words)]


def computed(path: str, text: str, *, checks: bool = True) -> str:
    """Return the text of a file, computed again from its present text.

    What needs a program or a library that is not installed is kept.
    """
    functions = PAGES[path]
    regions = {"": functions} if callable(functions) else functions
    for name, compute in regions.items():
        if checks and name in NOT_COMPARED:
            continue
        try:
            text = put(text, name, compute()) if name else compute()
        except (ImportError, FileNotFoundError) as error:
            print(f"{path} keeps its {name or 'text'}: {error}", file=sys.stderr)
    return text


def on_site(path: str, text: str) -> str:
    """Return the text of a page as the site has it, with the regions that git does not have."""
    for name, compute in ON_SITE.get(path, {}).items():
        text = put(text, name, compute())
    return text


def main() -> int:
    """Write the files, or report which are out of date. Return the exit code."""
    stale = []
    for path in named([word for word in sys.argv[1:] if not word.startswith("-")]):
        file = ROOT / path
        old = file.read_text(encoding="utf-8") if file.exists() else ""
        new = computed(path, old, checks=CHECKS)
        if new == old:
            continue
        stale.append(path)
        if not CHECKS:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(new, encoding="utf-8")
    if stale:
        print("out of date: run `make docs`:" if CHECKS else "written:", ", ".join(stale))
    return int(bool(stale) and CHECKS)
