"""Properties of whatwg.URL: a serialised URL parses as the same, and a host has no delimiter."""

import copy
import os
import pickle
import sys
from random import Random

import pytest

import superuri
from kit.amount import rest
from kit.raising import raised
from kit.strategies import for_all
from superuri._values import generate
from superuri.errors import ParseError
from superuri.profiles import LOSSLESS
from superuri.whatwg import URL
from syntax.test_whatwg_node import BASES, url

SETTABLE = ["protocol", "username", "password", "host", "hostname", "port", "pathname"]
SETTABLE += ["search", "hash"]
#: The forbidden domain code points, without the dot.
FORBIDDEN = set("/?#@:%\\[]<>^| \t\r\n\x00")


def parsed(text: str, base: str | None = None) -> URL | None:
    try:
        return URL(text, base)
    except ParseError:
        return None


def texts(rng: Random) -> str:
    return rng.choice([generate.wild, generate.legal_uri, generate.surrogates, url])(rng)


def bases(rng: Random) -> str | None:
    return rng.choice(BASES)


def parts(rng: Random) -> str:
    return rng.choice(SETTABLE)


def hosts(rng: Random) -> str:
    """A domain, often an internationalised one."""
    atoms = [
        *"abxn--..",
        *("xn--", "xn--bcher-kva", "ü", "ß", "ς", "א", "1", "٣", "。", "起", "\u200d"),
    ]
    return generate.several(rng, [*atoms, "℀", "／", "＠", "％", "Å", "e\u0301", "क्", "\u00ad"], 6)


# L29
@for_all(texts, bases)
def what_is_serialised_is_read_back(text: str, base: str | None) -> None:
    found = parsed(text, base)
    assert URL.can_parse(text, base) is (found is not None)
    if found is None:
        return
    again = URL(found.href)
    assert again == found
    assert again.href == found.href
    assert [getattr(again, part) for part in SETTABLE] == [getattr(found, p) for p in SETTABLE]
    assert found.href.isascii()


# L29
@for_all(texts, parts, texts)
def what_is_set_is_read_back(text: str, part: str, value: str) -> None:
    found = parsed(text)
    if found is None:
        return
    try:
        changed = found.replace(**{part: value})
    except ParseError as error:
        assert error.code == "part-refused"
        return
    assert URL(changed.href) == changed
    same = getattr(changed, part)
    if same or part not in {"search", "hash"}:
        # Setting the current value changes nothing, except for an empty query.
        assert changed.replace(**{part: same}) == changed


# L30
@for_all(hosts)
def a_host_is_its_own_and_holds_no_delimiter(host: str) -> None:
    found = parsed(f"http://{host}/")
    if found is None:
        return
    name = found.hostname
    assert not FORBIDDEN & set(name)
    assert URL(f"http://{name}/").hostname == name
    try:
        shown = superuri.pretty(f"http://{name}/", LOSSLESS.replace(host="unicode"))
    except ParseError:
        return
    assert URL(shown).hostname == name


def test_a_url_is_a_value() -> None:
    one, two = URL("http://a/"), URL("HTTP://A:80")
    assert one == two
    assert hash(one) == hash(two)
    assert one != "http://a/"
    assert one < URL("http://b/")
    assert copy.deepcopy(one) == one
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301  because it is our own
    assert str(one) == one.href == "http://a/"
    with pytest.raises(AttributeError):
        one.href = "http://b/"


def test_a_password_is_not_shown() -> None:
    url = URL("https://user:secret@e.com/")
    assert "secret" not in repr(url)
    assert url.redacted == superuri.URI(str(url)).redacted == "https://user:…@e.com/"
    assert URL("foo://:secret@h:1/a@b").redacted == "foo://:…@h:1/a@b"
    assert URL("mailto:a:b@c").redacted == "mailto:a:b@c"
    assert "secret" in str(url)
    assert URL("https://user@e.com/").redacted == "https://user@e.com/"
    for text in (
        "//u:secret@h",
        "http://u:secret@[::1",
        "http://u:secret/@h",
        "http://u:secret#@h",
    ):
        caught = raised(ParseError, URL, text)
        assert "secret" not in str(caught) + caught.pretty()


@pytest.mark.parametrize("text", [None, 1, b"http://h/", ["http://h/"]])
def test_what_is_not_a_str_is_a_type_error(text: object) -> None:
    with pytest.raises(TypeError):
        URL(text)
    with pytest.raises(TypeError):
        URL.can_parse(text)
    with pytest.raises(TypeError):
        URL("http://h/").replace(hash=text)


