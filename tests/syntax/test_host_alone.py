"""A host alone: in ASCII as `build` writes it, and back."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit.clock import linearly
from kit.strategies import SETTINGS
from superuri import hosts
from superuri.errors import EncodeError, ParseError

#: A host, in ASCII, and in its own script.
HOSTS = [
    ("bücher.example", "xn--bcher-kva.example", "bücher.example"),
    ("BÜCHER.Example", "xn--bcher-kva.example", "bücher.example"),
    ("bu\u0308cher.example", "xn--bcher-kva.example", "bücher.example"),
    ("XN--BCHER-KVA.Example", "xn--bcher-kva.example", "bücher.example"),
    ("faß.de", "xn--fa-hia.de", "faß.de"),
    ("Example.COM", "example.com", "example.com"),
    ("e.com.", "e.com.", "e.com."),
    ("a。b", "a.b", "a.b"),
    ("_dmarc.ü", "_dmarc.xn--tda", "_dmarc.ü"),
    ("пример.рф", "xn--e1afmkfd.xn--p1ai", "пример.рф"),
    ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv", "مثال.إختبار"),
    ("localhost", "localhost", "localhost"),
    ("127.0.0.1", "127.0.0.1", "127.0.0.1"),
    ("::1", "::1", "::1"),
    ("[2001:DB8::1]", "2001:db8::1", "2001:db8::1"),
]
#: Texts that are not a host, and the place of the error.
NO_HOSTS = [
    ("e.com:80", 0, 8),
    ("u@e.com", 1, 2),
    ("a b", 1, 2),
    ("a%41", 1, 2),
    ("a/b", 1, 2),
    ("a;b", 1, 2),
    ("xn--a", 0, 5),
    ("ü.xn--a", 2, 7),
    ("a\u00adb", 1, 2),
    ("℅", 0, 1),
    ("1.2.3", 0, 5),
    ("", 0, 0),
]


@pytest.mark.parametrize(("host", "ascii_", "own"), HOSTS)
def test_hosts_are_converted(host: str, ascii_: str, own: str) -> None:
    assert hosts.to_ascii(host) == hosts.to_ascii(host.encode()) == ascii_
    assert hosts.to_unicode(host) == own
    assert hosts.to_ascii(own) == ascii_


@pytest.mark.parametrize(("host", "start", "end"), NO_HOSTS)
def test_what_is_not_a_host_is_refused(host: str, start: int, end: int) -> None:
    for convert in (hosts.to_ascii, hosts.to_unicode):
        with pytest.raises(ParseError) as caught:
            convert(host)
        error = caught.value
        assert (error.text, error.start, error.end) == (host, start, end)


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(EncodeError):
        hosts.to_ascii("a\ud800")


@SETTINGS
@given(st.text(max_size=12))
def test_a_host_alone_is_that_of_a_uri(host: str) -> None:
    try:
        ascii_ = hosts.to_ascii(host)
    except (ParseError, EncodeError):
        return
    assert ascii_ == hosts.to_ascii(ascii_) == hosts.to_ascii(hosts.to_unicode(host))
    assert hosts.to_unicode(hosts.to_unicode(host)) == hosts.to_unicode(host)
    shown = f"[{ascii_}]" if ":" in ascii_ else ascii_
    assert superuri.agreed_host(f"https://{shown}/") == shown


@pytest.mark.parametrize(("host", "ascii_", "own"), HOSTS)
def test_the_package_idna_gives_the_same(host: str, ascii_: str, own: str) -> None:
    idna = pytest.importorskip("idna")
    if ":" in host or "_" in host or host.replace(".", "").isdecimal():
        pytest.skip("an address, or a name that IDNA 2008 has no rule for")
    assert idna.encode(host, uts46=True, transitional=False).decode() == ascii_
    assert idna.decode(ascii_) == own


@pytest.mark.parametrize("unit", ["a.", "ü.", "xn--tda.", "a", "א."])
def test_a_long_host_takes_linear_time(unit: str) -> None:
    def convert(n: int) -> None:
        with contextlib.suppress(ParseError):
            hosts.to_unicode(unit * n + "e")

    linearly(convert)
