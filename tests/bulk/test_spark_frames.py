"""Spark's columns and DataFrames: what the functions give, and tables from wherever Spark reads."""

import inspect
import shutil
import sys
from pathlib import Path

import pytest

import superuri
from kit import chance
from superuri._values import generate
from superuri.columns import _options, arrow

pa = pytest.importorskip("pyarrow", reason="make test installs it")
pytest.importorskip("pyspark", reason="python -m heavy spark installs it")
if shutil.which("java") is None:
    pytest.skip("Spark needs java, and there is none on the path", allow_module_level=True)

import pyarrow.parquet as pq  # noqa: E402  because it needs pyarrow
from pyspark.sql import SparkSession  # noqa: E402

from bulk.test_columns_names import check, rows_of  # noqa: E402
from bulk.test_columns_sql import WORDS  # noqa: E402
from superuri import tables  # noqa: E402
from superuri.columns import spark as uris  # noqa: E402
from superuri.compat.dialects import hive  # noqa: E402
from superuri.tables import spark as frames  # noqa: E402

ROWS = 60
pytestmark = pytest.mark.filterwarnings("ignore")  # pyspark's own


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.sql.shuffle.partitions", "1")
        builder = builder.config("spark.ui.showConsoleProgress", "false")
        folder = str(tmp_path_factory.mktemp("warehouse"))
        session = builder.config("spark.sql.warehouse.dir", folder).getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        yield uris.register(session)
        session.stop()


@pytest.fixture(scope="module")
def rows():
    rng = chance.seeded("spark")
    makers = [generate.legal_url, generate.dirty_url, generate.wild]
    texts = [rng.choice(makers)(rng) for _ in range(ROWS)]
    # Without texts that Spark's CSV cannot hold.
    plain = [text for text in texts if text and text.isprintable() and not set(text) & set('"\\')]
    return [*plain, "HTTP://e.com:80/a b", "http://e.com/a%20b", "http://[broken/", *plain[:5]]


def test_functions_give_what_columns_give(spark, rows):
    """Every verb in one query, as a function of columns and of SQL, with and without options."""
    frame = spark.createDataFrame([(row,) for row in [*rows, None]], "u string")
    frame.createOrReplaceTempView("urls")
    requested, wanted = [], []
    for verb, names in _options.OPTIONS.items():
        function = getattr(uris, verb)
        assert list(inspect.signature(function).parameters) == ["col", *names, "on_error"]
        words = {name: WORDS[verb, name] for name in names}
        options = {name: value for name, (_, value) in words.items()}
        sql = ", ".join(
            ["u", *(word.replace("[", "array(").replace("]", ")") for word, _ in words.values())]
        )
        requested += [
            function("u").alias(f"{verb}_plain"),
            function(frame.u, **options).alias(f"{verb}_options"),
            f"{uris.NAMES[verb]}({sql})",
        ]
        plain = arrow.apply([*rows, None], verb, on_error="null").to_list()
        with_options = arrow.apply([*rows, None], verb, on_error="null", **options).to_list()
        wanted += [plain, with_options, with_options]
    columns = [each for each in requested if not isinstance(each, str)]
    made = frame.select("u", *columns).toArrow()
    texts = [each for each in requested if isinstance(each, str)]
    in_sql = spark.sql(f"SELECT {', '.join(texts)} FROM urls").toArrow()  # noqa: S608  ours
    plain, options, sql = wanted[::3], wanted[1::3], wanted[2::3]
    for n, verb in enumerate(_options.OPTIONS):
        assert made[f"{verb}_plain"].to_pylist() == plain[n], verb
        assert made[f"{verb}_options"].to_pylist() == options[n], verb
        assert in_sql[n].to_pylist() == sql[n], verb


def test_a_wrong_option_raises_when_it_is_called():
    for call, error, words in [
        (lambda: uris.clean("u", "WHATWGG"), ValueError, "did you mean 'WHATWG'"),
        (lambda: uris.clean("u", profil="WHATWG"), TypeError, "has no option"),
        (lambda: uris.clean("u", "WHATWG", None, 1), TypeError, "not 4 arguments"),
        (lambda: uris.clean("u", on_error="nul"), ValueError, "raise, null, keep"),
        (lambda: uris.agreed_host("u", has_base="true"), TypeError, "it is true or false"),
    ]:
        with pytest.raises(error, match=words):
            call()


def test_a_wrong_option_of_sql_is_a_sentence(spark):
    from pyspark.errors import PythonException  # noqa: PLC0415  because it needs pyspark

    with pytest.raises(PythonException, match=r"uri_clean: profile=.WHATWGG.: it is one of"):
        spark.sql("SELECT uri_clean('a', 'WHATWGG')").collect()
    with pytest.raises(PythonException, match=r"uri_decode\('%E9'\): the byte E9 at 0..3"):
        spark.range(1).select(uris.decode(frame_text(), on_error="raise")).collect()


def frame_text():
    from pyspark.sql import functions as sf  # noqa: PLC0415  because it needs pyspark

    return sf.lit("%E9")


