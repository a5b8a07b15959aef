"""Nested columns, several columns, and lists of URLs."""

import csv
import json
from pathlib import Path

import pytest

from kit.arrow import JOBS, pa, pq, tables
from kit.command import run
from superuri import clean

BAD = "http://user@a.example:80\\@b.example/"
LISTS = [["http://e/a b", None, BAD], None, [], ["/x", "http://e/a b"], [BAD, "/y z", BAD]]
STRUCTS = [{"url": "/a b", "k": 1}, None, {"url": None, "k": 2}, {"url": BAD, "k": 3}, {"url": "/"}]
TABLE = pa.table({"r": STRUCTS, "l": LISTS, "url": ["/1 2", None, "/b", BAD, "/c"]})


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    from superuri.tables.files import reading  # noqa: PLC0415  because pyarrow may be missing

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reading, "ROWS", 2)
    pq.write_table(TABLE, "a.parquet")
    with Path("a.jsonl").open("w") as file:
        file.writelines(f"{json.dumps(row)}\n" for row in TABLE.to_pylist())
    return tmp_path


def cleaned(text):
    return text if text in {None, BAD} else clean(text)


def rows_of(name):
    if name.endswith("parquet"):
        return pq.read_table(name).to_pylist()
    with Path(name).open() as file:
        return [json.loads(line) for line in file]


@pytest.mark.parametrize("name", ["a.parquet", "a.jsonl"])
def test_a_verb_works_on_fields_lists_and_several_columns(name):
    out = name.replace("a.", "b.")
    done = tables.apply(name, "clean", ["r.url", "l", "url"], out)
    assert (done.rows, done.refused) == (5, 3)
    want = [
        {
            "r": row["r"] and row["r"] | {"url": cleaned(row["r"]["url"])},
            "l": row["l"] and [cleaned(text) for text in row["l"]],
            "url": cleaned(row["url"]),
        }
        for row in TABLE.to_pylist()
    ]
    assert rows_of(out) == want
    assert pq.read_table(out).schema == TABLE.schema if name == "a.parquet" else True
    # The same to a file of text, and one column at a time.
    for each in ("r.url", "l", "url"):
        tables.apply(name, "clean", each, out)
        first = each.split(".", maxsplit=1)[0]
        assert [row[first] for row in rows_of(out)] == [row[first] for row in want]
    tables.apply(name, "clean", ["r.url", "l", "url"], "b.csv")
    with Path("b.csv").open() as file:
        made = list(csv.DictReader(file))
    assert [json.loads(row["l"]) if row["l"] else None for row in made] == [r["l"] for r in want]
    assert [json.loads(row["r"]) if row["r"] else None for row in made] == [r["r"] for r in want]


@pytest.mark.parametrize(("policy", "element"), [("null", None), ("keep", BAD)])
@pytest.mark.parametrize("name", ["a.parquet", "a.jsonl"])
def test_the_policy_applies_to_elements(name, policy, element):
    out = name.replace("a.", "b.")
    assert tables.apply(name, "clean", "l", out, on_error=policy).refused == 2
    assert rows_of(out)[0]["l"] == ["http://e/a%20b", None, element]
    with pytest.raises(tables.RowError, match="row 1, element 3: the authority"):
        tables.apply(name, "clean", "l", out, on_error="raise")
    with pytest.raises(tables.RowError, match="row 4: the authority"):
        tables.apply(name, "clean", "r.url", out, on_error="raise")


@pytest.mark.parametrize("name", ["a.parquet", "a.jsonl"])
def test_tidy_gives_each_column_its_own_new_columns(name):
    out = name.replace("a.", "b.")
    done = tables.tidy(name, ["l", "url", "r.url"], out, findings="f.csv")
    rows = rows_of(out)
    assert [row["l"] for row in rows] == LISTS
    assert [row["r"] for row in rows] == TABLE.column("r").to_pylist()
    for n, row in enumerate(rows):
        assert row["l_clean"] == (LISTS[n] and [cleaned(text) for text in LISTS[n]])
        assert row["url_clean"] == cleaned(row["url"])
        assert row["r.url_clean"] == cleaned((row["r"] or {}).get("url"))
    failed = "ambiguous-authority"
    assert [row["l_error"] for row in rows] == [
        *(f"element 3: {failed}", None, None, None),
        f"element 1: {failed}; element 3: {failed}",
    ]
    assert rows[0]["l_host"] == ["e", None, None]
    assert done.rows == 5
    assert f"  4 {failed}, first row 1: parsers disagree" in str(done)
    assert done.kept_rows[0][1:] == (1, f"element 3: {failed}")
    assert (4, f"url: {failed}") in [row[1:] for row in done.kept_rows]
    with Path("f.csv").open() as file:
        found = [row for row in csv.DictReader(file) if row["name"] == failed]
    assert {(row["row"], row["column"], row["element"]) for row in found} == {
        *(("1", "l", "3"), ("5", "l", "1"), ("5", "l", "3")),
        *(("4", "url", ""), ("4", "r.url", "")),
    }


def test_several_columns_are_processed_independently():
    tables.tidy("a.parquet", ["url", "r.url"], "b.parquet")
    both = pq.read_table("b.parquet")
    for name in ("url", "r.url"):
        tables.tidy("a.parquet", name, "c.parquet")
        alone = pq.read_table("c.parquet")
        new = [each for each in alone.schema.names if each.startswith(f"{name}_")]
        assert both.select(new).equals(alone.select(new))


