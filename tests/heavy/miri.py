"""Miri: no undefined behaviour in the kernels, instruction by instruction.

    python -m heavy miri
    python -m heavy miri s390x-unknown-linux-gnu

Miri interprets the tests of the kernels: each load and store lies within its memory and was allowed
by its reference, nothing uninitialised is read, and no pointer is made of a number. This needs
nightly Rust with Miri: `rustup toolchain install nightly --component miri,rust-src`.

* x86-64: every tier up to AVX-512. Miri asks no processor, so the instructions are named to the
  compiler. It lacks two of AVX-512, which `x86/emulated.rs` replaces with others.
* s390x, which is big-endian, and i686, of 32 bits: the plain kernels.

Miri is some thousand times slower than a processor, so the tests take samples there (`few` of
`crates/kernels/src/tests.rs`). It does not run NEON (`python -m heavy neon` does), nor what calls
C, C++ or Python: the libraries behind `zstd` and the host parser, and all of `crates/python`, whose
`unsafe` is the C interface of Python. `python -m heavy asan` and `python -m heavy memcheck` run
those.
"""

import os
import subprocess
import sys
from typing import NamedTuple

from heavy.nightly import CARGO, found
from kit import ROOT

#: The instructions of the best tier (`is_here` of `crates/kernels/src/x86/avx512.rs`).
AVX512 = "-Ctarget-feature=+avx512bw,+avx512vbmi,+avx512vbmi2,+bmi1,+bmi2,+popcnt"
KERNELS = ("--package", "superuri-kernels", "--lib")


class Row(NamedTuple):
    """One run of Miri: the machine that it imitates, and its instructions."""

    target: str
    flags: str


ROWS = [
    Row("x86_64-unknown-linux-gnu", AVX512),
    Row("s390x-unknown-linux-gnu", ""),
    Row("i686-unknown-linux-gnu", ""),
]


def main() -> int:
    """Run the rows whose target is named, or all; return 1 if one of them failed."""
    found("miri")
    failed = 0
    for row in ROWS:
        if sys.argv[1:] and row.target not in sys.argv[1:]:
            continue
        environment = {
            **os.environ,
            "RUSTFLAGS": row.flags,
            # The tier is named by the environment. Pointers are made of pointers.
            "MIRIFLAGS": "-Zmiri-disable-isolation -Zmiri-strict-provenance",
        }
        where = ("--target", row.target, "--target-dir", str(ROOT / "target" / "miri"))
        command = [*CARGO, "miri", "test", "--quiet", *where, *KERNELS]
        print(row.target, *KERNELS, flush=True)
        failed += subprocess.run(command, check=False, cwd=ROOT, env=environment).returncode != 0
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
