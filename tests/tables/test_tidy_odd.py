"""Malformed rows, and values that the output format cannot hold."""

import csv
import datetime as dt
import io
import json
import math

import pytest

from kit import chance
from kit.arrow import pa, pq, tables
from kit.command import run
from superuri.tables.files import delimited


def tidied(folder, name, data, target, **options):
    """Return the bytes of a file tidied."""
    (folder / name).write_bytes(data)
    tables.tidy([str(folder / name)], "url", str(folder / target), **options)
    return (folder / target).read_bytes()


def done(folder, given, data, target, verb="encode", **options):
    """Return the bytes of a file after a verb, the number of rows, and of rows that failed."""
    (folder / given).write_bytes(data)
    wording = tables.apply([str(folder / given)], verb, "url", str(folder / target), **options)
    return (folder / target).read_bytes(), wording.rows, wording.refused


def test_tabs_and_line_breaks_are_triplets_in_tsv(tmp_path):
    data = b"id\turl\n1\thttp://a%09b.com/\n2\thttp://a%0Ab.com/\n3\thttp://e.com/\n"
    out = tidied(tmp_path, "a.tsv", data, "b.tsv").decode().split("\n")
    assert [len(line.split("\t")) for line in out] == [9, 9, 9, 9, 1]
    assert [line.split("\t")[4] for line in out[1:4]] == ["a%09b.com", "a%0Ab.com", "e.com"]
    summary = json.loads((tmp_path / "b.tsv.summary.json").read_text())
    assert (summary["written"], summary["lost"], summary["escaped"]) == (3, 0, 2)
    path = tmp_path / "c.csv"
    path.write_bytes(b'"a\tnote",url\n"x\r\ny",/\n')
    tables.tidy([str(path)], "url", str(tmp_path / "c.tsv"))
    assert (tmp_path / "c.tsv").read_bytes().startswith(b"a%09note\turl\turl_clean")
    assert b"\nx%0D%0Ay\t/\t/\t" in (tmp_path / "c.tsv").read_bytes()


REFUSED = [("keep", b"url\na%09b\nc d\n", 4), ("null", b"url\n\nc d\n", 4), ("raise", None, 4)]


@pytest.mark.parametrize(("policy", "written", "code"), REFUSED)
def test_a_result_that_tsv_cannot_hold_fails(tmp_path, policy, written, code):
    (tmp_path / "a.tsv").write_bytes(b"url\na%09b\nc%20d\n")
    words = ["-i", "a.tsv", "-c", "url", "-o", "b.tsv", "--on-error", policy]
    wording = run(["decode", *words], cwd=tmp_path)
    assert wording.returncode == code, wording.stderr
    out = tmp_path / "b.tsv"
    assert (out.read_bytes() if out.exists() else None) == written
    if policy == "raise":
        assert b"a.tsv, row 1: the result has a tab or a line break" in wording.stderr


ODD_LINES = (
    b'{"url":"http://e.com/\\ud800", "n":1e400, "m":0.1000}\n[1]\nnot json\r\n{"url": 5}\n'
    b'{"url":"\\udcff", "late": [1, 2.50, null], "": true}\n'
)


def test_malformed_lines_are_kept_in_every_format(tmp_path):
    text = tidied(tmp_path, "a.jsonl", ODD_LINES, "b.csv").decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    texts = ["http://e.com/\\ud800", "[1]", "not json", "5", "\\udcff"]
    assert [row["url"] for row in rows] == texts
    assert (rows[0]["n"], rows[0]["m"]) == ("1e400", "0.1000")
    assert (rows[4]["late"], rows[4][""]) == ("[1, 2.50, null]", "true")
    for n in (0, 4):
        assert rows[n]["url_clean"] == rows[n]["url_normal"] == rows[n]["url"]
    errors = ["surrogate", "no-object", "no-object", "no-text", "surrogate"]
    assert [row["url_error"] for row in rows] == errors
    tidied(tmp_path, "a.jsonl", ODD_LINES, "b.parquet")
    made = pq.read_table(tmp_path / "b.parquet").to_pylist()
    assert [
        {k: str(v or "").lower() for k, v in row.items() if k != "url_duplicate"} for row in made
    ]
    assert [row["url"] for row in made] == [row["url"] for row in rows]
    out = tidied(tmp_path, "a.jsonl", ODD_LINES, "b.jsonl").splitlines(keepends=True)
    assert out[1:3] == ODD_LINES.splitlines(keepends=True)[1:3]
    for old, new in zip(ODD_LINES.splitlines(), out, strict=True):
        assert new.startswith(old.rstrip(b"}"))
    for n in (0, 4):
        row = json.loads(out[n])
        assert row["url_clean"] == row["url_normal"] == row["url"]


