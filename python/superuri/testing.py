"""Strategies for Hypothesis: URIs that are legal, dirty, or hardly URIs at all.

>>> from hypothesis import given
>>> import superuri
>>> from superuri import testing
>>> @given(testing.dirty_uris())
... def cleaning_twice_changes_nothing(text):
...     assert superuri.clean(superuri.clean(text)) == superuri.clean(text)
>>> cleaning_twice_changes_nothing()

Only this module needs Hypothesis: ``pip install 'superuri[testing]'``.
"""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from superuri._values import generate

try:
    from hypothesis import strategies as st
except ImportError as _missing:
    raise ImportError(
        "superuri.testing needs hypothesis: pip install 'superuri[testing]'", name="hypothesis"
    ) from _missing

__all__ = [
    "dirty_uris",
    "escaped_texts",
    "legal_uris",
    "legal_urls",
    "octets",
    "strategy",
    "surrogate_texts",
    "texts",
    "wild_texts",
]

_T = TypeVar("_T")


def strategy(generator: Callable[[Random], _T]) -> st.SearchStrategy[_T]:
    """The values of a generator over a ``random.Random``; Hypothesis makes the choices, so they
    shrink.

    Args:
        generator: A function of a ``random.Random`` that returns one value.

    Returns:
        A strategy of Hypothesis.

    Example:
        >>> from hypothesis import given
        >>> from superuri import testing
        >>> @given(testing.strategy(lambda rng: f"http://e.com/{rng.randint(0, 9)}"))
        ... def all_are_short(url):
        ...     assert len(url) == len("http://e.com/0")
        >>> all_are_short()
    """
    return st.randoms(use_true_random=False, note_method_calls=False).map(generator)


def legal_uris() -> st.SearchStrategy[str]:
    """URI references of RFC 3986 Appendix A, of every form and scheme, with relative ones.

    >>> from hypothesis import given
    >>> import superuri
    >>> from superuri import testing
    >>> @given(testing.legal_uris())
    ... def a_valid_uri_is_never_changed(uri):
    ...     assert superuri.clean(uri) is uri
    >>> a_valid_uri_is_never_changed()
    """
    return strategy(generate.legal_uri)


def legal_urls() -> st.SearchStrategy[str]:
    """Legal URIs that every library parses: http or https, a host, a path."""
    return strategy(generate.legal_url)


def dirty_uris() -> st.SearchStrategy[str]:
    """URLs as people write them: dirt in path, query and fragment, all of which can be cleaned."""
    return strategy(generate.dirty_url)


def wild_texts() -> st.SearchStrategy[str]:
    """Arbitrary texts with many characters that end components."""
    return strategy(generate.wild)


def escaped_texts() -> st.SearchStrategy[str]:
    """Texts of valid and invalid triplets."""
    return strategy(generate.escapes)


def texts() -> st.SearchStrategy[str]:
    """Short texts without lone surrogates, each of one internal width, as data to encode."""
    return strategy(generate.text)


def surrogate_texts() -> st.SearchStrategy[str]:
    """Texts with lone surrogates in them."""
    return strategy(generate.surrogates)


def octets() -> st.SearchStrategy[bytes]:
    """Arbitrary bytes with many percent signs."""
    return strategy(generate.octets)
