"""The page in a browser: it explains what is typed, and fast enough."""

import json
import statistics
import time

import pytest

import superuri
from kit import web
from kit.amount import FULL
from kit.web import TABS, URL, show


def test_typing_is_explained_letter_by_letter(page):
    page.fill("#text", "")
    page.locator("#text").press_sequentially("http://e.com/a b", delay=5)
    web.settled(page)
    assert page.text_content("#cleaned") == "http://e.com/a%20b"
    assert page.text_content("#verdict") == "1 edit makes it legal"
    assert page.locator("#ruler [role=option]").count() == 15
    assert page.text_content("#host") == "✓ All parsers see the host e.com."
    page.locator("#text").press("Backspace")
    page.locator("#text").press("Backspace")
    web.settled(page)
    assert page.text_content("#verdict") == "Legal as it is"


def test_the_ruler_is_explain(page):
    web.put(page, URL)
    printed = superuri.explain(URL)
    raws = page.evaluate(
        "Array.from(document.querySelectorAll('#ruler [role=option]'), (t) => t.className)"
    )
    assert [name.split()[:3] for name in raws] == [
        ["t", token.kind, token.component] for token in printed
    ]
    escape = page.locator("#ruler .escape").first
    assert escape.locator(".chip").all_text_contents() == ["%C3", "%A9"]
    assert escape.locator(".spells").text_content() == "é"
    assert page.locator(".nested h3").first.text_content().startswith("Inside the query value at 5")
    assert page.locator("#parts th[scope=row]").first.text_content() == "scheme"
    assert page.locator("#parts input").first.input_value() == "http"


def test_the_inspector_follows_pointer_and_keys(page):
    web.put(page, URL)
    page.hover("#ruler .escape")
    assert "LATIN SMALL LETTER E WITH ACUTE" in page.text_content("#inspector")
    assert "C3 leads 2" in page.text_content("#inspector")
    page.focus("#ruler")
    page.keyboard.press("Home")
    assert "LATIN SMALL LETTER H" in page.text_content("#inspector")
    page.keyboard.press("ArrowRight")
    assert "LATIN SMALL LETTER T" in page.text_content("#inspector")
    page.keyboard.press("ArrowDown")
    assert "SOLIDUS" in page.text_content("#inspector") or "//" in page.text_content("#inspector")
    page.keyboard.press("End")
    assert "LATIN SMALL LETTER P" in page.text_content("#inspector")
    chosen = page.get_attribute("#ruler", "aria-activedescendant")
    assert page.get_attribute(f"#{chosen}", "aria-selected") == "true"
    assert page.get_attribute(f"#{chosen}", "aria-label") == "LATIN SMALL LETTER P, fragment"


def chosen(page):
    """The number of the character that is chosen."""
    return page.evaluate("Number(document.querySelector('#ruler [aria-selected=true]').dataset.n)")


def test_only_a_pointer_that_moves_chooses(fresh):
    """Layout and scrolling put other characters under a pointer that rests, between two keys."""
    page = fresh
    text = "http://example.com/" + "a/é %C3%A9" * 1000
    web.put(page, text)
    box = page.locator("#ruler [data-n='40']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    web.put(page, "")
    page.mouse.move(x, y)

    edit = next(n for n, token in enumerate(superuri.explain(text)) if token.edit)

    def rest(act, wanted):
        page.evaluate(
            """() => {
              const box = document.getElementById('ruler');
              window.passed = new Promise((done) => { box.onmouseover = () => done(); });
            }"""
        )
        act()
        page.evaluate("window.passed")  # the event that the browser sends by itself
        page.mouse.move(x, y)  # WebKit sends this one by itself, too
        assert chosen(page) == wanted

    rest(lambda: web.put(page, text), edit)
    page.focus("#ruler")
    rest(lambda: page.keyboard.press("End"), 999)
    page.keyboard.press("ArrowRight")
    page.locator("#ruler [data-n='1999']").wait_for(state="attached")
    web.settled(page)
    assert chosen(page) == 1000
    page.hover("#ruler [data-n='990']")
    assert chosen(page) == 990


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [("ArrowRight", 1000), ("ArrowRight ArrowRight", 1000), ("ArrowRight Home", 0)],
)
def test_further_characters_that_come_late(page, keys, wanted):
    """They are drawn once, and a choice made in the meantime stays."""
    web.put(page, "b")
    web.put(page, "a" * 2500)
    web.hold(page)
    page.focus("#ruler")
    page.keyboard.press("End")
    for key in keys.split():
        page.keyboard.press(key)
    web.release(page)
    assert page.locator("#ruler [role=option]").count() == 2000
    assert chosen(page) == wanted


