"""Polars: importing this module adds the namespace ``uri`` to expressions and Series.

>>> import polars as pl
>>> import superuri.columns.polars
>>> frame = pl.LazyFrame({"u": ["http://e.com/a b", None]})
>>> frame.select(pl.col("u").uri.clean()).collect()["u"].to_list()
['http://e.com/a%20b', None]
>>> pl.Series(["a%20b", "%E9"]).uri.decode(on_error="keep").to_list()
['a b', '%E9']

A verb that turns a text into a text keeps the column's type (String, Categorical, Enum, Binary).

With ``on_error="null"`` or ``"keep"`` an expression is elementwise: it runs in the streaming engine
batch by batch. With ``"raise"`` it gets the whole column, so that the error names the true row.
"""

from functools import partial

from superuri.columns import arrow
from superuri.columns._methods import Methods
from superuri.columns._options import makes_text

try:
    import polars as pl
except ImportError as _missing:
    raise ImportError(
        'superuri.columns.polars needs polars: pip install "superuri[polars]"', name="polars"
    ) from _missing

__all__ = ["ExprVerbs", "SeriesVerbs"]


@pl.api.register_series_namespace("uri")
class SeriesVerbs(Methods[pl.Series]):
    """The verbs on a Series."""

    def __call__(self, verb: str, /, **options: object) -> pl.Series:
        """Return the Series with the verb applied to each row."""
        given = self._thing
        column = arrow.apply(_rows(given), verb, **options)  # type: ignore[arg-type]
        results: pl.Series = column.to_polars()
        if makes_text(verb) and not options.get("with_errors"):
            results = _typed(results, given, verb, keeps=options.get("on_error") == "keep")
        return results.alias(given.name)


@pl.api.register_expr_namespace("uri")
class ExprVerbs(Methods[pl.Expr]):
    """The verbs in an expression, one thread for each call: Polars has its own threads."""

    def __call__(self, verb: str, /, **options: object) -> pl.Expr:
        """Return the expression with the verb applied to each row."""
        work = partial(_apply, verb=verb, options={"threads": 1, **options})
        # A call without rows returns the result type, and raises for a wrong option.
        kind: object = work(pl.Series([], dtype=pl.String)).dtype
        if makes_text(verb) and not options.get("with_errors"):
            kind = pl.self_dtype()
        return self._thing.map_batches(
            work,
            return_dtype=kind,
            # An error names the row of the column, which a batch does not know.
            is_elementwise=options.get("on_error", "raise") != "raise",
        )


def _apply(series: pl.Series, *, verb: str, options: dict[str, object]) -> pl.Series:
    return SeriesVerbs(series)(verb, **options)


def _rows(given: pl.Series) -> object:
    """Return the rows for ``apply``."""
    if given.dtype == pl.Object:
        return given.to_list()
    # Categories would be exported as indices, whose type varies.
    return given.cast(pl.String) if given.dtype in {pl.Categorical, pl.Enum} else given


def _typed(texts: pl.Series, given: pl.Series, verb: str, *, keeps: bool) -> pl.Series:
    """Return the texts in the column's type."""
    kind = given.dtype
    if kind == pl.Object:
        rows = zip(texts.to_list(), given.to_list(), strict=True)
        # Kept values that are not text stay the same objects.
        return pl.Series([old if keeps and new is None else new for new, old in rows], dtype=kind)
    if isinstance(kind, pl.Enum):
        known = set(kind.categories)
        for text in texts.unique().drop_nulls():
            if text not in known:
                raise ValueError(
                    f"{verb} makes {text!r}, which is not a category of the Enum: cast the column "
                    "to String first"
                )
    return pl.Series([None] * len(texts)) if kind == pl.Null else texts.cast(kind)
