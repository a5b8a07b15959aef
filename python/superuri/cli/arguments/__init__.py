"""Arguments of the command: a plain command line is read here, without argparse.

argparse takes longer to load than all else that a short run does. What is read here is read as it
reads it (a test compares the two); whatever is odd, wrong or asks for help is left to it.
"""

from __future__ import annotations

from superuri._verbs import COMMANDS
from superuri.cli.arguments.checks import check_all
from superuri.cli.arguments.words import AGAIN, FILES, FLAG, MESSAGES, Asked, own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

    from superuri._verbs import Verb


class OddError(Exception):
    """This command line is for argparse."""


class Doubt:
    """Stands where the checks have a parser to complain with: it leaves complaining to one."""

    def error(self, message: str) -> NoReturn:
        raise OddError(message)

    def refusal(self, message: str) -> OddError:
        return OddError(message)


def plain(argv: list[str]) -> Any:  # noqa: ANN401  because it is as argparse's Namespace
    """Return what is asked for: ``verb``, ``texts``, every option. None: argparse must read it."""
    verb = named(argv)
    if verb is None:
        return None
    try:
        options = asked(verb, argv[len(verb.name.split()) :])
        if options.column:
            return None
        check_all(Doubt(), options, argv)
    except OddError:
        return None
    return options


def named(argv: list[str]) -> Verb | None:
    """Return the verb that the command line begins with, if it begins with one."""
    for verb in COMMANDS:
        words = verb.name.split()
        if argv[: len(words)] == words:
            return verb
    return None


def asked(verb: Verb, argv: list[str]) -> Asked:
    """Return what is asked of this verb, where there is nothing to complain of."""
    options = Asked()
    options.verb = verb
    known: dict[str, tuple[str, dict[str, Any]]] = {}
    for names, said in (*own(verb), *FILES, *MESSAGES):
        attribute = names[-1].removeprefix("--").replace("-", "_")
        default = said.get("default", False if said.get("action") == FLAG else None)
        setattr(options, attribute, default)
        known.update(dict.fromkeys(names, (attribute, said)))
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
        attribute, said = known[name]
        if said.get("action") == FLAG:
            if sign:
                raise OddError(word)
            setattr(options, attribute, True)
            continue
        read = value_of(said, value if sign else behind(words))
        if said.get("action") == AGAIN:
            read = [*getattr(options, attribute), read]
        setattr(options, attribute, read)
    if verb.operand is not None:
        setattr(options, verb.operand.attribute, texts.pop(0) if texts else None)
    options.texts = texts + list(words)
    return options


def behind(words: Iterator[str]) -> str:
    """Return the value that is the next word."""
    value = next(words, "--")
    if value[:1] == "-" and value != "-":
        raise OddError(value)
    return value


def value_of(said: dict[str, Any], word: str) -> object:
    choices = said.get("choices")
    if not word or (choices and word not in choices):
        raise OddError(word)
    try:
        return said.get("type", str)(word)
    except Exception as error:
        # It is argparse's, which is not loaded for it.
        raise OddError(word) from error
