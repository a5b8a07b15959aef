"""Properties of the linter: it handles every text, agrees with clean, and its fixes work."""

import pytest

import superuri
from codec.test_exhaustive import seconds
from kit import chance
from kit.amount import FULL, part
from superuri import errors, lint

ATOMS = (
    *("http:", "https:", "HTTP:", "ftp:", "file:", "mailto:", "data:", "foo:", "javascript:"),
    *("//", "/", "\\", "?", "#", "@", ":", "[", "]", "[::1]", "[fe80::1%eth0]", "[v1.a]"),
    *("::ffff:", "h.example", "bücher.de", "xn--bcher-kva", "xn--a", "аррӏе", "127.0.0.1"),
    *("0x7f.1", "1.2.3.256", "80", "8080", "99999", "00", "u:p@", "..", ".", "...", "%2E"),
    *("%2e%2e", "a", "b_", "A", "-", "%", "%2", "%25", "%2525", "%41", "%zz", "%u0041"),
    *("%c3%a9", "%C3%83%C2%A9", "%E9", "%C0%AF", "%ED%A0%80", "%ED%B8%80", "%F4%90%80%80"),
    *("%F8%88", "%00", "%0D%0A", "%09", "%2F", "%5C", "%3C", "%E2%80%AE", "%E2%80%8B"),
    *("%EF%BB%BF", "\u202e", "\u200d", "\ufeff", "é", "起", "Ã©", "\u2044", " ", "\t", "\n"),
    *("\0", "\x7f", '"', "<", ">", "'", "`", "{", "|", "}", "^", "+", "%20", "&", "&amp;"),
    *("amp;", "=", ";", "a=1", "hxxp:", "0x2f", ".", ",", "!", ")", "(", "~", "localhost"),
)
SEVERITIES = {"info": 0, "warning": 1, "error": 2}


def texts(number):
    """Texts joined from pieces that are difficult for linters."""
    rng = chance.seeded("fixes")
    for _ in range(number):
        head = rng.choice(("", "", "http://", "http://h.example/", "//", "/"))
        yield head + "".join(rng.choices(ATOMS, k=rng.randrange(7)))


def worse(findings, severity):
    return sum(SEVERITIES[finding.severity] > SEVERITIES[severity] for finding in findings)


def applied(text, edits):
    out, at = [], 0
    for start, end, with_ in edits:
        out += [text[at:start], with_]
        at = end
    return "".join([*out, text[at:]])


def holds(text):
    findings = lint(text)
    for finding in findings:
        assert 0 <= finding.start < finding.end <= len(text), (text, finding)
        for start, end, with_ in finding.fix.edits if finding.fix else ():
            assert 0 <= start <= end <= len(text), (text, finding)
            # Rules whose fixes guess, and may restore characters.
            assert with_.isascii() or not finding.fix.safe, (text, finding)
    return findings


def test_l37_any_text_has_findings_or_none():
    rng = chance.seeded("any")
    for text in texts(part(40_000)):
        holds(text)
        in_bytes = lint(text.encode())
        assert [f.code for f in in_bytes] == [f.code for f in lint(text)]
    for _ in range(part(20_000)):
        octets = rng.randbytes(rng.randrange(40))
        for finding in lint(octets):
            assert 0 <= finding.start < finding.end <= len(octets), octets
    assert lint("") == lint(b"") == ()


def test_l37_every_two_bytes():
    for first in range(256):
        for second in seconds(first):
            lint(bytes((first, second)))


def checked_fixes(text):
    """Check each fix of the text, which adds no more severe finding; return their number."""
    before = lint(text)
    fixes = [(finding, finding.fix) for finding in before if finding.fix]
    for finding, fix in fixes:
        fixed = applied(text, fix.edits)
        after = lint(fixed)
        known = sum(other.code == finding.code for other in before)
        left = sum(other.code == finding.code for other in after)
        assert left < known, (text, fixed, finding)
        least = finding.severity
        assert worse(after, least) <= worse(before, least), (text, fixed, finding)
    return len(fixes)


def is_at_one_with_clean(text):
    """Whether clean accepts the text; if so, check that the fixes give its result."""
    try:
        cleaned = superuri.clean(text)
    except errors.URIError:
        # A text that clean refuses is an error here too.
        assert any(finding.severity == "error" for finding in lint(text)), text
        return False
    assert superuri.fix(text, select=["U1"], unsafe=True) == cleaned, text
    edits = [edit for finding in lint(text, select=["U1"]) for edit in finding.fix.edits]
    assert applied(text, edits) == cleaned, text
    return True


def test_l38_a_fix_removes_its_finding_and_adds_nothing_more_severe():
    assert sum(checked_fixes(text) for text in texts(part(60_000))) > part(50_000)


def test_the_fixes_of_what_is_illegal_are_clean():
    assert sum(is_at_one_with_clean(text) for text in texts(part(100_000))) > part(40_000)


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("urls/kasztp.txt", 1),
        ("urls/node_files.txt", 1),
        ("hostile/crlf.txt", 1),
        ("hostile/dotdotpwn.txt", 20),
        ("hostile/open-redirect.txt", 1),
        ("hostile/traversal-exotic.txt", 1),
    ],
)
def test_real_and_hostile_lines_have_the_properties(name, step, data, report):
    lines = data(name).read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    lines = lines[:: step if FULL else max(step, len(lines) // 600)]
    lines = [line for line in lines if line and line.isprintable()]
    clean = sum(is_at_one_with_clean(line) for line in lines)
    fixes = sum(checked_fixes(line) for line in lines)
    report(f"lint: {name}: {clean} of {len(lines)} lines as clean has them, {fixes} fixes hold")


def test_what_is_fixed_stays_fixed():
    for text in texts(part(20_000)):
        for guess in (False, True):
            once = superuri.fix(text, unsafe=guess)
            assert superuri.fix(once, unsafe=guess) == once, text
