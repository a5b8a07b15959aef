"""Names that the command and the tables share: formats by file extension, and a default."""

#: The file extensions, and the format of each.
FORMATS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".arrow": "arrow",
    ".ipc": "arrow",
    ".feather": "arrow",
    ".arrows": "arrows",
    ".txt": "txt",
}
#: The words of ``--input-format``, and the format that each means.
WORDS = {
    **{name: name for name in ("csv", "tsv", "jsonl", "json", "parquet", "arrow")},
    "feather": "arrow",
    "txt": "txt",
}
#: The encodings of tables of text.
ENCODINGS = ("utf-8", "latin-1", "windows-1252", "utf-16", "utf-16-le", "utf-16-be")
#: How the names of Hive partitions become columns; the first is the default.
PARTITIONS = ("decoded", "raw")
#: Files with these endings are often something else: in a folder they are not read as tables.
UNSURE = (".json", ".txt")
#: The end of the name of a summary, which is not a table.
SUMMARY = ".summary.json"
#: The memory that DuckDB uses by default before it uses the disk, in MiB.
DUCKDB_MEMORY = 256
#: The second extension of a compressed file, and the name of the compression in Arrow.
PACKED = {".gz": "gzip", ".zst": "zstd"}


def column_of(column: str, format: str) -> str | None:  # noqa: A002  as the option is called
    """Return the name of the new column for a format that is one field; None for any other.

    >>> column_of("url", "{query.id}"), column_of("url", "{host}:{port}")
    ('url_query_id', None)
    """
    field = format[1:-1]
    if format != f"{{{field}}}" or "{" in field or "}" in field:
        return None
    words = "".join(c if c.isalnum() else " " for c in field).split()
    return "_".join([column, *words])


def is_table(name: str) -> bool:
    """Return whether a file of this name is a table, packed or not.

    A list of lines is a table only if a column is given.

    >>> is_table("crawl.CSV.gz"), is_table("urls.txt.gz")
    (True, False)
    """
    name = name.lower()
    for ending in PACKED:
        name = name.removesuffix(ending)
    return name.endswith(tuple(FORMATS)) and not name.endswith(".txt")


def delimiter(text: str) -> str:
    """Return the delimiter that is meant.

    Raises ValueError where it can be none.
    """
    text = {"tab": "\t", "\\t": "\t"}.get(text, text)
    if not _is_mark(text):
        what = "give one ASCII character, not a letter, a digit or %; or tab"
        raise ValueError(f"the delimiter {text!r} does not work: {what}")
    return text


def quote(text: str) -> str:
    """Return the quotation mark that is meant; of ``none``, nothing.

    Raises ValueError where it can be none.
    """
    text = "" if text == "none" else text
    if text and not _is_mark(text):
        what = "give one ASCII character, not a letter, a digit or %; or none"
        raise ValueError(f"the quotation mark {text!r} does not work: {what}")
    return text


def _is_mark(text: str) -> bool:
    return len(text) == 1 and text.isascii() and not text.isalnum() and text not in "%\r\n\0"
