"""What jobs over tables are made of: options, heads of files, errors of elements, results."""

import json
import os
import re
import threading
import zlib
from pathlib import Path
from types import SimpleNamespace

import pytest

from kit.arrow import JOBS, beginning, pa, pq, refused, tables
from superuri._values import table_names
from superuri.columns import arrow
from superuri.tables.files import json_lines, piped, source
from superuri.tables.files.dialect import InputOptions
from superuri.tables.job.apply import Done
from superuri.tables.job.manifest import Manifest
from superuri.tables.job.results import Rows
from superuri.tables.report.summary import Summary
from superuri.tables.storage import address

pytestmark = pytest.mark.usefixtures("empty")

ENCODED = ["a.csv", "a.tsv", "a.jsonl", "a.json", "a.txt"]


@pytest.mark.parametrize("name", [*ENCODED, "a.parquet", "a.arrow"])
def test_only_text_has_an_encoding_to_choose(name):
    options = InputOptions(encoding="latin-1")
    Path(name).touch()
    if name in ENCODED:
        with piped.input_files([name], options) as files:
            assert [place.name for place in files] == [name]
        return
    message = f"{name}: {name.removeprefix('a.')} has no encoding to choose"
    with pytest.raises(tables.TableError, match=f"^{re.escape(message)}$"):
        piped.input_files([name], options).__enter__()


@pytest.mark.parametrize("octets", [b'{"url": "\xff\xc3\xa9"}\n', b' \t\r\n{"url": "/"}\n'])
def test_a_json_file_may_have_an_object_on_each_line(octets):
    Path("a.json").write_bytes(octets)
    assert tables.apply("a.json", "clean", "url", "b.csv").rows > 0


@pytest.mark.parametrize("count", [9, 10, 11, 1012])
def test_a_row_lists_ten_elements_that_failed(count):
    Path("a.jsonl").write_text(json.dumps({"l": ["http://u@e:80\\@f/"] * count}) + "\n")
    tables.tidy("a.jsonl", "l", "b.jsonl")
    shown = [f"element {n}: ambiguous-authority" for n in range(1, min(count, 10) + 1)]
    more = {11: ["and 1 more"], 1012: ["and 1,002 more"]}.get(count, [])
    assert json.loads(Path("b.jsonl").read_text())["l_error"] == "; ".join(shown + more)


def test_rows_of_no_element_are_none():
    rows = Rows(SimpleNamespace(lengths=pa.array([2, 1])), None, 0, None)
    assert (rows.rows_of([]), rows.rows_of([1]), rows.rows_of([0, 2])) == (set(), {0}, {0, 1})


def test_a_result_survives_json():
    done = Done(3, 1, blank=2, dialects=[("delimiter ';'", "a.csv", 1)], notes=["a sentence"])
    done.findings["error"] = 5
    assert Done.from_json(json.loads(json.dumps(done.asdict()))) == done


HIDDEN = [".a.csv", "_a.csv", ".b/a.csv", "b/_c/a.csv", "b//a.csv", "b/../a.csv", "a.md", "a.csv/b"]


@pytest.mark.parametrize("inside", ["a.csv", "b/a.csv", "b=1/part-0.PARQUET", "a.csv.gz", *HIDDEN])
def test_files_of_rows_are_not_hidden(inside):
    assert address.is_table(inside) == (inside not in HIDDEN)


