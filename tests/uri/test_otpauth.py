"""Keys of one-time passwords as URIs, by the examples of Key Uri Format."""

from typing import Any

import pytest

from kit import exactly
from superuri import URI, otpauth
from superuri.errors import ParseError

# Key Uri Format: the URI, and what it has.
KEYS = [
    (
        "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example",
        ("totp", "alice@google.com", "JBSWY3DPEHPK3PXP", "Example", "SHA1", 6, 30, None),
    ),
    (
        (
            "otpauth://totp/ACME%20Co:john.doe@email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ"
            "&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30"
        ),
        (
            *("totp", "john.doe@email.com", "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ", "ACME Co"),
            *("SHA1", 6, 30, None),
        ),
    ),
    (
        "otpauth://totp/Provider1:Alice%20Smith?secret=GEZDGNBV",
        ("totp", "Alice Smith", "GEZDGNBV", "Provider1", "SHA1", 6, 30, None),
    ),
    (
        "otpauth://totp/Big%20Corporation%3A%20alice%40bigco.com?secret=GEZDGNBV",
        ("totp", "alice@bigco.com", "GEZDGNBV", "Big Corporation", "SHA1", 6, 30, None),
    ),
    (
        "OTPAUTH://HOTP/ann?counter=0&secret=jbswy3dpee======&digits=8&algorithm=sha256&x=y",
        ("hotp", "ann", "JBSWY3DPEE", None, "SHA256", 8, None, 0),
    ),
    (
        "otpauth://totp/a?secret=GEZDGNBV&issuer=A+B%2B&period=60",
        ("totp", "a", "GEZDGNBV", "A+B+", "SHA1", 6, 60, None),
    ),
    (
        (
            "OTPAUTH://TOTP/x%3A%20a%20b?secret=ge==&issuer=I+%20&algorithm=sha512&digits=8"
            "&period=60&counter=5&x&y="
        ),
        ("totp", "a b", "GE", "I+ ", "SHA512", 8, 60, None),
    ),
    (
        "otpauth://hotp/x:a?secret=GE&counter=7&period=5#f",
        ("hotp", "a", "GE", "x", "SHA1", 6, None, 7),
    ),
    ("otpauth://totp/a?secret=GE", ("totp", "a", "GE", None, "SHA1", 6, 30, None)),
    ("otpauth://totp/:a?secret=GE", ("totp", "a", "GE", "", "SHA1", 6, 30, None)),
    # Spaces before an account are dropped.
    ("otpauth://totp/x:%20%20a?secret=GE", ("totp", "a", "GE", "x", "SHA1", 6, 30, None)),
    ("otpauth://totp/x:%09a?secret=GE", ("totp", "\ta", "GE", "x", "SHA1", 6, 30, None)),
]
# Arguments and options, and the URI that is built.
BUILT: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    (
        ("totp", "john.doe@email.com", "jbswy3dpehpk3pxp==="),
        {"issuer": "ACME Co"},
        "totp/ACME%20Co:john.doe@email.com?secret=JBSWY3DPEHPK3PXP&issuer=ACME%20Co",
    ),
    (
        ("hotp", "a/b c+", b"Hello!"),
        {"issuer": "x&y", "algorithm": "SHA256", "digits": 8, "period": 60, "counter": 0},
        "hotp/x&y:a%2Fb%20c+?secret=JBSWY3DPEE&issuer=x%26y&algorithm=SHA256&digits=8&counter=0",
    ),
    # The bytes of the example: Hello! and DEADBEEF.
    (
        ("totp", "a/b?&ü+", b"Hello!\xde\xad\xbe\xef"),
        {"issuer": "A&B=#"},
        "totp/A&B=%23:a%2Fb%3F&%C3%BC+?secret=JBSWY3DPEHPK3PXP&issuer=A%26B%3D%23",
    ),
    (
        ("totp", "a", "A"),
        {"period": 1, "algorithm": "SHA512", "digits": 8},
        "totp/a?secret=A&algorithm=SHA512&digits=8&period=1",
    ),
    (("totp", "a", "A"), {"issuer": ""}, "totp/:a?secret=A&issuer="),
]


@pytest.mark.parametrize(("uri", "key"), KEYS)
def test_otpauth(uri: str, key: tuple[Any, ...]) -> None:
    read = otpauth.parse(uri)
    assert read == key
    kind, account, secret, issuer, algorithm, digits, period, counter = key
    made = otpauth.build(
        *(kind, account, secret),
        issuer=issuer,
        algorithm=algorithm,
        digits=digits,
        period=period or 30,
        counter=counter,
    )
    assert isinstance(made, URI)
    assert otpauth.parse(made) == read
    assert secret not in repr(read)


