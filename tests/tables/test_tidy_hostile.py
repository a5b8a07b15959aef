"""Hostile tables: links, planted folders, compression bombs, damaged Parquet, formulas."""

import csv
import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from kit import chance
from kit.arrow import pa, pq
from kit.command import run

TABLE = "url\nhttp://e.com/a b\n"
#: Address space of a job over a small file: pyarrow and DuckDB map much more than they use.
MOST = 3 << 30


pytestmark = pytest.mark.usefixtures("empty")


def refused(*words):
    """Return the error message of a command that fails, one line."""
    done = run(["tidy", *words, "-c", "url", "-o", "out.csv"])
    assert done.returncode == 3, done.stderr
    [wording] = done.stderr.decode().splitlines()
    assert not Path("out.csv").exists()
    return wording


@pytest.mark.parametrize("words", [["tables"], ["tables/*.csv"]], ids=str)
def test_a_link_out_of_a_folder_is_refused(words):
    Path("outside.csv").write_text(TABLE)
    Path("tables").mkdir()
    Path("tables/link.csv").symlink_to("../outside.csv")
    assert "it is a link out of tables; name it to read it" in refused(*words)
    assert run(["tidy", "tables/link.csv", "-c", "url", "-o", "out.csv"]).returncode == 0
    Path("tables/link.csv").unlink()
    Path("tables/a.csv").write_text(TABLE)
    Path("tables/b.csv").symlink_to("a.csv")
    assert run(["tidy", *words, "-c", "url", "-o", "out.csv"]).returncode == 0
    assert len(Path("out.csv").read_text().splitlines()) == 3


OUTPUTS = ("out.csv", "out.findings.csv", "out.csv.summary.json", "page.html")
TO_OUTPUTS = ["tidy", "a.csv", "-c", "url", "-o", "out.csv", "--report", "page.html"]


def test_links_of_several_outputs_to_one_file_are_refused():
    Path("a.csv").write_text(TABLE)
    Path("precious.txt").write_text("precious")
    for name in OUTPUTS:
        Path(name).symlink_to("precious.txt")
    done = run(TO_OUTPUTS)
    assert done.returncode == 3
    assert b"something else is written there" in done.stderr
    assert Path("precious.txt").read_text() == "precious"


def test_an_output_that_is_a_link_stays_one_and_its_target_is_replaced():
    Path("a.csv").write_text(TABLE)
    for name in OUTPUTS:
        Path(f"{name}.target").write_text("old")
        Path(name).symlink_to(f"{name}.target")
    assert run(TO_OUTPUTS).returncode == 0
    for name in OUTPUTS:
        assert Path(name).is_symlink()
        assert Path(f"{name}.target").read_text() not in {"", "old"}


PLANTED = [
    lambda folder: folder.symlink_to("elsewhere"),
    lambda folder: (folder.mkdir(), (folder / "manifest.jsonl").symlink_to("../precious.txt")),
    lambda folder: (folder.mkdir(), os.mkfifo(folder / "manifest.jsonl")),
]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
@pytest.mark.parametrize("plant", PLANTED, ids=["folder", "manifest", "fifo"])
def test_a_planted_folder_of_a_job_is_refused(plant):
    Path("a.csv").write_text(TABLE)
    Path("precious.txt").write_text("precious")
    Path("elsewhere").mkdir()
    Path("elsewhere/manifest.jsonl").write_text("precious")
    plant(Path(".out.csv.tidy"))
    message = ".out.csv.tidy: no job of superuri made this folder; remove it"
    assert refused("a.csv") == f"superuri tidy: {message}"
    assert Path("precious.txt").read_text() == "precious"
    assert Path("elsewhere/manifest.jsonl").read_text() == "precious"


def test_a_planted_manifest_is_not_continued():
    Path("a.csv").write_text(TABLE)
    work = Path(".out.csv.tidy")
    work.mkdir()
    (work / "output").write_text("url,url_clean\nhttp://evil.com/,http://evil.com/\n")
    ready = {"part": "ready", "summary": {}}
    (work / "manifest.jsonl").write_text(f'{{"superuri": "0"}}\n{json.dumps(ready)}\n')
    assert run(["tidy", "a.csv", "-c", "url", "-o", "out.csv"]).returncode == 0
    assert "evil" not in Path("out.csv").read_text()


BOMBS = [
    ("a.csv.gz", b"url\n", b"a"),
    ("a.csv.gz", b"", b"a"),
    ("a.csv.gz", b'url\n"', b"a"),
    ("a.tsv.gz", b"url\n", b"\t"),
    ("a.jsonl.gz", b'{"url":"', b"a"),
    ("a.jsonl.gz", b"", b"["),
]


def limited():
    """Limit the address space of the process."""
    import resource  # noqa: PLC0415  Windows has none

    resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))


