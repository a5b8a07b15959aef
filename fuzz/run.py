"""Fuzzing: every property, tested with inputs chosen by the branches that they reach, or generated.

Builds the targets with coverage counters, gives each its share of the time, prints how many inputs
each was given, and fails if one broke a property: that input is in target/fuzz/. Inputs that reach
a new branch are kept there, too, so that the next run continues where this one ended.

With `--generated N`, each property is given N generated texts instead, on all cores: URIs by a
grammar, with faults. A text that breaks one is printed, with the options that repeat it.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
BUILT = HERE.parent / "target" / "fuzz"
TARGETS = sorted(path.stem for path in (HERE / "src" / "bin").glob("*.rs"))

# Counts each edge of the control flow, and how often it was taken. Works with a stable compiler.
COVERAGE = (
    "-Ccodegen-units=1",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
)
# Reports a read or a write outside an allocation. A stable compiler needs permission for it.
ADDRESSES = ("-Zsanitizer=address",)
# The same of what is written in C++, which also ends at undefined behaviour.
CXX = "-fsanitize=address,undefined -fsanitize-undefined-trap-on-error"
LONGEST = {"kernels": 400, "ranks": 400}


def build(flags: tuple[str, ...], folder: Path, *options: str) -> Path:
    """Build the targets and return the folder that they are in."""
    version = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    host = re.findall(r"host: (.*)", version)[0]
    environment = os.environ | {
        "RUSTFLAGS": " ".join(flags),
        "RUSTC_BOOTSTRAP": "1",
        "CARGO_TARGET_DIR": str(folder),
    }
    if ADDRESSES[0] in flags:
        environment["CXXFLAGS"] = CXX
    # If a target is named, the flags do not apply to build scripts and macros.
    command = ["cargo", "build", "--quiet", "--profile", "fuzz", "--target", host, *options]
    subprocess.run(command, cwd=HERE, env=environment, check=True)
    return folder / host / "fuzz"


def run(binary: Path, seconds: int, runs: int, kept: Path) -> tuple[str, int, str]:
    """Run a target; return its name, how many inputs it was given, and its error if it failed."""
    name = binary.name
    corpus = kept / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    command = [
        str(binary),
        f"-max_total_time={seconds}",
        f"-runs={runs}",
        f"-max_len={LONGEST.get(name, 200)}",
        f"-dict={HERE / 'uri.dict'}",
        f"-artifact_prefix={kept}/{name}-",
        "-print_final_stats=1",
        "-timeout=20",
        str(corpus),
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")
    executed = re.findall(r"stat::number_of_executed_units: (\d+)", done.stderr)
    broken = "" if done.returncode == 0 else "\n".join(done.stderr.splitlines()[-40:])
    return name, int(executed[0]) if executed else 0, broken


def run_generated(binary: Path, requested: argparse.Namespace) -> tuple[str, int, str]:
    """Run a target on generated texts; return the same."""
    options = {
        "--count": requested.generated,
        "--from": requested.begin,
        "--seed": requested.seed,
        "--threads": requested.threads,
    }
    command = [str(binary), *(str(word) for option in options.items() for word in option)]
    # The text says more than the stack.
    environment = os.environ | {"RUST_BACKTRACE": "0"}
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, errors="replace", env=environment
    )
    held = re.match(r"(\d+) texts of .* hold, seconds ([\d.]+),", done.stdout)
    if held is None or done.returncode:
        said = "\n".join(done.stderr.splitlines()[-40:])
        return binary.name, 0, f"{said}\nexit code {done.returncode} of {' '.join(command)}"
    count, rate = int(held[1]), int(held[1]) / max(float(held[2]), 0.1)
    return f"{binary.name}, {rate:,.0f}/s", count, ""


def main() -> int:
    """Return 0 if every property holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(TARGETS)}; all without one")
    parser.add_argument("--seconds", type=int, default=30, help="for each target (30)")
    parser.add_argument("--runs", type=int, default=-1, help="inputs for each target, at most")
    parser.add_argument("--jobs", type=int, default=1, help="targets at the same time (1)")
    parser.add_argument(
        "--addresses",
        action="store_true",
        help="with AddressSanitizer, and UndefinedBehaviorSanitizer in C++; slower",
    )
    parser.add_argument("--generated", type=int, metavar="N", help="N generated texts for each")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32), help="of the texts")
    parser.add_argument("--from", type=int, default=0, dest="begin", help="the first text's number")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="for --generated")
    requested = parser.parse_args()
    if unknown := set(requested.targets) - set(TARGETS):
        parser.error(f"no target is called {', '.join(sorted(unknown))}")
    is_generated = requested.generated is not None
    kept = BUILT / ("addresses" if requested.addresses else "")
    flags = ADDRESSES if requested.addresses else ()
    if is_generated:
        binaries = build(flags, kept / "generated")
        print(f"seed {requested.seed}", flush=True)
    else:
        binaries = build(COVERAGE + flags, kept, "--features", "guided")
    total, broken = 0, 0
    with ThreadPoolExecutor(1 if is_generated else requested.jobs) as pool:
        jobs = [
            pool.submit(run_generated, binaries / name, requested)
            if is_generated
            else pool.submit(run, binaries / name, requested.seconds, requested.runs, kept)
            for name in requested.targets or TARGETS
        ]
        for job in jobs:
            name, executed, wrong = job.result()
            print(f"{executed:>13,}  {'BROKEN' if wrong else 'holds '}  {name}", flush=True)
            total += executed
            if wrong:
                broken += 1
                print(wrong, file=sys.stderr, flush=True)
    what = "texts" if is_generated else "executions"
    print(f"{total:>13,}  {what} of {len(jobs)} targets, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
