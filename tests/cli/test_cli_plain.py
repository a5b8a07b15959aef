"""Command lines are parsed as argparse parses them, which is not loaded."""

import argparse
import subprocess
import sys

import pytest

from kit import chance
from superuri import _verbs
from superuri.cli import dispatch
from superuri.cli.arguments.jobs import JOBS

PARSERS = [dispatch.parser_of(verb) for verb in _verbs.COMMANDS]
PARSERS += [dispatch.job(name).parser_of(name) for name in JOBS]
# Parsers of texts, which argparse reads between options; after `--` all words are texts.
DATA = [parser for parser in PARSERS if parser.data]

TEXTS = ["a b", "", "http://e/?a=b", "a\tb", "{host}", "-", "e=f", "ü", "x", "sort-query"]
VALUES = ["1", "0", "64K", "rfc3986.PATH", "RFC3986.path", "WHATWG", "latin-1", "strict", "keep"]
VALUES += ["sort-query,drop-fragment", "case", "redacted", "terminal", "always", "raise", "80", ""]
ODD = ["-h", "--help", "-q0", "-0q", "-qiz", "-qx", "-i=a", "-ia", "-i=", "--que", "--nope"]
ODD += ["--nope=1", "--", "-", "-a b", "--json=x", "--json=", "--input=", "-="]


def command_line(rng, parser):
    """Words of a command line for this parser, most of them valid."""
    options = [each for each in parser.arguments[1:] if each.names]
    line = []
    for _ in range(rng.randrange(6)):
        kind = rng.randrange(12)
        if kind == 0:
            line.append(rng.choice(ODD))
        elif kind < 5:
            line.append(rng.choice(TEXTS))
        else:
            option = rng.choice(options)
            name = rng.choice(option.names)
            likely = [*option.choices, *VALUES, *TEXTS]
            value = rng.choice(option.choices or likely if rng.randrange(4) else likely)
            if not option.takes:
                line.append(name)
            elif name.startswith("--") and rng.randrange(2):
                line.append(f"{name}={value}")
            else:
                line += [name, value]
    return line


class Reference(argparse.ArgumentParser):
    """The arguments of a parser of ours, as argparse's."""

    def __init__(self, parser):
        super().__init__(add_help=False, allow_abbrev=False)
        self.set_defaults(**parser.others)
        self.data = parser.data
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS)
        for each in parser.arguments[1:]:
            row = {"action": each.action or "store", "default": each.default}
            if each.takes:
                row |= {"type": each.type, "choices": each.choices or None}
            if each.count:
                row |= {"nargs": each.count}
            if each.names:
                row |= {"dest": each.attribute, "required": each.required}
            if each.const is not None and each.action not in {"store_true", "store_false"}:
                row |= {"const": each.const}
            self.add_argument(*(each.names or [each.attribute]), **row)

    def print_help(self, file=None):
        pass

    def error(self, message):  # noqa: ARG002  as argparse calls it
        raise SystemExit(2)

    def read(self, line):
        end = line.index("--") if "--" in line else len(line)
        options, unknown = self.parse_known_intermixed_args(line[:end])
        if unknown:
            raise SystemExit(2)
        getattr(options, self.data).extend(line[end + 1 :])
        return options


def read(parser, line):
    """The options, or the exit code."""
    try:
        return vars(parser.read(line))
    except SystemExit as stop:
        return stop.code


def test_command_lines_are_read_as_argparse_reads_them(capfd, report):
    rng = chance.seeded("lines")
    references = {parser: Reference(parser) for parser in DATA}
    valid = 0
    for _ in range(4000):
        parser = rng.choice(DATA)
        line = command_line(rng, parser)
        got = read(parser, line)
        assert got == read(references[parser], line), (parser.prog, line)
        valid += isinstance(got, dict)
    capfd.readouterr()
    report(f"{valid} valid command lines of 4000")
    assert valid > 800


@pytest.mark.parametrize("verb", _verbs.COMMANDS, ids=lambda verb: verb.name)
def test_a_plain_command_line_loads_no_argparse(verb):
    line = [*verb.name.split(), *verb.cli_example, "--quiet", "-o", "-"]
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
