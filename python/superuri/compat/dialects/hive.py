"""Hive: a value in the name of a partition's directory.

>>> from superuri.compat.dialects import hive
>>> hive.escape_path_name("a/b=50% ü"), hive.unescape_path_name("a%2Fb%3D50%25 ü")
('a%2Fb%3D50%25 ü', 'a/b=50% ü')
>>> hive.partition_value("San%20Francisco"), hive.partition_value("100%")
('San Francisco', '100%')
"""

import superuri._core as _core
import superuri.sets as sets
from superuri.compat.dialects.java import parse_octet, utf16
from superuri.errors import DecodeError

__all__ = ["DEFAULT_PARTITION", "escape_path_name", "partition_value", "unescape_path_name"]

#: The directory for rows whose value is null or empty.
DEFAULT_PARTITION = "__HIVE_DEFAULT_PARTITION__"


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
    if name == DEFAULT_PARTITION:
        return None
    try:
        return _core.decode(name)
    except DecodeError:
        return name
