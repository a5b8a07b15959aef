"""Mutants: the code with one change each, and whether the tests fail.

    make mutants
    make mutants EACH=20 ROOMS="codec clean"

cargo-mutants lists the changes (`cargo install cargo-mutants`). All are woven into one copy of the
sources in target/mutants, which is built once (`weave.py`); then each is turned on and judged by
the tests that reach its place, in Rust (`rust.py`) and then in Python (`plugin.py`), shortest
first. A mutant is killed if one of them fails or does not end. What does not compile counts as
neither, nor does one of equivalent.toml. What only the compiler evaluates is built for each and
judged by all tests (`evaluated.py`), which takes minutes; --no-builds leaves it out. Verdicts are
kept in target/mutants/verdicts.jsonl, so that the next run continues where this one ended; a file
that was changed since is judged again, and so is a survivor.

Of each module, the share that was killed is printed with its confidence interval (95 %, Wilson),
and each survivor. EACH=… draws so many of each module, by the seed of the tests or SUPERURI_SEED;
without it, all are judged. A mutant that survives has been judged by five seconds of tests in each
language, those that reach the least first; SUPERURI_ENOUGH=… sets more.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from heavy.mutants.evaluated import Evaluated
from heavy.mutants.rust import Rust
from heavy.mutants.tests import WORKERS
from heavy.mutants.tree import ROOMS, TREE, built, compiled, environment, listed, room
from heavy.mutants.verdicts import (
    HOME,
    VERDICTS,
    Mutant,
    drawn,
    is_equivalent,
    key,
    note,
    report,
    verdicts,
)
from heavy.mutants.weave import File
from kit import ROOT, chance

#: The folders of tests of Python that judge.
FOLDERS = (
    *("codec", "syntax", "clean", "uri", "normal", "show", "lint", "bulk"),
    *("python", "cli", "compat"),
)
#: The verdict on what only the compiler evaluates, without a build for it.
LEFT = "not judged"
#: What begins a verdict that no new test changes.
DONE = ("killed", "does not compile")


def judged(
    mutants: dict[int, Mutant],
    places: dict[int, int],
    rust: Rust,
    folders: list[str],
    *,
    builds: bool,
) -> None:
    """Judge these mutants, and note the verdicts; with builds, also what the compiler evaluates."""
    # That the tests of Rust left it, if they are the same, is as good as their verdict.
    survived, before = f"survived the tests of Rust {rust.name}", verdicts()
    todo = [number for number in mutants if before.get(key(mutants[number])) != survived]
    with ThreadPoolExecutor(WORKERS) as pool:
        for number, verdict in zip(
            todo, pool.map(lambda number: rust.judged(number, places[number]), todo), strict=True
        ):
            note(mutants[number], verdict or survived)
    known = verdicts()
    names = {key(mutant): number for number, mutant in mutants.items()}
    left = {name: (n, places[n]) for name, n in names.items() if known[name] == survived}
    print(f"{len(left)} of {len(mutants)} survive the tests of Rust", flush=True)
    jobs = HOME / "jobs.json"
    jobs.write_text(json.dumps(left), encoding="utf-8")
    own = {"SUPERURI_JOBS": str(jobs), "SUPERURI_VERDICTS": str(VERDICTS)}
    own["SUPERURI_SWITCH"] = "Native"
    options = ["-q", "-p", "no:cacheprovider", "-p", "heavy.mutants.plugin"]
    command = [sys.executable, "-m", "pytest", *options, *(f"tests/{name}" for name in folders)]
    # What the module notes until the tests begin is known, too.
    more = {**environment(), **own, "SUPERURI_MUTANT": "record"}
    with (HOME / "pytest.log").open("wb") as log:
        subprocess.run(command, check=True, cwd=TREE, env=more, stdout=log, stderr=log)
    known = verdicts()
    alone = [
        number
        for name, (number, _) in left.items()
        if known[name] == "survived, not reached"
        and File((ROOT / mutants[number]["file"]).read_bytes()).is_constant(mutants[number])
    ]
    evaluated = Evaluated(folders) if alone and builds else None
    for number in alone:
        mutant = mutants[number]
        note(mutant, evaluated.judged(number, mutant["package"]) if evaluated else LEFT)


def main() -> int:
    """Judge the mutants that are drawn; return 0 whether they survive or not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, help="mutants of each module (all)")
    parser.add_argument(
        "--tests", default=",".join(FOLDERS), help="the folders of tests/ that judge"
    )
    parser.add_argument(
        "--no-builds", action="store_true", help="leave out what only the compiler evaluates"
    )
    parser.add_argument("rooms", nargs="*", help=f"of {', '.join(ROOMS)}; all by default")
    options = parser.parse_args()
    if unknown := set(options.rooms) - set(ROOMS):
        parser.error(f"no module is called {', '.join(sorted(unknown))}")
    print(f"SUPERURI_SEED={chance.SEED}", flush=True)
    HOME.mkdir(parents=True, exist_ok=True)
    rows = listed()
    places = compiled(rows)
    rust = Rust(TREE, environment())
    built({})
    for name in options.rooms or ROOMS:
        own = [n for n in sorted(places) if room(rows[n]) == name and not is_equivalent(rows[n])]
        chosen, known = drawn(name, own, options.each), verdicts()
        # A test may have been added for a survivor.
        todo = {n: rows[n] for n in chosen if not known.get(key(rows[n]), "").startswith(DONE)}
        if todo:
            judged(todo, places, rust, options.tests.split(","), builds=not options.no_builds)
        known = verdicts()
        for mutant in (rows[n] for n in chosen if known[key(rows[n])].startswith("survived")):
            print(f"{'':>6} {known[key(mutant)]}: {mutant['name']}")
        total = sum(room(row) == name for row in rows.values())
        found = [known[key(rows[n])] for n in chosen]
        report(name, [it for it in found if not it.startswith(("does not compile", LEFT))], total)
    return 0


if __name__ == "__main__":
    sys.exit(main())
