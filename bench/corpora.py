"""Corpora: the texts for each case of cases.toml.

A corpus is a list of texts, generated from a fixed seed: a thousand short ones in an order that no
branch predictor learns, or one of a megabyte.
"""

import random
import string
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

MEGABYTE = 1_000_000
SHORT = 1000
KANA = (
    "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす"
)
NAMES = ("Helen Ødegård", "Łódź Fabryczna", "café crème", "São Paulo", "naïve résumé", "Åse Ærø")
# Characters that every standard escapes, so that all libraries give the same result.
PUNCTUATION = ' "<>'
LOWER = string.ascii_lowercase


class _Maker:
    """A random generator for each corpus, so that corpora are independent of each other."""

    def __init__(self, name: str) -> None:
        self._random = random.Random(name)

    def word(self, low: int = 3, high: int = 24) -> str:
        return self.text(string.ascii_letters + string.digits + "-_.", self.within(low, high))

    def phrase(self) -> str:
        return f"{self._random.choice(NAMES)} {self.word(2, 9)}"

    def within(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def text(self, alphabet: str, length: int) -> str:
        return "".join(self._random.choices(alphabet, k=length))


Make = Callable[[_Maker], list[Any]]


def _short(one: Callable[[_Maker], Any]) -> Make:
    return lambda make: [one(make) for _ in range(SHORT)]


def _long(alphabet: str, length: int = MEGABYTE) -> Make:
    return lambda make: [make.text(alphabet, length)]


def _encoded(of: str) -> Make:
    return lambda make: [quote(text, safe="") for text in CORPORA[of](make)]


def _in_a_path(of: str) -> Make:
    # The ends are letters, because some libraries strip white space there.
    return lambda make: [f"https://example.com/a{text}z" for text in CORPORA[of](make)]


def _queries(of: str) -> Make:
    return lambda make: [urlencode(pairs) for pairs in CORPORA[of](make)]


def _urls_of_80(make: _Maker) -> list[str]:
    starts = [
        f"https://{make.text(LOWER, 4)}.example.com/{make.phrase()}?q={make.phrase()}&x="
        for _ in range(SHORT)
    ]
    return [start + make.word(80 - len(start), 80 - len(start)) for start in starts]


CORPORA: dict[str, Make] = {
    # Short texts: of unreserved characters, and with spaces and accents.
    "words": _short(lambda make: make.word()),
    "phrases": _short(_Maker.phrase),
    "five_letters": _short(lambda make: make.word(5, 5)),
    "sixty_letters": _short(lambda make: make.word(60, 60)),
    "forty_signs": _short(lambda make: make.text(PUNCTUATION, 40)),
    # A megabyte: of unreserved characters; of letters, every tenth of them a space, at irregular
    # places; of kana, in UTF-8; and of characters that are all escaped.
    "clean_text": _long(string.ascii_letters + string.digits),
    "spaced_text": _long(string.ascii_letters + " " * 6),
    "japanese_text": _long(KANA, MEGABYTE // 3),
    "punctuation": _long(PUNCTUATION),
    # URLs that are left unchanged; few of them fit in every library's cache.
    "legal_urls": _short(
        lambda make: (
            f"https://{make.text(LOWER, 8)}.example.com/"
            f"{make.word()}/{make.word()}?{make.text(LOWER, 4)}={make.word()}"
        )
    ),
    "few_urls": lambda make: CORPORA["legal_urls"](make)[:100],
    # URLs with a query in which a parameter is searched for.
    "asked_urls": _short(
        lambda make: (
            f"https://www.example.com/{make.word()}?id={make.word()}&q={make.word()}&lang=en"
        )
    ),
    # URLs that are not in normal form.
    "unusual_urls": _short(
        lambda make: (
            f"HTTPS://{make.text(string.ascii_letters, 8)}.EXAMPLE.com/./{make.word()}/../%7E"
            f"{make.text(LOWER, 6)}/{make.word()}?q={make.word()}"
        )
    ),
    "references": _short(lambda make: f"../{make.word()}/{make.word()}?q={make.word()}"),
    # URLs with spaces and accents in the path, and those whose host is in Unicode.
    "dirty_urls": _short(
        lambda make: f"https://{make.text(LOWER, 8)}.example.com/{make.word()}/{make.phrase()}"
    ),
    "idn_urls": _short(lambda make: f"https://{make.text(LOWER, 5)}-bücher.example/{make.word()}"),
    # URLs of 80 characters, with spaces and accents in path and query.
    "urls_of_80": _urls_of_80,
    # Small forms: a name with spaces and accents, and two words.
    "forms_of_3": _short(
        lambda make: [("name", make.phrase()), ("lang", make.word(2, 2)), ("id", make.word(4, 12))]
    ),
    # Long forms, every other value with a space.
    "forms_of_100": lambda make: [
        [(f"field{n}", make.word() + " x" * (n % 2)) for n in range(100)]
        for _ in range(SHORT // 20)
    ],
    # Parts of URLs: a user and a document, two values; then with spaces and accents in user and
    # document: some libraries write a query's space as +.
    "parts_of_words": _short(lambda make: (make.word(), make.word(), make.word(), make.word(2, 2))),
    "parts_of_phrases": _short(
        lambda make: (make.phrase(), make.phrase(), make.word(), make.word(2, 2))
    ),
    "queries_of_3": _queries("forms_of_3"),
    "queries_of_100": _queries("forms_of_100"),
    # One URL, a megabyte long.
    "long_legal_url": _in_a_path("clean_text"),
    "long_spaced_url": _in_a_path("spaced_text"),
    "long_japanese_url": _in_a_path("japanese_text"),
    "long_dense_url": _in_a_path("punctuation"),
    **{
        f"{of}_encoded": _encoded(of)
        for of in ("phrases", "spaced_text", "japanese_text", "punctuation", "forty_signs")
    },
}


def octets(text: object) -> int:
    """Return the size of the input in bytes; for pairs, that of names and values.

    >>> octets("é"), octets([("a", "bc")])
    (2, 3)
    """
    if isinstance(text, str):
        return len(text.encode())
    if isinstance(text, (list, tuple)):
        return sum(map(octets, text))
    return 0


def corpus(name: str) -> list[str]:
    """Return the texts of a corpus, by its name.

    >>> corpus("words")[0]
    'Tp7aD'
    """
    return CORPORA[name](_Maker(name))
