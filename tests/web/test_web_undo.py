"""Undo: the browser's undo and redo restore every replacement of the text."""

import pytest

from kit import web
from kit.web import show, units

FIRST = "HTTP://e.com:80/a b%zz"


def typed(page, text):
    """Type a text as a person does."""
    page.locator("#text").press("Control+a")
    page.keyboard.insert_text(text)
    web.settled(page)


def use(page):
    show(page, "encode")
    page.locator("#panel-encode button:has-text('Use')").first.click()


def fix(page):
    show(page, "lint")
    page.click("#panel-lint .finding:has-text('space') button")


def fix_all(page):
    show(page, "lint")
    page.click("text=Fix all that is safe")


def example(page):
    page.select_option("#examples", "3")


def link(page):
    typed(page, "http://127.0.0.1:1/#text=tabc&tab=lint")


@pytest.mark.parametrize("replace", [use, fix, fix_all, example])
def test_what_replaces_the_text_is_undone(page, replace):
    typed(page, FIRST)
    replace(page)
    web.settled(page)
    second = page.input_value("#text")
    assert second != FIRST
    page.keyboard.press("Control+z")
    web.settled(page)
    assert page.input_value("#text") == FIRST
    assert page.text_content("#verdict") == "2 edits make it legal"
    page.keyboard.press("Control+Shift+z")
    web.settled(page)
    assert page.input_value("#text") == second


def test_a_pasted_link_is_undone(page):
    typed(page, FIRST)
    link(page)
    assert page.input_value("#text") == "abc"
    for wanted in ("http://127.0.0.1:1/#text=tabc&tab=lint", FIRST):
        page.keyboard.press("Control+z")
        web.settled(page)
        assert page.input_value("#text") == wanted


@pytest.mark.parametrize("text", ["a\rb\r\nc", "x\ud800\r", "\u2028a\u2029\0", "\r", "a\n" * 50])
def test_a_text_that_a_box_cannot_show_is_whole_after_undo(page, text):
    put = "async (units) => (await import('./box.js')).put(String.fromCharCode(...units))"
    state = """async () => {
      const { text } = (await import('./state.js')).state;
      return Array.from({ length: text.length }, (_, n) => text.charCodeAt(n));
    }"""
    page.evaluate(put, units(text))
    web.settled(page)
    assert page.evaluate(state) == units(text)
    page.evaluate(put, units("another"))
    page.keyboard.press("Control+z")
    web.settled(page)
    assert page.evaluate(state) == units(text)
