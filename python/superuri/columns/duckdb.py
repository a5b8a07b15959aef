"""DuckDB: ``register`` adds an SQL function for each verb to a connection.

>>> import duckdb
>>> from superuri.columns import duckdb as uris
>>> con = uris.register(duckdb.connect())
>>> con.execute("SELECT uri_clean('//e.com/a b'), uri_decode('%E9')").fetchone()
('//e.com/a%20b', None)
"""

import contextlib
import os
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

from superuri.columns import _sql

__all__ = ["NAMES", "has_extension", "register"]

if int(duckdb.__version__.partition(".")[0]) < 2:  # noqa: PLR2004  the version itself
    # There, `coalesce(f(a), a)` with any function on Arrow data reads freed memory.
    _message = (
        f"superuri.columns.duckdb needs DuckDB 2.0: {duckdb.__version__} gives wrong answers where "
        'the result of a function on Arrow data is passed on: pip install -U "superuri[duckdb]"'
    )
    raise ImportError(_message, name="duckdb")

#: Each verb's name in SQL.
NAMES = arrow.NAMES


def register(
    con: duckdb.DuckDBPyConnection,
    *,
    on_error: arrow.Policy = "null",
    extension: str | os.PathLike[str] | None = None,
) -> duckdb.DuckDBPyConnection:
    """Return the connection, with the functions ``uri_encode``, ``uri_decode``, ``uri_clean``, and
    so on.

    After the text, a function takes the options of its verb by position, in the order of
    docs/columns.md: ``uri_clean(url, 'WHATWG')``; or by name in a struct, because DuckDB drops the
    names of arguments: ``uri_clean(url, {'default_scheme': 'https'})``. A NULL option gives NULL. A
    wrong option ends the query at its first batch: DuckDB hides what a function raises earlier.

    Args:
        con: The connection. Its cursors know the functions, too.
        on_error: The policy for a row that fails. "null": it is NULL. "keep": texts stay
            as they are (what is not valid text is NULL). "raise": the query ends with the verb's
            message. The default is not that of Python's columns, because DuckDB may call a
            function for rows that the query filters out.
        extension: The file of the extension (crates/duckdb). Where the connection was opened with
            ``allow_unsigned_extensions``, its functions are used, which need no interpreter; else
            those of Python. ``has_extension(con)`` says which.

    Returns:
        The same connection. Registered again, the last registration counts, except that an
        extension stays.

    Raises:
        ValueError: There is no such policy, or the extension has it under names of its own.

    Example:
        >>> import duckdb
        >>> from superuri.columns.duckdb import register
        >>> con = register(duckdb.connect())
        >>> con.execute("SELECT uri_decode('%83%5C', 'shift_jis'), is_uri('a b')").fetchall()
        [('ソ', False)]
    """
    arrow.apply([], "clean", on_error=on_error)  # refuses a policy that does not exist
    if has_extension(con) or (extension is not None and _setting(con)):
        if on_error != "null":
            named = f"uri_clean_{on_error}"
            raise ValueError(f"on_error={on_error!r}: the extension has none; call {named}")
        for name in NAMES.values():
            with contextlib.suppress(duckdb.InvalidInputException):
                con.remove_function(name)
        if extension is not None:
            path = os.fspath(extension).replace("'", "''")
            con.execute(f"LOAD '{path}'")
        return con
    for verb, name in NAMES.items():
        policy = arrow.policy_of(verb, on_error)
        kind = _sql.kind_of(verb)
        work = _function(verb, policy, kind)
        returned = con.from_arrow(pa.table({"result": pa.nulls(0, kind)})).types[0]
        with contextlib.suppress(duckdb.InvalidInputException):
            con.remove_function(name)
        con.create_function(name, work, None, returned, type="arrow", null_handling="special")
    return con


def has_extension(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether the connection's functions are those of the extension.

    Example:
        >>> import duckdb
        >>> from superuri.columns.duckdb import has_extension, register
        >>> has_extension(register(duckdb.connect(), extension="superuri.duckdb_extension"))
        False
    """
    query = "SELECT count(*) FROM duckdb_extensions() WHERE extension_name = 'superuri' AND loaded"
    return bool(con.execute(query).fetchall()[0][0])


def _setting(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether the connection may load extensions that DuckDB's authors have not signed."""
    query = "SELECT current_setting('allow_unsigned_extensions')"
    return bool(con.execute(query).fetchall()[0][0])


def _function(verb: str, policy: arrow.Policy, kind: pa.DataType) -> Callable[..., pa.Array]:
    """Return the function that DuckDB calls with a vector of rows, with any number of options."""

    def work(*columns: pa.ChunkedArray) -> pa.Array:
        return _sql.call(verb, policy, kind, {}, *columns)

    return work
