"""Cells: values of typed columns as Python objects and as fields of text files."""

from typing import Any

import pyarrow as pa

from superuri.tables.files import json_lines, strings


def to_list(column: pa.ChunkedArray) -> list[Any]:
    """Return the values of a column as Python objects, or as text if Python has no such value."""
    type_ = column.type
    if pa.types.is_duration(type_):
        numbers = column.cast(pa.int64()).to_pylist()
        return [None if number is None else f"{number}{type_.unit}" for number in numbers]
    if pa.types.is_string(type_) or pa.types.is_large_string(type_):
        encoded: list[bytes | None] = column.cast(pa.large_binary()).to_pylist()
        return [None if x is None else x.decode("utf-8", "surrogateescape") for x in encoded]
    if pa.types.is_nested(type_) and "[ns" in str(type_):
        # Python's times would drop nanoseconds.
        return [_python_value(value) for value in column]
    try:
        # Python's datetime has neither nanoseconds nor years beyond 9999.
        plain = column.cast(pa.string()) if pa.types.is_temporal(type_) else column
        values: list[Any] = plain.to_pylist()
    except (ValueError, OverflowError, pa.ArrowException):
        values = [_python_value(value) for value in column]
    return values


def _python_value(value: pa.Scalar) -> Any:  # noqa: ANN401  it is any value
    """Return one value; as text if it is a time, or if Python cannot represent it."""
    if not value.is_valid:
        return None
    if isinstance(value, pa.MapScalar):
        return [(_python_value(each[0]), _python_value(each[1])) for each in value.values]
    if isinstance(value, pa.StructScalar):
        return {key: _python_value(each) for key, each in value.items()}
    if isinstance(value, pa.ListScalar):
        return [_python_value(each) for each in value.values]
    return _leaf(value)


def _leaf(value: pa.Scalar) -> Any:  # noqa: ANN401  it is any value
    if pa.types.is_duration(value.type):
        return f"{value.value}{value.type.unit}"
    try:
        if pa.types.is_temporal(value.type):
            return value.cast(pa.string()).as_py()
        return value.as_py()
    except (ValueError, pa.ArrowException):
        return value.cast(pa.binary()).as_py()


def field(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list)):
        return json_lines.dumped(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return (
        strings.escape_surrogates(value) if isinstance(value, strings.SurrogateText) else str(value)
    )
