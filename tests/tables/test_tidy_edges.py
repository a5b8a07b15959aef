"""Edges of jobs over tables: rows at the ends of reads, chunks and blocks, and whole messages."""

import errno
import json
import os
import shutil
import tempfile
from pathlib import Path

import pytest

from kit.arrow import pa, pq, refused, tables
from superuri import _system
from superuri.tables.files import chunks, reading, source
from superuri.tables.job import locks

pytestmark = pytest.mark.usefixtures("empty")


def names(folder=Path()):
    return sorted(path.name for path in folder.iterdir())


def test_blank_lines_after_a_full_block_are_counted_once(monkeypatch):
    """The first ten rows are a chunk, as a row without a URL is not read by Arrow."""
    monkeypatch.setattr(reading, "ROWS", 10)
    long = [f"{n},/{n} {'x' * 450}\n" for n in range(13)]
    long[0] = "0\n" + long[0]
    Path("a.csv").write_text(f"id,url\n{''.join(long[:9])}\n\n{''.join(long[9:])}")
    done = tables.apply("a.csv", "clean", "url", "b.csv")
    assert (done.rows, done.refused, done.blank) == (14, 1, 2)
    rows = Path("b.csv").read_text().splitlines()
    assert rows[:2] == ["id,url", "0,"]
    assert rows[2:] == [f"{n},/{n}%20{'x' * 450}" for n in range(13)]


@pytest.mark.parametrize("size", [9, 20, 50])
def test_a_line_may_go_over_the_end_of_a_read(monkeypatch, size):
    rows = [f"{n},/{n} {'x' * (n % 23)}\n" for n in range(200)]
    monkeypatch.setattr(source, "READ", size)
    for most in (0, 100, 4 << 20):
        monkeypatch.setattr(chunks, "MAX_BYTES", most)
        Path("a.csv").write_text("".join(["id,url\n", *rows]))
        done = tables.apply("a.csv", "clean", "url", "b.csv")
        assert (done.rows, done.refused) == (200, 0)
        made = Path("b.csv").read_text()
        assert made == "id,url\n" + "".join(rows).replace(" ", "%20")


def test_lists_are_found_in_the_first_lines_of_several(monkeypatch):
    monkeypatch.setattr(chunks, "MAX_BYTES", 100)
    Path("a.jsonl").write_text('{"url":null}\n{"url":["/a b"]}\n{"url":["/c","/d e"]}\n' * 9)
    done = tables.apply("a.jsonl", "clean", "url", "b.jsonl")
    assert (done.rows, done.refused) == (27, 0)
    want = '{"url":null}\n{"url":["/a%20b"]}\n{"url":["/c","/d%20e"]}\n'
    assert Path("b.jsonl").read_text() == want * 9


ODD = ['{"url":"/é d"}', '{"url":"\\ud800"}', '{"url":5}', "bad", '{"n":NaN,"url":"/e f"}']


def test_odd_lines_of_a_later_block_are_read_one_by_one(monkeypatch):
    monkeypatch.setattr(reading, "ROWS", 100)
    lines = [f'{{"url":"/{n} b"}}' for n in range(300)]
    lines[205:210] = ODD
    Path("a.jsonl").write_text("".join(f"{line}\n" for line in lines))
    done = tables.tidy("a.jsonl", "url", "b.jsonl")
    clean = dict(zip(ODD, ["/%C3%A9%20d", "\ud800", None, None, "/e%20f"], strict=True))
    made = Path("b.jsonl").read_text().splitlines()
    assert len(made) == 300
    for n, line in enumerate(lines):
        if line == "bad":
            assert made[n] == line
        else:
            assert json.loads(made[n])["url_clean"] == clean.get(line, f"/{n}%20b")
    bad = [n for n, line in enumerate(lines) if line in ODD[1:4]]
    why = {ODD[1]: "surrogate", ODD[2]: "no-text", ODD[3]: "no-object"}
    assert done.kept_rows == [("a.jsonl", n + 1, why[lines[n]]) for n in bad]


def test_a_carriage_return_before_the_last_character_stays():
    Path("a.csv").write_bytes(b"url,id\n\n/x y,a\rb\n/z,\rc\r\n")
    done = tables.apply("a.csv", "clean", "url", "b.csv")
    assert (done.rows, done.blank) == (2, 1)
    assert Path("b.csv").read_bytes() == b'url,id\n/x%20y,"a\rb"\n/z,"\rc"\n'


