"""Every character behind a URL, and sentences in every encoding: a fix changes neither."""

from __future__ import annotations

import codecs
import contextlib
import json
import unicodedata
from typing import TYPE_CHECKING

import pytest

from cli.test_cli_lint_sentences import expect_none
from kit import sentences
from kit.amount import FULL, SCALARS
from superuri.cli import main

if TYPE_CHECKING:
    from pathlib import Path

URL = "https://e.com/a"
#: White space and quotation marks: never a part of a URL before a space.
ENDS = {"Zs", "Zl", "Zp", "Pi", "Pf"}
BEYOND = [c for c in SCALARS if not c.isascii()]
ENDING = [c for c in BEYOND if unicodedata.category(c) in ENDS]
CHARACTERS = [*ENDING, *BEYOND[:: 1 if FULL else 29]]
PRINTABLE = list(map(chr, range(0x21, 0x7F)))
LEGACY = [
    *("latin-1", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "koi8-r"),
    *("shift_jis", "euc-jp", "iso2022_jp", "gb18030", "big5", "euc-kr", "tis-620", "mac-roman"),
]


def fixed(file: Path, data: bytes) -> bytes:
    """Return the file with this content after its safe fixes."""
    file.write_bytes(data)
    assert main(["lint", "--fix", "--quiet", "--no-config", str(file)]) in {0, 1}
    return file.read_bytes()


def changes(folder: Path, lines: list[str]) -> list[str]:
    """Return the lines that a fix changes, with what they become."""
    after = fixed(folder / "a.txt", "\n".join(lines).encode()).decode().split("\n")
    return [f"{a!a} became {b!a}" for a, b in zip(lines, after, strict=True) if a != b]


@pytest.mark.parametrize("text", ["{}{} next", "{}{}", "«{}{}»", "{}/{}", "{}?q={}&b", "{}{}1"])
def test_no_character_behind_a_url_is_changed(text: str, tmp_path: Path) -> None:
    expect_none(changes(tmp_path, [text.format(URL, c) for c in CHARACTERS]))


@pytest.mark.parametrize("text", ["{}{} next", "See{}{}", "A {}{}", "Link {}{} »"])
def test_no_character_before_a_url_is_changed(text: str, tmp_path: Path) -> None:
    expect_none(changes(tmp_path, [text.format(c, URL) for c in [*PRINTABLE, *CHARACTERS]]))


def test_white_space_and_quotation_marks_end_a_url(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.txt"
    file.write_text("\n".join(f"{URL}{c} next" for c in ENDING), encoding="utf-8", newline="\n")
    code = main(["lint", "--no-config", "--output-format", "jsonl", str(file)])
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert sorted({f"U+{ord(ENDING[row['line'] - 1]):04X}" for row in rows}) == []
    assert code == 0


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.yaml"])
@pytest.mark.parametrize("encoding", LEGACY)
def test_sentences_in_a_legacy_encoding_stay(encoding: str, name: str, tmp_path: Path) -> None:
    lines = []
    for row in sentences.sentences():
        with contextlib.suppress(UnicodeEncodeError):
            lines.append((row.name, row.with_url(URL).encode(encoding)))
    after = fixed(tmp_path / name, b"\r\n".join(line for _, line in lines)).split(b"\r\n")
    assert lines
    expect_none(
        f"{language}: {line!r} became {got!r}"
        for (language, line), got in zip(lines, after, strict=True)
        if line != got
    )


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "mark",
    [b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE],
    ids=["none", "utf-8", "utf-16-le", "utf-16-be"],
)
def test_sentences_stay_with_each_byte_order_mark(mark: bytes, ending: str, tmp_path: Path) -> None:
    encoding = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
    text = ending.join(row.with_url(URL) for row in sentences.ALL)
    data = mark + text.encode(encoding.get(mark, "utf-8"))
    after = fixed(tmp_path / "a.md", data)
    expect_none([] if after == data else [f"{len(data)} bytes became {len(after)}"])
