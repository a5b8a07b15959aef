"""The small parts that jobs over tables are made of, each on its own."""

from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow", reason="make test installs it")

from superuri import tables  # noqa: E402
from superuri.tables.files import (  # noqa: E402
    columns,
    delimited,
    encoded,
    json_lines,
    places,
    reading_json,
    source,
    strings,
)
from superuri.tables.files.dialect import Dialect, InputOptions  # noqa: E402
from superuri.tables.job.manifest import Manifest  # noqa: E402
from superuri.tables.report.summary import Rule, Summary  # noqa: E402


def test_a_name_that_occurs_again_has_a_number():
    names = ["a", "b", "a", "a_2", "a", "b", "a_2"]
    assert delimited.unique(names) == ["a", "b", "a_2", "a_2_2", "a_3", "b_2", "a_2_3"]
    assert delimited.unique([]) == []


ROWS = [
    ("csv", "a,b\n\n1,2\r\n", [["a", "b"], [], ["1", "2"]]),
    ("csv", '"a\n""b""",c\n', [['a\n"b"', "c"]]),
    ("csv", "a\rb\n\rc,d\0\n", [["a\rb"], ["\rc", "d\0"]]),
    ("csv", "\rc,d\n", [["\rc", "d"]]),
    ("csv", '"a\nb",c\rd\n', [["a\nb", "c\rd"]]),
    ("csv", '"a,b\nc,d\n', [['"a', "b"], ["c", "d"]]),
    ("csv", '"a"b,c\n"d",e', [["ab", "c"], ["d", "e"]]),
    ("tsv", 'a\t"b\n\nc\td\r\n', [["a", '"b'], [], ["c", "d"]]),
]


@pytest.mark.parametrize(("kind", "text", "rows"), ROWS)
def test_the_rows_of_a_text(kind, text, rows):
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    assert list(delimited.Rows(filter(None, lines), kind)) == rows


def test_a_member_is_found_and_replaced_in_its_line():
    line = ' { "a" : [1, {"b": "},"}] ,"b":"x", "c":{"d":"y"}}'
    assert {
        name: tuple(line[slice(*span)] for span in member)
        for name, member in json_lines.members(line).items()
    } == {"a": ('"a"', '[1, {"b": "},"}]'), "b": ('"b"', '"x"'), "c": ('"c"', '{"d":"y"}')}
    assert json_lines.members("{}") == {}
    want = line.replace('"y"', '"z"')
    assert json_lines.with_value(line, "c.d", "z", is_text=False) == want
    assert json_lines.with_value(line, "c.e", "z", is_text=False) == line
    assert json_lines.with_value(line, "b", "x", is_text=False) == line
    assert json_lines.with_value(line, "b", "z", is_text=True) == line.replace('"x"', '"z"')
    assert json_lines.other_members(line, frozenset("ac")) == '{"b":"x"}'


ELEMENTS = [
    ('["\\u002f", "a b" ,null]', ["/", "a%20b", None], '["\\u002f", "a%20b" ,null]'),
    ('[5, "a b"]', [json_lines.UNCHANGED, "a%20b"], '[5, "a%20b"]'),
    ("[5,6]", [None, json_lines.UNCHANGED], "[null,6]"),
    ("[]", [], "[]"),
    ("5", [json_lines.UNCHANGED], "5"),
    ("5", [None], "null"),
]


@pytest.mark.parametrize(("written", "values", "want"), ELEMENTS)
def test_the_elements_of_a_list_are_replaced_one_by_one(written, values, want):
    line = json_lines.with_value(f'{{"u": {written}}}', "u", values, is_text=False)
    assert line == f'{{"u": {want}}}'


def test_values_that_json_does_not_have_are_written_as_texts():
    values = {"n": float("nan"), "i": [float("inf"), -float("inf")], "b": b"caf\xe9", "o": 1 + 2j}
    want = '{"n": "NaN", "i": ["Infinity", "-Infinity"], "b": "caf\udce9", "o": "(1+2j)"}'
    assert json_lines.dumped(values) == want
    assert json_lines.dumped("\ud800\udcff") == '"\\ud800\udcff"'


