"""Inputs of jobs over tables: names, blank lines, byte order marks, differing columns."""

import csv
import json
from pathlib import Path

import pytest

from kit.arrow import beginning, pa, pq, refused, tables
from kit.command import run

pytestmark = pytest.mark.usefixtures("empty")


def test_one_input_is_a_name_or_a_path():
    Path("a.csv").write_text("url\n/a b\n")
    for inputs in ("a.csv", Path("a.csv"), [Path("a.csv")], ("a.csv",)):
        made = Path("b.csv")
        done = tables.tidy(inputs, "url", made, order_by="url", findings=Path("f.csv"))
        assert done.rows == 1
        assert tables.apply(inputs, "encode", "url", Path("b.csv")).rows == 1
        assert made.read_text() == "url\n%2Fa%20b\n"


BLANK = [
    ("a.csv", b"\n\r\nid,url\n\n1,/a\n\r\n2,/b\n\n\n", b"id,url\n1,/a\n2,/b\n", 2, 4),
    ("a.csv", b'id,url\r\n1,"/a\r\n\r\n"\r\n\r\n2,/b\r\n', None, 2, 1),
    ("a.csv", b'id,url\n\n"1,/a\n\n2,/b\n', b'id,url\n"""1",/a\n2,/b\n', 2, 2),
    ("a.csv", b"id,url\r\r1,/a\r2,/b\r\r", b"id,url\r1,/a\r2,/b\r", 2, 2),
    ("a.tsv", b"id\turl\n\n1\t/a\n2\t/b\n", b"id\turl\n1\t/a\n2\t/b\n", 2, 1),
    ("a.csv", b"id,url\n ,\n,\n", b"id,url\n ,\n,\n", 2, 0),
    # In a table of one column, a blank line is a row with an empty field.
    ("a.csv", b"url\n\n/a\n", b'url\n""\n/a\n', 2, 0),
    ("a.tsv", b"url\n\n/a\n", b"url\n\n/a\n", 2, 0),
]


@pytest.mark.parametrize("case", BLANK)
def test_a_blank_line_is_counted_and_is_not_a_row(case):
    name, data, want, rows, blank = case
    Path(name).write_bytes(data)
    out = Path(name.replace("a.", "b."))
    done = tables.apply(name, "is_uri" if want is None else "clean", "url", out)
    assert (done.rows, done.blank) == (rows, blank)
    if want is not None:
        assert out.read_bytes() == want
    done = tables.tidy(name, "url", out)
    assert (done.rows, done.written, done.blank) == (rows, rows, blank)
    assert (f"blank lines left out: {blank}" in str(done)) == (blank > 0)


MARKED = [
    ("a.csv", b"url\n/a\n", "b.csv", True),
    ("a.tsv", b"url\tx\n/a\t1\n", "b.tsv", True),
    ("a.jsonl", b'{"url":"/a"}\n', "b.jsonl", True),
    ("a.csv", b"url\n/a\n", "b.tsv", False),
    ("a.csv", b"url\n/a\n", "b.jsonl", False),
]


@pytest.mark.parametrize(("name", "data", "out", "stays"), MARKED)
def test_a_byte_order_mark_stays(name, data, out, stays):
    Path(name).write_bytes(b"\xef\xbb\xbf" + data)
    tables.apply(name, "clean", "url", out)
    made = Path(out).read_bytes()
    assert made.startswith(b"\xef\xbb\xbf") == stays
    assert made.count(b"\xef\xbb\xbf") == stays
    assert name[-1] != out[-1] or made[3 * stays :] == data
    tables.tidy([name, name], "url", out)
    assert Path(out).read_bytes().count(b"\xef\xbb\xbf") == stays


def test_a_host_has_one_spelling():
    urls = ["HTTP://WWW.Example.COM/", "http://www.example.com/", "foo://ÄÖ/", "//Ä.de/"]
    Path("a.csv").write_text("\n".join(["url", *urls, ""]))
    tables.tidy("a.csv", "url", "b.csv")
    rows = list(csv.DictReader(Path("b.csv").read_text().splitlines()))
    assert [row["url_host"] for row in rows] == ["www.example.com"] * 2 + ["äö", "xn--4ca.de"]


