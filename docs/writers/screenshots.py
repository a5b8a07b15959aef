"""Takes the pictures for docs/page.md: the page in a browser, wide and narrow, light and dark.

    python -m heavy pictures

Needs Chromium (on the path, or at the path in the environment variable CHROMIUM) and playwright.
"""

import sys
from pathlib import Path
from urllib.parse import quote

HERE = Path(__file__).parents[1]
sys.path.insert(0, str(HERE.parent / "tests"))

from kit import web  # noqa: E402  because the tests know how to start a server and a browser

OUT = HERE / "pictures"
URL = (
    "http://example.com/caf%C3%A9?name=Helen Ødegård&"
    "next=https%3A%2F%2Fexample.org%2F%253Fq%253D1#top"
)
HOSTS = "http://good.example\\@evil.example/a b"
LAYERS = "http://example.com/%252e%252e%252fetc?u=%2525zz"

# name, text, tool, width, height, scheme
PICTURES = (
    ("page-light", URL, "clean", 1400, 1000, "light"),
    ("page-dark", URL, "encode", 1400, 1000, "dark"),
    ("page-800", HOSTS, "lint", 800, 1000, "light"),
    ("page-360", URL, "encode", 360, 1100, "light"),
    ("page-360-dark", LAYERS, "layers", 360, 1100, "dark"),
)
TOOLS = (
    ("tool-who", "a b/ü", "who", "light"),
    ("tool-lint", "HTTP://example.com:80/%252e%252e/a b?x=%zz", "lint", "light"),
    ("tool-layers", LAYERS, "layers", "dark"),
    ("tool-build", URL, "build", "dark"),
    ("tool-list", "", "list", "light"),
)
LINES = ("http://example.com/a b", "https://bücher.example/straße?q=ü", "http://[bad/", "/%zz")


def main() -> int:
    """Take all pictures."""
    OUT.mkdir(exist_ok=True)
    with web.serving() as server, web.browsing(print) as browser:
        for name, text, tool, width, height, scheme in PICTURES:
            page = opened(browser, server, text, tool, (width, height, scheme))
            page.screenshot(path=OUT / f"{name}.png")
            page.context.close()
        for name, text, tool, scheme in TOOLS:
            page = opened(browser, server, text, tool, (1100, 800, scheme))
            if tool == "list":
                page.fill("#list-text", "\n".join(LINES))
                web.settled(page)
            page.locator("section.tools").screenshot(path=OUT / f"{name}.png")
            page.context.close()
    for picture in sorted(OUT.glob("*.png")):
        print(f"{picture.relative_to(HERE.parent)}: {picture.stat().st_size >> 10} KiB")
    return 0


def opened(browser, server, text, tool, size):  # noqa: ANN001, ANN201  because playwright is optional
    """Return a page in this state."""
    width, height, scheme = size
    page, _ = web.opened(
        browser,
        server,
        f"#text=t{quote(text, safe='')}&tab={tool}",
        viewport={"width": width, "height": height},
        color_scheme=scheme,
    )
    if text:
        page.hover("#ruler .escape, #ruler .edited")
    web.settled(page)
    return page


if __name__ == "__main__":
    sys.exit(main())
