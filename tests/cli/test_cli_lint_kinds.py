"""URLs in reStructuredText, JSON and XML: found where they are read, and fixed in place."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING

import pytest

from cli.test_cli_lint_documents import found
from kit import chance
from kit.amount import length
from kit.clock import linearly
from kit.linting import lint
from superuri._documents import documents
from superuri._documents.whole import TEMPLATE, begins

if TYPE_CHECKING:
    from pathlib import Path

ROWS = [
    ("rst", "`a <b%zz.html>`_ and `c <d>`__ `e`_", ["b%zz.html", "d"]),
    ("rst", ".. _a: http://e.com/b\n.. _`a: b`: c/d\n\n__ e\n", ["http://e.com/b", "c/d", "e"]),
    ("rst", ".. image:: a%.png\n   :target: b\n.. |c| image:: d\n", ["a%.png", "b", "d"]),
    ("rst", ".. _a: b_\n`c <d_>`_ `e <f g>`_ `{{ h }} <{{ i }}>`_", []),
    ("rst", "see http://e.com/%zz.\n`a <http://e.com/b>`_", ["http://e.com/%zz", "http://e.com/b"]),
    ("json", r'{"a": "http:\/\/e.com\/%zz", "b": "http://e.com/c"}', None),
    ("json", r'["see http://e.com/\u00e9\ud83d\ude00 \"http:\/\/e.com\/a\""]', None),
    ("json", r'["http:\/\/e.com\/\ud83d", "\n\\http://e.com/"]', None),
    ("xml", "<loc>http://e.com/?a=1&amp;b=2</loc>", ["http://e.com/?a=1&b=2"]),
    ("xml", '<a href="http://e.com/?a=1&#38;b">http://e.com/c</a>', None),
    ("json", '{"url": "http://e.com/a b|", "text": "http://e.com/a b"}', None),
    (
        "json",
        r'{"homepage": "http:\/\/e.com\/\u00e9 b", "url": "a b", "baseUrl": "x http://e.com"}',
        None,
    ),
    (
        "json",
        '{"url": "http://e.com/{id} b", "$schema": "https://e.com/a\'b"}',
        ["https://e.com/a'b"],
    ),
    ("yaml", "url: http://e.com/a b # c\n- uri: 'http://e.com/a|b'\n", None),
    (
        "yaml",
        'docs: {url: "http://e.com/a b", x: http://e.com/c d}\nurl: see http://e.com/e f',
        None,
    ),
    ("yaml", "url: http://{host}/a b\nhref: /a b\nurl: \n  http://e.com/a b\n", ["http://e.com/a"]),
    ("yaml", 'url: http://e.com/?url="http://f.com/"', ['http://e.com/?url="http://f.com/"']),
    ("toml", 'Homepage = "http://e.com/a b"\ndescription = "http://e.com/a b"', None),
    ("xml", "<loc> http://e.com/a&amp;b c|\n</loc><p>http://e.com/a b</p>", None),
    ("xml", "<image:loc>http://e.com/ü b</image:loc><link/><loc>a b</loc>", ["http://e.com/ü b"]),
    (
        "requirements",
        "a @ http://e.com/a|b#c ; d\n-e git+ssh://git@e.com/a'b\n# http://e.com/a|b",
        None,
    ),
    (
        "requirements",
        "`a <http://e.com/a>`_, b <http://e.com/b>",
        ["http://e.com/a", "http://e.com/b"],
    ),
    ("requirements", "-i https://u:${TOKEN}@e.com/a\nb==1 --hash=sha256:0", []),
    ("xml", "http://e.com/?a&b http://e.com/?&lt;", ["http://e.com/?a&b", "http://e.com/"]),
    (
        "text",
        "http://[your-host]/ http://[::1]/ http://[e.com]/",
        ["http://[::1]/", "http://[e.com]/"],
    ),
    (
        "rst",
        "`\\<a|\\>`_ `b <c|d>`_ ``http://e.com/<a_b>/|`` http://e.com/<b>",
        ["c|d", "http://e.com/"],
    ),
]
MORE = {
    5: ["http://e.com/%zz", "http://e.com/c"],
    6: ["http://e.com/é😀", "http://e.com/a"],
    7: ["http://e.com/", "http://e.com/"],
    9: ["http://e.com/?a=1&b", "http://e.com/c"],
    10: ["http://e.com/a b|", "http://e.com/a"],
    11: ["http://e.com/é b", "http://e.com"],
    13: ["http://e.com/a b", "http://e.com/a|b"],
    14: ["http://e.com/a b", "http://e.com/c", "http://e.com/e"],
    17: ["http://e.com/a b", "http://e.com/a"],
    18: ["http://e.com/a&b c|", "http://e.com/a"],
    20: ["http://e.com/a|b#c", "git+ssh://git@e.com/a'b", "http://e.com/a"],
}


@pytest.mark.parametrize("row", range(len(ROWS)))
def test_the_urls_of_a_document(row: int) -> None:
    kind, document, urls = ROWS[row]
    assert found(document, kind) == (MORE[row] if urls is None else urls)


def test_fixes_are_written_as_the_document_needs_them(tmp_path: Path) -> None:
    for name, text, fixed in [
        (
            "a.json",
            r'{"a": "http:\/\/e.com\/%zz\/\u00e9"}',
            r'{"a": "http:\/\/e.com\/%25zz\/%C3%A9"}',
        ),
        ("a.xml", "<loc>http://e.com/%zz?a&amp;b</loc>", "<loc>http://e.com/%25zz?a&amp;b</loc>"),
        ("a.rst", "`a <b%zz>`_\n", "`a <b%25zz>`_\n"),
    ]:
        page = tmp_path / name
        page.write_text(text)
        lint(page, "--fix", "-q", code=0)
        assert page.read_text() == fixed


def whole(value: str) -> list[str]:
    """Return the URLs of a string of JSON."""
    if begins(value) and not re.search(r"\s", value):
        return [] if TEMPLATE.search(value) else [value]
    return found(value, "text")


def test_an_escape_that_may_be_an_octet_has_no_safe_fix(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    text = 'a = b"http://e.com/\\xff"\nb = "http://e.com/\\u00ff|b"\nc = "http://e.com/\\x61|b"\n'
    file.write_text(text)
    lint(file, "--fix", "-q", code=1)
    want = [
        'a = b"http://e.com/\\xff"',
        'b = "http://e.com/%C3%BF%7Cb"',
        'c = "http://e.com/\\x61%7Cb"',
    ]
    assert file.read_text().splitlines() == want


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
    "http://a।",
    "http://（",
    "a: ",
    "url:",
    "url: 'h",
    "- ",
    " ",
    "a://",
    "<a>",
    "<loc>h",
    '"url": "',
    'url="h#',
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
TARGETS = [
    (".. image:: pic.png", ["pic.png"]),
    (".. image:: my pic.png\n   :alt: a", ["my pic.png"]),
    (".. image:: my\\ pic.png\n   :target: https://e.com/a b", ["my pic.png", "https://e.com/a b"]),
    (
        ".. figure:: a/\n   b.png\n   :target: https://e.com/\n      c\n",
        ["a/b.png", "https://e.com/c"],
    ),
    ("`y <https://e.com/foo\\_>`__", ["https://e.com/foo_"]),
    (
        "`y <https://e.com/foo_>`__ `z <https://e.com/a\\>b>`__",
        ["https://e.com/foo_", "https://e.com/a>b"],
    ),
    (
        "`y <https://e.com/\na>`__ `z <https://e.com/a b>`__",
        ["https://e.com/a", "https://e.com/a b"],
    ),
    (
        ".. _t2: https://e.com/very/long/\n   path/here\n\nt2_",
        ["https://e.com/very/long/path/here"],
    ),
    (".. _t3:\n   https://e.com/a\\ b\n\nt3_", ["https://e.com/a b"]),
    (".. _t4: https://e.com/a_\n.. _t5: t4_\n\nt5_", ["https://e.com/a_"]),
    ("__ https://e.com/a b|\n\n`x`__", ["https://e.com/a b|"]),
    (".. _`t: 6`: https://e.com/\\*a\\\\b\n\n`t: 6`_", ["https://e.com/*a\\b"]),
]


@pytest.mark.parametrize(("document", "urls"), TARGETS)
def test_the_targets_of_restructured_text(document: str, urls: list[str]) -> None:
    assert found(document, "rst") == urls


@pytest.mark.parametrize(("document", "urls"), TARGETS)
def test_docutils_reads_the_same_targets(document: str, urls: list[str]) -> None:
    core = pytest.importorskip("docutils.core", reason="make test does not install it")
    tree = core.publish_doctree(document, settings_overrides={"report_level": 5})
    theirs = {
        node.get("refuri") or node.get("uri") for node in tree.findall() if hasattr(node, "get")
    }
    ours = {
        spot.text if spot.rule == "" else spot.text.replace(" ", "")
        for spot in documents.spots(document, "rst")
    }
    assert ours == theirs - {None}
    assert urls
