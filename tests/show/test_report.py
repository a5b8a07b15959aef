"""Report: one HTML file that runs nothing, fetches nothing and hides passwords."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit import web
from superuri.cli import main
from superuri.explanation.report import document

TEXTS = (
    "http://user:p%40ss@example.com:80/caf%C3%A9/a b?next=https%3A%2F%2Fe.org%2F%253Fq#top",
    "</style><script>alert(1)</script>",
    "\"'><img src=//evil.example/x onerror=alert(1)>",
    "http://good.example\\@evil.example/",
    "http://e.com/\u202e\0\x1b[31m\u2028/שלום/العربية",
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E%253Cimg%2520src%253Dx%253E",
    " http://e.com/ ",
    "",
    b"/\xff\xc3",
)
#: Elements that only show text.
CALM = {
    *("html", "meta", "title", "style", "header", "h1", "h2", "h3", "p", "main", "section", "div"),
    *("output", "b", "span", "table", "thead", "tbody", "tr", "th", "td", "ol", "li", "code"),
    *("strong", "bdi"),
}
ATTRIBUTES = {"class", "title", "lang", "charset", "name", "content", "http-equiv", "aria-label"}
ATTRIBUTES |= {"dir", "scope", "role", "tabindex"}


class Reader(HTMLParser):
    """Collects elements, attributes and text."""

    def __init__(self, text):
        super().__init__()
        self.names, self.keys, self.text = set(), set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.keys |= {key for key, _ in attrs}

    def handle_data(self, data):
        self.text.append(data)


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_the_file_holds_nothing_that_acts(text):
    made = document([superuri.explain(text)])
    read = Reader(made)
    assert read.names <= CALM
    assert read.keys <= ATTRIBUTES
    assert "url(" not in made
    assert "@import" not in made
    assert not re.search("[\0-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\u2028]", made)


@given(st.text())
def test_no_text_adds_an_element(text):
    try:
        printed = superuri.explain(text)
    except superuri.errors.EncodeError:
        return
    read = Reader(document([printed]))
    assert read.names <= CALM
    assert read.keys <= ATTRIBUTES


def test_no_password_is_in_the_file():
    for text in (
        "http://u:secret@e.com/?next=http%3A%2F%2Fv%3Asecret%40e.org%2F%2541",
        "x http://u:secret@e.com",
        "http://u:secret@e.com:x/",
    ):
        assert "secret" not in document([superuri.explain(text)])


def test_the_command_writes_it(tmp_path, capfd):
    path = tmp_path / "report.html"
    assert main(["explain", "--html", "http://e.com/a b", "/é", "-o", str(path)]) == 0
    made = path.read_text()
    assert made.count("<!doctype html>") == 1
    assert made.count("edit makes it legal") == 2
    assert main(["explain", "--html", "http://[x/", "-o", str(path)]) == 4
    assert "No URI can be made of it" in path.read_text()
    assert main(["explain", "--html", "--json", "a"]) == 2
    assert "either --html or --json" in capfd.readouterr().err


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1400, "dark")])
def test_the_file_in_a_browser(browser, tmp_path, width, scheme):
    path = tmp_path / "report.html"
    path.write_text(document([superuri.explain(text) for text in TEXTS]), "utf-8")
    size = {"width": width, "height": 800}
    context = browser.new_context(viewport=size, color_scheme=scheme)
    page = context.new_page()
    watch = web.Watch(page, path.as_uri())
    page.goto(path.as_uri())
    watch.assert_quiet()
    assert watch.requests == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    back = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, back[4:-1].split(","))) < 150) == (scheme == "dark")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe").Axe()
    found = axe.run(page).response["violations"]
    assert not found, [(each["id"], each["nodes"][0]["html"][:200]) for each in found]
    context.close()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("http://a@b@c/", "the last @ delimits; this one is data (RFC 3986 section 3.2.1)"),
        ("http://[fe80::1%eth0]/", "a zone's % is written %25 (RFC 6874 section 2)"),
        ("/a b", "a space is not allowed in a URI (RFC 3986 section 2)"),
        ("/a#b#c", "the first # begins the fragment"),
    ],
)
def test_an_edit_says_why(text, sentence):
    assert sentence in str(superuri.explain(text))
