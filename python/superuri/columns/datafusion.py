"""DataFusion: a function of expressions for each verb, and ``register`` for a context's SQL.

>>> import datafusion
>>> from superuri.columns import datafusion as uris
>>> context = uris.register(datafusion.SessionContext())
>>> made = context.sql("SELECT uri_clean('//e.com/a b') AS clean, uri_decode('%E9') AS decoded")
>>> made.to_pydict()
{'clean': ['//e.com/a%20b'], 'decoded': [None]}
>>> from datafusion import col
>>> made.select(uris.clean(col("clean"), "WHATWG").alias("u")).to_pydict()
{'u': ['//e.com/a%20b']}
"""

from typing import Any

from superuri.columns import arrow
from superuri.columns._options import OPTIONS

try:
    import datafusion
    import pyarrow as pa
except ImportError as _missing:
    raise ImportError(
        "superuri.columns.datafusion needs datafusion and pyarrow: "
        'pip install datafusion "superuri[arrow]"',
        name="datafusion",
    ) from _missing

from superuri.columns import _sql

__all__ = ["NAMES", "register"]
__all__ += list(OPTIONS)

#: Each verb's name in SQL.
NAMES = arrow.NAMES


def register(
    context: datafusion.SessionContext, *, on_error: arrow.Policy = "null"
) -> datafusion.SessionContext:
    """Return the context, with the functions ``uri_encode``, ``uri_decode``, ``uri_clean``, …

    In SQL they take the text only, because DataFusion's Python functions have a fixed number of
    arguments. With options, use the functions of expressions: ``clean(col("url"), "WHATWG")``.

    Args:
        context: The context.
        on_error: The policy for a row that fails, as for DuckDB: "null", "keep" or "raise".

    Returns:
        The same context. Registered again, the last registration counts.

    Raises:
        ValueError: There is no such policy.
    """
    for verb in NAMES:
        policy = arrow.policy_of(verb, on_error)
        context.register_udf(_udf(verb, policy, {}))
    return context


def _udf(verb: str, policy: arrow.Policy, options: dict[str, Any]) -> Any:  # noqa: ANN401  DataFusion types it no better
    """Return the UDF of a verb, with these options fixed."""
    arrow.apply([], verb, on_error=policy)
    kind = _sql.kind_of(verb)

    def work(texts: pa.Array) -> pa.Array:
        return _sql.call(verb, policy, kind, options, texts)

    return datafusion.udf(work, [pa.string()], kind, "immutable", NAMES[verb])


for _verb in OPTIONS:
    globals()[_verb] = _sql.function(_verb, _udf)
