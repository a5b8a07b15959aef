"""Cases of the benchmark: the calls that are timed, and a check of their results.

A row of cases.toml has a hash of all results of superuri, so that the timed results are correct,
and the corpus is the same everywhere.
"""

import hashlib
import re
import sys
from pathlib import Path

import corpora
import peers
import whole

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from collections.abc import Iterable

TABLE = Path(__file__).parent / "cases.toml"
DIGITS = 16


def load() -> list[dict[str, str]]:
    """Return the rows."""
    cases: list[dict[str, str]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["case"]
    return cases


def answers(case: dict[str, str]) -> list[object]:
    """Return superuri's result for each text of the case."""
    ours = peers.OURS[case["verb"]]
    return [whole.text_of(ours(text)) for text in corpora.corpus(case["corpus"])]


def digest(answers: Iterable[object]) -> str:
    """Return the first digits of the SHA-256 of all results, one in each line.

    >>> digest(["a", "b"]), digest([[("a", "b")], None])
    ('7e18f737311b2dc3', '5f3771095353a5de')
    """
    lines = "\n".join(map(str, answers)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(lines).hexdigest()[:DIGITS]


def check(case: dict[str, str], got: list[object]) -> None:
    """End the run if the results are not the noted ones, or if none are noted."""
    name = f"{case['verb']} {case['name']}"
    if not case["answers"]:
        print(f"{name}: no answers are noted; see --note", file=sys.stderr)
    elif digest(got) != case["answers"]:
        sys.exit(f"{name}: the answers are not those that cases.toml notes")


def note() -> None:
    """Write the hash of today's results into each row."""
    digests = (digest(answers(case)) for case in load())
    text = TABLE.read_text(encoding="utf-8")
    noted = re.sub('answers = ".*?"', lambda _: f'answers = "{next(digests)}"', text)
    TABLE.write_text(noted, encoding="utf-8")


def main() -> None:
    """Check the results of every case, without timing."""
    rows = load()
    for case in rows:
        check(case, answers(case))
    noted = sum(bool(case["answers"]) for case in rows)
    print(f"{noted} of {len(rows)} cases note their answers; superuri gives those")


if __name__ == "__main__":
    main()
