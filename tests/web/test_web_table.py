"""Table of parts: each is edited in the page, by keys alone, and the rest of the text stays."""

import pytest

from kit import web

URL = "http://u%2f@E.com:80/a%2fb/%7e?x=%7e&y&z=a+b#f%7e"


def value(page):
    return page.input_value("#text")


def change(page, key, text):
    page.fill(f"[data-key='{key}']", text)
    page.keyboard.press("Enter")
    web.settled(page)


@pytest.mark.parametrize(
    ("key", "text", "old", "new"),
    [
        ("scheme.0.value", "https", "http:", "https:"),
        ("host.0.value", "ü.example", "E.com", "xn--tda.example"),
        ("port.0.value", "8080", ":80/", ":8080/"),
        ("segment.0.value", "a/c d", "a%2fb", "a%2Fc%20d"),
        ("pair.0.value", "1&2", "x=%7e", "x=1%262"),
        ("pair.1.name", "y=", "&y&", "&y%3D&"),
        ("pair.1.value", "1", "&y&", "&y=1&"),
        ("fragment.0.value", "#", "#f%7e", "#%23"),
    ],
)
def test_a_part_is_edited(page, key, text, old, new):
    web.put(page, URL)
    change(page, key, text)
    assert value(page) == URL.replace(old, new, 1)
    assert page.evaluate("document.activeElement.dataset.key") == key
    page.focus("#text")
    page.keyboard.press("Control+z")
    web.settled(page)
    assert value(page) == URL


def test_parts_are_moved_deleted_and_added_by_keys(page):
    web.put(page, URL)
    page.focus("[data-key='pair.0.later']")
    page.keyboard.press("Enter")
    web.settled(page)
    assert value(page).endswith("?y&x=%7e&z=a+b#f%7e")
    page.keyboard.press("Enter")  # the focus went with it
    web.settled(page)
    assert value(page).endswith("?y&z=a+b&x=%7e#f%7e")
    page.focus("[data-key='segment.0.delete']")
    page.keyboard.press("Enter")
    web.settled(page)
    assert value(page) == "http://u%2f@E.com:80/%7e?y&z=a+b&x=%7e#f%7e"
    page.select_option("#parts select", "segment")
    page.fill("#parts .add input", "ü/")
    page.keyboard.press("Enter")
    web.settled(page)
    assert "/%7e/%C3%BC%2F?" in value(page)


def test_an_edit_that_is_not_allowed_shows_why(page):
    web.put(page, "/a//b")
    page.click("[data-key='segment.0.delete']")
    web.settled(page)
    assert "authority" in page.text_content("#parts [role=alert]")
    assert value(page) == "/a//b"
    web.put(page, URL)
    change(page, "port.0.value", "8o")
    assert '"8o"' in page.text_content("#parts [role=alert]")
    assert value(page) == URL


def test_what_a_form_reads_stands_beside_it(page):
    web.put(page, "?q=a+b%20c&x=1")
    assert (
        page.locator("#parts td:has-text('in a form')").all_text_contents()[0].endswith("q = a b c")
    )
    assert page.input_value("[data-key='pair.0.value']") == "a+b c"


def test_what_is_not_text_is_edited_as_it_is_written(page):
    web.put(page, "/%FF?a=%0A")
    assert page.input_value("[data-key='segment.0.value']") == "%FF"
    change(page, "segment.0.value", "%FE")
    assert value(page) == "/%FE?a=%0A"
    change(page, "pair.0.raw", "a=%0D")
    assert value(page) == "/%FE?a=%0D"


def test_what_is_typed_in_a_part_stays_while_an_answer_comes(page):
    web.put(page, URL)
    page.fill("[data-key='segment.1.value']", "typed")
    page.evaluate("import('./box.js').then((box) => box.readBox())")
    page.evaluate("document.getElementById('text').dispatchEvent(new Event('input'))")
    web.settled(page)
    assert page.input_value("[data-key='segment.1.value']") == "typed"


def test_two_urls_are_compared_part_by_part(page):
    web.put(page, "http://e.com/?a=1&b=2")
    web.show(page, "compare")
    page.fill("#other", "http://e.com/?b=2&a=1")
    web.settled(page)
    panel = page.locator("#panel-compare")
    assert "another order" in panel.text_content()
    assert "Without the order of the pairs, they are equal" in panel.text_content()
    page.fill("#other", "http://e.org/x?a=1&c")
    web.settled(page)
    rows = panel.locator(".differences tbody tr").all_text_contents()
    assert rows == [
        "hoste.come.orgchanged",
        "path segmentemptyxchanged",
        "query pairb=2absentonly in this one",
        "query pairabsentconly in the other",
    ]


def test_parts_that_are_not_listed_are_counted(page):
    web.put(page, "http://e.com/" + "a/" * 250 + "?" + "b=c&" * 210)
    assert page.locator("#parts tbody tr").count() == 40
    page.click("#parts button:has-text('Show all')")
    assert page.locator("#parts tbody tr").count() == 402
    assert page.locator("#parts p:visible").all_text_contents() == [
        "… and 62 more parts, which are changed in the text box."
    ]


def test_a_line_break_in_a_part_is_seen_and_kept(page):
    """An input cannot contain a line break: it is shown as an escape, and edits keep it."""
    web.put(page, "http://e.com/a\nb/c")
    field = page.locator("#parts [data-key='segment.0.value']")
    assert field.input_value() == "a%0Ab"
    field.fill("a%0Abd")
    field.press("Enter")
    web.settled(page)
    assert page.input_value("#text") == "http://e.com/a%0Abd/c"
