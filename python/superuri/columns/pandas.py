"""How is a verb said to a pandas Series? Importing this gives every Series the accessor ``uri``.

>>> import pandas as pd
>>> import superuri.columns.pandas
>>> pd.Series(["http://e.com/a b", None]).uri.clean().to_list()[0]
'http://e.com/a%20b'
>>> pd.Series(["a%20b", "%E9"]).uri("decode", on_error="keep").to_list()
['a b', '%E9']
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from superuri.columns import arrow

if TYPE_CHECKING:
    from collections.abc import Callable

try:
    import pandas as pd
    import pyarrow as pa
except ImportError as _missing:
    raise ImportError(
        'superuri.columns.pandas needs pandas and pyarrow: pip install "superuri[pandas]"',
        name="pandas",
    ) from _missing


@pd.api.extensions.register_series_accessor("uri")
class UriAccessor:
    """The verbs over a Series: a method each, with the options of ``columns.arrow.apply``.

    What comes back has the Series' index and name, and its values in Arrow's memory.
    """

    def __init__(self, series: pd.Series) -> None:
        self._series = series

    def __call__(self, verb: str, /, **options: object) -> pd.Series:
        """Return the Series that the verb makes of this one."""
        # Of Python's objects, pandas alone knows which are null.
        chunks = pa.Array.from_pandas(self._series)
        made = arrow.apply(chunks, verb, **options).to_pandas()  # type: ignore[arg-type]
        return made.set_axis(self._series.index).rename(self._series.name)

    def __getattr__(self, verb: str) -> Callable[..., pd.Series]:
        """Return the verb of this name, bound to the Series."""
        if verb not in arrow.VERBS:
            raise AttributeError(f"a column has no verb {verb!r}; it has {', '.join(arrow.VERBS)}")
        return partial(self, verb)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *arrow.VERBS]
