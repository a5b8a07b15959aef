"""Does the page, in a browser, say what the package says, to whoever uses it, however they do?"""

import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

import superuri
import web
from superuri import forms, sets, table

URL = "http://example.com/caf%C3%A9?name=Helen Ødegård&next=https%3A%2F%2Fe.org%2F%253Fq#top"
TABS = ("encode", "clean", "compare", "who", "lint", "layers", "build")

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def server():
    with web.serving() as found:
        yield found
        assert found.lives()


@pytest.fixture(scope="module")
def browser(say):
    with web.browsing(say) as found:
        yield found


@pytest.fixture
def page(browser, server):
    page, watch = web.opened(browser, server, viewport={"width": 1200, "height": 900})
    yield page
    watch.assert_quiet()
    page.context.close()


def show(page, tab):
    page.click(f"#tab-{tab}")
    web.settled(page)


def outputs(page):
    """What each labelled result of the open tool says."""
    return page.evaluate(
        """() => Object.fromEntries(Array.from(
          document.querySelectorAll('[role=tabpanel]:not([hidden]) .drawn .result'),
          (box) => [box.querySelector('b').textContent, box.querySelector('output,code').textContent]))"""
    )


def test_typing_is_explained_letter_by_letter(page):
    page.fill("#text", "")
    page.locator("#text").press_sequentially("http://e.com/a b", delay=5)
    web.settled(page)
    assert page.text_content("#cleaned") == "http://e.com/a%20b"
    assert page.text_content("#verdict") == "1 edit makes it legal"
    assert page.locator("#ruler [role=option]").count() == 15
    assert page.text_content("#host") == "✓ All readers see the host e.com."
    page.locator("#text").press("Backspace")
    page.locator("#text").press("Backspace")
    web.settled(page)
    assert page.text_content("#verdict") == "Legal as it stands"


def test_the_ruler_is_explain(page):
    web.put(page, URL)
    told = superuri.explain(URL)
    raws = page.evaluate(
        "Array.from(document.querySelectorAll('#ruler [role=option]'), (t) => t.className)"
    )
    assert [name.split()[:3] for name in raws] == [
        ["t", token.kind, token.component] for token in told
    ]
    escape = page.locator("#ruler .escape").first
    assert escape.locator(".chip").all_text_contents() == ["%C3", "%A9"]
    assert escape.locator(".spells").text_content() == "é"
    assert page.locator(".nested h3").first.text_content().startswith("Inside the query value at 5")
    assert page.locator("#parts td").all_text_contents()[:3] == ["scheme", "http", "="]


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


def test_the_inspector_says_why(page):
    web.put(page, "/a b")
    page.hover("#ruler .edited")
    said = page.text_content("#inspector")
    assert "SPACE" in said
    assert "A space stands in no URI (RFC 3986 section 2)" in said
    assert "%20" in said
    assert "✗" in said


def test_encode_and_decode(page):
    web.put(page, "a b/ü%41")
    show(page, "encode")
    assert outputs(page) == {
        "encode": superuri.encode("a b/ü%41"),
        "decode": superuri.decode("a b/ü%41"),
        "form encode": "a+b%2F%C3%BC%2541",
        "form decode": "a b/üA",
        "Python": outputs(page)["Python"],
        "Shell": outputs(page)["Shell"],
    }
    for row in sets.rows:
        name = f"{row.family}.{row.name}"
        page.locator("#panel-encode select").first.select_option(name)
        web.settled(page)
        assert outputs(page)["encode"] == superuri.encode("a b/ü%41", row), name
    page.locator("#panel-encode select").nth(1).select_option("windows-1252")
    web.settled(page)
    assert outputs(page)["form encode"] == "a+b%2F%FC%2541"


