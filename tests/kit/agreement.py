"""Agreement of the verbs with the reference implementation, for many tests."""

from collections.abc import Callable, Iterable
from typing import Any

import superuri
from kit import naive
from kit.legal import is_legal

ERRORS = ("strict", "replace", "ignore", "keep")
FLAT = {getattr(superuri.profiles, name): encoded for name, encoded in naive.FLAT.items()}


def octet_at(text: str | bytes, index: int) -> int:
    """Return the octet offset of this index of the text."""
    return len(text[:index].encode()) if isinstance(text, str) else index


def outcome(verb: Callable[..., Any], text: str | bytes, *args: Any, **options: Any) -> Any:
    """Return the result of the verb, or the kind and the octet offset of its error."""
    try:
        return verb(text, *args, **options)
    except superuri.errors.URIError as error:
        if not 0 <= error.start < error.end <= len(text):
            return f"offsets {error.start}..{error.end} outside the text"
        return type(error).__name__, octet_at(text, error.start)


def expected(reference: Callable[..., Any], octets: bytes, *args: Any) -> Any:
    """Return the same for the reference implementation."""
    try:
        return reference(octets, *args)
    except naive.RefusedError as refused:
        return refused.kind, refused.at


def disagreements(octets: bytes, text: str | bytes) -> Iterable[tuple[Any, ...]]:
    """Yield each (verb, options, text, got, want) that differs; the text must be these octets."""
    pairs = [
        ("encode", "", outcome(superuri.encode, text), naive.encode(octets)),
        (
            *("decode_bytes", ""),
            outcome(superuri.decode_bytes, text),
            expected(naive.decode_bytes, octets),
        ),
        *(
            ("decode", errors, outcome(superuri.decode, text, errors=errors), want)
            for errors in ERRORS
            for want in [expected(naive.decode, octets, errors)]
        ),
        *(
            ("clean", profile, outcome(superuri.clean, text, profile), want)
            for profile, encoded in FLAT.items()
            for want in [naive.clean_flat(octets, encoded)]
        ),
        cleaned(octets, text),
    ]
    return [(verb, options, text, got, want) for verb, options, got, want in pairs if got != want]


def cleaned(octets: bytes, text: str | bytes) -> tuple[str, str, Any, Any]:
    """Return the text, its name, the result of clean and the expected one; with a host, any legal
    one."""
    got = outcome(superuri.clean, text)
    try:
        want = expected(naive.clean, octets)
    except naive.HasHostError:
        if isinstance(got, tuple):
            return "clean", "refused", got[0], "ParseError"
        fine = is_legal(got) and superuri.clean(got) is got
        return "clean", "with a host", got, got if fine else "something legal and stable"
    if isinstance(got, str) and not (is_legal(got) and superuri.clean(got) is got):
        return "clean", "illegal or unstable", got, want
    return "clean", "", got, want
