"""Redirects: each is checked as the text it is, whatever object holds it."""

import pytest

from superuri import hosts
from superuri.errors import ParseError


class Liar(str):
    """A str that says something else than it holds."""

    __slots__ = ()

    def __str__(self) -> str:
        return "/account"


class LyingBytes(bytes):
    """Bytes that do."""

    def decode(self, *_: object) -> str:
        return "/account"


@pytest.mark.parametrize(
    "kind", [str, str.encode, lambda t: bytearray(t.encode()), lambda t: memoryview(t.encode())]
)
@pytest.mark.parametrize("text", ["javascript:alert(1)", "data:text/html,x", "//evil.com/"])
def test_a_redirect_is_checked_whatever_holds_the_text(kind: object, text: str) -> None:
    with pytest.raises(ParseError):
        hosts.safe_redirect(kind(text), hosts=["good.com"])
    assert hosts.safe_redirect(kind("//good.com/ü"), hosts=["good.com"]) == "//good.com/%C3%BC"


def test_a_redirect_does_not_ask_the_text_what_it_is() -> None:
    for lie in (Liar("javascript:alert(1)"), LyingBytes(b"javascript:alert(1)")):
        with pytest.raises(ParseError):
            hosts.safe_redirect(lie, hosts=["good.com"])


def test_allowed_names_may_be_in_any_script() -> None:
    for url in ("http://bücher.de/", "http://xn--bcher-kva.de/"):
        assert hosts.safe_redirect(url, hosts=["Bücher.de"]) == "http://xn--bcher-kva.de/"
    below = hosts.safe_redirect("http://a.bücher.de/", hosts=[".bücher.de"])
    assert below == "http://a.xn--bcher-kva.de/"
    with pytest.raises(ParseError):
        hosts.safe_redirect("http://bucher.de/", hosts=["bücher.de"])
