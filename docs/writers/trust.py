"""Parts of `make trust`: what each tries to break, and the sums of its runs in the ledger."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Table = Callable[[Iterable[str], Iterable[Iterable[str]]], str]

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
HEAVY = Path(__file__).parents[2] / "tests" / "heavy"


def rows(name: str, key: str) -> list[dict[str, Any]]:
    """Return the rows of a table beside the harnesses."""
    found: list[dict[str, Any]] = tomllib.loads((HEAVY / name).read_text("utf-8")).get(key, [])
    return found


def parts(table: Table) -> str:
    """Return a row for each part: what it tries, and the sum of its runs."""
    runs = rows("ledger.toml", "run")
    cells = []
    for part in rows("trust.toml", "part"):
        own = [run for run in runs if run["part"] == part["name"]]
        commands = [f"`make trust PARTS={part['name']}`"]
        commands += [f"`{part['scale']}`"] if part.get("scale") else []
        cells.append([part["tries"], *summed(own, part["unit"]), ", ".join(commands)])
    head = ["what is tried", "how often", "what broke", "last run", "machine", "commit"]
    return table([*head, "to repeat it"], cells)


def notes(runs: list[dict[str, Any]]) -> list[str]:
    """Return what the runs noted, without repetition.

    Of notes that differ in one number only, one has their sum; of others that differ in numbers,
    the newest stands.
    """
    found: dict[str, str] = {}
    for note in (note for run in runs for note in run.get("notes", [])):
        shape = NUMBER.sub("#", note)
        if shape in found and shape.count("#") == 1:
            total = sum(
                int(NUMBER.findall(each)[0].replace(",", "")) for each in (found[shape], note)
            )
            found[shape] = NUMBER.sub(f"{total:,}", note)
        else:
            found[shape] = note
    return list(found.values())


def summed(runs: list[dict[str, Any]], unit: str) -> list[str]:
    """Return how often the runs tried it, what broke, and when and where the last one was."""
    if not runs:
        return ["not yet", "", "", "", ""]
    last = runs[-1]
    times = "one run" if len(runs) == 1 else f"{len(runs)} runs"
    count = f"{sum(run['count'] for run in runs):,} {unit} in {times}"
    count += "".join(f"; {note}" for note in notes(runs))
    broke = "; ".join(run["broke"] for run in runs if "broke" in run) or "nothing"
    return [count, broke, str(last["date"]), last["machine"], f"`{last['commit']}`"]
