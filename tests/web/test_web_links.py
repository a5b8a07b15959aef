"""Links to the page: they hold any text, and do not send it anywhere."""

import time

from kit import chance, web
from kit.amount import FULL, part
from kit.web import clipboard, units

# One text of each class of code points, as UTF-16 units; the classes are Unicode's general
# categories and what URLs and HTML act on.
CLASSES = {
    "every ASCII character": "".join(map(chr, range(0x80))),
    "C1": "".join(map(chr, range(0x80, 0xA0))),
    "NUL": "\0a\0",
    "CR, LF, CRLF": "a\rb\nc\r\nd\n\re\r\r\n",
    "line separators": "a\u0085b\u2028c\u2029d",
    "a lone high surrogate": "a\ud800",
    "a lone low surrogate": "\udfffb",
    "surrogates the wrong way round": "\udc00\ud800",
    "a surrogate before a pair": "\ud83d\U0001f600",
    "astral": "\U0001f600\U00010000\U0010ffff",
    "noncharacters": "\ufffe\uffff\ufdd0\U0001fffe",
    "private": "\ue000\U000f0000",
    "bidi": "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
    "invisible": "\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u3164\U000e0041",
    "combining": "e\u0301\u0308\u20e3\ufe0f",
    "right to left": "שלום/العربية?א=ب",
    "ideographs": "日本語𠮷",
    "markup": "<script>&lt;\"'`</textarea>-->]]>",
    "what a link acts on": "#&=+%&text=tno&tab=build&c.set=tx%41%zz%",
    "percent": "%00%FF%C3%A9%u0041%",
    "replacement": "\ufffd",
    "only spaces": " \t  ",
    "nothing": "",
}


def link_of(page, text, other):
    """The link that the page makes of the state."""
    return page.evaluate(
        """async ([text, other]) => {
          const { state, link } = await import('./state.js');
          state.text = String.fromCharCode(...text);
          state.other = String.fromCharCode(...other);
          return link();
        }""",
        [units(text), units(other)],
    )


def state_of(page):
    return page.evaluate(
        """async () => {
          const { state } = await import('./state.js');
          const of = (text) => Array.from({ length: text.length }, (_, n) => text.charCodeAt(n));
          return [of(state.text), of(state.other), state.tab];
        }"""
    )


def test_a_link_survives(browser, server):
    """Opened, reloaded, and typed on at the end: the rest is still the same.

    With SUPERURI_FULL=1 every kind of text is opened by itself, and reloaded; otherwise eight kinds
    are one text, and the first is reloaded.
    """
    page, watch = web.opened(browser, server)
    names, step = list(CLASSES), 1 if FULL else 8
    groups = [names[n : n + step] for n in range(0, len(names), step)]
    for number, name in enumerate(groups):
        text = "|".join(CLASSES[each] for each in name)
        fragment = link_of(page, text, text[::-1])
        assert fragment.isascii(), name
        assert not set(fragment) & set(" \"<>\\^`{|}'()\n\r"), name
        page.goto("about:blank")
        page.goto(server.address + fragment)
        for reloaded in (False, True) if FULL or number == 0 else (False,):
            if reloaded:
                page.reload()
            page.wait_for_selector("html[data-ready=yes]")
            web.settled(page)
            wanted = [units(text), units(text[::-1]), "clean"]
            assert state_of(page) == wanted, (name, reloaded)
        page.locator("#text").press("Control+End")
        page.locator("#text").press("z")
        web.settled(page)
        assert state_of(page)[0] == units(text + "z"), name
    watch.left = [url for url in watch.left if url != "about:blank"]
    watch.assert_quiet()
    page.context.close()


def test_links_of_random_texts(page, report):
    rng = chance.seeded("links")
    random = [
        "".join(chr(rng.choice([rng.randrange(0x250), rng.randrange(0x110000)])) for _ in range(20))
        for _ in range(part(300))
    ]
    for text in (*CLASSES.values(), *random):
        fragment = link_of(page, text, "")
        got = page.evaluate(
            """async (link) => {
              const { state, read } = await import('./state.js');
              read(link);
              return Array.from({ length: state.text.length }, (_, n) => state.text.charCodeAt(n));
            }""",
            fragment,
        )
        assert got == units(text), text
    report(f"{len(CLASSES)} classes of code points and {len(random)} random texts survive a link")


def test_a_link_is_only_in_the_fragment(browser, server):
    page, watch = web.opened(browser, server, "#text=tsecret.example&tab=clean")
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    web.put(page, "http://secret.example/x y")
    page.click("#share")
    link = clipboard(page)
    assert link == f"{server.origin}/#text=thttp%3A%2F%2Fsecret.example%2Fx%20y&tab=clean"
    # The page's own policy forbids what `wait_for_function` does.
    until = time.monotonic() + web.WAIT
    while not page.evaluate("history.state?.link.includes('%2Fx%20y') ?? false"):
        assert time.monotonic() < until
        page.wait_for_timeout(20)
    assert "secret" not in page.url  # the address, which history keeps, says no text that was typed
    assert not [url for url in requested if "secret" in url]
    assert page.evaluate("document.cookie") == ""
    # The history, which this browser keeps and a test of its own clears.
    assert page.evaluate("Object.keys(localStorage)") in [[], ["superuri.last"]]
    assert page.evaluate("sessionStorage.length") == 0
    watch.assert_quiet()
    page.context.close()


def test_a_link_of_another_day_is_pasted_into_the_page(browser, server):
    page, watch = web.opened(browser, server)
    for origin in (server.origin, "http://127.0.0.1:1", "http://localhost:43651"):
        web.put(page, "a b")
        web.put(page, f"{origin}/#text=thttp%3A%2F%2Fe.com%2Fx%20y&tab=lint")
        assert page.input_value("#text") == "http://e.com/x y"
        assert page.get_attribute("#tab-lint", "aria-selected") == "true"
    for text in (
        "http://e.com/#text=ta&tab=lint",
        "http://127.0.0.1:1/#text",
        "x http://127.0.0.1/#text=ta",
    ):
        web.put(page, text)
        assert page.input_value("#text") == text
    watch.assert_quiet()
    page.context.close()


BROKEN = (
    *("#", "#text", "#text=", "#text=t%", "#text=t%FF", "#text=wzz", "#text=x", "#tab=nope"),
    *("#&&==", "#c.set=tnope", "#b.scheme=t%00&tab=build", "#c.__proto__=tx", "#text=t%F0%9F"),
)


def test_a_broken_link_breaks_nothing(browser, server):
    page, watch = web.opened(browser, server)
    # A page is loaded for each: for some, unless all are requested.
    for fragment in BROKEN if FULL else chance.seeded("broken").sample(BROKEN, 3):
        page.goto("about:blank")
        page.goto(server.address + fragment)
        page.wait_for_selector("html[data-ready=yes]")
        web.put(page, "a b")
        assert page.text_content("#cleaned") == "a%20b", fragment
    watch.left = [url for url in watch.left if url != "about:blank"]
    watch.assert_quiet()
    page.context.close()
