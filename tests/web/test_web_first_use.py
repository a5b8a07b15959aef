"""First use of the page: two answers for a value, words for names, and buttons that answer."""

import pytest

import superuri
from kit import web
from kit.web import clipboard, show

#: A text without a scheme, and whether its answer as a value is the first.
ORDERS = (
    *(("Tom & Jerry", True), ("a/b", True), ("50%", True), (" x ", True), ("caf%u00e9", True)),
    *(("/a b", False), ("?q=a b", False), ("#é", False), ("../a b", False), ("\\a", False)),
    *(("e.com/a b", False), ("localhost:80/a b", False), ("caf%C3%A9", False), ("//e.com", False)),
)


@pytest.mark.parametrize(("text", "first"), ORDERS)
def test_a_text_without_a_scheme_has_two_answers(page, text, first):
    web.put(page, text)
    assert page.text_content("#valued") == superuri.encode(text)
    boxes = page.locator("#answers > div").evaluate_all("(found) => found.map(({ id }) => id)")
    assert boxes == (["value", "part"] if first else ["part", "value"])
    strong = page.locator("#answers button.strong").all_text_contents()
    assert strong == ["Copy value" if first else "Copy clean"]
    assert page.locator("#as-part").is_visible()


def test_the_main_button_copies_what_is_right_in_a_query(page):
    web.put(page, "Tom & Jerry")
    page.click("#answers button.strong")
    assert clipboard(page) == "Tom%20%26%20Jerry"
    page.click("#copy")
    assert clipboard(page) == "Tom%20&%20Jerry"


@pytest.mark.parametrize("text", ["", "http://e.com/a b", " http://e.com", "mailto:a@b.c", "C:\\a"])
def test_other_texts_have_one_answer(page, text):
    web.put(page, "a b")
    web.put(page, text)
    assert not page.locator("#value").is_visible()
    assert not page.locator("#as-part").is_visible()
    assert page.get_attribute("#copy", "class") == "strong"


def test_copying_is_off_while_the_answer_is_that_of_another_text(page):
    web.put(page, "a b")
    web.hold(page)
    page.locator("#text").press("End")
    page.keyboard.insert_text("c")
    for button in ("#copy", "#copy-value"):
        assert page.locator(button).is_disabled()
    web.release(page)
    for button in ("#copy", "#copy-value"):
        assert page.locator(button).is_enabled()
    assert page.text_content("#cleaned") == "a%20bc"


def test_names_have_words_and_the_others_are_under_more(fresh):
    page = fresh
    options = "(box) => Array.from(box.options, (o) => [o.parentNode.label ?? '', o.textContent])"
    show(page, "clean")
    profiles = page.locator("#panel-clean select").nth(0).evaluate(options)
    assert profiles[:2] == [["", "to a legal URI (RFC3986)"], ["", "as browsers do (WHATWG)"]]
    assert ["More", "CHROME16"] in profiles
    levels = page.locator("#panel-clean select").nth(2).evaluate(options)
    assert levels[-1] == ["", "and the scheme's defaults (scheme)"]
    show(page, "encode")
    sets = page.locator("#panel-encode select").first.evaluate(options)
    assert sets[0] == ["", "any value (rfc3986.COMPONENT)"]
    assert ["More: go", "go.PATH_ESCAPE"] in sets
    assert len(sets) == len(superuri.sets.names)
    page.fill("#panel-encode input[type=search]", "javascript encodeURI")
    web.settled(page)
    found = page.locator("#panel-encode select").first.evaluate(options)
    assert [title for _, title in found][-1] == "as JavaScript's encodeURI (ecmascript.URI)"


MARKS = (
    ("%20", ["25"]),
    ("a%20b%2Fc%C3%A9", ["25"] * 4),
    ("%2520", ["25"]),
    ("%252525", ["25"]),
    ("%", ["25"]),
    ("%zz 2%2", ["25", "%20", "25"]),
    ("/%2520é", ["%2F", "25", "%C3%A9"]),
    ("a b", ["%20"]),
)


