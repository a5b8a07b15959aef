"""Iceberg tables of a catalog: read at a snapshot, written as one commit."""

from pathlib import Path

import pytest

from kit.arrow import pa, pq, tables
from superuri.cli import main

catalogs = pytest.importorskip("pyiceberg.catalog", reason="make test installs it")
config = pytest.importorskip("pyiceberg.utils.config", reason="make test installs it")
pytest.importorskip("sqlalchemy", reason="make test installs it")

URLS = ["HTTP://e.com/a b", "http://e.com/a%20b", "http://e.com/gone"]
GIVEN, MADE = "iceberg://here/crawl.urls", "iceberg://here/clean.urls"


@pytest.fixture
def catalog(tmp_path, monkeypatch):
    """A catalog with a table of two snapshots: its rows, and one row fewer."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("PYICEBERG_CATALOG__HERE__URI", f"sqlite:///{tmp_path}/catalog.db")
    monkeypatch.setenv("PYICEBERG_CATALOG__HERE__WAREHOUSE", (tmp_path / "warehouse").as_uri())
    # It is read when the module is imported.
    monkeypatch.setattr(catalogs, "_ENV_CONFIG", config.Config())
    found = catalogs.load_catalog("here")
    found.create_namespace("crawl")
    rows = pa.table({"id": [1, 2, 3], "url": URLS, "seen": pa.array([[1], None, [2, 3]])})
    table = found.create_table("crawl.urls", rows.schema)
    table.append(rows)
    table.delete("id = 3")
    yield found
    found.close()


def rows(catalog, name, **more):
    return catalog.load_table(name).scan(**more).to_arrow().sort_by("id").to_pydict()


def test_deleted_rows_stay_deleted_and_a_snapshot_has_them(catalog):
    assert tables.tidy(GIVEN, "url", "now.parquet").rows == 2
    assert pq.read_table("now.parquet").column("url").to_pylist() == URLS[:2]
    first = catalog.load_table("crawl.urls").metadata.snapshots[0].snapshot_id
    assert tables.tidy(GIVEN, "url", "then.parquet", table_version=first).rows == 3
    words = ["clean", "-i", GIVEN, "-c", "url", "--table-version", str(first), "-o", "c.csv"]
    assert main(words) == 0
    assert Path("c.csv").read_text().count("\n") == 4


@pytest.mark.usefixtures("catalog")
def test_an_error_of_the_catalog_names_the_table():
    with pytest.raises(tables.TableError, match=r"^iceberg://here/crawl\.none: the Iceberg table"):
        tables.tidy("iceberg://here/crawl.none", "url", "b.csv")


def test_a_result_is_one_commit_and_the_old_snapshot_stays(catalog, tmp_path):
    done = tables.tidy(GIVEN, "url", MADE, findings="findings.csv")
    assert (done.rows, done.duplicates) == (2, 1)
    made = rows(catalog, "clean.urls")
    assert made["url_clean"] == ["HTTP://e.com/a%20b", "http://e.com/a%20b"]
    assert (made["seen"], made["url_duplicate"]) == ([[1], None], [False, True])
    snapshot = catalog.load_table("clean.urls").current_snapshot().snapshot_id
    # A second job to the same table replaces its rows and its columns.
    Path("in.csv").write_text("id,url\n7,http://e.com/7\n")
    tables.apply("in.csv", "clean", "url", MADE)
    assert rows(catalog, "clean.urls") == {"id": ["7"], "url": ["http://e.com/7"]}
    assert rows(catalog, "clean.urls", snapshot_id=snapshot) == made
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("catalog.db", "findings.csv", "in.csv", "warehouse")
    ]


REFUSED = [
    (f"tidy {GIVEN} -o {GIVEN}", f"{GIVEN}: it is read and written; name another output"),
    (f"tidy {GIVEN} -o o.csv --table-version 9", f"{GIVEN}: it has no snapshot 9"),
    ("tidy iceberg://here/urls -o o.csv", "name a table as iceberg://CATALOG/NAMESP"),
    ("tidy iceberg://here/no.table -o o.csv", "the Iceberg table cannot be used"),
    ("tidy iceberg://there/a.b -o o.csv", "the Iceberg table cannot be used"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED)
@pytest.mark.usefixtures("catalog")
def test_a_refusal_is_one_sentence(capfd, words, said):
    assert main([*words.split(), "-c", "url"]) == 3
    error = capfd.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
