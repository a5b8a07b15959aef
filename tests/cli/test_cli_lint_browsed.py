"""URLs in markup: after a fix, a browser opens the same address."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import pytest

import superuri
from kit import chance, safe_fixes
from kit.clock import linearly
from kit.linting import Values, lint, objects
from superuri._documents import documents

if TYPE_CHECKING:
    from pathlib import Path

PAGES = ("https://other.example/x/y/z?q", "http://other.example/x", "file:///x/y")


def test_what_a_fix_would_lead_elsewhere_has_none(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text('<a href="\n a\\b c">')
    rows = {row["code"]: row for row in objects(file, code=1)}
    assert rows["U114"]["fix"]["safe"] is False
    assert rows["U102"]["fix"] is not None
    assert (rows["U102"]["line"], rows["U102"]["column"]) == (2, 5)
    file = tmp_path / "a.txt"
    file.write_text("http://e.com/a\\b")
    assert lint(file) == ""


def where(value: str, page: str) -> list[bytes] | None:
    """Return the address that a browser opens, part by part, decoded."""
    target = safe_fixes.url_of(value, page)
    return target and [safe_fixes.octets(getattr(target, name)) for name in safe_fixes.READ]


ATOMS = (
    *(
        *(" ", "\n", "\t", "\r", "\f", "\x01", "\x1f"),
        *("\x7f", "\u00a0", "\ufeff", "é", "ü.de", "\u3002"),
    ),
    *("a", "b", "1", "%", "%41", "%2F", "%zz", "%E9", "%u0041", "|", "^", "[", "]", "{", "<", "`"),
    *("\\", "/", "//", ":", "?", "#", "@", "&", "=", ".", "..", "'", '"', ";", "+", ",", "x:80"),
    *("http:", "https://", "HTTP://E.com", "http://e.com:80/", "javascript:", "mailto:", "data:,"),
    *("file:///c|/", "ftp:", "[::1%eth0]", "http://[::1]", "u:p@", "(", ")", "*", "~"),
)


def test_no_fix_leads_a_browser_elsewhere(tmp_path: Path) -> None:
    rng = chance.seeded("lint browsed")
    values = ["".join(rng.choices(ATOMS, k=1 + rng.randrange(7))) for _ in range(4000)]
    file = tmp_path / "a.html"
    page = "\n".join(f'<a href="{html.escape(value)}">' for value in values)
    file.write_bytes(page.encode())
    lint(file, "--fix", "-q")
    fixed = Values(file.read_bytes().decode()).values
    assert len(fixed) == len(values)
    changed = 0
    for old, new in zip(values, fixed, strict=True):
        for base in PAGES:
            before = where(old, base)
            assert before is None or before == where(new, base), (old, new, base)
        changed += old != new
    assert changed > len(values) / 4


@pytest.mark.parametrize("unit", ["\n", "a\n", "\\", "\\ ", " a", "é|", "&#10;", "\x01"])
def test_hostile_values_take_linear_time(unit: str) -> None:
    with linearly():
        spots = list(documents.spots(f'<a href="{unit * 100_000}">', "html"))
    with linearly():
        for spot in spots:
            superuri.fix(spot.text)


def test_bytes_that_are_not_utf_8_are_reported(tmp_path: Path) -> None:
    for name, text in (
        ("a.html", b'<a href="http://E.com/\xe9 \xc3\xa9|">'),
        ("b.css", b"a{b:url(http://E.com/\xe9\xc3\xa9|)}"),
    ):
        file = tmp_path / name
        file.write_bytes(text)
        rows = objects(file, "--show", "info", code=1)
        raw = text[text.index(b"http") : text.index(b"|") + 1]
        assert [(row["code"], row["message"]) for row in rows] == [
            (found.code, found.message) for found in superuri.lint(raw)
        ]
        # Columns count characters, and each such octet is one.
        columns = {row["code"]: row["column"] for row in rows}
        assert columns["U307"] == text.index(b"\xe9") + 1
        assert columns["U103"] == len(text[: text.index(b"|")].decode("utf-8", "replace")) + 1
        # The document's encoding decides what they mean.
        assert all(row["fix"] is None for row in rows)
        lint(file, "--unsafe-fixes")
        assert file.read_bytes() == text
        assert b"surrogate" not in lint(file).encode()
