"""Hostile URLs on the page: none runs a script or loads anything.

As a script (`python -m heavy web-hostile`) it takes every URL of the data that it finds, by
thousands. It prints how many are typed so far; `FROM=12000` continues a run that was interrupted.
"""

import html
import itertools
import sys
import time
from urllib.parse import quote

from kit import chance, web
from kit.amount import FULL
from kit.web import TABS, units

#: How many of each file of hostile data the suite takes; the script takes all.
FEW = 450 if FULL else 12
FILES = ("crlf.txt", "open-redirect.txt", "traversal-exotic.txt", "dotdotpwn.txt")


# Texts that run a script if read as markup, a link, an attribute, or code.
PAYLOADS = (
    "<script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "</style></title></noscript><img src=x onerror=alert(1)>",
    "<img src=//evil.example/x.png>",
    "<svg/onload=alert(1)>",
    "<iframe srcdoc='<script>parent.alert(1)</script>'>",
    "<iframe src=javascript:alert(1)>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content='0;url=//evil.example/'>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<form action=//evil.example><input name=x autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<template><script>alert(1)</script></template>",
    "<object data=data:text/html,<script>alert(1)</script>>",
    "<a href=javascript:alert(1) id=share>x</a>",
    "<a id=ruler><a id=text name=value>",
    '"onmouseover="alert(1)" autofocus onfocus="alert(1)',
    "'onmouseover='alert(1)",
    "`${alert(1)}`",
    "${alert(1)}{{constructor.constructor('alert(1)')()}}",
    "javascript:alert(1)",
    "javascript://%0aalert(1)",
    "JaVaScRiPt:alert(1)",
    "\x01javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "vbscript:msgbox(1)",
    "view-source:javascript:alert(1)",
    "blob:http://127.0.0.1/x",
    "//evil.example/",
    "\\\\evil.example\\x",
    "http://evil.example/\u202e<script>",
    "__proto__[x]=1&constructor[prototype][y]=1",
    "];alert(1);//",
    "*/alert(1)/*",
    "]]><script>alert(1)</script>",
    "--><script>alert(1)</script><!--",
    "@import url(//evil.example/x.css);",
    "background:url(//evil.example/x.png)",
    "\x00<script>alert(1)</script>",
    "\ufeff<script>alert(1)</script>",
    "\u2028alert(1)\u2029",
    "\ud800<script>alert(1)</script>",
    "<ſcript>alert(1)</ſcript>",
    "＜script＞alert(1)＜/script＞",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
)

# Fragments that no page made.
RAW = (
    "<script>alert(1)</script>",
    "tab=<img src=x onerror=alert(1)>",
    "c.set=t<svg onload=alert(1)>",
    "b.host=t'\"><script>alert(1)</script>",
    "text=t<b>%3Cb%3E",
)

FRAMES = (
    *("{}", "http://e.com/{}", "http://e.com/?q={}&u=http%3A%2F%2Fe.com", "http://e.com/#{}"),
    *("http://{}/", "http://{}@e.com/", "{}:x", "//{}"),
)


def twice(text):
    return quote(quote(text, safe="", errors="replace"), safe="")


WAYS = (
    str,
    lambda text: quote(text, safe="", errors="replace"),
    twice,
    lambda text: html.escape(text, quote=True),
    lambda text: "".join(f"%{ord(c) & 255:02x}" for c in text),
    lambda text: "".join(f"%u{ord(c) & 0xFFFF:04x}" for c in text),
)


def generated():
    """Every payload, in every frame, written in every way."""
    for payload, frame, way in itertools.product(PAYLOADS, FRAMES, WAYS):
        yield frame.format(way(payload))


def hostile_lines(path, most, rng):
    lines = path.read_bytes().decode("utf-8", "surrogateescape").split("\n")
    lines = [line for line in lines if line]
    return lines if len(lines) <= most else rng.sample(lines, most)


# Elements that the page must never contain: links, handlers, forms, anything that loads.
STRANGE = """() => [
  document.querySelectorAll('script:not([src="main.js"]), iframe, object, embed, form, base, '
    + 'meta[http-equiv], a[href]:not(.skip), img:not([src="icon.svg"]), video, '
    + 'audio, template, svg, math, '
    + '[style], [onclick], [onerror], [onload], [srcdoc], [formaction]').length,
  document.querySelectorAll('link').length,
  document.title, location.pathname, Object.keys(Object.prototype).length,
].join('|')"""

# Types each text, as an input event says it; every few are drawn in another tool.
TYPE = """async ([texts, tabs]) => {
  const { settled } = await import('./api.js');
  const { add } = await import('./history.js');
  const box = document.getElementById('text');
  const broken = [];
  const drop = (fill) => {
    const dataTransfer = new DataTransfer();
    fill(dataTransfer);
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  };
  for (const [n, units] of texts.entries()) {
    const text = String.fromCharCode(...units);
    if (n % 5 === 0) document.getElementById(`tab-${tabs[(n / 5) % tabs.length]}`).click();
    box.value = text;
    box.dispatchEvent(new Event('input', { bubbles: true }));
    const other = document.getElementById('other');
    other.value = text;
    other.dispatchEvent(new Event('input', { bubbles: true }));
    add(text);
    if (n % 10 === 0) drop((data) => data.setData('text/plain', text));
    await settled();
    if (n % 10 === 0) {
      box.value = text;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      await settled();
    }
    const drawn = document.querySelectorAll('#ruler [role=option]').length;
    const boxed = text.replace(/\\r\\n?/g, '\\n');
    if (box.value !== boxed || (text && !drawn)) broken.push(n);
  }
  // All of them as a file, too: a name that is markup, and a table of a line for each.
  const lines = texts.map((units) => String.fromCharCode(...units));
  document.getElementById('history').open = true;
  drop((data) => data.items.add(new File([lines.join('\\n')], `${lines[0]}.txt`)));
  await new Promise((done) => setTimeout(done, 100));
  await settled();
  document.getElementById('history').open = false;
  const drawn = document.querySelectorAll('#panel-list tbody tr').length;
  if (lines.some((line) => line.trim()) && !drawn) broken.push(-1);
  return broken;
}"""


