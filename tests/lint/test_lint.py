"""Linter: findings, their positions and fixes."""

import pickle

import pytest

import superuri
from kit import TESTS, chance, clock, toml
from kit.amount import length
from superuri import errors, lint, policies, rules

HOSTS = TESTS / "syntax" / "cves.toml"


def names(text, **options):
    return [finding.name for finding in lint(text, **options)]


def policy_of(rule):
    """The policy of a rule that is off by default."""
    found = (p.name for p in policies.values() if p.name != "strict" and rule.code in p.rules)
    return next(found, None)


@pytest.mark.parametrize("rule", rules.values(), ids=lambda rule: rule.code)
def test_each_rule_has_a_witness_that_no_other_rule_finds(rule):
    policy = None if rule.default else policy_of(rule)
    select = () if rule.default or policy else [rule.code]
    # Not all parsers accept a host with a zone, or with a delimiter.
    others = {"U601"} if rule.name in {"zone", "delimiter-in-host"} else set()
    for text in (rule.example, rule.example.encode()):
        findings = [it for it in lint(text, policy=policy, select=select) if it.code not in others]
        assert {finding.code for finding in findings} == {rule.code}
        for finding in findings:
            assert finding.severity == rule.severity
            assert finding.source == rule.source
            assert finding.message.startswith(rule.sentence)
    assert pickle.loads(pickle.dumps(findings)) == findings  # noqa: S301  because it is ours


def test_the_table_is_in_order():
    assert list(rules) == sorted(rules)
    assert len({rule.name for rule in rules.values()}) == len(rules)
    with pytest.raises(TypeError):
        rules["U000"] = None


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("/é起 ", [(1, 3, "non-ascii"), (3, 4, "space")]),
        ("😀%zz", [(0, 1, "non-ascii"), (1, 2, "stray-percent")]),
        ("http://起.example:8o80/", [(7, 8, "unicode-host")]),
        ("/%e9%E9", [(1, 4, "lower-case-hex"), (1, 7, "invalid-utf8")]),
        ("  http://h.example/\t", [(0, 2, "surrounding-space")]),
        ("/a%2fb", [(2, 5, "encoded-slash"), (2, 5, "lower-case-hex")]),
    ],
)
def test_offsets_are_the_callers(text, where):
    found = {(f.start, f.end, f.name) for f in lint(text)}
    if "8o80" in text:
        where = [(17, 21, "bad-port")]
    assert found == set(where)
    for finding in lint(text.encode()):
        before = text.encode()[: finding.start].decode()
        assert (len(before), finding.name) in {(start, name) for start, _, name in where}


def test_a_lone_surrogate_is_found():
    findings = lint("/é\ud800ü b")
    assert [(f.name, f.start, f.end, f.severity, f.fix is None) for f in findings] == [
        ("non-ascii", 1, 2, "warning", False),
        ("non-ascii", 2, 3, "error", True),
        ("surrogate", 2, 3, "warning", True),
        ("non-ascii", 3, 4, "warning", False),
        ("space", 4, 5, "error", False),
    ]
    # There is no fix for a text that clean refuses.
    assert superuri.fix("/é\ud800ü b") == "/%C3%A9\ud800%C3%BC%20b"
    assert superuri.fix("/\ud800", unsafe=True) == "/\ud800"
    with pytest.raises(superuri.errors.EncodeError):
        superuri.clean("/\ud800")
    assert superuri.fix("/é\ud800", ignore=["U1"]) == "/é\ud800"


def test_select_ignore_and_policy_choose_rules():
    text = "/a b|%c3%a9"
    assert names(text) == ["space", "illegal-character", "lower-case-hex"]
    assert names(text, select=["U1"], ignore=["space"]) == ["illegal-character"]
    assert names(text, select=["lower-case-hex", "u102"]) == ["space", "lower-case-hex"]
    assert names(text, ignore=("U",)) == []
    assert names("/é") == names("/é", policy="strict")
    assert [f.severity for f in lint("/é", policy="strict")] == ["error"]
    assert names("/é", select=["U1"], policy="spring-strict") == ["non-ascii"]
    for options in ({"select": ["U000"]}, {"ignore": ["spaces"]}, {"policy": "lax"}):
        with pytest.raises(ValueError, match="is neither a rule nor a policy"):
            lint("/", **options)
    with pytest.raises(TypeError):
        lint("/", select=5)


