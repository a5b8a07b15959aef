"""Dispatch: the command of a command line, with its options.

The parser of a verb is built from its row in :mod:`superuri._verbs` when it is needed.
"""

from __future__ import annotations

from superuri._verbs import COMMANDS, Verb
from superuri.cli.arguments.checks import check_all
from superuri.cli.arguments.parser import OPTIONS, Parser
from superuri.cli.arguments.words import MESSAGES, ON_COLUMNS, TABLE_OPTIONS, TABLES, files_of, own
from superuri.cli.output import exits
from superuri.cli.output.messages import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from superuri.cli.arguments.parser import Namespace

# The data of a verb; for pairs, two at a time.
EACH = (
    "each TEXT, or each line of files or of standard input",
    "each pair of TEXTs, or each line of files or of standard input, with a tab between the two",
)


def parse(argv: list[str]) -> Namespace:
    """Return the parsed options: ``verb``, ``texts``, and every option."""
    if argv[:1] == ["help"]:
        argv = [*argv[1:], "--help"]
    for verb in COMMANDS:
        words = verb.name.split()
        if argv[: len(words)] == words:
            return parse_verb(verb, argv[len(words) :])
    from superuri.cli.arguments.jobs import JOBS  # noqa: PLC0415  because verbs are not in JOBS

    if argv and argv[0] in JOBS:
        return parse_job(argv[0], argv[1:])
    from superuri.cli.arguments import overview  # noqa: PLC0415  because a known command needs no overview

    if argv and overview.is_text(argv[0]):
        return parse_job("explain", argv)
    raise overview.no_verb(argv)


def job(name: str) -> Any:  # noqa: ANN401  because any module may be one
    """Return the module of this command.

    Its ``parser_of(name)`` returns a parser, and ``run`` executes the parsed options; ``check``, if
    there is one, checks them first.
    """
    from importlib import import_module  # noqa: PLC0415  as above

    from superuri.cli.arguments.jobs import JOBS  # noqa: PLC0415  as above

    return import_module(f"superuri.cli.{JOBS[name][0]}")


def parse_job(name: str, words: list[str]) -> Namespace:
    """Return the parsed options of this command."""
    module = job(name)
    parser: Parser = module.parser_of(name)
    options = parser.read(words)
    options.command, options.refusal, options.run = name, parser.refusal, module.run
    if hasattr(module, "check"):
        module.check(parser, options)
    return options


def parse_verb(verb: Verb, argv: list[str]) -> Namespace:
    """Return the parsed options of this verb. After ``--`` all words are data."""
    parser = parser_of(verb)
    options = parser.read(argv)
    options.verb = verb
    if options.column:
        from superuri.cli.verbs import column  # noqa: PLC0415  because lines need no tables

        column.check(parser, options, options.texts)
    else:
        check_all(parser, options, argv)
    return options


def parser_of(verb: Verb) -> Parser:
    """Return the parser of this verb: its own options, and those of every verb."""
    typed = " ".join(word if word.startswith("--") else quoted(word) for word in verb.cli_example)
    back = "\n".join(f"  {line}" for line in verb.cli_output.splitlines())
    before = f"{verb.operand.metavar} " if verb.operand is not None else ""
    parser = Parser(
        f"superuri {verb.name}",
        description=f"{verb.help[0].upper()}{verb.help[1:]}: {EACH[verb.pairs]}.",
        usage=f"superuri {verb.name} [OPTION...] {before}[TEXT...]",
        epilog=f"example:\n  $ superuri {verb.name} {typed}\n{back}\n\n{exits()}",
    )
    if verb.operand is not None:
        operand = {"nargs": "?", "metavar": before.strip(), "help": verb.operand.help}
        parser.add(verb.operand.attribute, **operand)
    parser.take_data("texts", "TEXT", "the texts to process; after --, every argument is one")
    parser.add_rows(OPTIONS, own(verb))
    parser.add_rows("files", files_of(verb))
    parser.add_rows("messages", MESSAGES)
    parser.others = TABLE_OPTIONS
    if verb.name in ON_COLUMNS:
        parser.add_rows("tables, with -c", TABLES)
    return parser