def type_all(page, texts, report=lambda _: None):
    """Type them; return how many there were. Report how many are done."""
    strange = page.evaluate(STRANGE)
    for n in range(0, len(texts), 100):
        report(n)
        some = texts[n : n + 100]
        broken = page.evaluate(TYPE, [[units(text) for text in some], TABS])
        assert not broken, [some[k] for k in broken[:3]]
        assert page.evaluate(STRANGE) == strange, some[:3]
    return len(texts)


def load_all(page, server, texts):
    """Open each by its link, in one page after the other."""
    strange = page.evaluate(STRANGE)
    for n, text in enumerate(texts):
        fragment = page.evaluate(
            """async (units) => {
              const { state, link } = await import('./state.js');
              state.text = state.other = String.fromCharCode(...units);
              return link();
            }""",
            units(text),
        )
        page.goto("about:blank")
        page.goto(f"{server.address}{fragment}&tab={TABS[n % len(TABS)]}")
        page.wait_for_selector("html[data-ready=yes]")
        web.settled(page)
        assert page.evaluate(STRANGE) == strange, text
    return len(texts)


def test_hostile_urls_do_nothing(browser, server, data, report):
    rng = chance.seeded("hostile")
    texts = rng.sample(list(generated()), 1100 if FULL else 30)
    folder = data("hostile")
    for name in FILES:
        texts += [line for line in hostile_lines(folder / name, FEW, rng) if len(line) < 2000]
    page, watch = web.opened(browser, server, viewport={"width": 1000, "height": 800})
    typed = type_all(page, texts)
    watch.assert_quiet()
    requested = watch.requests
    page.context.close()
    assert typed > (2000 if FULL else 60)
    report(
        f"{typed} hostile URLs typed: 0 scripts run, 0 navigations, 0 of {requested} requests to "
        f"other origins, 0 errors"
    )


def test_generated_attacks_do_nothing_without_any_data(browser, server, report):
    page, watch = web.opened(browser, server)
    pairs = list(itertools.product(PAYLOADS, FRAMES))
    # Each payload, and each frame; a step that is prime to the frames' number takes all of them.
    texts = [frame.format(payload) for payload, frame in pairs[:: 1 if FULL else 7]]
    typed = type_all(page, texts)
    watch.assert_quiet()
    page.context.close()
    report(f"{typed} attacks typed: 0 scripts run, 0 navigations, 0 requests to other origins")


def test_hostile_links_do_nothing(browser, server, report):
    rng = chance.seeded("links")
    page, watch = web.opened(browser, server)
    # A page is loaded for each; what is typed takes the same way from there on, and takes all.
    loaded = load_all(page, server, PAYLOADS if FULL else rng.sample(PAYLOADS, 3))
    watch.left = [url for url in watch.left if url != "about:blank"]
    watch.assert_quiet()
    # Texts that are not a link of the page: markup in the fragment itself, and in what it names.
    for n, raw in enumerate(RAW):
        for tab in TABS if FULL else TABS[n : n + 1]:
            page.goto(f"{server.address}#{raw}&tab={tab}")
            web.settled(page)
    watch.assert_quiet()
    page.context.close()
    report(f"{loaded} hostile URLs opened by links: nothing ran, nothing left, nothing was asked")


def test_the_count_counts(browser, server):
    """The watch detects these elements: otherwise the tests above prove nothing."""
    page, watch = web.opened(browser, server)
    page.evaluate("() => alert(1)")
    page.evaluate("() => fetch('http://127.0.0.1:9/').catch(() => 0)")
    page.evaluate(
        "() => { const a = document.createElement('a'); a.href = '/x'; document.body.append(a); }"
    )
    page.evaluate(
        "() => { try { document.body.innerHTML = '<b>'; } catch { return; } throw Error(); }"
    )
    assert watch.ran
    assert watch.asked or watch.wrong
    assert not page.evaluate(STRANGE).startswith("0|")
    page.context.close()


def main(folder, begin=0):
    """Type every hostile URL, from this number on."""
    from pathlib import Path  # noqa: PLC0415  because the suite needs none

    texts = list(generated())
    for name in FILES:
        texts += hostile_lines(Path(folder) / name, 1 << 30, chance.seeded("hostile"))
    with web.serving() as server, web.browsing(print) as browser:
        page, watch = web.opened(browser, server)
        started = time.monotonic()

        def progress(done):
            if done % 1000 == 0:
                watch.assert_quiet()
                took = time.monotonic() - started
                print(f"{begin + done} of {len(texts)} typed, {took:.0f} s", flush=True)

        typed = type_all(page, texts[begin:], progress)
        watch.assert_quiet()
        assert server.lives()
    print(
        f"{typed} hostile URLs: 0 scripts run, 0 navigations, 0 of {watch.requests} requests to "
        "other origins, 0 errors"
    )


if __name__ == "__main__":
    from kit import DATA

    main(DATA / "hostile", int(sys.argv[1]) if len(sys.argv) > 1 else 0)
