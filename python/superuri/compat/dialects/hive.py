"""Hive: partitions in the names of directories, ``name=value``, as each program writes them.

>>> from superuri.compat.dialects import hive
>>> hive.escape_path_name("a/b=50% ü"), hive.unescape_path_name("a%2Fb%3D50%25 ü")
('a%2Fb%3D50%25 ü', 'a/b=50% ü')
>>> hive.partition_value("San%20Francisco"), hive.partition_value("100%")
('San Francisco', '100%')
>>> hive.write_partition("day", "1 é", "duckdb"), hive.read_partition("day=1%20%C3%A9")
('day=1%20%C3%A9', ('day', '1 é'))
"""

import re
from typing import Literal, NamedTuple

import superuri._core as _core
import superuri.sets as sets
from superuri._core import Set
from superuri._values.nearest import nearest
from superuri.compat import dialects
from superuri.compat.dialects.java import parse_octet, utf16
from superuri.errors import DecodeError

__all__ = [
    "DEFAULT_PARTITION",
    "PartitionWriter",
    "escape_path_name",
    "partition_value",
    "path_on_disk",
    "read_partition",
    "unescape_path_name",
    "write_partition",
    "writers",
]

_FILE = re.compile("file:(?://)?(?=/)")
#: The directory for rows whose value is null or empty.
DEFAULT_PARTITION = "__HIVE_DEFAULT_PARTITION__"


class PartitionWriter(NamedTuple):
    """A program that writes partitions, and how it spells them."""

    #: The program with the version whose directories were read, on 2026-11-29.
    version: str
    #: What it escapes in the names of columns; None is nothing.
    names: Set | None
    #: What it escapes in values.
    values: Set
    #: How it writes null.
    null: str = DEFAULT_PARTITION
    #: The values that it spells in another way.
    special: tuple[tuple[str, str], ...] = ()


#: The programs that write partitions.
writers: dict[str, PartitionWriter] = {
    "hive": PartitionWriter(
        "Apache Spark 4.3",
        sets.hive.PARTITION_VALUE,
        sets.hive.PARTITION_VALUE,
        special=(("", DEFAULT_PARTITION),),
    ),
    "pyarrow": PartitionWriter("Apache Arrow 26.0, pandas 3.1", None, sets.arrow.PARTITION_VALUE),
    "delta": PartitionWriter("delta-rs 1.6", None, sets.arrow.PARTITION_VALUE),
    "duckdb": PartitionWriter(
        "DuckDB 2.0",
        sets.arrow.PARTITION_VALUE,
        sets.arrow.PARTITION_VALUE,
        special=((DEFAULT_PARTITION, f"%5F{DEFAULT_PARTITION[1:]}"),),
    ),
    "polars": PartitionWriter("Polars 2.1", None, sets.polars.PARTITION_VALUE),
    "datafusion": PartitionWriter(
        "Apache DataFusion 55.0", sets.datafusion.PARTITION, sets.datafusion.PARTITION, ""
    ),
    "iceberg": PartitionWriter(
        "PyIceberg 0.12", sets.iceberg.PARTITION, sets.iceberg.PARTITION, "null"
    ),
}


def write_partition(name: str, value: str | None, writer: str = "hive") -> str:
    """The directory of a partition, as one of ``writers`` names it.

    >>> write_partition("k", "a b+é"), write_partition("k", "a b+é", "polars")
    ('k=a b+é', 'k=a%20b+%C3%A9')
    >>> write_partition("a=b", None, "duckdb"), write_partition("k", None, "iceberg")
    ('a%3Db=__HIVE_DEFAULT_PARTITION__', 'k=null')

    Raises LookupError if there is no such writer, EncodeError for a lone surrogate.
    Source: the programs' own output; ``PartitionWriter.version``.
    """
    row = _writer(writer)
    shown = name if row.names is None else dialects.encode(name, row.names)
    if value is None:
        return f"{shown}={row.null}"
    return f"{shown}={dict(row.special).get(value) or dialects.encode(value, row.values)}"


