"""Legality: the pattern of RFC 3986 Appendix A against texts known to be URIs, or not."""

import pytest

from kit.clock import linearly
from kit.legal import is_legal, parts

LEGAL = [
    # RFC 3986 section 1.1.2
    "ftp://ftp.is.co.za/rfc/rfc1808.txt",
    "http://www.ietf.org/rfc/rfc2396.txt",
    "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "mailto:John.Doe@example.com",
    "news:comp.infosystems.www.servers.unix",
    "tel:+1-816-555-1212",
    "telnet://192.0.2.16:80/",
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    # RFC 3986 section 3, and section 5.4's references
    "foo://example.com:8042/over/there?name=ferret#nose",
    *("g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x"),
    *("g;x?y#s", ".", "./", "..", "../", "../g", "../..", "../../"),
    "../../g",
    "",
    # the corners of the grammar
    *("?", "#", "?#", "//", "///", "file:///etc/hosts", "http://", "http:///x", "http://@/"),
    *("http://:@:/", "http://a:b:c@h:/", "http://h:00080/", "http://256.256.256.256/"),
    *("http://%00/", "a:", "a::", "a+-.1:b", "./a:b", "/a:b", "?:@/?", "#:@/?", "a@b", "%ff"),
    "!$&'()*+,;=",
    # IP literals: RFC 3986 section 3.2.2, RFC 6874, RFC 5952's shapes
    *("//[::]", "//[::1]:", "//[1:2:3:4:5:6:7:8]", "//[1:2:3:4:5:6:7::]", "//[::2:3:4:5:6:7:8]"),
    *("//[1::8]", "//[::ffff:1.2.3.4]", "//[1:2:3:4:5:6:1.2.3.4]", "//[v7.a:b!]"),
    *("//[fe80::1%25eth0]", "//[fe80::1%25%41]"),
]

ILLEGAL = [
    *(" ", "a b", "%", "%4", "%zz", "a%4", "é", "a\n", "\x00", "\x7f", *'"<>\\^`{|}[]', "##"),
    *("a#b#c", ":", ":80", "1:2", "%41:b", "a@b:c/d", "http://a b/", "http://a@b@c/"),
    *("http://a:b:c/", "http://h:8o80/", "http://[::1/", "http://::1]/", "http://[::1]x/"),
    *("http://x[::1]/", "http://[]/", "http://[1]/", "http://[::12345]/", "http://[1::2::3]/"),
    *("http://[1:2:3:4:5:6:7]/", "http://[1:2:3:4:5:6:7:8:9]/", "http://[1:2:3:4:5:6:7:8::]/"),
    *("http://[::256.1.1.1]/", "http://[::1.2.3.04]/", "http://[1.2.3.4]/", "http://[v.a]/"),
    *("http://[v1.]/", "http://[fe80::1%eth0]/", "http://[fe80::1%25]/", "http://[v1.a%25b]/"),
    *("//[::1]a", "http://e.com/[", "http://e.com/?[]", "http://e.com\\"),
]


@pytest.mark.parametrize("text", LEGAL)
def test_known_legal(text: str) -> None:
    assert is_legal(text)


@pytest.mark.parametrize("text", ILLEGAL)
def test_known_illegal(text: str) -> None:
    assert not is_legal(text)


def test_every_character_stands_where_the_grammar_lets_it() -> None:
    pchar = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@")
    everyone = [chr(point) for point in range(0x180)]
    for where, allowed in {
        "/{}": pchar | set("/?#"),
        "?{}": pchar | set("/?#"),
        "#{}": pchar | set("/?"),
        "http://{}@h": pchar - set("@") | set("/?#"),
        "http://x{}": pchar | set("/?#"),
        "x{}:y": pchar - set("!$&'()*,;=_~@") | set("/?#"),
    }.items():
        assert {c for c in everyone if is_legal(where.format(c))} == allowed, where


@linearly()
def test_long_texts_are_judged_in_linear_time() -> None:
    assert is_legal("http://" + "a" * 100_000 + "/" + "%41" * 100_000)
    assert not is_legal("http://" + "a" * 100_000 + "/" + "%41" * 100_000 + "%")


@pytest.mark.parametrize("text", LEGAL)
def test_parts_lose_nothing(text: str) -> None:
    found = parts(text)
    built = "" if found["scheme"] is None else found["scheme"] + ":"
    built += "" if found["authority"] is None else "//" + found["authority"]
    built += found["path"] or ""
    built += "" if found["query"] is None else "?" + found["query"]
    built += "" if found["fragment"] is None else "#" + found["fragment"]
    assert built == text
