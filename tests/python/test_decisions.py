"""Decisions that no row of a table can express: identity, types, errors as values, time."""

import array
import copy
import pickle

import pytest

import superuri
from kit.amount import length
from kit.clock import linearly
from kit.raising import raised
from superuri import errors, profiles, sets, whatwg

VERBS = (
    *(superuri.encode, superuri.decode, superuri.decode_bytes),
    *(superuri.clean, superuri.edits, superuri.is_uri),
)


class Text(str):
    """A subclass, such as a framework might pass."""

    __slots__ = ()


@pytest.mark.parametrize("text", ["abc", "a%20b c", ""])
@pytest.mark.parametrize("verb", [superuri.encode, superuri.decode, superuri.clean])
def test_a_subclass_of_str_comes_back_as_an_exact_str(verb, text):
    got = verb(Text(text))
    assert type(got) is str
    assert got == verb(text)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("value", [None, 1, 1.5, ["a"], ("a",), object()])
def test_what_is_not_text_is_a_type_error(verb, value):
    with pytest.raises(TypeError):
        verb(value)


@pytest.mark.parametrize("verb", VERBS)
def test_no_argument_or_too_many_is_a_type_error(verb):
    with pytest.raises(TypeError):
        verb()
    with pytest.raises(TypeError):
        verb("a", None, None, None)
    with pytest.raises(TypeError):
        verb("a", no_such_option=1)


def test_options_are_words():
    with pytest.raises(TypeError):
        superuri.decode("a", "utf-8")
    with pytest.raises(TypeError):
        superuri.encode("a", sets.rfc3986.PATH, "utf-8")
    with pytest.raises(TypeError):
        superuri.decode_bytes("a", "strict")


def test_set_and_profile_may_be_named():
    assert superuri.encode("a/b", set=sets.rfc3986.PATH) == "a/b"
    assert superuri.clean("/é", profile=profiles.IRI) == "/é"


@pytest.mark.parametrize("verb", VERBS)
def test_any_buffer_is_octets(verb):
    data = b"a%41/\xc3\xa9"
    want = verb(data)
    for buffer in (bytearray(data), memoryview(data), array.array("B", data)):
        assert verb(buffer) == want
    assert verb(memoryview(b"xx" + data + b"yy")[2:-2]) == want


@pytest.mark.parametrize("verb", VERBS)
def test_a_buffer_with_gaps_is_read_or_refused(verb):
    gaps = memoryview(b"a-%-4-1-")[::2]
    try:
        got = verb(gaps)
    except (BufferError, TypeError):
        return
    assert got == verb(bytes(gaps))


def test_a_bytearray_may_grow_afterwards():
    data = bytearray(b"a%zz")
    superuri.clean(data)
    caught = raised(errors.DecodeError, superuri.decode, data)
    data.extend(b"more")
    assert caught.start == 1


def test_nothing_to_do_returns_bytes_too():
    data = b"abc"
    assert superuri.decode_bytes(data) == data


def _caught():
    """One error of each leaf."""
    for call in (
        lambda: superuri.decode("caf%E9 and more"),
        lambda: superuri.decode(b"caf%zz"),
        lambda: superuri.encode("a\ud800"),
        lambda: superuri.decode("%E8%B5%B7", repertoire="latin-1"),
        lambda: superuri.clean("http://abcdef:8o80/"),
    ):
        caught = raised(errors.URIError, call)
        yield caught


def test_errors_are_one_tree():
    leaves = [errors.DecodeError, errors.EncodeError, errors.RepertoireError, errors.ParseError]
    assert [leaf.__bases__ for leaf in leaves] == [(errors.URIError,)] * 4
    assert errors.URIError.__bases__ == (ValueError,)
    assert errors.InternalError.__bases__ == (RuntimeError,)
    assert {type(error) for error in _caught()} == set(leaves)


def test_errors_pickle_and_copy():
    for error in _caught():
        protocols = range(pickle.HIGHEST_PROTOCOL + 1)
        copies = [pickle.loads(pickle.dumps(error, n)) for n in protocols]  # noqa: S301  because it is ours
        for again in (*copies, copy.copy(error), copy.deepcopy(error)):
            assert type(again) is type(error)
            assert str(again) == str(error)
            for name in ("text", "start", "end", "code", "help"):
                assert getattr(again, name) == getattr(error, name), name


def test_an_error_is_one_line_and_draws_a_caret():
    for error in _caught():
        assert len(str(error).splitlines()) == 1
        drawn = error.pretty().splitlines()
        assert drawn[0] == str(error)
        carets = next(line for line in drawn if line.strip(" ^") == "" and "^" in line)
        above = drawn[drawn.index(carets) - 1]
        if isinstance(error.text, str) and error.text.isascii():
            start = carets.index("^")
            assert above[start : start + carets.count("^")] == error.text[error.start : error.end]
        assert error.help


