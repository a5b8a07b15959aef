"""Command lines, made at random: an exit code of the table, and no traceback."""

import contextlib
import gzip
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from kit import chance
from kit.hostile_input import changed, text
from kit.nursery import Nursery, scratch
from superuri._verbs import COMMANDS
from superuri.cli.arguments.jobs import JOBS
from superuri.cli.arguments.parser import Argument
from superuri.cli.dispatch import job, parser_of

#: The exit codes of the documentation, without those of a bug and of signals.
CODES = {0, 1, 2, 3, 4, 141}
#: These start programs or a server.
ELSEWHERE = {"wire", "disagree", "who", "serve"}
#: Options that start Spark, or show help.
LEFT_OUT = {"--master", "--engine", "--help"}
#: Metavars of options whose values are files.
FILES = {"FILE", "OUT", "IN", "ARG"}
TABLE = b'id,url\n1,http://e.com/a b\n2,\xff\xfe\n3,"http://e.com/\n4,\0\n'
NAMES = (
    "in.txt", "in.csv", "in.jsonl", "in.json", "in.parquet", "in.md", "in.gz", "in.zst", "empty",
    "folder", "missing", "long.txt", "nul.txt", "octets", "new\nline", "\udcff\udcfe", "a" * 300,
    "out.csv", "out.parquet", "out.txt", "out.gz", "-", "", ".", "folder/in.csv", "in.arrow",
)  # fmt: skip
#: Values that are accepted, by metavar.
GOOD = {
    "NAME": ("url", "url", "id"), "N": ("1", "2", "8"), "SIZE": ("1M", "64K", "3"),
    "CHAR": (",", ";", "tab"), "LABEL": ("utf-8", "latin-1", "shift_jis"), "COLUMN": ("id",),
    "SET": ("rfc3986.PATH", "html.FORM"), "RULES": ("U101", "ALL"), "PATTERN": ("*.md",),
    "PROFILE": ("WHATWG", "SALVAGE"), "TABLE": ("sets", "rules", "encodings"),
    "NAME=VALUE": ("scheme=http", "host=e.com", "path=/a b", "a=1", "http://{a}/", "query:={}"),
}  # fmt: skip
WORDS = (
    *("url", "id", "a", "0", "-1", "1e9", "9" * 40, "\udcff", "a=b", "a:=[1", "a:={}", "=", "x,y"),
)


def lay(folder: Path, rng: Random) -> None:
    """Write the files, each with faults at random."""
    (folder / "folder").mkdir(exist_ok=True)
    lines = "".join(f"{text(rng)}\n" for _ in range(20)).encode("utf-8", "surrogatepass")
    table = TABLE * 3
    for name, data in {
        "in.txt": lines, "in.csv": table, "folder/in.csv": changed(rng, table), "empty": b"",
        "in.jsonl": b'{"url": "a b"}\n{"url": 1}\n{"url": null}\n[1]\n\n{"url": "\\ud800"}\n',
        "in.json": changed(rng, b'[{"url": "a b"}, {"url": "http://e.com/%zz"}]'),
        "in.parquet": changed(rng, b"PAR1" + rng.randbytes(60) + b"PAR1"),
        "in.md": b"[a](<http://e.com/a b>) <a href=http://e.com/\xc3\xbc>\xff\0\n" * 9,
        "in.gz": changed(rng, gzip.compress(lines)), "in.zst": rng.randbytes(50),
        "in.arrow": b"ARROW1\0\0" + rng.randbytes(40), "long.txt": b"a b%zz" * 40_000,
        "nul.txt": b"a\0b\0\n\r\n\r\0" * 9, "octets": rng.randbytes(3000), "new\nline": lines,
    }.items():  # fmt: skip
        path = folder / name
        if not path.is_dir():
            path.write_bytes(changed(rng, data) if rng.randrange(3) == 0 else data)


def word(rng: Random, metavar: str, choices: tuple[str, ...]) -> str:
    """Return a value for an option or an argument."""
    if metavar in FILES:
        return rng.choice(NAMES)
    if choices and rng.randrange(9):
        return rng.choice(choices)
    if metavar in GOOD and rng.randrange(4):
        return rng.choice(GOOD[metavar])
    made = rng.choice(WORDS) if rng.randrange(2) else text(rng)[:3000]
    # A command line has no NUL, and is bytes.
    return os.fsdecode(made.replace("\0", "").encode("utf-8", "surrogatepass"))


def options(rng: Random, own: list[Argument]) -> list[str]:
    """Return some of the options, a few of them misspelt or with a value too many or too few."""
    made = []
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        action = rng.choice(own)
        option = rng.choice(action.names)
        if LEFT_OUT & set(action.names):
            continue
        if rng.randrange(40) == 0:
            option = option[: rng.randrange(5, 12)] if len(option) > 6 else f"{option}x"
        value = word(rng, action.metavar, action.choices)
        takes_none = not action.takes
        if rng.randrange(40) == 0:
            takes_none = not takes_none
        if takes_none:
            made.append(option)
        elif option.startswith("--") and rng.randrange(3) == 0:
            made.append(f"{option}={value}")
        else:
            made += [option, value]
    return made


def line(rng: Random, parsers: dict[str, list[Argument]]) -> list[str]:
    name = rng.choice(list(parsers))
    made = options(rng, [action for action in parsers[name] if action.names])
    takes = next((action for action in parsers[name] if not action.names), None)
    if takes is not None:
        for _ in range(rng.choice((0, 1, 1, 2, 5))):
            made.insert(rng.randrange(len(made) + 1), word(rng, takes.metavar, takes.choices))
    if rng.randrange(30) == 0:
        made.insert(
            rng.randrange(len(made) + 1), rng.choice(("--", "--nope", "-", "-Z", "--=", ""))
        )
    words = [*name.split(), *made]
    if name in {"lint", "tidy"} or "-c" in words:
        # Words may have been moved, so paths outside the folder are removed.
        words = [w for w in words if not w.startswith("/") and ".." not in w and "://" not in w]
    return [w for w in words if not abbreviates(w)]


def abbreviates(word: str) -> bool:
    """Return whether a word may be short for an option that is left out."""
    option = word.partition("=")[0]
    return len(option) > 2 and any(left.startswith(option) for left in LEFT_OUT)


@contextlib.contextmanager
def tries() -> Iterator[Callable[[int], str]]:
    """Start a nursery of commands, and yield the function that tries a case."""
    parsers = {verb.name: parser_of(verb).arguments for verb in COMMANDS}
    parsers |= {name: job(name).parser_of(name).arguments for name in JOBS.keys() - ELSEWHERE}
    parsers = dict(sorted(parsers.items()))
    with scratch() as name, Nursery(Path(name)) as nursery:
        folder = Path(name) / "root"
        folder.mkdir()
        said, modules = Path(name) / "said", Path(name) / "modules"
        for verb in parsers:
            lay(folder, chance.seeded("modules"))
            given = [*verb.split(), "in.csv", "-o", "out.csv"]
            nursery.run(given, cwd=str(folder), modules=str(modules))
            nursery.load(json.loads(modules.read_text()))

        def one(n: int) -> str:
            rng = chance.seeded(f"command {n}")
            lay(folder, rng)
            words = line(rng, parsers)
            stdin = str(folder / rng.choice(("in.txt", "empty", "octets", "nul.txt", "in.csv")))
            code = nursery.run(words, cwd=str(folder), stdin=stdin, stderr=str(said))
            message = said.read_text(errors="replace")
            if code in CODES and "Traceback" not in message and "panicked" not in message:
                return ""
            return f"{words!a}: exit code {code}: {message[-1500:]}"

        yield one
