"""URLs in reStructuredText, JSON and XML: found where they are read, and fixed in place."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from cli.test_cli_lint_documents import found
from kit import chance, toml
from kit.amount import length
from kit.clock import linearly
from kit.linting import lint
from superuri._documents import documents
from superuri._documents.whole import TEMPLATE, begins

if TYPE_CHECKING:
    from pathlib import Path

TABLE = toml.read("cli/documents/found.toml")
#: The last one is not valid UTF-8.
FOUND = [*TABLE["found"], {"kind": "markdown", "text": "a\udcff [b](c\udcff)", "urls": ["c\udcff"]}]


@pytest.mark.parametrize("row", FOUND)
def test_the_urls_of_a_document(row: dict[str, Any]) -> None:
    assert found(row["text"], row["kind"]) == row["urls"]


@pytest.mark.parametrize("row", TABLE["escapes"])
def test_escapes_are_undone_and_kept(row: dict[str, Any]) -> None:
    assert found(row["text"], row["kind"]) == row["urls"]
    words = ("-", "--input-format", row["kind"], "--unsafe-fixes", "--no-config")
    assert lint(*words, text=row["text"].encode(), code=0) == row["fixed"]


@pytest.mark.parametrize("row", TABLE["fixed"])
def test_fixes_are_written_as_the_document_needs_them(row: dict[str, Any]) -> None:
    words = ("-", "--input-format", row["kind"], "--fix", "--no-config")
    assert lint(*words, text=row["text"].encode(), code=row.get("code", 0)) == row["fixed"]


def whole(value: str) -> list[str]:
    """Return the URLs of a string of JSON."""
    if begins(value) and not re.search(r"\s", value):
        return [] if TEMPLATE.search(value) else [value]
    return found(value, "text")


def test_any_json_is_read_as_python_reads_it() -> None:
    rng = random.Random(chance.SEED)
    pieces = ['"', "\\", "/", "é", "😀", "http://e.com/a", "%zz", "\n", " ", "\t", "<", "x"]
    for _ in range(length(1000)):
        values = ["".join(rng.choices(pieces, k=rng.randrange(9))) for _ in range(3)]
        plain = [url for value in values for url in whole(value)]
        document = json.dumps(values, ensure_ascii=rng.random() < 0.5)
        if rng.random() < 0.5:
            document = document.replace("/", "\\/")
        assert found(document, "json") == plain, document


ENDLESS = [
    *("http://a।", "http://（", "a: ", "url:", "url: 'h", "- "),
    *(" ", "a://", "<a>", "<loc>h", '"url": "', 'url="h#'),
]


READ = ["text", "rst", "json", "xml", "yaml", "requirements", "html", "mail", "org", "vcard"]
NESTED = "Content-Type: multipart/mixed; boundary=a\n\n--a\n"
BEGUN = ['"', "\\", '"\\', "&", "a&", "`a <", ".. _a: ", ".. _a:\n ", "__ a\n", "<", "</", "[[a"]
QUOTED = ["=C3=\n", "<a\n ", "=?a?q?=?=", "\nURL;QUOTED-PRINTABLE:=\n", '"@context": [']


@pytest.mark.parametrize("kind", READ)
@pytest.mark.parametrize("text", [*ENDLESS, *BEGUN, *QUOTED, NESTED])
def test_the_time_is_linear(kind: str, text: str) -> None:
    with linearly():
        list(documents.spots(text * (length(300_000) // len(text)), kind))


def test_what_browsers_accept_in_a_data_url_is_not_a_finding(tmp_path: Path) -> None:
    """Style sheets are full of it; a second hash, which ends the data, is found."""
    data = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' d='[1 2]'/>"
    for name, text in {
        "a.css": f'a {{ b: url("{data}") }}',
        "a.html": f'<img src="{data}">',
    }.items():
        (tmp_path / name).write_text(text)
        lint(tmp_path / name, code=0)
    (tmp_path / "a.css").write_text(f'a {{ b: url("{data}#%zz") }}')
    lint(tmp_path / "a.css", code=1)


#: Targets of reStructuredText, and their texts if they are not what docutils reads.
TARGETS = [(row["text"], row["urls"]) for row in TABLE["targets"]]


@pytest.mark.parametrize(("document", "urls"), TARGETS)
def test_the_targets_of_restructured_text(document: str, urls: list[str]) -> None:
    assert found(document, "rst") == urls


@pytest.mark.parametrize(("document", "urls"), TARGETS)
def test_docutils_reads_the_same_targets(document: str, urls: list[str]) -> None:
    core = pytest.importorskip("docutils.core", reason="make test does not install it")
    tree = core.publish_doctree(document, settings_overrides={"report_level": 5})
    nodes = [node for node in tree.findall() if hasattr(node, "get")]
    theirs = {node.get("refuri") or node.get("uri") for node in nodes}
    ours = {
        spot.text if spot.rule == "" else spot.text.replace(" ", "")
        for spot in documents.spots(document, "rst")
    }
    assert ours == theirs - {None}
    assert urls