@pytest.mark.parametrize(("text", "marks"), MARKS)
def test_the_inserted_25_of_a_double_encoding_is_marked(page, text, marks):
    show(page, "encode")
    web.put(page, text)
    box = page.locator("#panel-encode output[aria-label=encode]")
    assert box.text_content() == superuri.encode(text)
    assert box.locator("mark").all_text_contents() == marks


@pytest.mark.parametrize(
    ("text", "meaning", "fixed"),
    [
        ("caf%u00e9", "%u00e9 is é", "caf%C3%A9"),
        (
            "http://e.com/%u5317%u4EAC%20",
            "%u5317%u4EAC is 北京",
            "http://e.com/%E5%8C%97%E4%BA%AC%20",
        ),
        ("a%ud83d%ude00&%u0026", "%ud83d%ude00 is 😀", "a%F0%9F%98%80&%26"),
    ],
)
def test_an_escape_of_javascript_is_named_and_replaced_by_a_click(page, text, meaning, fixed):
    web.put(page, text)
    note = page.locator("#notes .note-percent-u")
    assert f"This is JavaScript's escape(): {meaning}." in note.text_content()
    note.locator("button").click()
    web.settled(page)
    assert page.input_value("#text") == fixed


def test_the_button_shows_that_it_copied(page):
    web.put(page, "http://e.com/a b")
    width = page.locator("#copy").bounding_box()["width"]
    page.click("#copy")
    page.locator("#copy:text-is('Copied ✓')").wait_for()
    page.click("#copy")  # once more, before the label is back
    assert page.locator("#copy").bounding_box()["width"] == width
    page.locator("#copy:text-is('Copy clean')").wait_for()
    inner = page.locator("#panel-clean .result button[aria-label='Copy clean']")
    inner.click()
    page.locator("#panel-clean .result button:text-is('Copied ✓')").wait_for()
    page.locator("#panel-clean .result button:text-is('Copied ✓')").wait_for(state="detached")


def test_a_copy_that_the_browser_refuses_is_shown(page):
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    web.put(page, "http://e.com/a b")
    page.click("#copy")
    page.locator("#copy:text-is('Not copied')").wait_for()
    page.evaluate("() => { delete navigator.clipboard.writeText; }")


def test_back_returns_to_the_text_before_and_forward_to_the_one_after(fresh):
    page = fresh
    texts = ["HTTP://e.com/a b", "HTTP%3A%2F%2Fe.com%2Fa%20b"]
    web.put(page, texts[0])
    show(page, "encode")
    page.click("#panel-encode button:has-text('Use')")
    web.settled(page)
    page.select_option("#examples", "1")
    web.settled(page)
    texts.append(page.input_value("#text"))
    for wanted in (texts[1], texts[0]):
        page.go_back()
        web.until(lambda wanted=wanted: page.input_value("#text") == wanted)
    assert page.url == page.url.partition("#")[0]
    web.settled(page)
    assert page.text_content("#cleaned") == "HTTP://e.com/a%20b"
    for wanted in texts[1:]:
        page.go_forward()
        web.until(lambda wanted=wanted: page.input_value("#text") == wanted)


def test_back_is_that_of_the_browser_if_nothing_was_replaced(fresh):
    many = fresh.evaluate("history.length")
    web.put(fresh, "a b")
    fresh.locator("#text").press_sequentially("cd")
    show(fresh, "lint")
    assert fresh.evaluate("history.length") == many


def test_on_a_phone_the_ruler_is_not_cut(browser, server):
    page, watch = web.opened(browser, server, viewport={"width": 390, "height": 844})
    for length in (1, 6):
        web.put(page, web.URL + "/a b%C3%A9" * length)
        heights = "(box) => [box.scrollHeight, box.clientHeight]"
        needed, shown = page.locator("#ruler").evaluate(heights)
        assert needed == shown, length
    watch.assert_quiet()
    page.context.close()
