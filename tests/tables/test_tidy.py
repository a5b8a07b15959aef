"""Tidied tables: no row is lost, and the new columns are those of the plain functions."""

import csv
import gzip
import json
import re
from html.parser import HTMLParser

import pytest

import superuri
from kit import chance
from kit.arrow import pa, pq, tables
from superuri import keys
from superuri._values import generate

URLS = [
    *("HTTP://e.com/a b", "http://e.com/a%20b", "http://user@a.example:80\\@b.example/", None),
    *("http://e.com/ü?utm_source=x", "http://bücher.example/", ""),
]


@pytest.fixture(params=["parquet", "csv", "tsv", "jsonl", "csv.gz", "jsonl.zst"])
def given(request, tmp_path):
    """The same rows in each format."""
    path = tmp_path / f"in.{request.param}"
    rows = [{"id": str(n), "url": url} for n, url in enumerate(URLS)]
    text = ""
    if request.param == "parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
        return path
    if "jsonl" in request.param:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    else:
        mark = "\t" if "tsv" in request.param else ","
        text = "".join(f"{r['id']}{mark}{r['url'] or ''}\n" for r in rows)
        text = f"id{mark}url\n{text}"
    with pa.output_stream(str(path), compression="detect") as stream:
        stream.write(text.encode())
    return path


def rows_of(path):
    """The rows of an output, each a dict of texts."""
    if path.suffix == ".parquet":
        return pq.read_table(path).to_pylist()
    with pa.input_stream(str(path), compression="detect") as stream:
        lines = stream.read().decode().splitlines()
    if ".jsonl" in path.name:
        return [json.loads(line) for line in lines]
    mark = "\t" if ".tsv" in path.name else ","
    return [{k: v or None for k, v in row.items()} for row in csv.DictReader(lines, delimiter=mark)]


def clean(url):
    try:
        return superuri.clean(url)
    except superuri.errors.URIError:
        return url


def test_every_format_gives_the_same(given, tmp_path):
    out = given.with_name(given.name.replace("in.", "out."))
    done = tables.tidy([str(given)], "url", str(out), report=str(tmp_path / "r.html"))
    rows = rows_of(out)
    assert [row["id"] for row in rows] == [str(n) for n in range(len(URLS))]
    has_empty = "csv" not in given.name and "tsv" not in given.name
    for url, row in zip(URLS, rows, strict=True):
        text = url or ("" if has_empty and url is not None else None)
        assert row["url"] == text
        assert row["url_clean"] == (clean(text) if text is not None else None)
        if text and row["url_error"] is None:
            assert row["url_key"] == keys.key(text).hex()
            assert row["url_normal"] == superuri.normalize(text)
            assert row["url_domain"] == superuri.domain(text)
    again = [str(row["url_duplicate"]).lower() == "true" for row in rows]
    assert again == [False, True] + [False] * 5
    assert rows[2]["url_error"] == "ambiguous-authority"
    assert (done.rows, done.lost, done.written, done.kept, done.duplicates) == (7, 0, 7, 1, 1)
    assert done.kept_rows == [(str(given), 3, "ambiguous-authority")]
    summary = json.loads((tmp_path / f"{out.name}.summary.json").read_text())
    assert summary["rows"] == len(URLS)


def test_the_findings_are_those_of_lint(given):
    out = given.with_name(given.name.replace("in.", "out."))
    tables.tidy([str(given)], "url", str(out))
    findings = rows_of(out.with_name(out.name.replace("out.", "out.findings.")))
    for n, url in enumerate(URLS):
        want = [(f.code, f.start, f.end) for f in superuri.lint(url or "")]
        got = [
            (f["code"], int(f["start"]), int(f["end"])) for f in findings if int(f["row"]) == n + 1
        ]
        assert sorted(got) == sorted(want)


def test_order_by_chooses_the_first_row_of_each_class(tmp_path):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("n,url\n9,http://e.com\n10,http://e.com/\n2,HTTP://e.com/\n,http://e.com:80\n")
    for order, first in ((["n"], "2"), (["n desc"], "10"), ([], "9")):
        done = tables.tidy([str(path)], "url", str(out), order_by=order, dedupe=True)
        assert [row["n"] for row in rows_of(out)] == [first]
        assert (done.duplicates, done.written, done.lost) == (3, 1, 0)
    with pytest.raises(tables.TableError, match="no column 'm'; its columns are n, url"):
        tables.tidy([str(path)], "url", str(out), order_by=["m"])


def test_a_key_ignores_what_a_normal_form_keeps(tmp_path):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("url\nhttp://e.com/?b&a\nhttp://e.com/?a&b#top\n")
    assert tables.tidy([str(path)], "url", str(out)).duplicates == 1
    assert tables.tidy([str(path)], "url", str(out), same="normal").duplicates == 0


def test_partitions_stay(tmp_path):
    for day in ("1", "2"):
        (tmp_path / f"in/day={day}").mkdir(parents=True)
        (tmp_path / f"in/day={day}/a.csv").write_text(f"url\nhttp://e.com/{day}\nhttp://e.com/\n")
    out = tmp_path / "out"
    for _ in range(2):
        done = tables.tidy([str(tmp_path / "in")], "url", str(out))
        assert (done.rows, done.files, done.duplicates) == (4, 2, 1)
    assert rows_of(out / "day=2/a.csv")[1]["url_duplicate"] == "true"
    tables.tidy([str(tmp_path / "in/*/*.csv")], "url", str(tmp_path / "one.parquet"))
    assert pq.read_table(tmp_path / "one.parquet").column("day").to_pylist() == ["1", "1", "2", "2"]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.txt").write_text("years of work")
    with pytest.raises(tables.TableError, match="superuri did not write"):
        tables.tidy([str(tmp_path / "in")], "url", str(tmp_path / "mine"))


