"""Piped inputs: standard input and pipes, copied to a file because a job reads its inputs twice.

The copy is in a private temporary folder, so memory use does not depend on its size.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import superuri._scratch as _scratch
from superuri._values.table_names import FORMATS, PACKED, WORDS
from superuri.tables.files import places
from superuri.tables.files.dialect import InputOptions
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Copy, Place

#: The name of standard input in messages.
STDIN = "standard input"
#: The file extensions of compressions, by the first bytes of a file.
_COMPRESSIONS = {b"\x1f\x8b": ".gz", b"\x28\xb5\x2f\xfd": ".zst"}
#: Bytes per read.
_BLOCK = 1 << 20


@contextmanager
def input_files(
    names: Sequence[str | Copy], options: InputOptions, own: frozenset[Path] = frozenset()
) -> Iterator[list[Place]]:
    """Yield the files of these names; copies of pipes are removed at the end.

    ``own`` are outputs of an earlier run of the job, which are left out of folders and patterns.
    """
    piped = [name for name in names if isinstance(name, str) and is_piped(name)]
    if not piped:
        yield _checked_options(places.find(names, options, own), options)
        return
    if len({*map(_canonical_name, piped)}) < len(piped):
        raise TableError(f"{piped[0]}: it can be read only once: name it once")
    with _scratch.folder() as folder:
        copies = {
            name: _copy(name, Path(folder, str(at)), options) for at, name in enumerate(piped)
        }
        copied = {place.path: place for place in copies.values()}
        files = [str(copies[name].path) if name in copies else name for name in names]
        all_places = places.find(files, options, own)
        yield _checked_options([copied.get(place.path, place) for place in all_places], options)


def is_piped(name: str) -> bool:
    """Return whether the input can be read only once."""
    path = Path(name)
    return name == "-" or (path.exists() and not path.is_file() and not path.is_dir())


def _canonical_name(name: str) -> str:
    return "-" if name in {"-", "/dev/stdin", "/dev/fd/0"} else name


def _copy(name: str, path: Path, options: InputOptions) -> Place:
    label = STDIN if name == "-" else name
    with about(label):
        digest = hashlib.sha256()
        stream = 0 if name == "-" else name
        with (
            open(stream, "rb", buffering=0, closefd=name != "-") as source,
            path.open("xb") as copy,
        ):
            while data := source.read(_BLOCK):
                digest.update(data)
                copy.write(data)
        head = _head(path)
    suffix = next((each for mark, each in _COMPRESSIONS.items() if head.startswith(mark)), "")
    ending = f".{options.format}"
    if options.format is None:
        known = places.place(Path(name), options=options) if _has_known_suffix(name) else None
        if known is None:
            words = ", ".join(WORDS)
            raise TableError(f"{label}: name its format with --input-format: {words}")
        ending = f".{known.format}"
    renamed = path.with_name(f"{path.name}{ending}{suffix}")
    path.rename(renamed)
    place = places.place(renamed, options=options)
    # The file name of its output if that is in a folder.
    relative_name = f"stdin{ending}{suffix}" if name == "-" else f"{Path(name).name}"
    return place._replace(label=label, digest=digest.hexdigest(), inside=relative_name)


def _has_known_suffix(name: str) -> bool:
    stem = Path(name)
    suffix = Path(stem.stem).suffix if stem.suffix in PACKED else stem.suffix
    return suffix.lower() in FORMATS


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(8)


def _checked_options(files: list[Place], options: InputOptions) -> list[Place]:
    """Return the files if the options apply to their formats."""
    formats = {place.format for place in files}
    row_options = ("delimiter", "quote", "header")
    has_row_option = any(getattr(options, name) is not None for name in row_options)
    if has_row_option and not formats & {"csv", "tsv"}:
        raise TableError(f"{files[0].name}: only CSV and TSV have a delimiter, quotes and a header")
    if options.encoding is not None and not formats & {"csv", "tsv", "jsonl", "json", "txt"}:
        raise TableError(f"{files[0].name}: {files[0].format} has no encoding to choose")
    return files
