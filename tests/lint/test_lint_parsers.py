"""Texts without findings: all installed parsers see the same host and port."""

import importlib
import re
import urllib.parse

import pytest

from kit import chance
from kit.amount import part
from superuri import agreed_host, lint

ATOMS = (
    *("http:", "https:", "ftp:", "file:", "ws:", "mailto:", "foo:", "git:", "HTTP:"),
    *("//", "/", "///", "\\", "?", "#", "@", ":", "[", "]", "[::1]", "[v1.a]"),
    *("[fe80::1%25eth0]", "[::ffff:1.2.3.4]", "h.com", "evil.com", "e.c", "a", "b", "80"),
    *("8080", "0", "65536", ".", "..", "-", "_", "xn--", "xn--bcher-kva", "1"),
    *("127.0.0.1", "0x7f", "0177.1", "256", "1.2.3.4", "localhost", "A", "_a", "%41"),
    *("%2F", "%5C", "%09", "%0A", "%40", "%23", "%25", "&", "=", ";", "+", "!", "$", "'"),
    *("(", ")", "*", ",", "~", "ü", "ß", "\u2100", "\uff0f", "\u3002", "\t", "\0", "a-"),
)
PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21, "git": 9418}


def ours(text):
    parts = urllib.parse.urlsplit(text)
    return parts.scheme, parts.hostname, parts.port


def yarl(module, text):
    url = module.URL(text, encoded=True)
    return url.scheme, url.raw_host, url.explicit_port


def httpx(module, text):
    url = module.URL(text)
    return url.scheme, url.raw_host.decode(), url.port


def urllib3(module, text):
    url = module.util.parse_url(text)
    # Documented: a text that begins with neither a scheme nor a slash begins with a host.
    is_host = not text.startswith("/") and not url.scheme
    return (None, None, None) if is_host else (url.scheme, url.host, url.port)


def hyperlink(module, text):
    url = module.URL.from_text(text)
    return url.scheme, url.host, url.port


def furl(module, text):
    url = module.furl(text)
    # It decodes A-labels.
    host = url.host.encode("idna").decode() if url.host else url.host
    return url.scheme, host, url.port


def rfc3986(module, text):
    url = module.urlparse(text)
    return url.scheme, url.host, url.port and int(url.port)


def ada_url(module, text):
    base = "http://base.invalid/"
    url = module.URL(text, base=base)
    host = url.hostname if "base.invalid" in text or url.hostname != "base.invalid" else ""
    return url.protocol.rstrip(":"), host, url.port and int(url.port)


PEERS = (yarl, httpx, urllib3, hyperlink, furl, rfc3986, ada_url)


def installed():
    parsers = [("urllib", ours)]
    for peer in PEERS:
        try:
            module = importlib.import_module(peer.__name__)
        except ImportError:
            continue
        parsers.append((peer.__name__, lambda text, m=module, peer=peer: peer(m, text)))
    return parsers


def seen(read, text):
    """Host and port, the scheme's default port as none; an error by its name."""
    try:
        scheme, host, port = read(text)
    except Exception as error:  # noqa: BLE001  because each has errors of its own
        return type(error).__name__
    port = None if port == PORTS.get((scheme or "").lower()) else port
    return (host or "").lower().strip("[]"), port or None


def test_l36_silence_means_that_parsers_agree(report):
    parsers = installed()
    if len(parsers) == 1:
        report("SKIPPED: no URL parser beside urllib is installed")
        pytest.skip("no peers")
    rng = chance.seeded("parsers")
    silent = 0
    for _ in range(part(60_000)):
        text = "".join(rng.choices(ATOMS, k=rng.randrange(7)))
        if rng.random() < 0.6:
            text = rng.choice(("http://", "https://", "ftp://", "//", "foo://", "file://")) + text
        if lint(text):
            continue
        silent += 1
        answers = {name: seen(read, text) for name, read in parsers}
        assert len(set(answers.values())) == 1, (text, answers)
        # A URL inside of another is what `jar:` and `view-source:` are for, and no finding.
        if not re.match("[a-z0-9+.-]+:[a-z0-9+.-]+:", text, re.IGNORECASE):
            agreed_host(text, has_base=True)
    names = ", ".join(name for name, _ in parsers)
    report(f"L36: {silent} texts without findings; all of {names} agree")
    assert silent > part(5_000)
