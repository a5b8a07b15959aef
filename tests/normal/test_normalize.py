"""Normal forms: one spelling for equivalent URIs, and the reason why two are, or are not."""

import pytest

import superuri
from kit.clock import linearly

NORMAL = [
    # RFC 3986 section 6.2.2 and 6.2.3.
    ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"),
    ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
    ("http://example.com", "http://example.com/"),
    ("http://example.com:/", "http://example.com/"),
    ("http://example.com:80/", "http://example.com/"),
    ("http://example.com/?", "http://example.com/?"),
    ("http://example.com/#", "http://example.com/#"),
    # Section 5.2.4, and paths that need a guard to parse as the same.
    ("/a/b/c/./../../g", "/a/g"),
    ("mid/content=5/../6", "mid/6"),
    ("../a/../../b", "../../b"),
    ("x/../a:b", "./a:b"),
    ("/.//x", "/.//x"),
    ("a:/.//x", "a:/.//x"),
    ("data:,a/../b", "data:,a/../b"),
    # Texts that other libraries get wrong.
    ("http://e.com/%7e%c3%a9", "http://e.com/~%C3%A9"),
    ("http://e.com/%2E%2E/a", "http://e.com/a"),
    ("http://e.com/@%2%41", "http://e.com/@%252A"),
    ("%%34%31", "%2541"),
    ("https://e.com/foo%20bar%3a%20%2376%2c#b", "https://e.com/foo%20bar%3A%20%2376%2C#b"),
    ("http://e.com/x%252Cy", "http://e.com/x%252Cy"),
    ("http://%45xample.%C3%a9/", "http://example.%C3%A9/"),
    ("http://[FE80::A%25En0]:0080/", "http://[fe80::a%25En0]/"),
    ("ht%74p://127.0.0.1", "http%3A//127.0.0.1"),
    ("x://e:80", "x://e:80"),
]


@pytest.mark.parametrize(("text", "normal"), NORMAL)
def test_a_uri_has_one_normal_form(text: str, normal: str) -> None:
    assert superuri.normalize(text) == normal
    assert superuri.normalize(normal) is normal


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ("/a", "/a", (True, "text")),
        ("/a b", "/a%20b", (True, "clean")),
        ("/%c3", "/%C3", (True, "case")),
        ("/~", "/%7E", (True, "percent")),
        ("/%2E%2E/a", "/a", (True, "path")),
        ("http://e.com:80/", "http://e.com", (True, "scheme")),
        ("http://e/", "https://e/", (False, "scheme")),
        ("/", "//e/", (False, "authority")),
        ("//u@e/", "//e/", (False, "userinfo")),
        ("//e/", "//f/", (False, "host")),
        ("//e:1/", "//e:2/", (False, "port")),
        ("a%2Fb", "a/b", (False, "path")),
        ("?a=%2B", "?a=+", (False, "query")),
        ("?%26", "?&", (False, "query")),
        ("/;", "/%3B", (False, "path")),
        ("?", "", (False, "query")),
        ("#", "", (False, "fragment")),
    ],
)
def test_a_comparison_names_the_step_or_the_component(a, b, message):
    assert superuri.compare(a, b) == message == tuple(superuri.compare(a, b))
    assert superuri.compare(a, b).equal == message[0]
    assert superuri.compare(a, b).why == message[1]
    assert superuri.equivalent(a, b) == superuri.compare(b, a)[0]


@pytest.mark.parametrize(
    ("text", "also", "normal"),
    [
        ("?b=2&a=1&b=1", "sort-query", "?a=1&b=2&b=1"),
        ("/a?q#f", "drop-fragment", "/a?q"),
        ("/?utm_source=x&q&fbclid=y", "drop-tracking", "/?q"),
        ("/?utm_x=1", "drop-tracking", "/"),
        ("/?", "drop-tracking", "/?"),
        ("http://e/%40%3A%2F%3B?%3A%2F%26%2B", "reserved", "http://e/@:%2F%3B?:/%26%2B"),
        ("x://e/%40", "reserved", "x://e/%40"),
        ("http://e/%25%23%3F", "reserved", "http://e/%25%23%3F"),
    ],
)
def test_what_can_change_the_meaning_is_done_on_request(text: str, also: str, normal: str) -> None:
    assert superuri.normalize(text) == text
    assert superuri.normalize(text, also=(also,)) == normal
    assert superuri.normalize(normal, also=(also,)) is normal


@pytest.mark.parametrize("options", [{"level": "paths"}, {"also": ("sort",)}])
def test_an_unknown_word_is_reported_with_the_known_ones(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="it is o"):
        superuri.normalize("/", **options)


def test_time_grows_with_the_text() -> None:
    # Quadratic code takes minutes for each.
    for text in ("/a" * 500_000 + "/.." * 500_000, "../" * 10**6, "/%41" * 500_000, "?&a" * 10**6):
        with linearly():
            superuri.normalize(text, also=("sort-query", "drop-tracking"))
