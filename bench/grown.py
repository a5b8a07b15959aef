"""Tables of GROWTH.md: exponents, times and memory of the verbs on hostile texts."""

from dataclasses import dataclass

from growing import GIB, KIB, MIB, VERBS

# The maximum time for a mebibyte, in scans of the same text.
SCANS = 3.0


@dataclass
class Row:
    """The result for one size of one family and one verb."""

    octets: int
    seconds: float
    instructions: int
    # The memory of the result, and the peak; None if unknown.
    memory: int | None

    def work(self) -> float:
        """Return the measure whose growth is computed."""
        return self.instructions or self.seconds


@dataclass
class Answer:
    """The results for one verb and one family."""

    family: str
    power: float | None
    rows: list[Row]
    steep: bool

    def at(self, octets: int) -> Row:
        """Return the row of this size, or of the largest smaller one."""
        return [row for row in self.rows if row.octets <= octets][-1]


def size(octets: int) -> str:
    """Return the size in readable units.

    >>> size(1 << 20), size(64 << 20), size(1 << 30)
    ('1 MiB', '64 MiB', '1 GiB')
    """
    for unit, name in ((GIB, "GiB"), (MIB, "MiB")):
        if octets >= unit:
            return f"{octets // unit} {name}"
    return f"{octets // KIB} KiB"


def exponents(answers: dict[str, list[Answer]]) -> list[str]:
    """Return how fast each verb grows, and up to which size."""
    lines = ["| verb | grows with at most | of | up to |", "|---|---:|---|---|"]
    for verb, rows in answers.items():
        power, steepest = max(((row.power or 0.0), row.family) for row in rows)
        last = [row.rows[-1].octets for row in rows]
        reach = size(max(last))
        if few := sum(octets < max(last) for octets in last):
            reach += f" on {len(last) - few} families, {size(min(last))} on all"
        lines.append(f"| {verb} | n^{power:.2f} | {steepest} | {reach} |")
    return lines


def mebibytes(answers: dict[str, list[Answer]], scan: float, of_python: float) -> list[str]:
    """Return how long a mebibyte takes, in scans, and how much memory."""
    lines = [
        f"| verb | scans at most | of | families above {SCANS:g} | why | memory at most | of |",
        "|---|---:|---|---:|---|---:|---|",
    ]
    most = {}
    for verb, rows in answers.items():
        at = {row.family: row.at(MIB) for row in rows}
        scans = {family: row.seconds / row.octets / scan for family, row in at.items()}
        memory = {name: row.memory / row.octets for name, row in at.items() if row.memory}
        slowest = max(scans, key=scans.__getitem__)
        largest = max(memory, key=memory.__getitem__, default="")
        above = sum(times > SCANS for times in scans.values())
        most[verb] = scans[slowest]
        lines.append(
            f"| {verb} | {scans[slowest]:.1f} | {slowest} | {above} "
            f"| {VERBS[verb].why if above else ''} "
            f"| {f'{memory[largest]:.1f}×' if largest else '—'} | {largest} |"
        )
    for limit, yardstick in ((SCANS, "scans"), (SCANS * of_python, "of Python's own")):
        within = [verb for verb, scans in most.items() if scans <= limit]
        lines += [
            "",
            f"Within {SCANS:g} {yardstick} on every family: {', '.join(within) or 'none'}.",
        ]
    return lines
