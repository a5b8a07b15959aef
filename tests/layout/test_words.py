"""Words: no text of the project has the images and phrases that its first version used.

A row has a pattern, what is written instead, and the places where the word is right, each with its
reason. A pattern is searched in lines that are joined, without case; a place is a pattern for the
name of the file and the text around the word.
"""

import re
from typing import NamedTuple

import pytest

from kit import ROOT
from layout.test_files import tracked


class Row(NamedTuple):
    """A word that is not written."""

    #: Literals, in lower case; one of them is in whatever the pattern finds.
    keys: tuple[str, ...]
    pattern: str
    instead: str
    places: dict[str, str] = {}  # noqa: RUF012  it is not changed


#: Files that are not the project's own prose, by reason.
OTHERS = {
    r"LICENSE|docs/licences/|docs/superuri\.cdx\.json|Cargo\.lock": "legal and generated",
    r"examples/dirty-urls\.txt|tests/compat/survey\.txt|tests/python/frozen/": "data",
    r"tests/articles/": "quotes of the articles",
    r"tests/layout/test_words\.py": "this table",
}


def word(name: str, instead: str, **places: str) -> Row:
    """Return the row of a whole word, its plural, and names that have it between underscores."""
    return Row((name,), rf"(?<![a-z]){name}s?(?![a-z])", instead, places)


WORDS = (
    word("room", "module, folder, space"),
    word("house", "layout"),
    word("door", "entry point"),
    word("museum", "table, list"),
    word("twin", "reference implementation"),
    word("dice", "rng"),
    word("law", "property", command=r"(?:hosts?|compose|pretty|display)[-_]law\b"),
    word("fate", "outcome", public=r"^python/superuri/(?:who|tables/report)/|\bmarks\.fates\b"),
    word(
        "sink",
        "output, context",
        option=r"sink ?=|\bsink: |-sink\b|\"sink\"|\.sink\b|\b_sink\b|def sink\(|`sink`",
        engine=r"^(?:crates|fuzz)/",  # the option's type, `medium::Sink`
    ),
    word(
        "reader",
        "parser",
        person=r"screen[ _]reader|human reader|if the reader still|on[_ ]the[_ ]reader|by readers"
        r"|readers of the repository|which a reader|reader (?:cannot|needs)|reader's system"
        r"|named for readers",
        program=r"feed readers",
        python=r"csv\.reader|to_reader\(|\b(?:input)?(?:buffered|stream|dict|buffer)reader",
        tables=r"^(?:python/superuri|tests)/tables/",
        findings=r"^findings/",
        rust=r"^(?:crates|fuzz)/",  # `Read` is a trait, and its objects are readers
        engine=r"all readers|readers? (?:decode|would look|do not see|decodes twice)",
    ),
    Row(("the answer is no",), "the answer is no", "findings, a difference"),
    Row(("mend",), r"\bmend(?:s|ed|ing)?\b", "fix"),
    Row(("for want of", "be had"), r"for want of|\bcan(?:not)? be had\b", "without, is missing"),
    Row(("costs ",), r"costs (?:one|only|just) (?!call\b)", "only … is missing"),
)

#: Phrases that read like a literal translation.
PHRASES = (
    Row(
        ("is no ", "are no "),
        r"\b(?:is|are) no (?!longer\b|more\b|matter\b|reason\b)\w",
        "is not …",
        {"existence": r"\bt?here (?:is|are) no ", "question": r"is no byte of the text in"},
    ),
    Row(("which of the two?",), r"which of the two\?", "give either X or Y, not both"),
    Row(("memory is short",), "memory is short", "out of memory, memory runs out"),
    Row(("stand in",), r"may not stand in|may stand in no", "is not allowed in"),
    Row(("told as",), r"told as (?:an )?errors?", "reported as"),
    Row(("complained of",), "complained of", "an error is printed"),
    Row(("cannot be told from",), "cannot be told from", "cannot be distinguished from"),
    Row(("help tells more",), "help tells more", "help shows more"),
    Row(("said again",), "said again", "repeated"),
    Row(("grave",), r"\b(?:as|how) grave\b|\bgraver\b|\bgravest\b", "severe, more severe"),
    Row(("whoever",), r"\bwhoever\b", "the reader, the caller, people who …"),
    Row(("stand",), r"\bas (?:it|they) stands?\b", "unchanged, as it is, already legal"),
    Row(
        ("stand",),
        r"\bstands? (?:in|at|alone|beside|behind|there|bare|before|between) (?!for\b)",
        "is, occurs",
    ),
    Row(("cannot be done",), r"\bcannot be done\b", "fails"),
    Row(("had better",), r"\bhad better\b", "should"),
    Row(("is told", "are told"), r"\b(?:is|are) told\b", "is reported, is shown"),
    Row(("whether",), r"\btells? whether\b", "returns whether"),
    Row(("unless ",), r"\bunless (?:it is )?said\b|\bunless told\b", "by default"),
    Row(("is none",), r"\bthat is none\b|\bof what is none\b", "an invalid …"),
    Row(("apart",), r"\bt(?:old|ells?) apart\b", "distinguished"),
)

#: Marks of comments, which are within a phrase that a line's end breaks.
MARKS = frozenset([b"#", b"#:", b"//", b"///", b"//!", b"*"])


def flattened(octets: bytes) -> str:
    """Return the words of a text in lower case, with one space between two."""
    return b" ".join(word for word in octets.lower().split() if word not in MARKS).decode()


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    others = re.compile("|".join(OTHERS))
    names = {path.relative_to(ROOT).as_posix(): path for path in tracked()}
    read = {name: path.read_bytes() for name, path in names.items() if not others.match(name)}
    return {name: flattened(octets) for name, octets in read.items() if b"\0" not in octets}


def hits(row: Row, flat: str):
    """Yield the places of a row's pattern."""
    for key in row.keys:
        at = flat.find(key)
        while at >= 0:
            start = max(0, at - 60)
            around = flat[start : at + 80]
            if any(
                each.start() <= at - start < each.end() for each in re.finditer(row.pattern, around)
            ):
                yield around
            at = flat.find(key, at + 1)


def wrong(row: Row, name: str, flat: str):
    allowed = [re.compile(place) for place in row.places.values()]
    for around in hits(row, flat):
        if not any(place.search(f"{name}: {around}") or place.search(name) for place in allowed):
            yield f"{name}: …{around}…"


@pytest.mark.parametrize("row", [*WORDS, *PHRASES], ids=lambda row: row.pattern)
def test_no_text_has(row, texts):
    found = [each for name, flat in texts.items() for each in wrong(row, name, flat)]
    if found:
        pytest.fail(f"write {row.instead!r}:\n" + "\n".join(found), pytrace=False)


def test_a_word_is_found_across_lines_and_in_names():
    [row] = [row for row in WORDS if row.keys == ("twin",)]
    assert list(wrong(row, "a", flattened(b"# the plain\n# Twins are")))
    assert list(wrong(row, "a", "def is_the_naive_twin(text)"))
    assert not list(wrong(row, "a", "between"))
    [row] = [row for row in PHRASES if "whoever" in row.keys]
    assert list(wrong(row, "a", flattened(b"/// Whoever\n/// reads")))
