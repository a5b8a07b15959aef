"""Accessibility of the page: by keyboard, by screen reader, in the dark, on any screen."""

import pytest

from kit import web
from kit.amount import FULL, rest
from kit.web import TABS, URL, show


def test_the_keyboard_alone_is_enough(fresh):
    page = fresh
    web.put(page, URL)
    page.focus(".skip")
    stops = [["skip", True]]
    for _ in range(120):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => {
              const at = document.activeElement;
              const style = getComputedStyle(at);
              const seen = style.outlineStyle !== 'none' && style.outlineWidth !== '0px';
              return [at.id || at.className || at.tagName, seen];
            }"""
        )
        stops.append(stop)
        if stop[0] == "BODY":
            break
    names = [name for name, _ in stops]
    for wanted in ("skip", "share", "theme", "text", "examples", "copy", "ruler", "tab-clean"):
        assert wanted in names, (wanted, names)
    assert all(seen for name, seen in stops if name != "BODY"), stops
    page.focus("#tab-clean")
    for tab in [*TABS[1:], TABS[0]]:
        page.keyboard.press("ArrowRight")
        web.settled(page)
        assert page.evaluate("document.activeElement.id") == f"tab-{tab}"
        assert page.locator("[role=tabpanel]:not([hidden])").get_attribute("id") == f"panel-{tab}"
    page.keyboard.press("Alt+3")
    assert page.evaluate("document.activeElement.id") == "tab-lint"


def test_dark_light_and_as_the_system(browser, server):
    page, watch = web.opened(browser, server, color_scheme="dark")
    back = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(back)
    page.click("#theme")
    page.click("#theme")
    assert page.text_content("#theme") == "Theme: light"
    light = page.evaluate(back)
    page.emulate_media(color_scheme="light")
    page.click("#theme")
    assert page.evaluate(back) == light
    assert sum(map(int, dark[4:-1].split(","))) < 150
    assert sum(map(int, light[4:-1].split(","))) > 600
    watch.assert_quiet()
    page.context.close()


def test_reduced_motion(page):
    duration = "getComputedStyle(document.getElementById('toast')).transitionDuration"
    assert page.evaluate(duration) != "0s"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(duration) == "0s"
    page.emulate_media(reduced_motion="no-preference")


WIDE = (
    *(URL, "http://" + "a" * 3000, "%F0%9F%98%80" * 50, "日" * 500),
    "http://a@b:c/" + "\u202e\ufdfa" * 50,
)
WIDTHS = (320, 360, 800, 1400, 2400) if FULL else (320, 800)


def test_nothing_scrolls_sideways(browser, server):
    page, watch = web.opened(browser, server)
    for n, text in enumerate(WIDE):
        web.put(page, text)
        # The first text in every tool, the others in every other one, in turn.
        for tab in TABS if FULL or n == 0 else TABS[n % 2 :: 2]:
            show(page, tab)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, (tab, text[:20])
    watch.assert_quiet()
    page.context.close()


AUDITED = (
    ("http://u:p@example.com:80/%FF/%252e?a=%zz&b=<x> ü&n=http%3A%2F%2Fe#f", TABS),
    ("http://a\\@b/", ["lint"]),
    (" http://e.com/שלום/日本\n", ["clean"]),
    ("mailto:a@e.com", ["clean"]),
    ("\ud800", ["clean"]),
    ("", ["clean", "compare"]),
    ("http://e.com/" + "a b/" * (500 if FULL else 50), ["clean", "layers"]),
)


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (360, "light"),
        pytest.param(360, "dark", marks=rest),
        pytest.param(800, "light", marks=rest),
        pytest.param(800, "dark", marks=rest),
        pytest.param(1400, "light", marks=rest),
        (1400, "dark"),
    ],
)
def test_everybody_can_use_it(browser, server, scheme, width, report):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe").Axe()
    page, watch = web.opened(
        browser, server, color_scheme=scheme, viewport={"width": width, "height": 900}
    )
    page.evaluate(axe.axe_script)
    options = {"resultTypes": ["violations"]}
    if not FULL and scheme == "dark":
        options["runOnly"] = {"type": "tag", "values": ["cat.color"]}
    found = {}
    passes = 0
    # Colours are audited in every tool; what else may differ by text is, in the first scheme.
    for text, tabs in AUDITED if FULL or scheme == "light" else AUDITED[:1]:
        web.put(page, text)
        for tab in tabs:
            show(page, tab)
            if tab == "list":
                page.fill("#list-text", "http://e.com/a b\nhttp://[x/\nü")
                web.settled(page)
            if tab == "compare":
                page.fill("#other", "http://e.com/x?y")
                web.settled(page)
            page.evaluate(
                "(open) => document.querySelectorAll('.menu').forEach((m) => { m.open = open; })",
                tab == tabs[0],
            )
            code = page.locator("[role=tabpanel]:not([hidden]) .code-box:not([open]) > summary")
            if code.count():
                code.click()
            # Around another tool the page is the same.
            audited = "html" if FULL or tab == tabs[0] else "[role=tabpanel]:not([hidden])"
            printed = page.evaluate("(asked) => axe.run(...asked)", [audited, options])
            passes += len(printed["passes"])
            for violation in printed["violations"]:
                nodes = [
                    (node["html"][:150], node["failureSummary"][:300])
                    for node in violation["nodes"][:2]
                ]
                found[tab, violation["id"], violation["impact"]] = nodes
    watch.assert_quiet()
    page.context.close()
    assert not found, found
    report(f"axe, {scheme}, {width} px: {passes} checks pass, 0 findings")


def test_a_screen_reader_reads_it(page):
    web.put(page, "/%C3%A9 b")
    labels = page.evaluate(
        "Array.from(document.querySelectorAll('#ruler [role=option]'), (t) => t.ariaLabel)"
    )
    assert labels[1] == "%C3%A9, LATIN SMALL LETTER E WITH ACUTE, path"
    assert labels[2].startswith("SPACE, path, a space is not allowed in a URI")
    assert page.get_attribute("#verdict", "role") == "status"
    for button in page.locator("button:visible").all():
        assert button.get_attribute("aria-label") or button.text_content().strip()
