"""Normal forms beside the reference implementation, a plain reading of RFC 3986."""

import contextlib

import superuri
from kit import chance
from kit.amount import part
from kit.naive_normal import normal
from kit.strategies import for_all
from superuri._values.generate import legal_uri, wild

LEVELS = ("case", "percent", "path", "scheme")
#: Texts that normalising changes, and texts across the edges of 64 bytes.
ATOMS = [
    *("http://", "HTTPS://", "ldap://", "x://", "mailto:", "//", "u@", "E.com", "e.com"),
    *("[::A]", "[FE80::1%25En0]", "%45.com", ":80", ":443", ":0080", ":", ":1", ":0", "/", "/a"),
    *("/..", "/.", "..", ".", "./", "%2E", "%2e%2e", "/%2f", "%7E", "%c3%A9", "?", "#", "?q=%41"),
    *("a:b", "A" * 30, "~" * 40, "/.well-known", "//"),
]


def agree(text: str) -> None:
    with contextlib.suppress(superuri.errors.ParseError):
        clean = superuri.clean(text)
        for level in LEVELS:
            got = superuri.normalize(text, level)
            assert got == superuri.normalize(clean, level) == normal(clean, level), (text, level)


@for_all(wild)
def the_normal_form_is_the_plain_one(text: str) -> None:
    """L18 to L22 rest on it"""
    agree(text)


@for_all(legal_uri)
def so_it_is_of_legal_uris(text: str) -> None:
    """Where nothing is cleaned first"""
    agree(text)


def test_pieces_strung_together_have_the_plain_normal_form() -> None:
    rng = chance.seeded("pieces")
    for _ in range(part(60_000)):
        agree("".join(rng.choices(ATOMS, k=rng.randint(0, 7))))