def test_clean_pretty_normalise(page):
    web.put(page, "HTTP://e.com:80/a b/%7e/%2F")
    show(page, "clean")
    said = outputs(page)
    assert said["clean"] == superuri.clean("HTTP://e.com:80/a b/%7e/%2F")
    assert said["pretty"] == superuri.pretty("HTTP://e.com:80/a b/%7e/%2F")
    assert said["normalize"] == superuri.normalize("HTTP://e.com:80/a b/%7e/%2F")
    cells = page.locator("#panel-clean table td").all_text_contents()
    assert cells[:4] == ["17", "␣", "%20", "space"]
    assert "decoded, it would delimit (RFC 3986 section 2.2)" in cells
    marks = page.locator("#panel-clean .result mark").all_text_contents()
    assert "%20" in marks


def test_compare(page):
    web.put(page, "http://e.com/%7ea")
    show(page, "compare")
    page.fill("#other", "http://e.com/~a")
    web.settled(page)
    assert "= Equivalent: undoing needless escapes" in page.text_content("#panel-compare")
    page.fill("#other", "http://e.com/~b")
    web.settled(page)
    assert "≠ They differ: first in the path" in page.text_content("#panel-compare")


def test_who_encodes_what(page):
    text = "a b/ü~*+%41"
    web.put(page, text)
    show(page, "who")
    lines = table.encoders(text)
    ways = {line.result for line in lines}
    title = page.text_content("#panel-who h2")
    assert title == f"Who encodes it: {len(lines)} write it in {len(ways)} ways"
    assert page.locator("#panel-who .stamp").count() >= len(lines)


def test_lint_mends_on_click(page):
    web.put(page, "HTTP://e.com:80/a b%zz")
    show(page, "lint")
    codes = page.locator("#panel-lint .code").all_text_contents()
    assert codes == [finding.code for finding in superuri.lint("HTTP://e.com:80/a b%zz")]
    page.click("#panel-lint .finding:has-text('space') button")
    web.settled(page)
    assert page.input_value("#text") == "HTTP://e.com:80/a%20b%zz"
    page.click("text=Fix all that is safe")
    web.settled(page)
    assert page.input_value("#text") == superuri.fix("HTTP://e.com:80/a b%zz")


def test_layers(page):
    web.put(page, "/%25252e%25252e")
    show(page, "layers")
    assert list(outputs(page).values())[:4] == ["/%25252e%25252e", "/%252e%252e", "/%2e%2e", "/.."]
    assert "dot segment" in page.text_content("#panel-layers")
    page.locator("#panel-layers button:has-text('Use')").last.click()
    web.settled(page)
    assert page.input_value("#text") == "/.."


def test_build(page):
    show(page, "build")
    said = outputs(page)
    assert said["build"] == "https://example.com/users/a%2Fb?q=50%25%20%26%20more&lang=%C3%BC"
    assert said["fill"] == "https://example.com/users/a%2Fb?q=50%25%20%26%20more"
    page.locator("#panel-build input").nth(3).fill("ü.example/x")
    web.settled(page)
    assert "may not stand in a host" in page.text_content("#panel-build")


# Texts whose code must run as it stands.
QUOTED = (
    URL,
    'it\'s "quoted" \\ $(id) `id` !! %s {x}',
    "-rf",
    "--",
    "~root/*?[a]",
    "\u202eevil\u200b\u00ad\u0301 ש日本 \U0001f600\U000e0041",
    "line\nbreak\ttab",
    "\x1b[31mred\x7f",
    "é\u0080ÿ",
    "a=b:=c",
)


def run_python(code):
    """What the code prints, each print whole."""
    said = []

    def show(*values, sep=" "):
        said.append(sep.join(map(str, values)))

    exec(compile(code, "copied", "exec"), {"print": show})  # noqa: S102  because that is the claim
    return said


def run_shell(line, tmp_path):
    bin_ = Path(sys.executable).parent
    path = os.pathsep.join([str(bin_), os.environ["PATH"]])
    env = {**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(tmp_path)}
    done = subprocess.run(["bash", "-c", line], check=False, capture_output=True, env=env)
    return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")


def copied(page, label):
    """What the button for this code puts on the clipboard."""
    panel = "[role=tabpanel]:not([hidden])"
    if not page.locator(f"{panel} details.code-box[open]").count():
        page.click(f"{panel} .code-box > summary")
    buttons = page.locator(f"{panel} button[aria-label='Copy {label} code']")
    if not buttons.count():
        return ""
    buttons.click()
    return clipboard(page)


