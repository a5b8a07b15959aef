"""Whole results of jobs over tables: output, findings, summary, page and progress."""

import json
import re
from pathlib import Path

import pytest

from kit.arrow import pa, pq, tables
from superuri import keys, rules
from superuri.tables.files import reading
from superuri.tables.job.manifest import Manifest

BAD = "http://user@a.example:80\\@b.example/"
NEW = ("clean", "normal", "host", "domain", "key", "error", "duplicate")


pytestmark = pytest.mark.usefixtures("empty")


def sentence(code):
    return next(rule.sentence for rule in rules.values() if rule.code == code)


TABLE = rf"""id,url
1,HTTP://e.com/a b
2,http://e.com/a%20b?

3,{BAD}
4,
5,http://x.example/%7e
6,http://e.com/a b
"""
TIDIED = f"""id,url,{",".join(f"url_{name}" for name in NEW)}
1,HTTP://e.com/a b,HTTP://e.com/a%20b,http://e.com/a%20b,e.com,e.com,KEY0,,false
2,http://e.com/a%20b?,http://e.com/a%20b?,http://e.com/a%20b?,e.com,e.com,KEY1,,false
3,{BAD},{BAD},{BAD},,,,ambiguous-authority,false
4,,,,,,,,false
5,http://x.example/%7e,http://x.example/%7e,http://x.example/~,x.example,x.example,KEY2,,false
"""
FOUND = [
    (1, "U616", "upper-case", "info", 0, 4),
    (1, "U102", "space", "error", 14, 15),
    (3, "U601", "ambiguous-authority", "error", 7, 35),
    (3, "U605", "password", "warning", 7, 25),
    (5, "U201", "lower-case-hex", "info", 17, 20),
    (5, "U202", "encoded-unreserved", "info", 17, 20),
    (6, "U102", "space", "error", 14, 15),
]
PRINTED = """6 rows of 1 file: 2 cleaned, 2 normalised, 1 duplicate, 1 without a text
0 rows lost, 1 kept as it was, 5 written
  1 ambiguous-authority, first row 3: HELP
  blank lines left out: 1
  rows with an error: U102 space 2, U601 ambiguous-authority 1
  rows with a warning: U605 password 1
  rows with an info: U201 lower-case-hex 1, U202 encoded-unreserved 1, U616 upper-case 1
output: b.csv; summary: b.csv.summary.json; findings: b.findings.csv; report: r.html"""
HELP = (
    "parsers disagree here and guessing is an attack: write the intended one; brackets hold only "
    "an IP literal"
)
PRINTED = PRINTED.replace("HELP", HELP)
RULES = [
    ("U102", "space", "error", 2, [(1, "HTTP://e.com/a b"), (6, "http://e.com/a b")]),
    ("U601", "ambiguous-authority", "error", 1, [(3, BAD)]),
    ("U605", "password", "warning", 1, [(3, BAD)]),
    ("U201", "lower-case-hex", "info", 1, [(5, "http://x.example/%7e")]),
    ("U202", "encoded-unreserved", "info", 1, [(5, "http://x.example/%7e")]),
    ("U616", "upper-case", "info", 1, [(1, "HTTP://e.com/a b")]),
]
COUNTS = {"files": 1, "rows": 6, "empty": 1, "blank": 1, "cleaned": 2, "normalised": 2, "kept": 1}
COUNTS |= {
    "duplicates": 1,
    "hostless": 0,
    "written": 5,
    "escaped": 0,
    "lost": 0,
    "foreign": 0,
    "seconds": None,
}
SUMMARY = COUNTS | {
    "kept_rows": [["a.csv", 3, "ambiguous-authority"]],
    "reasons": [{"code": "ambiguous-authority", "help": HELP, "rows": 1, "first": ["a.csv", 3]}],
    "dialects": [],
    "rules": [
        dict(zip(("code", "name", "severity", "times", "rows", "examples"), each, strict=True))
        for each in (
            (*rule, rows, rows, [["a.csv", *example] for example in examples])
            for *rule, rows, examples in RULES
        )
    ],
    "domains": [["e.com", 3], ["x.example", 1]],
    "meant": [],
    "notes": [],
}


def test_every_output_of_a_job_is_exact():
    Path("a.csv").write_text(TABLE)
    done = tables.tidy("a.csv", "url", "b.csv", report="r.html", dedupe=True)
    want = TIDIED
    urls = ("http://e.com/a%20b", "http://e.com/a%20b?", "http://x.example/~")
    for n, url in enumerate(urls):
        want = want.replace(f"KEY{n}", keys.key(url).hex())
    assert Path("b.csv").read_text() == want
    lines = Path("b.findings.csv").read_text().splitlines()
    assert lines[0] == "file,row,code,name,severity,start,end,message"
    found = [["a.csv", *map(str, each)] for each in FOUND]
    assert [line.split(",")[:7] for line in lines[1:]] == found
    for line, each in zip(lines[1:], FOUND, strict=True):
        assert line.split(",", 7)[7].strip('"').startswith(sentence(each[1]))
    assert json.loads(Path("b.csv.summary.json").read_text()) == SUMMARY
    assert str(done) == PRINTED