def test_a_repr_has_all_fields_but_the_secret() -> None:
    assert repr(otpauth.parse("otpauth://totp/x:a?secret=GE")) == (
        "Key(type='totp', account='a', issuer='x', algorithm='SHA1', digits=6, period=30, "
        "counter=None)"
    )


@pytest.mark.parametrize(("arguments", "options", "uri"), BUILT)
def test_otpauth_is_built(arguments: tuple[Any, ...], options: dict[str, Any], uri: str) -> None:
    made = otpauth.build(*arguments, **options)
    assert made == URI(f"otpauth://{uri}")
    read = otpauth.parse(made)
    assert (read.account, read.issuer) == (arguments[1], options.get("issuer"))


@pytest.mark.parametrize(
    ("wrong", "span", "says"),
    [
        ("http://totp/a?secret=GEZDGNBV", (0, 13), "is not the beginning of an otpauth URI"),
        ("otpauth://motp/a?secret=GEZDGNBV", (0, 16), "is not the beginning of an otpauth URI"),
        ("otpauth:totp/a?secret=GEZDGNBV", (0, 14), "is not the beginning of an otpauth URI"),
        ("otpauth://totp?secret=GEZDGNBV", (0, 14), "is not the beginning of an otpauth URI"),
        ("otpauth://totp/?secret=GEZDGNBV", (14, 15), "is not an account"),
        ("otpauth://totp/a:b:c?secret=GEZDGNBV", (14, 20), "is not an account"),
        ("otpauth://totp/a?secrets=GEZDGNBV", (0, 16), "lacks the parameter secret"),
        ("otpauth://totp/a?x=y#&secret=GEZDGNBV", (0, 16), "lacks the parameter secret"),
        ("otpauth://totp/a?secret=GEZD1NBV", (17, 23), "is not in base32"),
        ("otpauth://totp/a?secret=GEZDGNBV&secret=x", (17, 23), "is given twice"),
        ("otpauth://totp/a?secret=GEZDGNBV&digits=0", (33, 39), "is not a number that is allowed"),
        ("otpauth://totp/a?secret=GEZDGNBV&period=x", (33, 39), "is not a number that is allowed"),
        (
            *("otpauth://totp/a?secret=GEZDGNBV&algorithm=MD5", (33, 42)),
            "is not one of SHA1, SHA256, SHA512",
        ),
        ("otpauth://hotp/a?secret=GEZDGNBV", (0, 16), "lacks the parameter counter"),
    ],
)
def test_what_is_not_otpauth(wrong: str, span: tuple[int, int], says: str) -> None:
    with pytest.raises(ParseError, match=says) as caught:
        otpauth.parse(wrong)
    assert caught.value.code == "bad-otpauth"
    assert (caught.value.start, caught.value.end) == span
    assert "GEZD" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("motp", "a", "A"), {}, "type is one of totp, hotp"),
        (("TOTP", "a", "A"), {}, "type is one of totp, hotp"),
        (("totp", "a", "A"), {"algorithm": "MD5"}, "algorithm is one of SHA1, SHA256, SHA512"),
        (("totp", "a", "A"), {"digits": 7}, "digits is one of 6, 8"),
        (("totp", "a", "A"), {"counter": 0}, "hotp needs a counter, and totp has none"),
        (("hotp", "a", "A"), {}, "hotp needs a counter, and totp has none"),
        (("totp", "a", "A"), {"period": 0}, "period is at least 1, and counter at least 0"),
        (("hotp", "a", "A"), {"counter": -1}, "period is at least 1, and counter at least 0"),
        (("totp", " ", "A"), {}, "account is not empty"),
        (("totp", " x ", "A"), {}, "account begins with a space, which authenticators do not read"),
    ],
)
def test_an_argument_that_no_key_has_is_refused(arguments, options, message):
    with pytest.raises(ValueError, match=exactly(message)):
        otpauth.build(*arguments, **options)


def test_otpauth_refuses_names_and_secrets() -> None:
    for account, issuer in (("a:b", None), ("a", "b:c")):
        with pytest.raises(ParseError, match="has a colon"):
            otpauth.build("totp", account, "GEZDGNBV", issuer=issuer)
    with pytest.raises(ParseError, match="not in base32") as caught:
        otpauth.build("totp", "a", "S3cr1t")
    assert "S3cr1t" not in str(caught.value)
