"""Partitions in the names of folders, written by each program and read as its own values."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from kit.arrow import duckdb, pa, pq, tables
from kit.command import run
from superuri.compat.dialects import hive

ds = pytest.importorskip("pyarrow.dataset", reason="make test installs it")
pytestmark = pytest.mark.usefixtures("empty")

NULL = hive.DEFAULT_PARTITION
VALUES = [
    *(f"a{character}b" for character in " /%=:+?#*[]\\é'\"&<>{}|^`~;,@!$()\t\n\x7f😀"),
    *("a%20b", "100%", "%zz", "%41", "%E9", "a=b=c", "a+b%2B", " a", "a ", ".a", "A", "null"),
    *("007", "1.50", "inf", "NaN", "true", "2026-11-29", "12:30", "https://e.com/a%2Fb?x=1#f"),
    *("", None, NULL),
]
#: What a writer does not distinguish in its folders, and what is read there.
LOST = {
    "pyarrow": {NULL: None},
    "delta": {NULL: None},
    "hive": {NULL: None, "": None},
    # Both are k=.
    "datafusion": {NULL: None, None: ""},
}


def with_pyarrow(table, folder, key):
    schema = pa.schema([(key, pa.string())])
    parts = ds.partitioning(schema, flavor="hive")
    ds.write_dataset(table, folder, format="parquet", partitioning=parts)


def with_duckdb(table, folder, key):
    with duckdb.connect() as con:
        con.register("given", table)
        con.execute(f"COPY given TO '{folder}' (FORMAT parquet, PARTITION_BY (\"{key}\"))")


def with_polars(table, folder, key):
    pl = pytest.importorskip("polars", reason="make test installs it")
    pl.from_arrow(table).write_parquet(f"{folder}/", partition_by=[key], mkdir=True)


def with_delta(table, folder, key):
    deltalake = pytest.importorskip("deltalake", reason="make test installs it")
    deltalake.write_deltalake(folder, table, partition_by=[key])
    # Only its folders are read here, as another program's would be.
    shutil.rmtree(Path(folder, "_delta_log"))


def with_datafusion(table, folder, key):
    datafusion = pytest.importorskip("datafusion", reason="make test installs it")
    context = datafusion.SessionContext()
    context.from_arrow(table, "given")
    context.sql(f"COPY given TO '{folder}/' STORED AS PARQUET PARTITIONED BY ({key})").collect()


def iceberg(table, key, there, address):
    """Return a table in a warehouse at this address, which is the folder `there`."""
    sql = pytest.importorskip("pyiceberg.catalog.sql", reason="make test installs it")
    from pyiceberg.transforms import IdentityTransform  # noqa: PLC0415  it may be missing

    there.mkdir()
    catalog = sql.SqlCatalog("c", uri="sqlite:///:memory:", warehouse=address)
    catalog.create_namespace("n")
    made = catalog.create_table("n.t", schema=table.schema)
    with made.update_spec() as spec:
        spec.add_field(key, IdentityTransform(), key)
    made.append(table)
    return made


def with_iceberg(table, folder, key):
    there = Path("warehouse").resolve()
    iceberg(table, key, there, there.as_uri())
    (there / "n/t/data").rename(folder)


def with_hive(table, folder, key):
    """Write as Spark's escapePathName does; tests/bulk/test_spark_frames.py runs Spark."""
    for n, value in enumerate(table.column(key).to_pylist()):
        path = Path(folder, hive.write_partition(key, value))
        path.mkdir(parents=True, exist_ok=True)
        pq.write_table(table.slice(n, 1).drop_columns([key]), path / f"{n}.parquet")


WRITERS = {
    name.removeprefix("with_"): made for name, made in globals().items() if name.startswith("with_")
}


def values_for(writer):
    """Return the values; Polars would lose the row of null, or the one of its name: one file."""
    return [value for value in VALUES if (writer, value) != ("polars", NULL)]


def written(writer, values, key="k"):
    """Return the folder of a table that the program wrote."""
    rows = {"id": range(len(values)), "url": ["/a b"] * len(values)}
    table = pa.table({**rows, key: pa.array(values, pa.string())})
    WRITERS[writer](table, "in", key)
    return Path("in")


def folders(folder):
    """Return the name of the folder of each row."""
    return {
        row: path.parent.name
        for path in folder.rglob("*.parquet")
        for row in pq.ParquetFile(path).read(["id"]).column("id").to_pylist()
    }


