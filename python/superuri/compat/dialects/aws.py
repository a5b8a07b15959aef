"""AWS: a path, a query and an object key, as its signatures and notifications write them.

>>> from superuri.compat.dialects import aws
>>> aws.canonical_path("/documents and settings/"), aws.canonical_path("/a b//c", s3=True)
('/documents%2520and%2520settings/', '/a%20b//c')
>>> aws.s3_event_key("this+im+%2B+age+blah.txt")
'this im + age blah.txt'

One component is ``superuri.encode(text, sets.aws.SIGV4)``, which is RFC 3986's way.
"""

from collections.abc import Iterable

import superuri._core as _core
import superuri.sets as sets
from superuri.compat.dialects import decode

__all__ = ["canonical_path", "canonical_query", "s3_event_key"]


def canonical_path(path: str | bytes, *, s3: bool = False) -> str:
    """The canonical URI of a Signature Version 4, of an absolute path that is not encoded yet.

    >>> canonical_path("/a/./b/../c d~"), canonical_path("")
    ('/a/c%2520d~', '/')
    >>> canonical_path("/a/../c+d", s3=True)
    '/a/../c%2Bd'

    For every service but S3 the path is freed of dot segments and empty ones, and encoded twice:
    once for the wire, once for the signature. The wire carries it encoded once, by
    ``sets.aws.SIGV4_PATH``.

    Raises EncodeError for a lone surrogate.
    Source: AWS, "Create a signed AWS API request"; botocore, normalize_url_path.
    """
    encoded = _core.encode(path, sets.aws.SIGV4_PATH)
    if not encoded or s3:
        return encoded or "/"
    kept: list[str] = []
    for segment in encoded.split("/"):
        if segment == "..":
            del kept[-1:]
        elif segment not in {"", "."}:
            kept.append(segment)
    end = "/" if encoded.endswith("/") and kept else ""
    start = "/" if encoded.startswith("/") else ""
    return _core.encode(start + "/".join(kept) + end, sets.aws.SIGV4_PATH)


def canonical_query(pairs: Iterable[tuple[str, str]]) -> str:
    """The canonical query string of a Signature Version 4: each part encoded, then sorted.

    >>> canonical_query([("b", "2 +"), ("a", ""), ("B", "~")])
    'B=~&a=&b=2%20%2B'

    Raises EncodeError for a lone surrogate.
    Source: AWS, "Create a signed AWS API request".
    """
    part = sets.aws.SIGV4
    encoded = [(_core.encode(k, part), _core.encode(v, part)) for k, v in pairs]
    return "&".join(f"{key}={value}" for key, value in sorted(encoded))


def s3_event_key(key: str | bytes) -> str:
    """The object's key, from an S3 event notification, where it is encoded as a form's value is.

    >>> s3_event_key("my+photo%281%29+%C3%BC.jpg")
    'my photo(1) ü.jpg'

    An EventBridge event holds the key as it is, a plus in ``video+data.mp4`` too: do not decode it.

    Raises DecodeError with the offsets of the first bad escape, or of bytes that are not valid
    UTF-8.
    Source: Amazon S3, "Event message structure".
    """
    return decode(key, sets.aws.S3_EVENT_KEY)
