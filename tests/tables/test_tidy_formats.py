"""Formats of tables: JSON arrays, Arrow IPC, Feather, lists of lines; other libraries read them."""

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest

from kit import chance, clock
from kit.arrow import JOBS, pa, pq, refused, tables
from kit.command import run
from superuri import clean
from superuri.tables.files import chunks, reading, source

pf = pytest.importorskip("pyarrow.feather", reason="make test installs it")
pytestmark = pytest.mark.usefixtures("empty")

URLS = ["http://e.com/a b", None, "/ü", "http://user@a.example:80\\@b.example/", "x" * 3000, ""]
CLEAN = [None if url is None else url if "\\" in url else clean(url) for url in URLS]
TABLE = pa.table(
    {
        "n": pa.array([1, None, 3, 4, 5, 6], pa.int32()),
        "url": URLS,
        "when": pa.array([0] * 6, pa.timestamp("ns", "UTC")),
        "nested": [{"k": [1, 2]}, None, {"k": []}, {"k": None}, {"k": [3]}, {"k": [4]}],
    }
)


def write(name, table):
    if name.endswith(".parquet"):
        pq.write_table(table, name)
    elif name.endswith(".feather"):
        pf.write_feather(table, name, compression="zstd")
    else:
        new = pa.ipc.new_stream if name.endswith("s") else pa.ipc.new_file
        with new(name, table.schema) as writer:
            for start in range(0, len(table), 4):
                writer.write_table(table.slice(start, 4))


def read(name):
    if name.endswith(".parquet"):
        return pq.read_table(name)
    if name.endswith(".feather"):
        return pf.read_table(name)
    with pa.OSFile(str(name)) as file:
        opened = (pa.ipc.open_stream if name.endswith("s") else pa.ipc.open_file)(file)
        return opened.read_all()


TYPED = ["arrow", "ipc", "arrows", "feather", "parquet"]


@pytest.mark.parametrize("one", TYPED)
@pytest.mark.parametrize("other", TYPED)
def test_arrow_reads_what_was_written(one, other):
    write(f"a.{one}", TABLE)
    assert tables.apply(f"a.{one}", "clean", "url", f"b.{other}").rows == len(TABLE)
    made = read(f"b.{other}")
    place = TABLE.schema.names.index("url")
    assert made.equals(TABLE.set_column(place, "url", pa.array(CLEAN)))
    done = tables.tidy(f"a.{one}", "url", f"c.{other}")
    made = read(f"c.{other}")
    assert made.select(TABLE.schema.names).equals(TABLE)
    assert made.column("url_clean").to_pylist() == CLEAN
    assert (done.kept, made.num_rows) == (1, 6)


@pytest.mark.parametrize("out", ["out.arrow", "out.arrows", "out.parquet"])
def test_a_dictionary_grows_with_the_files(out):
    for name, urls in (("a", ["/a b", "/c"]), ("b", ["/d", "/a b", None, "/d"]), ("c", [])):
        write(f"{name}.arrow", pa.table({"url": pa.array(urls, pa.string()).dictionary_encode()}))
    tables.tidy(["a.arrow", "b.arrow", "c.arrow", "a.arrow"], "url", out)
    made = read(out)
    assert made.column("url").to_pylist() == ["/a b", "/c", "/d", "/a b", None, "/d"]
    if out != "out.parquet":
        assert made.schema.field("url").type == pa.dictionary(pa.int32(), pa.string())
    assert made.column("url_clean").to_pylist() == ["/a%20b", "/c", "/d", "/a%20b", None, "/d"]
    assert len(read(out.replace("out", "out.findings"))) == 2


def test_the_name_or_the_option_sets_the_format():
    write("a.arrows", TABLE)
    Path("a.arrows").rename("a.arrow")
    # A stream with the name of a file: the bytes decide.
    assert tables.apply("a.arrow", "clean", "url", "b.feather").rows == 6
    Path("a.arrow").rename("data")
    with pytest.raises(tables.TableError, match="unknown file extension"):
        tables.apply("data", "clean", "url", "b.feather")
    for word in ("arrow", "feather"):
        assert tables.apply("data", "clean", "url", "b.feather", input_format=word).rows == 6
    assert pf.read_table("b.feather").num_rows == 6
    Path("x.txt").write_text("url,n\n/a b,1\n")
    tables.apply("x.txt", "clean", "url", "y.csv", input_format="csv")
    assert Path("y.csv").read_text() == "url,n\n/a%20b,1\n"


