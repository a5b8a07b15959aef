"""Texts in Spark: bytes that are not valid UTF-8 become triplets, as in a job on one machine."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from pyspark.sql import functions as sf

from superuri.tables.files import strings


def readable(column: Any) -> Any:  # noqa: ANN401  Spark types it no better
    """Return a column as strings; bytes that are not valid UTF-8 become triplets."""

    def read(texts: pa.Array) -> pa.Array:
        return strings.from_column(pa.chunked_array([texts])).strings

    return sf.arrow_udf(read, "string")(column)
