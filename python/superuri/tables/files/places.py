"""Places: the input files, their formats and compressions, and the names of outputs."""

import glob
import os
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple, TypeAlias

from superuri._paths import local
from superuri._values.table_names import FORMATS, PACKED, SUMMARY, UNSURE
from superuri.compat.dialects import hive
from superuri.errors import URIError
from superuri.tables.files.dialect import NO_OPTIONS, InputOptions
from superuri.tables.files.failure import TableError

#: The files that identify a folder as a table that another program manages.
MANAGED = {"Delta Lake": "_delta_log", "Iceberg": "metadata/*.metadata.json", "Hudi": ".hoodie"}
#: How to read such a table.
ADVICE = {
    "Delta Lake": "name the table's folder, to read the rows that its log lists",
    "Iceberg": "name it in its catalog: iceberg://CATALOG/NAMESPACE.TABLE",
    "Hudi": "export it to Parquet with its own library, and name that",
}

_UNKNOWN = f"unknown file extension: use {', '.join(FORMATS)}, optionally with .gz or .zst"

#: The name of a file, folder or pattern, or several of them.
Paths: TypeAlias = "str | os.PathLike[str] | Iterable[str | os.PathLike[str]]"

#: The names and the values of partitions.
Partitions: TypeAlias = "tuple[tuple[str, str | None], ...]"


class Place(NamedTuple):
    """A file: its path, format and compression, and the partition values in its path."""

    path: Path
    format: str
    compression: str | None = None
    #: Its path relative to the folder or pattern that was given.
    inside: str = ""
    #: The keys and values of folders named ``key=value``, decoded; the value of a null is None.
    partitions: Partitions = ()
    #: The options for its format.
    options: InputOptions = NO_OPTIONS
    #: The name of the original if it is a copy: an address, or the name of a pipe.
    label: str = ""
    #: The checksum of its contents if it is the copy of a pipe.
    digest: str = ""

    @property
    def name(self) -> str:
        """Its name in messages and findings."""
        return self.label or str(self.path)


class Copy(NamedTuple):
    """The local copy of a file or folder at an address."""

    address: str
    path: str


def place(
    path: Path, inside: str = "", options: InputOptions = NO_OPTIONS, label: str = ""
) -> Place:
    """Return the place of a file, with the format and compression of its name.

    Raises TableError if the name does not determine them.
    """
    suffix, compression = path.suffix.lower(), None
    stem = path.name
    if suffix in PACKED:
        compression = PACKED[suffix]
        stem = path.stem
        suffix = Path(stem).suffix.lower()
    format_name = options.format or FORMATS.get(suffix)
    if format_name is None:
        raise TableError(f"{label or path}: {_UNKNOWN}")
    if compression and format_name in {"parquet", "arrow", "arrows"}:
        message = f"{format_name} files are not compressed as a whole: leave {path.suffix} out"
        raise TableError(f"{path}: {message}")
    pairs = partitions(inside, options.partitions)
    return Place(path, format_name, compression, inside or path.name, pairs, options, label)


def partitions(inside: str, how: str = "decoded") -> Partitions:
    """Return the partitions in a relative path, decoded or "raw".

    >>> partitions("day=1/k=a%20b+c/x.csv"), partitions("k=%41/x.csv", "raw")
    ((('day', '1'), ('k', 'a b+c')), (('k', '%41'),))
    """
    folders = [part for part in PurePosixPath(inside).parent.parts if "=" in part]
    if how == "raw":
        pairs = (part.partition("=") for part in folders)
        return tuple((name, value) for name, _, value in pairs)
    return tuple(map(hive.read_partition, folders))


def path_names(paths: Paths) -> list[str]:
    """Return paths as a list of names, also if there is only one."""
    several = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    return [path_name(path) for path in several]


def path_name(path: str | os.PathLike[str]) -> str:
    """Return the name of a path, or the path of a ``file:`` URI.

    Raises TableError if the URI names no path.
    """
    try:
        return local(os.fspath(path))
    except URIError as error:
        raise TableError(f"{os.fspath(path)}: {error}") from error