def test_fixes_are_applied():
    assert superuri.fix("http://h.example/ok") is not None
    same = "http://h.example/" + "ok"
    assert superuri.fix(same) is same
    assert superuri.fix(b"/ a") == b"/%20a"
    # Browsers drop white space around a URL.
    assert superuri.fix(b"/ ") == b"/ "
    assert superuri.fix(b"/ ", unsafe=True) == b"/%20"
    assert superuri.fix(bytearray(b"/\xff")) == b"/%FF"
    assert superuri.fix("'http://h.example:80/'", unsafe=True) == "http://h.example/"
    assert superuri.fix("http://0x7f.1/") == "http://0x7f.1/"
    assert superuri.fix("http://0x7f.1/", unsafe=True) == "http://127.0.0.1/"
    assert superuri.fix("/caf%C3%83%C2%A9", unsafe=True) == "/caf%C3%A9"
    assert superuri.fix(" HTTP://H.example:80/%7e ") == "http://h.example/~"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("/caf%E9", 'in windows-1252 it reads "é"'),
        ("/%E2%80%AE", "U+202E"),
        ("/a%25252Fb", 'decoding 3 times shows "/"'),
        ("http://0135.1.1.1/", "it is 93.1.1.1"),
        ("http://bücher.example/", "it is xn--bcher-kva.example"),
        ("http://xn--80ak6aa92e.com/", 'looks like "apple"'),
    ],
)
def test_messages_say_more_than_their_rule(text, part):
    [finding] = lint(text)
    assert part in finding.message


def test_no_message_quotes_a_userinfo():
    rng = chance.seeded("userinfo")
    atoms = ("%E9", "%C0", "é", "%2541", "@", ":", "%", "%2F", "\\", "#", "?", "ß", "%00", " ")
    for _ in range(4000):
        secret = "hunter2".join(rng.choices(atoms, k=rng.randrange(4)))
        text = f"http://user:hunter2{secret}@h.example/"
        for finding in lint(text):
            if "hunter2" in finding.message:
                # After a delimiter that ends the authority, there is no userinfo.
                assert any(c in secret for c in "#?\\"), (text, finding)


def test_the_disputed_strings_are_flagged():
    for case in toml.read(HOSTS)["case"]:
        if case["text"] == "/":
            continue  # a null pointer in the parser: nothing is wrong with the text
        findings = lint(case["text"])
        if case["host"] == "ambiguous-authority":
            assert any(f.severity != "info" for f in findings), case["text"]
        assert findings, case["text"]


#: URLs that StrictHttpFirewall.java refuses: its lists of encoded and of decoded ones, paths that
#: are not normalised, and characters that are not printable.
SPRING = (
    *("%25", "%2f", "%2F", "//", "%2f%2f", "%2f%2F", "%2F%2f", "%2F%2F", "\\", "%5c", "%5C"),
    *("\0", "%00", "\n", "%0a", "%0A", "\r", "%0d", "%0D", ";", "%3b", "%3B", "%2e", "%2E"),
    *("%E2%80%A8", "%E2%80%A9", "%e2%80%a8", "/./", "/../", "\x01", "\x1f", "\x7f", "é"),
)


@pytest.mark.parametrize("part", SPRING, ids=ascii)
def test_the_whole_list_of_spring_is_flagged(part):
    for text in (f"/a{part}b", f"https://h.example/a{part}b?c=d"):
        found = lint(text, policy="spring-strict")
        assert {f.code for f in found} <= set(policies["spring-strict"].rules)
        assert found
    for text in ("/a/..", "/..", "/.", "/a/."):
        assert names(text, policy="spring-strict") == ["spring-not-normalized"]


@pytest.mark.parametrize("text", ["/", "/a/b.c", "/a%20b", "/%C3%A9", "/a?b=%2F;c", "/...", "/a.."])
def test_what_spring_accepts_is_not_flagged(text):
    assert names(text, policy="spring-strict") == []


def test_the_policies_of_envoy_look_at_both_slashes_in_the_path_alone():
    about_slashes = {"U941", "U942", "U943", "U944"}
    envoys = [name for name in policies if about_slashes & set(policies[name].rules)]
    assert len(envoys) == len(about_slashes)
    for name in envoys:
        for text in ("/a%2Fb", "/a%2fb", "/a%5Cb", "/a%5cb"):
            [finding] = lint(text, policy=name)
            assert finding.code in policies[name].rules
        assert names("/a?b=%2F#%5C", policy=name) == []


#: Harmless entries of the hostile lists, reviewed by hand: two links to the host of the list's
#: author, and a name below it.
BENIGN = {"open-redirect.txt": 3}