def tidied_in_little_memory(name):
    """Run the command with limited memory, and few threads, as each takes some memory."""
    command = [sys.executable, "-m", "superuri", "tidy", name, "-c", "url", "-o", "out.csv"]
    command += ["--threads", "2"]
    few = {**os.environ, "MALLOC_ARENA_MAX": "2", "OMP_NUM_THREADS": "2"}
    return subprocess.run(command, capture_output=True, check=False, preexec_fn=limited, env=few)


@pytest.mark.skipif(sys.platform != "linux", reason="no limit of memory that is kept")
@pytest.mark.parametrize(("name", "first", "more"), BOMBS, ids=str)
def test_a_small_file_that_unpacks_to_much_is_refused_in_little_memory(name, first, more):
    with gzip.open(name, "wb", compresslevel=1) as file:
        file.write(first)
        for _ in range(65):
            file.write(more * (1 << 20))
    assert Path(name).stat().st_size < 1 << 20
    done = tidied_in_little_memory(name)
    assert done.returncode == 3, done.stderr
    assert done.stderr.decode() == (f"superuri tidy: {name}: a line is longer than 64M bytes\n")


def test_small_parquet_that_holds_much_is_one_sentence():
    long = "/" + "a" * (65 << 20)
    pq.write_table(pa.table({"url": [long]}), "long.parquet", compression="zstd")
    message = refused("long.parquet")
    assert message == "superuri tidy: long.parquet: a text is longer than 64M bytes"


@pytest.mark.skipif(sys.platform != "linux", reason="no limit of memory that is kept")
@pytest.mark.parametrize("stored", [True, False], ids=["dictionary", "strings"])
def test_a_long_text_repeated_is_refused_when_memory_runs_out(stored):
    many = pa.DictionaryArray.from_arrays(pa.array([0] * 200_000), ["/" + "a" * (1 << 20)])
    pq.write_table(pa.table({"url": many}), "many.parquet", store_schema=stored)
    done = tidied_in_little_memory("many.parquet")
    assert done.returncode == 3, done.stderr
    [wording] = done.stderr.decode().splitlines()
    assert wording.startswith("superuri tidy: many.parquet: it cannot be read (")


def flipped(rng, good):
    """Return the file with some bytes changed, most of them in the footer, or truncated."""
    data = bytearray(good)
    footer = int.from_bytes(good[-8:-4], "little") + 8
    for _ in range(rng.choice([1, 1, 2, 4, 16])):
        span = footer if rng.random() < 0.7 else len(data)
        data[-rng.randint(1, span)] = rng.choice([rng.randrange(256), 255, 0, 0x7F, 0x80])
    return bytes(data[: rng.randrange(len(data))] if rng.random() < 0.1 else data)


FUZZ = """
import sys
from pathlib import Path
from superuri.tables.files.failure import TableError
from superuri.tables.files.places import place
from superuri.tables.files.reading import ParquetReader
for path in sorted(Path(".").glob("*.parquet")):
    try:
        for block in ParquetReader(place(path), ["url"], []).blocks():
            pass
    except TableError as error:
        assert "\\n" not in str(error)
print("all read")
"""


def test_damaged_parquet_is_an_error_and_not_a_crash():
    columns = {"url": [f"http://e.com/{n}" for n in range(300)], "l": [["a", None]] * 300}
    pq.write_table(pa.table(columns), "good.parquet", row_group_size=100)
    good = Path("good.parquet").read_bytes()
    rng = Random(chance.SEED)
    for number in range(400):
        Path(f"{number}.parquet").write_bytes(flipped(rng, good))
    done = subprocess.run([sys.executable, "-c", FUZZ], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"all read\n"), done.stderr
    # A footer that claims to be 2 GiB long.
    Path("huge.parquet").write_bytes(good[:-8] + b"\xff\xff\xff\x7fPAR1")
    assert "huge.parquet: it cannot be read" in refused("huge.parquet")


FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=HYPERLINK(0)", "=cmd|' /C calc'!A0"]


def test_data_is_unchanged_and_findings_are_not_formulas():
    Path("=1+1").mkdir()
    given = [(f"{formula} %zz", formula) for formula in FORMULAS]
    with Path("=1+1/a.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("url", "note"), *given])
    words = ["=1+1/a.csv", "-c", "url", "-o", "out.csv", "--report", "page.html"]
    assert run(["tidy", *words]).returncode == 0
    with Path("out.csv").open(newline="") as file:
        assert [(row["url"], row["note"]) for row in csv.DictReader(file)] == given
    with Path("out.findings.csv").open(newline="") as file:
        found = list(csv.reader(file))
    assert {line[0] for line in found[1:]} == {"./=1+1/a.csv"}
    assert not [cell for line in found for cell in line if cell[:1] in {*"=+-@\t\r"}]
