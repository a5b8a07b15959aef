"""Unions by name: files with different columns become one table."""

import csv
import json
from pathlib import Path

import pytest

from kit.arrow import JOBS, beginning, pa, pq, tables
from kit.command import run

pytestmark = pytest.mark.usefixtures("empty")


def test_missing_columns_are_null():
    Path("a.csv").write_text("id,url\n1,/a b\n")
    Path("b.csv").write_text("url,x\n/c,2\n")
    done = tables.tidy(["a.csv", "b.csv"], "url", "out.csv", union_by_name=True)
    rows = list(csv.DictReader(Path("out.csv").read_text().splitlines()))
    seen = [(row["id"], row["url"], row["x"]) for row in rows]
    assert seen == [("1", "/a b", ""), ("", "/c", "2")]
    assert (done.rows, list(rows[0])[:4]) == (2, ["id", "url", "x", "url_clean"])
    tables.apply(["b.csv", "a.csv"], "clean", "url", "out.csv", union_by_name=True)
    assert Path("out.csv").read_text() == "url,x,id\n/c,2,\n/a%20b,,1\n"


@pytest.mark.parametrize("target", ["parquet", "arrow", "jsonl", "json", "csv", "tsv"])
@pytest.mark.parametrize("verb", ["tidy", "clean"])
def test_a_union_is_arrows(target, verb):
    one = pa.table({"url": ["/a b"], "n": pa.array([1], pa.int32()), "s": [{"k": 1}]})
    other = pa.table({"n": [5_000_000_000], "url": ["/c"], "t": [[1.5]]})
    pq.write_table(one, Path("a.parquet"))
    pq.write_table(other, Path("b.parquet"))
    inputs = ["a.parquet", "b.parquet"]
    if verb == "tidy":
        tables.tidy(inputs, "url", f"out.{target}", union_by_name=True)
    else:
        tables.apply(inputs, "is_uri", "url", f"out.{target}", name="ok", union_by_name=True)
    options = {"promote_options": "permissive"}
    want = pa.concat_tables([one, other], **options).to_pylist()
    if target == "parquet":
        got = pq.read_table(Path("out.parquet")).to_pylist()
    elif target == "arrow":
        got = pa.ipc.open_file(Path("out.arrow")).read_all().to_pylist()
    elif target == "jsonl":
        got = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    elif target == "json":
        got = json.loads(Path("out.json").read_text())
    else:
        mark = "," if target == "csv" else "\t"
        reader = csv.DictReader(Path(f"out.{target}").read_text().splitlines(), delimiter=mark)
        got = [dict(row) for row in reader]
        want = [
            {
                key: "" if value is None else str(value) if key != "s" else json.dumps(value)
                for key, value in row.items()
            }
            for row in want
        ]
        if target == "tsv":
            got = [{k: v.strip('"').replace('""', '"') for k, v in row.items()} for row in got]
    names = [*want[0]]
    assert [{name: row[name] for name in names} for row in got] == want
    assert list(got[0])[: len(names)] == names


WRONG = [
    (pa.table({"url": ["/"], "n": ["x"]}), "b.parquet: its column 'n' is of type string, in a.pa"),
    (pa.table({"url": ["/"], "n": [{"k": 1}]}), "b.parquet: its column 'n' is of type struct<k"),
]


@pytest.mark.parametrize(("other", "message"), WRONG)
def test_types_that_conflict_are_reported_with_file_and_column(other, message):
    pq.write_table(pa.table({"url": ["/"], "n": [1]}), Path("a.parquet"))
    pq.write_table(other, Path("b.parquet"))
    for job in JOBS:
        with beginning(message) as caught:
            job(["a.parquet", "b.parquet"], "url", "out.parquet", union_by_name=True)
        assert "rename or cast one of them" in str(caught.value)
    assert not Path("out.parquet").exists()


def test_a_union_needs_one_output_and_unique_names():
    Path("a.csv").write_text("url,x,x\n/,1,2\n")
    Path("b.csv").write_text("url\n/\n")
    with pytest.raises(tables.TableError, match=r"a.csv: it has several columns 'x'"):
        tables.tidy(["a.csv", "b.csv"], "url", "out.csv", union_by_name=True)
    for job in JOBS:
        with pytest.raises(tables.TableError, match="union by name is for one file"):
            job(["b.csv"], "url", "out/", union_by_name=True)


def test_partitions_of_some_files_are_columns():
    for day in ("1", "2"):
        Path(f"in/day={day}").mkdir(parents=True)
        Path(f"in/day={day}/a.csv").write_text(f"url,n{day}\n/{day},x\n")
    Path("b.csv").write_text("url\n/b\n")
    done = run(["tidy", "in", "b.csv", "-c", "url", "-o", "out.csv", "--union-by-name"])
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(Path("out.csv").read_text().splitlines()))
    seen = [(row["url"], row["day"], row["n1"], row["n2"]) for row in rows]
    assert seen == [("/1", "1", "x", ""), ("/2", "2", "", "x"), ("/b", "", "", "")]
    done = run(["tidy", "in", "b.csv", "-c", "url", "-o", "out.csv"])
    assert (done.returncode, b"--union-by-name" in done.stderr) == (3, True)


@pytest.mark.parametrize("names", ["abc", "cba", "acb"])
def test_a_column_to_order_by_may_have_several_types(names):
    """The types of the rows with one text: a number of 32 bits, one of 64, a text."""
    small = pa.table({"url": ["/x"], "n": pa.array([10], pa.int32())})
    pq.write_table(small, Path("a.parquet"))
    pq.write_table(pa.table({"url": ["/x"], "n": [1 << 40]}), Path("b.parquet"))
    Path("c.jsonl").write_text('{"url": "/x", "n": 9}\n{"url": "/x", "n": "later"}\n')
    inputs = [f"{name}.{'jsonl' if name == 'c' else 'parquet'}" for name in names]
    tables.tidy(inputs, "url", "out.jsonl", order_by=["n"], union_by_name=True)
    rows = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    assert [row["n"] for row in rows if not row["url_duplicate"]] == [9]
    numbers = [name for name in inputs if name != "c.jsonl"]
    tables.tidy(numbers, "url", "out.parquet", order_by=["n desc"], union_by_name=True)
    made = pq.read_table(Path("out.parquet")).to_pylist()
    assert [row["n"] for row in made if not row["url_duplicate"]] == [1 << 40]
