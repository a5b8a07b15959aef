"""Places: the files that are meant, how each is written, where the output goes."""

import glob
import os
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple, TypeAlias

from superuri._values.table_names import FORMATS, PACKED, UNSURE
from superuri.tables.files.dialect import NO_OPTIONS, InputOptions
from superuri.tables.files.failure import TableError

#: What marks a folder whose files another program manages.
MANAGED = {"Delta Lake": "_delta_log", "Iceberg": "metadata/*.metadata.json", "Hudi": ".hoodie"}


#: The name of one file, folder or pattern, or several.
Paths: TypeAlias = "str | os.PathLike[str] | Iterable[str | os.PathLike[str]]"


class Place(NamedTuple):
    """A file: where it is, how it is written and packed; what its folders say of its rows."""

    path: Path
    format: str
    compression: str | None = None
    #: Its name below the folder or pattern that was given, without what its format adds.
    inside: str = ""
    #: The keys and values of folders named ``key=value``.
    partitions: tuple[tuple[str, str], ...] = ()
    #: What the options say about how it is written.
    options: InputOptions = NO_OPTIONS
    #: What it is called, if it is a copy: an address, or what was piped.
    label: str = ""
    #: The checksum of its bytes, if they were piped.
    digest: str = ""

    @property
    def name(self) -> str:
        """What it is called in messages and findings."""
        return self.label or str(self.path)


class Copy(NamedTuple):
    """A file or folder that is here because it was copied from an address."""

    address: str
    path: str


def place(
    path: Path, inside: str = "", options: InputOptions = NO_OPTIONS, label: str = ""
) -> Place:
    """Return how a file of this name is written.

    Raises TableError where the name does not say.
    """
    suffix, compression = path.suffix.lower(), None
    stem = path.name
    if suffix in PACKED:
        compression = PACKED[suffix]
        stem = path.stem
        suffix = Path(stem).suffix.lower()
    form = options.format or FORMATS.get(suffix)
    if form is None:
        known = ", ".join(FORMATS)
        name = label or path
        message = f"{name}: its name has no known ending: use {known}, perhaps with .gz or .zst"
        raise TableError(message)
    if compression and form in {"parquet", "arrow", "arrows"} and path.suffix.lower() in PACKED:
        raise TableError(f"{path}: {form} is not packed as a whole: leave {path.suffix} out")
    folders = PurePosixPath(inside).parent.parts
    pairs = tuple((k, v) for k, sep, v in (part.partition("=") for part in folders) if sep)
    return Place(path, form, compression, inside or path.name, pairs, options, label)


def path_names(paths: Paths) -> list[str]:
    """Return the names of files, folders and patterns; a single one is a list of one."""
    if isinstance(paths, (str, os.PathLike)):
        return [os.fspath(paths)]
    return [os.fspath(path) for path in paths]


def find(names: Sequence[str | Copy], options: InputOptions = NO_OPTIONS) -> list[Place]:
    """Return the files that names, folders and patterns mean, in order, each once.

    Raises TableError where there are none.
    """
    found: dict[Path, Place] = {}
    for each in names:
        address, name = each if isinstance(each, Copy) else ("", each)
        base = Path(name)
        if base.is_dir():
            meant = options.format is not None
            inside = sorted(path for path in base.rglob("*") if _is_table(path, base, meant))
        elif glob.has_magic(name) and not base.exists():
            stop = next(n for n, part in enumerate(base.parts) if glob.has_magic(part))
            base = Path(*base.parts[:stop])
            matched = map(Path, glob.glob(name, recursive=True))  # noqa: PTH207  Path.glob takes no absolute pattern
            # All that a pattern means, where it says so: `*.json`.
            meant = options.format is not None or any(
                each in Path(name).name.lower() for each in UNSURE
            )
            inside = sorted(path for path in matched if _is_table(path, base, meant))
        elif base.is_file():
            _check_unmanaged({base.parent})
            found.setdefault(base, place(base, "", options, address))
            continue
        else:
            raise TableError(f"{address or name}: there is no such file")
        if not inside:
            raise TableError(f"{address or name}: there is no table in it")
        _check_unmanaged({base, *(path.parent for path in inside)})
        for path in inside:
            if base.resolve() not in path.resolve().parents:
                raise TableError(f"{path}: it leads out of {base}; name it to read it")
            inner = path.relative_to(base).as_posix()
            label = address and f"{address.rstrip('/')}/{inner}"
            found.setdefault(path, place(path, inner, options, label))
    return list(found.values())


def _check_unmanaged(folders: set[Path]) -> None:
    """Refuse folders whose files are rows only as a log says: deleted rows are still in them."""
    above: set[Path] = set()
    for folder in folders:
        known = folder.resolve()
        above |= {known}
        # A table's folders are called key=value; Iceberg's are in one called data.
        while "=" in known.name or known.name == "data":
            known = known.parent
            above |= {known}
    for folder in sorted(above):
        for kind, mark in MANAGED.items():
            if next(folder.glob(mark), None) is not None:
                message = f"it is a table of {kind}, whose log says which rows there are"
                advice = "export it to Parquet with its own library, and name that"
                if kind == "Delta Lake":
                    advice = "name the table's folder, to read what its log says"
                raise TableError(f"{folder}: {message}; {advice}")


def _is_table(path: Path, base: Path, meant: bool) -> bool:  # noqa: FBT001  it is a fact
    """Return whether this is a file of rows, and nothing that engines put beside them."""
    hidden = any(part.startswith((".", "_")) for part in path.relative_to(base).parts)
    if hidden or not path.is_file():
        return False
    name = path.name.lower()
    return meant or any(ending in name for ending in FORMATS if ending not in UNSURE)


def is_folder(output: str) -> bool:
    """Return whether the output is a folder with a file for each input."""
    path = Path(output)
    if output.endswith(("/", os.sep)) or path.is_dir():
        return True
    return not any(path.name.lower().endswith((e, e + ".gz", e + ".zst")) for e in FORMATS)


def beside(path: Path, word: str, ending: str = "") -> Path:
    """Return the name of what belongs to an output: ``a.findings.csv.gz`` of ``a.csv.gz``."""
    name = path.name
    suffixes = ""
    while (suffix := Path(name).suffix) and suffix.lower() in {*FORMATS, *PACKED}:
        name, suffixes = name[: -len(suffix)], suffix + suffixes
    return path.with_name(f"{name}.{word}{ending or suffixes or '.parquet'}")


def check_apart(output: Path, places: list[Place]) -> None:
    """Refuse an output that is, or holds, what is read."""
    out = output.resolve()
    for each in places:
        path = each.path.resolve()
        if out == path or out in path.parents:
            raise TableError(f"{output}: it is read and written; name another output")
    if not out.parent.is_dir():
        raise TableError(f"{output}: there is no folder for it")
