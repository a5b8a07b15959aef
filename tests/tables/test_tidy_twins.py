"""Twins of the tables: the fast way gives the bytes of the row-by-row way, however odd the rows."""

import pytest

from kit import chance

pytest.importorskip("pyarrow", reason="make peers installs it")
pytest.importorskip("duckdb", reason="make peers installs it")

from superuri import tables
from superuri.tables.files import pieces, strings

CSV = [b'"', b'""', b",", b"a b", b"\n", b"\r\n", b"\r", b"\xff", b"\0", b'"x,\n"', b"1,/a,n\n"] * 2
LINES = [
    *(b'{"url":"/a b"}', b'{"url":"\\ud800"}', b'{"url":5}', b'{"n":NaN,"url":"/"}', b"", b"[1]"),
    *(
        b'{"url":"\xff"}',
        b'{"url":"a","url":"b"}',
        b'{"url":null} ',
        b"{}",
    ),
    *(
        b'{"url_clean":1,"url":"/"}',
        b'{"url":"/"}{"url":"/"}',
        b'{"url":"\t"}',
        b'{"url":"\\"\\n"}',
    ),
]


def texts(kind):
    rng = chance.dice(f"twins {kind}")
    for _ in range(4):
        if kind == "jsonl":
            odd = [rng.choice(LINES) for _ in range(60)]
            plain = [b'{"id": %d, "url": "/%d \xc3\xbc"}' % (n, n) for n in range(400)]
            yield b"\n".join([*plain, *odd, *plain])
        else:
            odd = b"".join(rng.choice(CSV) for _ in range(60))
            plain = b"".join(b'%d,"/a,%d",n\n' % (n, n) for n in range(600))
            data = b"id,url,n\n" + plain + odd + b"\n" + plain
            yield data if kind == "csv" else data.replace(b",", b"\t")


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
def test_the_fast_way_is_the_row_by_row_way(tmp_path, monkeypatch, kind):
    for data in texts(kind):
        (tmp_path / f"a.{kind}").write_bytes(data)
        made = []
        for plain in (False, True):
            with monkeypatch.context() as patch:
                if plain:
                    patch.setattr(pieces, "MOST", 0)
                    patch.setattr(strings, "ONE_BY_ONE", 1 << 40)
                done = tables.tidy(tmp_path / f"a.{kind}", "url", tmp_path / f"b.{kind}")
            findings = (tmp_path / f"b.findings.{kind}").read_bytes()
            made.append((done.rows, (tmp_path / f"b.{kind}").read_bytes(), findings))
        assert made[0] == made[1]
