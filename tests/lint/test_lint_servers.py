"""Policies of servers: each predicts the server's results for the targets of servers.toml.

`python -m heavy gateways` compares with the servers themselves, on random targets.
"""

import pytest

import superuri
from kit import clock, toml

ROWS = toml.read("lint/servers.toml")["row"]
VERDICTS = [
    (target, *message)
    for row in ROWS
    for target in row["targets"]
    for message in row["servers"].items()
    if message[1]
]
#: Apache resolves these before the rules look.
RESOLVED = {("/a/..", "crs"), ("/a/%2e%2e", "crs")}


def verdict(target, policy):
    """The result of a policy for a target, which may begin with two slashes."""
    found = {finding.severity for finding in superuri.lint("http://h" + target, policy=policy)}
    return "refused" if "error" in found else "other" if found else "same"


@pytest.mark.parametrize(("target", "policy", "message"), VERDICTS)
def test_a_policy_reports_what_the_server_did(target, policy, message):
    if (target, policy) not in RESOLVED:
        wanted = (
            {message, "other"}
            if message == "same" and ("//" in target or ";" in target)
            else {message}
        )
        assert verdict(target, policy) in wanted


@pytest.mark.parametrize(
    ("text", "policy", "where"),
    [
        ("/a/b/../../../c", "nginx", (11, 13)),
        ("/a%2F..%2F../c", "nginx", (10, 12)),
        ("http://h/a?b=c d", "nginx", (14, 15)),
        ("/a/%00", "apache", (3, 6)),
        ("/caf\u00e9\u00e8/x", "haproxy", (4, 6)),
        ("/a%C3/x", "tomcat", (2, 5)),
        ("/x/..;y/z", "jetty", (3, 7)),
        ("/%252e%252e%252fb", "crs", (0, 16)),
        ("/?x=1&file=..%2Fetc", "crs", (6, 19)),
        ("/..%c0%af..", "crs", (0, 9)),
        # As CRS 3.3.4 answered behind Apache: urlDecodeUni reads the last octet, or a full width.
        ("/?a=%u012e%U002e%u012fetc", "crs", (2, 25)),
        ("/?a=%Uff0e%UFF0E%Uff0fetc", "crs", (2, 25)),
        ("/?a=%25uff0e%25uff0e%25uff0f", "crs", (2, 28)),
        ("/?a=%u0100", "crs", (2, 10)),
        ("/?a=1%uFf5e", "crs", (5, 11)),
    ],
)
def test_what_is_refused_is_pointed_at(text, policy, where):
    errors = [it for it in superuri.lint(text, policy=policy) if it.severity == "error"]
    assert (errors[0].start, errors[0].end) == where


@pytest.mark.parametrize(
    "text",
    ["/?x=%Uff5e", "/?x%Uff0a=1", "/?x=%25uff5e", "/?x=%uff5", "/?x=%uffzz", "/?x=%ufe0e%ufe0e/"],
)
def test_what_the_core_rule_set_lets_through(text):
    """As CRS 3.3.4 answered behind Apache: 404, not 403."""
    assert not [it for it in superuri.lint(text, policy="crs") if it.severity == "error"]


def test_a_fragment_is_never_sent():
    for policy in ("nginx", "apache", "haproxy", "tomcat", "jetty", "crs"):
        assert superuri.lint("/a#/../../%00\u00e9", policy=policy) == ()


@pytest.mark.parametrize("policy", ["nginx", "tomcat", "jetty", "crs"])
@pytest.mark.parametrize("text", ["/..", "%2F", ";", "//", "%e9", "%", "..%c0%", "&a=.", "?a="])
def test_the_time_is_linear(policy, text):
    with clock.linearly():
        superuri.lint("/" + text * (300_000 // len(text)), policy=policy)
