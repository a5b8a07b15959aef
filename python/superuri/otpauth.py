"""``otpauth:`` URIs, which carry the key of one-time passwords to an authenticator.

>>> from superuri import otpauth
>>> uri = otpauth.build("totp", "john.doe@email.com", "JBSWY3DPEHPK3PXP", issuer="ACME Co")
>>> str(uri)
'otpauth://totp/ACME%20Co:john.doe@email.com?secret=JBSWY3DPEHPK3PXP&issuer=ACME%20Co'
>>> otpauth.parse(uri).issuer, otpauth.parse(uri).digits
('ACME Co', 6)
"""

from __future__ import annotations

import base64
import re
from typing import Literal, NamedTuple

import superuri._core as _core
import superuri.sets as sets
from superuri._core import URI, URL
from superuri._values.pairs import pairs
from superuri._values.plain import plain, whole_number
from superuri._values.refusal import HELP, bad, decoded, text_of
from superuri.errors import ParseError

__all__ = ["Key", "build", "parse"]

_SECRET = re.compile("([A-Z2-7]+)=*", re.IGNORECASE)
_NUMBER = re.compile("[0-9]{1,19}")
#: The numbers of each type, with their defaults; a counter has none.
_USUAL = {"totp": {"digits": "6", "period": "30"}, "hotp": {"digits": "6", "counter": ""}}
#: The default is the first.
_ALGORITHMS = ("SHA1", "SHA256", "SHA512")
_DIGITS = (6, 8)
#: In the label, a colon divides the issuer and the account.
_LABEL = sets.rfc3986.SEGMENT_NZ_NC


class Key(NamedTuple):
    """The account that an authenticator stores."""

    type: str
    account: str
    #: Base32 without padding.
    secret: str
    issuer: str | None
    algorithm: str
    digits: int
    #: Seconds; None for hotp.
    period: int | None
    #: None for totp.
    counter: int | None

    def __repr__(self) -> str:
        """Return the fields without the secret."""
        shown = (f"{name}={getattr(self, name)!r}" for name in self._fields if name != "secret")
        return f"Key({', '.join(shown)})"


def build(  # noqa: PLR0913  because the format has these parameters
    type_: Literal["totp", "hotp"],
    account: str,
    secret: str | bytes,
    *,
    issuer: str | None = None,
    algorithm: Literal["SHA1", "SHA256", "SHA512"] = "SHA1",
    digits: Literal[6, 8] = 6,
    period: int = 30,
    counter: int | None = None,
) -> URI:
    """Return the URI of a key; parameters that have their default are omitted.

    Args:
        type_: totp for passwords by time, hotp by a counter.
        account: The name of the account.
        secret: The key: bytes, or a str in base32.
        issuer: Who issues it, written before the account and as a parameter.
        algorithm: The hash function.
        digits: The length of a password.
        period: The seconds for which a password is valid, for totp.
        counter: The first counter, for hotp.

    Returns:
        A URI. A space is ``%20``, because some authenticators show a ``+``.

    Raises:
        ParseError: A name has a colon, or the secret is not in base32.
        ValueError: Another argument is not allowed.
        EncodeError: A name has a lone surrogate.

    Example:
        >>> str(build("hotp", "ann", b"Hello!", counter=1))
        'otpauth://hotp/ann?secret=JBSWY3DPEE&counter=1'

    Source:
        Google Authenticator, Key Uri Format.
    """
    kind, hash_ = plain(type_, "the type"), plain(algorithm, "the algorithm")
    length = whole_number(digits, "digits")
    period = whole_number(period, "period")
    counter = None if counter is None else whole_number(counter, "counter")
    account = plain(account, "an account")
    issuer = None if issuer is None else plain(issuer, "an issuer")
    for name, value, allowed in (
        ("type", kind, tuple(_USUAL)),
        ("algorithm", hash_, _ALGORITHMS),
        ("digits", length, _DIGITS),
    ):
        if value not in allowed:
            raise ValueError(f"{name} is one of {', '.join(map(str, allowed))}")
    if (counter is not None) != (kind == "hotp"):
        raise ValueError("hotp needs a counter, and totp has none")
    if period < 1 or (counter or 0) < 0:
        raise ValueError("period is at least 1, and counter at least 0")
    for name in (account, issuer or ""):
        if ":" in name:
            raise bad("bad-otpauth", name, "has a colon, which divides issuer and account")
    if not account.strip(" "):
        raise ValueError("account is not empty")
    if account.startswith(" "):
        raise ValueError("account begins with a space, which authenticators do not read")
    found = _SECRET.fullmatch(_base32(secret))
    if found is None:
        what = ("bad-otpauth", HELP["bad-otpauth"])
        raise ParseError("the secret is not in base32", "", 0, 0, *what)
    label = "" if issuer is None else f"{_core.encode(issuer, _LABEL)}:"
    given = [("secret", found[1].upper())]
    given += [] if issuer is None else [("issuer", issuer)]
    given += [] if hash_ == _ALGORITHMS[0] else [("algorithm", hash_)]
    numbers = {"digits": length, "period": period, "counter": counter}
    given += [
        (name, str(numbers[name]))
        for name, usual in _USUAL[kind].items()
        if str(numbers[name]) != usual
    ]
    query = "&".join(f"{name}={_core.encode(value)}" for name, value in given)
    return URI(f"otpauth://{kind}/{label}{_core.encode(account, _LABEL)}?{query}")


