"""Inventory of what users meet: public names, rules, errors, verbs, messages, help, test ids.

``python -m heavy.inventory > FILE`` writes it, a line each. ``python -m heavy.inventory FILE``
prints what was lost and what is new since then; a lost name, rule, error or verb is exit code 1.
"""

import contextlib
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import superuri
from kit import ROOT
from superuri import _core, _verbs

# Names that must never be lost; messages and tests may be reworded or merged.
KEPT = ("name", "rule", "error", "verb")


def names():
    """Every public name, with its signature where it has one."""
    modules = [superuri]
    for found in pkgutil.walk_packages(superuri.__path__, "superuri."):
        if not any(part.startswith("_") for part in found.name.split(".")):
            with contextlib.suppress(ImportError):
                modules.append(importlib.import_module(found.name))
    for module in modules:
        yield f"name {module.__name__}"
        for name in getattr(module, "__all__", ()):
            yield f"name {module.__name__}.{name}{signature(getattr(module, name))}"
    for kind in vars(_core).values():
        if inspect.isclass(kind):
            members = (name for name in vars(kind) if not name.startswith("_"))
            yield from (f"name {kind.__name__}.{name}" for name in members)


def signature(value):
    try:
        return str(inspect.signature(value)) if callable(value) else ""
    except (TypeError, ValueError):
        return ""


def helps():
    """The help of the command and of each of its verbs, a line each."""
    for verb in ("", *sorted(verb.name for verb in _verbs.COMMANDS)):
        command = [sys.executable, "-m", "superuri", *verb.split(), "--help"]
        shown = subprocess.run(command, check=False, capture_output=True, text=True).stdout
        yield from (f"help {verb}: {line.strip()}" for line in shown.splitlines() if line)


def tests():
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "--no-header"]
    listed = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT).stdout
    yield from (f"test {line}" for line in listed.splitlines() if "::" in line)


def inventory():
    yield from names()
    for rule in superuri.rules.values():
        yield f"rule {rule.code} {rule.name} {rule.severity} {rule.default}"
        yield f"message {rule.code} {rule.sentence}"
    yield from (f"error {name}" for name in dir(superuri.errors) if name[0].isupper())
    yield from (f"verb {verb.name}" for verb in _verbs.VERBS)
    yield from helps()
    yield from tests()


def main(before=None):
    now = sorted(inventory())
    if before is None:
        print(*now, sep="\n")
        return 0
    then = Path(before).read_text(encoding="utf-8").splitlines()
    lost, new = Counter(then) - Counter(now), Counter(now) - Counter(then)
    for kind in ("name", "rule", "error", "verb", "message", "help", "test"):
        rows = [
            Counter(line for line in each.elements() if line.split()[0] == kind)
            for each in (lost, new)
        ]
        print(f"{kind}: {rows[0].total()} lost, {rows[1].total()} new")
        if kind in KEPT or "--all" in sys.argv:
            print(
                *(f"  - {line}" for line in sorted(rows[0])),
                *(f"  + {line}" for line in sorted(rows[1])),
                sep="\n",
            )
    return int(any(line.split()[0] in KEPT for line in lost))


if __name__ == "__main__":
    sys.exit(main(*[argument for argument in sys.argv[1:] if not argument.startswith("--")]))
