"""Notes of the page: what a text seems to be, and the result of a click."""

import pytest

import superuri
from kit import web

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web.notes import notes

#: A text, the kind of its first note, a part of its sentence, and the text of its first offer.
ROWS = (
    (" http://e.com/a \n", "space", "not a part of it", "http://e.com/a"),
    ("\t\r\nhttp://e.com/", "space", "not a part of it", "http://e.com/"),
    ("example.com/path", "no-scheme", "There is no scheme", "https://example.com/path"),
    ("localhost:8000/x", "no-scheme", "There is no scheme", "https://localhost:8000/x"),
    ("htp://e.com/", "unknown-scheme", "Was http meant?", "http://e.com/"),
    ("foo:bar", "unknown-scheme", "unknown to superuri", None),
    ("<http://e.com/x>", "wrapped", "not one URL alone", "http://e.com/x"),
    ("hxxp://e.com/", "wrapped", "not one URL alone", "http://e.com/"),
    ("mailto:a@e.com?subject=b", "scheme", "A mail to a@e.com, with subject 'b'", None),
    ("mailto:%zz", "scheme", "malformed", None),
    ("data:,abc", "scheme", "text/plain;charset=US-ASCII, 3 bytes", None),
    ("urn:ISBN:1-2", "scheme", "The name 1-2 of the namespace ISBN; equal to urn:isbn:1-2", None),
    ("tel:+49-30", "scheme", "The telephone number +4930", None),
    ("tel:30", "scheme", "it needs a + and the country", None),
    ("tel:30;phone-context=+49", "scheme", "The local telephone number 30 (RFC 3966)", None),
    (
        "postgres://u@a,b:1/c?d",
        "scheme",
        "PostgreSQL: a:5432, b:1, with the database c, the user u",
        None,
    ),
    (
        "jdbc:mysql://h/d",
        "scheme",
        "JDBC, for the driver mysql. A connection string of MySQL",
        None,
    ),
    ("hxxps://evil[.]com/a?b", "defanged", "so that nobody opens it", "https://evil.com/a?b"),
    ("hxxp[:]//e[.]com", "defanged", "so that nobody opens it", "http://e.com"),
    (r"C:\Users\me\a b.txt", "windows", "a path of Windows", "file:///C:/Users/me/a%20b.txt"),
    (r"\\server\share\x", "windows", "a path of Windows", "file://server/share/x"),
    ("git@e.com:me/a.git", "git", "an address of git", "ssh://git@e.com/me/a.git"),
    ("a@e.com", "mail", "a mail address", "mailto:a@e.com"),
    ("http://e.com/שלום", "direction", "written from right to left", None),
)
QUIET = (
    *("", "http://e.com/", "/a", "a b", "//e.com", "?a", "HTTPS://e.com", "http://日本.jp/"),
    *("a@e.com:80/x", "a@b", "http://a@e.com", "http://e.com/?a=[.]"),
)


def of(text):
    codes = frozenset(finding.code for finding in superuri.lint(text))
    return list(notes(text, superuri.explain(text), codes))


@pytest.mark.parametrize(("text", "kind", "part", "becomes"), ROWS, ids=lambda row: ascii(row)[:20])
def test_a_text_has_this_note(text, kind, part, becomes):
    note = of(text)[0]
    assert note.kind == kind
    assert part in note.sentence
    assert (note.offers[0].text if note.offers else None) == becomes


@pytest.mark.parametrize("text", QUIET)
def test_an_ordinary_text_has_none(text):
    assert of(text) == []


def test_no_note_has_a_password():
    for text in ("postgres://u:secret@h/d", "jdbc:mysql://u:secret@h", "mailto:u:secret@h:%zz"):
        assert "secret" not in str(of(text))


def test_white_space_is_stripped_by_a_click_and_no_alarm(page):
    web.put(page, " http://e.com/a b\n")
    assert page.text_content("#verdict") == "White space surrounds it"
    assert page.locator("#verdict.bad, #host.alarm").count() == 0
    assert page.text_content("#host") == "✓ All readers see the host e.com."
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