@pytest.mark.parametrize(
    "name", ["crlf.txt", "dotdotpwn.txt", "open-redirect.txt", "traversal-exotic.txt"]
)
def test_every_hostile_line_is_flagged(name, data, report):
    lines = [line for line in data(f"hostile/{name}").read_bytes().splitlines() if line]
    silent = [line for line in lines if not lint(line)]
    severe = sum(any(f.severity != "info" for f in lint(line)) for line in lines)
    report(
        f"lint: {name}: {len(lines)} lines, {severe} with a warning or an error, "
        f"{len(silent)} without a finding"
    )
    assert len(silent) == BENIGN.get(name, 0), silent
    assert all(b"google.com" in line and line.startswith(b"http") for line in silent)


#: The kinds of findings from a warning on in the real URLs, each looked at by hand. All are true:
#: the lists were taken from pages as they were.
TRUE_IN = {
    "urls/kasztp.txt": {
        "space",  # names with spaces, mostly in fragments
        "illegal-character",  # quotes of the page before the host
        "bracket",  # bare brackets, as PHP's forms write them
        "non-ascii",  # the byte order mark of the file itself
        "colon-in-first-segment",  # the same line
        "byte-order-mark",  # the same line
        "backslash",  # for an apostrophe
        "shell-escape",  # \%20 of a markup that escapes
        "no-host",  # https:// and no more
        "html-entity",  # &amp; of the page
    },
    "urls/node_files.txt": {
        "double-encoded",  # a fixture named so, to test double encoding
    },
}


@pytest.mark.parametrize("name", TRUE_IN)
def test_real_urls_raise_no_false_alarms(name, data, report):
    lines = [line for line in data(name).read_bytes().splitlines() if line]
    kinds = {}
    alarms = 0
    for line in lines:
        severe = {f.name for f in lint(line) if f.severity != "info"}
        alarms += not severe <= TRUE_IN[name]
        for kind in severe:
            kinds[kind] = kinds.get(kind, 0) + 1
    counted = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    report(f"lint: {name}: {len(lines)} URLs, {alarms} false alarms; true: {counted}")
    assert alarms * 1000 <= len(lines)
    assert set(kinds) <= TRUE_IN[name]


#: Texts on which quadratic linters are slow.
LONG = (
    *("%2541x", "%E9a", "%25", "a ", "&a=1", "/..", "/%2E%2E", "http:", "'", "%C3%83%C2%A9", "\\"),
    *("\u202e", "&amp;", "@", ".", "[", "%2525252541", "?a=%2541;", "xn--a.", "é.", ":", "%u0041"),
    *("%41", "%2e"),
)


@pytest.mark.parametrize("atom", LONG, ids=ascii)
@pytest.mark.parametrize("head", ["/", "http://", "?a=", "", "http://h.example/?u=http%3A//"])
def test_time_is_linear(head, atom):
    text = (head + atom * (length(1 << 20) // len(atom))).encode()
    with clock.linearly():
        lint(text)


def test_what_is_refused_raises_in_clean_only():
    for text in ("http://a:b:80/", "http://h\\@evil/", "http://℅/", " http://h/", "http://h:x/"):
        with pytest.raises(errors.ParseError):
            superuri.clean(text)
        assert any(finding.severity == "error" for finding in lint(text))


def test_a_text_of_nothing_else_lists_a_thousand():
    text = "/" + "a " * 5000
    findings = lint(text, select=["space"])
    assert len(findings) == 1000
    assert findings[-1].message.endswith("(and 4000 more that are not listed)")
    # Browsers drop the last space.
    assert superuri.fix(text) == superuri.clean(text)[:-3] + " "


@pytest.mark.parametrize("entity", ["&amp;", "&quot;", "&#38;", "&#x26;", "&lt;"])
def test_entities_are_found(entity):
    assert "html-entity" in names(f"/?a=1{entity}b=2")


@pytest.mark.parametrize("text", ["/?a=1&lt=2", "/?amp;", "/?a&#b", "/?&#x;", "/&#zz;", "/a&b;c"])
def test_what_is_not_an_entity_stays(text):
    assert "html-entity" not in names(text)


@pytest.mark.parametrize("text", ["\t", "a\t", "a\x01", "a \x00"])
def test_controls_at_an_end_are_fixed_in_linear_time(text):
    with clock.linearly():
        superuri.fix(text[:-1] + text[-1:] * 500_000)


@pytest.mark.parametrize(
    "text", ["http://a?%2E", "http://a#%2E", "//a?%2E%2e", "http://a@b?%2E%2E"]
)
def test_no_fix_puts_a_dot_behind_the_host(text: str) -> None:
    assert all(each.severity != "error" for each in lint(superuri.fix(text)))
