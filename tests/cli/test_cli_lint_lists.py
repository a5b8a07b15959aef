"""Lists: `superuri lint` reads them as the verbs do, and keeps the report of a long line short."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from kit.amount import length
from kit.command import run
from kit.linting import lint, objects
from superuri import _core

if TYPE_CHECKING:
    from pathlib import Path

LIST = b"\xef\xbb\xbfhttp://e.com/a b\r\n\nhttp://e.com/\nhttp://e.com/%c3%a9|"


def packed(path: Path, data: bytes) -> Path:
    """Write the file in two members or frames, compressed by its name, and return it."""
    path.write_bytes(b"")
    for part in (data[:20], data[20:]):
        _core.append((str(path), str(path)), part)
    return path


@pytest.mark.parametrize("suffix", ["gz", "GZ", "zst"])
def test_packed_lists_are_read_and_fixed(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "list").write_bytes(LIST)
    path = packed(tmp_path / f"list.{suffix}", LIST)
    assert path.read_bytes()[:2] != LIST[:2]
    plain = objects("-i", tmp_path / "list", "--show", "info", code=1)
    printed = objects("-i", path, "--show", "info", code=1)
    assert [one | {"file": None} for one in printed] == [one | {"file": None} for one in plain]
    places = [(one["line"], one["column"], one["code"]) for one in printed]
    assert places == [(1, 15, "U102"), (4, 14, "U201"), (4, 20, "U103")]
    lint("-i", path.name, "--fix", code=0, cwd=tmp_path)
    lint("-i", "list", "--fix", code=0, cwd=tmp_path)
    want = LIST.replace(b" ", b"%20").replace(b"%c3%a9|", b"%C3%A9%7C")
    assert run(["clean", "-i", path]).stdout == (tmp_path / "list").read_bytes() == want


@pytest.mark.parametrize("source", ["whole", "cut", "none", "more", "damaged", "missing"])
@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_what_cannot_be_read_is_reported_as_by_the_verbs(
    tmp_path: Path, source: str, suffix: str
) -> None:
    path = tmp_path / f"x.{suffix}"
    data = packed(path, b"/a\n" * 3000).read_bytes()
    damaged = data[: len(data) // 2] + bytes(4) + data[len(data) // 2 + 4 :]
    made = {"whole": data, "cut": data[:-5], "none": b"/a\n", "more": data + b"more"}
    path.write_bytes((made | {"damaged": damaged}).get(source, b""))
    if source == "missing":
        path.unlink()
    by_lint, by_clean = (run([verb, "-i", path]) for verb in ("lint", "clean"))
    assert by_lint.returncode == by_clean.returncode == (0 if source == "whole" else 3)
    if source == "whole":
        assert by_lint.stderr == b"superuri lint: checked 3,000 URLs in 1 file: nothing found\n"
        assert not by_clean.stderr
    else:
        assert by_lint.stderr == by_clean.stderr
        assert by_lint.stderr.count(b"\n") == 1


def test_a_folder_is_not_a_list(tmp_path: Path) -> None:
    by_lint, by_clean = (run([verb, "-i", tmp_path]) for verb in ("lint", "clean"))
    assert by_lint.returncode == 3
    assert by_lint.stderr == by_clean.stderr


def test_a_line_in_which_all_is_wrong_is_reported_once(tmp_path: Path) -> None:
    path, many = tmp_path / "list", length(400_000)
    path.write_bytes(b"http://u:pa55word@h/#" + b"#%" * many + b"\n/a b\n")
    for form in ("text", "json", "sarif", "github"):
        printed = lint("-i", path, "--output-format", form, code=1)
        assert len(printed) < 4_000_000, form
        assert "pa55word" not in printed
        assert f"{many - 1000} more that are not listed" in printed
    printed = objects("-i", path, code=1)
    assert {one["url"] for one in printed if one["line"] == 1} == {None}
    assert [one["url"] for one in printed if one["line"] == 2] == ["/a b"]
    counts = json.loads(lint("-i", path, "--statistics", "--output-format", "json", code=1))
    assert {row["code"]: int(row["count"]) for row in counts}["U106"] == many


def test_the_findings_of_a_document_are_counted_all(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(f"<a href='/{'%' * 5000}'>")
    printed = lint("a.html", "--statistics", "--output-format", "json", code=1, cwd=tmp_path)
    assert {row["code"]: int(row["count"]) for row in json.loads(printed)}["U106"] == 5000