def test_quoted_bytes_of_the_first_row_may_be_invalid():
    Path("a.csv").write_bytes(b'"id","url"\n"\xff\xc3\xa9","/a b"\n"2","/c d"\n')
    tables.apply("a.csv", "clean", "url", "b.csv")
    assert Path("b.csv").read_bytes() == b"id,url\n\xff\xc3\xa9,/a%20b\n2,/c%20d\n"


def test_an_ordered_dictionary_stays_one(monkeypatch):
    monkeypatch.setattr(reading, "ROWS", 5)
    type_ = pa.dictionary(pa.int8(), pa.string(), ordered=True)
    column = pa.array(["low", "high"] * 8).dictionary_encode().cast(type_)
    table = pa.table({"url": ["/a b"] * 16, "d": column})
    with pa.OSFile("a.arrow", "wb") as output, pa.ipc.new_file(output, table.schema) as file:
        file.write_table(table, max_chunksize=5)
    tables.apply("a.arrow", "clean", "url", "b.arrow")
    made = pa.ipc.open_file("b.arrow").read_all()
    assert made.schema.equals(table.schema)
    assert made.to_pylist() == [{"url": "/a%20b", "d": d} for d in ("low", "high") * 8]


FOLDER = "name a folder as the output, where each keeps its own columns, or"
ADVICE = f"{FOLDER} take all columns of all (--union-by-name)"
INT, DOUBLE = "its column 'n' is of type int64, in", "its column 'n' is of type double, in"
CASTS = [
    ("ac", True, f"a.parquet: {INT} another input of type double; {FOLDER} cast one of them"),
    ("ca", True, f"a.parquet: {INT} c.parquet of type double; {FOLDER} cast one of them"),
    ("ac", False, f"c.parquet: {DOUBLE} a.parquet of type int64; {ADVICE}"),
    ("ca", False, f"a.parquet: {INT} c.parquet of type double; {ADVICE}"),
]


@pytest.mark.parametrize(("names", "union", "message"), CASTS)
def test_a_number_that_the_common_type_cannot_hold_is_an_error(names, union, message):
    # No double has this value.
    pq.write_table(pa.table({"url": ["/"], "n": [2**53 + 1]}), "a.parquet")
    pq.write_table(pa.table({"url": ["/"], "n": [0.5]}), "c.parquet")
    inputs = [f"{name}.parquet" for name in names]
    with refused(message):
        tables.apply(inputs, "clean", "url", "b.parquet", union_by_name=union)
    assert not Path("b.parquet").exists()


ROWS = [
    ("a.jsonl", '{"url":"/a b"}\n{"url":5}\n', "clean", "the value is not valid text"),
    (
        *("a.jsonl", '{"url":"/a b"}\n{"url":"\\ud800"}\n', "clean"),
        "half of a surrogate pair has no UTF-8",
    ),
    ("a.jsonl", '{"url":"/a b"}\nbad\n', "clean", "the line is not a JSON object"),
    ("a.csv", "id,url\n1,/\n2\n", "clean", "the row ends before the column"),
    (
        *("a.tsv", "id\turl\n1\t/\n2\ta%09b\n", "decode"),
        "the result has a tab or a line break, which a field of the output cannot contain",
    ),
]


@pytest.mark.parametrize(("name", "text", "verb", "message"), ROWS)
def test_a_row_that_fails_ends_the_job_with_its_reason(name, text, verb, message):
    Path(name).write_text(text)
    out = name.replace("a.", "b.")
    with refused(f"{name}, row 2: {message}", tables.RowError):
        tables.apply(name, verb, "url", out, on_error="raise")
    assert tables.apply(name, verb, "url", out).refused == 1


CLASHES = [
    ("b.csv", {"findings": "b.csv.summary.json"}, "b.csv.summary.json"),
    ("b.csv", {"findings": "r.csv", "report": "r.csv"}, "r.csv"),
    ("b.csv", {"findings": "b.csv"}, "b.csv"),
    ("b.csv", {"report": "b.findings.csv"}, "b.findings.csv"),
    ("b.csv", {"findings": "x.csv", "report": "b.csv.summary.json"}, "b.csv.summary.json"),
    ("out/", {"findings": "out/findings.csv"}, "out/findings.csv"),
    ("out/", {"report": "out/report.html"}, "out/report.html"),
]