@pytest.mark.parametrize("writer", WRITERS)
def test_the_values_are_those_of_the_writer(writer):
    """Each program's folders, as all formats of the output have them."""
    values, lost = values_for(writer), LOST.get(writer, {})
    folder = written(writer, values)
    if writer == "polars":
        # Polars and Iceberg have the column in the files as well: here, only the folders have it.
        for path in folder.rglob("*.parquet"):
            pq.write_table(pq.ParquetFile(path).read(["id", "url"]), path)
    want = {n: lost.get(value, value) for n, value in enumerate(values)}
    tables.apply("in", "clean", "url", "out.parquet")
    rows = pq.read_table("out.parquet").to_pylist()
    assert {row["id"]: row["k"] for row in rows} == want
    tables.tidy("in", "url", "tidy.parquet")
    rows = pq.read_table("tidy.parquet").to_pylist()
    assert {row["id"]: row["k"] for row in rows} == want
    tables.apply("in", "clean", "url", "out.jsonl")
    rows = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    assert {row["id"]: row["k"] for row in rows} == want
    tables.apply("in", "clean", "url", "out.csv")
    with Path("out.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {int(row["id"]): row["k"] for row in rows} == {n: v or "" for n, v in want.items()}


@pytest.mark.parametrize("writer", WRITERS)
def test_a_row_of_the_table_is_what_the_program_writes(writer):
    assert writer in hive.writers
    values = values_for(writer)
    for n, name in folders(written(writer, values)).items():
        assert hive.write_partition("k", values[n], writer) == name
        same = {NULL} if writer in {"pyarrow", "delta", "polars", "hive"} else set()
        same |= {"hive": {""}, "datafusion": {""}, "iceberg": {"null"}}.get(writer, set())
        value = None if values[n] in same else values[n]
        assert hive.read_partition(name, writer) == ("k", value)


KEYS = ["order date", "a%b=c", "é+:?", "100%25"]


@pytest.mark.parametrize("writer", sorted(WRITERS.keys() - {"datafusion"}))
@pytest.mark.parametrize("key", KEYS)
def test_the_name_of_a_column_is_that_of_the_writer(writer, key):
    [name] = folders(written(writer, ["x"], key)).values()
    assert hive.write_partition(key, "x", writer) == name
    if hive.writers[writer].names is not None:
        assert hive.read_partition(name, writer) == (key, "x")
        if writer != "iceberg":
            tables.apply("in", "clean", "url", "out.parquet")
            assert pq.read_table("out.parquet").schema.names == ["id", "url", key]


def test_the_readers_of_other_programs_read_the_same():
    plain = [value for value in VALUES if value != NULL]
    written("duckdb", plain)
    tables.apply("in", "clean", "url", "out.parquet")
    ours = {row["id"]: row["k"] for row in pq.read_table("out.parquet").to_pylist()}
    schema = pa.schema([("id", pa.int64()), ("k", pa.string())])
    parts = ds.partitioning(pa.schema([("k", pa.string())]), flavor="hive")
    theirs = ds.dataset("in", schema=schema, partitioning=parts).to_table().to_pylist()
    assert {row["id"]: row["k"] for row in theirs} == ours
    found = duckdb.sql("SELECT id, k FROM read_parquet('in/**', hive_types={'k': VARCHAR})")
    assert dict(found.fetchall()) == ours


@pytest.mark.parametrize("name", ["a.parquet", "a.csv", "a.tsv", "a.jsonl", "a.json", "a.arrow"])
def test_partitions_may_be_raw_and_a_folder_keeps_its_names(name):
    where = Path("in/order%20date=a%2Fb+%E9") / name
    where.parent.mkdir(parents=True)
    rows = pa.table({"url": ["/a b"], "n": ["1"]})
    pq.write_table(rows, "one.parquet")
    tables.apply("one.parquet", "is_uri", "url", where, name="valid")
    inputs = f"in/*/*{where.suffix}"
    tables.apply(inputs, "clean", "url", "out.parquet")
    tables.tidy(inputs, "url", "tidy.parquet", partitions="raw")
    assert pq.read_table("out.parquet").column("order date").to_pylist() == ["a%2Fb+%E9"]
    assert pq.read_table("tidy.parquet").column("order%20date").to_pylist() == ["a%2Fb+%E9"]
    done = run(["clean", "-i", inputs, "-c", "url", "-o", "raw.csv", "--partitions", "raw"])
    assert done.returncode == 0, done.stderr
    assert Path("raw.csv").read_text().startswith("url,n,valid,order%20date\n")
    tables.tidy(inputs, "url", "out/")
    assert Path("out/order%20date=a%2Fb+%E9", name).is_file()


def test_a_wrong_word_for_partitions_is_an_error():
    with pytest.raises(tables.TableError, match="no value of partitions 'rwa'; did you mean raw"):
        tables.tidy("in", "url", "out.csv", partitions="rwa")


PLACED = ["http://e.com/a b", "%2F", "é", None]


@pytest.mark.parametrize("ending", ["parquet", "csv", "tsv", "jsonl", "json", "arrow", "txt"])
def test_a_partition_may_be_the_column_of_urls(ending):
    rows = pa.table({"n": ["1", "2"], "m": ["x", "y"]})
    pq.write_table(rows if ending != "txt" else rows.select(["n"]), "one.parquet")
    for n, value in enumerate(PLACED):
        path = Path("in", hive.write_partition("u", value, "pyarrow"), f"a{n}.{ending}")
        path.parent.mkdir(parents=True)
        if ending == "txt":
            path.write_text("1\n2\n")
        else:
            tables.apply("one.parquet", "clean", "m", path)
    inputs, values = f"in/*/*.{ending}", sorted([*PLACED, *PLACED], key=str)
    done = tables.tidy(inputs, "u", "out.parquet", order_by="u desc")
    rows = sorted(pq.read_table("out.parquet").to_pylist(), key=lambda row: str(row["u"]))
    assert [row["u"] for row in rows] == values
    assert [row["u_clean"] for row in rows] == 2 * ["%2F"] + 2 * [None] + 2 * [
        "http://e.com/a%20b"
    ] + 2 * ["%C3%A9"]
    assert (done.rows, done.empty, done.duplicates, done.kept) == (8, 2, 3, 0)
    assert set(rows[0]) >= {"u", *(("url",) if ending == "txt" else ("n", "m"))}
    if ending != "txt":
        # In a folder, the name of the folder stays the value.
        tables.tidy(inputs, "u", "out/")
        again = tables.apply(f"out/u=%252F/*.{ending}", "is_uri", "u_clean", "b.csv", name="v")
        assert again.rows == 2
    tables.apply(inputs, "lint", "u", "lint.jsonl")
    found = [json.loads(line) for line in Path("lint.jsonl").read_text().splitlines()]
    codes = {row["u"]: [each["code"] for each in row["u_lint"] or ()] for row in found}
    assert codes["http://e.com/a b"] == ["U102"]
    with pytest.raises(tables.TableError, match=r"'u' is in the names of its folders.*--as"):
        tables.apply(inputs, "clean", "u", "c.csv")
    assert not Path("c.csv").exists()


def test_a_partition_to_order_by_decides_which_duplicate_is_the_first():
    for day in ("2026-11-21", "2026-11-22"):
        Path(f"in/day={day}").mkdir(parents=True)
        Path(f"in/day={day}/a.csv").write_text("id;url\n1;/\n")
    tables.tidy("in", "url", "out.csv", order_by="day desc", dedupe=True)
    rows = list(csv.DictReader(Path("out.csv").read_text().splitlines(), delimiter=";"))
    assert [row["day"] for row in rows] == ["2026-11-22"]


def on_disk(folder):
    return {str(path) for path in Path(folder).rglob("*.parquet")}


def test_the_names_in_a_log_are_paths_on_the_disk():
    """Delta encodes the names of folders once more, Iceberg does not."""
    deltalake = pytest.importorskip("deltalake", reason="make test installs it")
    table = pa.table({"k": ["a b", "é", "100%", "a/b", "a%20b"], "x": range(5)})
    deltalake.write_deltalake("t", table, partition_by=["k"])
    log = Path("t/_delta_log/00000000000000000000.json").read_text().splitlines()
    added = [row["add"]["path"] for row in map(json.loads, log) if "add" in row]
    assert {str(Path("t", hive.path_on_disk(name))) for name in added} == on_disk("t")
    there = Path("a b").resolve()
    made = iceberg(table, "k", there, f"file://{there}")
    named = [task.file.file_path for task in made.scan().plan_files()]
    assert {hive.path_on_disk(name, "iceberg") for name in named} == on_disk(there)
