"""URLs in Markdown: found where CommonMark has links, and fixed in place."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from cli.test_cli_lint_documents import found
from kit import chance
from kit.amount import length
from kit.clock import linearly
from kit.linting import lint, objects
from superuri._documents import documents

if TYPE_CHECKING:
    from pathlib import Path

PIECES = (
    *("[", "]", "(", ")", "<", ">", "![", "](", "]: ", "\n", "\n\n", " ", "\\", "`", "*", "> "),
    *("a", "/b", "é", "%zz", "&amp;", "&copy", "http://e.com/", '"t"', "<a href=", "```", "- "),
)


def test_any_markdown_is_read_and_written_back() -> None:
    rng = random.Random(chance.SEED)
    for _ in range(length(2000)):
        document = "".join(rng.choices(PIECES, k=rng.randrange(1, 40)))
        found(document, "markdown")
        for spot in documents.spots(document, "markdown"):
            if spot.way.takes("x(y)<z>&amp;"):
                written = spot.written(document, "x(y)<z>&amp;")
                assert spot.way.read(written) == "x(y)<z>&amp;", document


def test_another_parser_finds_the_same_destinations() -> None:
    """markdown-it-py's destinations are among ours, but it escapes them differently."""
    markdown_it = pytest.importorskip("markdown_it", reason="make test installs it")
    parser = markdown_it.MarkdownIt("commonmark")
    rng = random.Random(chance.SEED)
    pieces = [piece for piece in PIECES if piece not in {"%zz", "<a href=", "http://e.com/"}]
    links = 0
    for _ in range(length(2000)):
        parts = rng.choices([*pieces, "[a](b)", "![c](</d e>)", "[f]: /g\n"], k=rng.randrange(20))
        document = "".join(parts)
        theirs = [
            unquote(str(token.attrs.get("href") or token.attrs.get("src") or ""))
            for block in parser.parse(document)
            for token in block.children or ()
            if token.type in {"link_open", "image"}
        ]
        ours = found(document, "markdown")
        for url in filter(None, theirs):
            links += 1
            assert unquote(url) in [unquote(each) for each in ours], (document, url)
    assert links > 50


@pytest.mark.parametrize("beside", ["“t”", "a=b", ", https://e.com/b", "<t>", "=1x1", ":size=1"])
def test_what_is_not_part_of_a_destination_has_no_safe_fix(beside: str, tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text(f"[a](https://e.com/a {beside})\n")
    before = page.read_bytes()
    lint(page, "--fix", "-q", code=beside != "=1x1")
    assert page.read_bytes() == before


def test_places_are_those_of_the_document(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("# é\n[日](<日 本>)\n")
    rows = objects(page, "--select", "U102")
    assert [(row["line"], row["column"]) for row in rows] == [(2, 7)]


@pytest.mark.parametrize("text", ["[", "[a](", "<", "![](", "[a]: b\n", "`", "> ", "*a_", "[a](b)"])
def test_the_time_is_linear(text: str) -> None:
    with linearly():
        list(documents.spots(text * (length(300_000) // len(text)), "markdown"))