def test_columns_are_encoded_for_each_format():
    texts = ["a", 'b"', "c,", "d\t\n", None, ""]
    column = pa.array(texts, pa.string())
    assert encoded.in_json(column).to_pylist() == [
        *(b'"a"', b'"b\\""', b'"c,"', b'"d\\t\\n"', b"null", b'""')
    ]
    fields = encoded.fields(column)
    assert fields.to_pylist() == [b"a", b'b"', b"c,", b"d\t\n", b"", b""]
    assert encoded.in_csv(fields).to_pylist() == [b"a", b'"b"""', b'"c,"', b'"d\t\n"', b"", b""]
    escaped, count = encoded.in_tsv(fields)
    assert (escaped.to_pylist(), count) == ([b"a", b'b"', b"c,", b"d%09%0A", b"", b""], 1)
    parts = encoded.json_members("{", {'n"': pa.array([1, None]), "u": pa.array(["/", "\\"])})
    assert columns.joined(parts).to_pylist() == [
        *(b'{"n\\"": 1, "u": "/"}', b'{"n\\"": null, "u": "\\\\"}')
    ]


def test_rows_of_a_column_are_replaced():
    column = columns.from_texts(["a", None, "c", "d"])
    assert columns.replace_rows(column, {3: b"z", 1: b"y"}).to_pylist() == [b"a", b"y", b"c", b"z"]
    assert columns.replace_rows(column, {}) is column
    assert columns.row_mask([2, 0], 3).to_pylist() == [True, False, True]


def test_texts_of_many_rows_keep_their_places():
    """Batches that are not UTF-8 are halved; the rows of the second half follow the first's."""
    octets = [b"/%d" % n for n in range(200)]
    octets[7], octets[150] = b"/caf\xe9", b"\xff"
    made = strings.from_bytes(pa.array(octets, pa.large_binary()))
    want = [text.decode("utf-8", "backslashreplace").replace("\\x", "%") for text in octets]
    assert [text.upper() for text in made.strings.to_pylist()] == [text.upper() for text in want]
    assert made[1:] == ({}, {7: b"/caf\xe9", 150: b"\xff"}, {})


def test_lines_of_json_that_are_not_utf8_are_read_in_halves(tmp_path):
    lines = [b'{"url":"/%d b"}' % n for n in range(200)]
    lines[7], lines[150], lines[151] = b'{"url":"/caf\xe9 b"}', b'{"url":"\xff"}', b"bad \xc3\xbc"
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(lines))
    reader = reading_json.JsonReader(places.place(tmp_path / "a.jsonl"), ["url"], [])
    [block] = reader.blocks()
    want = [f"/{n} b" for n in range(200)]
    want[7] = want[150] = want[151] = None
    assert block.texts.to_pylist() == want
    assert block.raw == {7: b"/caf\xe9 b", 150: b"\xff"}
    bad = dict.fromkeys((7, 150), "invalid-utf8") | {151: "no-object"}
    assert (block.invalid, block.surrogates) == (bad, {})
    assert reading_json.non_objects(block) == {151}


def test_a_source_gives_whole_lines(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "READ", 7)
    monkeypatch.setattr(source, "LONGEST_LINE", 31)
    path = tmp_path / "a.txt"
    path.write_bytes(b"ab\ncd\n" + b"x" * 30 + b"\ny\nz")
    given = source.Source(places.place(path))
    assert (given.lines(2), given.lines(3), given.lines(9)) == (b"", b"ab\n", b"ab\ncd\n")
    assert given.line() == b"ab\n"
    assert given.lines(20) == b"cd\n"
    assert list(given.each_line()) == [b"cd\n", b"x" * 30 + b"\n", b"y\n", b"z"]
    assert given.is_at_end()
    given.close()
    path.write_bytes(b"ab\ncdefg\nhijklmnop\nqrs\nt\n")
    given = source.Source(places.place(path))
    assert list(given.each_line()) == [b"ab\n", b"cdefg\n", b"hijklmnop\n", b"qrs\n", b"t\n"]
    given.close()


def test_a_dialect_is_exchanged_for_the_internal_form_and_back():
    dialect = Dialect(";", "'", encoding="latin-1")
    text = "a;'b,c';\"é\"\n"
    decode = dialect.decoder()
    assert decode(text.encode("latin-1"), True) == b"a,\"b;c\",'\xc3\xa9'\n"
    assert dialect.text_to_internal(text) == "a,\"b;c\",'é'\n"
    assert dialect.text_from_internal(dialect.text_to_internal(text)) == text
    assert dialect.bytes_from_internal(b'a,"b;c"') == b"a;'b,c'"
    assert Dialect().decoder() is None
    want = ["delimiter ';'", "quotation mark '", "latin-1"]
    assert dialect.differences(Dialect()) == want


def test_options_are_checked_and_have_internal_names():
    checked = InputOptions("feather", "tab", "none", header=False, encoding="latin-1").checked()
    assert checked == ("arrow", "\t", "", False, "latin-1", "decoded")
    assert InputOptions().checked() == (*(None,) * 5, "decoded")


