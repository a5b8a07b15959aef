"""The command: rows of arguments and input, and what must come back."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kit import ROOT, command, toml
from kit.command import COMMAND, PATIENCE
from superuri import _core, _verbs
from superuri.cli.arguments.jobs import JOBS
from superuri.cli.output import messages

TABLES = Path(__file__).parent


def rows():
    for path in sorted(TABLES.glob("*.toml")):
        for row in toml.read(path)["case"]:
            yield pytest.param(row, id=f"{path.stem}: {row['why']}")


def run(arguments, data=b"", cwd=None, **environment):
    return subprocess.run(
        [*COMMAND, *arguments],
        input=data,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONWARNINGS": "error", **environment},
    )


@pytest.mark.parametrize("row", list(rows()))
def test_row(row, tmp_path):
    # In an empty folder: an argument that names a file gets a hint.
    empty = tmp_path / "empty"
    empty.mkdir()
    done = command.run(row["run"], row.get("stdin", "").encode(), cwd=empty)
    message = done.stderr.decode()
    stdout = row.get("stdout", "")
    # A TOML string of several lines begins on the line after its quotes.
    assert done.stdout.decode() == stdout, message
    assert done.returncode == row.get("code", 0), message
    says = row.get("says", [])
    for line in [says] if isinstance(says, str) else says:
        assert line in message
    if "says" not in row:
        assert message == ""


@pytest.mark.parametrize("verb", _verbs.COMMANDS, ids=lambda verb: verb.name)
def test_every_verb_does_its_example(verb):
    back = verb.cli_output
    assert run([*verb.name.split(), *verb.cli_example]).stdout.decode() == back + "\n"
    # The last word is a text, and for pairs the last two.
    texts = 2 if verb.pairs else 1
    before, line = verb.cli_example[:-texts], "\t".join(verb.cli_example[-texts:])
    assert run([*verb.name.split(), *before], line.encode()).stdout.decode() == back
    helped = run([*verb.name.split(), "--help"]).stdout.decode()
    assert f"superuri {verb.name} " in helped
    assert all(f" {messages.quoted(word)}" in helped for word in verb.cli_example[-texts:])
    assert all(f"--{option.name}" in helped for option in verb.options)
    assert verb.operand is None or f" {verb.operand.metavar} [TEXT...]" in helped


@pytest.mark.parametrize("verb", _verbs.VERBS, ids=lambda verb: verb.name)
def test_every_function_does_its_example(verb):
    _, back = verb.example
    result = verb.function(*verb.call, **verb.named)
    assert (result if isinstance(result, str) else repr(result)) == back


def test_help_and_version_go_to_standard_output():
    done = run(["--help"])
    assert done.returncode == 0
    assert not done.stderr
    for verb in _verbs.COMMANDS:
        assert verb.help in done.stdout.decode()
    # Without a parser, and with one.
    for line in (["--version"], ["-V"], ["--version", "--version"]):
        assert run(line).stdout == f"superuri {_core.__version__}\n".encode()


@pytest.mark.parametrize("verb", [[], ["clean"], ["form"], ["form", "encode"], ["lint"]])
def test_help_of_a_verb_is_its_help(verb):
    requested = run(["help", *verb])
    assert (requested.returncode, requested.stdout) == (0, run([*verb, "--help"]).stdout)


@pytest.mark.parametrize("family", _verbs.FAMILIES)
def test_a_family_lists_its_verbs(family):
    helped = run([family, "--help"]).stdout.decode()
    listed = re.findall(rf"^  ({family} \w+) ", helped, re.MULTILINE)
    assert listed
    assert listed == [verb.name for verb in _verbs.COMMANDS if verb.name.split()[0] == family]


def test_a_verb_of_two_words_has_a_family():
    families = {verb.name.split()[0] for verb in _verbs.VERBS if " " in verb.name}
    assert families == set(_verbs.FAMILIES)
    # The first word is the module of its function.
    assert {verb.family for verb in _verbs.VERBS if verb.name.split()[0] in families} == families
    for verb in _verbs.VERBS:
        path = f"superuri.{verb.path}".split(".")
        module = importlib.import_module(".".join(path[:-1]))
        assert getattr(module, path[-1]) is verb.function


def test_the_command_in_c_locale_speaks_bytes():
    done = run(["decode", "caf%C3%A9"], LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.stdout == "café\n".encode()


def test_an_argument_that_is_not_text_is_bytes():
    done = run([b"clean", b"/\xff\xc3\xbc"])
    assert done.stdout == b"/%FF%C3%BC\n"
    done = run([b"clean", b"--json", b"/\xff"])
    assert done.stdout.startswith(b'{"input_encoded": "%2F%FF", "output": "/%FF", ')


def test_a_line_that_is_not_text_is_counted_in_bytes():
    done = run(["clean", "--json"], b"//\xff\xc3\xbc@e:x\n\xff%\xc3\xa9")
    first, second = done.stdout.decode().splitlines()
    assert '"input_encoded": "%2F%2F%FF%C3%BC%40e%3Ax"' in first
    assert '"start": 8, "end": 9' in first
    assert b'line 1: port "x" at 8 is not a number' in done.stderr
    page = ROOT / "docs" / "command.md"
    assert second in page.read_text(encoding="utf-8")


def test_the_engine_knows_every_choice_and_no_other():
    assert list(_verbs.options.ERRORS.choices) == _core.ERRORS
    stub = (Path(_core.__file__).parent / "_core.pyi").read_text(encoding="utf-8")
    message = re.findall(r"errors: Literal\[(.*?)\]", stub)
    words = ", ".join(f'"{word}"' for word in _core.ERRORS)
    assert message[1:] == [words] * (len(message) - 1), "all but those of encode"


@pytest.mark.parametrize("arguments", [["clean", "a b"], ["clean", "-q"], ["--version"]])
def test_start_up_loads_only_what_it_needs(arguments):
    code = f"import sys; from superuri.cli import main; main({arguments}); print(*sys.modules)"
    loaded = set(subprocess.check_output([sys.executable, "-I", "-c", code], input=b"").split())
    heavy = {b"dataclasses", b"typing", b"json", b"shutil", b"tempfile", b"threading", b"difflib"}
    if arguments != ["--version"]:
        assert not heavy & loaded


@pytest.mark.parametrize("name", [*(verb.name for verb in _verbs.COMMANDS), *JOBS])
def test_an_argument_that_is_not_text_is_done_or_refused(name):
    done = command.run([*name.split(), b"\xff"])
    assert done.returncode in {0, 1, 2, 3, 4}
    assert done.stderr or not done.returncode or b"%FF" in done.stdout
