"""Dialects of CSV and TSV: the csv module reads the same rows before and after a job."""

import csv
import io
from itertools import product
from pathlib import Path

import pytest

from kit import chance
from kit.amount import FULL, rest
from kit.arrow import JOBS, tables
from kit.command import run

pytestmark = pytest.mark.usefixtures("empty")

ENCODINGS = ["utf-8", "latin-1", "windows-1252", "utf-16-le", "utf-16-be"]
MARKS = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
#: Characters that all these encodings have.
PARTS = ["a", "é", " ", ",", ";", "|", "\t", '"', "'", "ÿ", "%20", "~", "\x01", "http://e.com/"]


def table(rng, width, rows, bare):
    parts = [part for part in PARTS if part not in bare]
    return [
        ["".join(rng.choice(parts) for _ in range(rng.randint(0, 6))) for _ in range(width)]
        for _ in range(rows)
    ]


def quoting(quote):
    return {"quotechar": quote} if quote else {"quoting": csv.QUOTE_NONE, "quotechar": None}


def written(rows, delimiter, quote, encoding):
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter, lineterminator="\n", **quoting(quote)).writerows(rows)
    return MARKS.get(encoding, b"") + stream.getvalue().encode(encoding)


def read(data, delimiter, quote, encoding):
    text = data.removeprefix(MARKS.get(encoding, b"")).decode(encoding)
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, **quoting(quote)))


#: Every third is tried: each pair of marks, and each encoding, with some of the others.
CASES = [
    pytest.param(*case, marks=rest if n % 3 else [])
    for n, case in enumerate(
        (d, q, e)
        for d, q, e in product([",", ";", "\t", "|", "\x01", " ", "'"], ['"', "'", ""], ENCODINGS)
        if d != q
    )
]


@pytest.mark.parametrize(("delimiter", "quote", "encoding"), CASES)
def test_another_program_reads_the_same_rows(delimiter, quote, encoding):
    rng = chance.seeded(f"dialect {delimiter} {quote} {encoding}")
    bare = "" if quote else f"{delimiter}\n\r"
    rows = [["id", "url", "n"], *table(rng, 3, 30, bare)]
    name = "a.tsv" if rng.random() < 0.3 else "a.csv"
    Path(name).write_bytes(written(rows, delimiter, quote, encoding))
    words = {"delimiter": delimiter, "quote": quote or "none", "table_encoding": encoding}
    out = name.replace("a.", "b.")
    done = tables.apply(name, "clean", "url", out, **words)
    made = read(Path(out).read_bytes(), delimiter, quote, encoding)
    assert done.rows == len(rows) - 1
    assert [[one, three] for one, _, three in made] == [[one, three] for one, _, three in rows]
    texts = [row[1] for row in rows[1:]]
    Path("plain.jsonl").write_text("")
    from superuri import clean  # noqa: PLC0415  it is the oracle

    for text, row in zip(texts, made[1:], strict=True):
        try:
            want = clean(text) if text else text
        except ValueError:
            want = text
        # A result with a delimiter fails without quotation marks: the text stays.
        assert row[1] == want or (delimiter in want and not quote and row[1] == text)
    done = tables.tidy(name, "url", out, **words)
    again = read(Path(out).read_bytes(), delimiter, quote, encoding)
    assert done.rows == done.written == len(again) - 1
    assert [row[:3] for row in again] == rows
    assert again[0][3:] == [f"url_{n}" for n in (*NEW, "duplicate")]


