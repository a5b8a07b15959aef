"""Powers: the modules of the package that start programs, open sockets or write files."""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit import ROOT
from kit.isolated import run

PACKAGE = ROOT / "python" / "superuri"

#: Functions that start a program, open a socket or write a file; a star is any ending.
NAMES = {
    "programs": (
        *("subprocess.run", "subprocess.Popen", "subprocess.call", "subprocess.check_*"),
        *("subprocess.get*", "os.system", "os.popen", "os.exec*", "os.spawn*", "os.posix_spawn*"),
        *("os.fork*", "os.startfile", "pty.*", "multiprocessing*", "webbrowser.*"),
        *("concurrent.futures.ProcessPoolExecutor", "asyncio.create_subprocess_*", "runpy.*"),
        # The runner of foreign programs.
        *("superuri._scratch.start", "superuri._foreign.process.start", "superuri._foreign.run"),
        "superuri._foreign.process.run",
        *("superuri._foreign.lines.Lines", "superuri._foreign.reported"),
        "superuri._foreign.version",
    ),
    "sockets": (
        *("socket.*", "_socket.*", "ssl.*", "http.client*", "http.server*", "socketserver*"),
        *("urllib.request*", "ftplib*", "smtplib*", "asyncio.start_server", "asyncio.start_unix*"),
        *("asyncio.open_connection", "asyncio.open_unix*", "uvicorn*", "fsspec*", "pyarrow.fs*"),
        *("requests*", "httpx*", "urllib3*", "aiohttp*", "boto3*", "botocore*", "s3fs*"),
    ),
    "files": (
        *("os.replace", "os.rename*", "os.unlink", "os.remove*", "os.mkdir", "os.makedirs"),
        *("os.rmdir", "os.link", "os.symlink", "os.truncate", "os.ftruncate", "os.mkfifo"),
        *("os.chmod", "os.chown", "os.utime", "tempfile.mk*", "tempfile.Temporary*"),
        *("tempfile.Named*", "tempfile.Spooled*", "shutil.rmtree", "shutil.move", "shutil.copy"),
        *("shutil.copy2", "shutil.copyfile", "shutil.copytree", "pyarrow.OSFile"),
        *("pyarrow.csv.CSVWriter", "pyarrow.csv.write*", "pyarrow.parquet.ParquetWriter"),
        *("pyarrow.parquet.write*", "pyarrow.ipc.new_*", "duckdb.connect", "sqlite3*", "shelve*"),
        # Files and folders of the package.
        *("superuri._scratch.folder", "superuri._scratch.remove", "superuri._system.Folder"),
        *("superuri._system.exchange", "superuri._system.open_lock", "superuri._core.stream"),
        "superuri._foreign.process.write",
    ),
}
BEGINNINGS = {
    power: tuple(row[:-1] for row in rows if row.endswith("*")) for power, rows in NAMES.items()
}
#: Methods of paths, of whatever name: the number of their arguments, if others have that name.
METHODS = {
    **dict.fromkeys(("write_text", "write_bytes", "unlink", "mkdir", "rmdir", "touch"), None),
    **dict.fromkeys(("symlink_to", "hardlink_to", "chmod"), None),
    **dict.fromkeys(("rename", "replace"), 1),
}
#: The modes of `open` that write, and the flags of `os.open`.
MODES, FLAGS = set("wax+"), ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TMPFILE")

