"""Report: one HTML file that runs nothing, fetches nothing and hides passwords."""

import re
from html import escape
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit import web
from show.test_views import lines_of, rows
from superuri import explain
from superuri.cli import main
from superuri.errors import ParseError
from superuri.explanation.report import MOST_FINDINGS, MOST_NESTED, body, document

TEXTS = (
    "http://user:p%40ss@example.com:80/caf%C3%A9/a b?next=https%3A%2F%2Fe.org%2F%253Fq#top",
    *("</style><script>alert(1)</script>", "\"'><img src=//evil.example/x onerror=alert(1)>"),
    *("http://good.example\\@evil.example/", "http://e.com/\u202e\0\x1b[31m\u2028/שלום/العربية"),
    *("%3Cscript%3Ealert(1)%3C%2Fscript%3E%253Cimg%2520src%253Dx%253E", " http://e.com/ ", ""),
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


class Parser(HTMLParser):
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
    read = Parser(made)
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
    read = Parser(document([printed]))
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
    assert "This cannot be turned into a valid URI" in path.read_text()
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


#: The rows are results of `body` that were proofread.
@pytest.mark.parametrize("row", rows("reports.json"), ids=lambda row: row["why"])
def test_a_report_is_the_same_line_by_line(row: dict[str, Any]) -> None:
    text = row["text"].encode("latin-1") if row["octets"] else row["text"]
    assert lines_of(body(explain(text))) == row["html"]


def test_a_document_is_its_head_and_a_part_for_each_text() -> None:
    page = files("superuri") / "web" / "page"
    style = "\n".join((page / name).read_text("utf-8") for name in ("style.css", "tools.css"))
    texts = [explain("/a b"), explain("//h/%41")]
    assert document(texts) == (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<title>superuri: what a URL really says</title>\n"
        f"<style>\n{style}</style>\n"
        "<header><h1>superuri</h1><p>What a URL really says, by superuri "
        f"{superuri.__version__}</p></header>\n<main>\n" + "".join(map(body, texts))
    )


def test_a_report_names_the_host_that_parsers_agree_on() -> None:
    line = '<p class="host-line">All parsers see the host <code>e.com</code>.</p>'
    assert line in body(explain("http://E.com/"))
    assert "host-line" not in body(explain("/"))


def test_a_report_says_why_parsers_disagree_about_the_host() -> None:
    text = "http://good.example\\@evil.example/"
    with pytest.raises(ParseError) as caught:
        superuri.agreed_host(text)
    made = body(explain(text))
    assert f'<p class="host-line alarm">{escape(str(caught.value))}</p></section>' in made


def test_a_report_begins_with_the_error() -> None:
    assert body(explain("//e:x")).startswith(
        '<section class="drawn"><div class="result"><b>text</b><output>//e:x</output></div>'
        '<p class="big bad">This cannot be turned into a valid URI</p>'
        "<p>port &quot;x&quot; at 4 is not a number</p>"
        '<p class="soft">a port is decimal digits (RFC 3986 section 3.2.3)</p>'
        '<p class="host-line alarm">'
    )


def test_a_report_draws_one_edit_as_one() -> None:
    assert '<p class="big warn">1 edit makes it legal</p>' in body(explain("/a b"))
    # Neighbours with the same reason are one edit.
    assert '<p class="big warn">1 edit makes it legal</p>' in body(explain("/éé"))
    assert '<p class="big warn">2 edits make it legal</p>' in body(explain("/é "))
    assert '<p class="big warn">2 edits make it legal</p>' in body(explain("/éaé"))


def test_a_letter_of_an_international_host_is_no_alarm() -> None:
    assert '<span class="t character host edited calm" title="' in body(explain("http://é/"))


def test_a_report_names_the_component_of_a_nested_part() -> None:
    assert "<h3>Inside the path at 0..8, decoded</h3>" in body(explain("/%252541"))
    assert "<h3>Inside the query name at 2..7, decoded</h3>" in body(explain("/?%2541"))


def test_an_octet_that_is_not_text_has_one_chip():
    drawn = body(explain(b"/\xff%41"))
    assert re.findall('<span class="chip">(.*?)</span>', drawn) == [r"\xff", "%41"]


def test_two_slashes_are_not_an_octet():
    drawn = body(explain("http://e.com"))
    assert 'title="SOLIDUS, SOLIDUS">//<' in drawn
    assert "octet" not in drawn


def test_an_edit_of_several_characters_is_one_edit_to_its_end():
    drawn = body(explain("http://bü.de/"))
    assert re.findall('title="(→[^;]*); ', drawn) == ["→ xn--b-eha.de"] * 5


def test_a_report_counts_what_it_leaves_out():
    parts = "&".join(f"a{n}=%2541" for n in range(MOST_NESTED + 2))
    assert body(explain(f"/?{parts}")).count('</div><p class="soft">… and 2 more</p>') == 1
    findings = body(explain("/" + "%zz/" * (MOST_FINDINGS + 3)))
    assert re.findall(r"<h2>(\d+) findings</h2>", findings) != ["200"]
    assert re.search(r'</div><p class="soft">… and \d+ more</p></div></section>\n$', findings)
