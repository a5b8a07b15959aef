"""Site: every page has a place, links lead to pages, and the search finds what people type."""

import doctest
import importlib
import inspect
import json
import re
import shutil
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

import superuri
from kit import ROOT, toml
from kit.amount import FULL
from kit.web import WAIT
from writers.markdown import Examples

SITE = ROOT / "site"
SECTIONS = ("use", "look-up", "reference", "understand")


@pytest.fixture(scope="module", autouse=True)
def modules():
    sys.path[:0] = [str(SITE)]
    yield
    sys.path.remove(str(SITE))
    for name in ("api", "build", "front", "sections"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name", ["api", "build", "front", "sections"])
def test_the_examples_run(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


def test_the_examples_of_the_landing_page_run():
    pytest.importorskip("duckdb")
    text = (SITE / "index.md").read_text("utf-8")
    blocks = "\n".join(re.findall(r"^```pycon\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    examples = Examples().get_doctest(blocks, {}, "index.md", None, 0)
    assert doctest.DocTestRunner().run(examples) == (0, len(examples.examples))


def test_one_sentence_is_about_installing():
    texts = [(ROOT / page).read_text("utf-8") for page in ("site/index.md", "docs/tutorial.md")]
    found = [re.findall(r"from a checkout \(`.*?index has it\.", text, re.DOTALL) for text in texts]
    [[one], [other]] = found
    assert one.split() == other.split()


def test_every_page_is_listed_in_one_section(tmp_path):
    build = importlib.import_module("build")
    build.assemble(tmp_path)
    listed = []
    for section in SECTIONS:
        [block] = re.findall(
            r"```\{toctree\}\n:hidden:\n\n(.*?)```", (SITE / f"{section}.md").read_text(), re.DOTALL
        )
        listed += block.split()
    pages = {path.stem for path in tmp_path.glob("*.md")} - {"index", *SECTIONS}
    assert sorted(listed) == sorted({*pages, "api/index"})
    # A rule has a page, and so has an error.
    assert {path.stem for path in (tmp_path / "rules").glob("*.md")} == set(superuri.rules)
    errors = {path.stem for path in (tmp_path / "errors").glob("*.md")}
    assert errors == set(superuri.errors.__all__)
    # A link to a page, of any of them, leads to a file.
    for path in tmp_path.rglob("*.md"):
        prose = re.sub(r"(?ms)^```.*?^```|`[^`\n]+`", "", path.read_text("utf-8"))
        for link in re.findall(r"\]\(((?!\w+:|#)[^)#\s]+)", prose):
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
    assert count > 150


SEARCHES = toml.read("docs/searches.toml")
QUESTIONS = {
    heading: f"questions.html#{re.sub(r'[^a-z0-9]+', '-', heading.lower()).strip('-')}"
    for heading in re.findall(
        r"^## (.+)$", (ROOT / "docs" / "questions.md").read_text("utf-8"), re.MULTILINE
    )
}
#: Loads the entries and the search as the page does, and prints the results of each query.
NODE = """
const { readFileSync } = require('fs'), { runInThisContext } = require('vm');
globalThis.window = globalThis;
process.argv.slice(1, 3).forEach((path) => runInThisContext(readFileSync(path, 'utf8')));
const entries = prepared(ENTRIES), queries = JSON.parse(readFileSync(0, 'utf8'));
const found = queries.map((query) => search(query, entries).map(({ address }) => address));
console.log(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the site, which is built once."""
    for needed in ("sphinx", "furo", "myst_parser"):
        pytest.importorskip(needed, reason="make site installs it")
    folder = tmp_path_factory.mktemp("site") / "html"
    assert importlib.import_module("build").run(folder) == 0
    return folder


@pytest.fixture(scope="module")
def site(built):
    """The address of the site."""
    handler = type("Handler", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=built)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def tab(browser, site):
    """A page of the browser; the site asks no other site for anything."""
    page = browser.new_page()
    page.set_default_timeout(1000 * WAIT)
    foreign = []
    own = (site, "file:")
    page.on("request", lambda it: it.url.startswith(own) or foreign.append(it.url))
    yield page
    page.close()
    assert not foreign


def answering(wanted):
    """Return the beginnings of the addresses that answer a query."""
    each = [wanted] if isinstance(wanted, str) else wanted
    return tuple(re.sub(r"^\?", "questions.html#", address) for address in each)


def test_the_search_finds_what_people_type(built, report):
    if shutil.which("node") is None:
        pytest.skip("no node")
    rows = SEARCHES["first"]
    first = {query: wanted for queries, wanted in rows for query in queries} | QUESTIONS
    queries = [*first, *SEARCHES["three"], "pg_dump"]
    entries, script = built / "search-entries.js", SITE / "static" / "search.js"
    done = subprocess.run(
        ["node", "-e", NODE, entries, script],
        input=json.dumps(queries),
        capture_output=True,
        text=True,
        check=True,
    )
    found = dict(zip(queries, json.loads(done.stdout), strict=True))
    wrong = {
        query: found[query][:3]
        for number, rows in ((1, first), (3, SEARCHES["three"]))
        for query, wanted in rows.items()
        if not any(each.startswith(answering(wanted)) for each in found[query][:number])
    }
    assert not wrong
    assert found["pg_dump"] == []
    report(f"{len(queries)} searches on the site")


@pytest.mark.parametrize("where", ["served", "as files"])
def test_a_result_leads_to_its_section(tab, site, built, where):
    base = site if where == "served" else built.as_uri()
    tab.goto(f"{base}/search.html?q=newline")
    link = tab.locator("#results a").first
    assert link.text_content().startswith("How do I encode a newline")
    link.click()
    at = tab.url.partition("#")[2]
    assert tab.locator(f"#{at} h2").text_content().startswith("How do I encode a newline")


def test_a_search_without_a_result_leads_to_the_questions(tab, site):
    tab.goto(f"{site}/search.html?q=pg_dump")
    assert "No page has these words" in tab.text_content("#count")
    tab.click("#count a")
    assert tab.locator("h1").text_content().startswith("Questions people ask")


def test_a_long_table_is_filtered(tab, site):
    tab.goto(f"{site}/dialects.html")
    rows = tab.locator("table.long-table").first.locator("tbody tr")
    word = rows.nth(1).locator("td").first.text_content().strip().lower()
    tab.locator(".table-filter input").first.fill(word)
    shown = [row for row in rows.all() if row.is_visible()]
    assert 0 < len(shown) < rows.count()
    assert all(word in row.text_content().lower() for row in shown)


#: Pages of each kind: with long tables, drawings, one of an error, of the API, the search.
KINDS = ("index", "questions", "dialects", "errors/DecodeError", "search")
MORE = ("tutorial", "use", "migration", "rules", "rules/U102", "api/superuri", "hosts", "disagree")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_a_page_on_a_phone(tab, site, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe").Axe()
    tab.emulate_media(color_scheme=scheme)
    tab.set_viewport_size({"width": 360, "height": 800})
    backs = set()
    for name in (*KINDS, *MORE) if FULL else KINDS:
        tab.goto(f"{site}/{name}.html")
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360, name
        backs.add(tab.evaluate("getComputedStyle(document.body).backgroundColor"))
        found = [
            (each["id"], each["nodes"][0]["html"][:100])
            for each in axe.run(tab).response["violations"]
        ]
        assert not found, (name, found)
    [back] = backs
    assert (sum(map(int, re.findall(r"\d+", back)[:3])) > 400) == (scheme == "light")


def test_the_landing_page_shows_one_way_at_a_time_and_searches(tab, site):
    tab.goto(f"{site}/index.html")
    tab.locator("#way-python").focus()
    for way in ("python", "command", "sql", "page"):
        shown = [panel.get_attribute("class") for panel in tab.locator(".panel:visible").all()]
        assert len(shown) == 1
        assert f"panel-{way}" in shown[0].split()
        tab.keyboard.press("ArrowRight")
    tab.fill("#front-query", "what is %2F")
    tab.keyboard.press("Enter")
    assert tab.locator("#results a").first.text_content().startswith("What is %2F?")


def test_the_keyboard_reaches_search_filters_and_heads(tab, site):
    tab.goto(f"{site}/dialects.html")
    wanted = {"search", "filter", "head", "file"}
    for _ in range(300):
        tab.keyboard.press("Tab")
        at = tab.evaluate(
            """() => {
              const at = document.activeElement;
              if (at.matches('.sidebar-search')) return 'search';
              if (at.matches('.table-filter input')) return 'filter';
              if (at.matches('.long-table th button')) return 'head';
              return at.matches('.table-files a') ? 'file' : '';
            }"""
        )
        if at == "head" and at in wanted:
            tab.keyboard.press("Enter")
            head = tab.locator("th[aria-sort]")
            assert head.get_attribute("aria-sort") == "ascending"
        wanted.discard(at)
        if not wanted:
            break
    assert not wanted