def clipboard(page):
    """What has been copied since the last look."""
    page.locator("#said:has-text('copied')").wait_for(state="attached")
    page.evaluate("document.getElementById('said').textContent = ''")
    return page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("tab", ["encode", "clean", "layers", "lint", "who"])
def test_the_code_to_copy_runs_and_says_the_same(page, tab, tmp_path):
    show(page, tab)
    for text in QUOTED:
        web.put(page, text)
        try:
            wanted = {
                "encode": lambda t: [
                    superuri.encode(t),
                    superuri.decode(t, errors="keep"),
                    forms.encode(t),
                    forms.decode(t, errors="keep"),
                ],
                "clean": lambda t: [superuri.clean(t), superuri.pretty(t), superuri.normalize(t)],
                "layers": lambda t: ["\n".join(map(str, superuri.layers(t)))],
                "lint": lambda t: ["\n".join(map(str, superuri.lint(t))), superuri.fix(t)],
                "who": lambda t: ["\n".join(map(str, table.encoders(t)))],
            }[tab](text)
        except superuri.errors.URIError as error:
            with pytest.raises(type(error)):
                run_python(copied(page, "Python"))
            continue
        assert run_python(copied(page, "Python")) == wanted, text
        shell = copied(page, "Shell")
        if "\n" in text or tab == "who":
            assert shell  # A line is no text with a line break in it: the command says so.
            continue
        got = [run_shell(line, tmp_path) for line in shell.split("\n")]
        if tab == "layers":
            wanted = [(superuri.layers(text) or [superuri._layer.Layer(text, ())])[-1].text]  # noqa: SLF001
        assert got == wanted[: len(got)], (text, shell)


def test_the_code_of_build_and_compare_runs(page, tmp_path):
    web.put(page, "http://e.com/%7ea'b")
    show(page, "compare")
    page.fill("#other", "http://e.com/~a'b")
    web.settled(page)
    assert run_python(copied(page, "Python")) == ["(True, 'percent')"]
    assert run_shell(copied(page, "Shell"), tmp_path) == "equal percent"
    show(page, "build")
    page.locator("#panel-build textarea").nth(1).fill("q=it's $HOME \\\nk:=1=2\nü=")
    web.settled(page)
    said = outputs(page)
    assert run_python(copied(page, "Python")) == [said["build"], said["fill"]]
    shell = copied(page, "Shell").split("\n")
    assert [run_shell(line, tmp_path) for line in shell] == [said["build"], said["fill"]]


def test_copy_gives_the_clean_form(page):
    web.put(page, "http://e.com/ü b\u202e")
    page.click("#copy")
    assert clipboard(page) == superuri.clean("http://e.com/ü b\u202e")


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


def units(text):
    raw = text.encode("utf-16-le", "surrogatepass")
    return [raw[n] | raw[n + 1] << 8 for n in range(0, len(raw), 2)]


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


@pytest.mark.parametrize("name", CLASSES)
def test_a_link_survives(browser, server, page, name):
    text = CLASSES[name]
    fragment = link_of(page, text, text[::-1])
    assert fragment.isascii()
    assert not set(fragment) & set(" \"<>\\^`{|}'\n\r")
    again, watch = web.opened(browser, server, fragment)
    web.settled(again)
    assert state_of(again) == [units(text), units(text[::-1]), "encode"]
    watch.assert_quiet()
    # Reloaded, and typed on at the end, the rest is still the same.
    again.reload()
    again.wait_for_selector("html[data-ready=yes]")
    again.locator("#text").press("Control+End")
    again.locator("#text").press_sequentially("z")
    web.settled(again)
    assert state_of(again)[0] == units(text + "z")
    watch.assert_quiet()
    again.context.close()


def test_links_of_random_texts(page, report):
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    for _ in range(300):
        text = "".join(
            chr(dice.choice([dice.randrange(0x250), dice.randrange(0x110000)])) for _ in range(20)
        )
        fragment = link_of(page, text, "")
        got = page.evaluate(
            """async (link) => {
              const { state, read } = await import('./state.js');
              read(link);
              return Array.from({ length: state.text.length }, (_, n) => state.text.charCodeAt(n));
            }""",
            fragment,
        )
        assert got == units(text), seed
    report(f"{len(CLASSES)} classes of code points and 300 random texts survive a link")


