"""Words of options: the engine, the rows of the command and the types of Python know the same."""

import ast
import re

import pytest

import superuri
from kit import ROOT
from superuri import _core, hosts, keys
from superuri._verbs import COMMANDS, VERBS

PACKAGE = ROOT / "python" / "superuri"
DISPLAY = superuri.profiles.LOSSLESS
#: Calls that refuse an unknown word, and list the known ones.
ASKED = {
    "errors": lambda word: superuri.decode("%", errors=word),
    "level": lambda word: superuri.normalize("a", level=word),
    "also": lambda word: superuri.normalize("a", also=(word,)),
    "userinfo": lambda word: DISPLAY.replace(userinfo=word),
    "host": lambda word: DISPLAY.replace(host=word),
    "sink": lambda word: DISPLAY.replace(sink=word),
    "rules": lambda word: hosts.public_suffix("a", rules=word),
    "tables": lambda word: keys.key("a", word),
    "variant": lambda word: keys.surt("a", word),
    "on_error": lambda word: _core.apply_column(["a"], "encode", word, False, 1, None),
}
#: Types whose words are not those of the engine's options of that name.
OTHERS = {
    ("errors", "surrogateescape"),
    # A header is read by its standard, or as it is sent.
    ("errors", ("strict", "ignore")),
    ("host", "escape"),
    ("host", "idna"),
}


def known(name):
    with pytest.raises(ValueError, match="it is one of") as caught:
        ASKED[name]("no such word")
    return set(str(caught.value).partition("it is one of ")[2].split(", "))


def options():
    return {
        (option.name, option.choices)
        for verb in (*VERBS, *COMMANDS)
        for option in (*verb.options, verb.operand)
        if option is not None and option.choices
    }


@pytest.mark.parametrize(("name", "choices"), sorted(options()))
def test_a_row_has_the_words_of_the_engine(name, choices):
    if name in ASKED:
        assert set(choices) == known(name)
    else:
        # The verb itself refuses options of the command.
        assert name in {"from", "kind", "without"}


def literals():
    """Each parameter or name that is annotated with words: its name, the words, where it is."""
    for path in sorted(PACKAGE.rglob("*.py*")):
        if path.suffix not in {".py", ".pyi"}:
            continue
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "Literal" in text else ():
            if isinstance(node, (ast.arg, ast.AnnAssign)) and node.annotation is not None:
                target = node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)
                value = node.annotation
                if "TypeAlias" in ast.unparse(value) and node.value is not None:
                    target, value = target.strip("_").lower(), node.value
                words = re.findall(r"'([^']*)'", ast.unparse(value))
                if "Literal" in ast.unparse(value) and words:
                    yield target, tuple(words), path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize(
    ("name", "words", "where"), [row for row in literals() if row[0] in ASKED], ids=str
)
def test_a_type_has_the_words_of_the_engine(name, words, where):
    if not any((name, word) in OTHERS for word in (*words, words)):
        assert set(words) == known(name), where
