"""Arguments of the command: a simple command line is parsed here, without argparse.

argparse takes longer to load than the rest of a short run. This parser gives the same results (a
test compares the two), and leaves unusual or wrong command lines and `--help` to argparse.
"""

from __future__ import annotations

from superuri._verbs import COMMANDS
from superuri.cli.arguments.checks import check_all
from superuri.cli.arguments.words import (
    AGAIN,
    FILES,
    FLAG,
    MESSAGES,
    TABLE_OPTIONS,
    Options,
    attribute_of,
    default_of,
    own,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

    from superuri._verbs import Verb


class OddError(Exception):
    """This command line must be parsed by argparse."""


class Doubt:
    """A parser for the checks that reports no error itself, but leaves that to argparse."""

    def error(self, message: str) -> NoReturn:
        raise OddError(message)

    def refusal(self, message: str) -> OddError:
        return OddError(message)


def plain(argv: list[str]) -> Any:  # noqa: ANN401  because it is as argparse's Namespace
    """Return ``verb``, ``texts`` and all options; None if argparse must parse the command line."""
    verb = named(argv)
    if verb is None:
        return None
    try:
        options = parsed(verb, argv[len(verb.name.split()) :])
        if options.column:
            return None
        check_all(Doubt(), options, argv)
    except OddError:
        return None
    return options


def named(argv: list[str]) -> Verb | None:
    """Return the verb at the start of the command line, if there is one."""
    for verb in COMMANDS:
        words = verb.name.split()
        if argv[: len(words)] == words:
            return verb
    return None


def parsed(verb: Verb, argv: list[str]) -> Options:
    """Return the options for this verb; raise OddError if there is an error to report."""
    options = Options()
    options.verb = verb
    vars(options).update(TABLE_OPTIONS)
    known: dict[str, tuple[str, dict[str, Any]]] = {}
    for names, row in (*own(verb), *FILES, *MESSAGES):
        name = attribute_of(names, row)
        setattr(options, name, default_of(row))
        known.update(dict.fromkeys(names, (name, row)))
    texts = []
    words = iter(argv)
    for word in words:
        if word == "--":
            break
        if word[:1] != "-" or word == "-":
            texts.append(word)
            continue
        name, sign, value = word.partition("=")
        if name not in known or (sign and not name.startswith("--")):
            raise OddError(word)
        attribute, row = known[name]
        if row.get("action") == FLAG:
            if sign:
                raise OddError(word)
            setattr(options, attribute, True)
            continue
        read = value_of(row, value if sign else behind(words))
        if row.get("action") == AGAIN:
            read = [*getattr(options, attribute), read]
        setattr(options, attribute, read)
    if verb.operand is not None:
        setattr(options, verb.operand.attribute, texts.pop(0) if texts else None)
    options.texts = texts + list(words)
    return options


def behind(words: Iterator[str]) -> str:
    """Return the next word, which is the value of an option."""
    value = next(words, "--")
    if value[:1] == "-" and value != "-":
        raise OddError(value)
    return value


def value_of(row: dict[str, Any], word: str) -> object:
    choices = row.get("choices")
    if not word or (choices and word not in choices):
        raise OddError(word)
    try:
        return row.get("type", str)(word)
    except Exception as error:
        # An error of argparse, which is not imported for this.
        raise OddError(word) from error