def test_what_is_not_a_component_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="no component scheme"):
        URL("http://h/").replace(scheme="https")
    with pytest.raises(TypeError, match="search_params"):
        URL("http://h/").replace(search="?a", search_params=[("a", "b")])


def test_lone_surrogates_are_replaced_as_in_usvstring() -> None:
    assert URL("http://h/\ud800?\udfff").href == "http://h/%EF%BF%BD?%EF%BF%BD"
    assert URL("http://h/\ud83d\ude00").href == "http://h/%F0%9F%98%80"
    caught = raised(ParseError, URL, "http://a b/\ud800")
    assert caught.text[caught.start : caught.end] == "a b"


GIB = 1 << 30
#: In bytes: of a text, its base and their URL.
LIMIT = 256 << 20


@pytest.mark.parametrize(("start", "more"), [("", LIMIT + 1), ("http://ü", 20_000)])
def test_what_the_parser_cannot_hold_is_refused_by_name(start: str, more: int) -> None:
    with pytest.raises(ParseError, match="limit") as caught:
        URL(start + "a" * more)
    assert caught.value.code == "url-too-long"


def is_read(*words: str | URL) -> bool:
    """Return whether a text and a base make a URL, as `can_parse` says, too."""
    try:
        URL(*words)
    except ParseError as error:
        assert error.code == "url-too-long"
        assert not URL.can_parse(*words)
        return False
    assert URL.can_parse(*words)
    return True


@rest
def test_a_url_is_no_longer_than_the_text_that_it_is_read_from_may_be() -> None:
    if (
        not hasattr(os, "sysconf")
        or os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < GIB * 6
    ):
        pytest.skip("it takes 3 GiB of memory, of at least 6")
    origin = "http://h/?"
    left = LIMIT - len(origin)
    most, grows = origin + "a" * left, origin + "'" * (left // 3)
    whole = URL(most)
    assert pickle.loads(pickle.dumps(whole)) == whole  # noqa: S301  it was just written
    assert URL(origin).replace(search=most[9:]) == whole
    assert whole.replace(search="") == URL("http://h/")
    for longer in (most + "a", grows + "'"):
        assert not is_read(longer)
        assert not is_read("/", longer)
        assert raised(ParseError, URL(origin).replace, search=longer[9:]).code == "url-too-long"
    for value, made_of, what in (
        ("a", whole, "the URL"),
        (most, URL(origin), "the URL"),
        (most + "a", URL(origin), "the text"),
    ):
        with pytest.raises(ParseError, match=f"{what} at .* is longer than {LIMIT} bytes"):
            made_of.replace(hash=value)
    with pytest.raises(ParseError, match=r"the text at .* is longer"):
        URL(most + "a")
    assert is_read("/", most)
    assert not is_read("#", whole)
    assert is_read(grows)


@pytest.mark.parametrize("part", ["pathname", "search", "hash", "username", "password"])
@pytest.mark.parametrize("host", ["xn--1ug", "e.com"])
def test_a_part_that_is_set_leaves_the_host_as_it_was(part: str, host: str) -> None:
    changed = URL(f"http://{host}/").replace(**{part: "é%41"})
    assert (changed.hostname, "%C3%A9%41" in getattr(changed, part)) == (host, True)


@pytest.mark.parametrize("base", ["http://a%D8%9D/", "http://a\u061d/", "http://[::1", "mailto:x"])
@pytest.mark.parametrize("text", ["//h", "http://h/", "/x", ""])
def test_what_can_be_parsed_has_a_base_that_is_a_url(text: str, base: str) -> None:
    assert URL.can_parse(text, base) == (base == "mailto:x" and text == "http://h/")
    if not URL.can_parse(text, base):
        with pytest.raises(ParseError):
            URL(text, base)


def test_a_bad_base_is_named() -> None:
    caught = raised(ParseError, URL, "/a", "http://h:x/")
    assert caught.text == "http://h:x/"
    assert caught.code == "bad-port"


def test_importing_superuri_does_not_import_the_module() -> None:
    assert "superuri.whatwg" in sys.modules  # this file asked for it
    assert not hasattr(superuri, "URL")


def test_search_params_are_set_and_read_back() -> None:
    pairs = [("a", "b c"), ("a", "+&="), ("ü", "")]
    url = URL("http://h/?x#f").replace(search_params=pairs)
    assert url.search_params == pairs
    assert url.replace(search_params=[]).href == "http://h/#f"