@pytest.mark.parametrize(("output", "more", "name"), CLASHES)
def test_two_outputs_are_two_files(output, more, name):
    Path("a.csv").write_text("url\n/\n")
    Path("out").mkdir()
    with refused(f"{name}: something else is written there; name another file"):
        tables.tidy("a.csv", "url", output, **more)
    assert [*names(), *names(Path("out"))] == ["a.csv", "out"]


def test_a_missing_column_is_named_with_those_of_the_dialect():
    Path("a.csv").write_text("a;b\n1;2\n")
    with refused("a.csv has no column 'url'; its columns are a, b"):
        tables.apply("a.csv", "clean", "url", "b.csv")


def test_a_summary_that_cannot_be_written_is_an_error_of_the_output():
    Path("a.csv").write_text("url\n/\n")

    def block(doing, *_):
        if doing == "writing":
            Path(".b.csv.tidy/summary").mkdir(exist_ok=True)

    with pytest.raises(tables.TableError, match=r"^b\.csv: Is a directory; the finished parts are"):
        tables.tidy("a.csv", "url", "b.csv", progress=block)
    assert not Path("b.csv").exists()


def test_a_report_may_be_on_another_file_system(tmp_path):
    other = Path("/dev/shm")  # noqa: S108  it is a file system of its own on Linux
    if not other.is_dir() or other.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is one file system")
    folder = Path(tempfile.mkdtemp(dir=other))
    try:
        page = folder / "r.html"
        page.write_text("old")
        page.chmod(0o640)
        Path("a.csv").write_text("url\n/a b\n")
        tables.tidy("a.csv", "url", "b.csv", report=page)
        assert "<h1>1 row of 1 file</h1>" in page.read_text()
        assert page.stat().st_mode & 0o777 == 0o640
        assert names(folder) == ["r.html"]
        assert names() == ["a.csv", "b.csv", "b.csv.summary.json", "b.findings.csv"]
    finally:
        shutil.rmtree(folder)


def test_a_rerun_reports_that_it_continues():
    Path("a.csv").write_text("url\n/a b\n")

    def stop(doing, *_):
        if doing == "writing":
            raise KeyboardInterrupt

    said = []
    with pytest.raises(KeyboardInterrupt):
        tables.tidy("a.csv", "url", "b.csv", progress=stop, say=said.append)
    assert said == ["the finished parts are in .b.csv.tidy: a rerun continues there, or delete it"]
    said.clear()
    assert tables.tidy("a.csv", "url", "b.csv", say=said.append).cleaned == 1
    [message] = said
    assert message.startswith("b.csv: continues an interrupted job, of which 1 part")
    assert names() == ["a.csv", "b.csv", "b.csv.summary.json", "b.findings.csv"]


def test_without_locks_beside_an_output_they_are_in_the_temporary_folder(empty, monkeypatch):
    (empty / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(empty / "tmp"))
    lock, refused = _system.lock, []

    def some(descriptor):
        here = Path(".b.csv.lock")
        if here.exists() and os.path.samestat(os.fstat(descriptor), here.stat()):
            refused.append(descriptor)
            raise OSError(errno.ENOLCK, "No locks available")
        return lock(descriptor)

    monkeypatch.setattr(_system, "lock", some)
    with locks.acquire([Path("b.csv")]):
        [fallback] = (empty / "tmp").iterdir()
        assert fallback.read_text() == f"{os.getpid()}\n"
        assert len(refused) == 1
    assert names() == ["tmp"]
    assert names(empty / "tmp") == []


def test_an_output_that_cannot_be_locked_anywhere_is_an_error(monkeypatch):
    def none(_):
        raise OSError(errno.ENOLCK, "No locks available")

    Path("a.csv").write_text("url\n/\n")
    monkeypatch.setattr(_system, "lock", none)
    with refused("b.csv: it cannot be locked (No locks available)"):
        tables.apply("a.csv", "clean", "url", "b.csv")
    assert names() == ["a.csv"]