def test_a_verb_changes_one_member_and_nothing_else(tmp_path):
    lines = [
        (b'{"url":"a b","n": 1.50,"x":1,"x":2}\r\n', b'{"url":"a%20b","n": 1.50,"x":1,"x":2}\r\n'),
        (b'{"n":{"url":"a"},"u\\u0072l" : "d e"}\n', b'{"n":{"url":"a"},"u\\u0072l" : "d%20e"}\n'),
        (b'{"url":\r"\\u0061"}\n', b'{"url":\r"\\u0061"}\n'),
        (b'{"v":"url", "url":"e f"}\n', b'{"v":"url", "url":"e%20f"}\n'),
        (b'{"url":"a b", "v":"\xff\xc3\xa9"}\n', b'{"url":"a%20b", "v":"\xff\xc3\xa9"}\n'),
        (b'{"v":{"url":"a b"}}\n', b'{"v":{"url":"a b"}}\n'),
        (b'{"url":1e400}\n', b'{"url":1e400}\n'),
        (b'{"url":"a", "d":' + b"[" * 5000 + b"]" * 5000 + b"}\n",) * 2,
    ]  # fmt: skip
    data = b"".join(old for old, _ in lines)
    assert done(tmp_path, "a.jsonl", data, "b.jsonl") == (b"".join(new for _, new in lines), 8, 2)


def test_members_with_names_of_new_columns_are_renamed(tmp_path):
    data = b'{"url":"/"}\n{"url":"/a","url_clean":"mine", "u\\u0072l_key": 7}\n'
    out = tidied(tmp_path, "a.jsonl", data, "b.jsonl").splitlines()
    row = json.loads(out[1])
    assert (row["url_clean_2"], row["url_key_2"], row["url_clean"]) == ("mine", 7, "/a")
    assert row["url_key"] != 7
    text = tidied(tmp_path, "a.jsonl", data, "b.csv").decode()
    row = list(csv.DictReader(text.splitlines()))[1]
    assert (row["url_clean_2"], row["url_key_2"], row["url_clean"]) == ("mine", "7", "/a")


def test_more_than_a_thousand_names_share_one_column(tmp_path):
    data = "".join(json.dumps({"url": "/", f"k{n}": n / 2}) + "\n" for n in range(1500))
    text = tidied(tmp_path, "a.jsonl", data.encode(), "b.csv").decode()
    rows = list(csv.DictReader(text.splitlines()))
    assert len(rows[0]) == 1000 + 1 + 7
    assert rows[998]["k998"] == "499.0"
    assert rows[1200]["rest"] == '{"k1200": 600.0}'


def test_an_unclosed_quotation_mark_hides_no_row(tmp_path):
    data = (
        b'id,url,n\n1,"http://e.com,x\n2,http://b,y\n3,"q, ""r""",z\n4,"ab"cd,w\n'
        b'5,"multi\r\nline",v\n6,"open to the end,a\n7,"a""b,c\n8,c\rd,"e\rf"\n'
    )
    out, rows, refused = done(tmp_path, "a.csv", data, "b.jsonl", "is_uri", name="legal")
    assert (rows, refused) == (8, 0)
    made = [list(json.loads(line).values())[:3] for line in out.splitlines()]
    assert made == [
        ["1", '"http://e.com', "x"],
        ["2", "http://b", "y"],
        ["3", 'q, "r"', "z"],
        ["4", "abcd", "w"],
        ["5", "multi\r\nline", "v"],
        ["6", '"open to the end', "a"],
        ["7", '"a""b', "c"],
        ["8", "c\rd", "e\rf"],
    ]


