"""Internationalised hosts: `clean` and the URL standard give the same result (UTS 46)."""

import pytest

import superuri
from kit.amount import FULL
from superuri import whatwg

#: The text around the character.
HOSTS = (
    *("{}", "a{}", "{}a", "é.{}", "א{}", "{}.א1", "a\u200c{}", "क्\u200d{}"),
    *("xn--xn---epa.{}", "xn--a.{}"),
)
#: `clean` refuses these, too: parsers disagree about them, or drop them.
STRICTER = ("would vanish from the host", "is not allowed in a host")


def refusal(host: str) -> str:
    try:
        superuri.clean(f"http://{host}/")
    except ValueError as error:
        return str(error)
    return ""


def is_url(url: str) -> bool:
    try:
        whatwg.URL(url)
    except ValueError:
        return False
    return True


def test_one_verdict_about_every_character(report) -> None:
    requested = refused = 0
    for point in range(0x80, 0x110000, 1 if FULL else 997):
        if 0xD800 <= point < 0xE000:
            continue
        for around in HOSTS:
            host = around.format(chr(point))
            message = refusal(host)
            requested += 1
            refused += bool(message)
            if any(each in message for each in STRICTER):
                continue
            # A last label of digits is an address to the URL standard.
            digits = not message and str(superuri.clean(f"http://{host}/"))[:-1].rpartition(".")[2]
            if not (digits and digits.isdigit()):
                assert is_url(f"http://{host}/") == (not message), (ascii(host), message)
    report(f"{requested} hosts, {refused} of them refused: clean and whatwg.URL agree")


@pytest.mark.parametrize(
    ("host", "takes"),
    [
        # Of ASCII alone, the standard leaves a host as it is.
        ("xn--xn---epa.com", True),
        ("xn--a", True),
        ("xn--xn---epa.é", False),
        ("xn--a.é", False),
        ("\u0301a.é", False),
        ("aא.com", False),
        ("a\u200c.é", False),
        ("%CC%81a", False),
        ("é.xn--bcher-kva", True),
    ],
)
def test_labels_that_break_a_rule(host: str, *, takes: bool) -> None:
    for text, base in [
        (f"http://{host}/", None),
        (f"//{host}", "http://h/"),
        ("a", f"http://{host}/"),
        (f"HTTP:\\\\{host}\\xn--a.xn--9ca?http://xn--a.xn--9ca/", None),
    ]:
        assert whatwg.URL.can_parse(text, base) == takes, (text, base)
        if takes:
            assert "xn--" in whatwg.URL(text, base).hostname
        else:
            with pytest.raises(superuri.errors.ParseError):
                whatwg.URL(text, base)
    url = whatwg.URL("http://h/a")
    for name in ("host", "hostname"):
        if takes:
            assert "xn--" in url.replace(**{name: host}).hostname
        else:
            with pytest.raises(ValueError, match=name):
                url.replace(**{name: host})