#: The modules that do it, and why.
ALLOWED = {
    "programs": {
        "_scratch": "starts a program in a folder, and stops it with what it started",
        "_foreign": "the program's version",
        "_foreign.process": "the environment, the input and the output of the program",
        "_foreign.lines": "a program that answers lines",
        "who.running": "who --decode: functions of other languages",
        "who.running_batch": "who --decode: functions of Python's packages",
        "disagree.ask": "disagree: other parsers",
        "wire.loopback": "wire: other clients",
        "wire.programs": "wire: the version of a client",
        "web.server": "serve: opens the user's browser, if it is asked to",
        "web.worker": "serve: a process of our own, which has limits of memory and time",
    },
    "sockets": {
        "wire.loopback": "wire: a server on this machine for one request",
        "web.connections": "serve: the protocol of its server",
        "web.server": "serve: the page's server",
        "tables.storage.fetch": "tables: an input with an address of the Web",
        "tables.storage.s3": "tables: an S3 store",
        "tables.storage.upload": "tables: an output in an S3 store",
        "tables.storage.systems": "tables: stores that fsspec or pyarrow knows",
    },
    "files": {
        "_system": "the calls that differ by system",
        "_scratch": "folders that are removed when the process ends",
        "_foreign.process": "files of a program, in its folder",
        "disagree.ask": "the source of a program, in its folder",
        "wire.loopback": "the folder of a client",
        "wire.programs": "the source of a client, in its folder",
        "who.running_batch": "the folder of a program",
        "cli.output.files": "the command: -o and -i",
        "cli.verbs.lines": "the command: lines, written by the engine",
        "web.port": "serve: the port of the last time",
        "tables.engines.duckdb": "tables: DuckDB's temporary files",
        "tables.files.piped": "tables: standard input and pipes as files",
        "tables.files.streams": "tables: standard input and output",
        "tables.files.writing_text": "tables: CSV, JSON and lines",
        "tables.files.writing_typed": "tables: Parquet and Arrow",
        "tables.job.apply": "tables: the scratch folder of a dry run",
        "tables.job.applying": "tables: the work folder of one verb",
        "tables.job.copies": "tables: files that are only copied",
        "tables.job.local": "tables: the outputs of a job here",
        "tables.job.locks": "tables: a lock for each output",
        "tables.job.manifest": "tables: the finished parts",
        "tables.job.outputs": "tables: outputs replace older ones in one step",
        "tables.job.parts": "tables: the table of a part, between two steps",
        "tables.job.written": "tables: a folder as the output of one verb",
        "tables.job.running": "tables: the summary and the report of a job, and its folder",
        "tables.job.sending": "tables: outputs that are sent to a store",
        "tables.job.spark": "tables: the outputs of a job of Spark",
        "tables.job.staged": "tables: outputs that wait for a store",
        "tables.storage.delta": "tables: a Delta table",
        "tables.storage.fetch": "tables: the copy of an input",
        "tables.storage.iceberg": "tables: an Iceberg table",
        "tables.storage.systems": "tables: the copy of an input",
        "tables.storage.upload": "tables: the state of an interrupted upload",
    },
}
#: No module of these may be loaded by `import superuri`.
NEVER = (
    *("subprocess", "multiprocessing", "webbrowser", "asyncio", "concurrent", "ctypes"),
    *("socket", "_socket", "ssl", "http", "urllib.request", "uvicorn", "fsspec", "pyarrow"),
    *("tempfile", "shutil", "duckdb"),
)


def imported(tree: ast.AST) -> dict[str, str]:
    """Return the full name of each name that is imported, also inside functions."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                names[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names


def full_name(node: ast.AST, names: dict[str, str]) -> str:
    """Return the full name of an expression like `os.path.join`, or an empty text."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in names:
        return ""
    return ".".join([names[node.id], *reversed(parts)])


def is_power(name: str, power: str) -> bool:
    """Return whether a full name is one of a power."""
    return name in NAMES[power] or name.startswith(BEGINNINGS[power])


def writes(call: ast.Call, names: dict[str, str]) -> bool:
    """Return whether a call opens a file to write, or is a method of a path that does."""
    function = call.func
    if isinstance(function, ast.Attribute) and not full_name(function, names):
        if function.attr in METHODS:
            return METHODS[function.attr] in {None, len(call.args)}
        mode = 0
    else:
        mode = 1
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if called not in {"open", "fdopen"}:
        return False
    if full_name(function, names) == "os.open":
        return any(flag in ast.dump(call) for flag in FLAGS)
    given = [*call.args[mode : mode + 1], *(k.value for k in call.keywords if k.arg == "mode")]
    return any(
        not isinstance(each, ast.Constant) or bool(MODES & set(str(each.value))) for each in given
    )


