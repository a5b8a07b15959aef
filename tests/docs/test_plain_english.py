"""Plain English: no text of the project has a phrase that reads like a literal translation."""

import re
import subprocess

import pytest

from kit import ROOT

#: What is not written, and what is written instead.
PATTERNS = {
    r"(?<!here )\b(?:is|are) no (?!longer\b|more\b|matter\b|reason\b)\w": "is not …",
    r"which of the two\?": "give either X or Y, not both",
    r"memory is short": "out of memory, memory runs out",
    r"may not stand in|may stand in no": "is not allowed in",
    r"told as (?:an )?errors?": "reported as",
    r"complained of": "an error is printed",
    r"cannot be told from": "cannot be distinguished from",
    r"help tells more": "help shows more",
    r"said again": "repeated",
    r"\b(?:as|how) grave\b|\bgraver\b|\bgravest\b": "severe, more severe, at or above",
    r"\b[Ww]hoever\b": "the reader, the caller, people who …",
    r"\b[Aa]s (?:it|they) stands?\b": "unchanged, as it is, already legal",
    r"\bstands? (?:in|at|alone|beside|behind|there|bare|before|between) (?!for\b)": "is, occurs",
    r"\bcannot be done\b": "fails",
    r"\bhad better\b": "should",
    r"\b(?:is|are) told\b": "is reported, is shown",
    r"\b[Tt]ells? whether\b": "returns whether",
    r"\bunless (?:it is )?said\b|\bunless told\b": "by default",
    r"\bthat is none\b|\bof what is none\b": "an invalid …",
    r"\bt(?:old|ells?) apart\b": "distinguished",
}
ENDINGS = (".py", ".pyi", ".rs", ".md", ".js", ".toml", ".html", ".css")


def texts():
    """The project's own text files, by their names."""
    listed = subprocess.run(
        ["git", "ls-files"], check=False, capture_output=True, text=True, cwd=ROOT
    )
    if listed.returncode:
        pytest.skip("git does not list the files here")
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if name.endswith(ENDINGS) and path.is_file() and path.name != "test_plain_english.py":
            # A phrase may be broken by the end of a line.
            yield (
                name,
                re.sub(r"\s*\n\s*(?:///|//!|//|#:?|\*)?[ \t]*", " ", path.read_text("utf-8")),
            )


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_text_has(pattern):
    found = [
        f"{name}: …{text[max(0, at.start() - 30) : at.end() + 20]}…"
        for name, text in texts()
        for at in re.finditer(pattern, text)
    ]
    assert not found, f"write {PATTERNS[pattern]!r}:\n" + "\n".join(found)
