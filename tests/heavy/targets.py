"""Targets that cannot run here are compiled: Windows, macOS, free-threading; PyPy is refused.

    python -m heavy targets

`cargo check` compiles the whole workspace for each row. The C and C++ of Windows and macOS are
compiled by zig, which `make wheels` installs. The standard library of each target is needed:
`rustup target add` is tried; otherwise let RUSTC name a compiler that has it. A row without its
standard library is reported as not checked, and fails.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from kit import ROOT

RUSTC = os.environ.get("RUSTC", "rustc")
ZIG = ROOT / ".venv" / "publish" / "bin" / "python-zig"
#: cc names the target to clang in its own way, zig in another.
WRAPPER = """#!/bin/sh
for each do
  shift
  case $each in --target=*|-arch) ;; arm64) ;; *) set -- "$@" "$each" ;; esac
done
exec {zig} {what} -target {target} "$@"
"""


class Row(NamedTuple):
    """One build: where, for which interpreter, and what the compiler has to answer."""

    name: str
    target: str
    config: str
    zig: str = ""
    refusal: str = ""


CPYTHON = "implementation=CPython\nversion=3.13\nshared=true\n"
ROWS = (
    Row("Windows", "x86_64-pc-windows-gnu", CPYTHON, "x86_64-windows-gnu"),
    Row("macOS", "aarch64-apple-darwin", CPYTHON, "aarch64-macos"),
    Row(
        "CPython 3.14 without the GIL",
        "",
        "implementation=CPython\nversion=3.14\nshared=true\nbuild_flags=Py_GIL_DISABLED\n",
    ),
    Row("PyPy", "", "implementation=PyPy\nversion=3.11\nshared=true\n", refusal="needs CPython"),
    Row(
        "GraalPy",
        "",
        "implementation=GraalVM\nversion=3.12\nshared=true\n",
        refusal="needs CPython",
    ),
)


def has_library(target: str) -> bool:
    """Return whether the compiler has, or gets, a standard library for the target."""
    asked = [RUSTC, "--print", "target-libdir", "--target", target]
    for _ in range(2):
        done = subprocess.run(asked, check=False, capture_output=True, text=True)
        if any(Path(done.stdout.strip()).glob("libstd-*.rlib")):
            return True
        if "RUSTC" not in os.environ and shutil.which("rustup"):
            subprocess.run(["rustup", "target", "add", target], check=False, capture_output=True)
    return False


def compilers(folder: Path, row: Row) -> dict[str, str]:
    """Write the compilers of C and C++ for the target; return the variables that name them."""
    names = {}
    for variable, what in (("CC", "cc"), ("CXX", "c++")):
        command = folder / f"{what}-{row.zig}"
        zig = shlex.quote(str(ZIG))
        command.write_text(WRAPPER.format(zig=zig, what=what, target=row.zig))
        command.chmod(0o755)
        names[f"{variable}_{row.target.replace('-', '_')}"] = str(command)
    archiver = folder / "ar"
    archiver.write_text(f'#!/bin/sh\nexec {shlex.quote(str(ZIG))} ar "$@"\n')
    archiver.chmod(0o755)
    return {**names, f"AR_{row.target.replace('-', '_')}": str(archiver)}


def checked(folder: Path, row: Row) -> str:
    """Compile for the row; return what is wrong, if anything."""
    if row.target and not has_library(row.target):
        return f"not checked: {RUSTC} has no standard library for {row.target}"
    config = folder / "interpreter.txt"
    config.write_text(row.config)
    more = {"PYO3_CONFIG_FILE": str(config), "CARGO_TARGET_DIR": str(ROOT / "target" / "targets")}
    command = ["cargo", "check", "--quiet", "--locked", "--workspace"]
    if row.target:
        command += ["--target", row.target]
        more |= compilers(folder, row)
    else:
        command += ["--package", "superuri-python"]
    environment = {**os.environ, "RUSTFLAGS": "-D warnings", **more}
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=ROOT, env=environment
    )
    if row.refusal:
        said = done.returncode and row.refusal in done.stderr
        return "" if said else f"it was not refused:\n{done.stderr[-2000:]}"
    return done.stderr[-4000:] if done.returncode else ""


def main() -> int:
    """Check each row; return how many failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        for row in ROWS:
            trouble = checked(Path(name), row)
            failed += bool(trouble)
            good = "refused" if row.refusal else "compiles"
            print(f"{row.name}: {trouble or good}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
