"""The properties of whole URIs: normal forms, equivalence, splitting and resolving."""

import contextlib
import itertools
import re
from itertools import pairwise
from random import Random

import superuri
from kit.legal import is_legal
from kit.strategies import for_all
from superuri import URI
from superuri._values.generate import legal_uri, several, wild
from superuri.whatwg import URL

LEVELS = ("case", "percent", "path", "scheme")
ALSO = ("sort-query", "drop-fragment", "drop-tracking", "reserved")
UNRESERVED = re.compile("%(?:2[DE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])")


def paths(rng: Random) -> str:
    """A legal reference of dots, slashes and the text around them."""
    atoms = ["/", "//", ".", "..", "%2e", "a", "a:b", "?q", "#f", "http://e", "HTTP:", "%7E", "%2F"]
    return cleaned(several(rng, atoms, 8)) or ""


def bases(rng: Random) -> str:
    """A legal URI with a scheme and an authority."""
    return "http://e" + rng.choice(["", "/", "/a/b/c", "/a//b/", "/?q", "/a:b/c;d?q"])


def cleaned(text: str) -> str | None:
    """The clean text, or None."""
    with contextlib.suppress(superuri.errors.ParseError):
        return superuri.clean(text)
    return None


@for_all(wild)
def normalizing_twice_changes_nothing(text: str) -> None:
    """L18"""
    if cleaned(text) is None:
        return
    for level in LEVELS:
        for also in ((), ALSO, *((word,) for word in ALSO)):
            normal = superuri.normalize(text, level, also=also)
            assert superuri.normalize(normal, level, also=also) is normal
            assert is_legal(normal)


@for_all(wild)
def cleaning_and_normalizing_commute(text: str) -> None:
    """L19"""
    if (clean := cleaned(text)) is not None:
        normal = superuri.normalize(text)
        assert superuri.normalize(clean) == normal == superuri.clean(normal)
        assert superuri.equivalent(text, normal)


@for_all(paths, paths)
def equivalence_is_one_normal_form(a: str, b: str) -> None:
    """L19, L20: symmetric and, because it is equality of normal forms, transitive"""
    same = superuri.normalize(a) == superuri.normalize(b)
    assert superuri.equivalent(a, b) == superuri.equivalent(b, a) == same
    assert superuri.equivalent(a, a)
    assert hash(URI(superuri.normalize(a))) == hash(URI(superuri.normalize(a)))


@for_all(bases, paths)
def equivalent_references_have_equivalent_targets(base: str, reference: str) -> None:
    """L20: a congruence for resolving, of what is hierarchical, and of dots that are written so"""
    reference = reference.replace("%2e", ".")
    if URI(reference).scheme and not superuri.split(reference).path.startswith("/"):
        return
    normal = superuri.normalize(reference)
    targets = [URI(base).resolve(text) for text in (reference, normal)]
    assert superuri.equivalent(*targets)


def test_escaped_dots_are_resolved_as_in_the_rfc() -> None:
    # Section 5.2.4 recognises only unescaped dots, section 6.2.2.2 and browsers also %2e. So the
    # property above does not hold for them: normalise the reference first for the browser's target.
    base = URI("http://e/a/b/c")
    assert str(base.resolve("%2e/..")) == "http://e/a/b/"
    assert superuri.normalize("%2e/..") == "../"
    assert str(base.resolve(superuri.normalize("%2e/.."))) == "http://e/a/"
    assert URL("%2e/..", str(base)).href == "http://e/a/"


@for_all(wild)
def levels_nest(text: str) -> None:
    """L21"""
    if cleaned(text) is None:
        return
    forms = [superuri.normalize(text, level) for level in LEVELS]
    for (low, form), (high, further) in pairwise(zip(LEVELS, forms, strict=True)):
        assert superuri.normalize(form, high) == further, (low, high)


@for_all(wild)
def a_percent_sign_stays_escaped(text: str) -> None:
    """L22: so that what stays escaped is distinguished from what was data"""
    if (clean := cleaned(text)) is not None:
        normal = superuri.normalize(text, "percent")
        assert normal.count("%25") == clean.count("%25")
        assert not UNRESERVED.search(normal)


@for_all(wild)
def joining_undoes_splitting(text: str) -> None:
    """L23"""
    assert superuri.unsplit(superuri.split(text)) == text


def five(rng: Random) -> tuple[str | None, ...]:
    """Five components, legal or not."""
    atoms = ["a", ":", "/", "?", "#", "@", "."]
    parts = [several(rng, atoms, 3) if rng.random() < 0.6 else None for _ in range(5)]
    return (*parts[:2], parts[2] or "", *parts[3:])


@for_all(five)
def splitting_undoes_joining_or_reports_why_not(parts: tuple[str | None, ...]) -> None:
    """L24"""
    try:
        text = superuri.unsplit(parts)
    except superuri.errors.ParseError as error:
        assert error.code == "misread"
        assert error.text in parts
    else:
        assert tuple(superuri.split(text)) == parts


def test_every_way_to_misread_a_component_is_refused() -> None:
    """L24, for all combinations of a few pieces: random paths rarely begin with //"""
    schemes, authorities = (None, "", "a", "1", "a:"), (None, "", "h", "h/", "h?", "h#")
    paths, queries = ("", "/", "//x", "x", "a:b", "/?", "/#"), (None, "", "q?", "q#")
    read = 0
    for parts in itertools.product(schemes, authorities, paths, queries, (None, "", "f#")):
        splitting_undoes_joining_or_reports_why_not(parts)
        with contextlib.suppress(superuri.errors.ParseError):
            superuri.unsplit(parts)
            read += 1
    # With an authority, of either scheme, three paths; without one, four, but no "a:b" unless
    # there is a scheme. Three queries and three fragments go with each.
    assert read == (2 * 2 * 3 + 4 + 3) * 3 * 3


@for_all(bases, paths)
def resolving_undoes_relativizing(base: str, reference: str) -> None:
    """L28, for targets without dots"""
    target = URI(base).resolve(reference)
    assert URI(base).resolve(URI(base).relativize(target)) == target


@for_all(legal_uri)
def an_edit_touches_only_what_it_names(text: str) -> None:
    """A set value is read back, and everything else stays"""
    uri = URI(text)
    before = superuri.split(text)
    edited = uri.with_pair("k é", "a&=+%41#")
    after = superuri.split(edited)
    with contextlib.suppress(superuri.errors.DecodeError):
        assert ("k é", "a&=+%41#") in edited.query
    for name in ("scheme", "authority", "path", "fragment"):
        assert getattr(before, name) == getattr(after, name)
    assert (after.query or "").startswith(before.query or "")
    assert str(uri.with_fragment("x").with_fragment(None)) == text.partition("#")[0]


@for_all(legal_uri)
def setting_what_was_read_changes_nothing(text: str) -> None:
    """Segments and pairs that equal the decoded old ones keep their bytes"""
    uri = URI(text)
    with contextlib.suppress(superuri.errors.DecodeError):
        assert uri.with_segments(uri.segments) == uri
    with contextlib.suppress(superuri.errors.DecodeError):
        assert uri.with_query(uri.query) == uri
    with contextlib.suppress(superuri.errors.DecodeError):
        assert not uri.name or uri.with_name(uri.name) == uri
