"""ThreadSanitizer: no data race where lines and columns are processed by several threads.

    python -m heavy tsan

The engine and the standard library are built with the sanitizer, by nightly Rust with its sources:
`rustup toolchain install nightly --component rust-src`. First a canary: a program with a race has
to be reported. Then the tests of lines and columns have to pass without a report. The libraries in
C and C++ are built without the sanitizer; they start no threads.
"""

import os
import subprocess
import sys

from heavy.nightly import CARGO, found, host
from kit import ROOT

TARGET = ROOT / "target" / "tsan"
TESTS = [("--test", "lines", "--test", "together", "--test", "columns"), ("--lib", "bulk::")]
MANIFEST = """[workspace]
[package]
name = "canary"
edition = "2024"
"""
CANARY = """static mut SHARED: u32 = 0;

fn main() {
    let other = std::thread::spawn(|| unsafe { SHARED += 1 });
    unsafe { SHARED += 1 };
    other.join().unwrap();
}
"""


def main() -> int:
    """Return 0 if the canary is reported and the tests pass without a report."""
    found("rust-src")
    environment = {
        **os.environ,
        "RUSTFLAGS": "-Zsanitizer=thread",
        # A report ends the tests.
        "TSAN_OPTIONS": "halt_on_error=1",
    }
    where = ("-Zbuild-std", "--target", host(), "--target-dir", str(TARGET))
    canary = TARGET / "canary"
    (canary / "src").mkdir(parents=True, exist_ok=True)
    (canary / "Cargo.toml").write_text(MANIFEST, encoding="utf-8")
    (canary / "src" / "main.rs").write_text(CANARY, encoding="utf-8")
    run = [*CARGO, "run", "--quiet", *where, "--manifest-path", str(canary / "Cargo.toml")]
    done = subprocess.run(run, check=False, cwd=ROOT, env=environment, capture_output=True)
    if b"ThreadSanitizer: data race" not in done.stderr:
        print(done.stderr.decode())
        print("the canary was not caught: the sanitizer is not at work")
        return 1
    print("the canary was caught", flush=True)
    for tests in TESTS:
        command = [*CARGO, "test", "--quiet", *where, "--package", "superuri", *tests]
        done = subprocess.run(command, check=False, cwd=ROOT, env=environment)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
