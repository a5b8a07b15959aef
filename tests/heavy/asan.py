"""AddressSanitizer: Arrow data is read within its buffers by an engine that is built with it.

    python -m heavy asan

The interpreter is started with the sanitizer's runtime before it. First a canary: an array that
lies about the length of its bytes, which nobody can check, has to end the process with a report.
Then every test of columns has to pass without one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from kit import ROOT

TARGET = ROOT / "target" / "asan"
TESTS = ("test_columns_malformed", "test_columns", "test_columns_calls")
#: The profile `release`, compiled in less time.
PROFILE = {
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    "CARGO_PROFILE_RELEASE_DEBUG": "1",
}
CANARY = """
import struct, sys
sys.path.insert(0, "tests")
from kit.arrow_c import Forged
from superuri.columns import arrow
arrow.apply(Forged(b"u", [None, struct.pack("=2i", 0, 4096), b"short"]), "encode")
"""


def message(*command: str) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def built(target: Path, flags: str, more: dict[str, str]) -> Path:
    """Build the engine with these flags of the compiler; return a folder with the package around
    it.
    """
    host = next(
        line[6:] for line in message("rustc", "-vV").splitlines() if line.startswith("host: ")
    )
    own = {"RUSTFLAGS": flags, "PYO3_PYTHON": sys.executable}
    environment = {**os.environ, **more, **own, **PROFILE}
    options = ("--release", "--lib", "--package", "superuri-python", "--target", host)
    where = ("--target-dir", str(target))
    command = ["cargo", "build", "--quiet", *options, *where]
    subprocess.run(command, check=True, cwd=ROOT, env=environment)
    return packaged(target, target / host / "release")


def packaged(target: Path, built: Path) -> Path:
    """Return a folder with the package around the engine that is built there."""
    package = target / "package"
    shutil.rmtree(package, ignore_errors=True)
    left_out = shutil.ignore_patterns("_core*.so", "__pycache__")
    shutil.copytree(ROOT / "python", package, ignore=left_out)
    shutil.copy(built / "libsuperuri_python.so", package / "superuri" / "_core.so")
    return package


def main() -> int:
    # The sanitizer is not a stable option of the compiler.
    package = built(TARGET, "-Zsanitizer=address", {"RUSTC_BOOTSTRAP": "1"})
    environment = {
        **os.environ,
        "LD_PRELOAD": message("gcc", "-print-file-name=libasan.so"),
        # The interpreter keeps what it has until it ends.
        "ASAN_OPTIONS": "detect_leaks=0",
        # Each object is between guards of its own.
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": str(package),
    }
    run = [sys.executable, "-c", CANARY]
    canary = subprocess.run(run, check=False, cwd=ROOT, env=environment, capture_output=True)
    if b"AddressSanitizer: heap-buffer-overflow" not in canary.stderr:
        print(canary.stderr.decode())
        print("the canary was not caught: the sanitizer is not at work")
        return 1
    print("the canary was caught")
    files = [f"tests/bulk/{name}.py" for name in TESTS]
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
    return subprocess.run(tests, check=False, cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
