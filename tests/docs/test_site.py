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

import superuri
from kit import ROOT
from kit.amount import FULL
from kit.web import WAIT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SITE = ROOT / "site"
ENTRY_PAGES = ("use", "look-up", "reference", "understand")


@pytest.fixture(scope="module", autouse=True)
def modules():
    sys.path[:0] = [str(SITE)]
    yield
    sys.path.remove(str(SITE))
    for name in ("api", "build", "sections"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name", ["api", "build", "sections"])
def test_the_examples_run(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


def test_every_page_is_listed_on_one_entry_page(tmp_path):
    build = importlib.import_module("build")
    build.assemble(tmp_path)
    listed = []
    for name in ENTRY_PAGES:
        [block] = re.findall(
            r"```\{toctree\}\n:hidden:\n\n(.*?)```",
            (SITE / f"{name}.md").read_text(),
            re.DOTALL,
        )
        listed += block.split()
    pages = {path.stem for path in tmp_path.glob("*.md")} - {"index", *ENTRY_PAGES}
    assert sorted(listed) == sorted({*pages, "api/index"})
    # A rule has a page, and so has an error.
    assert {path.stem for path in (tmp_path / "rules").glob("*.md")} == set(superuri.rules)
    assert {path.stem for path in (tmp_path / "errors").glob("*.md")} == set(
        superuri.errors.__all__
    )
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


SEARCHES = tomllib.loads((ROOT / "tests" / "docs" / "searches.toml").read_text("utf-8"))
QUESTIONS = re.findall(
    r"^## (.+)$", (ROOT / "docs" / "questions.md").read_text("utf-8"), re.MULTILINE
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the site, which is built once."""
    for needed in ("sphinx", "furo", "myst_parser"):
        pytest.importorskip(needed, reason="make site installs it")
    folder = tmp_path_factory.mktemp("site") / "html"
    assert importlib.import_module("build").run(folder) == 0
    handler = type("Handler", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def tab(browser, site):
    """A page of the browser; the site asks no other site for anything."""
    page = browser.new_page()
    page.set_default_timeout(1000 * WAIT)
    foreign = []
    page.on(
        "request", lambda requested: requested.url.startswith(site) or foreign.append(requested.url)
    )
    yield page
    page.close()
    assert not foreign


def found(page, words):
    """Return the addresses of the first three results."""
    page.fill("#query", words)
    links = page.evaluate(
        "Array.from(document.querySelectorAll('#results a'), (a) => a.getAttribute('href'))"
    )
    return links[:3]


def test_the_search_finds_what_people_type(tab, site, report):
    tab.goto(f"{site}/search.html")
    for words, wanted in SEARCHES.items():
        addresses = found(tab, words)
        assert any(each.startswith(wanted) for each in addresses), (words, addresses)
    assert found(tab, "pg_dump") == []
    report(f"{len(SEARCHES)} searches on the site")


def test_each_question_is_found(tab, site):
    assert len(QUESTIONS) >= 30
    tab.goto(f"{site}/search.html")
    for question in QUESTIONS:
        anchor = re.sub(r"[^a-z0-9]+", "-", question.lower()).strip("-")
        wanted = f"questions.html#{anchor}"
        assert wanted in found(tab, question), question
    # A link to the last one leads to its section.
    tab.goto(f"{site}/{wanted}")
    assert tab.locator(f"#{anchor} h2").text_content().startswith(QUESTIONS[-1])


def test_a_long_table_is_filtered(tab, site):
    tab.goto(f"{site}/dialects.html")
    rows = tab.locator("table.long-table").first.locator("tbody tr")
    word = rows.nth(1).locator("td").first.text_content().strip().lower()
    tab.locator(".table-filter input").first.fill(word)
    shown = [row for row in rows.all() if row.is_visible()]
    assert 0 < len(shown) < rows.count()
    assert all(word in row.text_content().lower() for row in shown)


#: Pages of each kind: with long tables, drawings, one of an error, of the API, the search.
KINDS = ("questions", "dialects", "errors/DecodeError", "search")
MORE = ("index", "use", "migration", "rules", "rules/U102", "api/superuri", "hosts", "disagree")


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
