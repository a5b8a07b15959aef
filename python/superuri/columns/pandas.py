"""Pandas: importing this module adds the accessor ``uri`` to every Series.

>>> import pandas as pd
>>> import superuri.columns.pandas
>>> pd.Series(["http://e.com/a b", None]).uri.clean().to_list()[0]
'http://e.com/a%20b'
>>> pd.Series(["a%20b", "%E9"]).uri("decode", on_error="keep").to_list()
['a b', '%E9']
"""

from superuri.columns import arrow

try:
    import pandas as pd
    import pyarrow as pa
except ImportError as _missing:
    raise ImportError(
        'superuri.columns.pandas needs pandas and pyarrow: pip install "superuri[pandas]"',
        name="pandas",
    ) from _missing

__all__ = ["UriAccessor"]


@pd.api.extensions.register_series_accessor("uri")
class UriAccessor(arrow.Said["pd.Series"]):
    """The verbs on a Series: a method for each, with the options of ``columns.arrow.apply``.

    The result has the Series' index and name, and its values in Arrow's memory.
    """

    def __call__(self, verb: str, /, **options: object) -> pd.Series:
        """Return the Series that the verb makes of this one."""
        # Of Python's objects, pandas alone knows which are null.
        try:
            rows = pa.Array.from_pandas(self._thing)
        except (pa.ArrowException, UnicodeEncodeError):
            # One of them is not valid text, or a lone surrogate: a list's rows are looked at one by
            # one.
            rows = [
                None if gone else row
                for row, gone in zip(self._thing, self._thing.isna(), strict=True)
            ]
        made = arrow.apply(rows, verb, **options).to_pandas()  # type: ignore[arg-type]
        return made.set_axis(self._thing.index).rename(self._thing.name)
