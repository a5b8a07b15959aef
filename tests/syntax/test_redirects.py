"""Redirects: the text itself is checked, also of subclasses of str and bytes."""

import sys
import threading

import pytest

from superuri import hosts
from superuri.errors import ParseError


class Liar(str):
    """A str whose `__str__` is another text."""

    __slots__ = ()

    def __str__(self) -> str:
        return "/account"


class LyingBytes(bytes):
    """Bytes whose `__str__` is another text."""

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
    for url in ("https://bücher.de/", "https://xn--bcher-kva.de/"):
        assert hosts.safe_redirect(url, hosts=["Bücher.de"]) == "https://xn--bcher-kva.de/"
    below = hosts.safe_redirect("https://a.bücher.de/", hosts=[".bücher.de"])
    assert below == "https://a.xn--bcher-kva.de/"
    with pytest.raises(ParseError):
        hosts.safe_redirect("https://bucher.de/", hosts=["bücher.de"])


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("/x/..//evil.com", "ambiguous-authority"),
        ("/.//evil.com", "ambiguous-authority"),
        ("/x/%2e%2e//evil.com", "ambiguous-authority"),
        ("/x/%2e%2e%2f/evil.com", "ambiguous-authority"),
        ("https://127.0.0.77;.good.com/", "ambiguous-authority"),
        ("https://a'b.good.com/", "ambiguous-authority"),
        ("http://good.com/", "foreign-scheme"),
        ("https://good.com:8443/", "foreign-port"),
        ("https://u:p@good.com/", "user-information"),
        ("https://u@good.com/", "user-information"),
        ("https://evil.com/", "foreign-host"),
    ],
)
def test_a_refused_target_becomes_the_default(target: str, code: str) -> None:
    allowed = ["good.com", ".good.com"]
    with pytest.raises(ParseError) as caught:
        hosts.safe_redirect(target, hosts=allowed)
    assert caught.value.code == code
    assert hosts.safe_redirect(target, hosts=allowed, default="/") == "/"


def test_what_is_refused_can_be_allowed() -> None:
    allowed = ["good.com"]
    for target, more in (
        ("http://good.com/", {"schemes": ("http", "https")}),
        ("http://good.com/", {"schemes": "http"}),
        ("https://good.com:8443/", {"ports": [8443]}),
        ("https://u:p@good.com/", {"userinfo": True}),
    ):
        assert hosts.safe_redirect(target, hosts=allowed, **more) == target  # type: ignore[arg-type]
    assert hosts.safe_redirect("https://good.com:443/", hosts=allowed) == "https://good.com:443/"
    assert hosts.safe_redirect(None, hosts=allowed, default="/") == "/"
    with pytest.raises(TypeError):
        hosts.safe_redirect(None, hosts=allowed)


@pytest.mark.parametrize(
    "name",
    [
        *("good.com:443", "good.com:80", "https://good.com", "*.good.com", ".", "", " good.com"),
        *("good.com/", "127.1", "[::1", "u@h", "a b", "good.com?x", "//good.com"),
    ],
)
def test_a_name_that_would_never_match_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not the name of a host"):
        hosts.safe_redirect("/", hosts=["good.com", name])


def test_addresses_are_compared_as_they_are_read() -> None:
    assert hosts.safe_redirect("https://[::1]/", hosts=["[0::1]"]) == "https://[::1]/"


def test_a_buffer_is_read_once() -> None:
    texts = [b"https://good.com/aaaa", b"javascript:alert(1)//"]
    buffer = bytearray(texts[0])
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            for text in texts:
                buffer[:] = text

    changer = threading.Thread(target=change)
    changer.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # it changes in each call, and not in every hundredth
    try:
        for _ in range(2000):
            target = hosts.safe_redirect(buffer, hosts=["good.com"], default="/")
            assert target in {"/", "https://good.com/aaaa"}
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        changer.join()