NEW = ("clean", "normal", "host", "domain", "key", "error")
DAMAGE = ["'", "''", ";", "a b", "\n", "\r\n", "\r", "\0", "'x;\n'", "1;/a;n\n", '"', ",", "\udce9"]


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252"])
def test_the_fast_way_of_a_dialect_is_the_row_by_row_way(both_ways, encoding):
    rng = chance.seeded(f"ways of a dialect {encoding}")
    for _ in range(4):
        odd = "".join(rng.choice(DAMAGE * 2) for _ in range(60))
        plain = "".join(f"{n};'/a;{n}é';n\n" for n in range(600 if FULL else 150))
        text = f"id;url;n\n{plain}{odd}\n{plain}"
        Path("a.csv").write_bytes(text.encode(encoding, "surrogateescape"))
        made = []
        for way in both_ways:
            with way():
                done = tables.tidy("a.csv", "url", "b.csv", quote="'", table_encoding=encoding)
            made.append((done.rows, Path("b.csv").read_bytes()))
        assert made[0] == made[1]
        # The dialect is exchanged for ours: the default one has the same rows.
        swapped = text.translate(str.maketrans(";,'\"", ",;\"'"))
        Path("c.csv").write_bytes(swapped.encode("utf-8", "surrogateescape"))
        assert tables.tidy("c.csv", "url", "d.csv").rows == made[0][0]


FOUND = [
    ("a.csv", b"id;url\n1;/a b\n", b"id;url\n1;/a%20b\n", "delimiter ';'"),
    ("a.csv", b"id\turl\n1\t/a b\n", b"id\turl\n1\t/a%20b\n", "delimiter '\\t'"),
    ("a.csv", b"id|url\n1|/a;b c\n", b"id|url\n1|/a;b%20c\n", "delimiter '|'"),
    ("a.csv", b"'id','url'\n'1','/a b'\n", b"id,url\n1,/a%20b\n", "quotation mark '"),
    ("a.tsv", b'"id"\t"url"\n1\t"/a\tb"\n', b"id\turl\n1\t/a%09b\n", 'quotation mark "'),
    ("a.csv", b"\xef\xbb\xbfid;url\n1;/a b\n", b"\xef\xbb\xbfid;url\n1;/a%20b\n", "delimiter ';'"),
    ("a.csv", "id,url\n1,/é b\n".encode("utf-16"), None, "utf-16-le"),
    ("a.csv", b"id,url;x\n1,/a b\n", b"no column 'url'", ""),
    ("a.csv", b"id,url\n1;2,/a b\n", b"id,url\n1;2,/a%20b\n", ""),
]


@pytest.mark.parametrize(("name", "data", "want", "message"), FOUND)
def test_a_dialect_is_found_where_it_is_clear(name, data, want, message):
    Path(name).write_bytes(data)
    out = name.replace("a.", "b.")
    if want and want.startswith(b"no column"):
        with pytest.raises(tables.TableError, match=want.decode()):
            tables.apply(name, "clean", "url", out)
        return
    done = tables.apply(name, "clean", "url", out)
    assert [each[0] for each in done.dialects] == ([message] if message else [])
    if want is not None:
        assert Path(out).read_bytes() == want
    printed = run(["tidy", name, "-c", "url", "-o", out]).stderr.decode()
    assert (f"  {name}: read with {message}\n" in printed) == bool(message)


HEADERLESS = [
    # A first row with an address in the column is not a header.
    (b"1,http://e/a b\n2,/c d\n", "2", {}, b"1,http://e/a%20b\n2,/c%20d\n"),
    (b"1;http://e/a b\n", "2", {}, b"1;http://e/a%20b\n"),
    (b"/a b\n\n/c\n", "1", {"header": False}, b'/a%20b\n""\n/c\n'),
    (b"2,x\n/a b,y\n", "2", {"header": True}, None),
    (b"2,x\n/a b,y\n", "2", {}, b"2,x\n/a%20b,y\n"),
    (b"2,x\n/a b,y\n", "1", {"header": False}, b"2,x\n/a%20b,y\n"),
    (b"1,/a b,3,4\n1\n1,/c d\n", "2", {"header": False}, None),
    (b"a,/x y\r\nb,/z\r\n", "2", {"header": False}, b"a,/x%20y\r\nb,/z\r\n"),
    (b"a,/x y\rb,/z\r", "2", {"header": False}, b"a,/x%20y\rb,/z\r"),
]