def test_a_folder_includes_json_and_txt_only_by_option_or_pattern():
    Path("in").mkdir()
    Path("in/a.csv").write_text("url\n/a\n")
    Path("in/notes.txt").write_text("a note\n")
    Path("in/a.csv.summary.json").write_text('{"rows": 1}\n')
    assert tables.tidy("in", "url", "out.csv").files == 1
    Path("in/b.json").write_text('[{"url":"/b"}]')
    assert tables.tidy("in/b*.json", "url", "out.csv").rows == 1
    Path("texts").mkdir()
    Path("texts/list").write_text("/a\n/b\n")
    assert tables.tidy("texts", "url", "out.csv", input_format="txt").rows == 2


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("packed", ["", ".gz"])
def test_a_json_array_is_read_and_written(indent, packed):
    rng = chance.seeded(f"array {indent}")
    rows = [
        {"url": rng.choice(URLS), "n": rng.random(), "t": ['["x\\', {"k": "],["}], "é": "\u2028"}
        for _ in range(500)
    ]
    data = json.dumps(rows, indent=indent).encode()
    Path(f"a.json{packed}").write_bytes(gzip.compress(data) if packed else data)
    tables.apply(f"a.json{packed}", "clean", "url", "b.json")
    want = [row | {"url": CLEAN[URLS.index(row["url"])]} for row in rows]
    assert json.loads(Path("b.json").read_text()) == want
    # The same rows as JSON Lines give the same result.
    Path("c.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    assert tables.tidy("c.jsonl", "url", "d.json").asdict()["cleaned"] > 0
    tables.tidy(f"a.json{packed}", "url", "e.json")
    one, other = (json.loads(Path(name).read_text()) for name in ("d.json", "e.json"))
    assert one == other
    tables.tidy(f"a.json{packed}", "url", "e.jsonl")
    lines = [json.loads(line) for line in Path("e.jsonl").read_text().splitlines()]
    assert lines == one
    write("t.parquet", TABLE)
    tables.tidy("t.parquet", "url", "f.json")
    made = json.loads(Path("f.json").read_text())
    assert [row["url_clean"] for row in made] == CLEAN


ARRAYS = [
    (b"[]", 0, b"[]\n"),
    (b" [ \n ] \n", 0, b"[]\n"),
    (b'[5,"x",null,[{"url":"/"}],{"url":"/a b"}]', 5, None),
    (b'\xef\xbb\xbf[{"url":"/a b"}]', 1, b'\xef\xbb\xbf[\n{"url":"/a%20b"}\n]\n'),
    (b'[{"url":"/\xff\xc3\xa9"},{"n":1.50e3,"url":"\\u002f"}]', 2, None),
    (b'{"url":"/a b"}\n{"url":"/b"}\n', 2, b'[\n{"url":"/a%20b"},\n{"url":"/b"}\n]\n'),
    (b'{"url":"/a b"}\nbad\n\n', 3, b'[\n{"url":"/a%20b"},\n{"url": "bad"},\n{"url": ""}\n]\n'),
    (b"[" + b"[" * 5000 + b"]" * 5000 + b',{"url":"/"}]', 2, None),
]


@pytest.mark.parametrize(("data", "rows", "want"), ARRAYS)
def test_elements_of_any_kind_are_rows(data, rows, want):
    Path("a.json").write_bytes(data)
    assert tables.apply("a.json", "clean", "url", "b.json").rows == rows
    made = Path("b.json").read_bytes()
    if want is not None:
        assert made == want
    else:
        assert made.startswith(b"[\n")
        assert b"1.50e3" in made or b"1.50e3" not in data
    assert tables.tidy("a.json", "url", "c.csv").rows == rows


NEITHER = "it is neither an array of objects nor an object on each line"
DAMAGED = [
    *((data, "it is not an array of JSON") for data in (b"", b"3", b'\x0b{"url": "/"}\n')),
    *((data, NEITHER) for data in (b'{"url":\n"/"}', b'{"data":\n[{"url":"/"}]}')),
    *((data, NEITHER) for data in (b'{"url": "/",\n"a": 1}\n', b'{"url": \xff\xc3\xa9}\n')),
    (b"[]x", "it is damaged at row 0: there is 'x' behind the array"),
    (b'[{"url":"/"}', "it is damaged at row 1: the file ends"),
    (b'[{"url": "/"}\n ', "it is damaged at row 1: the file ends"),
    (b'[{"url":"/"},', "it is damaged at row 2: Expecting value"),
    (b'[{"url":"/"},]', "it is damaged at row 2: Expecting value"),
    (b'[{"url":"/"} x]', "it is damaged at row 1: there is 'x'"),
    (b'[{"url":"/"} {"url":"/"}]', "it is damaged at row 1: there is '{'"),
    (b'[{"url":"/"}] x', "it is damaged at row 1: there is 'x' behind the array"),
    (b'[{"url":"/"}]]', "it is damaged at row 1: there is ']' behind the array"),
    (b'[{"url":"/\n"}]', "it is damaged at row 1: Invalid control character at"),
    (b'[{"url":"' + b"x" * 100, "it is damaged at row 1: Unterminated string starting at"),
]


@pytest.mark.parametrize(("data", "message"), DAMAGED)
def test_a_damaged_array_gives_one_message(data, message):
    Path("a.json").write_bytes(data)
    for job in JOBS:
        with refused(f"a.json: {message}"):
            job("a.json", "url", "b.csv")
    assert [path.name for path in Path().iterdir()] == ["a.json"]


def test_spaces_in_an_array_take_linear_time():
    text = f'[{{"url": "/a b",{" " * 100_000}\n "n": "{" " * 100_000}"}}]'
    Path("a.json").write_text(text)
    with clock.linearly():
        tables.apply("a.json", "clean", "url", "b.json")
    want = f'[\n{{"url": "/a%20b", "n": "{" " * 100_000}"}}\n]\n'
    assert Path("b.json").read_text() == want


def test_an_array_is_read_a_few_elements_at_a_time(monkeypatch):
    # An eighth of the sizes that are usual: of a read, a chunk, and a block.
    monkeypatch.setattr(source, "READ", source.READ // 8)
    monkeypatch.setattr(chunks, "MAX_BYTES", chunks.MAX_BYTES // 8)
    monkeypatch.setattr(reading, "SIZE", reading.SIZE // 8)
    rows = [{"url": f"/{n}", "x": "y" * 20_000} for n in range(250)]
    Path("a.json").write_text(json.dumps(rows))
    tables.apply("a.json", "clean", "url", "warm.json")
    size = Path("a.json").stat().st_size
    tracemalloc.start()
    assert tables.apply("a.json", "clean", "url", "b.json").rows == 250
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 3 * size  # The file is as long as one block.
    monkeypatch.setattr(source, "LONGEST_LINE", 1000)
    with pytest.raises(tables.TableError, match=r"damaged at row 1: .*longer than"):
        tables.apply("a.json", "clean", "url", "b.json")


LINES = [
    (b"/a b\n/c\td\n\n/e", b"/a%20b\n/c%09d\n\n/e\n", 4),
    (b"/a b\r\n\r\n/c\r\n", b"/a%20b\r\n\r\n/c\r\n", 3),
    (b"\xef\xbb\xbf/\xff\xc3\xa9 \n", b"\xef\xbb\xbf/\xff\xc3\xa9 \n", 1),
    (b"", b"", 0),
    (b'"x",y\n', b"%22x%22,y\n", 1),
]


@pytest.mark.parametrize(("data", "want", "rows"), LINES)
def test_a_list_of_lines_is_a_column(data, want, rows):
    Path("a.txt").write_bytes(data)
    assert tables.apply("a.txt", "clean", "url", "b.txt").rows == rows
    assert Path("b.txt").read_bytes() == want
    assert tables.tidy("a.txt", "url", "b.csv").rows == rows
    tables.apply("b.csv", "clean", "url_clean", "c.jsonl")
    with pytest.raises(tables.TableError, match="one text per line, but this table has 8 columns"):
        tables.tidy("a.txt", "url", "c.txt")
    with pytest.raises(tables.TableError, match=r"no column 'u'; .*its columns are url"):
        tables.tidy("a.txt", "u", "c.csv")


def test_hostile_arrow_gives_one_message():
    write("a.arrow", TABLE)
    data = bytearray(Path("a.arrow").read_bytes())
    rng = chance.seeded("hostile arrow")
    ended = {"read": 0, "refused": 0}
    for _ in range(150):
        broken = bytearray(data)
        for _ in range(rng.randint(1, 20)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        broken = broken[: rng.randrange(len(broken))] if rng.random() < 0.3 else broken
        Path("b.arrow").write_bytes(broken)
        try:
            tables.apply("b.arrow", "clean", "url", "c.csv")
        except tables.TableError:
            ended["refused"] += 1
        else:
            ended["read"] += 1
    assert min(ended.values()) > 0, ended
    Path("b.feather").write_bytes(b"FEA1" + bytes(100))
    with pytest.raises(tables.TableError, match="Feather's first version"):
        tables.apply("b.feather", "clean", "url", "c.csv")
    for name in ("a.arrow.gz", "a.parquet.zst"):
        Path(name).write_bytes(gzip.compress(bytes(data)))
        with pytest.raises(tables.TableError, match="not compressed as a whole"):
            tables.apply(name, "clean", "url", "c.csv")


def test_the_command_refuses_what_it_cannot_write():
    Path("a.json").write_text('[{"url":"/a b"}]')
    done = run(["clean", "-i", "a.json"])
    assert (done.returncode, b"-c COLUMN" in done.stderr) == (2, True)
    done = run(["clean", "-i", "a.json", "-c", "url", "-q"])
    assert (done.returncode, done.stdout) == (0, b'[\n{"url":"/a%20b"}\n]\n')
    Path("a.txt").write_text("/a b\n")
    assert run(["clean", "-i", "a.txt"]).stdout == b"/a%20b\n"
    assert run(["clean", "-i", "a.txt", "-c", "url", "-q"]).stdout == b"/a%20b\n"
    assert run(["tidy", "a.txt", "-c", "url", "-o", "-"]).stdout.startswith(b"url,url_clean")