def test_rows_of_csv_are_those_of_the_csv_module_where_it_reads_them(report):
    rng = chance.seeded("tidy fields")
    same = 0
    for _ in range(3000):
        text = "".join(
            rng.choice(['"', '"', ",", "a", "\n", "\r\n", ',"', '",', "b\0"])
            for _ in range(rng.randrange(30))
        )
        got = list(delimited.Rows(iter(io.StringIO(text, newline="\n")), "csv"))
        # No character but quotation marks and line ends is lost; no line becomes several rows.
        assert len(got) <= text.count("\n") + 1
        kept = "".join(map("".join, got))
        assert [c for c in kept if c in "ab\0"] == [c for c in text if c in "ab\0"]
        lines = text.replace("\0", "0").splitlines(keepends=True)
        try:
            want = list(csv.reader(lines, strict=True))
        except csv.Error:
            continue
        same += 1
        assert [[field.replace("\0", "0") for field in row] for row in got] == want
        again = delimited.csv_text(got, "\n")
        assert list(delimited.Rows(iter(io.StringIO(again, newline="\n")), "csv")) == [
            row or [""] * len(row) for row in got
        ]
    report(f"tidy: {same:,} of 3,000 texts are CSV to the csv module")


def test_rows_are_ragged_and_columns_of_one_name(tmp_path):
    data = b'id,url,id,rest\n1,a b,2,3,4,"5,6"\n\n2\n3,c,,\n'
    out, rows, refused = done(tmp_path, "a.csv", data, "b.csv")
    assert out == b'id,url,id,rest\n1,a%20b,2,3,4,"5,6"\n2,,,\n3,c,,\n'
    assert (rows, refused) == (3, 1)
    out, *_ = done(tmp_path, "a.csv", data, "b.jsonl")
    rows = [json.loads(line) for line in out.splitlines()]
    assert rows[0] == {"id": "1", "url": "a%20b", "id_2": "2", "rest": "3", "rest_2": '4,"5,6"'}
    done(tmp_path, "a.csv", data, "b.parquet")
    assert pq.read_table(tmp_path / "b.parquet").to_pylist()[0] == rows[0]
    for name, content in (("c.csv", b"url,url\n1,2\n"), ("c.parquet", None)):
        path = tmp_path / name
        if content:
            path.write_bytes(content)
        else:
            pq.write_table(pa.table([["a b"], ["c"]], names=["url", "url"]), path)
        wording = run(["tidy", name, "-c", "url", "-o", "d.csv"], cwd=tmp_path)
        assert wording.returncode == 3
        assert f"{name}: it has 2 columns 'url': rename all but one" in wording.stderr.decode()


SHAPES = [
    (b"\xef\xbb\xbfurl,x\na b,1\n", b"\xef\xbb\xbfurl,x\na%20b,1\n"),
    (b'url\ra b\r"c\rd"\r', b"url\ra%20b\rc%0Dd\r"),
    (b"url,x", b"url,x\n"),
    (b'url\r\n"a\r\nb"\r\n', b"url\r\na%0D%0Ab\r\n"),
    (b'url,x\n"a","\r"\n', b'url,x\na,"\r"\n'),
    (b"url,x\na\x00 b,\x00\n", b"url,x\na%00%20b,\x00\n"),
]


@pytest.mark.parametrize(("data", "want"), SHAPES)
def test_marks_line_ends_and_nulls_are_kept(tmp_path, data, want):
    assert done(tmp_path, "a.csv", data, "b.csv")[0] == want


