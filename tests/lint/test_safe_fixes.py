"""Safe fixes: the fixed text has the same meaning, or the fix is not offered as safe."""

import pytest

import superuri
from kit import chance
from kit.amount import length
from kit.safe_fixes import DATA, differences
from superuri.whatwg import URL

#: Fixes that lead browsers elsewhere, or to nothing.
GUESSES = [
    *("http://e.com/a\\b", "..\\a", "/a\tb", "/a\nb", "http:[::1]", "http:///a[b", "/C|/a", "C|"),
    # Decoded, the letter would make a drive: browsers would begin the path anew there.
    *("file:%74:/+", "file:%77:", "file:///%63:/../a", "/%63:\\..", "/a/%63:", "//h/%63:?"),
    *("//E\\F/", "\ufeffhttp://e.com/", "/a "),
    # Texts that are not one URI: an escape in them has no certain meaning.
    "C:\\Users\\me%7e",
    "git@GitHub.com:org/%7erepo.git",
    "(HTTP://e.com:80/%7ea)",
    "see HTTP://e.com:80/%7ea",
    "http:// e.com:80/%c3%a9",
    "C:\\" + "%7e" * 30_000,
    # The empty port may be the scheme of a second URL.
    "http://a.example@http://b.example/",
    "http://a.example,http://b.example/",
]


def test_a_safe_fix_means_the_same(report):
    if not (DATA / "urls").exists():
        pytest.skip("the corpora are missing")
    found, fixed = differences(length(4000), chance.SEED)
    assert not found
    report(f"{fixed:,} dirty texts fixed: all mean to RFC 3986 and to browsers what they meant")


@pytest.mark.parametrize("text", GUESSES)
def test_what_browsers_read_as_syntax_has_no_safe_fix(text):
    fixes = [finding.fix for finding in superuri.lint(text) if finding.fix]
    assert not any(fix.safe for fix in fixes)
    assert superuri.fix(text) == text


@pytest.mark.parametrize("scheme", ["foo", "jdbc"])
@pytest.mark.parametrize("control", ["\x14", "\x01"])
def test_no_control_becomes_the_end_of_a_text(scheme, control):
    text = f"{scheme}://EXA{control}:"
    (port,) = (found for found in superuri.lint(text) if found.name == "empty-port")
    assert port.fix is None
    escaped = superuri.encode(control)
    assert superuri.fix(text).lower() == f"{scheme}://exa{escaped}"
    assert URL(superuri.fix(text)).host.lower() == URL(text).host.lower()


@pytest.mark.parametrize("text", ["http://h/%63:/", "file:///%63%63:/", "file:///%63:a", "/%63/"])
def test_what_makes_no_drive_is_decoded(text):
    assert superuri.fix(text) == text.replace("%63", "c")


@pytest.mark.parametrize("text", ["foo:a\\b", "urn:a:b\\c", "foo://h/a|b", "file:/a b", "/a|b"])
def test_what_nobody_reads_so_has_one(text):
    assert superuri.fix(text) == superuri.clean(text)
