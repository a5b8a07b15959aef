"""Site: every page has a place, links lead to pages, and the search finds what people type."""

import doctest
import importlib
import inspect
import re
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from kit import ROOT

SITE = ROOT / "site"
DOORS = ("use", "look-up", "reference", "understand")


@pytest.fixture(scope="module", autouse=True)
def modules():
    sys.path[:0] = [str(SITE)]
    yield
    sys.path.remove(str(SITE))
    for name in ("api", "build"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name", ["api", "build"])
def test_the_examples_run(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


def test_every_page_is_behind_one_door(tmp_path):
    build = importlib.import_module("build")
    build.assemble(tmp_path)
    listed = []
    for door in DOORS:
        [block] = re.findall(
            r"```\{toctree\}\n:hidden:\n\n(.*?)```", (SITE / f"{door}.md").read_text(), re.DOTALL
        )
        listed += block.split()
    pages = {path.stem for path in tmp_path.glob("*.md")} - {"index", *DOORS}
    assert sorted(listed) == sorted({*pages, "api/index"})
    # A link to a page, of any of them, leads to a file.
    for path in tmp_path.rglob("*.md"):
        for link in re.findall(r"\]\(((?!\w+:|#)[^)#\s]+)", path.read_text("utf-8")):
            assert (path.parent / link).exists(), (path.name, link)


def test_every_public_name_is_in_the_api():
    api = importlib.import_module("api")
    count = 0
    for module in api.modules():
        page = api.page(module)
        for name in getattr(module, "__all__", []):
            if not inspect.ismodule(getattr(module, name)):
                assert f"`{name}`" in page, (module.__name__, name)
                count += 1
    assert count > 180


#: What people type, and a page that must be among the first five results.
TYPED = [
    ("U102", "rules.html"),
    ("encodeURIComponent", "api/superuri.compat.ecmascript.html"),
    ("safe_redirect", "hosts.html"),
    ("%2F", ""),
    ("CVE-2021-29921", ""),
    ("superuri.clean", "api/superuri.html"),
    ("Content-Disposition", "api/superuri.headers.html"),
    ("pg_dump", None),
]


def test_the_search_finds_what_people_type(browser, tmp_path, report):
    pytest.importorskip("sphinx", reason="make site installs it")
    pytest.importorskip("furo", reason="make site installs it")
    pytest.importorskip("myst_parser", reason="make site installs it")
    build = importlib.import_module("build")
    assert build.run(tmp_path / "html") == 0
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path / "html")
    handler.log_message = lambda *_: None
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    origin = f"http://127.0.0.1:{server.server_port}"
    foreign = []
    page.on(
        "request", lambda sent: foreign.append(sent.url) if not sent.url.startswith(origin) else 0
    )
    page.goto(f"{origin}/search.html")
    for words, wanted in TYPED:
        page.fill("#query", words)
        found = [link.get_attribute("href") for link in page.locator("#results a").all()[:5]]
        if wanted is None:
            assert not found, words
        else:
            assert any(address.startswith(wanted) for address in found), (words, found)
    page.goto(f"{origin}/dialects.html")
    rows = page.locator("table.long-table").first.locator("tbody tr")
    word = rows.nth(1).locator("td").first.text_content().strip().lower()
    page.locator(".table-filter input").first.fill(word)
    shown = [text for text in rows.all() if text.is_visible()]
    assert 0 < len(shown) < rows.count()
    assert all(word in row.text_content().lower() for row in shown)
    page.close()
    server.shutdown()
    assert not foreign
    report(f"{len(TYPED)} searches on the site; no request to other sites")
