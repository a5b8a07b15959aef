"""Address bars of 2012: they send and show what they did then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit.amount import POINTS
from superuri.compat import browsers
from superuri.compat.browsers import CHROME16, FIREFOX10

BARS = (FIREFOX10, CHROME16)
#: Giuca's article: what each bar encodes, beside U+0000 to U+001F and U+007F and above.
ENCODES = {"Firefox 10": " \"'<>`", "Chrome 16": ' "<>'}
DROPPED = "\0\t\n\r"


@pytest.mark.parametrize("bar", BARS, ids=lambda bar: bar.name)
def test_every_code_point_is_sent_as_in_the_article(bar: browsers.AddressBar) -> None:
    for point in POINTS:
        c = chr(point)
        if 0xD800 <= point <= 0xDFFF:
            continue
        if c in DROPPED:
            want = ""
        elif point < 0x20 or point >= 0x7F or c in ENCODES[bar.name]:
            want = "".join(f"%{octet:02X}" for octet in c.encode())
        else:
            want = c
        assert browsers.send("/a" + c + "b", bar) == "/a" + want + "b", hex(point)


ROWS = [
    # bar, text, what is sent, why
    (CHROME16, "http://h/Helen Ødegård", "http://h/Helen%20%C3%98deg%C3%A5rd", "the article's"),
    (FIREFOX10, "http://h/it's", "http://h/it%27s", "Firefox escapes the single quote"),
    (CHROME16, "http://h/it's", "http://h/it's", "Chrome does not"),
    (FIREFOX10, "http://h/`", "http://h/%60", "nor the backtick"),
    (CHROME16, "http://h/`", "http://h/`", "nor the backtick"),
    (FIREFOX10, r"/\^{|}", r"/\^{|}", "illegal, and sent bare"),
    (FIREFOX10, "/%zz%41", "/%zz%41", "a % is never touched"),
    (CHROME16, "/a#b#c", "/a#b#c", "nor a #"),
    (CHROME16, "jav\0a\tscr\nipt\r:x", "javascript:x", "dropped before anything is read"),
    (CHROME16, "/%4\n1", "/%41", "and so an escape can appear"),
]


@pytest.mark.parametrize(("bar", "text", "want", "why"), ROWS)
def test_sent(bar: browsers.AddressBar, text: str, want: str, why: str) -> None:
    assert browsers.send(text, bar) == want, why


SHOWN = [
    # bar, URI, what is shown, why
    (FIREFOX10, "/caf%C3%A9%20%22", '/café "', "what decodeURI decodes"),
    (FIREFOX10, "/%2F%3f%26", "/%2F%3f%26", "delimiters stay as they are written"),
    (FIREFOX10, "/%25", "/%25", "% is encoded again"),
    (FIREFOX10, "/%2541", "/%2541", "… so that no new escape appears"),
    (FIREFOX10, "/%252F%20", "/%252F%20", "… and nothing is decoded beside an escaped delimiter"),
    (FIREFOX10, "/%E9/%C3%A9", "/%E9/%C3%A9", "not all UTF-8: shown unchanged"),
    (FIREFOX10, "/%0A%09%0D%0B", "/%0A%09%0D%0B", "white space that the bar would eat"),
    (FIREFOX10, "/%E2%80%AE%EF%BB%BF", "/%E2%80%AE%EF%BB%BF", "bidi controls, invisible ones"),
    (FIREFOX10, "/%E2%80%8D", "/\u200d", "but joiners are shown"),
    (FIREFOX10, "/%01", "/\x01", "and so are other controls"),
    (FIREFOX10, "/%F3%A0%80%81", "/%F3%A0%80%81", "tags"),
    (CHROME16, "/caf%C3%A9", "/café", "UTF-8"),
    (CHROME16, "/a%20b%22%7B%5C", '/a%20b"{%5C', "no space, no backslash"),
    (CHROME16, "/%21%2F%5D%26", "/%21%2F%5D%26", "none that differs from its escape"),
    (CHROME16, "/%E9?%C3%A9#%C3%A9", "/%E9?é#é", "component by component"),
    (CHROME16, "/%E2%80%AE", "/\u202e", "bidi controls too: a spoof"),
    (CHROME16, "http://%61@h/%61", "http://%61@h/a", "not the authority"),
]


@pytest.mark.parametrize(("bar", "uri", "want", "why"), SHOWN)
def test_shown(bar: browsers.AddressBar, uri: str, want: str, why: str) -> None:
    assert browsers.show(uri, bar) == want, why


@pytest.mark.parametrize("bar", BARS, ids=lambda bar: bar.name)
@given(text=st.text(max_size=30))
def test_what_was_sent_is_sent_again(bar: browsers.AddressBar, text: str) -> None:
    sent = browsers.send(text, bar)
    assert browsers.send(sent, bar) == sent
    assert not set(sent) & set(DROPPED)
    assert superuri.clean(sent, bar.profile) is sent


@given(st.text("/%?#&+ab2F5C3A9é ☃", max_size=12))
def test_what_firefox_shows_is_sent_as_the_same_octets(text: str) -> None:
    uri = browsers.send(text, FIREFOX10)
    again = browsers.send(browsers.show(uri, FIREFOX10), FIREFOX10)
    assert superuri.decode_bytes(again, errors="replace") == superuri.decode_bytes(
        uri, errors="replace"
    )
