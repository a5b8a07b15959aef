"""Rows of a column per second, for each verb on one thread.

`make bench-columns` runs this too. Each verb gets real URLs, most of which it leaves unchanged, and
the same URLs with queries, escapes, spaces, letters beyond ASCII, and dot segments.
"""

import random
from collections.abc import Iterator
from functools import partial

import pyarrow as pa

import timing
from superuri.columns import arrow

ROUNDS = 5
#: Endings for real URLs, chosen at random.
MORE = (
    *("?q=caf%C3%A9&utm_source=x", "/a b", "/%7Euser/../x?b=2&a=1"),
    *("?x=ü#é", "/日本", "/%zz", "?next=http%3A%2F%2Fe.com%2F"),
)
# A verb without a result for invalid rows returns null for them.
POLICY = "null"
#: Verbs that refuse no row, and so have no policy.
REFUSING_NOTHING = frozenset({"lint", "parse"})


def lines(texts: list[str]) -> list[str]:
    """Return the table as lines of Markdown."""
    rng = random.Random(1)
    columns = pa.array(texts), pa.array([text + rng.choice(MORE) for text in texts])
    return [
        "## Every verb",
        "",
        (
            f"Million rows/s on one thread, best of {ROUNDS} rounds: of the same {len(texts):,} "
            "URLs, and of the same URLs with a query, escapes, a space, letters beyond ASCII or "
            "dot segments at their end. `uri_domain` and `uri_agreed_host` ask what ten readings "
            "of the host have in common."
        ),
        "",
        "| verb | URLs as they are | with more behind them |",
        "|---|---:|---:|",
        *(f"| {verb} | {' | '.join(_rates(verb, columns))} |" for verb in arrow.VERBS),
        "",
    ]


def _rates(verb: str, columns: tuple[pa.Array, ...]) -> Iterator[str]:
    for column in columns:
        yield f"{len(column) / best(verb, column) / 1e6:.2f}"


def best(verb: str, column: pa.Array) -> float:
    """Return the least seconds of the rounds."""
    options = {} if verb in REFUSING_NOTHING else {"on_error": POLICY}
    work = partial(arrow.apply, column, verb, threads=1, **options)
    return min(timing.in_turn({"": partial(timing.seconds, work)}, ROUNDS)[""])
