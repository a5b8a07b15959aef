"""Piped inputs: standard input and pipes, copied to a file, as a job reads its inputs twice.

The copy is on the disk, in a private folder, so that the memory does not grow with it.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from superuri import _scratch
from superuri._values.table_names import FORMATS, PACKED, WORDS
from superuri.tables.files import places
from superuri.tables.files.dialect import InputOptions
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Copy, Place

#: What standard input is called in messages.
STANDARD = "standard input"
#: What the first bytes say of a packing.
_PACKINGS = {b"\x1f\x8b": ".gz", b"\x28\xb5\x2f\xfd": ".zst"}
#: Bytes that are copied at once.
_PART = 1 << 20


@contextmanager
def input_files(names: Sequence[str | Copy], options: InputOptions) -> Iterator[list[Place]]:
    """Give the files that names mean; a pipe is copied until the end of the block."""
    piped = [name for name in names if isinstance(name, str) and is_piped(name)]
    if not piped:
        yield _checked(places.find(names, options), options)
        return
    if len({*map(_standard, piped)}) < len(piped):
        raise TableError(f"{piped[0]}: it can be read once only: name it once")
    with _scratch.folder() as folder:
        copies = {
            name: _copied(name, Path(folder, str(at)), options) for at, name in enumerate(piped)
        }
        places_of = {place.path: place for place in copies.values()}
        files = [str(copies[name].path) if name in copies else name for name in names]
        every = places.find(files, options)
        yield _checked([places_of.get(place.path, place) for place in every], options)


def is_piped(name: str) -> bool:
    """Return whether this can be read once only."""
    path = Path(name)
    return name == "-" or (path.exists() and not path.is_file() and not path.is_dir())


def _standard(name: str) -> str:
    return "-" if name in {"-", "/dev/stdin", "/dev/fd/0"} else name


def _copied(name: str, path: Path, options: InputOptions) -> Place:
    """Return the place of the copy of a pipe."""
    label = STANDARD if name == "-" else name
    with about(label):
        digest = hashlib.sha256()
        stream = 0 if name == "-" else name
        with (
            open(stream, "rb", buffering=0, closefd=name != "-") as source,
            path.open("xb") as copy,
        ):
            while part := source.read(_PART):
                digest.update(part)
                copy.write(part)
        begins = _begins(path)
    packing = next((each for mark, each in _PACKINGS.items() if begins.startswith(mark)), "")
    ending = f".{options.format}"
    if options.format is None:
        known = places.place(Path(name), options=options) if _is_named(name) else None
        if known is None:
            words = ", ".join(WORDS)
            raise TableError(f"{label}: say with --input-format what it is: {words}")
        ending = f".{known.format}"
    named = path.with_name(f"{path.name}{ending}{packing}")
    path.rename(named)
    place = places.place(named, options=options)
    # Its folder has no other name for it.
    inside = f"stdin{ending}{packing}" if name == "-" else f"{Path(name).name}"
    return place._replace(label=label, digest=digest.hexdigest(), inside=inside)


def _is_named(name: str) -> bool:
    """Return whether a pipe's name says how it is written."""
    stem = Path(name)
    suffix = Path(stem.stem).suffix if stem.suffix in PACKED else stem.suffix
    return suffix.lower() in FORMATS


def _begins(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(8)


def _checked(input_files: list[Place], options: InputOptions) -> list[Place]:
    """Return the files, unless what is said of them is about files of another format."""
    formats = {place.format for place in input_files}
    rows = ("delimiter", "quote", "header")
    if any(getattr(options, name) is not None for name in rows) and not formats & {"csv", "tsv"}:
        raise TableError(
            f"{input_files[0].name}: only CSV and TSV have a delimiter, quotes and a header"
        )
    texts = {"csv", "tsv", "jsonl", "json", "txt"}
    if options.encoding is not None and not formats & texts:
        raise TableError(
            f"{input_files[0].name}: {input_files[0].format} has no encoding to choose"
        )
    return input_files
