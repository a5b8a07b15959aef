"""NEON kernels for 64-bit ARM: built, linted, and compared with the plain ones.

    python -m heavy neon
    python -m heavy neon --all

On such a machine they run as they are, elsewhere under qemu, and the crate's own tests of the
kernels are what runs; with `--all` every test of the engine. For another machine these are needed:

* the standard library of that machine: `rustup target add` is tried; where the toolchain has no
  rustup, RUSTC may name a compiler that has it (clippy is then left out), or PATH a toolchain;
* compilers and a linker for C and C++ (on Debian: g++-aarch64-linux-gnu), or what the variables of
  cargo and cc name in their place: CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER, and CC_… and
  CXX_aarch64_unknown_linux_gnu;
* qemu's user mode (on Debian: qemu-user), or what ..._RUNNER names in its place.

Missing tools are reported all at once, and then nothing counts as checked. An emulator cannot
measure how fast the kernels are.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from kit import ROOT

CROSS = "aarch64-unknown-linux-gnu"
CARGO = f"CARGO_TARGET_{CROSS.upper().replace('-', '_')}"
TOOLS = "aarch64-linux-gnu"
RUSTC = os.environ.get("RUSTC", "rustc")


def output(*command: str) -> str:
    """Return the output of the command; nothing if it is missing or fails."""
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def has_library() -> bool:
    """Return whether the compiler has a standard library for the target."""
    folder = output(RUSTC, "--print", "target-libdir", "--target", CROSS)
    return bool(folder) and any(Path(folder).glob("libstd-*.rlib"))


def no_library() -> str:
    """Install the standard library for the target; return why that failed, if it did."""
    if has_library():
        return ""
    if "RUSTC" in os.environ:
        return f"a standard library for {CROSS}: {RUSTC}, which RUSTC names, has none"
    if shutil.which("rustup") is None:
        return f"a standard library for {CROSS}: let RUSTC name a compiler that has one"
    print(f"asking rustup for the standard library of {CROSS} …", flush=True)
    requested = subprocess.run(
        ["rustup", "target", "add", CROSS], check=False, capture_output=True, text=True
    )
    if has_library():
        return ""
    why = (requested.stderr.strip().splitlines() or ["no reason given"])[-1]
    return f"a standard library for {CROSS}: `rustup target add {CROSS}` says: {why}"


def cross_tools() -> tuple[dict[str, str], list[str]]:
    """Return the settings of cargo to build and run for the target, and what is missing."""
    settings, missing = {}, []
    linker = os.environ.get(f"{CARGO}_LINKER") or shutil.which(f"{TOOLS}-gcc")
    if linker is None:
        missing.append(f"a linker: {TOOLS}-gcc, or what {CARGO}_LINKER names")
    else:
        settings[f"{CARGO}_LINKER"] = linker
    for language, name, compiler in [("C", "CC", "gcc"), ("C++", "CXX", "g++")]:
        variable = f"{name}_{CROSS.replace('-', '_')}"
        if variable not in os.environ and shutil.which(f"{TOOLS}-{compiler}") is None:
            missing.append(f"a {language} compiler: {TOOLS}-{compiler}, or what {variable} names")
    runners = (shutil.which(name) for name in ("qemu-aarch64", "qemu-aarch64-static"))
    runner = os.environ.get(f"{CARGO}_RUNNER") or next(filter(None, runners), None)
    if runner is None:
        missing.append(f"an emulator: qemu-aarch64, or what {CARGO}_RUNNER names")
    else:
        settings[f"{CARGO}_RUNNER"] = runner
    library = Path(output(linker, "-print-file-name=libc.so.6")) if linker else Path()
    if library.is_absolute() and "QEMU_LD_PREFIX" not in os.environ:
        # The compiler knows the folder of the target's libraries, and the emulator does not.
        settings["QEMU_LD_PREFIX"] = str(library.resolve().parents[1])
    return settings, missing


def main() -> int:
    facts = dict(line.partition(": ")[::2] for line in output(RUSTC, "-vV").splitlines())
    host = facts.get("host", "")
    if not host:
        print(f"python -m heavy neon: no answer from {RUSTC} -vV", file=sys.stderr)
        return 1
    target, settings = host, {}
    if not host.startswith("aarch64-"):
        target = CROSS
        settings, missing = cross_tools()
        missing = [*filter(None, [no_library()]), *missing]
        if missing:
            print("python -m heavy neon: NOTHING WAS CHECKED; missing:", file=sys.stderr)
            for what in missing:
                print(f"* {what}", file=sys.stderr)
            return 1
    environment = os.environ | {"CARGO_TARGET_DIR": str(ROOT / "target" / "neon")} | settings
    options = ("--quiet", "--target", target)
    kernels = ("--package", "superuri-kernels", "--lib")
    which = () if "--all" in sys.argv[1:] else kernels
    commands = {
        "linted": ("clippy", *options, "--all-targets", "--", "-D", "warnings"),
        "built without a warning": ("rustc", *options, *kernels, "--", "-D", "warnings"),
        "tested": ("test", *options, *which),
        "tested without the examples": ("test", *options, *(which or ("--lib", "--tests"))),
    }
    # RUSTC may name a compiler other than that of clippy and rustdoc.
    unused = ("linted", "tested"), ("built without a warning", "tested without the examples")
    for name in unused["RUSTC" not in os.environ]:
        del commands[name]
    for command in commands.values():
        done = subprocess.run(["cargo", *command], check=False, cwd=ROOT, env=environment)
        if done.returncode:
            return done.returncode
    how = "as it is" if target == host else f"by {Path(settings[f'{CARGO}_RUNNER']).name}"
    what = "the engine" if not which else "the kernels"
    print(f"{target}, rustc {facts['release']}: {what}: {', '.join(commands)}, run {how}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
