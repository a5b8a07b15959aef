"""Parsers with a base and without: the hosts that each kind sees, and texts without any."""

import pytest

import superuri
from kit.raising import raised
from superuri import hosts
from superuri.columns import arrow
from superuri.errors import ParseError

#: Texts that one client connects to, and in which others see no host, or another one.
AMBIGUOUS = [
    ("gopher://0x7f.1/", "curl: 127.0.0.1"),
    ("dict://2130706433:6379/x", "curl: 127.0.0.1"),
    ("url:http://127.0.0.1/", "java.net.URL"),
    ("jar:http://127.0.0.1/a.jar!/", "java.net.URL"),
    ("view-source:http://127.0.0.1/", "browsers"),
    ("feed:https://127.0.0.1/", "feed readers"),
    ("jdbc:mysql://127.0.0.1/", "drivers"),
    ("file:////evil.com/share", "Windows"),
    (r"file:\\evil.com\share", "Windows"),
    ("file:///%5C%5Cevil.com/share", "Windows, decoded"),
    ("http://127.0.0.77;.good.com/", "wget, url.parse: the host ends at ;"),
    ("http://127.0.0.77'.good.com/", "wget, url.parse: the host ends at '"),
    ("http://\U0001ccd6ank.example/", "Python's sockets: another name"),
]
#: Those that only parsers without a base connect to.
GUESSED = [
    *("dict:///127.0.0.1:9/", "good.com:80/", "localhost:8080"),
    *("mailto:me@e.com", "tel:123", "www.:/"),
]
#: Those without a scheme whose start may be a host.
BARE = ["index.html", "a/b", "e.com", "e.com/a?b", "*", "a b", "é"]
#: Texts in which no parser sees a host.
NONE = ["", "/", "/a/b", "?a=b", "#a", "mailto:me", "urn:isbn:0451450523", "file:///etc/passwd"]


@pytest.mark.parametrize(("text", "who"), AMBIGUOUS)
@pytest.mark.parametrize("has_base", [False, True])
def test_what_a_client_takes_elsewhere_has_no_agreed_host(text, who, has_base):
    caught = raised(ParseError, superuri.agreed_host, text, has_base=has_base)
    assert caught.code == "ambiguous-authority", who


@pytest.mark.parametrize("text", GUESSED)
def test_what_is_guessed_without_a_base(text):
    assert raised(ParseError, superuri.agreed_host, text).code == "ambiguous-authority"
    assert superuri.agreed_host(text, has_base=True) is None


@pytest.mark.parametrize("text", BARE)
def test_a_start_without_a_scheme_may_be_a_host(text):
    for function in (superuri.agreed_host, superuri.domain, hosts.public_suffix):
        caught = raised(ParseError, function, text)
        assert caught.code == "no-scheme"
        assert caught.start == 0
    assert superuri.agreed_host(text, has_base=True) is None


@pytest.mark.parametrize("text", NONE)
def test_none_means_that_nobody_sees_a_host(text):
    assert superuri.agreed_host(text) is None
    assert superuri.agreed_host(text, has_base=True) is None


def test_a_column_is_read_as_a_text_is():
    texts = ["index.html", "https://e.com/", "mailto:me@e.com"]
    for has_base, wanted in ((False, [None, "e.com", None]), (True, [None, "e.com", None])):
        column = arrow.apply(texts, "agreed_host", on_error="null", has_base=has_base)
        assert column.to_list() == wanted
    assert arrow.apply(texts, "agreed_host", has_base=True).to_list() == [None, "e.com", None]
    with pytest.raises(ParseError):
        arrow.apply(texts, "agreed_host")


def test_each_reading_is_named_with_its_parsers():
    names = [name for name, _ in hosts.READINGS]
    assert len(set(names)) == len(names)
    assert all(parsers for _, parsers in hosts.READINGS)
    caught = raised(ParseError, superuri.agreed_host, "http://a@b@c/")
    assert names[0] in str(caught)
    assert "others)" in str(caught)