BESIDE = [
    ("a.csv", "", "a.findings.csv"),
    ("a.csv.gz", "", "a.findings.csv.gz"),
    ("a.b.CSV", "", "a.b.findings.CSV"),
    ("a.csv.gz", ".json", "a.findings.json"),
    ("a", "", "a.findings.parquet"),
]


@pytest.mark.parametrize(("output", "ending", "name"), BESIDE)
def test_a_file_beside_an_output_has_its_name_and_format(output, ending, name):
    assert places.beside(Path("x", output), "findings", ending) == Path("x", name)
    packed = {"a.csv": None, "a.csv.gz": "gzip"}
    if output in packed:
        assert places.place(Path(output))[1:3] == ("csv", packed[output])


def test_a_manifest_continues_after_its_last_whole_line(tmp_path):
    folder, settings = tmp_path / "job", {"n": [1]}
    manifest = Manifest(folder, settings)
    assert (manifest.parts, manifest.status) == ({}, "")
    files = {"a": manifest.write("a", lambda path: path.write_bytes(b"123"))}
    assert files == {"a": (3, 0x884863D2)}
    manifest.add("made-0", rows=1, files=files)
    assert manifest.parts == {"made-0": {"part": "made-0", "rows": 1, "files": files}}
    manifest.close()
    path = folder / "manifest.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"part": "made-1"')
    again = Manifest(folder, settings)
    again.close()
    assert path.read_bytes() == whole
    assert again.status == "continues an interrupted job, of which 1 part is finished"
    assert again.parts == {"made-0": {"part": "made-0", "rows": 1, "files": {"a": [3, 0x884863D2]}}}
    other = Manifest(folder, {"n": [2]})
    assert other.status == "starts over: the interrupted job here had other inputs or options"
    assert other.parts == {}
    other.remove()
    assert not folder.exists()


def test_rules_are_ranked_and_a_summary_survives_json():
    rows = [("U1", "info", 9), ("U2", "error", 1), ("U3", "error", 2), ("U0", "error", 1)]
    rules = {code: Rule(code, "", severity, each, each) for code, severity, each in rows}
    summary = Summary(files=2, rows=1000, rules=rules, dialects=[("latin-1", "a.csv", 1)])
    assert [rule.code for rule in summary.ranked()] == ["U3", "U0", "U2", "U1"]
    assert Summary.from_json(summary.asdict()) == summary
    first, _, dialect, *_ = str(summary).splitlines()
    assert first.startswith("1,000 rows of 2 files: 0 cleaned")
    assert dialect == "  a.csv and 1 more: read with latin-1"


DIALECTS = [
    ("a.csv", "id,url\n1,/\n", []),
    ("a.csv", "id;url\n1;/\n", [("delimiter ';'", "a.csv", 0)]),
    ("a.csv", "id;'url'\n1;'/;'\n", [("delimiter ';', quotation mark '", "a.csv", 0)]),
    ("a.tsv", "id\turl\n1\t/\n", []),
    ("a.txt", "/\n", []),
    ("a.jsonl", '{"url":"/"}\n', []),
    ("a.json", '{"url":"/"}\n', [("an object on each line", "a.json", 0)]),
]


@pytest.mark.parametrize(("name", "text", "dialects"), DIALECTS)
def test_only_a_dialect_that_is_not_the_default_is_noted(
    tmp_path, monkeypatch, name, text, dialects
):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(text)
    assert tables.apply(name, "clean", "url", name.replace("a.", "b.")).dialects == dialects


def test_elements_that_stay_keep_their_spelling(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_text('{"l":["/a b", 5.0,"\\u002f"]}\n')
    assert tables.apply("a.jsonl", "clean", "l", "b.jsonl").refused == 1
    assert Path("b.jsonl").read_text() == '{"l":["/a%20b", 5.0,"\\u002f"]}\n'


def test_fields_after_the_last_column_stay(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for mark in ",;":
        text = "id,url\n1,/a b\n2,/c d,x,y z\n".replace(",", mark)
        Path("a.csv").write_text(text)
        tables.apply("a.csv", "clean", "url", "b.csv")
        want = text.replace("a b", "a%20b").replace("c d", "c%20d")
        assert Path("b.csv").read_text() == want
        tables.apply("a.csv", "clean", "url", "b.jsonl")
        assert Path("b.jsonl").read_text() == (
            '{"id": "1", "url": "/a%20b", "rest": null}\n'
            '{"id": "2", "url": "/c%20d", "rest": "x,y z"}\n'
        )
