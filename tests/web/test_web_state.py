"""State of the page: the first text, the history, and copies for other people."""

import json

import pytest

import superuri
from kit import web
from kit.web import TABS, clipboard, show

KEPT = "Object.fromEntries(Object.entries(localStorage))"
LATER = "#history li:has-text('{}')"
#: Milliseconds that are longer than until a text is kept. The page's clock is set forward by them.
LONG = 2500


def test_clean_is_the_first_tool_and_the_text_box_has_the_focus(fresh):
    page = fresh
    tabs = page.locator("#tabs [role=tab]").evaluate_all("(tabs) => tabs.map((tab) => tab.id)")
    assert tabs == [f"tab-{name}" for name in TABS]
    assert page.get_attribute("#tab-clean", "aria-selected") == "true"
    assert page.evaluate("document.activeElement.id") == "text"
    page.keyboard.insert_text("x y")  # what was there is selected
    web.settled(page)
    assert page.input_value("#text") == "x y"


def test_the_tab_of_lint_has_the_number_of_findings(page):
    for text in ("http://e.com/a b%zz", "http://e.com/"):
        web.put(page, text)
        many = len(superuri.lint(text))
        message = page.locator("#tab-lint .badge").all_text_contents()
        assert message == ([f"{many} findings"] if many else [])


def test_the_first_edit_is_inspected(page):
    web.put(page, "http://e.com/aé b")
    assert "LATIN SMALL LETTER E WITH ACUTE" in page.text_content("#inspector")
    web.put(page, "http://e.com/")
    assert "LATIN SMALL LETTER H" in page.text_content("#inspector")


def test_findings_of_one_rule_are_one(page):
    text = "http://e.com/日本/語/a?é=ü"
    web.put(page, text)
    show(page, "lint")
    assert page.locator("#panel-lint .finding .code").all_text_contents() == ["U105"]
    assert "4 places" in page.text_content("#panel-lint .finding .title")
    page.click("#panel-lint .finding button")
    web.settled(page)
    assert page.input_value("#text") == superuri.clean(text)


def test_sets_are_searched(page):
    web.put(page, "a b")
    show(page, "encode")
    box = page.locator("#panel-encode select").first
    page.fill("#panel-encode input[type=search]", "sigv4 aws")
    web.settled(page)
    titles = ["as AWS signs a request (aws.SIGV4)", "aws.SIGV4_PATH"]
    assert box.locator("option").all_text_contents() == titles
    assert "aws.SIGV4" in page.text_content("#panel-encode .drawn")
    page.fill("#panel-encode input[type=search]", "no such set")
    web.settled(page)
    assert box.locator("option").count() == 0


def test_history_is_kept_by_this_browser_and_cleared(fresh, server):
    page = fresh
    page.clock.install()
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    secrets = ("http://u:hidden@three.example/", "http://four.example/?access_token=hidden")
    for text in ("http://one.example/", "http://two.example/", *secrets):
        web.put(page, text)
        page.clock.run_for(LONG)
        if "hidden" not in text:
            page.locator(LATER.format(text)).wait_for(state="attached")
    page.click("#history summary")
    items = page.locator("#history li").all_text_contents()
    assert items == ["http://two.example/", "http://one.example/"]
    page.click(LATER.format("one") + " button")
    web.settled(page)
    assert page.input_value("#text") == "http://one.example/"
    # Another page of this browser begins with it; the server was sent no more than texts.
    page.clock.run_for(LONG)
    other = page.context.new_page()
    other.goto(server.address)
    other.wait_for_selector("html[data-ready=yes]")
    assert other.input_value("#text") == "http://one.example/"
    other.close()
    assert "hidden" not in json.dumps(page.evaluate(KEPT))
    assert not [url for url in requested if "example" in url]
    page.click("#history summary")
    page.click("#history button:has-text('Clear')")
    assert page.evaluate(KEPT) == {}
    page.locator("#history li").first.wait_for(state="detached")


def test_a_text_in_the_box_is_not_kept_after_the_history_was_cleared(fresh):
    page = fresh
    page.clock.install()
    web.put(page, "http://one.example/")
    page.click("#history summary")
    page.click("#history button:has-text('Clear')")
    page.clock.run_for(LONG)
    assert page.evaluate(KEPT) == {}


def test_history_can_be_switched_off(fresh):
    page = fresh
    page.clock.install()
    page.click("#history summary")
    page.uncheck("#keep")
    page.keyboard.press("Escape")
    assert not page.locator("#history .menu-box").is_visible()
    web.put(page, "http://one.example/")
    page.clock.run_for(LONG)
    assert page.evaluate(KEPT) == {"superuri.kept": "false"}


def test_the_theme_is_remembered(browser, server):
    page, watch = web.opened(browser, server, color_scheme="light")
    page.click("#theme")
    page.reload()
    page.wait_for_selector("html[data-ready=yes]")
    assert page.text_content("#theme") == "Theme: dark"
    assert page.get_attribute("html", "data-theme") == "dark"
    watch.assert_quiet()
    page.context.close()


URL = "http://e.com/a b(c)[d]?q='x'"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Markdown", "[http://e.com/a%20b(c)%5Bd%5D?q='x'](<http://e.com/a%20b(c)%5Bd%5D?q='x'>)"),
        ("curl", "curl --globoff 'http://e.com/a%20b(c)%5Bd%5D?q='\\''x'\\'''"),
        ("Python", f'import superuri\nuri = superuri.URI.clean("{URL}")'),
        ("superuri command", "superuri explain 'http://e.com/a b(c)[d]?q='\\''x'\\'''"),
    ],
)
def test_copied_as(page, name, wanted):
    web.put(page, URL)
    page.click("#copy-as summary")
    page.click(f"#copy-as button:text-is('{name}')")
    assert clipboard(page) == wanted


def test_copying_a_link_shows_that_no_browser_opens_it(page):
    page.click("#share")
    page.locator("#share:text-is('Copied ✓')").wait_for()
    assert "no browser opens it; paste it into the text box" in page.text_content("#toast")
    answer = page.context.request.get(clipboard(page))
    assert answer.status == 403
    assert "pasting it into the text box" in answer.text()


def test_the_page_is_saved_as_one_file(page, browser):
    web.put(page, URL)
    page.click("#copy-as summary")
    with page.expect_download() as download:
        page.click("#copy-as button:has-text('HTML')")
    saved = browser.new_page(java_script_enabled=False)
    saved.goto(f"file://{download.value.path()}")
    assert download.value.suggested_filename == "superuri.html"
    assert "3 edits make it legal" in saved.content()
    saved.close()


def test_on_a_phone_the_tools_are_within_one_screen(browser, server):
    page, watch = web.opened(browser, server, viewport={"width": 360, "height": 740})
    web.put(page, "http://user:p@ss@example.com:8080/" + "a b/" * 100)
    for name in TABS:
        tab = page.locator(f"#tab-{name}")
        tab.scroll_into_view_if_needed()
        box = tab.bounding_box()
        assert 0 <= box["y"] <= 740 - box["height"]
        tab.click()
        web.settled(page)
        top = page.locator(f"#panel-{name}").bounding_box()["y"]
        assert 0 <= top < 370, (name, top)
        page.evaluate("scrollTo(0, 0)")
    watch.assert_quiet()
    page.context.close()
