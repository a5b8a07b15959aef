"""Drawn order: a real browser draws the parts of a right-to-left URL in the order they are sent.

What `pretty` shows, whole and cut, is put on a page from left to right, and each character is asked
where it is. The parts between delimiters must follow each other; an escape must stay together.
"""

import unicodedata
from collections.abc import Sequence
from random import Random
from typing import Any

import superuri
from kit import chance
from kit.amount import part
from superuri import profiles

COUNT = part(5000)
HOSTS = [
    *("http://h/", "http://xn--5dbqzzl.com/", "http://xn--mgbh0fb.xn--wgbh1c/", "/", "?", "#"),
    *("http://xn--9dbne9b.xn--4dbrk0ce/", "http://u:%D7%A2@h/", "//u:p@xn--5dbqzzl.com:8/?"),
]
#: Letters of both directions, digits of three kinds, delimiters, marks that belong to neither.
ATOMS = [
    *("%D7%A2", "%D7%A9%D7%9C%D7%95%D7%9D", "%D8%A7%D9%84", "%D9%A2", "%DB%B2", "%D6%B8", "1", "a"),
    *("/", "/", "#", "?", "&", "=", "-", "_", "+", ",", "(", ")", "%20", "%E2%82%AC", "%25", "."),
    *("%2F", "%C2%B1", ":", ";", "%FF", "bc", "%E2%80%8F", "%D6%BE", "%F0%9F%98%80", "42"),
]
DELIMITERS = "/?#&=;"
#: A script that returns each character's left and right edge, in pixels.
PLACES = """texts => {
  const line = document.createElement("div");
  line.dir = "ltr";
  line.style = "position: absolute; white-space: pre; font: 20px monospace";
  document.body.append(line);
  const range = document.createRange();
  return texts.map(text => {
    line.textContent = text;
    const places = [];
    let at = 0;
    for (const character of text) {
      range.setStart(line.firstChild, at);
      range.setEnd(line.firstChild, at += character.length);
      const box = range.getBoundingClientRect();
      places.push([box.left, box.right]);
    }
    return places;
  });
}"""


def url(rng: Random) -> str:
    """Return a URL of both directions."""
    return rng.choice(HOSTS) + "".join(rng.choices(ATOMS, k=rng.randint(3, 16)))


def is_right_to_left(text: str) -> bool:
    """Return whether any character of the text is written from right to left."""
    return any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in text)


def shown(rng: Random, text: str) -> list[str]:
    """Return the URL as it is shown whole, and cut with its user hidden, or not."""
    cut = profiles.LOSSLESS.replace(
        length=rng.randint(8, 40),
        userinfo=rng.choice(["shown", "redacted", "dropped"]),
        host=rng.choice(["ascii", "safe"]),
    )
    try:
        return [superuri.pretty(text), superuri.pretty(text, cut)]
    except ValueError:
        return []


def is_in_order(text: str, places: Sequence[Sequence[float]]) -> bool:
    """Return whether each part and delimiter is drawn after the one before it."""
    part, parts = 0, []
    for character in text:
        part += character in DELIMITERS
        parts.append(part)
        part += character in DELIMITERS
    wide = [at for at, (left, right) in enumerate(places) if right - left > 0.01]
    drawn = sorted(wide, key=lambda at: sum(places[at]))
    order = [parts[at] for at in drawn]
    escapes = [at for at, character in enumerate(text) if character == "%"]
    together = all(places[at][0] < places[at + 1][0] < places[at + 2][0] for at in escapes)
    return order == sorted(order) and together


def test_right_to_left_urls_are_drawn_in_the_order_they_are_sent(browser, report):
    rng = chance.seeded("drawn order")
    texts: list[str] = []
    while len(texts) < 2 * COUNT:
        found = shown(rng, url(rng))
        if found and all(map(is_right_to_left, found)):
            texts += found
    page = browser.new_page()
    places = page.evaluate(PLACES, texts)
    page.close()
    wrong = [
        text for text, where in zip(texts, places, strict=True) if not is_in_order(text, where)
    ]
    assert not wrong, wrong[:10]
    report(f"{COUNT} right-to-left URLs, each whole and cut: drawn in the order they are sent")


def test_the_check_sees_what_is_drawn_in_another_order(browser: Any) -> None:
    page = browser.new_page()
    texts = ["/\u05d0/\u05d1/a", "/a/b"]
    first, second = page.evaluate(PLACES, texts)
    page.close()
    assert not is_in_order(texts[0], first)
    assert is_in_order(texts[1], second)
