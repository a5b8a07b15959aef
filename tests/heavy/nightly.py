"""Nightly Rust: whether it has a component that a harness needs, and how to get it.

NIGHTLY names another toolchain of rustup than `nightly`.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

NAME = os.environ.get("NIGHTLY", "nightly")
CARGO = ["cargo", f"+{NAME}"]
#: A file of each component, below the folder of the toolchain.
FILES = {
    "miri": "bin/cargo-miri*",
    "rust-src": "lib/rustlib/src/rust/library/Cargo.lock",
    "llvm-tools": "lib/rustlib/*/bin/llvm-cov*",
}


def asked(*words: str) -> str:
    """Return what the compiler prints; nothing if it is missing or fails."""
    try:
        done = subprocess.run(
            ["rustc", f"+{NAME}", *words], check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def host() -> str:
    """Return the target for which the compiler compiles where none is named."""
    lines = dict(line.partition(": ")[::2] for line in asked("-vV").splitlines())
    return lines.get("host", "")


def file(component: str) -> Path | None:
    """Return a file of the component; None if it is missing."""
    sysroot = asked("--print", "sysroot")
    return next(Path(sysroot).glob(FILES[component]), None) if sysroot else None


def missing(components: Iterable[str]) -> list[str]:
    """Return what is missing, and how to get it."""
    get = f"rustup toolchain install {NAME} --profile minimal --component"
    return [f"{each} of nightly Rust (`{get} {each}`)" for each in components if file(each) is None]


def found(component: str) -> Path:
    """Return a file of the component; exit with how to get it if it is missing."""
    if path := file(component):
        return path
    sys.exit(f"NOTHING WAS CHECKED; missing: {missing([component])[0]}")
