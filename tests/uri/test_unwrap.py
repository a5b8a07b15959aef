"""Unwrap: each row of the table, hostile links, and links wrapped many times."""

import base64
import json
import os
from collections import Counter
from random import Random
from urllib.parse import quote

import pytest

import superuri
from kit import chance, toml
from kit.command import run
from kit.strategies import for_all
from superuri import _core
from superuri._values.generate import legal_url, wild

COUNT = int(os.environ.get("SUPERURI_WRAPPED", "2000"))
ROWS = toml.read("uri/unwrap.toml")["case"]
RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["wrapper"])
def test_row(row):
    text, want = row["text"], row["want"]
    assert superuri.unwrap(text) == want
    assert superuri.unwraps(text) == (want,)
    assert superuri.unwrap(text.encode()) == want
    assert superuri.unwrap(want) is want
    assert superuri.clean(want)


def test_each_wrapper_has_two_rows():
    counted = Counter(row["wrapper"] for row in ROWS)
    assert counted == dict.fromkeys((name for name, *_ in _core.WRAPPERS), 2)


def test_a_report_names_the_wrappers():
    done = run(["unwrap", "--json"], "".join(f"{row['text']}\n" for row in ROWS).encode())
    for row, line in zip(ROWS, done.stdout.splitlines(), strict=True):
        chain = [{"wrapper": row["wrapper"], "output": row["want"]}]
        assert json.loads(line)["chain"] == chain


def v2(url):
    return quote(url, safe="").replace("_", "%5F").replace("-", "%2D").replace("%", "-")


def v3(url):
    out, kept, run_of = [], [], ""

    def end_run():
        nonlocal run_of
        while run_of:
            some = run_of[:65]
            out.append("*" if len(some) == 1 else "**" + RUNS[len(some) - 2])
            kept.append(some)
            run_of = run_of[65:]

    for c in url:
        if c.isascii() and (c.isalnum() or c in "/:.?="):
            end_run()
            out.append(c)
        else:
            run_of += c
    end_run()
    code = base64.urlsafe_b64encode("".join(kept).encode()).decode().rstrip("=")
    return f"https://urldefense.com/v3/__{''.join(out)}__;{code}!!x!y$"


def in_base64(url):
    return base64.urlsafe_b64encode(url.encode()).decode().rstrip("=")


#: How each gateway writes a target.
WRAPPING = [
    lambda url: f"https://urldefense.proofpoint.com/v1/url?u={quote(url, safe='')}&k=1",
    lambda url: f"https://urldefense.proofpoint.com/v2/url?u={v2(url)}&d=D&c=C",
    v3,
    lambda url: f"https://a.safelinks.protection.outlook.com/?url={quote(url, safe='')}&data=1",
    lambda url: f"https://www.google.com/url?sa=t&url={quote(url)}&q=x",
    lambda url: f"https://l.facebook.com/l.php?u={quote(url, safe='')}&h=1",
    lambda url: f"https://www.bing.com/ck/a?!&&p=1&u=a1{in_base64(url)}&ntb=1",
    lambda url: f"https://r.search.yahoo.com/x/RU={quote(url, safe='')}/RK=2",
    lambda url: f"https://secure-web.cisco.com/1x/{quote(url, safe='')}",
    lambda url: f"https://web.archive.org/web/20200101000000if_/{url}",
    lambda url: f"HTTPS://HREF.LI/?{url.replace('%', '%25').replace('#', '%23')}",
    lambda url: f"//duckduckgo.com/l/?uddg={quote(url, safe='')}&rut=1",
    lambda url: f"https://eu.protection.sophos.com/?d=e&u={in_base64(url)}",
]
#: A link that begins with two slashes is not a target of another one.
OUTERMOST = 11


@for_all(legal_url, lambda rng: rng.randrange(1, 13), lambda rng: rng.random())
def what_was_wrapped_is_unwrapped(url: str, depth: int, seed: float) -> None:
    rng = Random(seed)
    layers = [url]
    for layer in range(depth):
        known = [n for n in range(len(WRAPPING)) if layer == depth - 1 or n != OUTERMOST]
        layers.append(WRAPPING[rng.choice(known)](layers[-1]))
    inner = layers[::-1][1:11]
    assert superuri.unwraps(layers[-1]) == tuple(inner), layers
    assert superuri.unwrap(layers[-1]) == inner[-1]


def test_thousands_of_wrapped_links_are_unwrapped():
    rng = chance.seeded("unwrap")
    for _ in range(COUNT):
        what_was_wrapped_is_unwrapped(legal_url(rng), rng.randrange(1, 13), rng.random())


@for_all(wild)
def a_target_can_be_cleaned(text: str) -> None:
    for generic in (False, True):
        link = "https://href.li/?" + text
        target = superuri.unwrap(link, generic=generic)
        assert target is link or superuri.clean(target).lower().startswith("http")
        assert superuri.unwrap(text) is text or text.startswith("http")


def test_generic_is_asked_for():
    link = "https://e.com/go?url=https%3A%2F%2Fexample.org%2F"
    assert superuri.unwrap(link) is link
    assert superuri.unwraps(link) == ()
    assert superuri.unwrap(link, generic=True) == "https://example.org/"
    assert run(["unwrap", "--generic", link], b"").stdout == b"https://example.org/\n"
    other = "https://e.com/?url=javascript:alert(1)&target=//e.com&u=https://example.org"
    assert superuri.unwrap(other, generic=True) == "https://example.org"


@pytest.mark.parametrize(
    "link",
    [
        "https://www.google.com@e.com/url?q=https://example.org/",
        "https://www.google.com.e.com/url?q=https://example.org/",
        "https://google.zip/url?q=https://example.org/",
        "https://e.com\\@www.google.com/url?q=https://example.org/",
        "https://www.google.com\\.e.com/url?q=https://example.org/",
        "https://www.goog\u200ble.com:x/url?q=https://example.org/",
        "https://www.google.com/url?q=javascript:alert(1)",
        "https://www.google.com/url?q=data:text/html,x",
        "https://www.google.com/url?q=%2Frelative",
        "https://www.google.com/url?q=%2F%2Fexample.org",
        "https://www.google.com/url?q=https://a:b@c:d:e/",
        "https://www.google.com/url?q=https%3A%2F%2Fexample.org%5C%40e.com%2F",
        "https://protect-eu.mimecast.com/s/abc?domain=e.com",
        "https://urldefense.com/v3/__https://e.com/*__;!!x!y$",
        "https://urldefense.com/v3/__https://e.com/",
    ],
)
def test_other_links_stay_wrapped(link):
    assert superuri.unwrap(link) is link
