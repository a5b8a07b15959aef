"""DuckDB: ``register`` adds an SQL function for each verb to a connection.

>>> import duckdb
>>> from superuri.columns import duckdb as uris
>>> con = uris.register(duckdb.connect())
>>> con.execute("SELECT uri_clean('//e.com/a b'), uri_decode('%E9')").fetchone()
('//e.com/a%20b', None)
"""

import contextlib
from collections.abc import Callable

from superuri.columns import arrow

try:
    import duckdb
    import pyarrow as pa
except ImportError as _missing:
    raise ImportError(
        'superuri.columns.duckdb needs duckdb and pyarrow: pip install "superuri[duckdb]"',
        name="duckdb",
    ) from _missing

__all__ = ["NAMES", "register"]

if int(duckdb.__version__.partition(".")[0]) < 2:  # noqa: PLR2004  the version itself
    # `coalesce(f(a), a)` of any function on Arrow data reads memory that is free again there.
    _said = (
        f"superuri.columns.duckdb needs DuckDB 2.0: {duckdb.__version__} gives wrong answers where "
        'the result of a function on Arrow data is passed on: pip install -U "superuri[duckdb]"'
    )
    raise ImportError(_said, name="duckdb")

#: Each verb's name in SQL.
NAMES = arrow.NAMES


def register(
    con: duckdb.DuckDBPyConnection, *, on_error: arrow.Policy = "null"
) -> duckdb.DuckDBPyConnection:
    """Return the connection, with the functions ``uri_encode``, ``uri_decode``, ``uri_clean``, and
    so on.

    >>> import duckdb
    >>> from superuri.columns.duckdb import register
    >>> con = register(duckdb.connect(), on_error="keep")
    >>> con.execute("SELECT uri_decode('%E9') AS kept, is_uri('a b') AS legal").fetchall()
    [('%E9', False)]

    A row that fails becomes NULL, so that it does not stop the query. ``on_error="keep"`` keeps its
    text (NULL if it is not valid text), ``"raise"`` stops the query with the verb's message. The
    last registration counts. Each call uses one thread: DuckDB has its own.
    """
    for verb, name in NAMES.items():
        work = _function(verb, on_error)
        # What a verb gives of no rows has the type of what it gives of any.
        none = pa.table({"made": work(pa.chunked_array([], pa.string()))})
        kind = con.from_arrow(none).types[0]
        with contextlib.suppress(duckdb.InvalidInputException):
            con.remove_function(name)
        con.create_function(name, work, ["VARCHAR"], kind, type="arrow", null_handling="special")
    return con


def _function(verb: str, on_error: arrow.Policy) -> Callable[[pa.ChunkedArray], pa.Array]:
    """Return what DuckDB calls with the rows of a vector."""
    policy = arrow.policy_of(verb, on_error)

    def work(texts: pa.ChunkedArray) -> pa.Array:
        return pa.array(arrow.apply(texts, verb, on_error=policy, threads=1))

    return work
