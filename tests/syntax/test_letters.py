"""Letters: a host that Python's own sockets read as another one has no agreed host."""

import unicodedata

import pytest

from kit.amount import SCALARS
from superuri import agreed_host

#: Every code point of these: a lost one changes the name that is looked up.
SHAPES = ("a{}k.example", "{}k.example", "ak{}.example")
POINTS = [ord(c) for c in SCALARS if c > "\x7f"]


def of_sockets(host):
    """The name that Python's sockets look up, None if they refuse it."""
    try:
        return host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return None


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_agreed_on_is_what_sockets_look_up(shape):
    answered = 0
    for point in POINTS:
        host = shape.format(chr(point))
        try:
            agreed = agreed_host(f"http://{host}/")
        except ValueError:
            continue
        answered += 1
        assert of_sockets(host) in (agreed, None), ascii(host)
    assert answered > len(POINTS) / 100


def test_letters_that_are_newer_than_unicode_3_2_have_no_agreed_host():
    old = unicodedata.ucd_3_2_0
    newer = [p for p in POINTS if old.category(chr(p)) == "Cn"]
    for point in newer:
        with pytest.raises(ValueError, match="the host"):
            agreed_host(f"http://{chr(point)}k.example/")
