"""Kinds of documents: by name, by extension, by content, or by `--input-format`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kit.clock import linearly
from kit.command import run
from kit.linting import lint
from superuri._documents import documents, encodings, kinds
from superuri._values.table_names import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

#: The names of files of each kind.
NAMES = {
    "rst": "A.RST",
    "json": "a.json a.ndjson a.har a.jsonc composer.lock .json",
    "xml": "sitemap.xml a.rdf a.csproj",
    "markdown": "a.md",
    "html": "a.xhtml",
    "css": "a.css",
    "yaml": "openapi.yml",
    "toml": "pyproject.toml poetry.lock sub/Cargo.lock",
    "requirements": "requirements.txt dev-Requirements-3.in",
    "text": "not-cargo.lock yarn.lock a-robots.txt json a.txt -",
    "bibtex": "a.bib",
    "tex": "a.tex",
    "ris": "a.ris",
    "turtle": "a.ttl a.rq",
    "ntriples": "a.nt",
    "m3u": "a.m3u8",
    "ini": "a.url .gitmodules .env .env.local",
    "properties": "a.properties",
    "robots": "Robots.txt",
    "vcard": "a.ics",
    "http": "a.http",
    "mail": "a.eml",
    "po": "de.po app.pot",
    "asciidoc": "a.adoc",
    "org": "a.org",
    "mediawiki": "a.mediawiki",
}
#: The beginnings of documents of each kind.
CONTENTS = {
    "xml": [
        *('<?xml version="1.0"?><a/>', '\ufeff \r\n<?xml version="1.0"?><a/>', "<!DOCTYPE TS>"),
        *('<!-- a -->\n<rdf:RDF a="b"\n xmlns:rdf="c">', '<Project Sdk="a">'),
    ],
    "html": [
        *('<?xml version="1.0"?>\n<!DOCTYPE html><html>', "<!DOCTYPE HTML>"),
        "<!-- a --> <?b?>\n<HTML lang=en>",
    ],
    "text": [
        *("<!-- a", "From: a\nTo: b\n\nReceived: c", "<htmlx>", "<p align=center>"),
        *('["a"](http://e.com/)', '["a"]: http://e.com/', "[1]: http://e.com/"),
        *("[a](http://e.com/)", "[section]\na = 1", "[[array]]\na = 1", "{{ a }}", "{% if a %}"),
        *("{a: 1}", "prefix", "GET http://e.com/ now", ""),
    ],
    "mail": ["From: a\nTo: b,\n c\nMessage-ID: <d>\n\n"],
    "json": [
        *('{"a": 1}', '\n{\n  "a\\"": [', '[{"a": 1}]', '[[1.5, 2], ["a"]]', '["a", "b"]'),
        '["' + "a" * 9000,
    ],
    "turtle": ["@prefix a: <b> .", "PREFIX a: <b>\n", "<http://e.com/a> <http://e.com/b> <c> ."],
    "vcard": ["BEGIN:VCALENDAR\r\n", "begin:vcard\n"],
    "m3u": ["#EXTM3U\n"],
    "http": ["HTTP/1.1 200 OK\r\n", "HTTP/2 404\r\n", "GET / HTTP/1.1\r\n", "WARC/1.0\r\n"],
    "ini": ["[InternetShortcut]\r\n", '[submodule "a"]\n'],
    "ris": ["TY  - JOUR\n"],
    "bibtex": ["@book{a,\n  url = {"],
    "tex": ["\\documentclass{article}"],
    "robots": ["User-agent: *\n"],
    "yaml": ["%YAML 1.2\n---\n"],
    "css": ['@charset "utf-8";'],
}


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_decides(kind: str) -> None:
    names = NAMES[kind].split()
    assert {name: kinds.kind(name) for name in names} == dict.fromkeys(names, kind)


@pytest.mark.parametrize(
    ("head", "kind"), [(head, kind) for kind, heads in CONTENTS.items() for head in heads]
)
def test_a_content_decides_where_no_name_does(head: str, kind: str) -> None:
    for name in ("-", "a.txt", "a.unknown", "folder.json/a", "a.ts"):
        assert kinds.kind(name, head) == kind
    assert kinds.kind("a.md", head) == "markdown"
    for mark in ("utf-16-le", "utf-16-be"):
        raw = f"\ufeff{head}".encode(mark)
        # Of more than a head, a part is decoded.
        assert len(head) > kinds.HEAD or kinds.kind("-", encodings.head(raw)) == kind


def test_every_kind_has_a_parser_and_is_recognised() -> None:
    assert {*kinds.KINDS} == {*documents.PARSERS}
    assert {*NAMES} == {*kinds.NAMES}
    assert {*CONTENTS} == {kind for kind, row in kinds.KINDS.items() if row.content} | {kinds.TEXT}


def test_no_ending_has_two_kinds() -> None:
    endings = [ending for row in kinds.KINDS.values() for ending in row.endings]
    assert len(endings) == len({*endings})
    for ending, form in FORMATS.items():
        assert (kinds.kind(f"a{ending}") == "json") == (form in {"json", "jsonl"})


OPENINGS = [
    *("<!--", "<!-- -->", "<?a?>", "<a ", "<a:", "[", "[\n", '["', "{", '{"\\', "@a{", "prefix ")
]


@pytest.mark.parametrize("text", [*OPENINGS, " ", "\ufeff", "A", "[1,", "@a{b,", "\\", "<!"])
def test_the_time_is_linear(text: str) -> None:
    with linearly():
        kinds.kind("-", text * (1_000_000 // len(text)))


WRONG = '{"url": "http://e.com/a b"}'


def test_standard_input_is_read_by_its_content() -> None:
    page = b'<?xml version="1.0"?><r>http://e.com/?a=1&amp;b=2</r>'
    lint("-", text=page, code=0)
    lint("-", "--input-format", "text", text=page, code=1)
    assert "a b" in lint("-", text=WRONG.encode(), code=1)


def test_the_option_decides_before_the_name(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text('<loc>http://e.com/a b</loc> [x](/%zz "y")')
    assert "%zz" in lint(file, code=1)
    assert "%zz" not in lint(file, "--input-format", "xml", code=1)
    lint("-", "--input-format", "robots", text=b"Sitemap: http://e.com/a|b", code=1)
    latin = '<?xml version="1.0" encoding="iso-8859-1"?><a b="http://e.com/é"/>'.encode("latin-1")
    assert "é" in lint("-", "--input-format", "xml", text=latin, code=1)


def test_with_a_column_it_is_the_format_of_the_table() -> None:
    done = run(["lint", "-i", "-", "-c", "u", "--input-format", "csv"], b"u\nhttp://e.com/a b\n")
    assert (done.returncode, b"U102" in done.stdout) == (1, True)
