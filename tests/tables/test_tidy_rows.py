"""Rows of tables: none is lost or changed, from each format to each."""

import csv
import io
import json
import re
import time
from contextlib import suppress
from itertools import product

import pytest

import superuri
from kit import chance
from kit.amount import rest
from kit.arrow import pa, pq, tables
from superuri.tables.files import delimited, formats, places, reading

FORMATS = ["csv", "tsv", "jsonl", "parquet"]
#: Each format is read and written in half of the pairs; the other half runs with the full tests.
PAIRS = [
    *(
        pytest.param(source, target, marks=() if (n + m) % 2 == 0 else rest)
        for (n, source), (m, target) in product(enumerate(FORMATS), enumerate(FORMATS))
    ),
    *(("csv.gz", "tsv.zst"), ("tsv.gz", "jsonl.zst")),
]
#: Texts of cells; bytes that are not valid UTF-8 are surrogates, as Python decodes them.
HOSTILE = [
    *('"', '""', 'a"b', '"a', 'a"', '"a"b', ",", ",,", "'", "\\", "\\N", "NULL", "nan", " ", " a "),
    *("\r", "a\rb", "\ra", "a\r", "\n", "a\nb", "\r\n", "a\r\nb", "\n\n", "\t", "a\tb", "\x0b"),
    *("\0", "a\0b", "\x1a", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029", "\ufeff", "\ufeffid"),
    *(
        *("\udcff", "caf\udce9", "\udced\udca0\udc80", "ü"),
        *("u\u0308", "\U0001f600", "\uffff", "\ufdd0"),
    ),
    *("=1+1", "1e400", "0.1000", "-0", "007", "true", "null", "{}", "[1]", "#", "id", "%", "%00"),
    *("http://e.com/", "HTTP://e.com/a b", "http://a%09b.com/", "http://a%0Db.com/", "//a%0Ab/"),
    *("http://user@a.example:80\\@b.example/", "http://e.com/\udcff", "http://[", "x" * 200_000),
]
HALVES = ["\ud800", "http://e.com/\udfff", "\udc80 in JSON", "http://\ud83d/"]
OCTETS = re.compile("[\udc80-\udcff]")


def texts(rng, kind):
    """Return texts of cells that a file of this format can contain."""
    known = [*HOSTILE, "", *(HALVES if "jsonl" in kind else [])]
    if "tsv" in kind:
        known = [each for each in known if not re.search("[\t\n]|\r$", each)]
    if "parquet" in kind:
        known = [each for each in known if not re.search("[\udc80-\udcff]", each)]
    rng.shuffle(known)
    return known


def packed(path, data):
    with pa.output_stream(str(path), compression="detect") as stream:
        stream.write(data)


def unpacked(path):
    with pa.input_stream(str(path), compression="detect") as stream:
        return stream.read()


def put(path, rows, rng):
    """Write rows without superuri."""
    names = list(rows[0])
    octets = ("utf-8", "surrogateescape")
    ending = rng.choice(["\n", "\r\n"])
    if ".csv" in path.name:
        text = io.StringIO(newline="")
        how = rng.choice([csv.QUOTE_ALL, csv.QUOTE_MINIMAL])
        # With LF as the line end, the csv module does not quote a CR.
        writer = csv.writer(text, quoting=how, lineterminator="\r\n")
        writer.writerows([names, *[list(row.values()) for row in rows]])
        packed(path, text.getvalue().encode(*octets))
    elif ".tsv" in path.name:
        lines = ["\t".join(row) + ending for row in [names, *[row.values() for row in rows]]]
        packed(path, "".join(lines).encode(*octets))
    elif ".jsonl" in path.name:
        lines = []
        for row in rows:
            odd = any(each in HALVES for each in row.values())
            lines.append(json.dumps(row, ensure_ascii=odd or rng.random() < 0.3) + ending)
        # Bytes that are not valid UTF-8 are written raw.
        fixed = [re.sub(r"\\udc([89a-f].)", _octet, x) if "JSON" not in x else x for x in lines]
        packed(path, "".join(fixed).encode(*octets))
    else:
        pq.write_table(pa.Table.from_pylist(rows), path)


def _octet(found):
    return chr(0xDC00 + int(found[1], 16))


def got(path):
    """Read rows without superuri."""
    if path.suffix == ".parquet":
        return pq.ParquetFile(path).read().to_pylist()
    data = unpacked(path).decode("utf-8", "surrogateescape")
    if ".csv" in path.name:
        names, *rows = csv.reader(io.StringIO(data, newline=""), strict=True)
    elif ".tsv" in path.name:
        lines = data.removesuffix("\n").split("\n")
        names, *rows = [line.removesuffix("\r").split("\t") for line in lines]
    else:
        return [json.loads(line) for line in data.removesuffix("\n").split("\n")]
    assert {len(row) for row in rows} == {len(names)}
    return [dict(zip(names, row, strict=True)) for row in rows]


def expected(text, source, target):
    """Return a text as the target format can hold it."""
    if text in HALVES and "jsonl" not in target:
        return re.sub("[\ud800-\udfff]", lambda c: f"\\u{ord(c[0]):04x}", text)
    if "parquet" in target or ("jsonl" in target and "jsonl" not in source):
        return re.sub("[\udc80-\udcff]", lambda c: f"%{ord(c[0]) - 0xDC00:02X}", text)
    if "tsv" in target and "tsv" not in source:
        return re.sub("[\t\n\r]", lambda c: f"%{ord(c[0]):02X}", text)
    return text


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_no_row_is_lost_or_changed(tmp_path, monkeypatch, source, target):
    # Blocks of a few rows; those of Parquet all have as many, and one row is long.
    monkeypatch.setattr(reading, "SIZE", 20_000 if source == "parquet" else 3000)
    rng = chance.seeded(f"tidy {source} {target}")
    one, other = texts(rng, source), texts(rng, source)
    # A raw byte and an escape with the same number in one row cannot be distinguished.
    pairs = [
        (url if "in JSON" not in note else "", note if "in JSON" not in url else "")
        for url, note in zip(one, other, strict=True)
    ]
    rows = [
        {"id": str(n), "url": url, "a note": note, "": "x"} for n, (url, note) in enumerate(pairs)
    ]
    path, out = tmp_path / f"in.{source}", tmp_path / f"out.{target}"
    put(path, rows, rng)
    done = tables.tidy([str(path)], "url", str(out), report=str(tmp_path / "r.html"))
    assert (done.rows, done.written, done.lost) == (len(rows), len(rows), 0)
    for row, new in zip(rows, got(out), strict=True):
        for name, text in row.items():
            assert new[name] == expected(text, source, target), (row, new)
        assert list(new)[:4] == list(row)
        if new["url_error"] and row["url"]:
            assert new["url_clean"] == new["url_normal"] == expected(row["url"], source, target)
    for verb in ("clean", "decode"):
        tables.apply([str(path)], verb, "url", str(out))
        for row, new in zip(rows, got(out), strict=True):
            for name in ("id", "a note", ""):
                assert new[name] == expected(row[name], source, target)
            want = row["url"]
            if want not in HALVES and not re.search("[\udc80-\udcff]", want):
                with suppress(superuri.errors.URIError):
                    want = getattr(superuri, verb)(want.encode("utf-8", "surrogateescape"))
                if "tsv" in target and re.search("[\t\r\n]", want):
                    want = row["url"]
            assert (new["url"] or "") == expected(want, source, target), row


def test_blocks_of_wide_rows_have_fewer(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "SIZE", 40_000)
    (tmp_path / "a.csv").write_bytes(b"url" + b"," * 999 + b"\n" + b"/\n" * 50)
    reader = formats.reader(places.place(tmp_path / "a.csv"), ["url"], [])
    assert [len(block) for block in reader.blocks()] == [10] * 5
    table = pa.table({"url": ["x" * 1000] * 200})
    pq.write_table(table, tmp_path / "a.parquet", use_dictionary=False, compression="none")
    reader = formats.reader(places.place(tmp_path / "a.parquet"), ["url"], [])
    assert max(len(block) for block in reader.blocks()) < 50


HOSTILE_LINES = ['a","b\n', '"a\n', 'x,"a\n', '""\n', '""z\n', 'a,""""\n']


@pytest.mark.parametrize("line", HOSTILE_LINES)
def test_open_quotation_marks_take_linear_time(line):
    def seconds(times):
        begun = time.process_time()
        count = sum(1 for _ in delimited.Rows(iter(['"\n', *[line] * times]), "csv"))
        assert count <= times + 1
        return time.process_time() - begun

    # Four times the lines: quadratic work takes 16 times as long. One run below 9 is enough.
    assert any(seconds(20_000) < 9 * seconds(5000) for _ in range(3))
