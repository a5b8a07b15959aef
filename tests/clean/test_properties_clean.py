"""The properties of cleaning, each under its name."""

import contextlib
import re
from collections.abc import Iterator

import superuri
from kit import naive
from kit.agreement import FLAT, expected, outcome
from kit.legal import is_legal, parts
from kit.strategies import for_all
from superuri._values.generate import dirty_url, legal_uri, octets, surrogates, wild

PROFILE_NAMES = (
    *("RFC3986", "GIUCA_3986", "GIUCA_2396", "RFC1738", "WHATWG", "IRI", "FIREFOX10", "CHROME16"),
    "SALVAGE",
)
PROFILES = {name: getattr(superuri.profiles, name) for name in PROFILE_NAMES}


def cleaned(text: str) -> str | None:
    """The clean text; None if clean refuses it."""
    got = outcome(superuri.clean, text)
    assert isinstance(got, str) or got[0] in ("ParseError", "EncodeError"), got
    return got if isinstance(got, str) else None


def components(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each component but the host, as it is and clean, if clean takes it."""
    clean = cleaned(text)
    if clean is not None:
        before, after = parts(text), parts(clean)
        for name in ("path", "query", "fragment"):
            yield name, before[name] or "", after[name] or ""


def same_components(source: str, clean: str) -> None:
    """L13: the delimiters stay in their places, component by component."""
    before, after = parts(source), parts(clean)
    assert before["scheme"] == after["scheme"]
    for name in ("authority", "path", "query", "fragment"):
        assert (before[name] is None) == (after[name] is None), name
    for name in ("path", "query", "fragment"):
        old, new = before[name] or "", after[name] or ""
        delimiters = "/?@!$&'()*+,;="
        if name != "path" or before["scheme"] or before["authority"] is not None:
            delimiters += ":"
        assert [c for c in new if c in delimiters] == [c for c in old if c in delimiters], name
    old, new = before["authority"] or "", after["authority"] or ""
    assert ("@" in old) == ("@" in new)
    old_host, new_host = old.rpartition("@")[2], new.rpartition("@")[2]
    assert (old_host[:1] == "[") == (new_host[:1] == "[")
    assert re.search(r"(:[0-9]*)?\Z", old_host)[0] == re.search(r"(:[0-9]*)?\Z", new_host)[0]


@for_all(wild)
def cleaning_twice_changes_nothing(text: str) -> None:
    """L10"""
    clean = cleaned(text)
    if clean is not None:
        assert superuri.clean(clean) is clean


@for_all(wild)
def cleaning_twice_changes_nothing_by_any_profile(text: str) -> None:
    """L10, for every profile"""
    for name, profile in PROFILES.items():
        once = outcome(superuri.clean, text, profile)
        if isinstance(once, str):
            assert superuri.clean(once, profile) is once, name
            assert superuri.is_uri(once, profile), name
        else:
            assert once[0] == "ParseError", name


@for_all(legal_uri)
def a_legal_uri_comes_back_as_the_same_object(text: str) -> None:
    """L11"""
    assert is_legal(text)
    assert superuri.clean(text) is text
    assert superuri.is_uri(text)
    assert superuri.edits(text) == ()


@for_all(legal_uri)
def a_legal_uri_is_not_changed_by_salvage_or_iri(text: str) -> None:
    """L11, for the profiles that are the default and more"""
    assert superuri.clean(text, superuri.profiles.IRI) is text
    if not re.search("amp;|hxxp", text) and text[:1] + text[-1:] != "''":
        assert superuri.clean(text, superuri.profiles.SALVAGE) is text


@for_all(wild)
def what_clean_returns_is_legal(text: str) -> None:
    """L11"""
    clean = cleaned(text)
    if clean is not None:
        assert is_legal(clean)
        assert (clean is text) == is_legal(text)
    else:
        assert not is_legal(text)


@for_all(dirty_url)
def what_people_write_is_cleaned(text: str) -> None:
    """L11: where nothing is ambiguous, clean does not refuse"""
    clean = superuri.clean(text)
    assert is_legal(clean)
    same_components(text, clean)


@for_all(wild)
def is_uri_agrees_with_the_grammar(text: str) -> None:
    """L11"""
    assert superuri.is_uri(text) is is_legal(text)
    assert superuri.is_uri(text.encode()) is is_legal(text)


@for_all(wild)
def a_triplet_is_never_touched(text: str) -> None:
    """L12: every other percent sign outside a host becomes %25, and no triplet appears"""
    for name, old, new in components(text):
        pattern = ""
        for _, token in naive.tokens(old.encode()):
            stays = re.escape(token.decode("latin-1"))
            if len(token) == 1:
                stays = "%25" if token == b"%" else f"(?:{stays}|%{token[0]:02X})"
            pattern += stays
        assert re.fullmatch(pattern, new), name


@for_all(wild)
def delimiters_stay_delimiters(text: str) -> None:
    """L13"""
    clean = cleaned(text)
    if clean is not None:
        same_components(text, clean)


@for_all(wild)
def cleaning_does_not_change_the_meaning(text: str) -> None:
    """L14: of any component but the host"""
    for name, old, new in components(text):
        assert naive.lenient(new.encode()) == naive.lenient(old.encode()), name
        for errors in ("replace", "ignore"):
            assert superuri.decode(new, errors=errors) == superuri.decode(old, errors=errors)
        assert superuri.decode_bytes(new) == naive.lenient(old.encode())


@for_all(wild)
def cleaning_commutes_with_keep(text: str) -> None:
    """L14, with errors="keep": a cleaned component and its source decode to the same bytes"""
    for name, *pair in components(text):
        old, new = (superuri.decode(part, errors="keep") for part in pair)
        assert naive.lenient(old.encode()) == naive.lenient(new.encode()), name


@for_all(octets)
def octets_outside_a_host_become_their_triplets(data: bytes) -> None:
    """L14, for octets that are not valid text"""
    subject = b"/x/" + data
    assert outcome(superuri.clean, subject) == expected(naive.clean, subject)


@for_all(wild)
def without_an_authority_clean_is_the_reference(text: str) -> None:
    """The decisions on references, white space, brackets and number signs"""
    with contextlib.suppress(naive.HasHostError):
        want = expected(naive.clean, text.encode())
        assert outcome(superuri.clean, text) == want


@for_all(wild)
def a_literal_cleaning_is_its_table(text: str) -> None:
    """Equality of a flat profile with its source"""
    for profile, encoded in FLAT.items():
        assert superuri.clean(text, profile) == naive.clean_flat(text.encode(), encoded), profile


@for_all(wild)
def clean_is_its_edits_applied(text: str) -> None:
    """The reference implementation of every profile, for str and octets"""
    for name, profile in PROFILES.items():
        for subject in (text, text.encode()):
            got = outcome(superuri.clean, subject, profile)
            edits = outcome(superuri.edits, subject, profile)
            if isinstance(got, str):
                assert naive.applied(subject, edits) == got, name
                assert (edits == ()) == (got == text), name
            else:
                assert edits == got, name


@for_all(wild)
def str_and_bytes_are_cleaned_alike(text: str) -> None:
    """L34, L39: the same result, or the same error at the same place"""
    data = text.encode()
    for name, profile in PROFILES.items():
        want = outcome(superuri.clean, text, profile)
        assert outcome(superuri.clean, data, profile) == want, name
        if isinstance(want, str):
            assert superuri.clean(bytearray(data), profile) == want, name
            assert superuri.clean(memoryview(data), profile) == want, name


@for_all(surrogates)
def a_lone_surrogate_is_never_lost(text: str) -> None:
    """Promise 4: no profile drops it"""
    lone = [c for c in text if 0xD800 <= ord(c) <= 0xDFFF]
    for name, profile in PROFILES.items():
        for verb in (superuri.clean, superuri.edits):
            try:
                verb(text, profile)
            except superuri.errors.EncodeError as error:
                assert text[error.start] in lone, name
            except superuri.errors.ParseError:
                pass
            else:
                assert not lone, name
