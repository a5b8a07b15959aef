"""Names of tables: formats by file extension."""

#: The file extensions, and the format of each.
FORMATS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
#: The second extension of a compressed file, and the name of the compression in Arrow.
PACKED = {".gz": "gzip", ".zst": "zstd"}


def is_table(name: str) -> bool:
    """Return whether a file of this name is a table, packed or not.

    >>> is_table("crawl.CSV.gz"), is_table("urls.txt.gz")
    (True, False)
    """
    name = name.lower()
    for ending in PACKED:
        name = name.removesuffix(ending)
    return name.endswith(tuple(FORMATS))
