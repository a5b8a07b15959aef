"""Tables at a store: read and written in any mix, resumed; failures are one sentence."""

import json
from pathlib import Path

import pytest

from kit.arrow import tables
from kit.stored import ROWS, left, names, plain, read
from superuri.tables.storage import fetch


def test_findings_are_counted_wherever_they_go(store):
    here = tables.apply("s3://data/in.csv", "lint", "url", "out.csv")
    assert here.findings
    assert tables.apply("s3://data/in.csv", "lint", "url", "s3://data/out.csv") == here
    assert read(store, "out.csv") == Path("out.csv").read_bytes()


@pytest.mark.parametrize("given", ["s3://data/in.csv", "in.csv", "https"])
@pytest.mark.parametrize("out", ["s3://data/out.csv", "out.csv"])
def test_a_table_is_the_same_wherever_it_is(store, port, tmp_path, given, out):
    wanted = plain()
    if given == "https":
        store.put_object_acl(Bucket="data", Key="in.csv", ACL="public-read")
        given = f"http://127.0.0.1:{port}/data/in.csv"
    done = tables.tidy([given], "url", out)
    assert (done.rows, done.lost, done.notes) == (300, 0, [])
    made = read(store, "out.csv") if out.startswith("s3") else Path(out).read_bytes()
    assert made == wanted
    if out.startswith("s3"):
        assert names(store) == ["in.csv", "out.csv", "out.csv.summary.json", "out.findings.csv"]
        assert json.loads(read(store, "out.csv.summary.json"))["rows"] == 300
        assert given.encode() in read(store, "out.findings.csv").splitlines()[1]
    assert left(tmp_path) == []


def test_a_verb_works_at_a_store(store, command, tmp_path):
    code, printed = command("clean", "-i", "s3://data/in.csv", "-c", "url", "-o", "s3://data/c.csv")
    assert code == 0, printed
    assert printed.startswith("superuri clean: 300 rows: 300 changed, 0 unchanged, 0 failed\n")
    assert printed.endswith("superuri clean: output: s3://data/c.csv\n")
    assert read(store, "c.csv") == ROWS.replace(b"a b", b"a%20b")
    assert left(tmp_path) == []


def test_a_folder_of_objects_becomes_a_folder(store, tmp_path):
    for day in "1", "2":
        store.put_object(Bucket="data", Key=f"crawl/day={day}/a.csv", Body=ROWS)
    store.put_object(Bucket="data", Key="crawl/_temporary/a.csv", Body=b"no table")
    done = tables.tidy(["s3://data/crawl/"], "url", "s3://data/out/")
    assert (done.rows, done.files, len(done.notes)) == (600, 2, 1)
    assert "cannot replace a folder in one step" in done.notes[0]
    made = [name for name in names(store) if name.startswith("out")]
    assert made == [
        *("out.findings.parquet", "out.summary.json", "out/_manifest.json"),
        *("out/day=1/a.csv", "out/day=2/a.csv"),
    ]
    # A second job replaces all files and removes those that it does not write.
    tables.tidy(["s3://data/crawl/day=2/*.csv"], "url", "s3://data/out/")
    made = [name for name in names(store) if name.startswith("out/")]
    assert made == ["out/_manifest.json", "out/a.csv"]
    one = tables.tidy(["s3://data/crawl"], "url", "one.csv")
    assert one.rows == 600
    assert Path("one.csv").read_text().splitlines()[0].startswith("id,url,day,")
    with pytest.raises(tables.TableError, match="files that superuri did not write"):
        tables.tidy(["s3://data/in.csv"], "url", "s3://data/crawl/")
    assert left(tmp_path) == []


def test_a_large_object_is_written_in_parts(store, tmp_path, monkeypatch):
    from superuri.tables.storage import upload  # noqa: PLC0415  botocore may be missing

    monkeypatch.setattr(upload, "PART", 5 << 20)
    rows = b"id,url\n" + b"".join(b"%d,/%s\n" % (n, b"a" * 5000) for n in range(2500))
    store.put_object(Bucket="data", Key="big.csv", Body=rows)
    done = tables.apply("s3://data/big.csv", "clean", "url", "s3://data/big2.csv")
    assert read(store, "big2.csv") == rows
    assert store.head_object(Bucket="data", Key="big2.csv")["ETag"].endswith('-3"')
    # This server ignores If-Match when a multipart upload is completed; a note reports that.
    [note] = done.notes
    assert "neither would have noticed" in note
    assert store.list_multipart_uploads(Bucket="data").get("Uploads", []) == []
    assert upload.PROBE not in "".join(names(store))
    assert left(tmp_path) == []