def test_damaged_rows_are_kept(tmp_path):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_bytes(
        b"id,url,note\r\n1,http://e.com/caf\xe9,\xff\xc3\xa9\r\n2\r\n3,http://e.com/,a,b\r\n"
    )
    done = tables.tidy([str(path)], "url", str(out))
    assert (done.rows, done.written, done.kept) == (3, 3, 2)
    lines = out.read_bytes().split(b"\r\n")
    assert lines[1].startswith(b"1,http://e.com/caf\xe9,\xff\xc3\xa9,http://e.com/caf\xe9,")
    assert lines[2].startswith(b"2,,,")
    assert b"short-row" in lines[2]
    assert lines[3].endswith(b",b")
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    broken = '{"u": 007}\n\n[1]\n{"u": "\\ud800"}\n{"u": 5}\n{"v": 1}\n{"u":"/a b", "n": 1.50}\n'
    path.write_text(broken)
    done = tables.tidy([str(path)], "u", str(out))
    assert (done.rows, done.written, done.kept) == (7, 7, 5)
    assert out.read_text().startswith('{"u": 007}\n\n[1]\n')
    assert '{"u":"/a b", "n": 1.50, "u_clean": "/a%20b"' in out.read_text()


@pytest.mark.parametrize("verb", ["encode", "decode", "clean", "normalize", "pretty"])
def test_a_verb_over_a_table_is_the_verb_for_each_row(verb, given):
    out = given.with_name(given.name.replace("in.", "out."))
    done = tables.apply([str(given)], verb, "url", str(out))
    refused = 0
    for url, row in zip(URLS, rows_of(out), strict=True):
        try:
            want = getattr(superuri, verb)(url) if url else url
        except superuri.errors.URIError:
            want, refused = url, refused + 1
        assert (row["url"] or None) == (want or None)
    assert (done.rows, done.refused) == (len(URLS), refused)


@pytest.mark.parametrize("verb", ["encode", "decode"])
def test_bytes_that_are_not_utf8_stay_and_a_binary_column_is_encoded(tmp_path, verb):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_bytes(b"url\n\xc3\xa9\ncaf\xe9\n")
    assert tables.apply([str(path)], verb, "url", str(out)).refused == 1
    assert out.read_bytes().endswith(b"\ncaf\xe9\n")
    with pytest.raises(tables.TableError, match="row 2: the text is not valid UTF-8"):
        tables.apply([str(path)], verb, "url", str(out), on_error="raise")
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"url": pa.array([b"caf\xe9"])}), path)
    tables.apply([str(path)], verb, "url", str(out))
    assert out.read_bytes() == (b"url\ncaf%E9\n" if verb == "encode" else b"url\ncaf\xe9\n")


class Page(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self):
        super().__init__()
        self.tags, self.attributes = set(), set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def test_a_report_runs_and_fetches_nothing(tmp_path):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    hostile = "http://e.com/<script src=//x>alert(1)</script>\u202e\"'><img onerror=x>"
    path.write_text(f'url\n"{hostile.replace(chr(34), chr(34) * 2)}"\n')
    tables.tidy([str(path)], "url", str(out), report=str(tmp_path / "r.html"))
    text = (tmp_path / "r.html").read_text()
    page = Page()
    page.feed(text)
    assert "svg" in page.tags
    assert not page.tags & {"script", "img", "link", "iframe", "object"}
    assert not {name for name in page.attributes if name.startswith("on")} | (
        page.attributes & {"src", "href"}
    )
    assert "\u202e" not in text
    assert not re.search(r"https?://(?!e\.com)", text)
    assert "&lt;script" in text


def test_ten_thousand_rows_are_their_texts_one_by_one(tmp_path):
    rng = chance.seeded("tidy")
    makers = (generate.wild, generate.dirty_url, generate.legal_url)
    urls = [rng.choice(makers)(rng) for _ in range(10_000)]
    pq.write_table(pa.table({"url": urls}), tmp_path / "in.parquet")
    tables.tidy([str(tmp_path / "in.parquet")], "url", str(tmp_path / "out.parquet"))
    made = pq.read_table(tmp_path / "out.parquet").to_pylist()
    seen = set()
    for url, row in zip(urls, made, strict=True):
        assert row["url"] == url
        assert row["url_clean"] == clean(url)
        if row["url_error"] is None:
            assert row["url_duplicate"] == (row["url_key"] in seen)
            seen.add(row["url_key"])


def test_gzip_is_read_to_its_end(tmp_path):
    path = tmp_path / "in.csv.gz"
    path.write_bytes(gzip.compress(b"url\n/a\n") + gzip.compress(b"/b\n"))
    done = tables.tidy([str(path)], "url", str(tmp_path / "out.csv"))
    assert done.rows == 2


def test_no_example_shows_a_password(tmp_path):
    source, report = tmp_path / "in.csv", tmp_path / "r.html"
    source.write_text("url\nhttp://u:S3cret@h/|\nhttp://D\\u:S3cret@h/\n")
    tables.tidy([str(source)], "url", str(tmp_path / "out.csv"), report=str(report))
    summary = (tmp_path / "out.csv.summary.json").read_text()
    assert "http://u:…@h/|" in json.loads(summary)["rules"][0]["examples"][0]
    assert "S3cret" not in summary + report.read_text()


def test_three_rows_of_a_rule_are_examples(tmp_path):
    source = tmp_path / "in.csv"
    source.write_text("url\n" + "".join(f"/{n} b\n" for n in range(9)))
    done = tables.tidy([str(source)], "url", str(tmp_path / "out.csv"))
    examples = [(row, text) for _, row, text in done.rules["U102"].examples]
    assert examples == [(1, "/0 b"), (2, "/1 b"), (3, "/2 b")]