@pytest.mark.parametrize(("data", "column", "words", "want"), HEADERLESS)
def test_a_table_without_a_header_has_numbers(data, column, words, want):
    Path("a.csv").write_bytes(data)
    if words.get("header"):
        with pytest.raises(tables.TableError, match=r"no column '3'.*--no-header"):
            tables.apply("a.csv", "clean", "3", "b.csv", **words)
        return
    done = tables.apply("a.csv", "clean", column, "b.csv", **words)
    if want is not None:
        assert Path("b.csv").read_bytes() == want
    tables.tidy("a.csv", column, "c.csv", **words)
    rows = list(csv.reader(io.StringIO(Path("c.csv").read_text())))
    assert len(rows) == done.rows + (b"2,x" in data and "header" not in words)


@pytest.mark.parametrize(
    ("name", "message"), [("a.csv", b",%E6%97%A5,"), ("a.jsonl", b'"\\u65e5"')]
)
def test_characters_missing_from_an_encoding_are_escaped(name, message):
    # The derived host is decoded; in the text, the character is escaped.
    text = "foo://%E6%97%A5/"
    Path(name).write_text(f"url\n{text}\n" if name == "a.csv" else f'{{"url": "{text}"}}\n')
    out = name.replace("a.", "b.")
    done = tables.tidy(name, "url", out, table_encoding="latin-1")
    assert message in Path(out).read_bytes()
    assert (done.foreign, "as escapes: 1" in str(done)) == (1, True)
    done = tables.tidy(name, "url", out)
    assert "\u65e5" in Path(out).read_text()
    assert done.foreign == 0


def test_a_result_that_an_encoding_does_not_have_is_refused():
    Path("a.csv").write_bytes(b"url,n\n/%E6%97%A5,\xe9\n/%C3%A9,\xe9\n")
    words = {"table_encoding": "latin-1"}
    assert tables.apply("a.csv", "decode", "url", "b.csv", **words).refused == 1
    assert Path("b.csv").read_bytes() == b"url,n\n/%E6%97%A5,\xe9\n/\xe9,\xe9\n"
    with pytest.raises(tables.RowError, match="row 1: the result has a character"):
        tables.apply("a.csv", "decode", "url", "b.csv", on_error="raise", **words)


BYTES = [
    ("windows-1252", b"url,n\n/\x81\xe9,\x8d\x9d\xff\n", {"invalid-utf8": 1}),
    ("utf-16-le", "url,n\n/,\ud800x\udfff\n".encode("utf-16-le", "surrogatepass"), {}),
    ("utf-16-le", "url,n\n/\udfff,\n".encode("utf-16-le", "surrogatepass"), {"invalid-utf8": 1}),
    ("utf-8", b"url,n\n/\xc3\xa9,\n/\xe9,\n", {"invalid-utf8": 1}),
]


@pytest.mark.parametrize(("encoding", "data", "failed"), BYTES)
def test_what_is_not_valid_in_an_encoding_fails_and_stays(encoding, data, failed):
    Path("a.csv").write_bytes(data)
    done = tables.apply("a.csv", "clean", "url", "b.csv", table_encoding=encoding)
    assert {code: reason.rows for code, reason in done.reasons.items()} == failed
    cleaned = data.replace(b"\xc3\xa9", b"%C3%A9") if encoding == "utf-8" else data
    assert Path("b.csv").read_bytes() == cleaned


GUESSED = [
    ("a.csv", b"n,url\n1,/\n2,/caf\xe9\n", "windows-1252"),
    ("a.tsv", b"n\turl\n1\t/\x81\n", "latin-1"),
    ("a.txt", b"/caf\xe9\n", "windows-1252"),
    ("a.jsonl", b'{"url": "/\xfc"}\n', "windows-1252"),
    ("a.json", b'[{"url": "/\xfc"}]\n', "windows-1252"),
    ("a.csv", b"n,url\n1,/caf\xc3\xa9\n2,/caf\xe9\n", None),
    ("a.csv", b"\xef\xbb\xbfn,url\n2,/caf\xe9\n", None),
    ("a.csv", b"n,url\n1,/" + b"a" * (1 << 20) + b"\n2,/caf\xe9\n", None),
]


