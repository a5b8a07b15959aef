"""Notes on the page: the result of a click on an offer, and how right-to-left text is drawn."""

import pytest

from kit import web

pytest.importorskip("starlette", reason="superuri[web] is not installed")


def test_white_space_is_stripped_by_a_click_and_no_alarm(page):
    web.put(page, " http://e.com/a b\n")
    assert page.text_content("#verdict") == "White space surrounds it"
    assert page.locator("#verdict.bad, #host.alarm").count() == 0
    assert page.text_content("#host") == "✓ All parsers see the host e.com."
    page.click("#notes button")
    web.settled(page)
    assert page.input_value("#text") == "http://e.com/a b"
    assert page.text_content("#cleaned") == "http://e.com/a%20b"


def test_of_lines_one_is_taken_by_a_click(page):
    web.put(page, "http://a.example/\nhttp://b.example/\nhttp://c.example/")
    assert page.text_content("#verdict") == "2 edits make it one legal text"
    assert "3 lines" in page.text_content("#notes")
    page.click("#notes button:has-text('first')")
    web.settled(page)
    assert page.input_value("#text") == "http://a.example/"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("e.com/path", "Legal, as a path"), ("htp://e.com", "Legal, with an unknown scheme")],
)
def test_a_scheme_is_given_by_a_click(page, text, verdict):
    web.put(page, text)
    assert page.text_content("#verdict") == verdict
    page.click("#notes button")
    web.settled(page)
    assert page.text_content("#verdict") == "Legal as it is"


ORDER = """(box) => Array.from(document.querySelectorAll(box), (at) => {
  const { left, right } = at.getBoundingClientRect();
  return [Array.from(at.textContent)[0], Math.round((left + right) / 2)];
})"""


def test_right_to_left_parts_are_in_the_order_that_is_sent(page):
    """In the ruler and in the table: words from left to right, letters of a word not."""
    web.put(page, "http://e.com/אבג/דהו/زحط?יכל=מנס")
    words = page.evaluate(ORDER, "#ruler .rtl")
    assert [first for first, _ in words] == ["א", "ד", "ز", "י", "מ"]
    assert [at for _, at in words] == sorted(at for _, at in words)
    letters = dict(page.evaluate(ORDER, "#ruler .rtl [role=option]"))
    assert letters["א"] > letters["ב"] > letters["ג"]
    assert letters["ز"] > letters["ح"] > letters["ط"]
    cells = page.evaluate(ORDER, "#panel-clean output[aria-label=pretty] bdi")
    assert len(cells) >= 2
    assert [at for _, at in cells] == sorted(at for _, at in cells)
    assert "right to left" in page.text_content("#notes")


def test_ordinary_letters_are_calm_and_what_misleads_is_not(page):
    web.put(page, "http://e.com/日本語/é\u202e b")
    assert page.locator("#ruler .edited.calm").all_text_contents() == [*"日本語é"]
    assert page.locator("#ruler .edited:not(.calm)").all_text_contents() == ["⟨U+202E⟩", "␣"]
    assert page.text_content("#verdict") == "3 edits make it legal"
    web.put(page, "http://例-え.jp/")
    assert page.locator("#ruler .edited.calm").all_text_contents() == [*"例-え.jp"]
    assert page.locator("#ruler .edited:not(.calm)").count() == 0
