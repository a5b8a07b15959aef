"""Pandas: importing this module adds the accessor ``uri`` to every Series.

>>> import pandas as pd
>>> import superuri.columns.pandas
>>> pd.Series(["http://e.com/a b", None]).uri.clean().to_list()[0]
'http://e.com/a%20b'
>>> pd.Series(["a%20b", "%E9"]).uri.decode(on_error="keep").to_list()
['a b', '%E9']

A verb that turns a text into a text keeps the column's type (objects, strings, Arrow's,
categories); other results are in Arrow's memory.
"""

import reprlib
from typing import Any

from superuri.columns import arrow
from superuri.columns._methods import Methods
from superuri.columns._options import makes_text

try:
    import numpy as np
    import pandas as pd
    import pyarrow as pa
except ImportError as _missing:
    raise ImportError(
        'superuri.columns.pandas needs pandas and pyarrow: pip install "superuri[pandas]"',
        name="pandas",
    ) from _missing

__all__ = ["UriAccessor"]


@pd.api.extensions.register_series_accessor("uri")
class UriAccessor(Methods["pd.Series"]):
    """The verbs on a Series: a method for each, with the options of the verb.

    The result has the Series' index and name.
    """

    def __call__(self, verb: str, /, **options: object) -> pd.Series:
        """Return the Series with the verb applied to each row."""
        try:
            return _applied(self._thing, verb, options)
        except (ValueError, TypeError) as error:
            row = getattr(error, "row", None)
            if row is not None:
                # Rows are counted from 1, and the labels of an index often from 0.
                label = reprlib.repr(self._thing.index[[row]].tolist()[0])
                named = f"row {row + 1}"
                sentence, *rest = error.args
                sentence = sentence.replace(f"{named}: ", f"{named} (index {label}): ", 1)
                error.args = (sentence, *rest)
            raise


def _applied(given: pd.Series, verb: str, options: dict[str, object]) -> pd.Series:
    """Return the Series with the verb applied to each row."""
    keeps_type = makes_text(verb) and not options.get("with_errors")
    if keeps_type and isinstance(given.dtype, pd.CategoricalDtype):
        values = _categories(given, verb, options)
    else:
        rows = _rows(given)
        column = arrow.apply(rows, verb, **options)  # type: ignore[arg-type]
        keeps = options.get("on_error") == "keep" and isinstance(rows, list)
        values = _typed(given, column, keeps=keeps) if keeps_type else column.to_pandas().array
    kind = object if isinstance(values, np.ndarray) else values.dtype
    return pd.Series(values, given.index, kind, given.name, copy=False).__finalize__(given)


def _is_object(kind: Any) -> bool:  # noqa: ANN401  numpy's or pandas' type
    """Return whether this is the type of objects; pandas' own test fails for Arrow's views."""
    return bool(kind == np.dtype(object))


def _rows(given: pd.Series) -> Any:  # noqa: ANN401  Arrow's data or a list
    """Return the rows for ``apply``: Arrow data, or a list if a row is not text."""
    if not _is_object(given.dtype):
        return pa.Array.from_pandas(given)
    # In a list, a row that is neither text nor null fails by itself.
    if pd.api.types.infer_dtype(given, skipna=True) in {"string", "bytes", "empty"}:
        try:
            return pa.Array.from_pandas(given)
        except (pa.ArrowException, UnicodeEncodeError):
            pass  # A lone surrogate.
    return [None if is_null else row for row, is_null in zip(given, given.isna(), strict=True)]


def _typed(given: pd.Series, column: arrow.Column, *, keeps: bool) -> Any:  # noqa: ANN401  pandas' arrays
    """Return texts in the type of the Series, or in Arrow's if that cannot hold them."""
    texts, kind = column.to_pyarrow(), given.dtype
    if _is_object(kind):
        objects = texts.to_pandas().to_numpy(dtype=object, copy=True)
        # Nulls, and kept values that are not text, stay the same objects.
        stays = given.isna().to_numpy() | (pd.isna(objects) if keeps else False)
        objects[stays] = given.to_numpy()[stays]
        return objects
    if isinstance(kind, pd.StringDtype):
        return kind.__from_arrow__(texts)
    of = kind.pyarrow_dtype if isinstance(kind, pd.ArrowDtype) else None
    if of is None or pa.types.is_fixed_size_binary(of) or pa.types.is_null(of):
        return column.to_pandas().array
    if pa.types.is_dictionary(of):
        texts = texts.cast(of.value_type).dictionary_encode()
    return kind.__from_arrow__(texts.cast(of))


def _categories(given: pd.Series, verb: str, options: dict[str, object]) -> pd.Categorical:
    """Return the results for the categories; categories that become equal are merged."""
    on_error = options.get("on_error", "raise")
    each = {**options, "on_error": "null" if on_error == "raise" else on_error}
    texts = UriAccessor(pd.Series(given.cat.categories))(verb, **each)
    codes = given.cat.codes.to_numpy()
    if on_error == "raise" and texts.isna().to_numpy()[codes[codes >= 0]].any():
        # Row by row, because the error names the first row that fails.
        return _applied(given.astype(given.cat.categories.dtype), verb, options).array
    numbers, categories = pd.factorize(texts)
    # The code of nulls, -1, selects the appended -1.
    codes = np.append(numbers, -1)[codes]
    return pd.Categorical.from_codes(codes, categories, ordered=given.cat.ordered)
