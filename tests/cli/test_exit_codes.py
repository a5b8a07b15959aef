"""Exit codes: those of docs/exits.toml for each verb, and the same options everywhere."""

from pathlib import Path

import pytest

from kit import ROOT, toml
from kit.command import run
from superuri._verbs import COMMANDS
from superuri.cli.arguments.jobs import JOBS
from superuri.cli.dispatch import job, parser_of

ROWS = toml.read(ROOT / "docs" / "exits.toml")
PARSERS = {verb.name: parser_of(verb) for verb in COMMANDS}
PARSERS |= {name: job(name).parser_of(name) for name in JOBS}
#: The arguments that a verb needs before its files.
FIRST = {"get": ["{host}"], "resolve": ["http://e.com/"], "tidy": ["-c", "url", "-o", "out.csv"]}
CASES = [
    *((name, [*name.split(), "--nope"], 2) for name in PARSERS),
    *(
        (name, [*name.split(), *FIRST.get(name, []), "-i", "missing"], 3)
        for name, parser in PARSERS.items()
        if "--input" in parser.words()
    ),
    *((name, line, 1) for name, line in ROWS["answers"].items()),
    *((name, line, 3) for name, line in ROWS["files"].items()),
    *((name, line, 4) for name, line in ROWS["failures"].items()),
]


@pytest.mark.parametrize(("name", "line", "code"), CASES, ids=str)
def test_a_verb_ends_with(name: str, line: list[str], code: int, tmp_path: Path) -> None:
    assert name in PARSERS
    done = run(line, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert not list(tmp_path.iterdir())


def test_a_flag_takes_a_value_nowhere_else() -> None:
    takes = dict[str, set[bool]]()
    for parser in PARSERS.values():
        for option, argument in parser.names.items():
            takes.setdefault(option, set()).add(argument.takes)
    assert [option for option, kinds in takes.items() if len(kinds) > 1] == []
