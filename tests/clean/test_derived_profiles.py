"""Profiles that encode more characters: for a URL inside of something else."""

import copy
import pickle
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit import legal
from kit.strategies import SETTINGS
from superuri import profiles, testing
from superuri.columns import arrow
from superuri.errors import URIError

EXTRA = "!$'()*,;"
WITHIN = profiles.RFC3986.replace(extra="()")
#: Addresses in brackets keep every character, because nothing can be escaped there.
BRACKETS = re.compile(r"//[^/?#]*\[[^\]/?#]*\]")

ROWS = [
    # a text, what is encoded too, the URI
    ("https://e.com/a (b)", "()", "https://e.com/a%20%28b%29"),
    ("https://e.com/a%28b%29", "()", "https://e.com/a%28b%29"),
    ("https://(u):p;@e.com/(?(#(", "();", "https://%28u%29:p%3B@e.com/%28?%28#%28"),
    ("https://e.com/'\\", "'()", "https://e.com/%27%5C"),
    ("https://e.com/a!b$c*d,e;f", EXTRA, "https://e.com/a%21b%24c%2Ad%2Ce%3Bf"),
    ("mailto:(a)@e.com", "()", "mailto:%28a%29@e.com"),
    ("(a):b/c", "(", "%28a)%3Ab/c"),
    ("http://[v1.(]/(", "(", "http://[v1.(]/%28"),
    ("https://e.com/a (b)", "", "https://e.com/a%20(b)"),
]


@pytest.mark.parametrize(("text", "extra", "want"), ROWS)
def test_extra_characters_are_encoded(text: str, extra: str, want: str) -> None:
    profile = profiles.RFC3986.replace(extra=extra)
    assert superuri.clean(text, profile) == want
    assert superuri.clean(want, profile) is want
    assert superuri.is_uri(want, profile)
    assert superuri.clean(text.encode(), profile) == want
    shown = superuri.edits(text, profile)
    for start, end, with_, _ in reversed(shown):
        text = text[:start] + with_ + text[end:]
    assert text == want


@SETTINGS
@given(
    testing.dirty_uris() | testing.wild_texts(),
    st.text(EXTRA),
    st.sampled_from(sorted(profiles.names)),
)
def test_the_promises_are_kept(text: str, extra: str, name: str) -> None:
    profile = profiles.names[name].replace(extra=extra)
    try:
        once = superuri.clean(text, profile)
    except URIError:
        return
    assert superuri.clean(once, profile) == once
    assert superuri.is_uri(once, profile)
    assert not set(extra) & set(BRACKETS.sub("", once))
    if name in {"RFC3986", "SALVAGE"}:
        assert legal.is_legal(once)
        plain = superuri.clean(text, profiles.names[name])
        assert superuri.decode(once, errors="replace") == superuri.decode(plain, errors="replace")
        if not set(extra) & set(plain):
            assert once == plain


@pytest.mark.parametrize("profile", [WITHIN, profiles.IRI.replace(extra="*").encoded("latin1")])
def test_a_derived_profile_is_a_value(profile: superuri.Profile) -> None:
    again = pickle.loads(pickle.dumps(profile))  # noqa: S301  because it is our own
    assert again == copy.copy(profile) == profile
    assert hash(profile) == hash(copy.deepcopy(profile))
    assert profile != profiles.names[profile.name]
    assert profile.replace(extra="") == profiles.names[profile.name].encoded(profile.encoding)
    assert repr(profile).startswith(f"profiles.{profile.name}.replace(extra=")
    assert set(profile.extra) <= set(EXTRA)
    assert all(c in each for c in profile.extra for each in profile.sets.values())


@pytest.mark.parametrize("extra", ["&", "a", "/", "%", "é", "(&", "-"])
def test_other_characters_are_refused(extra: str) -> None:
    with pytest.raises(ValueError, match="a profile encodes of"):
        profiles.RFC3986.replace(extra=extra)
    wrong: Any = 1
    with pytest.raises(TypeError):
        profiles.RFC3986.replace(extra=wrong)


def test_columns_take_it() -> None:
    texts = ["https://e.com/a (b)", None, "/c(d)", "x"]
    want = [None if text is None else superuri.clean(text, WITHIN) for text in texts]
    assert arrow.apply(texts, "clean", profile=WITHIN).to_list() == want


@SETTINGS
@given(testing.dirty_uris())
def test_a_destination_of_markdown_is_one(text: str) -> None:
    markdown_it = pytest.importorskip("markdown_it")
    try:
        uri = superuri.clean(text, WITHIN)
    except URIError:
        return
    if not uri or BRACKETS.search(uri):
        return
    markdown = markdown_it.MarkdownIt()
    markdown.validateLink = lambda _: True
    (_, inline, _) = markdown.parse(f"[x]({uri.replace('&', '&amp;')})")
    link = inline.children[0]
    assert link.type == "link_open"
    assert superuri.decode(link.attrs["href"], errors="replace") == superuri.decode(
        uri, errors="replace"
    )