def test_a_link_is_only_in_the_fragment(browser, server):
    page, watch = web.opened(browser, server, "#text=tsecret.example&tab=clean")
    asked = []
    page.on("request", lambda request: asked.append(request))
    web.put(page, "http://secret.example/x y")
    page.click("#share")
    link = clipboard(page)
    assert link == f"{server.address}#text=thttp%3A%2F%2Fsecret.example%2Fx%20y&tab=clean"
    page.wait_for_timeout(500)
    assert "secret" not in page.url  # the address, which history keeps, says no text that was typed
    assert not [request.url for request in asked if "secret" in request.url]
    assert page.evaluate("document.cookie") == ""
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    watch.assert_quiet()
    page.context.close()


BROKEN = ("#", "#text", "#text=", "#text=t%", "#text=t%FF", "#text=wzz", "#text=x", "#tab=nope", "#&&==", "#c.set=tnope", "#b.scheme=t%00&tab=build", "#c.__proto__=tx", "#text=t%F0%9F")  # fmt: skip


@pytest.mark.parametrize("fragment", BROKEN)
def test_a_broken_link_breaks_nothing(browser, server, fragment):
    page, watch = web.opened(browser, server, fragment)
    web.put(page, "a b")
    assert page.text_content("#cleaned") == "a%20b"
    watch.assert_quiet()
    page.context.close()


