"""Polars: importing this module adds the namespace ``uri`` to expressions and Series.

>>> import polars as pl
>>> import superuri.columns.polars
>>> frame = pl.LazyFrame({"u": ["http://e.com/a b", None]})
>>> frame.select(pl.col("u").uri.clean()).collect()["u"].to_list()
['http://e.com/a%20b', None]
>>> pl.Series(["a%20b", "%E9"]).uri("decode", on_error="keep").to_list()
['a b', '%E9']

Expressions are elementwise: they run lazily, and in the streaming engine.
"""

from functools import partial

from superuri.columns import arrow

try:
    import polars as pl
except ImportError as _missing:
    raise ImportError(
        'superuri.columns.polars needs polars: pip install "superuri[polars]"', name="polars"
    ) from _missing

__all__ = ["ExprVerbs", "SeriesVerbs"]


@pl.api.register_series_namespace("uri")
class SeriesVerbs(arrow.Said[pl.Series]):
    """The verbs on a Series."""

    def __call__(self, verb: str, /, **options: object) -> pl.Series:
        """Return the Series that the verb makes of this one."""
        column = arrow.apply(self._thing, verb, **options)  # type: ignore[arg-type]
        made: pl.Series = column.to_polars()
        return made.alias(self._thing.name)


@pl.api.register_expr_namespace("uri")
class ExprVerbs(arrow.Said[pl.Expr]):
    """The verbs in an expression, one thread to a call: Polars has its own."""

    def __call__(self, verb: str, /, **options: object) -> pl.Expr:
        """Return the expression of what the verb makes of this one's rows."""
        options = {"threads": 1, **options}
        work = partial(_apply, verb=verb, options=options)
        # What a verb gives of no rows has the type of what it gives of any.
        kind = work(pl.Series([], dtype=pl.String)).dtype
        return self._thing.map_batches(work, return_dtype=kind, is_elementwise=True)


def _apply(series: pl.Series, *, verb: str, options: dict[str, object]) -> pl.Series:
    return SeriesVerbs(series)(verb, **options)
