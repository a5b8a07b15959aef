"""Fast and row-by-row ways: both give the same bytes, also for damaged rows."""

import pytest

from kit import chance
from kit.amount import FULL
from kit.arrow import pa, tables
from superuri.tables.files import chunks, places, source

CSV = [b'"', b'""', b",", b"a b", b"\n", b"\r\n", b"\r", b"\xff", b"\0", b'"x,\n"', b"1,/a,n\n"] * 2
LINES = [
    *(b'{"url":"/a b"}', b'{"url":"\\ud800"}', b'{"url":5}', b'{"n":NaN,"url":"/"}', b"", b"[1]"),
    *(b'{"url":"\xff"}', b'{"url":"a","url":"b"}', b'{"url":null} ', b"{}"),
    *(
        b'{"url_clean":1,"url":"/"}',
        b'{"url":"/"}{"url":"/"}',
        b'{"url":"\t"}',
        b'{"url":"\\"\\n"}',
    ),
]

#: Rows around the odd ones: fewer than 65 would be read row by row both times.
MANY = 600 if FULL else 150


def texts(kind):
    rng = chance.seeded(f"ways {kind}")
    for _ in range(4):
        if kind == "jsonl":
            odd = [rng.choice(LINES) for _ in range(60)]
            plain = [b'{"id": %d, "url": "/%d \xc3\xbc"}' % (n, n) for n in range(MANY)]
            yield b"\n".join([*plain, *odd, *plain])
            # Arrow parses all but these, in the same block.
            some = [rng.choice([LINES[1], LINES[3], *plain]) for _ in range(MANY)]
            yield b"\n".join([*some, *plain[:9], LINES[1], LINES[3]])
        else:
            odd = b"".join(rng.choice(CSV) for _ in range(60))
            plain = b"".join(b'%d,"/a,%d \xc3\xbc",n\n' % (n, n) for n in range(MANY))
            data = b"id,url,n\n" + plain + odd + b"\n" + plain
            yield data if kind == "csv" else data.replace(b",", b"\t")


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
def test_the_fast_way_is_the_row_by_row_way(tmp_path, both_ways, kind):
    for data in texts(kind):
        (tmp_path / f"a.{kind}").write_bytes(data)
        made = []
        for way in both_ways:
            with way():
                done = tables.tidy(tmp_path / f"a.{kind}", "url", tmp_path / f"b.{kind}")
            findings = (tmp_path / f"b.findings.{kind}").read_bytes()
            made.append((done.rows, (tmp_path / f"b.{kind}").read_bytes(), findings))
        assert made[0] == made[1]


#: Fields with a \r, which Arrow would read as the end of a row, and line ends with one.
PLAIN = [b"a", b"", b"a\rb", b"\r", b"\xc3\xbc\r", b"\xff", b"a\0\r"]
QUOTED = [b"a", b'"a,\r"', b'"\r"', b'"a\r\nb,"', b'"\n\r"']
ENDS = {b"\n": [b"\n", b"\n", b"\r\n"], b"\r\n": [b"\r\n"]}


class Counted(chunks.Splitter):
    """A splitter that counts the chunks that Arrow splits."""

    fast = 0

    def _read_with_arrow(self, given):
        chunk = super()._read_with_arrow(given)
        self.fast += chunk is not None
        return chunk


def read(path, ending):
    """Return the columns of a file, the sizes of its rows, and the number of chunks by Arrow."""
    [place] = places.find([str(path)])
    given = source.Source(place)
    splitter = Counted(given, place.format, ending.decode())
    found = list(splitter.chunks())
    given.close()
    made = [pa.chunked_array([p.columns[n] for p in found]).to_pylist() for n in range(3)]
    sizes = [size for chunk in found for size in chunk.sizes.to_pylist()]
    return made, sizes, splitter.fast


@pytest.mark.parametrize("ending", ENDS)
@pytest.mark.parametrize(
    ("kind", "atoms"), [("csv", PLAIN), ("csv", QUOTED), ("csv", PLAIN + QUOTED), ("tsv", PLAIN)]
)
def test_a_carriage_return_ends_no_row_to_arrow(tmp_path, monkeypatch, ending, kind, atoms):
    rng = chance.seeded(f"returns {ending} {kind}")
    mark = b"," if kind == "csv" else b"\t"
    ends = [ending] if atoms is QUOTED else ENDS[ending]
    rows = [
        mark.join([b"%d" % n, rng.choice(atoms), rng.choice(atoms)]) + rng.choice(ends)
        for n in range(2_000)
    ]
    path = tmp_path / f"a.{kind}"
    path.write_bytes(mark.join([b"id", b"url", b"n"]) + ending + b"".join(rows))
    *fast, by_arrow = read(path, ending)
    monkeypatch.setattr(chunks, "MAX_BYTES", 0)
    *plain, by_row = read(path, ending)
    assert fast == plain
    # Rows of one style all take the fast way.
    assert by_row == 0
    assert by_arrow or atoms == PLAIN + QUOTED
