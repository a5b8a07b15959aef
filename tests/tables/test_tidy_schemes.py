"""Tables of hosts and URLs without a scheme, of the shapes and sizes that people have."""

import csv
import json
from pathlib import Path

import pytest

from kit import chance
from kit.arrow import JOBS, pa, pq, tables
from kit.command import run

pytestmark = pytest.mark.usefixtures("empty")

HINT = b"hint: --default-scheme https reads e.com/a, which has no scheme, as https://e.com/a"


def written(count):
    """The lines of a block list: hosts, some with a path or a port."""
    rng = chance.seeded("hosts of a block list")
    for n in range(count):
        host = f"{rng.choice(['www.', 'a.b.', ''])}e{n}.{rng.choice(['com', 'co.uk', 'bid'])}"
        yield host + rng.choice(["", "/", "/nzwpcv", ":8080/x"])


def rows(path):
    return list(csv.DictReader(Path(path).read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("count", [7_278, 30_000])
def test_a_block_list(count):
    texts = list(written(count))
    Path("ioc.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    done = run(["tidy", "ioc.txt", "-c", "url", "-o", "ioc.csv"])
    assert done.returncode == 0
    assert f"\n  {count:,} rows have no host\n".encode() in done.stderr
    assert HINT in done.stderr
    assert {row["url_host"] + row["url_domain"] for row in rows("ioc.csv")} == {""}
    done = run(["tidy", "ioc.txt", "-c", "url", "--default-scheme", "https", "-o", "ioc.csv"])
    assert (done.returncode, b"no host" in done.stderr) == (0, False)
    for text, row in zip(texts, rows("ioc.csv"), strict=True):
        host = text.partition("/")[0].partition(":")[0]
        assert (row["url"], row["url_clean"], row["url_host"]) == (text, f"https://{text}", host)
        assert row["url_domain"] == host.removeprefix("www.").removeprefix("a.b.")


def test_a_ranking_without_a_header():
    Path("top.csv").write_text("1,e.com\n2,www.E.com\n3,example.org\n", encoding="utf-8")
    words = ["tidy", "top.csv", "-c", "2", "--no-header", "-o", "o.csv"]
    assert run([*words, "--default-scheme", "https"]).returncode == 0
    assert Path("o.csv").read_text(encoding="utf-8").count("e.com,") > 2


def test_keys_are_those_of_the_urls():
    texts = ["earn.e.com", "EARN.E.COM", "earn.e.com/", "HTTP://earn.e.com/", "//earn.e.com"]
    Path("a.txt").write_text("\n".join(texts), encoding="utf-8")
    tables.tidy("a.txt", "url", "out.csv", default_scheme="http")
    assert len({row["url_key"] for row in rows("out.csv")}) == 1
    assert [row["url_duplicate"] for row in rows("out.csv")] == ["false", *["true"] * 4]


def test_rows_that_fail_are_kept_and_not_counted_as_without_a_host():
    texts = ["e.com", "me@e.com", "0.0.0.0 e.com", "db:5432", "/a", "mailto:me@e.com"]
    Path("a.txt").write_text("\n".join(texts), encoding="utf-8")
    done = tables.tidy("a.txt", "url", "out.csv", default_scheme="https")
    assert (done.rows, done.kept, done.hostless) == (6, 3, 2)
    assert [row["url_error"] for row in rows("out.csv")] == [
        *["", "other-notation", "other-notation", "scheme-or-host", "", ""]
    ]
    assert "  2 rows have no host" in str(done)
    words = ["tidy", "a.txt", "-c", "url", "-o", "out.csv", "--summary", "json"]
    assert json.loads(run(words).stdout)["hostless"] == 6


@pytest.mark.parametrize(("verb", "counted"), [("clean", 3), ("normalize", 3), ("encode", 0)])
def test_a_verb_over_a_column_counts_rows_without_a_host(verb, counted):
    texts = ["e.com", "http://e.com/", "/a", "//e.com", "http://e:x/", "urn:a:b"]
    table = "url\n" + "\n".join(texts) + "\n"
    Path("a.csv").write_text(table, encoding="utf-8")
    done = run([verb, "-i", "a.csv", "-c", "url"])
    assert (f"{counted} without a host".encode() in done.stderr) == bool(counted)
    assert (HINT in done.stderr) == bool(counted)
    if counted:
        done = run([verb, "-c", "url", "--default-scheme", "https"], table.encode())
        assert b"2 without a host" in done.stderr
        assert HINT not in done.stderr
        assert done.stdout.splitlines()[1].startswith(b"https://e.com")


def test_elements_of_lists_count_once_a_row():
    table = pa.table({"url": [["e.com", "/a"], ["http://e.com/"], [], None, ["b.com"]]})
    pq.write_table(table, "a.parquet")
    assert tables.tidy("a.parquet", "url", "out.parquet").hostless == 2
    assert tables.apply("a.parquet", "clean", "url", "b.parquet").hostless == 2
    done = tables.tidy("a.parquet", "url", "out.parquet", default_scheme="https")
    assert done.hostless == 1


@pytest.mark.parametrize("scheme", ["", "https://", "tel"])
def test_a_scheme_without_hosts_is_refused_before_anything_is_read(scheme):
    for job in JOBS:
        with pytest.raises(tables.TableError, match="the default scheme"):
            job("none.csv", "url", "out.csv", default_scheme=scheme)
    for words in (["tidy", "none.csv", "-o", "o.csv"], ["clean", "-i", "none.csv"]):
        done = run([*words, "-c", "url", "--default-scheme", scheme])
        assert (done.returncode, b"--default-scheme: " in done.stderr) == (2, True)