def test_a_missing_column_is_reported_with_the_nearest():
    Path("a.csv").write_text(",".join(f"c{n}" for n in range(300)) + ",page_url\n")
    message = "a.csv has no column 'pageurl'; did you mean 'page_url'? "
    with refused(f"{message}it has 301, from 'c0' to 'page_url'"):
        tables.tidy("a.csv", "pageurl", "b.csv")


DRIFTS = [
    ("id,url\n1,/\n", "url\n/\n", "b.csv: it has no column 'id', which a.csv has; "),
    ("url\n/\n", "id,url\n1,/\n", "b.csv: it has a column 'id', which a.csv does not have; "),
    (
        "url,id\n/,1\n",
        "id,url\n1,/\n",
        "b.csv: its columns are in a different order from those of a.csv; ",
    ),
]


@pytest.mark.parametrize(("one", "other", "message"), DRIFTS)
def test_columns_that_differ_are_reported_with_file_and_column(one, other, message):
    Path("a.csv").write_text(one)
    Path("b.csv").write_text(other)
    with beginning(message):
        tables.tidy(["a.csv", "b.csv"], "url", "out.csv")
    tables.tidy(["a.csv", "b.csv"], "url", "out/")
    assert len(list(Path("out").glob("*.csv"))) == 2


def test_types_that_differ_are_reported_with_file_and_column():
    pq.write_table(pa.table({"url": ["/"], "n": [1]}), Path("a.parquet"))
    pq.write_table(pa.table({"url": ["/"], "n": ["x"]}), Path("b.parquet"))
    types = "is of type string, in a.parquet of type int64; name a folder"
    with beginning(f"b.parquet: its column 'n' {types}"):
        tables.tidy(["a.parquet", "b.parquet"], "url", "out.parquet")
    pq.write_table(pa.table({"url": ["/"], "m": [1]}), Path("b.parquet"))
    with beginning("b.parquet: it has no column 'n', which a.parquet"):
        tables.tidy(["a.parquet", "b.parquet"], "url", "out.parquet")
    words = ["tidy", "a.parquet", "-c", "url", "-o", "o.csv", "--summary", "json"]
    summary = json.loads(run(words).stdout)
    assert summary["blank"] == 0


def contents(folder):
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("given", ["in", "in/*.csv"])
@pytest.mark.parametrize("output", ["in/out.csv", "in/out.csv.gz", "in/out.parquet", "in/out/"])
def test_a_rerun_leaves_its_own_outputs_out_of_the_inputs(given, output):
    Path("in/deep").mkdir(parents=True)
    Path("in/a.csv").write_text("id,url\n1,/a b\n")
    Path("in/b.csv").write_text("id,url\n2,/a%20b\n")
    tables.tidy(given, "url", output)
    first = contents(Path("in"))
    assert tables.tidy(given, "url", output).rows == 2
    again = contents(Path("in"))
    assert first.keys() == again.keys()
    # The summary and the record of a folder have the seconds of the run.
    assert all(first[name] == again[name] for name in first if not name.endswith(".json"))
    # Another job reads them.
    if output == "in/out.csv":
        with pytest.raises(tables.TableError, match=r"^in.out.findings.csv has no column 'url'"):
            tables.tidy(given, "url", "else.csv")


def test_a_table_with_the_name_of_the_output_is_not_replaced():
    Path("in").mkdir()
    for name in ("a.csv", "out.csv"):
        Path("in", name).write_text("url\n/a\n")
    with pytest.raises(tables.TableError, match="read and written"):
        tables.tidy("in", "url", "in/out.csv")
    assert Path("in/out.csv").read_text() == "url\n/a\n"
    # A name that is given is an input, whatever wrote it.
    Path("in/out.csv").unlink()
    tables.tidy("in", "url", "in/out.csv")
    with pytest.raises(tables.TableError, match="read and written"):
        tables.tidy(["in", "in/out.csv"], "url", "in/out.csv", prefix="x_")