def test_the_inspector_shows_why(page):
    web.put(page, "/a b")
    page.hover("#ruler .edited")
    message = page.text_content("#inspector")
    assert "SPACE" in message
    assert "A space is not allowed in a URI (RFC 3986 section 2)" in message
    assert "%20" in message
    assert "✗" in message


def test_a_framed_page_stays_empty(browser, server, tmp_path):
    (tmp_path / "frame.html").write_text(f'<iframe src="{server.address}"></iframe>')
    page = browser.new_page()
    page.set_default_timeout(1000 * web.WAIT)
    page.goto((tmp_path / "frame.html").as_uri())
    [_, frame] = page.frames
    frame.wait_for_load_state()
    assert frame.url in {"chrome-error://chromewebdata/", server.address}
    assert "superuri" not in frame.content()
    page.close()


def test_sixty_four_kilobytes(browser, server, report):
    page, watch = web.opened(browser, server, viewport={"width": 1200, "height": 900})
    text = ("http://example.com/" + "a/é %C3%A9%2525&x=<y>" * 4000)[: 1 << 16]
    taken = {}
    for tab in TABS:
        show(page, tab)
        before, begun = web.spent(browser, server), time.perf_counter()
        web.put(page, text + tab)
        taken[tab] = time.perf_counter() - begun
        assert web.spent(browser, server) - before < 10, tab
    assert page.locator("#ruler [role=option]").count() == 1000
    page.click("#more")
    web.settled(page)
    assert page.locator("#ruler [role=option]").count() == 2000
    page.focus("#ruler")
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    page.locator("#ruler [role=option]").nth(2999).wait_for(state="attached")
    # Typed on quickly, only the last text is drawn.
    for n in range(10):
        page.evaluate(
            """n => {
              const box = document.getElementById('text');
              box.value += n;
              box.dispatchEvent(new Event('input'));
            }""",
            n,
        )
    web.settled(page)
    assert (
        page.evaluate("import('./state.js').then((m) => m.state.text.slice(-10))") == "0123456789"
    )
    watch.assert_quiet()
    page.context.close()
    report(
        "64 KiB of URL are explained and drawn in "
        + ", ".join(f"{tab} {1000 * s:.0f} ms" for tab, s in taken.items())
    )


def test_how_long_the_page_is_busy_with_100_kb(browser, server, report):
    """Printed, not asserted: processor time of the longest task, which other work slows little."""
    page, watch = web.opened(browser, server)
    text = ("http://example.com/" + "a/é %C3%A9%2525&x=<y>" * 8000)[:100_000]
    page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    page.focus("#text")
    begun = time.perf_counter()
    for keys in ("Control+a", "Control+v", "a", "b"):
        page.keyboard.press(keys)
        web.settled(page)
    seconds = time.perf_counter() - begun
    assert page.input_value("#text") == text + "ab"
    events = json.loads(browser.stop_tracing())["traceEvents"]
    main = {(e["pid"], e["tid"]) for e in events if e["args"].get("name") == "CrRendererMain"}
    tasks = [
        e["tdur"] / 1000
        for e in events
        if "RunTask" in e["name"] and e.get("tdur") and (e["pid"], e["tid"]) in main
    ]
    watch.assert_quiet()
    page.context.close()
    report(
        f"100 KB pasted, and two letters typed: settled after {1000 * seconds / 3:.0f} ms each; "
        f"the longest of {len(tasks)} tasks of the page took {max(tasks, default=0):.0f} ms"
    )


def test_how_fast_it_answers(browser, server, report):
    """Printed, not asserted: first paint, and what a keystroke takes until it is drawn."""
    paints = []
    page, _ = web.opened(browser, server)
    for number in range(5 if FULL else 1):
        if number:
            page.context.close()
            page, _ = web.opened(browser, server)
        paints.append(
            page.evaluate(
                "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
            )
        )
    times = page.evaluate(
        """async () => {
          const { settled } = await import('./api.js');
          const box = document.getElementById('text');
          box.value = '';
          const times = [];
          for (const letter of 'http://e.com/é?q=a b&n=https%3A') {
            const begun = performance.now();
            box.value += letter;
            box.dispatchEvent(new Event('input'));
            await settled();
            times.push(performance.now() - begun);
          }
          return times;
        }"""
    )
    page.context.close()
    report(
        f"first paint after {statistics.median(paints):.0f} ms (median of {len(paints)}); "
        f"a keystroke is drawn after {statistics.median(times):.0f} ms (median of {len(times)}, "
        f"slowest {max(times):.0f} ms)"
    )