def test_lists_are_duplicates_if_all_elements_are():
    lists = [["/a", "/b"], ["/b", "/a"], ["/a", "/b"], [], [], None, None, [BAD], [BAD], ["/a"]]
    pq.write_table(pa.table({"l": lists}), "a.parquet")
    done = tables.tidy("a.parquet", "l", "b.parquet")
    again = pq.read_table("b.parquet").column("l_duplicate").to_pylist()
    assert (done.duplicates, again) == (1, [False, False, True, *[False] * 7])
    done = tables.tidy("a.parquet", "l", "b.parquet", dedupe=True, same="normal")
    assert pq.read_table("b.parquet").column("l").to_pylist() == [*lists[:2], *lists[3:]]
    assert done.written == 9


def test_dedupe_follows_the_first_column(folder):
    (folder / "a.csv").write_text("a,b\n/1,/x\n/1,/y\n/2,/x\n")
    done = tables.tidy("a.csv", ["a", "b"], "b.csv", dedupe=True)
    rows = list(csv.DictReader((folder / "b.csv").read_text().splitlines()))
    seen = [(row["a"], row["b"], row["b_duplicate"]) for row in rows]
    assert seen == [("/1", "/x", "false"), ("/2", "/x", "true")]
    assert (done.duplicates, done.written) == (1, 2)


def test_a_column_with_a_dot_in_its_name_comes_first(folder):
    table = pa.table({"r": [{"url": "/a b"}], "r.url": ["/c d"]})
    pq.write_table(table, "a.parquet")
    tables.apply("a.parquet", "clean", "r.url", "b.parquet")
    assert pq.read_table("b.parquet").to_pylist() == [{"r": {"url": "/a b"}, "r.url": "/c%20d"}]
    # In JSON Lines, each line decides for itself.
    (folder / "a.jsonl").write_text('{"r":{"url":"/a b"}}\n{"r":{"url":"/a b"},"r.url":"/c d"}\n')
    tables.apply("a.jsonl", "clean", "r.url", "b.jsonl")
    want = '{"r":{"url":"/a%20b"}}\n{"r":{"url":"/a b"},"r.url":"/c%20d"}\n'
    assert (folder / "b.jsonl").read_text() == want
    (folder / "a.csv").write_text("r.url\n/c d\n")
    tables.apply("a.csv", "clean", "r.url", "b.csv")
    assert (folder / "b.csv").read_text() == "r.url\n/c%20d\n"


@pytest.mark.parametrize("make", [pa.large_list, lambda kind: pa.list_(kind, 2)])
@pytest.mark.parametrize("text", [pa.string(), pa.large_binary()])
def test_lists_of_every_type(make, text):
    lists = pa.array([["/a b", "/b"], None, ["/c", None]], make(text))
    pq.write_table(pa.table({"l": lists}), "a.parquet")
    tables.apply("a.parquet", "clean", "l", "b.parquet")
    made = pq.read_table("b.parquet").column("l").to_pylist()
    assert made == [["/a%20b", "/b"], None, ["/c", None]]
    deep = pa.array([{"x": {"y": ["/a b"]}}, {"x": None}])
    pq.write_table(pa.table({"d": deep}), "a.parquet")
    tables.apply("a.parquet", "clean", "d.x.y", "b.parquet")
    made = pq.read_table("b.parquet").column("d")
    assert made.to_pylist() == [{"x": {"y": ["/a%20b"]}}, {"x": None}]
    assert made.null_count == 0


WRONG = [
    ("r.none", "a.parquet has no column 'r.none'"),
    ("r.k", "the column 'r.k' is of type int64, and has no texts"),
    ("r", "the column 'r' is of type struct"),
    (["url", "url"], "the column 'url' is named twice"),
    ([], "name the column with the URLs"),
    (["url", "none"], "no column 'none'"),
]


@pytest.mark.parametrize(("column", "message"), WRONG)
def test_unusable_columns_are_refused(column, message):
    for job in JOBS:
        with pytest.raises(tables.TableError, match=message):
            job("a.parquet", column, "b.parquet")


def test_elements_that_are_not_text_stay(folder):
    lines = ['{"l":["/a b",5,"\\u002f",null,{"x":[1]},"\\ud800"]}', '{"l":"/a b"}', "bad", "{}"]
    (folder / "a.jsonl").write_text("".join(f"{line}\n" for line in lines))
    assert tables.apply("a.jsonl", "clean", "l", "b.jsonl").refused == 3
    want = [lines[0].replace("/a b", "/a%20b"), *lines[1:]]
    assert (folder / "b.jsonl").read_text().splitlines() == want
    done = tables.tidy("a.jsonl", "l", "b.jsonl")
    assert (done.rows, done.kept, done.empty) == (4, 3, 1)
    made = [json.loads(line) for line in (folder / "b.jsonl").read_text().splitlines()[:2]]
    assert made[0]["l_error"] == "element 2: no-text; element 5: no-text; element 6: surrogate"
    assert made[1]["l_error"] == "element 1: no-text"


def test_the_command_takes_several_columns(folder):
    done = run(["tidy", "a.parquet", "-c", "url", "-c", "r.url", "-o", "b.csv"])
    assert done.returncode == 0, done.stderr
    head = (folder / "b.csv").read_text().splitlines()[0]
    assert "url_clean" in head
    assert "r.url_clean" in head
    done = run(["tidy", "a.parquet", "-c", "url", "-c", "l", "-o", "b.csv", "--prefix", "x"])
    assert (done.returncode, b"--prefix is for one column" in done.stderr) == (2, True)
    words = ["-i", "a.parquet", "-c", "url", "-c", "r.url", "-o", "b.parquet"]
    assert run(["clean", *words]).returncode == 4
    done = run(["clean", *words, "--as", "x"])
    assert (done.returncode, b"--as names one column" in done.stderr) == (2, True)
    done = run(["lint", *words])
    assert b"5 rows: 4 with a result, 1 without a text" in done.stderr
    names = pq.read_table("b.parquet").schema.names
    assert names == ["r", "l", "url", "url_lint", "r.url_lint"]