def read_partition(directory: str, writer: str | None = None) -> tuple[str, str | None]:
    """The name and the value of a partition's directory; a value is None if it is null.

    >>> read_partition("a%20b=1%2B1+1"), read_partition("k=a+b", "iceberg")
    (('a b', '1+1+1'), ('k', 'a b'))
    >>> read_partition("k=__HIVE_DEFAULT_PARTITION__"), read_partition("k=null", "iceberg")
    (('k', None), ('k', None))

    ``writer`` is one of ``writers``. None is any that writes null as Hive does; a + stays, and the
    name is decoded. A name or a value that cannot be decoded whole is itself.
    Raises LookupError if there is no such writer, ValueError if the directory has no ``=``.
    """
    name, sign, value = directory.partition("=")
    if not sign:
        raise ValueError("the directory is not a partition, name=value: there is no =")
    if writer is None:
        return _decoded(name, sets.arrow.PARTITION_VALUE), partition_value(value)
    row = _writer(writer)
    shown = name if row.names is None else _decoded(name, row.names)
    return shown, None if value == row.null else _decoded(value, row.values)


def path_on_disk(name: str, log: Literal["delta", "spark", "iceberg"] = "delta") -> str:
    """The path of a file that the log of a table, or an engine, names.

    >>> path_on_disk("k=a%2520b/x.parquet"), path_on_disk("file:/t/k=a%2520b/x%20y", "spark")
    ('k=a%20b/x.parquet', '/t/k=a%20b/x y')
    >>> path_on_disk("file:///t/k=a%20b/x", "iceberg")
    '/t/k=a%20b/x'

    "delta" is ``add.path`` of the log, "spark" ``input_file_name()`` and ``_metadata.file_path``:
    one layer of encoding around the names of folders. "iceberg" is ``file_path``, which has none.
    A ``file:`` scheme is removed, any other stays.

    Raises DecodeError for a malformed escape.
    Source: Delta Lake's protocol, "Add File"; Spark 4.3 and PyIceberg 0.12, 2026-11-29.
    """
    return _FILE.sub("", name if log == "iceberg" else _core.decode(name))


def _writer(name: str) -> PartitionWriter:
    if name not in writers:
        near = nearest(name, writers)
        hint = f"did you mean {near!r}? " if near else ""
        raise LookupError(f"there is no writer {name!r}; {hint}there are {', '.join(writers)}")
    return writers[name]


def _decoded(text: str, written: Set) -> str:
    try:
        return dialects.decode(text, written)
    except DecodeError:
        return text


def escape_path_name(value: str) -> str:
    """The value as Hive's, Spark's and Hudi's ``escapePathName`` writes it; spaces stay.

    >>> escape_path_name("12:30 {x}"), escape_path_name("")
    ('12%3A30 %7Bx}', '__HIVE_DEFAULT_PARTITION__')

    Raises EncodeError for a lone surrogate.
    Source: Apache Hive, FileUtils.escapePathName.
    """
    return _core.encode(value, sets.hive.PARTITION_VALUE) if value else DEFAULT_PARTITION


def unescape_path_name(name: str) -> str:
    r"""The name as Hive's ``unescapePathName`` reads it: an escape is the code unit of its number.

    >>> unescape_path_name("%E9%C3%A9%zz%+9%")
    'éÃ©%zz\t%'

    Where UTF-8 has been escaped, by an object store or by other writers, partition_value reads it.
    Source: Apache Hive, FileUtils.unescapePathName.
    """
    pieces, at = [], 0
    while (found := name.find("%", at)) >= 0:
        digits = name[found + 1 : found + 3]
        octet = parse_octet(digits) if len(digits) == len("FF") else None
        pieces.append(name[at:found])
        if octet is None or octet < 0:
            pieces.append("%")
            at = found + 1
        else:
            pieces.append(chr(octet))
            at = found + 3
    return utf16("".join(pieces) + name[at:])


def partition_value(name: str) -> str | None:
    """The value of a directory's name, with escapes read as UTF-8; raw if they are not.

    >>> partition_value("caf%C3%A9"), partition_value("caf%E9")
    ('café', 'caf%E9')
    >>> partition_value("__HIVE_DEFAULT_PARTITION__")

    Raises nothing: a name that cannot be decoded whole is the value itself.
    Source: Apache DataFusion and Arrow, hive-style partitioning.
    """
    return None if name == DEFAULT_PARTITION else _decoded(name, sets.arrow.PARTITION_VALUE)
