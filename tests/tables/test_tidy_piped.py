"""Standard input and pipes as tables."""

import gzip
import io
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kit.amount import rest
from kit.arrow import pa, pq, tables
from kit.command import run

pytestmark = pytest.mark.usefixtures("empty")


def parquet(new):
    output = io.BytesIO()
    table = pa.table({"url": ["/a b"]})
    if new == "parquet":
        pq.write_table(table, output)
    else:
        opened = pa.ipc.new_file if new == "file" else pa.ipc.new_stream
        with opened(output, table.schema) as writer:
            writer.write_table(table)
    return output.getvalue()


STANDARD = [
    ("csv", b"url\n/a b\n"),
    ("csv", gzip.compress(b"url\n/a b\n", mtime=0)),
    ("tsv", b"url\tn\n/a b\t1\n"),
    ("jsonl", b'{"url":"/a b"}\n'),
    ("json", b'[{"url":"/a b"}]'),
    ("txt", b"/a b\n"),
    ("parquet", parquet("parquet")),
    ("arrow", parquet("file")),
    ("feather", parquet("file")),
    ("arrow", parquet("stream")),
]


@pytest.mark.parametrize(
    ("verb", "word", "data"),
    [
        pytest.param(
            verb, *row, marks=[] if verb == "clean" or row[0] in {"csv", "parquet"} else rest
        )
        for verb in ("tidy", "clean")
        for row in STANDARD
    ],
)
def test_standard_input_is_a_table(verb, word, data):
    words = ["tidy", "-"] if verb == "tidy" else ["clean", "-i", "-"]
    words += ["-c", "url", "--input-format", word]
    done = run([*words, "-o", "out.csv"], data)
    assert done.returncode == 0, done.stderr
    assert b"/a%20b" in Path("out.csv").read_bytes()
    done = run([*words, "-o", "-", "-q"], data)
    assert done.returncode == 0, done.stderr
    assert b"/a%20b" in done.stdout
    extra = (
        {"out.csv", "out.findings.csv", "out.csv.summary.json"} if verb == "tidy" else {"out.csv"}
    )
    assert {path.name for path in Path().iterdir()} == extra


def test_a_pipes_format_is_its_name_or_an_option():
    os.mkfifo(Path("pipe.csv"))
    for words in ({}, {"input_format": "csv"}):
        writer = threading.Thread(target=Path("pipe.csv").write_text, args=("url\n/a b\n",))
        writer.start()
        assert tables.apply("pipe.csv", "clean", "url", "out.csv", **words).rows == 1
        writer.join()
    assert Path("out.csv").read_text() == "url\n/a%20b\n"


@pytest.mark.parametrize("words", [["clean", "-c", "url"], ["clean", "-i", "-", "-c", "url"]])
def test_standard_input_is_csv_by_default(words):
    done = run(words, b"n,url\n1,/a b\n")
    assert (done.returncode, done.stdout) == (0, b"n,url\n1,/a%20b\n")
    assert run([*words, "-o", "out.csv"], b"n,url\n1,/a b\n").stdout == b""
    assert Path("out.csv").read_bytes() == done.stdout
    done = run([*words, "--input-format", "jsonl"], b'{"url": "/a b"}\n')
    assert (done.returncode, done.stdout) == (0, b'{"url": "/a%20b"}\n')


def test_tidy_reads_csv_from_standard_input():
    done = run(["tidy", "-", "-c", "url", "-o", "-", "--default-scheme", "https"], b"url\ne.com\n")
    assert done.returncode == 0
    first = b"e.com,https://e.com,https://e.com/,e.com,e.com,"
    assert done.stdout.splitlines()[1].startswith(first)


def test_messages_name_standard_input():
    words = ["tidy", "-", "-c", "url", "--input-format", "csv", "-o", "out.csv"]
    done = run(words, b"url\nhttp://u@a:80\\@b/\n")
    assert b"  1 ambiguous-authority, first row 1: parsers" in done.stderr
    assert b"\nstandard input,1," in Path("out.findings.csv").read_bytes()
    done = run(words, b"id\n1\n")
    assert (done.returncode, b"standard input has no column 'url'" in done.stderr) == (3, True)
    done = run(["tidy", "-", "a.csv", "-c", "url", "-o", "out.csv"], b"")
    assert (done.returncode, b"--input-format" in done.stderr) == (2, True)
    done = run(["tidy", "-", "-", *words[2:]], b"url\n")
    assert (done.returncode, b"it can be read only once" in done.stderr) == (3, True)
    done = run(["clean", "-i", "-", "-c", "url", "--input-format", "parquet"], b"no")
    assert (done.returncode, b"standard input: it cannot be read" in done.stderr) == (3, True)


def test_a_folder_of_outputs_has_a_file_for_standard_input():
    words = ["tidy", "-", "-c", "url", "--input-format", "csv", "-o", "out/"]
    assert run(words, b"url\n/a b\n").returncode == 0
    assert b"/a%20b" in Path("out/stdin.csv").read_bytes()


def test_a_rerun_with_the_same_bytes_continues():
    data = b"url\n" + b"".join(b"/%d b\n" % n for n in range(30_000))
    words = ["tidy", "-", "-c", "url", "--input-format", "csv", "-o", "out.csv"]
    failing = (
        "import sys; from superuri.tables.job.local import Job\n"
        "def fail(*_): raise KeyboardInterrupt\n"
        "Job._find_duplicates = fail\n"
        "from superuri.cli import main; sys.exit(main())"
    )
    found = [sys.executable, "-c", failing, *words]
    subprocess.run(found, input=data, capture_output=True, check=False)
    assert Path(".out.csv.tidy").is_dir()
    done = run(words, data)
    assert (done.returncode, b"continues an interrupted job" in done.stderr) == (0, True)
    subprocess.run(found, input=data, capture_output=True, check=False)
    done = run(words, data + b"/x\n")
    assert (done.returncode, b"starts over" in done.stderr) == (0, True)