REFUSED = [
    ("s3://data/none.csv", "s3://data/none.csv: there is no such file or folder"),
    ("s3://nobucket/in.csv", "s3://nobucket/in.csv: there is no bucket 'nobucket'"),
    ("s3://data/in.csv/", "s3://data/in.csv/: there is no such file or folder"),
    ("s3:///in.csv", "it names no bucket: s3://BUCKET/KEY"),
    ("http://127.0.0.1:{port}/data/none.csv", "/data/none.csv: there is no such file"),
    ("http://127.0.0.1:1/data/none.csv", "the connection failed (Connection refused), 5 times"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_a_missing_input_is_one_sentence(  # noqa: PLR0913, PLR0917  each is a fixture
    store, port, tidied, tmp_path, given, message
):
    printed = tidied(given.format(port=port), code=3)
    assert message in printed
    assert len(printed.splitlines()) == 1
    assert (names(store), left(tmp_path)) == (["in.csv"], [])


def test_errors_name_the_address_and_the_rows_in_it(store, command, tidied):
    printed = tidied(column="urk", code=3)
    assert "s3://data/in.csv has no column 'urk'; did you mean 'url'?" in printed
    assert "a rerun continues there" in printed
    store.put_object(Bucket="data", Key="in.csv", Body=b"url\n/\nhttp://a@b@c:x/\n")
    words = ("-c", "url", "--on-error", "raise", "-o", "s3://data/out.csv")
    code, printed = command("clean", "-i", "s3://data/in.csv", *words)
    assert code == 4
    assert "s3://data/in.csv, row 2: " in printed
    assert "it is read and written" in tidied(out="s3://data/in.csv", code=3)
    assert "a web server is only read" in tidied(out="https://e.com/x.csv", code=3)


FAULTS = [
    ("503", "the server is overloaded or broken (503 Service Unavailable), 5 times"),
    ("half", "the response ends before the file does, 5 times"),
    ("stall", "no byte arrived in 0 seconds, 5 times"),
    ("slow", "bytes arrived in"),
]


@pytest.mark.parametrize(("fault", "message"), FAULTS)
def test_a_store_that_fails_is_one_sentence_and_a_rerun_continues(  # noqa: PLR0913, PLR0917  as above
    store, proxy, tidied, tmp_path, monkeypatch, fault, message
):
    wanted = plain()
    store.put_object(Bucket="data", Key="out.csv", Body=b"old")
    if fault == "stall":
        monkeypatch.setattr(fetch, "STALL", 0.2)
    monkeypatch.setattr(fetch, "WINDOW", 0.5)
    proxy.fault = lambda method, path, _: fault if method == "GET" and "in.csv" in path else None
    printed = tidied(code=3)
    assert message in printed
    assert len(printed.splitlines()) == 1
    assert read(store, "out.csv") == b"old"
    proxy.fault = lambda *_: None
    proxy.seen.clear()
    tidied()
    assert read(store, "out.csv") == wanted
    options = [given for method, path, given, _ in proxy.seen if "X-Amz-Signature" in path]
    assert len(options) == 1
    # Bytes that arrived are not requested again.
    assert (options[0] or "").startswith("bytes=") == (fault != "503")
    assert left(tmp_path) == []


@pytest.mark.parametrize("fault", ["503", "half"])
def test_a_store_that_fails_for_a_while_ends_no_job(store, proxy, tidied, fault):
    wanted, failures = plain(), iter([fault, fault, None, fault, None, None])
    proxy.fault = lambda method, path, _: (
        next(failures, None) if "in.csv" in path and method == "GET" else None
    )
    tidied()
    assert read(store, "out.csv") == wanted
