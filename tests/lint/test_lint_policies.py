"""Policies of the linter: what is a warning under them, and what is one without any."""

from ipaddress import ip_network

import pytest

import superuri
from superuri import policies
from superuri._values.host_rows import ADDRESSES

#: What no honest URL has is a warning by default.
WARNED = [
    ("http://e.com/..;/admin", "dots-with-parameters"),
    ("http://e.com/a/.%3Bx/admin", "dots-with-parameters"),
    ("http://e.com/%2e%2e;a=b/admin", "dots-with-parameters"),
    ("/a.asp::$DATA", "alternate-stream"),
    ("/a.asp%3A:%24data", "alternate-stream"),
    ("https://paypal.com@evil.com/", "host-as-user"),
    ("https://www.paypal.com%2F@evil.com/", "host-as-user"),
    ("https://1.2.3.4:80@evil.com/", "host-as-user"),
    ("postgresql://user:p@ss#word@db/app", "delimiter-in-password"),
    ("redis://:a?b@cache:6379/0", None),
    ("git@github.com:org/repo.git", "not-a-uri"),
]

#: Legal data and local addresses are infos by default, and warnings under both policies.
BOTH = [
    ("/a%2Fb", "encoded-slash"),
    ("/a%3Bb", "encoded-delimiter"),
    ("/a%23b", "encoded-delimiter"),
    ("/a/;/b", "parameters-alone"),
    ("http://localhost/", "local-address"),
    ("http://a.localhost/", "local-address"),
    ("http://127.0.0.1:8080/", "local-address"),
    ("http://10.0.0.1/", "local-address"),
    ("http://169.254.169.254/", "local-address"),
    ("http://0.0.0.0/", "local-address"),
    ("http://[::1]/", "local-address"),
    ("http://[fe80::1]/", "local-address"),
    ("http://[fd00::1]/", "local-address"),
    ("http://[::ffff:127.0.0.1]/", "local-address"),
    ("/?a=..%2f..%2Fb", "dots-in-query"),
    ("/?a=%2e%2e/b", "dots-in-query"),
]

#: And these have none of those findings.
HONEST = [
    "http://first.last@e.com/",
    "ftp://anonymous@e.com/",
    "http://user:pass@e.com/?mail=me@e.com",
    "http://user:pass@e.com/#top",
    "http://e.com/a;b=c/d;e",
    "http://1.1.1.1/",
    "http://[2001:db8::1]/",
    "/a..b;c",
]
NEW = {name for _, name in [*WARNED, *BOTH]} - {None}


def severities(text, policy=None):
    return {finding.name: finding.severity for finding in superuri.lint(text, policy=policy)}


@pytest.mark.parametrize(("text", "name"), WARNED)
def test_what_no_honest_url_has_is_a_warning(text, name):
    found = severities(text)
    if name is not None:
        assert found[name] in {"warning", "error"}
    assert {"warning", "error"} & set(found.values())


@pytest.mark.parametrize(("text", "name"), BOTH)
def test_data_and_local_addresses_are_infos_but_under_the_policies(text, name):
    assert severities(text)[name] == "info"
    for policy in ("ssrf", "gateway"):
        assert severities(text, policy)[name] == "warning"
        code = next(rule.code for rule in superuri.rules.values() if rule.name == name)
        assert code in policies[policy].warned


@pytest.mark.parametrize("text", HONEST)
def test_an_honest_url_has_none_of_them(text):
    assert not NEW & set(severities(text))


LOCAL = {"loopback", "unspecified", "private", "shared", "link-local", "unique-local"}
BLOCKS = [
    (block, kind)
    for source in ADDRESSES
    for block, kind, *_ in source.rows
    if "/" in block and kind in LOCAL | {"documentation", "benchmarking", "public"}
]


@pytest.mark.parametrize(("block", "kind"), BLOCKS)
def test_the_linter_and_the_kinds_of_hosts_agree(block, kind):
    network = ip_network(block)
    address = network[network.num_addresses // 2]
    host = f"[{address}]" if address.version == 6 else str(address)
    assert ("local-address" in severities(f"http://{host}/")) == (kind in LOCAL)


def test_a_delimiter_in_a_password_is_escaped_by_a_fix_that_guesses():
    text = "postgresql://user:p@ss#word@db/app"
    (finding,) = (it for it in superuri.lint(text) if it.name == "delimiter-in-password")
    assert "the host is" in finding.message
    assert "ss" in finding.message
    assert superuri.fix(text) == text
    assert superuri.fix(text, unsafe=True) == "postgresql://user:p%40ss%23word@db/app"


def test_the_firewall_of_spring_looks_at_names_of_parameters():
    for text in ("/a?x%00=1", "/a?b=1&%7f", "/a?%C2%85=1", "/a?%EF%BF%BE=1"):
        assert "spring-parameter-name" in severities(text, "spring-strict")
    for text in ("/a?x=%00", "/a?%C3%A9=1", "/a?x%20y=1"):
        assert "spring-parameter-name" not in severities(text, "spring-strict")


HOSTILE = ["crlf.txt", "dotdotpwn.txt", "open-redirect.txt", "traversal-exotic.txt"]


@pytest.mark.parametrize(("policy", "most"), [("ssrf", 90), ("gateway", 6)])
def test_nearly_each_bypass_has_a_warning(policy, most, data, report):
    silent = []
    total = 0
    for name in HOSTILE:
        for line in filter(None, data(f"hostile/{name}").read_bytes().splitlines()):
            total += 1
            found = superuri.lint(line, policy=policy)
            if all(finding.severity == "info" for finding in found):
                silent.append(line)
    report(f"lint: policy {policy}: {total} hostile lines, {len(silent)} without a warning")
    # Plain URLs of another host, question marks in place of dots, and five hundred letters.
    assert len(silent) <= most, silent[:20]