@pytest.mark.parametrize(("name", "data", "guess"), GUESSED)
def test_a_table_in_another_encoding_is_refused_with_a_guess(name, data, guess):
    Path(name).write_bytes(data)
    if guess:
        for job in JOBS:
            with pytest.raises(tables.TableError, match=f"use --table-encoding {guess}"):
                job(name, "url", "b.csv")
        done = tables.apply(name, "clean", "url", f"b{name}", table_encoding=guess)
        assert (done.changed, done.refused) == (1, 0)
    else:
        assert tables.apply(name, "clean", "url", "b.csv").refused == 1


WRONG = [
    ({"delimiter": ";;"}, "the delimiter ';;' does not work"),
    ({"delimiter": "a"}, "the delimiter 'a' does not work"),
    ({"delimiter": "é"}, "does not work: give one ASCII character"),
    ({"delimiter": "%"}, "does not work"),
    ({"quote": "\n"}, "the quotation mark '\\\\n' does not work"),
    ({"quote": ",", "delimiter": ","}, "are both ','"),
    ({"table_encoding": "utf8"}, "there is no encoding 'utf8'; did you mean utf-8"),
    ({"table_encoding": "utf-16"}, "a.csv: it has no byte order mark: use utf-16-le or utf-16-be"),
    ({"input_format": "cvs"}, "there is no format 'cvs'; did you mean csv"),
    ({"input_format": "jsonl", "delimiter": ";"}, "only CSV and TSV have a delimiter"),
    ({"input_format": "parquet", "table_encoding": "utf-8"}, "parquet has no encoding to choose"),
]


@pytest.mark.parametrize(("words", "message"), WRONG)
def test_invalid_options_are_refused(words, message):
    Path("a.csv").write_text("url\n/\n")
    with pytest.raises(tables.TableError, match=message):
        tables.tidy("a.csv", "url", "b.csv", **words)
    assert [path.name for path in Path().iterdir()] == ["a.csv"]


def test_hostile_bytes_are_one_sentence():
    Path("a.csv").write_bytes(b"\xff\xfe\0\0u\0\0\0")
    with pytest.raises(tables.TableError, match=r"UTF-32: convert it to UTF-8"):
        tables.tidy("a.csv", "url", "b.csv")
    Path("a.csv").write_bytes("url\n/\n".encode("utf-16") + b"x")
    with pytest.raises(tables.TableError, match=r"a.csv: it cannot be read .*truncated data"):
        tables.tidy("a.csv", "url", "b.csv")
    Path("a.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(tables.TableError, match="no column 'url'"):
        tables.tidy("a.csv", "url", "b.csv")


def test_the_command_takes_a_dialect():
    Path("a.csv").write_bytes(b"'id';'u'\n'1';'/\xe9 b'\n")
    words = ["-c", "u", "-o", "b.csv", "--delimiter", ";", "--quote", "'"]
    words += ["--header", "--table-encoding", "latin-1"]
    done = run(["clean", "-i", "a.csv", *words])
    assert done.returncode == 0, done.stderr
    assert Path("b.csv").read_bytes() == b"id;u\n1;/%C3%A9%20b\n"
    assert b"a.csv: read with delimiter ';', quotation mark ', latin-1" in done.stderr
    assert run(["tidy", "a.csv", *words]).returncode == 0
    for wrong in (["--delimiter", "ab"], ["--quote", "ab"], ["--table-encoding", "x"]):
        done = run(["tidy", "a.csv", "-c", "u", "-o", "b.csv", *wrong])
        assert (done.returncode, wrong[0].encode() in done.stderr) == (2, True)
    done = run(["clean", "--delimiter", ";", "-i", "a.txt"])
    assert (done.returncode, b"name the column with -c" in done.stderr) == (2, True)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_misspelt_column_is_suggested_in_the_dialect_of_the_file(delimiter):
    Path("a.csv").write_text(f"id{delimiter}url\n1{delimiter}/a b\n")
    with pytest.raises(tables.TableError, match="no column 'ulr'; did you mean 'url'") as caught:
        tables.tidy("a.csv", "ulr", "out.csv")
    assert str(caught.value).endswith("its columns are id, url")
