"""Secrets: no password in texts for logs."""

import re
from collections.abc import Callable

import pytest

import superuri
from superuri import URI, keys, profiles, rfc6570
from superuri.explanation import Explanation


def test_a_password_is_not_shown() -> None:
    uri = URI("http://bob:s%65cret@e.com/")
    assert uri.password == "s\x65cret"  # noqa: S105  because it is not a secret
    assert uri.userinfo == "bob:s%65cret"
    assert uri.redacted == "http://bob:…@e.com/"
    for shown in (repr(uri), repr(superuri.split(uri)), uri.redacted):
        assert "s%65cret" not in shown
    with pytest.raises(superuri.errors.ParseError) as caught:
        URI("http://bob:s%65cret@e.com:x/")
    assert "s%65cret" not in str(caught.value) + caught.value.pretty()


@pytest.mark.parametrize(
    "text",
    [
        *("http:bob:s3cret@h/", "http:/bob:s3cret@h/", "http:///bob:s3cret@h/"),
        *("jdbc:mysql://bob:s3cret@h/db", "blob:https://bob:s3cret@h/x"),
        *("view-source:http://bob:s3cret@h/", "http://h/?u=http://bob:s3cret@h/"),
    ],
)
def test_a_password_that_only_some_parser_sees_is_not_shown(text: str) -> None:
    uri = URI(text)
    assert uri.redacted == text.replace("s3cret", "…")
    assert repr(uri) == f"URI('{uri.redacted}')"
    assert "s3cret" not in superuri.pretty(uri, profiles.LOSSLESS.replace(userinfo="redacted"))


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (superuri.clean, "http://bob:é s3cret@h/ "),
        (URI, "http://bob:s3cret @h/"),
        (URI, "http://bob:é/s3cret@h/"),
        (superuri.agreed_host, "http:bob:s3cret@h/"),
        (keys.surt, "http://bob:s3cret#1@h/"),
        (superuri.clean, "http://bob:" + "é" * 5000 + " s3cret@h:x/"),
        (rfc6570.URITemplate, "http://bob:s3cret @h/{"),
    ],
)
def test_no_error_shows_a_password(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(superuri.errors.URIError) as caught:
        read(text)
    assert "s3cret" not in str(caught.value) + caught.value.pretty()


@pytest.mark.parametrize("at_sign", ["@", "%40", "%2540", "%252540"])
@pytest.mark.parametrize(
    "behind", ["h", "h:x", "h:99999", "h:x:y", "[::1", "h]", "h:1:2\\x", "é:x"]
)
@pytest.mark.parametrize("scheme", ["http:", "postgres:", ""])
def test_an_at_sign_may_be_escaped(at_sign: str, behind: str, scheme: str) -> None:
    text = f"{scheme}//bob:s3cret{at_sign}{behind}/"
    calls = (
        *(superuri.clean, URI, superuri.edits, superuri.normalize, superuri.pretty, keys.surt),
        *(superuri.agreed_host, superuri.domain, superuri.whatwg.URL, superuri.keys.key),
    )
    for call in calls:
        try:
            call(text)
        except superuri.errors.URIError as error:
            assert "s3cret" not in str(error) + error.pretty(), call
    for finding in superuri.lint(text):
        assert "s3cret" not in finding.message


@pytest.mark.parametrize("view", [str, repr, Explanation._repr_html_])
@pytest.mark.parametrize(
    "text",
    [
        *("http://bob:S3cr3t@h/a b", "http://bob:S3cr3t@h:x/", "http://h/?u=http://bob:S3cr3t@h/"),
        *("http://h/?d=postgres%3A%2F%2Fbob%3AS3cr3t%40db", "http://bob:S3%26cr3t%40h/|"),
        "http://h/?u=http%253A%252F%252Fbob%253AS3cr3t%2540h",
    ],
)
def test_no_view_of_an_explanation_shows_a_password(view, text):
    shown = re.sub("<[^>]*>", "", view(superuri.explain(text)))
    assert "S3cr3t" not in shown
    assert "cr3t" not in shown
