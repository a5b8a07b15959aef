"""System faults: each place where a job calls the system fails once, and the job copes.

    python -m heavy system-faults
    PYTHONPATH=tests python -m heavy.system_faults [--each N] [WORD …]

strace lists the system calls of each job over a thousand rows, with the place in the native code
that makes each. A place is that address, the call and the file; for tables the call and the file.
Its first, middle and last call is then failed by strace, with each error that the call may have.
A job either makes the same output and ends as it did, or ends with exit code 3 and one message:
the output is the old one or the new one, the input is unharmed, and no temporary file is left,
unless its removal was failed. A call that a signal interrupts ends no job, tables aside.

With `--each`, as many cases of each job are drawn by SUPERURI_SEED. With words, only the jobs whose
command line has one of them are run. Places that an earlier job had are not tried again. strace
counts the calls of each thread on its own, so that a case may fail more than one call.
"""

import argparse
import gzip
import io
import json
import sys
from collections import Counter
from pathlib import Path

from kit import chance
from kit.failing_calls import Job
from kit.nursery import Nursery, scratch
from superuri._verbs import COMMANDS

ROWS = 1_000


def lines() -> list[str]:
    """Return the command lines; a job after `|` reads and writes pipes."""
    verbs = [verb.name for verb in COMMANDS if verb.operand is None and not verb.pairs]
    found = [f"{verb} -q -i in.txt -o {out}" for out in ("out.txt", "in.txt") for verb in verbs]
    found += [f"| {verb} -q" for verb in verbs]
    return [*found, *MORE]


MORE = (
    "clean -q -i in.txt -o out.gz",
    "clean -q -i in.txt -o out.zst",
    "clean -q -i in.txt.gz -o out.txt --rejects out.rejects",
    "clean -q --json --threads 2 -i in.txt -o out.txt",
    "lint in.md",
    "lint --fix in.md",
    "lint -q -i in.txt",
    "clean -q -i in.csv -c url -o out.csv",
    "clean -q -i in.csv -c url -o out.parquet",
    *(f"tidy -q in.{kind} -c url -o out.{kind}" for kind in ("csv", "jsonl", "parquet")),
    "tidy -q in.csv -c url -o out.csv.zst --report out.html",
    "tidy -q in -c url -o out/",
)


def inputs(line: str) -> dict[str, bytes]:
    """Return the files before a job, by name."""
    urls = [f"http://e.com/{n}" if n % 3 else f"http://é.com/{n} b" for n in range(ROWS)]
    text = "".join(f"{url}\n" for url in urls).encode()
    table = "id,url\n" + "".join(f"{n},{url}\n" for n, url in enumerate(urls))
    made = {"in.txt": text}
    words = line.split()
    if "in.txt.gz" in words:
        made["in.txt.gz"] = gzip.compress(text)
    if "in.md" in words:
        made["in.md"] = "".join(f"[a](<{url}>)\n" for url in urls).encode()
    if "in.csv" in words:
        made["in.csv"] = table.encode()
    if "in.jsonl" in words:
        made["in.jsonl"] = "".join(json.dumps({"id": 1, "url": u}) + "\n" for u in urls).encode()
    if "in.parquet" in words:
        import pyarrow as pa  # noqa: PLC0415  because only one job needs it
        from pyarrow import parquet  # noqa: PLC0415  as above

        file = io.BytesIO()
        parquet.write_table(pa.table({"id": range(ROWS), "url": urls}), file)
        made["in.parquet"] = file.getvalue()
    if "in" in words:
        made |= {f"in/{name}.csv": table.encode() for name in "ab"}
    target = words[words.index("-o") + 1] if "-o" in words else ""
    if target.startswith("out.") and "tidy" not in words:
        made[target] = b"old\n"
    return made


def main() -> int:
    """Return 1 if a job does not do what it promises."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, default=0, help="cases of each job (all)")
    parser.add_argument("words", nargs="*", help="of the command lines; all by default")
    options = parser.parse_args()
    print(f"SUPERURI_SEED={chance.SEED}", flush=True)
    wanted = [
        line for line in lines() if not options.words or any(w in line for w in options.words)
    ]
    ends: Counter[str] = Counter()
    seen: set[str] = set()
    rng = chance.seeded("system faults")
    with scratch() as name, Nursery(Path(name)) as nursery:
        for n, line in enumerate(wanted):
            job = Job(Path(name) / f"job{n}", nursery, line, inputs(line))
            cases = job.cases(seen)
            if options.each:
                cases = rng.sample(cases, min(options.each, len(cases)))
            before = ends.copy()
            for case in cases:
                try:
                    ends[job.try_case(case)] += 1
                except AssertionError as error:
                    ends["wrong"] += 1
                    print(error, flush=True)
            print(f"{line}: {dict(ends - before)}", flush=True)
    if ends["aborted"]:
        print(f"in {ends['aborted']:,}, DuckDB ended the process; a rerun did the work")
    tried = ends.total() - ends["missed"]
    print(
        f"{tried:,} faults at {len(seen)} places of {len(wanted)} jobs: the job did its work in "
        f"{ends['done']:,}, and failed with a message in {ends['failed']:,}; {ends['missed']:,} "
        f"calls did not come again; {ends['wrong']:,} wrong"
    )
    return int(ends["wrong"] > 0 or not tried)


if __name__ == "__main__":
    sys.exit(main())