def test_a_folder_of_folders_is_written_as_it_was():
    for name in ("in/b/1.csv", "in/b/2.csv", "in/c.csv"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("id;url\n1;/a b\n")
    assert tables.apply("in", "clean", "url", "out/").rows == 3
    assert Path("out/b/2.csv").read_text() == "id;url\n1;/a%20b\n"
    done = tables.tidy("in", "url", "tidy/")
    assert (done.rows, done.written) == (3, 3)
    assert Path("tidy/b/2.csv").read_text().splitlines()[0].startswith("id;url;url_clean;")


def test_what_an_encoding_lacks_is_counted_over_all_files():
    Path("in").mkdir()
    for name in ("1", "2", "3"):
        # The host is decoded, and Latin-1 does not have its character.
        Path(f"in/{name}.csv").write_text("url\nfoo://%E6%97%A5/\n")
    done = tables.tidy("in", "url", "out/", table_encoding="latin-1")
    assert (done.written, done.foreign) == (3, 3)


@pytest.mark.parametrize("output", ["/proc/b.csv", "a\0b.csv"])
def test_an_output_that_cannot_be_written_is_named(output):
    Path("a.csv").write_text("url\n/\n")
    for job in JOBS:
        with pytest.raises(tables.TableError) as caught:
            job("a.csv", "url", output)
        name, _, message = str(caught.value).partition(": ")
        assert name in {output, output.replace(".csv", ".findings.csv")}
        assert "read" not in message


def test_an_error_lists_the_outputs_that_are_replaced():
    Path("a.csv").write_text("url\n/\n")

    def block(doing, *_):
        if doing == "writing":
            Path("b.csv.summary.json/folder").mkdir(parents=True, exist_ok=True)

    with beginning("b.csv.summary.json: Is a directory; already replaced: b.findings.csv; "):
        tables.tidy("a.csv", "url", "b.csv", progress=block)


def test_a_pipe_without_a_name_of_a_format_needs_one():
    os.mkfifo("pipe")
    writer = threading.Thread(target=Path("pipe").write_text, args=("url\n/\n",))
    writer.start()
    with pytest.raises(tables.TableError) as caught:
        tables.apply("pipe", "clean", "url", "b.csv")
    writer.join()
    formats = ", ".join(table_names.WORDS)
    assert str(caught.value) == f"pipe: name its format with --input-format: {formats}"
    assert formats.startswith("csv, tsv, ")


def test_a_name_with_a_dot_is_a_member_or_a_member_of_a_member():
    rows = [{"a.b": f"/{n} x"} if n % 3 else {"a": {"b": f"/{n} y"}} for n in range(300)]
    Path("a.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    assert tables.apply("a.jsonl", "clean", "a.b", "b.jsonl").rows == 300
    want = Path("a.jsonl").read_text().replace(" x", "%20x").replace(" y", "%20y")
    assert Path("b.jsonl").read_text() == want


@pytest.mark.parametrize("name", ["b.csv", "b.json"])
def test_what_fails_is_named_whatever_cannot_be_written(name):
    rows = "".join(f"{n},/{n} b\n" for n in range(200))
    Path("a.csv").write_text(f"id,url\n{rows}")
    resource = pytest.importorskip("resource", reason="Windows has no limit of a file's size")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    failed = 0
    for size in (0, 1, 10, 100, 500, 1000, 2000, 4000, 8000, 16000, 32000):
        for job in JOBS:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
            try:
                job("a.csv", "url", name)
            except tables.TableError as error:
                failed += 1
                assert re.match(r"\.?b\.[\w.]*: ", str(error)), str(error)
                assert "File too large" in str(error)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert failed > 10


def test_a_finding_has_the_number_of_its_row_in_its_file():
    for name in "12":
        Path(f"{name}.jsonl").write_text('{"l": ["/"], "u": "/"}\n' * 3 + "bad\n")
    for column in "lu":
        done = tables.tidy(["1.jsonl", "2.jsonl"], column, "b.jsonl", findings="f.jsonl")
        found = [json.loads(line) for line in Path("f.jsonl").read_text().splitlines()]
        assert [(each["file"], each["row"]) for each in found] == [("1.jsonl", 4), ("2.jsonl", 4)]
        ranked = [(rule.code, rule.times, rule.rows) for rule in done.ranked()]
        assert ranked == [("no-object", 2, 2)]


def test_a_name_for_the_result_is_for_one_column():
    Path("a.csv").write_text("u,v\n/,/\n")
    with refused("2 results need 2 names, not 'w'"):
        tables.apply("a.csv", "clean", ["u", "v"], "b.csv", name="w")


def test_lines_that_are_not_json_become_elements_with_their_bytes():
    Path("a.jsonl").write_bytes(b'{"url": "/a b"}\nbad \xff\xc3\xa9\n')
    tables.apply("a.jsonl", "clean", "url", "b.json")
    assert Path("b.json").read_bytes() == b'[\n{"url": "/a%20b"},\n{"url": "bad \xff\xc3\xa9"}\n]\n'


def test_rows_of_partitions_that_are_edited_one_by_one_keep_theirs():
    for day in "12":
        Path(f"in/day={day}").mkdir(parents=True)
        Path(f"in/day={day}/a.jsonl").write_text('{"url": "/a b"}\n{"url": "/", "url_clean": 1}\n')
    tables.tidy("in", "url", "b.jsonl", prefix="")
    found = [json.loads(line) for line in Path("b.jsonl").read_text().splitlines()]
    assert [(each["day"], each["clean"]) for each in found] == [
        *(("1", "/a%20b"), ("1", "/"), ("2", "/a%20b"), ("2", "/"))
    ]


@pytest.mark.parametrize("verb", ["key", "decode_bytes", "clean", "is_uri"])
def test_rows_that_are_not_text_have_the_result_of_their_bytes(verb):
    octets = [b"http://e/caf\xe9", b"http://e/b", b"\xff\xfe"]
    pq.write_table(pa.table({"url": pa.array(octets, pa.binary())}), "a.parquet")
    tables.apply("a.parquet", verb, "url", "b.parquet", on_error="null", name="new")
    want = arrow.apply(pa.array(octets, pa.binary()), verb, on_error="null").to_pyarrow()
    assert pq.read_table("b.parquet").column("new").to_pylist() == want.to_pylist()


def test_a_line_ending_is_that_of_a_long_first_line(monkeypatch):
    monkeypatch.setattr(source, "READ", 4)
    Path("a.csv").write_bytes(b"identifier,url\r\n1,/a b\r\n")
    tables.apply("a.csv", "clean", "url", "b.csv")
    assert Path("b.csv").read_bytes() == b"identifier,url\r\n1,/a%20b\r\n"


def test_rows_are_ordered_up_or_down():
    Path("a.csv").write_text("id,url\n1,/a\n3,/a\n2,/a\n")
    for order, first in (("id", "1"), ("id asc", "1"), ("id DESC", "3"), (" id  Asc ", "1")):
        tables.tidy("a.csv", "url", "b.csv", order_by=order, dedupe=True)
        assert Path("b.csv").read_text().splitlines()[1].startswith(f"{first},")


def test_a_checksum_is_of_the_whole_file():
    octets = bytes(range(256)) * 5000
    Path("job").mkdir()
    manifest = Manifest(Path("job"), {})
    written = manifest.write("a", lambda path: path.write_bytes(octets))
    manifest.close()
    assert written == (len(octets), zlib.crc32(octets))


def test_what_is_made_of_parts_is_made_again_after_a_damaged_part():
    Path("job").mkdir()
    manifest = Manifest(Path("job"), {})
    for name in ("made-0", "made-1", "duplicates-0"):
        manifest.add(name, files={name: manifest.write(name, lambda path: path.touch())})
    manifest.close()
    Path("job/made-1").write_text("damaged")
    again = Manifest(Path("job"), {})
    again.close()
    assert list(again.parts) == ["made-0"]
    assert again.status.endswith("of which 1 part is finished; 1 damaged, processed again")


def test_a_table_without_columns_has_none():
    pq.write_table(pa.table({}), "a.parquet")
    with pytest.raises(tables.TableError, match=r"; it is empty$"):
        tables.apply("a.parquet", "clean", "url", "b.csv")


def test_an_error_before_the_first_request_is_of_the_store(monkeypatch):
    pytest.importorskip("botocore", reason="make test installs it")
    monkeypatch.setenv("AWS_PROFILE", "missing")
    with pytest.raises(tables.TableError, match=r"^s3://: the store cannot be used \(The config"):
        tables.apply("s3://data/a.csv", "clean", "url", "b.csv")


def test_members_are_added_to_an_object_without_any():
    assert json_lines.with_members("{ } \r", {"a": 1}) == '{"a": 1} \r'
    assert json_lines.with_members('{"b":2 }', {"a": 1}) == '{"b":2, "a": 1}'


def test_a_summary_says_what_was_written_in_another_way():
    lines = str(Summary(files=1, rows=1, escaped=1200, foreign=3)).splitlines()
    fields = "fields without quotation marks whose delimiters and line breaks are written as"
    assert f"  {fields} triplets: 1,200" in lines
    assert "  characters missing from the encoding, written as escapes: 3" in lines


def test_numbers_in_a_report_are_aligned():
    Path("a.csv").write_text("url\n" + "/\n" * 1233 + "/a b\n")
    tables.tidy("a.csv", "url", "b.csv", report="r.html")
    row = '<td><code>a.csv</code></td><td class="n">1,234</td><td><code>/a b</code></td>'
    assert row in Path("r.html").read_text()