ERROR, WARNING, INFO, PLAIN = "#b3261e", "#b26a00", "#33658a", "#3f7d58"
#: The longest bar of each diagram is 460 pixels.
BARS = {
    "Rows by result": [
        ("cleaned", 460, PLAIN, "2 (33.3 %)"),
        ("normalised", 460, PLAIN, "2 (33.3 %)"),
        ("duplicates", 230, INFO, "1 (16.7 %)"),
        ("without a text", 230, INFO, "1 (16.7 %)"),
        ("kept as they were", 230, WARNING, "1 (16.7 %)"),
        ("lost", 0, ERROR, "0 (0.0 %)"),
    ],
    "Findings: rows by rule": [
        ("U102 space", 460, ERROR, "2 (33.3 %)"),
        ("U601 ambiguous-authority", 230, ERROR, "1 (16.7 %)"),
        ("U605 password", 230, WARNING, "1 (16.7 %)"),
        ("U201 lower-case-hex", 230, INFO, "1 (16.7 %)"),
        ("U202 encoded-unreserved", 230, INFO, "1 (16.7 %)"),
        ("U616 upper-case", 230, INFO, "1 (16.7 %)"),
    ],
    "The domains with the most rows": [
        ("e.com", 460, PLAIN, "3 (50.0 %)"),
        ("x.example", 153, PLAIN, "1 (16.7 %)"),
    ],
}
CELLS = {
    "Examples": [
        ("rule", "file", "row", "text"),
        *((code, "a.csv", str(row), text) for code, *_, each in RULES for row, text in each),
    ],
    "Why rows were kept as they were": [
        ("error", "rows", "file", "row", "what to do"),
        ("ambiguous-authority", "1", "a.csv", "3", HELP),
    ],
    "Rows kept as they were": [("file", "row", "why"), ("a.csv", "3", "ambiguous-authority")],
}
BAR = re.compile(
    r'<text x="262" y="(\d+)" text-anchor="end">([^<]*)</text>'
    r'<rect x="270" y="(\d+)" width="(\d+)" height="16" fill="(#\w+)"/>'
    r'<text x="(\d+)" y="(\d+)">([^<]*)</text>'
)


def test_a_page_shows_the_whole_summary():
    Path("a.csv").write_text(TABLE)
    tables.tidy("a.csv", "url", "b.csv", report="r.html", dedupe=True)
    head, _, body = Path("r.html").read_text().partition("<body>\n")
    assert head.startswith('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">')
    assert "<title>superuri tidy</title>" in head
    start, *parts = re.split(r"<h2>([^<]*)</h2>", body.removesuffix("\n</body></html>\n"))
    assert start == (
        "<h1>6 rows of 1 file</h1>\n<p>0 rows lost, 1 kept as it was, 5 written.</p>\n"
    )
    assert parts[::2] == [*BARS, *CELLS]
    for (title, bars), part in zip(BARS.items(), parts[1::2], strict=False):
        assert part.startswith(
            f'<svg viewBox="0 0 860 {22 * len(bars)}" width="100%" role="img" '
            f'aria-label="{title}"><text '
        )
        assert BAR.findall(part) == [
            (
                *map(str, (22 * n + 15, name, 22 * n + 3, width, color, width + 276, 22 * n + 15)),
                text,
            )
            for n, (name, width, color, text) in enumerate(bars)
        ]
    for cells, part in zip(CELLS.values(), parts[2 * len(BARS) + 1 :: 2], strict=True):
        rows = re.findall("<tr>(.*)</tr>", part)
        assert [tuple(re.sub("(<[^>]*>)+", "\t", row).split("\t")[1:-1]) for row in rows] == cells


def test_a_text_with_a_tag_is_isolated_in_a_page():
    Path("a.csv").write_text("url\n/<b>\u202e&\n")
    tables.tidy("a.csv", "url", "b.csv", report="r.html")
    assert "<code><bdi>/&lt;b&gt;\\u{202e}&amp;</bdi></code>" in Path("r.html").read_text()


FINDINGS = [
    (1, "url", None, "surrounding-space", 17),
    (2, "url", None, "no-object", 0),
    (3, "url", None, "ambiguous-authority", 7),
    (3, "url", None, "password", 7),
    (1, "l", 1, "upper-case", 7),
    (1, "l", 1, "space", 14),
    (1, "l", 3, "no-text", 0),
    (2, "l", 1, "no-object", 0),
]


