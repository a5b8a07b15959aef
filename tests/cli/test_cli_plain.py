"""Plain command lines: parsed without argparse exactly as argparse parses them."""

import subprocess
import sys

import pytest

from kit import chance
from superuri import _verbs
from superuri.cli import arguments, dispatch
from superuri.cli.arguments import words

TEXTS = ["a b", "", "http://e/?a=b", "a\tb", "{host}", "-", "e=f", "ü", "x", "sort-query"]
VALUES = ["1", "0", "64K", "rfc3986.PATH", "RFC3986.path", "WHATWG", "latin-1", "strict", "keep"]
VALUES += ["sort-query,drop-fragment", "case", "redacted", "terminal", "always", "raise", "80", ""]
ODD = ["-h", "--help", "-q0", "-i=a", "-ia", "--que", "--nope", "-5", "--", "-", "-a b", "--json=x"]


def command_line(dice, verb):
    """Words of a command line for this verb, most of them valid."""
    rows = [*words.own(verb), *words.FILES, *words.MESSAGES]
    line = []
    for _ in range(dice.randrange(6)):
        kind = dice.randrange(12)
        if kind == 0:
            line.append(dice.choice(ODD))
        elif kind < 5:
            line.append(dice.choice(TEXTS))
        else:
            names, message = dice.choice(rows)
            name = dice.choice(names)
            likely = [*(message.get("choices") or ()), *VALUES, *TEXTS]
            value = dice.choice(message.get("choices") or likely if dice.randrange(4) else likely)
            if message.get("action") == words.FLAG:
                line.append(name)
            elif name.startswith("--") and dice.randrange(2):
                line.append(f"{name}={value}")
            else:
                line += [name, value]
    return [*verb.name.split(), *line]


def by_argparse(line):
    """The options by argparse; None if it prints an error or the help."""
    try:
        return vars(dispatch.parse(line))
    except SystemExit:
        return None


def read_plainly(line):
    """The options without argparse; None if it is needed."""
    options = arguments.plain(line)
    return None if options is None else vars(options)


def test_what_is_read_without_argparse_is_read_as_it_reads_it(capfd, report):
    dice = chance.dice("lines")
    read, left = 0, 0
    for _ in range(4000):
        line = command_line(dice, dice.choice(_verbs.COMMANDS))
        got, want = read_plainly(line), by_argparse(line)
        if got is None:
            left += want is not None
            continue
        read += 1
        assert got == want, line
    capfd.readouterr()
    report(f"{read} command lines read plainly, {left} more by argparse alone")
    assert read > 800
    assert left < read / 4


@pytest.mark.parametrize("verb", _verbs.COMMANDS, ids=lambda verb: verb.name)
def test_a_plain_command_line_loads_no_argparse(verb):
    line = [*verb.name.split(), *verb.typed, "--quiet", "-o", "-"]
    code = (
        "import sys\nbefore = set(sys.modules)\nfrom superuri.cli import main\n"
        f"main({line!r})\nprint(*set(sys.modules) - before, sep=' ')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split("\n")[-2].split()
    heavy = {"argparse", "re", "enum", "signal", "typing", "inspect", "dataclasses", "collections"}
    assert not heavy.intersection(loaded)
    # Errors are imported when one is raised.
    assert "superuri.errors" not in loaded
