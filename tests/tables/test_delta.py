"""Delta tables: read at a version, written as one commit."""

from pathlib import Path

import pytest

from kit import s3
from kit.arrow import pa, pq, tables
from superuri.cli import main

deltalake = pytest.importorskip("deltalake", reason="make test installs it")

URLS = ["HTTP://e.com/a b", "http://e.com/a%20b", "http://e.com/gone"]


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A table with three versions: its rows, one row fewer, and one more column."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    deltalake.write_deltalake("t", pa.table({"id": [1, 2, 3], "url": URLS}))
    deltalake.DeltaTable("t").delete("id = 3")
    return tmp_path


def rows(path, **more):
    return deltalake.DeltaTable(path, **more).to_pyarrow_table().sort_by("id").to_pydict()


def test_deleted_rows_stay_deleted_and_a_version_has_them(table):
    assert tables.tidy("t", "url", "now.parquet").rows == 2
    assert pq.read_table("now.parquet").column("url").to_pylist() == URLS[:2]
    assert tables.tidy("t", "url", "then.parquet", table_version=0).rows == 3
    assert tables.apply("t", "clean", "url", "then.csv", table_version=0).rows == 3
    assert main(["clean", "-i", "t", "-c", "url", "--table-version", "0", "-o", "c.csv"]) == 0
    assert Path("c.csv").read_text().count("\n") == 4
    assert sorted(path.name for path in table.iterdir() if path.name[0] == ".") == []


@pytest.mark.usefixtures("table")
def test_a_delta_table_may_be_named_with_a_slash():
    tables.apply("t/", "clean", "url", "t2.delta/")
    assert deltalake.DeltaTable("t2.delta").version() == 0


@pytest.mark.usefixtures("table")
def test_an_error_of_a_commit_names_the_table():
    with pytest.raises(tables.TableError, match=r"^/proc/x\.delta: the Delta table"):
        tables.apply("t", "clean", "url", "/proc/x.delta")


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("output", ["a%20b.delta", "a\nb.delta", "x%41/t.delta"])
def test_a_path_that_the_library_cannot_write_is_refused_before_any_work(capfd, output):
    """The library would take the escape for its character."""
    Path("x%41").mkdir()
    before = sorted(Path().rglob("*"))
    for words in (["tidy", "t", "-c", "url"], ["clean", "-i", "t", "-c", "url"]):
        assert main([*words, "-o", output]) == 3
        assert "in the path cannot be written by deltalake" in capfd.readouterr().err
        assert sorted(Path().rglob("*")) == before
    for name in ("a b%.delta", "é#?.delta"):
        tables.apply("t", "clean", "url", name)
        assert deltalake.DeltaTable(name).version() == 0


def test_a_table_that_the_library_refuses_leaves_no_files_behind(table, capfd):
    length = pa.array([1, 2], pa.duration("s"))
    pq.write_table(pa.table({"url": URLS[:2], "length": length}), "lengths.parquet")
    Path("t2.summary.json").write_text("old")
    before = sorted(table.iterdir())
    assert main(["tidy", "lengths.parquet", "-c", "url", "-o", "t2.delta"]) == 3
    error = capfd.readouterr().err
    assert "t2.delta: the Delta table cannot be used" in error
    assert error.count("\n") == 1
    left = [path.name for path in table.iterdir() if path not in before]
    # The copy is for a rerun.
    assert all(name.startswith("superuri-") for name in left), left
    assert Path("t2.summary.json").read_text() == "old"


class PanicException(BaseException):
    """What a library in Rust raises when it panics; PyO3 does not export the class."""

    __module__ = "pyo3_runtime"


@pytest.mark.parametrize(
    ("broken", "output"), [("write_deltalake", "t2.delta"), ("DeltaTable", "o.csv")]
)
def test_a_panic_of_the_library_is_one_message(table, monkeypatch, capfd, broken, output):
    def panic(*_, **__):
        raise PanicException("index out of bounds\nnote: run with RUST_BACKTRACE=1")

    before = sorted(table.iterdir())
    monkeypatch.setattr(deltalake, broken, panic)
    for words in (["tidy", "t", "-c", "url"], ["clean", "-i", "t", "-c", "url"]):
        assert main([*words, "-o", output]) == 3
        message = capfd.readouterr().err
        assert message.count("\n") == 1
        assert "the Delta table cannot be used (index out of bounds)" in message
        assert not Path(output).exists()
        left = {path.name for path in table.iterdir() if path not in before}
        assert all(name.startswith("superuri-") for name in left)
    monkeypatch.undo()


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_of_the_library_stays_one(monkeypatch, error):
    def end(*_, **__):
        raise error

    monkeypatch.setattr(deltalake, "write_deltalake", end)
    with pytest.raises(error):
        tables.apply("t", "clean", "url", "t2.delta")


def test_a_result_is_one_commit_and_the_old_version_stays(table):
    done = tables.tidy("t", "url", "t2.delta")
    assert (done.rows, done.duplicates) == (2, 1)
    assert deltalake.DeltaTable("t2.delta").version() == 0
    made = rows("t2.delta")
    assert made["url_clean"] == ["HTTP://e.com/a%20b", "http://e.com/a%20b"]
    # A second job to the same table adds a version, which replaces the rows.
    Path("in.csv").write_text("id,url\n7,http://e.com/7\n")
    tables.apply("in.csv", "clean", "url", "t2.delta")
    assert deltalake.DeltaTable("t2.delta").version() == 1
    assert rows("t2.delta") == {"id": ["7"], "url": ["http://e.com/7"]}
    assert rows("t2.delta", version=0) == made
    assert sorted(path.name for path in table.iterdir()) == [
        *("in.csv", "t", "t2.delta", "t2.findings.parquet", "t2.parquet.summary.json")
    ]


REFUSED = [
    ("tidy t -c url -o t", "t: it is read and written; name another output"),
    ("tidy t -c urk -o o.csv", "t has no column 'urk'; did you mean 'url'?"),
    ("tidy t -c url -o o.csv --table-version 9", "t: the Delta table cannot"),
    ("tidy no.delta -c url -o o.csv", "no.delta: the Delta table cannot be used"),
    ("tidy a.csv -c url -o o.csv --table-version 1", "a.csv: only tables "),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
@pytest.mark.usefixtures("table")
def test_a_refusal_is_one_sentence(capfd, words, message):
    Path("a.csv").write_text("url\n/\n")
    assert main(words.split()) == 3
    error = capfd.readouterr().err
    assert message in error
    assert len(error.splitlines()) == 1
    assert deltalake.DeltaTable("t").version() == 1


def test_a_table_version_needs_a_table(capfd):
    assert main(["clean", "--table-version", "1", "x"]) == 2
    assert "name the column with -c" in capfd.readouterr().err


def test_a_table_may_be_at_a_store(table, monkeypatch):
    pytest.importorskip("botocore", reason="make test installs it")
    pytest.importorskip("moto.server", reason="make test installs it")
    with s3.served() as port:
        for name, value in s3.environment(port).items():
            monkeypatch.setenv(name, value)
        s3.client(port).create_bucket(Bucket="data")
        tables.tidy("t", "url", "s3://data/t.delta")
        tables.apply("s3://data/t.delta", "clean", "url", "s3://data/u.delta")
        assert tables.tidy("s3://data/u.delta", "url_clean", "o.csv").rows == 2
        assert table.joinpath("o.csv").read_text().count("\n") == 3