def test_an_error_message_names_what_and_where():
    what = r'"%GZ" at 12\.\.15 is not a valid percent-escape'
    with pytest.raises(errors.DecodeError, match=what):
        superuri.decode("123456789012%GZ")
    with pytest.raises(errors.DecodeError, match=r'E9 at 3\.\.6 is not valid UTF-8 .*"é"'):
        superuri.decode("caf%E9")
    with pytest.raises(errors.EncodeError, match=r"U\+D800 at 7"):
        superuri.encode("1234567\ud800")
    with pytest.raises(errors.RepertoireError, match=r"起.* latin-1"):
        superuri.decode("起", repertoire="latin-1")
    with pytest.raises(errors.ParseError, match=r'"8o80" at 14\.\.18'):
        superuri.clean("http://abcdef:8o80/")


def test_a_message_hides_the_password():
    assert "secret" not in str(raised(errors.ParseError, superuri.clean, "http://me:secret@h:x/"))


def test_sets_grow_and_shrink():
    path = sets.rfc3986.PATH
    assert superuri.encode("a/b!", path | "!") == "a/b%21"
    assert superuri.encode("a?b%", path - "?") == "a?b%25"
    assert superuri.encode("a/b!", path) == "a/b!"
    assert not (path - "%").reversible
    assert (path | "!").reversible


def test_a_set_joins_another():
    """`|` encodes what either encodes, also beyond ASCII; `-` says nothing about that."""
    uri, iri = sets.rfc3986.PATH, sets.rfc3987.PATH
    assert superuri.encode("é?", iri) == "é%3F"
    assert superuri.encode("é?", iri | uri) == superuri.encode("é?", uri | iri) == "%C3%A9%3F"
    assert superuri.encode("é?", iri - uri) == "é?"
    assert superuri.encode("é?", uri - iri) == "%C3%A9?"


def test_what_is_not_a_set_of_ascii_is_refused():
    path = sets.rfc3986.PATH
    with pytest.raises(ValueError, match="'é' is not ASCII: non-ASCII characters follow the set"):
        path | "aé"
    for text in ("", "ab"):
        with pytest.raises(TypeError, match="a set holds single characters"):
            text in path  # noqa: B015  because it raises
    with pytest.raises(AttributeError, match=r"called sets\.rfc3987\.NO; there are COMPONENT"):
        sets.rfc3987.NO  # noqa: B018  because it raises


def test_a_set_cannot_be_changed():
    with pytest.raises((AttributeError, TypeError)):
        sets.rfc3986.PATH.name = "other"


MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    "atom", ["%", "%4", "%41", "%C3%A9", "%E9", "é", " ", "a", "#", "?", "/", ":", "@", "[", "\\"]
)
@linearly()
def test_time_grows_with_the_input(atom):
    """L41: a quadratic verb takes a minute"""
    text = atom * (length(4 * MEGABYTE) // len(atom.encode()))
    superuri.encode(text)
    for policy in ("replace", "ignore", "keep"):
        superuri.decode(text, errors=policy)
    for start in ("", "/", "//", "http://", "http://[", "x:"):
        try:
            superuri.clean(start + text)
        except errors.ParseError:
            continue


def test_two_uris_are_compared():
    with pytest.raises(TypeError, match="two URIs are compared: b is missing"):
        superuri.compare("http://e.com/")


def test_the_base_of_a_url_may_be_one():
    for base in ("https://e.com/a/", whatwg.URL("https://e.com/a/")):
        assert whatwg.URL.can_parse("b", base)
        assert whatwg.URL("b", base).href == "https://e.com/a/b"
        assert not whatwg.URL.can_parse("https://e.com:99999", base)
    assert not whatwg.URL.can_parse("b", whatwg.URL("mailto:a@e.com"))  # its path is opaque


@pytest.mark.parametrize(
    ("made", "shown"),
    [
        (profiles.IRI, "profiles.IRI"),
        (profiles.IRI.encoded(query="big5"), 'profiles.IRI.encoded(None, query="big5")'),
        (profiles.IRI.encoded("latin-1"), 'profiles.IRI.encoded("latin-1", query=None)'),
    ],
)
def test_a_profile_is_shown_as_it_is_made(made, shown):
    assert repr(made) == shown
    assert eval(shown, {"profiles": profiles}) == made  # noqa: S307  because it is ours


def test_sets_and_profiles_are_values():
    path = sets.rfc3986.PATH
    for value in (path, path | "!", profiles.RFC3986, profiles.WHATWG.encoded(query="big5")):
        for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):  # noqa: S301  because it is ours
            assert again == value
            assert hash(again) == hash(value)
    assert path != sets.rfc3986.QUERY
    assert profiles.WHATWG.encoded(query="big5") != profiles.WHATWG
    assert superuri.encode("a!", pickle.loads(pickle.dumps(path | "!"))) == "a%21"  # noqa: S301  because it is ours
