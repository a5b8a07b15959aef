"""Linter: where each finding begins and ends, and what a rule does not find."""

import pytest

from superuri import lint

NAMES = "/?" + "&".join(f"a{n}=" for n in range(14))

#: The name of a rule, a text, and the spans of what the rule finds there.
ROWS = [
    ("duplicate-parameter", NAMES + "&a13=1", [(62, 67)]),
    ("duplicate-parameter", NAMES + "&a14=1", []),
    ("duplicate-parameter", NAMES + "&a0=1", [(62, 66)]),
    ("empty-parameter", "/?=1&b", [(2, 4)]),
    ("empty-parameter", "/?a&&b", [(3, 4)]),
    ("host-as-scheme", "localhost:8080/a", [(0, 9)]),
    ("host-as-scheme", "localhost:abc", []),
    ("host-as-scheme", "localhost:123456", []),
    ("host-as-scheme", "localhost:", []),
    ("mojibake", "/caf%C3%83%C2%A9x", [(7, 16)]),
    ("mojibake", "/cafÃ©x", [(4, 6)]),
    ("mojibake", "/%C3%83%C2%A9%C3%83%C2%A9", [(4, 22)]),
    ("ambiguous-authority", "／／evil.com", [(0, 10)]),
    ("plus-in-path", "/a+b?c?d", [(2, 3)]),
    ("second-question-mark", "/a+b?c?d", [(6, 7)]),
    ("dots-in-query", "/?b=../c", [(5, 7)]),
    ("dots-in-query", "/?b%3D./c", []),
    ("semicolon-in-query", "/?b=1;c=2", [(5, 6)]),
    ("plus-and-percent-20", "/?a=b+c%20d", [(5, 6)]),
    ("cut-uri", "/?to=http://h/?a&b=c", [(16, 17)]),
    ("cut-uri", "/?to=htt%70://h/?a&b=c", [(18, 19)]),
    ("cut-uri", "/?to=%3Dhttp://h/?a&b=c", []),
    ("overlong-utf8", "/%F8%88%80%80%80%80", [(1, 16)]),
    ("overlong-utf8", "/%FC%84%80%80%80%80%80", [(1, 19)]),
    ("overlong-utf8", "/%F8x%FCx", []),
    ("invalid-utf8", "/%F8x%FCx", [(1, 4), (5, 8)]),
    ("empty-label", "http://a..b/", [(9, 10)]),
    ("empty-label", "http://.é/", [(7, 8)]),
    ("double-encoded", "/%25u0041", [(1, 9)]),
    ("double-encoded", "/a%2541b", [(2, 7)]),
    *(
        ("host-name", f"http://{name}/", [(7, 7 + len(name))])
        for name in ("a_b", "-a", "a-", "ab--c")
    ),
    ("path-parameters", "/a;b/c;d", [(2, 4), (6, 8)]),
    ("path-parameters", "/a%3Bb", []),
    ("host-as-user", "http://he.com@e.com/", [(7, 13)]),
    ("host-as-user", "http://%68e.com@e.com/", [(7, 15)]),
    ("host-as-user", "http://he.com%2F@e.com/", [(7, 16)]),
    ("host-as-user", "http://he.com%FF@e.com/", [(7, 16)]),
    *(
        ("host-as-user", f"http://{name}@e.com/", [(7, 7 + len(name))])
        for name in (
            *("he.com;", "he.com~a", "1.2.3.4&", "he.com.", "he.com-", "гугл.рф", "LocalHost"),
        )
    ),
    *(
        ("host-as-user", f"http://{name}@e.com/", [])
        for name in ("he", "a.b+c", "a.app_dev", "local", "я.я", ";he.com", ".com", "com")
    ),
    ("wrapped", "'/a'", [(0, 4)]),
    ("defanged", "hxxp://h/", [(1, 3)]),
    ("html-entity", "/?a=1&#38;b&#x26;", [(5, 10), (11, 17)]),
    ("url-in-path", "a/http://h/", [(2, 7)]),
    ("bidi-control", "/\\%E2\\%80\\%AEx", [(2, 13)]),
    # Question marks divide a query of LDAP; a server that binds port 0 gets any.
    ("second-question-mark", "ldap://h/a?b?c?d", []),
    ("odd-port", "grpc://h:0", []),
    ("odd-port", "http://h:0", [(9, 10)]),
]


@pytest.mark.parametrize(("rule", "text", "spans"), ROWS)
def test_the_spans_are(rule, text, spans):
    assert [(it.start, it.end) for it in lint(text, select=[rule])] == spans


@pytest.mark.parametrize(
    ("policy", "text", "spans"),
    [
        ("crs", "/a/. ./b", []),
        ("crs", "/a/.. /b", [(0, 8)]),
        ("crs", "/a/..+/b", [(0, 8)]),
        ("spring-strict", "/?a=1&%01=2&b", [(6, 9)]),
        ("jetty", b"/\xe9a?\xff", [(1, 2)]),
        ("jetty", b"/a\xe3\x81", [(2, 4)]),
        ("jetty", "/a%u0041", [(2, 8)]),
        ("jetty", "/a%u00", [(2, 3)]),
        ("jetty", "/a%x0041b", [(2, 3)]),
        ("jetty", "/a%u00g1", [(2, 3)]),
    ],
)
def test_the_spans_of_a_policy_are(policy, text, spans):
    found = [it for it in lint(text, policy=policy) if it.name.startswith(policy[:3])]
    assert [(it.start, it.end) for it in found] == spans


@pytest.mark.parametrize(
    ("rule", "text", "fixable"),
    [
        ("encoded-unreserved", "/htt%70://h/", 1),
        ("encoded-unreserved", "htt%70://h/", 0),
        ("encoded-unreserved", "%61/b", 0),
        ("encoded-unreserved", "/?&%61mp=1234567;", 1),
        ("encoded-unreserved", "/?&%61mp;", 0),
        ("encoded-unreserved", "/%\t%411", 0),
        ("lower-case-hex", "/" + "%c3x" * 40, 40),
        # The fix would leave the finding, or cause a worse one.
        ("wrapped", "'\\/'", 0),
        ("wrapped", "'/'", 1),
        ("empty-port", "//:", 0),
        ("empty-port", "//h:", 1),
        ("default-port", "http://:80/", 0),
        # As many findings as before, but an error in place of a warning.
        ("default-port", "http://u:p@h:80/@h:80/", 0),
        ("default-port", "http://u:p@h.example:80/@h:80/", 1),
        ("defanged", "hxxp:", 0),
    ],
)
def test_so_many_findings_have_a_fix(rule, text, fixable):
    found = [it for it in lint(text) if it.name == rule]
    assert sum(it.fix is not None for it in found) == fixable
