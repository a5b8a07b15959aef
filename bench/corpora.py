"""Corpora: the texts for each case of cases.toml.

A corpus is a list of texts, generated from a fixed seed: a thousand short ones in an order that no
branch predictor learns, or one of a megabyte.
"""

import random
import string
from urllib.parse import quote, urlencode

MEGABYTE = 1_000_000
SHORT = 1000
KANA = (
    "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす"
)
NAMES = ("Helen Ødegård", "Łódź Fabryczna", "café crème", "São Paulo", "naïve résumé", "Åse Ærø")
# Characters that every standard escapes, so that all libraries give the same result.
PUNCTUATION = ' "<>'


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


def words(make: _Maker) -> list[str]:
    """Short texts of unreserved characters."""
    return [make.word() for _ in range(SHORT)]


def phrases(make: _Maker) -> list[str]:
    """Short texts with spaces and accents."""
    return [make.phrase() for _ in range(SHORT)]


def clean_text(make: _Maker) -> list[str]:
    """A megabyte of unreserved characters."""
    return [make.text(string.ascii_letters + string.digits, MEGABYTE)]


def spaced_text(make: _Maker) -> list[str]:
    """A megabyte of letters, every tenth of them a space, at irregular places."""
    return [make.text(string.ascii_letters + " " * 6, MEGABYTE)]


def japanese_text(make: _Maker) -> list[str]:
    """A megabyte, in UTF-8, of kana."""
    return [make.text(KANA, MEGABYTE // 3)]


def punctuation(make: _Maker) -> list[str]:
    """A megabyte of characters that are all escaped."""
    return [make.text(PUNCTUATION, MEGABYTE)]


def phrases_encoded(make: _Maker) -> list[str]:
    """The texts of `phrases`, encoded."""
    return _encoded(phrases(make))


def spaced_text_encoded(make: _Maker) -> list[str]:
    """The text of `spaced_text`, encoded."""
    return _encoded(spaced_text(make))


def japanese_text_encoded(make: _Maker) -> list[str]:
    """The text of `japanese_text`, encoded."""
    return _encoded(japanese_text(make))


def punctuation_encoded(make: _Maker) -> list[str]:
    """The text of `punctuation`, encoded."""
    return _encoded(punctuation(make))


def legal_urls(make: _Maker) -> list[str]:
    """URLs that are left unchanged."""
    return [
        f"https://{make.text(string.ascii_lowercase, 8)}.example.com/"
        f"{make.word()}/{make.word()}?{make.text(string.ascii_lowercase, 4)}={make.word()}"
        for _ in range(SHORT)
    ]


def few_urls(make: _Maker) -> list[str]:
    """Few URLs, which fit in every library's cache."""
    return legal_urls(make)[:100]


def asked_urls(make: _Maker) -> list[str]:
    """URLs with a query in which a parameter is searched for."""
    return [
        f"https://www.example.com/{make.word()}?id={make.word()}&q={make.word()}&lang=en"
        for _ in range(SHORT)
    ]


def unusual_urls(make: _Maker) -> list[str]:
    """URLs that are not in normal form."""
    return [
        f"HTTPS://{make.text(string.ascii_letters, 8)}.EXAMPLE.com/./{make.word()}/../%7E"
        f"{make.text(string.ascii_lowercase, 6)}/{make.word()}?q={make.word()}"
        for _ in range(SHORT)
    ]


def references(make: _Maker) -> list[str]:
    """Relative references."""
    return [f"../{make.word()}/{make.word()}?q={make.word()}" for _ in range(SHORT)]


def dirty_urls(make: _Maker) -> list[str]:
    """URLs with spaces and accents in the path."""
    return [
        f"https://{make.text(string.ascii_lowercase, 8)}.example.com/{make.word()}/{make.phrase()}"
        for _ in range(SHORT)
    ]


def idn_urls(make: _Maker) -> list[str]:
    """URLs whose host is in Unicode."""
    return [
        f"https://{make.text(string.ascii_lowercase, 5)}-bücher.example/{make.word()}"
        for _ in range(SHORT)
    ]


def long_legal_url(make: _Maker) -> list[str]:
    """One URL, a megabyte long and legal."""
    return _in_a_path(clean_text(make))


def long_spaced_url(make: _Maker) -> list[str]:
    """One URL, a megabyte long, every tenth character a space."""
    return _in_a_path(spaced_text(make))


def long_japanese_url(make: _Maker) -> list[str]:
    """One URL, a megabyte of kana."""
    return _in_a_path(japanese_text(make))


def long_dense_url(make: _Maker) -> list[str]:
    """One URL in whose path everything is escaped."""
    return _in_a_path(punctuation(make))


def forms_of_3(make: _Maker) -> list[list[tuple[str, str]]]:
    """Pairs of small forms: a name with spaces and accents, and two words."""
    return [
        [("name", make.phrase()), ("lang", make.word(2, 2)), ("id", make.word(4, 12))]
        for _ in range(SHORT)
    ]


def forms_of_100(make: _Maker) -> list[list[tuple[str, str]]]:
    """Pairs of long forms, every other value with a space."""
    return [
        [(f"field{n}", make.word() + " x" * (n % 2)) for n in range(100)]
        for _ in range(SHORT // 20)
    ]


def queries_of_3(make: _Maker) -> list[str]:
    """The pairs of `forms_of_3` as queries."""
    return [urlencode(pairs) for pairs in forms_of_3(make)]


def queries_of_100(make: _Maker) -> list[str]:
    """The pairs of `forms_of_100` as queries."""
    return [urlencode(pairs) for pairs in forms_of_100(make)]


def parts_of_words(make: _Maker) -> list[tuple[str, ...]]:
    """Parts of URLs: a user and a document, two values."""
    return [(make.word(), make.word(), make.word(), make.word(2, 2)) for _ in range(SHORT)]


def parts_of_phrases(make: _Maker) -> list[tuple[str, ...]]:
    """The same with spaces and accents in user and document; some libraries write a query's space
    as +.
    """
    return [(make.phrase(), make.phrase(), make.word(), make.word(2, 2)) for _ in range(SHORT)]


def five_letters(make: _Maker) -> list[str]:
    """Texts of five unreserved characters."""
    return [make.word(5, 5) for _ in range(SHORT)]


def sixty_letters(make: _Maker) -> list[str]:
    """Texts of sixty unreserved characters."""
    return [make.word(60, 60) for _ in range(SHORT)]


def forty_signs(make: _Maker) -> list[str]:
    """Texts of forty characters that are all escaped."""
    return [make.text(PUNCTUATION, 40) for _ in range(SHORT)]


def forty_signs_encoded(make: _Maker) -> list[str]:
    """The texts of `forty_signs`, encoded."""
    return _encoded(forty_signs(make))


def urls_of_80(make: _Maker) -> list[str]:
    """URLs of 80 characters, with spaces and accents in path and query."""
    starts = [
        f"https://{make.text(string.ascii_lowercase, 4)}.example.com/{make.phrase()}"
        f"?q={make.phrase()}&x="
        for _ in range(SHORT)
    ]
    return [start + make.word(80 - len(start), 80 - len(start)) for start in starts]


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
    made: list[str] = globals()[name](_Maker(name))
    return made


def _encoded(texts: list[str]) -> list[str]:
    return [quote(text, safe="") for text in texts]


def _in_a_path(texts: list[str]) -> list[str]:
    # The ends are letters, because some libraries strip white space there.
    return [f"https://example.com/a{text}z" for text in texts]