def test_the_keyboard_alone_is_enough(page):
    web.put(page, URL)
    page.evaluate("document.activeElement.blur()")
    stops = []
    for _ in range(40):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => {
              const at = document.activeElement;
              const style = getComputedStyle(at);
              return [at.id || at.className || at.tagName, style.outlineStyle !== 'none' && style.outlineWidth !== '0px'];
            }"""
        )
        stops.append(stop)
        if stop[0] == "BODY":
            break
    names = [name for name, _ in stops]
    for wanted in ("skip", "share", "theme", "text", "examples", "copy", "ruler", "tab-encode"):
        assert wanted in names, (wanted, names)
    assert all(seen for name, seen in stops if name not in {"BODY"}), stops
    page.focus("#tab-encode")
    for tab in [*TABS[1:], TABS[0]]:
        page.keyboard.press("ArrowRight")
        web.settled(page)
        assert page.evaluate("document.activeElement.id") == f"tab-{tab}"
        assert page.locator("[role=tabpanel]:not([hidden])").get_attribute("id") == f"panel-{tab}"
    page.keyboard.press("Alt+5")
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
    assert sum(map(int, dark[4:-1].split(","))) < 150 < 600 < sum(map(int, light[4:-1].split(",")))
    watch.assert_quiet()
    page.context.close()


def test_reduced_motion(browser, server):
    page, _ = web.opened(browser, server, reduced_motion="reduce")
    assert (
        page.evaluate("getComputedStyle(document.getElementById('said')).transitionDuration")
        == "0s"
    )
    page.context.close()


@pytest.mark.parametrize("width", [320, 360, 800, 1400, 2400])
def test_nothing_scrolls_sideways(browser, server, width):
    page, watch = web.opened(browser, server, viewport={"width": width, "height": 800})
    for text in (
        URL,
        "http://" + "a" * 3000,
        "%F0%9F%98%80" * 50,
        "日" * 500,
        "http://a@b:c/" + "\u202e\ufdfa" * 50,
    ):
        web.put(page, text)
        for tab in TABS:
            show(page, tab)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (tab, text[:20])
    watch.assert_quiet()
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1200])
def test_everybody_can_use_it(browser, server, scheme, width, report):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe").Axe()
    page, watch = web.opened(
        browser, server, color_scheme=scheme, viewport={"width": width, "height": 900}
    )
    web.put(page, "http://u:p@ex\\ample.com:80/%FF/%252e?a=%zz&b=<x> ü#f")
    found = {}
    passes = 0
    for text in (
        "http://u:p@example.com:80/%FF/%252e?a=%zz&next=http%3A%2F%2Fe#f",
        "http://a\\@b/",
    ):
        web.put(page, text)
        for tab in TABS:
            show(page, tab)
            if page.locator(
                "[role=tabpanel]:not([hidden]) .code-box:not([open]) > summary"
            ).count():
                page.click("[role=tabpanel]:not([hidden]) .code-box > summary")
            told = axe.run(page).response
            passes += len(told["passes"])
            for violation in told["violations"]:
                nodes = [
                    (node["html"][:150], node["failureSummary"][:300])
                    for node in violation["nodes"][:2]
                ]
                found[tab, violation["id"], violation["impact"]] = nodes
    watch.assert_quiet()
    page.context.close()
    serious = {key: nodes for key, nodes in found.items() if key[2] in {"serious", "critical"}}
    assert not serious, serious
    report(f"axe, {scheme}, {width} px: {passes} checks pass, {len(found)} findings, none serious")


def test_a_screen_reader_is_told(page):
    web.put(page, "/%C3%A9 b")
    labels = page.evaluate(
        "Array.from(document.querySelectorAll('#ruler [role=option]'), (t) => t.ariaLabel)"
    )
    assert labels[1] == "%C3%A9, LATIN SMALL LETTER E WITH ACUTE, path"
    assert labels[2].startswith("SPACE, path, a space stands in no URI")
    assert page.get_attribute("#verdict", "role") == "status"
    for button in page.locator("button:visible").all():
        assert button.get_attribute("aria-label") or button.text_content().strip()


def test_a_framed_page_stays_empty(browser, server, tmp_path):
    (tmp_path / "frame.html").write_text(f'<iframe src="{server.address}"></iframe>')
    page = browser.new_page()
    page.goto((tmp_path / "frame.html").as_uri())
    page.wait_for_timeout(300)
    assert all("superuri" not in frame.content() for frame in page.frames[1:])
    page.close()


def test_sixty_four_kilobytes(browser, server, report):
    page, watch = web.opened(browser, server, viewport={"width": 1200, "height": 900})
    text = ("http://example.com/" + "a/é %C3%A9%2525&x=<y>" * 4000)[: 1 << 16]
    spent = {}
    for tab in TABS:
        show(page, tab)
        begun = time.perf_counter()
        web.put(page, text + tab)
        spent[tab] = time.perf_counter() - begun
        assert spent[tab] < 10, tab
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
            "n => { const box = document.getElementById('text'); box.value += n; box.dispatchEvent(new Event('input')); }",
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
        + ", ".join(f"{tab} {1000 * s:.0f} ms" for tab, s in spent.items())
    )


def test_more_than_is_taken_is_told(page):
    web.put(page, "a" * (1 << 20))
    assert "the text is too long for this page" in page.text_content("#cleaned")
    web.put(page, "a b")
    assert page.text_content("#cleaned") == "a%20b"


def test_a_server_that_is_gone_is_told(browser):
    with web.serving() as gone:
        page, _ = web.opened(browser, gone)
    web.put(page, "a b")
    assert "the server does not answer" in page.text_content("#cleaned")
    page.context.close()


def test_how_fast_it_answers(browser, server, report):
    """Printed, not asserted: first paint, and what a keystroke takes until it is drawn."""
    paints = []
    for _ in range(5):
        page, _ = web.opened(browser, server)
        paints.append(
            page.evaluate(
                "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
            )
        )
        page.context.close()
    page, _ = web.opened(browser, server)
    times = page.evaluate(
        """async () => {
          const { settled } = await import('./api.js');
          const box = document.getElementById('text');
          box.value = '';
          const times = [];
          for (const letter of 'http://example.com/café?q=a b&next=https%3A%2F%2Fe.org') {
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
        f"first paint after {statistics.median(paints):.0f} ms (median of {len(paints)}); a keystroke "
        f"is drawn after {statistics.median(times):.0f} ms (median of {len(times)}, "
        f"slowest {max(times):.0f} ms)"
    )