def test_findings_name_the_column_and_the_element():
    rows = [
        {"l": ["http://E.com/a b", None, 5], "url": "http://f.example/ "},
        {"l": ["http://e.com/", "http://g.example/"], "url": BAD},
    ]
    first, last = map(json.dumps, rows)
    Path("a.jsonl").write_text(f"{first}\nbad\n{last}\n")
    done = tables.tidy("a.jsonl", ["url", "l"], "b.jsonl")
    found = [json.loads(line) for line in Path("b.findings.jsonl").read_text().splitlines()]
    names = ("file", "row", "column", "element", "code", "name", "severity", "start", "end")
    assert {tuple(each) for each in found} == {(*names, "message")}
    seen = [(f["row"], f["column"], f["element"], f["name"], f["start"]) for f in found]
    assert seen == FINDINGS
    assert (done.rows, done.empty, done.cleaned, done.normalised) == (3, 0, 1, 1)
    assert done.kept_rows == [
        ("a.jsonl", 1, "surrounding-space"),
        ("a.jsonl", 2, "no-object"),
        ("a.jsonl", 3, "ambiguous-authority"),
        ("a.jsonl", 1, "l: element 3: no-text"),
        ("a.jsonl", 2, "l: element 1: no-object"),
    ]


def test_each_element_of_a_list_counts_for_its_domain():
    lists = [["http://a.com/", "http://b.org/", "http://a.com/1"], ["/"], None, ["http://b.org/"]]
    pq.write_table(pa.table({"l": [*lists, ["http://a.com/"]]}), "a.parquet")
    assert tables.tidy("a.parquet", "l", "b.parquet").domains == [("a.com", 3), ("b.org", 2)]


def test_the_new_columns_are_texts_if_all_rows_fail():
    pq.write_table(pa.table({"url": [BAD, None]}), "a.parquet")
    tables.tidy("a.parquet", "url", "b.parquet")
    made = pq.read_table("b.parquet")
    texts = [(f"url_{name}", pa.string()) for name in NEW[:-1]]
    assert made.schema.equals(
        pa.schema([("url", pa.string()), *texts, ("url_duplicate", pa.bool_())])
    )
    assert made.to_pylist() == [
        {
            **dict.fromkeys(made.schema.names),
            **dict.fromkeys(("url", "url_clean", "url_normal"), BAD),
            "url_error": "ambiguous-authority",
            "url_duplicate": False,
        },
        {**dict.fromkeys(made.schema.names), "url_duplicate": False},
    ]


def test_progress_is_the_share_of_the_bytes_that_were_read(monkeypatch):
    monkeypatch.setattr(reading, "ROWS", 2)
    pq.write_table(pa.table({"url": ["/a b", "/b", "/c"]}), "a.parquet")
    pq.write_table(pa.table({"url": ["/d"]}), "b.parquet")
    first, second = (Path(name).stat().st_size for name in ("a.parquet", "b.parquet"))
    shares = [2 * first // 3 / (first + second), first / (first + second), 1]
    seen = []
    inputs = ["a.parquet", "b.parquet"]
    tables.tidy(inputs, "url", "c.parquet", progress=lambda *words: seen.append(words))
    steps = [("cleaning", 0.7 * share) for share in shares]
    steps += [("writing", 0.7 + 0.3 * share) for share in shares]
    assert seen == [
        (step, pytest.approx(share), rows)
        for (step, share), rows in zip(steps, [2, 3, 4] * 2, strict=True)
    ]
    seen.clear()
    done = tables.apply(
        inputs, "clean", "url", "c.parquet", progress=lambda *words: seen.append(words)
    )
    wanted = zip(shares, [2, 3, 4], strict=True)
    assert seen == [("clean", pytest.approx(share), rows) for share, rows in wanted]
    assert (done.rows, done.refused) == (4, 0)


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_text("short")])
def test_an_output_of_another_size_is_made_again(monkeypatch, harm):
    def end(_):
        raise KeyboardInterrupt

    Path("a.csv").write_text(TABLE)
    with monkeypatch.context() as patch:
        patch.setattr(Manifest, "remove", end)
        with pytest.raises(KeyboardInterrupt):
            tables.tidy("a.csv", "url", "b.csv")
    whole = Path("b.csv").read_bytes()
    harm(Path("b.csv"))
    assert str(tables.tidy("a.csv", "url", "b.csv")).splitlines()[1:4] == [
        "0 rows lost, 1 kept as it was, 6 written",
        f"  1 ambiguous-authority, first row 3: {HELP}",
        "  blank lines left out: 1",
    ]
    assert Path("b.csv").read_bytes() == whole