def _base32(secret: str | bytes) -> str:
    if isinstance(secret, bytes):
        return base64.b32encode(secret).decode()
    return plain(secret, "a secret in base32")


def parse(text: str | URI | URL) -> Key:
    """Return the key in a URI.

    Args:
        text: A str or a URI.

    Returns:
        A Key, with the defaults of the format. A ``+`` stays a plus; parameters that the format does
        not have are ignored.

    Raises:
        ParseError: It is not such a URI, or a parameter is missing, given twice or not allowed. The
            message never shows the secret.
        DecodeError: An escape is malformed, or not valid UTF-8.

    Example:
        >>> parse("otpauth://totp/Big%20Corporation%3A%20alice%40bigco.com?secret=JBSWY3DPEHPK3PXP")
        Key(type='totp', account='alice@bigco.com', issuer='Big Corporation', algorithm='SHA1', digits=6, period=30, counter=None)

    Source:
        Google Authenticator, Key Uri Format.
    """  # noqa: E501  because a doctest cannot be wrapped
    whole = text_of(text)
    parts = _core.split(whole)
    scheme, kind = (parts.scheme or "").lower(), (parts.authority or "").lower()
    if scheme != "otpauth" or kind not in _USUAL or not parts.path.startswith("/"):
        raise bad("bad-otpauth", whole, "is not the beginning of an otpauth URI", _head(whole))
    label = decoded(parts.path[1:], whole)
    prefix, colon, account = label.rpartition(":")
    account = account.lstrip(" ")
    if ":" in prefix or not account:
        start = len(f"{parts.scheme}://{parts.authority}")
        at = (start, start + len(parts.path))
        raise bad("bad-otpauth", whole, "is not an account, or an issuer and an account", at)
    given, places = _parameters(whole, parts.query or "")
    secret = _SECRET.fullmatch(given.get("secret", ""))
    if secret is None:
        raise _wrong(whole, places, "secret", "is not in base32")
    numbers = {name: given.get(name, usual) for name, usual in _USUAL[kind].items()}
    for name, value in numbers.items():
        if not _NUMBER.fullmatch(value) or (name != "counter" and int(value) == 0):
            raise _wrong(whole, places, name, "is not a number that is allowed")
    algorithm = given.get("algorithm", _ALGORITHMS[0]).upper()
    if algorithm not in _ALGORITHMS:
        is_ = f"is not one of {', '.join(_ALGORITHMS)}"
        raise _wrong(whole, places, "algorithm", is_)
    issuer = given.get("issuer", prefix if colon else None)
    period = int(numbers["period"]) if kind == "totp" else None
    counter = int(numbers["counter"]) if kind == "hotp" else None
    digits = int(numbers["digits"])
    return Key(kind, account, secret[1].upper(), issuer, algorithm, digits, period, counter)


def _parameters(whole: str, query: str) -> tuple[dict[str, str], dict[str, tuple[int, int]]]:
    """Return the decoded value of each parameter, and where its name is."""
    given: dict[str, str] = {}
    places: dict[str, tuple[int, int]] = {}
    at = _head(whole)[1] + 1
    for name, value, start, _ in pairs(whole, "&", at, at + len(query)):
        if name in given:
            raise _wrong(whole, places, name, "is given twice")
        given[name] = decoded(value or "", whole)
        places[name] = (start, start + len(name))
    return given, places


def _head(whole: str) -> tuple[int, int]:
    """Return the place of what is before the query, which has the secret."""
    return 0, len(whole.partition("?")[0])


def _wrong(whole: str, places: dict[str, tuple[int, int]], name: str, is_: str) -> ParseError:
    """Return the error of a parameter; it quotes the name, and not the value."""
    if name not in places:
        return bad("bad-otpauth", whole, f"lacks the parameter {name}", _head(whole))
    return bad("bad-otpauth", whole, is_, places[name])
