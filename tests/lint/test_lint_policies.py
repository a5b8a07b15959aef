"""Policies of the linter: their warnings, and those without a policy."""

import itertools
from ipaddress import ip_network

import pytest

import superuri
from kit import toml
from superuri import policies
from superuri._values.host_rows import ADDRESSES, NAMES

#: Texts that do not occur in honest URLs are warnings by default.
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
    ("/%E5%98%8A%E5%98%8D", "cut-line-break"),
    ("/%C4%8D%C4%8A", "cut-line-break"),
    ("http://[64:ff9b::a00:1]/", "local-address"),
    ("http://[64:ff9b:1::808:808]/", "special-address"),  # RFC 8215
    ("http://[2002:7f00:1::]/", "local-address"),
    ("http://[fec0::1]/", "local-address"),
    ("http://224.0.0.1/", "special-address"),
    ("http://[2002:808:808::]/", "special-address"),
]

BYPASSES = toml.read("lint/bypasses.toml")
POLICIES = {"both": ["ssrf", "gateway"], "ssrf": ["ssrf"], "gateway": ["gateway"]}

#: Texts without these findings.
HONEST = [
    *("http://first.last@e.com/", "ftp://anonymous@e.com/"),
    *("http://user:pass@e.com/?mail=me@e.com", "http://user:pass@e.com/#top"),
    *("http://e.com/a;b=c/d;e", "http://1.1.1.1/", "http://[2001:db8::1]/", "/a..b;c"),
    *("/a.b", "/%E5%98%8A%E5%98%8B", "http://[2606:4700::1111]/"),
    *("http://[64:ff9b::808:808]/", "http://192.0.2.1/", "http://[2001:db8::ffff:7f00:1]/"),
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


BYPASS_ROWS = [
    (policy, text, name)
    for group, names in POLICIES.items()
    for name, texts in BYPASSES[group].items()
    for text in texts
    for policy in names
]


@pytest.mark.parametrize(("policy", "text", "name"), BYPASS_ROWS, ids=ascii)
def test_each_bypass_has_a_warning(policy, text, name):
    assert severities(text, policy)[name] in {"warning", "error"}


@pytest.mark.parametrize("text", [*itertools.chain(*BYPASSES["silent"].values())])
def test_what_is_meant_elsewhere_has_none(text):
    for policy in ("ssrf", "gateway"):
        assert set(severities(text, policy).values()) <= {"info"}


LOCAL = {
    *("loopback", "unspecified", "private", "shared", "link-local", "unique-local"),
    "cloud-metadata",
}
#: The addresses of a block lead elsewhere: to the IPv4 address in them, or they are local.
INNER = {"ipv4-mapped", "nat64", "6to4", "documentation"}
BLOCKS = [
    (block, kind, is_public)
    for source in ADDRESSES
    for block, kind, is_public, _ in source.rows
    if kind not in INNER
    and block not in {"::/0", "::/96", "::ffff:0:0:0/96", "0.0.0.0/8", "fec0::/10"}
]


@pytest.mark.parametrize(("block", "kind", "is_public"), BLOCKS)
def test_the_linter_and_the_kinds_of_hosts_agree(block, kind, is_public):
    network = ip_network(block)
    address = network[network.num_addresses // 2]
    host = f"[{address}]" if address.version == 6 else str(address)
    found = severities(f"http://{host}/")
    assert ("local-address" in found) == (kind in LOCAL)
    assert ("special-address" in found) == (not is_public and kind not in LOCAL)


PRIVATE = [
    name
    for source in NAMES
    for name, *_ in source.rows
    if name != "localhost" and not name.startswith("example.")
]


@pytest.mark.parametrize("name", PRIVATE)
def test_no_public_name_is_private_to_the_linter_and_each_special_one_is(name):
    for text in (f"http://{name}/", f"//{name.upper()}.:80/"):
        assert severities(text, "ssrf")["private-name"] == "warning"
        assert "private-name" not in severities(text)
    for text in (f"http://{name}.com/", "http://a.github.io/", "http://e.co.uk", "mailto:a@local"):
        assert "private-name" not in severities(text, "ssrf")


def test_the_default_rules_are_selected_by_their_name():
    text = "http://metadata/a|b."
    names = {it.name for it in superuri.lint(text, select=["default", "U634"])}
    assert names == {*severities(text), "private-name"}
    assert superuri.lint(text, select="default") == superuri.lint(text)
    assert superuri.lint(text, select="default", ignore="U1", policy="ssrf")[0].code == "U805"


@pytest.mark.parametrize("word", ["password", "pass", "PASSWD", "db_password", "xxxx", "****"])
def test_a_placeholder_is_not_a_password(word):
    assert severities(f"redis://user:{word}@e.com/") == {"userinfo": "info"}
    assert severities(f"redis://user:{word}1@e.com/") == {"password": "warning"}


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


PLAIN = [
    b"http://www.whitelisteddomain.tld.google.com",
    b"https://google.com",
    b"https://google.com/",
]
HOSTILE = ["crlf.txt", "dotdotpwn.txt", "open-redirect.txt", "traversal-exotic.txt"]


@pytest.mark.parametrize("policy", ["ssrf", "gateway"])
def test_each_hostile_line_has_a_warning(policy, data, report):
    silent = []
    total = 0
    for name in HOSTILE:
        for line in filter(None, data(f"hostile/{name}").read_bytes().splitlines()):
            total += 1
            found = superuri.lint(line, policy=policy)
            if all(finding.severity == "info" for finding in found):
                silent.append(line)
    report(f"lint: policy {policy}: {total} hostile lines, {len(silent)} without a warning")
    # Plain URLs of another host.
    assert sorted(silent) == PLAIN
