"""Encodings of documents: they are read as declared, and written back in the same encoding."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from kit import chance
from kit.amount import length
from kit.linting import lint, objects
from superuri._documents import encodings

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (
    '<meta charset="{label}"><a href="http://e.com/é?q=é">é</a>\n<a href="http://e.com/%zz">é</a>'
)

DECLARED = [
    ("html", b"<meta charset=latin1>\xe9", "cp1252"),
    ("html", b"<META http-equiv='Content-Type' content='a; charset=Shift_JIS'>", "shift_jis"),
    ("html", b"<!-- <meta charset=latin1> -->\xe9", "utf-8"),
    ("html", b"<!-- <meta charset=latin1>", "utf-8"),
    ("html", b"<!--><meta charset=latin1>", "cp1252"),
    ("html", b"<!---><meta charset=latin1>", "cp1252"),
    ("html", b"<me<!-- -->ta charset=latin1>", "utf-8"),
    ("html", b"\xef\xbb\xbf<meta charset=latin1>", "utf-8"),
    ("html", b" " * 1024 + b"<meta charset=latin1>", "utf-8"),
    ("html", b"<meta charset=utf-16>", "utf-8"),
    ("html", b"<meta charset=hex>", "utf-8"),
    ("html", b"<meta charset=utf-7>+AGE-", "utf-8"),
    ("html", b"<meta charset=unicode_escape>\\x41", "utf-8"),
    ("html", b"<meta charset=cp037>", "utf-8"),
    ("html", b"<meta charset=nothing>", "utf-8"),
    ("html", b'<?xml version="1.0" encoding="koi8-r"?>', "koi8-r"),
    ("xml", b'<?xml version="1.0" encoding="ISO-8859-1"?>\xe9', "cp1252"),
    ("xml", b'<a encoding="koi8-r"/>', "utf-8"),
    ("css", b'@charset "windows-1251";', "cp1251"),
    ("css", b' @charset "windows-1251";', "utf-8"),
    ("text", b"<meta charset=latin1>", "utf-8"),
    ("text", "\ufeffhttp://e.com/".encode("utf-16-le"), "utf-16-le"),
    ("html", "\ufeffhttp://e.com/".encode("utf-16-be"), "utf-16-be"),
    ("text", b"\xff\xfea", "utf-8"),
]


@pytest.mark.parametrize(("kind", "raw", "codec"), DECLARED)
def test_a_document_is_read_in_the_encoding_that_it_declares(
    kind: str, raw: bytes, codec: str
) -> None:
    document = encodings.read(raw, kind)
    assert document.codec == codec
    assert document.written(document.text) == raw


@pytest.mark.parametrize("label", ["iso-8859-1", "windows-1252", "utf-8"])
def test_a_page_is_linted_and_fixed_in_its_encoding(tmp_path: Path, label: str) -> None:
    page = tmp_path / "a.html"
    raw = PAGE.format(label=label).encode("utf-8" if label == "utf-8" else "cp1252")
    page.write_bytes(raw)
    found = objects(page, code=1)
    assert {each["code"] for each in found} == {"U105", "U106"}
    # A column counts characters: the second é is another one.
    assert sorted({each["url"] for each in found}) == ["http://e.com/%zz", "http://e.com/é?q=é"]
    # What a browser sends of é in the query depends on the page: only UTF-8 is fixed.
    assert [bool(each["fix"]) for each in found if each["code"] == "U105"] == [label == "utf-8"] * 2
    lint(page, "--fix", "-q")
    want = raw.replace(b"%zz", b"%25zz")
    if label == "utf-8":
        want = want.replace("http://e.com/é?q=é".encode(), b"http://e.com/%C3%A9?q=%C3%A9")
    assert page.read_bytes() == want


def test_utf_16_is_read_and_written_back(tmp_path: Path) -> None:
    note = tmp_path / "a.txt"
    note.write_bytes("\ufeffé http://e.com/%zz\r\n".encode("utf-16-le"))
    [found] = objects(tmp_path, code=1)
    assert (found["line"], found["column"]) == (1, 16)
    lint(note, "--fix", "-q", code=0)
    assert note.read_bytes() == "\ufeffé http://e.com/%25zz\r\n".encode("utf-16-le")


def test_no_octet_is_lost_whatever_is_declared() -> None:
    rng = random.Random(chance.SEED)
    labels = ["latin1", "shift_jis", "euc-jp", "gb18030", "big5", "iso-2022-jp", "utf-8", "cp1258"]
    for _ in range(length(2000)):
        head = f"<meta charset={rng.choice(labels)}>".encode()
        mark = rng.choice([b"", b"\xff\xfe", b"\xfe\xff"])
        raw = mark + head + rng.randbytes(rng.randrange(40))
        document = encodings.read(raw, "html")
        assert document.written(document.text) == raw, raw
