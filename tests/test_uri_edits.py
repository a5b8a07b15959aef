"""Does an edit of a URI leave alone what it does not name, where there is no authority too?"""

import pytest

from superuri import URI
from superuri.errors import EncodeError, ParseError

WITHOUT_AUTHORITY = ["", "a", "/a", "/evil.com/x", "?q", "#f", "mailto:x", "http:", "file:/a"]


@pytest.mark.parametrize("text", WITHOUT_AUTHORITY)
@pytest.mark.parametrize("name", ["with_user", "with_password", "with_userinfo", "with_port"])
def test_nothing_is_taken_from_what_has_none(text: str, name: str) -> None:
    assert str(getattr(URI(text), name)(None)) == text


@pytest.mark.parametrize("text", WITHOUT_AUTHORITY)
@pytest.mark.parametrize(
    ("name", "value"),
    [("with_user", "u"), ("with_password", "p"), ("with_userinfo", "u:p"), ("with_port", 80)],
)
def test_a_path_does_not_become_a_host(text: str, name: str, value: object) -> None:
    # "//u@/evil.com/x" is legal, and browsers go to evil.com.
    with pytest.raises(ParseError, match="would stand alone in the authority: set a host first"):
        getattr(URI(text), name)(value)


def test_a_host_makes_room_for_the_rest() -> None:
    assert str(URI("/a").with_host("e").with_user("u").with_port(1)) == "//u@e:1/a"
    assert str(URI("file:/a").with_host("")) == "file:///a"
    assert str(URI("file:///a").with_host("")) == "file:///a"


def test_a_password_needs_a_user() -> None:
    with pytest.raises(TypeError, match="a password needs a user"):
        URI("http://e/").with_user(None, "p")


def test_a_value_that_does_not_fit_is_told_as_one() -> None:
    with pytest.raises(EncodeError) as caught:
        URI("//e").with_host("a\ud800")
    assert (caught.value.code, caught.value.start) == ("lone-surrogate", 1)
    for port in (-1, 65536, 1 << 80, -1 << 80):
        with pytest.raises(ValueError, match="a port is from 0 to 65535"):
            URI("//e").with_port(port)


@pytest.mark.parametrize(
    ("base", "target", "reference"),
    [
        ("a/b", "./", "../"),
        ("a/b", "x/y", "../x/y"),
        ("a/b/c", "x?q#f", "../../x?q#f"),
        ("a/b", "a/c", "c"),
    ],
)
def test_a_relative_base_is_left_step_by_step(base: str, target: str, reference: str) -> None:
    assert str(URI(base).relativize(target)) == reference
    assert str(URI(base).resolve(reference)) == target