def find(
    names: Sequence[str | Copy],
    options: InputOptions = NO_OPTIONS,
    own: frozenset[Path] = frozenset(),
) -> list[Place]:
    """Return the files of names, folders and patterns, in order and without duplicates.

    Of folders and patterns, files and folders in ``own`` are left out.

    Raises TableError if one of them has no files.
    """
    found: dict[Path, Place] = {}
    for given in names:
        address, name = given if isinstance(given, Copy) else ("", given)
        base = Path(name)
        if base.is_dir():
            is_explicit = options.format is not None
            inside = sorted(path for path in base.rglob("*") if _is_table(path, base, is_explicit))
        elif glob.has_magic(name) and not base.exists():
            stop = next(n for n, part in enumerate(base.parts) if glob.has_magic(part))
            base = Path(*base.parts[:stop])
            matched = map(Path, glob.glob(name, recursive=True))  # noqa: PTH207  Path.glob takes no absolute pattern
            # A pattern may name an extension that is otherwise skipped: `*.json`.
            is_explicit = options.format is not None or any(
                extension in Path(name).name.lower() for extension in UNSURE
            )
            inside = sorted(path for path in matched if _is_table(path, base, is_explicit))
        elif base.is_file():
            _check_unmanaged({base.parent})
            found.setdefault(base, place(base, "", options, address))
            continue
        else:
            raise TableError(f"{address or name}: there is no such file")
        inside = [path for path in inside if not _is_own(path, base, own)]
        if not inside:
            what = "there is no table in it" if Path(name).is_dir() else "no table matches it"
            raise TableError(f"{address or name}: {what}")
        _check_unmanaged({base, *(path.parent for path in inside)})
        for path in inside:
            if base.resolve() not in path.resolve().parents:
                raise TableError(f"{path}: it is a link out of {base}; name it to read it")
            inner = path.relative_to(base).as_posix()
            label = address and f"{address.rstrip('/')}/{inner}"
            found.setdefault(path, place(path, inner, options, label))
    return list(found.values())


def managed_error(name: str, kind: str) -> TableError:
    """Return the error for a folder whose log decides which rows are valid."""
    message = f"it is a table of {kind}, whose log lists its rows"
    return TableError(f"{name}: {message}; {ADVICE[kind]}")


def _check_unmanaged(folders: set[Path]) -> None:
    """Refuse folders whose rows are determined by a log: the files still have deleted rows."""
    above: set[Path] = set()
    for folder in folders:
        known = folder.resolve()
        above |= {known}
        # The folders of partitions are named key=value; Iceberg's are in a folder named data.
        while "=" in known.name or known.name == "data":
            known = known.parent
            above |= {known}
    for folder in sorted(above):
        for kind, mark in MANAGED.items():
            if next(folder.glob(mark), None) is not None:
                raise managed_error(str(folder), kind)


def earlier_outputs(output: str) -> frozenset[Path]:
    """Return the outputs of an earlier run: none unless its summary is next to the output.

    So a table that only has the name of the output stays an input, and is not replaced.
    """
    path = Path(output)
    if not output or not summary_of(path).is_file():
        return frozenset()
    findings = [beside(path, "findings"), beside(path, "findings", ".parquet")]
    return frozenset(each.resolve() for each in (path, *findings))


def _is_own(path: Path, base: Path, own: frozenset[Path]) -> bool:
    """Return whether this is an output, or in a folder that is one and that the base contains."""
    if not own:
        return False
    real, root = path.resolve(), base.resolve()
    return any(each in own and root in each.parents for each in (real, *real.parents))


def _is_table(path: Path, base: Path, is_explicit: bool) -> bool:  # noqa: FBT001  it is a fact
    """Return whether this is a file of rows, not one of an engine's metadata."""
    hidden = any(part.startswith((".", "_")) for part in path.relative_to(base).parts)
    if hidden or not path.is_file():
        return False
    name = path.name.lower()
    if is_explicit:
        return True
    is_summary = path.name.endswith(SUMMARY)
    return not is_summary and any(ending in name for ending in FORMATS if ending not in UNSURE)


def is_folder(output: str) -> bool:
    """Return whether the output is a folder with one file per input.

    Raises TableError for a new name that ends as a file of another format does.
    """
    path = Path(output)
    if output.endswith(("/", os.sep)) or path.is_dir():
        return True
    if any(path.name.lower().endswith((e, e + ".gz", e + ".zst")) for e in FORMATS):
        return False
    if path.suffix[1:2].isalpha():
        raise TableError(f"{output}: {_UNKNOWN}; a new folder ends in /")
    return True


def beside(path: Path, word: str, ending: str = "") -> Path:
    """Return the name of a file that accompanies an output, such as ``a.findings.csv.gz``."""
    name = path.name
    suffixes = ""
    while (suffix := Path(name).suffix) and suffix.lower() in {*FORMATS, *PACKED}:
        name, suffixes = name[: -len(suffix)], suffix + suffixes
    return path.with_name(f"{name}.{word}{ending or suffixes or '.parquet'}")


def summary_of(path: Path) -> Path:
    """Return the name of an output's summary; no other output has the same."""
    return path.with_name(f"{path.name}{SUMMARY}")


def check_apart(output: Path, places: list[Place]) -> None:
    """Refuse an output that is an input or contains one."""
    out = output.resolve()
    for each in places:
        path = each.path.resolve()
        if out == path or out in path.parents:
            raise TableError(f"{output}: it is read and written; name another output")
