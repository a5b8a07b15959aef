"""The copy of the sources that has all mutants: which there are, and what of them compiles."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from heavy.mutants import weave
from heavy.mutants.tests import CRATES, QUICK
from heavy.mutants.verdicts import HOME, Mutant, key
from kit import DATA, ROOT

TREE = HOME / "tree"
#: Mutants that do not compile, by their key.
REFUSED = HOME / "refused.json"
#: The modules of the engine, and the kernels.
ROOMS = ("kernels", "base", "codec", "syntax", "clean", "uri", "normal", "show", "lint", "bulk")
#: What is not compiled for this machine, what only Miri runs, and what is compiled for tests only.
LEFT_OUT = ("crates/kernels/src/neon/**", "crates/kernels/src/x86/emulated.rs", "**/tests.rs")
#: What the copy's manifests say besides.
DEPENDS = '\n[dependencies]\nsuperuri-switch = { path = "../switch" }'
SWITCH = {
    "crates/switch/Cargo.toml": b"""[package]
name = "superuri-switch"
version = "0.0.0"
edition = "2024"
""",
    "crates/switch/src/lib.rs": Path(__file__).with_name("switch.rs").read_bytes(),
}


def environment() -> dict[str, str]:
    """Return the environment of builds and tests of the copy."""
    return {
        **os.environ,
        # The switch asks for two things that only nightly Rust gives otherwise.
        "RUSTC_BOOTSTRAP": "superuri_switch",
        "RUSTFLAGS": "--cap-lints=allow",
        "CARGO_TARGET_DIR": str(HOME / "built"),
        "PYO3_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join((str(TREE / "python"), str(TREE / "tests"))),
        "SUPERURI_DATA": str(DATA.resolve()),
    }


def listed() -> dict[int, Mutant]:
    """Return the mutants of all modules, numbered from 1."""
    options = [word for pattern in LEFT_OUT for word in ("--exclude", pattern)]
    command = ["cargo", "mutants", "--list", "--json", "--workspace", *options]
    found = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True).stdout
    rows = [mutant for mutant in json.loads(found) if room(mutant) in ROOMS]
    return dict(enumerate(rows, 1))


def room(mutant: Mutant) -> str:
    """Return the module of a mutant; nothing if it is of no module of the engine."""
    crate, _, rest = mutant["file"].removeprefix("crates/").partition("/src/")
    return crate if crate == "kernels" else rest.partition("/")[0] if crate == "engine" else ""


def write(path: Path, octets: bytes) -> None:
    """Write a file if it differs, so that cargo sees as changed only what is."""
    if not path.is_file() or path.read_bytes() != octets:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(octets)


def files() -> list[str]:
    """Return the names of the files that a copy has."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listed, check=True, cwd=ROOT, capture_output=True)
    return [name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def copied(mutants: dict[int, Mutant]) -> dict[int, int]:
    """Copy the tree, with these mutants woven in; return the place of each."""
    names = files()
    by_file: dict[str, dict[int, Mutant]] = defaultdict(dict)
    for number, mutant in mutants.items():
        by_file[mutant["file"]][number] = mutant
    found: dict[int, int] = {}
    for name in names:
        octets = (ROOT / name).read_bytes()
        if name in by_file:
            file = weave.File(octets)
            sites = file.sites(by_file[name])
            octets = file.woven(sites)
            found |= {number: min(site.numbers) for site in sites for number in site.numbers}
        elif name in {"crates/kernels/Cargo.toml", "crates/engine/Cargo.toml"}:
            octets = octets.replace(b"\n[dependencies]", DEPENDS.encode())
        write(TREE / name, octets)
    for name, octets in SWITCH.items():
        write(TREE / name, octets)
    for folder in ("crates", "python", "tests"):
        for path in list((TREE / folder).rglob("*.*")):
            name = path.relative_to(TREE).as_posix()
            if path.suffix in {".rs", ".py", ".toml"} and name not in {*names, *SWITCH}:
                path.unlink()
    return found


def compiled(mutants: dict[int, Mutant]) -> dict[int, int]:
    """Weave in what compiles; return the place of each."""
    refused = json.loads(REFUSED.read_text(encoding="utf-8")) if REFUSED.exists() else {}
    while True:
        left = {n: mutant for n, mutant in mutants.items() if key(mutant) not in refused}
        places = copied(left)
        broken = weave.errors(["cargo", "check", *QUICK, *CRATES], TREE, environment())
        if not broken:
            return places
        found = {}
        for name, at, message in broken:
            numbers = weave.dropped((TREE / name).read_bytes(), at) if name else []
            found |= dict.fromkeys(numbers, message)
        if not found:
            sys.exit(f"the copy does not compile with its mutants: {broken[0]}")
        refused |= {key(mutants[number]): message for number, message in found.items()}
        REFUSED.write_text(json.dumps(refused, indent=1), encoding="utf-8")


def built(own: dict[str, str]) -> None:
    """Build the module of the copy, and put it where the copy's package imports it."""
    variables = {**environment(), **own}
    build = ["cargo", "build", *QUICK, "-p", "superuri-python", "--lib"]
    subprocess.run(build, check=True, cwd=TREE, env=variables)
    to = TREE / "python" / "superuri" / "_core.so"
    to.unlink(missing_ok=True)
    shutil.copy(Path(variables["CARGO_TARGET_DIR"]) / "quick" / "libsuperuri_python.so", to)
