"""Standard input and pipes as tables."""

import gzip
import io
import os
import subprocess
import sys
import threading

import pytest

pa = pytest.importorskip("pyarrow", reason="make peers installs it")
pytest.importorskip("duckdb", reason="make peers installs it")

import pyarrow.parquet as pq  # noqa: E402

from superuri import tables  # noqa: E402


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(words, data):
    found = [sys.executable, "-m", "superuri", *words]
    return subprocess.run(found, input=data, capture_output=True, check=False)


def parquet(new):
    sink = io.BytesIO()
    table = pa.table({"url": ["/a b"]})
    if new == "parquet":
        pq.write_table(table, sink)
    else:
        opened = pa.ipc.new_file if new == "file" else pa.ipc.new_stream
        with opened(sink, table.schema) as writer:
            writer.write_table(table)
    return sink.getvalue()


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


@pytest.mark.parametrize(("word", "data"), STANDARD)
@pytest.mark.parametrize("verb", ["tidy", "clean"])
def test_standard_input_is_a_table(folder, word, data, verb):
    words = ["tidy", "-"] if verb == "tidy" else ["clean", "-i", "-"]
    words += ["-c", "url", "--input-format", word]
    done = command([*words, "-o", "out.csv"], data)
    assert done.returncode == 0, done.stderr
    assert b"/a%20b" in (folder / "out.csv").read_bytes()
    done = command([*words, "-o", "-", "-q"], data)
    assert done.returncode == 0, done.stderr
    assert b"/a%20b" in done.stdout
    extra = {"out.csv", "out.findings.csv", "out.summary.json"} if verb == "tidy" else {"out.csv"}
    assert {path.name for path in folder.iterdir()} == extra


def test_a_pipes_format_is_its_name_or_an_option(folder):
    os.mkfifo(folder / "pipe.csv")
    for words in ({}, {"input_format": "csv"}):
        writer = threading.Thread(target=(folder / "pipe.csv").write_text, args=("url\n/a b\n",))
        writer.start()
        assert tables.apply("pipe.csv", "clean", "url", "out.csv", **words).rows == 1
        writer.join()
    assert (folder / "out.csv").read_text() == "url\n/a%20b\n"


def test_messages_name_standard_input(folder):
    words = ["tidy", "-", "-c", "url", "--input-format", "csv", "-o", "out.csv"]
    done = command(words, b"url\nhttp://u@a:80\\@b/\n")
    assert b"kept: standard input, row 1: ambiguous-authority" in done.stderr
    assert b"\nstandard input,1," in (folder / "out.findings.csv").read_bytes()
    done = command(words, b"id\n1\n")
    assert (done.returncode, b"standard input has no column 'url'" in done.stderr) == (3, True)
    done = command(["tidy", "-", "-c", "url", "-o", "out.csv"], b"")
    assert (done.returncode, b"--input-format" in done.stderr) == (2, True)
    done = command(["tidy", "-", "-", *words[2:]], b"url\n")
    assert (done.returncode, b"it can be read only once" in done.stderr) == (3, True)
    done = command(["clean", "-i", "-", "-c", "url", "--input-format", "parquet"], b"no")
    assert (done.returncode, b"standard input: it cannot be read" in done.stderr) == (3, True)


def test_a_folder_of_outputs_has_a_file_for_standard_input(folder):
    words = ["tidy", "-", "-c", "url", "--input-format", "csv", "-o", "out/"]
    assert command(words, b"url\n/a b\n").returncode == 0
    assert b"/a%20b" in (folder / "out/stdin.csv").read_bytes()


def test_a_rerun_with_the_same_bytes_continues(folder):
    data = b"url\n" + b"".join(b"/%d b\n" % n for n in range(300_000))
    words = ["tidy", "-", "-c", "url", "--input-format", "csv", "-o", "out.csv"]
    failing = (
        "import sys; from superuri.tables.job.local import Job\n"
        "def fail(*_): raise KeyboardInterrupt\n"
        "Job._find_duplicates = fail\n"
        "from superuri.cli import main; sys.exit(main())"
    )
    found = [sys.executable, "-c", failing, *words]
    subprocess.run(found, input=data, capture_output=True, check=False)
    assert (folder / ".out.csv.tidy").is_dir()
    done = command(words, data)
    assert (done.returncode, b"continues an interrupted job" in done.stderr) == (0, True)
    subprocess.run(found, input=data, capture_output=True, check=False)
    done = command(words, data + b"/x\n")
    assert (done.returncode, b"starts over" in done.stderr) == (0, True)
