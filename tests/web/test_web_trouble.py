"""Banner of the page: the server is gone, or the text is too long."""

import pytest

from kit import web

#: Elements about the URL, which must not change if the server fails.
ABOUT = "['verdict', 'cleaned', 'host', 'ruler'].map((id) => document.getElementById(id).outerHTML)"


def assert_troubled(page, sentence, before):
    page.locator("#trouble:visible").wait_for()
    assert sentence in page.text_content("#trouble")
    assert page.evaluate(ABOUT) == before
    assert page.locator("#verdict.bad").count() == 0


def test_a_text_that_is_too_long(page):
    web.put(page, "http://e.com/a b")
    before = page.evaluate(ABOUT)
    web.put(page, "a" * (1 << 20))
    assert_troubled(page, "The text is too long for this page", before)
    web.put(page, "a" * (1 << 19))
    assert_troubled(page, "The text is too long to be explained", before)
    assert page.locator("#trouble button").count() == 0  # it would be too long again
    web.put(page, "a b")
    assert page.text_content("#cleaned") == "a%20b"
    assert page.locator("#trouble").is_hidden()


@pytest.fixture
def fallen(browser):
    """A page whose server is gone, and the port that it had."""
    with web.serving() as gone:
        page, _ = web.opened(browser, gone)
        web.put(page, "http://e.com/a b")
    yield page, gone.port
    page.context.close()


def test_a_server_that_is_gone(fallen):
    page, _ = fallen
    before = page.evaluate(ABOUT)
    web.put(page, "http://e.com/a b c")
    assert_troubled(page, "The server does not answer", before)
    assert page.input_value("#text") == "http://e.com/a b c"
    page.click("#trouble button")
    web.settled(page)
    assert_troubled(page, "The server does not answer", before)


def test_a_server_that_is_started_again_while_somebody_types(fallen):
    """Typed text is not lost, and the page continues without a click."""
    page, port = fallen
    page.locator("#text").press("Control+End")
    page.locator("#text").press_sequentially("cde")
    web.settled(page)
    assert page.locator("#trouble").is_visible()
    with web.serving("--port", str(port)) as again:
        # The new server has another address, which only a page opened there knows.
        page.locator("#trouble:has-text('another address')").wait_for()
        page.locator("#text").press_sequentially("fg")
        other = page.context.new_page()
        other.goto(again.address)
        page.locator("#trouble").wait_for(state="hidden")
        web.settled(page)
        assert page.input_value("#text") == "http://e.com/a bcdefg"
        assert page.text_content("#cleaned") == "http://e.com/a%20bcdefg"


def test_the_result_of_an_earlier_text_is_not_copied(fallen):
    page, _ = fallen
    web.put(page, "http://other.example/")
    assert "The results below are those of an earlier text" in page.text_content("#trouble")
    assert page.locator("#copy").is_disabled()
    page.click("#copy-as summary")
    page.click("#copy-as button:text-is('curl')")
    page.locator("#toast:has-text('there is no result for this text yet')").wait_for()