def powers(text: str) -> Iterator[tuple[str, str]]:
    """Yield each power that a module has, and the name by which it has it."""
    tree = ast.parse(text)
    names = imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Attribute, ast.Name)):
            name = full_name(node, names)
            yield from ((power, name) for power in NAMES if name and is_power(name, power))
        elif isinstance(node, ast.Call) and writes(node, names):
            yield "files", ast.unparse(node.func)


def module(path: Path) -> str:
    """Return the name of a module in the package."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@functools.cache
def every() -> dict[str, set[tuple[str, str]]]:
    """Return the powers of each module of the package."""
    return {
        module(path): set(powers(path.read_text(encoding="utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


@pytest.mark.parametrize("power", NAMES)
def test_only_these_modules_have_the_power(power: str) -> None:
    found = {
        name: sorted(how for its, how in each if its == power) for name, each in every().items()
    }
    found = {name: how for name, how in found.items() if how}
    more = {name: how for name, how in found.items() if name not in ALLOWED[power]}
    assert not more, "add a row with the reason to ALLOWED, or use a module that is there"
    assert ALLOWED[power].keys() <= found.keys(), "a module no longer does it: remove its row"


def test_import_superuri_reaches_none_of_them() -> None:
    code = "import sys; old = set(sys.modules); import superuri; print(*set(sys.modules) - old)"
    loaded = set(run(code).split())
    rows = {f"superuri.{name}" for each in ALLOWED.values() for name in each}
    assert "superuri._core" in loaded
    assert not loaded & rows
    assert not {name for name in loaded if f"{name}.".startswith(tuple(f"{n}." for n in NEVER))}


CODE = [
    # code, the powers
    ("import subprocess\nsubprocess.run([])", {"programs"}),
    ("import subprocess as s\ndef f():\n    return s.Popen", {"programs"}),
    ("from subprocess import check_output as c\nc()", {"programs"}),
    ("import subprocess\nraise subprocess.TimeoutExpired", set()),
    ("import os\nos.execv('a', [])", {"programs"}),
    ("import asyncio\nasyncio.create_subprocess_exec('a')", {"programs"}),
    ("import multiprocessing.pool", set()),
    ("import multiprocessing.pool\nmultiprocessing.pool.Pool()", {"programs"}),
    ("from superuri import _foreign\n_foreign.run([])", {"programs"}),
    ("def f():\n    import socket\n    return socket.socket()", {"sockets"}),
    ("from urllib.request import urlopen as u\nu('a')", {"sockets"}),
    ("from urllib.parse import quote as u\nu('a')", set()),
    ("import pyarrow as pa\npa.fs.LocalFileSystem()", {"sockets"}),
    ("open('a')", set()),
    ("open('a', 'rb')", set()),
    ("open('a', 'wb')", {"files"}),
    ("open('a', mode='a')", {"files"}),
    ("open('a', mode)", {"files"}),
    ("path.open('r+')", {"files"}),
    ("path.open()", set()),
    ("import os\nos.open('a', os.O_RDONLY)", set()),
    ("import os\nos.open('a', os.O_WRONLY | os.O_CREAT)", {"files"}),
    ("import os\nos.fdopen(1, 'w')", {"files"}),
    ("path.replace(other)", {"files"}),
    ("text.replace('a', 'b')", set()),
    ("import os.path\nos.path.join('a')\nos.unlink('a')", {"files"}),
    ("path.write_text('a')", {"files"}),
    ("from tempfile import TemporaryDirectory as T\nT()", {"files"}),
    ("import tempfile\ntempfile.gettempdir()", set()),
]


@pytest.mark.parametrize(("text", "its"), CODE)
def test_a_power_is_seen_in_code(text: str, its: set[str]) -> None:
    assert {power for power, _ in powers(text)} == its
