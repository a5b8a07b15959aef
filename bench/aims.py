"""Aims: the calls that have work to do, what each should take, and what bounds those that do not.

`make bench-aims` runs this. The rows are in aims.toml. Writes AIMS.md; `--quick` only prints.
"""

import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import timeit
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.parquet as pq

import baseline
import bench
import cases
import columns
import columns_verbs
import lines
import machine
import peers
import superuri
from superuri import rfc6570

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from collections.abc import Callable

HERE = Path(__file__).parent
LESS_IS_BETTER = frozenset({"ns", "scans", "of the baseline", "of a plain column"})
#: Nanoseconds for an octet of a plain scan, on the machine on which the aims were set.
SCAN = 0.23
ROWS = 200_000
ROUNDS = 7
BATCH = 2_000
LINES = 1_000_000
TABLE = tomllib.loads((HERE / "aims.toml").read_text(encoding="utf-8"))
EXPLAINED = "https://example.com/a%20b/caf%C3%A9/c?q=1&b=%C3%A9&next=http%3A%2F%2Fe"
USERS = superuri.Template("https://example.com/users/{user}/{doc}?q={q}")
PATTERN = re.compile(
    r"https://example\.com/users/(?P<user>[^/?#]*)/(?P<doc>[^/?#]*)\?q=(?P<q>[^&#]*)"
)
MATCHED = "https://example.com/users/alice/a%20b?q=caf%C3%A9"
TEMPLATE = rfc6570.URITemplate("https://example.com/users/{user}/{doc}{?q,lang}")
VALUES = {"user": "alice", "doc": "a b", "q": "café", "lang": "en"}


@dataclass(frozen=True)
class Aim:
    """A row of aims.toml."""

    what: str
    aim: float
    unit: str
    why: str = ""
    case: tuple[str, str] | None = None
    column: str = ""
    of: str = ""
    call: str = ""
    command: str = ""
    work: str = ""
    beside: dict[str, float] = field(default_factory=dict)

    def is_reached(self, got: float) -> bool:
        """Return whether this figure is as good as the aim."""
        return got <= self.aim if self.unit in LESS_IS_BETTER else got >= self.aim


def aims() -> list[Aim]:
    """Return the rows, each of which is a list of tables."""
    return [Aim(**{key: it for part in row for key, it in part.items()}) for row in TABLE["aim"]]


def texts(kind: str) -> list[str]:
    """Return rows for a column: real URLs, the same with more behind them, or hostile ones."""
    rng = random.Random(25)
    urls = columns.columns(ROWS).texts
    if kind == "more":
        return [url + rng.choice(columns_verbs.MORE) for url in urls]
    if kind == "hostile":
        return [
            "https://host.example/" + "".join(rng.choices(TABLE["hostile"], k=rng.randint(2, 9)))
            for _ in urls
        ]
    return urls


def seconds(call: Callable[[], object]) -> float:
    """Return the least seconds of a call."""
    return min(timeit.repeat(call, number=BATCH, repeat=ROUNDS)) / BATCH


def scanning() -> float:
    """Return the seconds that a plain scan takes for an octet."""
    long = b"a" * 1_000_000
    return min(timeit.repeat(long.isalpha, number=5, repeat=ROUNDS)) / 5 / len(long)


def explaining() -> float:
    """Return how many plain scans of the text an explanation takes."""
    return seconds(lambda: superuri.explain(EXPLAINED)) / (scanning() * len(EXPLAINED))


def expanding() -> float:
    """Return how many times longer uritemplate takes to expand a template."""
    from uritemplate import URITemplate  # noqa: PLC0415  a neighbour may be missing

    other = URITemplate(TEMPLATE.text)
    if other.expand(VALUES) != TEMPLATE.expand(VALUES):
        sys.exit("uritemplate expands otherwise")
    return seconds(lambda: other.expand(VALUES)) / seconds(lambda: TEMPLATE.expand(VALUES))


def matching() -> float:
    """Return how many times longer a regular expression takes, with its values decoded."""

    def other() -> dict[str, str] | None:
        found = PATTERN.fullmatch(MATCHED)
        return found and {name: unquote(text) for name, text in found.groupdict().items()}

    if other() != USERS.match(MATCHED):
        sys.exit("the regular expression matches otherwise")
    return seconds(other) / seconds(lambda: USERS.match(MATCHED))


CALLS: dict[str, Callable[[], float]] = {
    "explain": explaining,
    "rfc6570.expand": expanding,
    "Template.match": matching,
}


