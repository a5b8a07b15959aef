"""Instructions of the kernels on 64-bit ARM, counted by qemu's user mode.

    python bench/neon.py [--write]

qemu runs one instruction after the other (`-singlestep`) and writes a line for each; a call has as
many as a run with two calls has more than a run with one. These are counts of instructions, not
times: the kernels were never measured on such a machine. `--write` writes NEON.md.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO, cast

import machine

ROOT = Path(__file__).parents[1]
DRAWN = Path(__file__).with_name("NEON.md")
TARGET = "aarch64-unknown-linux-musl"
EXAMPLE = ROOT / "target" / "neon" / TARGET / "release" / "examples" / "calls"
#: The beginning of each line in qemu's log.
LINE = b"Trace "
#: The texts of each kernel; `*` repeats one up to 100 KB.
TEXTS = {
    "encode": {
        "5 characters": "hello",
        "60 characters": "a" * 60,
        "a name": "Helen Ødegård",
        "100 KB clean": "a*",
        "100 KB of spaces": " *",
        "100 KB, a tenth": "nine char *",
        "100 KB Japanese": "日本*",
    },
    "decode": {
        "5 characters": "hello",
        "a name": "Helen%20%C3%98deg%C3%A5rd",
        "100 KB of triplets": "%20*",
        "100 KB, a tenth": "sevenof%20*",
        "100 KB Japanese": "%E6%97%A5*",
    },
}


def built() -> str:
    """Build the example; return what is missing."""
    if shutil.which("qemu-aarch64") is None:
        return "qemu-aarch64 is not installed (on Debian: apt-get install qemu-user)"
    if shutil.which("rustup"):
        subprocess.run(["rustup", "--quiet", "target", "add", TARGET], check=False)
    command = ["cargo", "rustc", "--quiet", "--release", "--package", "superuri-kernels"]
    command += ["--example", "calls", "--target", TARGET, "--target-dir", "target/neon"]
    done = subprocess.run([*command, "--", "-Clinker=rust-lld"], check=False, cwd=ROOT)
    return f"no program for {TARGET} could be built" if done.returncode else ""


def instructions(kernel: str, text: str, times: int) -> int:
    """Return how many instructions a run with so many calls has."""
    each = ["-singlestep", "-d", "exec,nochain", "-D", "/dev/stderr"]
    command = ["qemu-aarch64", *each, str(EXAMPLE), kernel, text, str(times)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    lines, rest = 0, b""
    with process, cast("BinaryIO", process.stderr) as log:
        while block := log.read(1 << 24):
            lines += (rest + block).count(LINE)
            rest = block[1 - len(LINE) :]
    if process.returncode:
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}")
    return lines


def rows() -> list[str]:
    """Return the rows of the table, and print them."""
    found = []
    for kernel, texts in TEXTS.items():
        for name, text in texts.items():
            fast, plain = (
                instructions(each, text, 2) - instructions(each, text, 1)
                for each in (kernel, f"{kernel}-plain")
            )
            found.append(f"| {kernel}, {name} | {fast:,} | {plain:,} | {plain / fast:.1f}× |")
            print(found[-1], flush=True)
    return found


def main() -> int:
    """Count, and write if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write NEON.md")
    requested = parser.parse_args()
    if missing := built():
        print(f"the instructions of ARM were not counted: {missing}")
        return 0
    asked = ["qemu-aarch64", "--version"]
    version = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    counted = rows()
    if requested.write:
        lines = [
            "# Instructions of a kernel on 64-bit ARM",
            "",
            "Written by `make instructions WRITE=--write`; not edited by hand. Counted by qemu's",
            "user mode. They are not times: the kernels were never measured on such a machine.",
            "",
            machine.described("make instructions")[0],
            f"* {version.splitlines()[0]}",
            "",
            "| | NEON | plain | plain has |",
            "|---|---:|---:|---:|",
            *counted,
        ]
        DRAWN.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
