"""GFF3: the attributes of column 9, divided before they are decoded.

>>> from superuri.compat.dialects import gff3
>>> gff3.parse_attributes("ID=gene1;Note=50%25%2C or more,a b")
{'ID': ['gene1'], 'Note': ['50%, or more', 'a b']}
>>> gff3.build_attributes({"ID": ["gene1"], "Note": ["50%, or more", "a b"]})
'ID=gene1;Note=50%25%2C or more,a b'
"""

from collections.abc import Iterable, Mapping

import superuri.sets as sets
from superuri._values.refusal import decoded
from superuri.compat.dialects import encode

__all__ = ["build_attributes", "parse_attributes"]


def build_attributes(attributes: Mapping[str, Iterable[str]]) -> str:
    """Column 9 of these attributes, each a tag and its values.

    >>> build_attributes({"Parent": ["a,b", "c;d"]}), build_attributes({})
    ('Parent=a%2Cb,c%3Bd', '.')

    Raises EncodeError for a lone surrogate.
    Source: GFF3 1.26, column 9.
    """
    pairs = ((_encoded(tag), map(_encoded, values)) for tag, values in attributes.items())
    return ";".join(f"{tag}={','.join(values)}" for tag, values in pairs) or "."


def parse_attributes(text: str) -> dict[str, list[str]]:
    """The attributes of column 9: a raw comma separates values, an escaped one is part of a value.

    >>> parse_attributes("Dbxref=EMBL:AA816246,NCBI%2CX;Dbxref=c;tag;")
    {'Dbxref': ['EMBL:AA816246', 'NCBI,X', 'c'], 'tag': []}

    Raises DecodeError, with the offsets in the column, where a % does not begin an escape, or the
    escapes are not UTF-8.
    Source: GFF3 1.26, column 9.
    """
    attributes: dict[str, list[str]] = {}
    for part in text.split(";") if text != "." else ():
        tag, equals, values = part.strip(" ").partition("=")
        if tag or equals:
            known = attributes.setdefault(decoded(tag, text), [])
            known += (decoded(value, text) for value in values.split(",") if equals)
    return attributes


def _encoded(value: str) -> str:
    return encode(value, sets.gff3.ATTRIBUTE)
