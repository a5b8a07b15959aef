"""Names of types: one name is one type, so that a search for it finds its definition."""

import collections
import re

import pytest

from kit import ROOT

#: A definition at any depth, also of a test; an associated type of a trait or an impl is none.
PUBLIC = r"(?:pub(?:\(.+?\))? )?"
RUST = re.compile(rf"^(?: *{PUBLIC}(?:struct|enum|trait|union)|{PUBLIC}type) (\w+)", re.MULTILINE)
PYTHON = re.compile(r"^ *class (\w+)", re.MULTILINE)

VERB = "the verb of lines and columns, and the function of Python"
TIER = "the same register type for each instruction set"
#: Names that several files define, each with its reason.
SHARED = {
    "Rust": {
        **dict.fromkeys(("Clean", "Decode", "Encode"), VERB),
        **dict.fromkeys(("FormDecode", "FormEncode", "Normalize", "Pretty"), VERB),
        **dict.fromkeys(("CharacterBlock", "Lookup"), TIER),
    },
    # Public classes, and private ones of modules that know nothing of each other.
    "Python": {
        "Answer": "of another parser, and of another URL library on the wire",
        "Member": "of a baggage header, and of a JSON object",
        "Parser": "of command lines, and a URL parser that is compared",
        "Result": "of a parser, of an engine and of a job",
        "Rows": "of the rule list, of the progress display and of tables' files and jobs",
        "Rule": "of lint, and of a report on tables",
        "Source": "of rows of hosts, of a file, and of blocks of a job",
    },
}


def shared(files, definition):
    """Return the names that more than one of the files defines."""
    count = collections.Counter()
    for path in files:
        count.update(set(definition.findall(path.read_text(encoding="utf-8"))))
    return {name for name, times in count.items() if times > 1}


@pytest.mark.parametrize(
    ("language", "folder", "files", "definition"),
    [("Rust", "crates", "*.rs", RUST), ("Python", "python/superuri", "*.py", PYTHON)],
)
def test_a_name_is_one_type(language, folder, files, definition):
    paths = [path for path in (ROOT / folder).rglob(files) if "target" not in path.parts]
    assert len(paths) > 100
    # Also the other way round: a name that one file defines needs no exception.
    assert shared(paths, definition) == set(SHARED[language])


@pytest.mark.parametrize(
    "keyword", ["struct", "pub(super) enum", "pub trait", "pub type", "    union"]
)
def test_every_kind_of_definition_is_found(keyword):
    assert RUST.findall(f"{keyword} Name<'a>;") == ["Name"]
    assert not RUST.findall(f"// {keyword} Name\nimpl A {{\n    type Name = B;\n}}")
