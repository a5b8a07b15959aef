"""Traps: the standards' own examples, and texts that other libraries misread."""

from collections.abc import Callable

import pytest

import superuri
from superuri import URI, form
from superuri.profiles import LOSSLESS

# RFC 3986: a text and its scheme, authority, path, query, fragment. Section 1.1.2, 3, 3.3, 7.6,
# and appendices B and C.
EXAMPLES = [
    ("ftp://ftp.is.co.za/rfc/rfc1808.txt", "ftp", "ftp.is.co.za", "/rfc/rfc1808.txt", None, None),
    ("http://www.ietf.org/rfc/rfc2396.txt", "http", "www.ietf.org", "/rfc/rfc2396.txt", None, None),
    (
        *("ldap://[2001:db8::7]/c=GB?objectClass?one", "ldap", "[2001:db8::7]"),
        *("/c=GB", "objectClass?one", None),
    ),
    ("mailto:John.Doe@example.com", "mailto", None, "John.Doe@example.com", None, None),
    (
        *("news:comp.infosystems.www.servers.unix", "news", None),
        *("comp.infosystems.www.servers.unix", None, None),
    ),
    ("tel:+1-816-555-1212", "tel", None, "+1-816-555-1212", None, None),
    ("telnet://192.0.2.16:80/", "telnet", "192.0.2.16:80", "/", None, None),
    (
        *("urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "urn", None),
        *("oasis:names:specification:docbook:dtd:xml:4.1.2", None, None),
    ),
    (
        *("foo://example.com:8042/over/there?name=ferret#nose", "foo", "example.com:8042"),
        *("/over/there", "name=ferret", "nose"),
    ),
    ("urn:example:animal:ferret:nose", "urn", None, "example:animal:ferret:nose", None, None),
    ("mailto:fred@example.com", "mailto", None, "fred@example.com", None, None),
    ("foo://info.example.com?fred", "foo", "info.example.com", "", "fred", None),
    (
        "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
        *("ftp", "cnn.example.com&story=breaking_news@10.0.0.1", "/top_story.htm", None, None),
    ),
    (
        *("http://www.ics.uci.edu/pub/ietf/uri/#Related", "http", "www.ics.uci.edu"),
        *("/pub/ietf/uri/", None, "Related"),
    ),
    ("http://www.w3.org/Addressing/", "http", "www.w3.org", "/Addressing/", None, None),
    ("ftp://foo.example.com/rfc/", "ftp", "foo.example.com", "/rfc/", None, None),
    (
        *("http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING", "http", "www.ics.uci.edu"),
        *("/pub/ietf/uri/historical.html", None, "WARNING"),
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example[0])
def test_an_example_of_the_rfc_is_taken_apart(example: tuple[str | None, ...]) -> None:
    text, *parts = example
    assert text is not None
    assert list(superuri.split(text)) == parts
    assert superuri.unsplit(parts) == text
    assert superuri.clean(text) is text
    assert str(URI(text)) == text


def test_an_authority_of_the_rfc_is_taken_apart() -> None:
    # Section 7.6: what looks like a host is the user.
    misleading = URI("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm")
    assert (misleading.user, misleading.host) == ("cnn.example.com&story=breaking_news", "10.0.0.1")
    assert misleading.host_kind == "ipv4"
    telnet = URI("telnet://192.0.2.16:80/")
    assert (telnet.host, telnet.port, telnet.host_kind) == ("192.0.2.16", 80, "ipv4")
    ldap = URI("ldap://[2001:db8::7]/c=GB?objectClass?one")
    assert (ldap.host, ldap.host_kind) == ("2001:db8::7", "ipv6")
    assert ldap.query == (("objectClass?one", None),)


# Sections 6.2.2 and 6.2.3 of RFC 3986, 5.3.2 of RFC 3987: each row is one class.
CLASSES = [
    ("example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d"),
    ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
    ("http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/"),
    ("example://a/b/c/%7Bfoo%7D/ros%C3%A9", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/rosé"),
    ("http://example.org/~user", "http://example.org/%7euser", "http://example.org/%7Euser"),
]


@pytest.mark.parametrize("row", CLASSES, ids=lambda row: row[0])
def test_a_class_of_the_rfcs_is_one(row: tuple[str, ...]) -> None:
    assert len({superuri.normalize(text) for text in row}) == 1
    for text in row:
        assert superuri.equivalent(text, row[0])
        assert all(superuri.equivalent(text, other[0]) is (other is row) for other in CLASSES)


# RFC 3987 section 3.1, step 2 c: characters that are not the same are not made so.
def test_what_is_not_normalised_stays_different() -> None:
    composed, decomposed = "http://www.example.org/r\xe9sum\xe9", "http://www.example.org/re\u0301"
    assert not superuri.equivalent(composed, decomposed)
    assert superuri.clean(decomposed).endswith("re%CC%81")


# The call, the result ("!" and a code: an error), and the libraries with another result.
Trap = tuple[str, Callable[[], object], object]
TRAPS: list[Trap] = [
    ("a slash in a segment: yarl splits", lambda: URI("http://e") / "/", "http://e/%2F"),
    ("the same", lambda: URI("http://e").with_segments(["a/b", ".x"]), "http://e/a%2Fb/.x"),
    (
        "a user that is a host: pydantic-core's build",
        lambda: URI("http://good.com").with_user("evil.com/", "p@evil.com#"),
        "http://evil.com%2F:p%40evil.com%23@good.com",
    ),
    ("a segment that is a scheme: most", lambda: URI("").with_segments(["a:b"]), "a%3Ab"),
    ("the same, joined", lambda: superuri.unsplit((None, None, "a:b", None, None)), "!misread"),
    (
        "a path that is an authority: urllib before 3.13",
        lambda: URI("/").with_segments(["", "evil.com", "x"]),
        "!misread",
    ),
    (
        "the same, joined",
        lambda: superuri.unsplit((None, None, "//evil.com/x", None, None)),
        "!misread",
    ),
    (
        "a scheme that is escaped: yarl",
        lambda: superuri.normalize("ht%74p://127.0.0.1"),
        "http%3A//127.0.0.1",
    ),
    (
        "two hosts: urllib, httpx, furl say good.com; ada, w3lib, requests evil.com",
        lambda: superuri.clean("http://evil.com\\@good.com/"),
        "!ambiguous-authority",
    ),
    *(
        (
            "what is empty stays: urllib before 3.15",
            lambda text=text: superuri.unsplit(superuri.split(text)),
            text,
        )
        for text in ("file:/x", "x://", "////x", "?", "#", "http://e.com/?")
    ),
    (
        "a default port: yarl has one str and two values",
        lambda: superuri.compare("http://e.com:80/", "http://e.com/"),
        (True, "scheme"),
    ),
    *(
        (
            "reserved characters and their escapes differ: yarl, w3lib",
            lambda pair=pair: superuri.equivalent(*pair),
            False,
        )
        for pair in (("/a%2Fb", "/a/b"), ("?a=%2B", "?a=+"), ("?a%26b", "?a&b"), ("/a;b", "/a%3Bb"))
    ),
    *(
        (
            "unreserved ones do not: rfc3986, hyperlink",
            lambda pair=pair: superuri.equivalent(*pair),
            True,
        )
        for pair in (("/%7E", "/~"), ("/%c3", "/%C3"), ("/%2E%2E/a", "/a"))
    ),
    (
        "no escape is composed: w3lib",
        lambda: superuri.normalize("http://e.com/@%2%41"),
        "http://e.com/@%252A",
    ),
    (
        "an escaped # stays: w3lib, url-normalize once",
        lambda: superuri.normalize("https://example.com/path/foo%20bar%3a%20%2376%2c#bash"),
        "https://example.com/path/foo%20bar%3A%20%2376%2C#bash",
    ),
    (
        "one level: normalize-url",
        lambda: superuri.normalize("http://e.com/x%252Cy"),
        "http://e.com/x%252Cy",
    ),
    (
        "delimiters stay escaped to the eye: yarl once",
        lambda: superuri.pretty("http://bob:%40malware.com%2F@example.org/path"),
        "http://bob:%40malware.com%2F@example.org/path",
    ),
    (
        "so do octets that are not valid text: yarl, hyperlink",
        lambda: superuri.pretty("http://e.com/a%2Fb%E9?q=%26%3D%2B"),
        "http://e.com/a%2Fb%E9?q=%26%3D%2B",
    ),
    (
        "and what cannot be seen: hyperlink, Werkzeug",
        lambda: superuri.pretty("/%E2%80%AE%E2%80%8B%0A%00%7F"),
        "/%E2%80%AE%E2%80%8B%0A%00%7F",
    ),
    (
        "a look-alike stays in ASCII: yarl, hyperlink, Werkzeug, pydantic, boltons",
        lambda: superuri.pretty("http://xn--80ak6aa92e.com/", LOSSLESS),
        "http://xn--80ak6aa92e.com/",
    ),
    (
        "pairs are distinguished: urllib drops a, furl writes d=1%3D2",
        lambda: URI("?a&b=&=c&&d=1=2").query,
        (("a", None), ("b", ""), ("", "c"), ("d", "1=2")),
    ),
    (
        "one pair is edited: all but hyperlink rewrite the others",
        lambda: URI("?a=%27x%27&b=1+2&c=%7e&d&e=#f").with_pair("b", "9"),
        "?a=%27x%27&b=9&c=%7e&d&e=#f",
    ),
    (
        "names are decoded, after splitting: Trino",
        lambda: URI("http://e/?%61=first&a=second").query[0],
        ("a", "first"),
    ),
    (
        "values too, after splitting: Trino",
        lambda: dict(URI("?k1=a%26k2%3Db&k2=c").query)["k2"],
        "c",
    ),
    (
        "the same as a form",
        lambda: form.parse("k1=a%26k2%3Db&k2=c"),
        [("k1", "a&k2=b"), ("k2", "c")],
    ),
    (
        "ß stays: IDNA of 2003 makes it ss",
        lambda: superuri.clean("http://faß.de/"),
        "http://xn--fa-hia.de/",
    ),
    (
        "a character that becomes c/o: hyperlink once",
        lambda: superuri.clean("http://℅/"),
        "!bad-host",
    ),
]


@pytest.mark.parametrize(("why", "ask", "want"), TRAPS, ids=[row[0] for row in TRAPS])
def test_a_trap_is_seen(why: str, ask: Callable[[], object], want: object) -> None:
    try:
        got = ask()
    except superuri.errors.URIError as error:
        got = f"!{error.code}"
    assert (str(got) if isinstance(got, URI) else got) == want, why