def of_column(aim: Aim, made: dict[str, pa.Array]) -> float:
    """Return nanoseconds for a row of a column, or million rows a second."""
    if aim.of not in made:
        made[aim.of] = pa.array(texts(aim.of))
    best = columns_verbs.best(aim.column, made[aim.of]) / ROWS
    return best * 1e9 if aim.unit == "ns" else 1e-6 / best


def of_command(aim: Aim, folder: str) -> float:
    """Return million lines a second of a command."""
    path = Path(folder, "lines.txt")
    if not path.exists():
        lines.sample(path, LINES)
    row = next(row for row in lines.of_others(str(path)) if row.name == aim.command)
    return LINES / lines.best([row])[0].seconds / 1e6


@functools.cache
def worked() -> tuple[dict[str, float], dict[str, float]]:
    """Return the nanoseconds of each work of aims_work.py: of the baseline, and of this superuri.

    Both have the rules of the baseline only.
    """
    rows = {name: texts(name) for name in ("urls", "more", "hostile")}
    rows["escapes"] = [f"{url}/caf%C3%A9?q=a%20b" for url in rows["urls"]]
    rows["normal"] = [f"HTTP://E.com:80/a/./b/../%7e{url[8:]}" for url in rows["urls"]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "rows.parquet")
        pq.write_table(pa.table(rows), path)

        def run(python: str | Path, *codes: str) -> Any:  # noqa: ANN401  JSON
            command = [python, HERE / "aims_work.py", path, *codes]
            env = {**os.environ, "PYTHONPATH": ""}
            done = subprocess.run(command, check=True, capture_output=True, text=True, env=env)
            return json.loads(done.stdout)

        before = run(baseline.built(baseline.COMMIT))
        return before["took"], run(sys.executable, ",".join(before["codes"]))["took"]


def of_work(aim: Aim) -> float:
    """Return how much of the baseline's time, or of a plain column's, the work takes."""
    before, now = worked()
    other = before[aim.work] if aim.unit == "of the baseline" else now[aim.work.split(",")[0]]
    return now[aim.work] / other


def measured(aim: Aim, calls: Any, made: dict[str, pa.Array], folder: str) -> tuple[float, str]:  # noqa: ANN401
    """Return the figure of a row, and how many times longer others take."""
    if aim.case:
        verb, name = aim.case
        case = next(row for row in cases.load() if (row["verb"], row["name"]) == (verb, name))
        others = {peer: calls[verb][peer] for peer in aim.beside if peer in calls[verb]}
        row = bench.run(case, others, ROUNDS)
        each = row.seconds["superuri"] / row.texts
        got = row.octets / row.seconds["superuri"] / 1e9 if aim.unit == "GB/s" else each * 1e9
        beside = [
            f"{peer} {row.ratio(peer)} (aim {least:g}×)" for peer, least in aim.beside.items()
        ]
        return got, ", ".join(beside)
    if aim.work:
        return of_work(aim), f"{worked()[1][aim.work]:,.0f} ns"
    if aim.column:
        return of_column(aim, made), ""
    return (CALLS[aim.call]() if aim.call else of_command(aim, folder)), ""


def main() -> None:
    """Measure every row, print the table and write it."""
    calls, _ = peers.neighbours()
    made: dict[str, pa.Array] = {}
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for aim in aims():
            got, beside = measured(aim, calls, made, folder)
            why = "reached" if aim.is_reached(got) else aim.why
            figure = f"{got:,.3g}" if got < bench.TWO_DIGITS else f"{got:,.0f}"
            rows.append(f"| {aim.what} | {figure} {aim.unit} | {aim.aim:g} | {beside} | {why} |")
            print(rows[-1], file=sys.stderr, flush=True)
    text = "\n".join(
        [
            *(
                "# Aims",
                "",
                "Written by `make bench-aims` from `aims.toml`; not edited by hand.",
                "",
            ),
            *machine.described("make bench-aims"),
            (
                f"* a plain scan takes {scanning() * 1e9:.2f} ns for an octet (`bytes.isalpha`); "
                f"{SCAN} where the aims were set"
            ),
            "",
            "Calls that have work to do, what each takes, and what it should take. × is how many",
            "times longer another library takes for the same answers. The baseline is commit",
            f"{baseline.COMMIT}, with the lint rules that it has.",
            "",
            "| | measured | aim | others | what bounds it |",
            "|---|---:|---:|---|---|",
            *rows,
            "",
        ]
    )
    print(text)
    if "--quick" not in sys.argv:
        (HERE / "AIMS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