def test_a_table_is_tidied_wherever_spark_reads_it(spark, rows, tmp_path):
    """CSV, JSON, Parquet and a table of the catalogue give what the job on DuckDB gives."""
    given = pa.table({"id": pa.array(range(len(rows)), pa.int64()), "url": rows})
    pq.write_table(given, tmp_path / "in.parquet")
    done = tables.tidy(
        [str(tmp_path / "in.parquet")], "url", str(tmp_path / "out.parquet"), order_by=["id desc"]
    )
    want = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert done.duplicates >= 6
    found = pq.read_table(tmp_path / "out.findings.parquet")
    parquet = spark.read.parquet(str(tmp_path / "in.parquet"))
    parquet.write.csv(str(tmp_path / "csv"), header=True)
    parquet.write.json(str(tmp_path / "json"))
    parquet.write.saveAsTable("crawl")
    sources = {
        "parquet": parquet,
        "csv": spark.read.csv(str(tmp_path / "csv"), header=True, schema="id bigint, url string"),
        "json": spark.read.schema("id bigint, url string").json(str(tmp_path / "json")),
        "a table of the catalogue": spark.table("crawl"),
    }
    for name, frame in sources.items():
        made = frames.tidy(frame, "url", order_by=["id desc"]).toArrow().to_pylist()
        assert sorted(made, key=lambda row: row["id"]) == want, name
    kept = frames.tidy(parquet, "url", order_by=["id desc"], dedupe=True).toArrow()
    assert sorted(kept["id"].to_pylist()) == [row["id"] for row in want if not row["url_duplicate"]]
    listed = frames.findings(parquet, "url").toArrow()
    names = ("code", "start", "end", "message")
    assert sorted(zip(*(listed[f"finding_{name}"].to_pylist() for name in names), strict=True)) == (
        sorted(zip(*(found[name].to_pylist() for name in names), strict=True))
    )


def test_functions_of_spark_give_what_the_page_shows(spark):
    for _, sql, result in rows_of("Spark"):
        check(sql, result, lambda sql: spark.sql(f"SELECT {sql}").collect()[0][0])


def test_a_wrong_table_is_a_sentence(spark):
    frame = spark.createDataFrame([("a", 1, "b")], "url string, n int, url_clean string")
    for call, words in [
        (lambda: frames.tidy(frame, "url"), "a column url_clean already: choose a prefix"),
        (lambda: frames.tidy(frame, "ulr"), "the column ulr does not exist: url, n, url_clean"),
        (lambda: frames.tidy(frame, "n"), "the column n is int, not text"),
        (lambda: frames.findings(frame, "ulr"), "the column ulr does not exist"),
        (lambda: frames.tidy(frame, "url", prefix="x_", order_by=["day"]), "day does not exist"),
    ]:
        with pytest.raises(superuri.tables.TableError, match=words):
            call()
    made = frames.tidy(frame, "url", prefix="x_").collect()[0]
    assert (made.url, made.url_clean, made.x_clean) == ("a", "b", "a")


PLACES = ["é", "a b", "007", "plain", "", None, "a/b", "100%", "x[1]*?{2}", "a\\b", "12:30", "a+b"]


@pytest.mark.usefixtures("spark")
def test_partitions_are_those_of_one_machine(tmp_path):
    """The folders keep their names, and the values are not guessed."""
    given = tmp_path / "in"
    places = [(value, writer) for writer in ("pyarrow", "polars") for value in PLACES]
    for n, (value, writer) in enumerate(places):
        path = (
            given / writer / hive.write_partition("order é", value, writer) / f"a b%20{n}.parquet"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(pa.table({"id": [n], "url": [f"http://e.com/{value and n}"]}), path)
    outs = []
    for engine in ("spark", "duckdb"):
        out = tmp_path / engine
        done = tables.tidy(given, "order é", out, engine=engine, order_by=["order é desc"])
        assert (done.rows, done.lost, done.written) == (len(places), 0, len(places))
        paths = list(out.rglob("*.parquet"))
        assert {path.parent.relative_to(out) for path in paths} == {
            path.parent.relative_to(given) for path in given.rglob("*.parquet")
        }
        rows = [row for path in paths for row in pq.ParquetFile(path).read().to_pylist()]
        outs.append(sorted(rows, key=lambda row: row["id"]))
    assert outs[0] == outs[1]


def test_spark_writes_the_row_of_hive(spark, tmp_path):
    keys = ["a b", "a%b", "a=b", "é", "a`b", "a.b"]
    values = ["é", "a b", "12:30", "a/b=c%d", "", "x'y\"z\\{}[]^#?*", "a+b~|<>"]
    columns = ", ".join(f"`{key.replace('`', '``')}` string" for key in keys)
    frame = spark.createDataFrame([[value] * len(keys) for value in values], columns)
    frame.selectExpr("*", "1 AS one").write.partitionBy(*keys).parquet(str(tmp_path / "in"))
    paths = list(tmp_path.rglob("*.parquet"))
    read = spark.read.parquet(str(tmp_path / "in"))
    for name in ("input_file_name()", "_metadata.file_path"):
        found = {row[0] for row in read.selectExpr(name).distinct().collect()}
        assert {hive.path_on_disk(uri, "spark") for uri in found} == set(map(str, paths))
    names = {path.parent.relative_to(tmp_path) for path in paths}
    assert names == {
        Path("in", *(hive.write_partition(key, value) for key in keys)) for value in values
    }