@pytest.mark.parametrize("target", ["b.csv", "b.jsonl", "b.parquet"])
def test_a_columns_name_may_be_invalid_utf8(tmp_path, target):
    for name, data in (("a.csv", b"id,r\xe9f\n1,a b\n"), ("a.jsonl", b'{"r\xe9f":"a b"}\n')):
        path, out = tmp_path / name, tmp_path / target
        path.write_bytes(data)
        utf8 = {"table_encoding": "utf-8"}
        tables.apply([str(path)], "encode", "r\udce9f", str(out), **utf8)
        tables.apply([str(path)], "encode", "r\udce9f", str(out), name="caf\udce9", **utf8)
        tables.tidy([str(path)], "r\udce9f", str(out), **utf8)
        head = pq.read_schema(out).names if "parquet" in target else out.read_bytes()
        assert ("r%E9f_clean" if "parquet" in target else b"r%E9f_clean") in head


def test_a_table_without_rows_keeps_its_columns(tmp_path):
    assert tidied(tmp_path, "a.csv", b"a,url\n", "b.csv").startswith(b"a,url,url_clean,")
    tidied(tmp_path, "a.csv", b"a,url\n", "b.parquet")
    assert pq.read_schema(tmp_path / "b.parquet").names[:3] == ["a", "url", "url_clean"]
    assert tidied(tmp_path, "a.jsonl", b"", "b.jsonl") == b""


def test_values_of_every_type_are_written(tmp_path):
    far, none = 2**61, [None]
    given = pa.table(
        {
            "url": pa.array(["a b", "a b", None], pa.string_view()),
            "ns": pa.array([1, *none, 2**62], pa.timestamp("ns")),
            "far": pa.array([far, *none, 0], pa.timestamp("us")),
            "day": pa.array([20_000, *none, 0], pa.date32()),
            "length": pa.array([1, *none, 2**62], pa.duration("ns")),
            "real": pa.array([math.nan, math.inf, -0.0]),
            "large": pa.array([2**64 - 1, *none, 0], pa.uint64()),
            "octets": pa.array([b"\xff\0", *none, b"x"], pa.binary_view()),
            "nested": pa.array([[{"x": 1, "y": [b"\xff"]}], None, []],
                pa.list_(pa.struct([("x", pa.timestamp("ns")), ("y", pa.list_(pa.binary()))]))),
            "pairs": pa.array([[("k", math.nan)], None, []], pa.map_(pa.string(), pa.float64())),
            "broken": pa.array([b"\xff", b"x", None]).view(pa.string()),
            "nothing": pa.nulls(3),
        }
    )  # fmt: skip
    path = tmp_path / "a.parquet"
    pq.write_table(given, path)
    for target in ("b.csv", "b.tsv", "b.jsonl", "b.parquet"):
        for dedupe in (False, True):
            wording = tables.tidy([str(path)], "url", str(tmp_path / target), dedupe=dedupe)
            assert (wording.rows, wording.written, wording.lost) == (3, 2 if dedupe else 3, 0)
    same = pq.read_table(tmp_path / "b.parquet").slice(0, 1)
    first = given.slice(0, 1)
    for name in set(given.schema.names) - {"real", "pairs"}:
        assert same.column(name).equals(first.column(name)), name

    def refuse(word):
        raise ValueError(word)

    line = (tmp_path / "b.jsonl").read_bytes().decode().splitlines()[0]
    row = json.loads(line, parse_constant=refuse)
    assert (row["real"], row["octets"], row["broken"]) == ("NaN", "%FF\0", "%FF")
    assert row["nested"] == [{"x": "1970-01-01 00:00:00.000000001", "y": ["%FF"]}]
    assert (row["pairs"], row["large"], row["length"]) == ([["k", "NaN"]], 2**64 - 1, "1ns")
    assert row["day"] == str(dt.date(1970, 1, 1) + dt.timedelta(20_000))
    assert str(far) in row["far"]


@pytest.mark.parametrize("name", ["number=3", "x[1]", "a*b?", "it's", "code=1"])
def test_a_folder_may_have_any_name(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    out = tidied(folder, "a.csv", b"url\na b\na b\n", "b.csv")
    assert out.count(b"\n") == 3
    head = (folder / "b.findings.csv").read_text().splitlines()[0]
    assert head == "file,row,code,name,severity,start,end,message"
