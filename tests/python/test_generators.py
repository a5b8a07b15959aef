"""Generators of URIs: what they return for constant random numbers, and for a seed."""

import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from typing_extensions import Self

from superuri._values import generate


class Constant(Random):
    """A generator of constants: a chance, a place in a list, and a highest number."""

    def __new__(cls, *_: float) -> Self:
        # Python 3.10 takes one number at most.
        return super().__new__(cls)

    def __init__(self, chance: float, nth: int, most: int) -> None:
        super().__init__(0)
        self.chance, self.nth, self.most = chance, nth, most

    def random(self) -> float:
        return self.chance

    def choice(self, seq: Sequence[Any]) -> Any:
        return seq[self.nth]

    def randint(self, a: int, b: int) -> int:
        return max(a, min(b, self.most))

    def randrange(self, *ends: int) -> int:
        return self.nth % ends[0]


# A generator, the chance, the place in each list, the highest number, and the text.
MADE: list[tuple[Any, float, int, int, str | bytes]] = [
    (generate.legal_authority, 0.0, 0, 2, "%41%41@[::1]:"),
    (generate.legal_authority, 0.0, 1, 2, "%7e%7e@[2001:db8::7]:80"),
    (generate.legal_authority, 0.0, -1, 1, "%C0%AF@[fe80::1%25eth0]:99999"),
    (generate.legal_authority, 0.3, 0, 9, "aaaaaa"),
    (generate.legal_authority, 0.3, -1, 2, "=="),
    # "//" and an authority, if the place is a multiple of three.
    (generate.legal_uri, 0.0, 0, 2, "http://%41%41@[::1]:/%41%41/%41%41?%41%41#%41%41"),
    (generate.legal_uri, 0.3, 0, 9, "http://aaaaaa/aaaaaa/aaaaaa/aaaaaa?aaaaaa#aaaaaa"),
    (generate.legal_uri, 0.3, 3, 1, "file://d/d?d#d"),
    (generate.legal_uri, 0.4, 0, 1, "http://a/a?a"),
    (generate.legal_uri, 0.5, 0, 1, "http://a/a"),
    (generate.legal_uri, 0.9, 0, 0, "http://"),
    # One slash, whose first segment is not empty.
    (generate.legal_uri, 0.3, 1, 1, "https:/xb/b?b#b"),
    (generate.legal_uri, 0.9, 1, 0, "https:/"),
    (generate.legal_uri, 0.9, 4, 2, "urn:/xee/ee/ee"),
    (generate.legal_uri, 0.9, 10, 1, "/xk/k"),
    # No slash: without a scheme there is no colon in the first segment.
    (generate.legal_uri, 0.9, 2, 2, "ftp:cc/cc/cc"),
    (generate.legal_uri, 0.9, 5, 0, "mailto:"),
    (generate.legal_uri, 0.9, 11, 1, "l/l"),
    (generate.legal_uri, 0.9, -1, 2, "@@/@@/@@"),
    (generate.legal_uri, 0.3, -1, 1, "@/@??#?"),
    (generate.legal_url, 0.0, 0, 2, "http://example.com/%41%41/%41%41?%41%41#%41%41"),
    (
        generate.legal_url,
        0.3,
        1,
        12,
        "https://sub.example.org:8080" + "/bbbbbb" * 4 + "?" + "b" * 12,
    ),
    (generate.legal_url, 0.6, 0, 0, "http://example.com/"),
    (generate.dirty_url, 0.0, 0, 9, "http://example.com/a        ?b=        #c    z"),
    (generate.dirty_url, 0.3, 1, 9, 'https://e.com:8080/a""""""""?b=""""""""z'),
    (generate.dirty_url, 0.6, -1, 3, "https://u:p@e.com/a+++z"),
    (generate.wild, 0.0, 0, 12, "/" * 9),
    (generate.wild, 0.0, -2, 2, "bb"),
    (generate.escapes, 0.0, 2, 12, "%41" * 9),
    (generate.escapes, 0.0, 2, 0, ""),
    (generate.text, 0.0, 0, 200, "\x7f" * 12),
    (generate.text, 0.0, 1, 3, "\x03\x03\x03%41"),
    # One byte each, and no more.
    (generate.text, 0.0, 1, 300, "\xff" * 12 + "%41"),
    (generate.surrogates, 0.0, -1, 12, "\udfff" * 9),
    (generate.octets, 0.5, 7, 3, b"\x07\x07\x07"),
    (generate.octets, 0.4, 7, 3, b"\x07\x07\x07%u00e9%u00e9%u00e9"),
]


@pytest.mark.parametrize(("generator", "chance", "nth", "most", "made"), MADE)
def test_a_generator_makes_this_of_these_numbers(generator, chance, nth, most, made):
    assert generator(Constant(chance, nth, most)) == made


def test_every_scheme_may_be_chosen_or_none() -> None:
    texts = [generate.legal_uri(Constant(0.9, nth, 0)) for nth in range(13)]
    assert [text.rstrip("/") for text in texts] == [
        *("http:", "https:", "ftp:", "file:", "urn:", "mailto:", "data:", "javascript:"),
        *("a+-.1:", "Ws:", "", "", ""),
    ]


def test_a_dirty_url_has_all_dirt_but_what_a_browser_drops() -> None:
    dropped = {"\x00", "\t", "\n", "\r"}
    made = set("".join(generate.sample(generate.dirty_url, 1000)))
    dirt = {one for one in generate.DIRT if len(one) == 1}
    assert dirt - made == dropped


@pytest.mark.parametrize("point", [0xD7FF, 0xD800, 0xDFFF, 0xE000])
def test_a_text_has_no_surrogates(point: int) -> None:
    class Points(Constant):
        def randint(self, a: int, b: int) -> int:
            return point if b == 0x10FFFF else max(a, 2)

    made = generate.text(Points(0.0, -1, 0))
    assert made == ("" if 0xD800 <= point <= 0xDFFF else chr(point) * 2) + "%41"


def test_a_seed_repeats_its_texts() -> None:
    code = (
        "from superuri._values import generate;"
        "print(*map(ascii, generate.sample(generate.legal_uri, 5, 7)), sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    texts = generate.sample(generate.legal_uri, 5, seed=7)
    assert done.stdout.splitlines() == [ascii(text) for text in texts]
    assert len(set(texts)) == 5
    assert texts[:3] == generate.sample(generate.legal_uri, 3, 7)
    assert texts != generate.sample(generate.legal_uri, 5)
    assert generate.sample(generate.legal_uri, 5) == generate.sample(generate.legal_uri, 5, 0)
