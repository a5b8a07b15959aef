"""Verdicts on mutants: those that are kept, those that are known beforehand, and the shares."""

from __future__ import annotations

import hashlib
import json
import math
import re
import sys
from pathlib import Path
from typing import Any, TypeVar

from kit import ROOT, chance

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

T = TypeVar("T")
#: A row of cargo-mutants.
Mutant = dict[str, Any]
HOME = ROOT / "target" / "mutants"
VERDICTS = HOME / "verdicts.jsonl"
HERE = Path(__file__).parent
#: Mutants with the same results, by the reason.
ROWS = tomllib.loads((HERE / "equivalent.toml").read_text("utf-8"))["same"]
#: Their file, their change and the text of their line.
EQUIVALENT = {tuple(mutant) for row in ROWS for mutant in row["mutants"]}
#: The same of the package in Python: the file, the function and the change, as it is printed; and
#: what is the same wherever it is changed, as patterns of the old text and the new one.
PYTHON = tomllib.loads((HERE / "equivalent-python.toml").read_text("utf-8"))
OF_PYTHON = {tuple(mutant) for row in PYTHON["same"] for mutant in row["mutants"]}
EVERYWHERE = [(re.compile(it["was"]), re.compile(it["becomes"])) for it in PYTHON["everywhere"]]
#: Standard deviations of a confidence interval of 95 %.
DEVIATIONS = 1.96


def key(mutant: Mutant) -> str:
    """Return what names a mutant of a file with this text."""
    text = (ROOT / mutant["file"]).read_bytes()
    return f"{hashlib.sha256(text).hexdigest()[:16]} {mutant['name']}"


def drawn(room: str, mutants: list[T], each: int | None) -> list[T]:
    """Return so many of a module's mutants; a longer run begins with those of a shorter one."""
    own = mutants.copy()
    chance.dice(f"mutants of {room}").shuffle(own)
    return own[:each]


def note(mutant: Mutant, verdict: str) -> None:
    """Note a verdict."""
    with VERDICTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps([key(mutant), verdict]) + "\n")


def verdicts() -> dict[str, str]:
    """Return the last verdict on each mutant, by its key."""
    if not VERDICTS.exists():
        return {}
    return dict(map(json.loads, VERDICTS.read_text(encoding="utf-8").splitlines()))


def is_equivalent(mutant: Mutant) -> bool:
    """Return whether the results of this mutant are those of the code."""
    place, _, words = mutant["name"].partition(": ")
    name, line, _ = place.rsplit(":", 2)
    text = (ROOT / name).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    return (name, words, text.strip()) in EQUIVALENT


def interval(killed: int, count: int) -> tuple[float, float]:
    """Return the confidence interval of a share, after Wilson.

    >>> [round(bound, 3) for bound in interval(19, 20)]
    [0.764, 0.991]
    """
    square = DEVIATIONS**2
    middle = (killed + square / 2) / (count + square)
    root = math.sqrt(killed * (count - killed) / count + square / 4)
    half = DEVIATIONS * root / (count + square)
    return middle - half, middle + half


def report(name: str, judged: list[str], total: int) -> None:
    """Print the share that was killed."""
    killed = sum(verdict.startswith("killed") for verdict in judged)
    if judged:
        low, high = interval(killed, len(judged))
        share = f"{killed / len(judged):.1%} killed ({low:.1%} to {high:.1%})"
        print(f"{len(judged):>6,} judged of {total:,}  {name}: {share}", flush=True)
