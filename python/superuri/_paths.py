"""Paths: names given by callers and users, of which a ``file:`` URI is the path that it names."""


def local(name: str) -> str:
    """Return the path of a ``file:`` URI; any other name is returned unchanged.

    >>> local("a%20b.csv"), local("s3://bucket/a%20b.csv")
    ('a%20b.csv', 's3://bucket/a%20b.csv')

    Raises ParseError or DecodeError as ``file_uri.to_str`` does.
    """
    if name[:6].lower() != "file:/":
        return name
    import superuri.file_uri as file_uri  # noqa: PLC0415  because most names are paths

    return file_uri.to_str(name)
