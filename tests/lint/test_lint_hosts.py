"""Hosts: the linter and ``agreed_host`` agree about every host."""

from itertools import product

import superuri
from kit.amount import FULL
from superuri import rules
from superuri.errors import ParseError

SCHEMES = ["http://", "https://", "//", "ftp://", "foo://"]
USERS = ["", "u@", "u:p@", "@", "a@b@"]
HOSTS = [
    *("good.com", "good..com", "127.1", "0x7f.1", "[::1]", "[fe80::1%25eth0]", "a;b.com"),
    *("a_b.com", "%67ood.com", "goo\u2100d.com", "b\u00fccher.de", "xn--a", "", "a b.com"),
    *("a'b.com", "a\\b.com"),
]
PORTS = ["", ":", ":0", ":80", ":99999", ":8o"]
BEHIND = ["", "/", "#@evil.com/", "?@evil.com/", "\\@evil.com/", "/a@b", "/%zz", "/%2E%2E/"]


def refused(text):
    try:
        superuri.agreed_host(text, has_base=True)
    except ParseError as error:
        return error.code == "ambiguous-authority"
    return False


def test_a_host_that_parsers_do_not_agree_on_is_an_error():
    requested = 0
    # Usually one in seven, which divides the length of no list: each two values meet.
    step = 1 if FULL else 7
    for parts in list(product(SCHEMES, USERS, HOSTS, PORTS, BEHIND))[::step]:
        text = "".join(parts)
        if refused(text):
            requested += 1
            found = superuri.lint(text)
            assert any(it.severity == "error" for it in found), (text, found)
    assert requested > 10_000 / step


def test_no_finding_hides_an_error_of_another():
    # Each example's rule still reports it, as severe, after any authority with a warning.
    authorities = ["http://u:p@good.com", "http://good.com:0", "http://good..com"]
    for rule, authority in product(rules.values(), authorities):
        behind = rule.example
        if (
            not rule.default
            or rule.severity != "error"
            or not behind.startswith("/")
            or behind.startswith("//")
        ):
            continue
        found = superuri.lint(authority + behind)
        assert rule.code in {it.code for it in found}, (rule.code, authority)
