"""Overview: the answer to a command line without a verb."""

import superuri._core as _core
from superuri._values import foreign_names
from superuri._values.nearest import nearest
from superuri._verbs import COMMANDS, FAMILIES
from superuri.cli.arguments.jobs import JOBS
from superuri.cli.arguments.parser import Parser, report_unknown
from superuri.cli.output import FINE, exits, files, messages

# A word of these characters is a verb or a mistyped one; any other is a text to explain.
LETTERS_OF_VERBS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")

MORE = "superuri help VERB shows the options of a verb. A text without a verb is explained."

ABOUT = "Percent-encode, decode, clean and show URIs: arguments, lines of standard input, or files."


def is_text(word: str) -> bool:
    """Return whether the word is a text to explain, and not a mistyped verb."""
    return word != "" and not word.startswith("-") and not LETTERS_OF_VERBS.issuperset(word.lower())


def parser_of(family: str = "") -> Parser:
    """Return the parser for the help of the whole command, or of a family of verbs."""
    named = rows(family) if family else ["VERB"]
    typed = [f"superuri {name} [OPTION...] [TEXT...]" for name in named]
    parser = Parser(
        f"superuri {family}".rstrip(),
        description=FAMILIES.get(family, ABOUT),
        usage="\n       ".join(typed),
        epilog=f"{chapters(family)}\n\n{MORE}\n\n{exits()}",
    )
    if not family:
        parser.add("-V", "--version", action="store_true", help="show the version and exit")
        parser.add(
            "--verbose",
            action="store_true",
            help="with --version: show the version or date of each table, too",
        )
    return parser


def no_verb(argv: list[str]) -> SystemExit:
    """Return the end of a command line without a verb: help, or an error."""
    family = argv[0] if argv and argv[0] in FAMILIES else ""
    parser = parser_of(family)
    known = rows(family)
    words = argv[1:] if family else argv
    if not words or words[0].startswith("-"):
        given, rest = parser.read_known(words)
        if "version" in given and given.version:
            if given.verbose:
                from superuri.cli.arguments import versions  # noqa: PLC0415  because few ask

                files.write_text(versions.verbose())
                return SystemExit(FINE)
            files.write(f"superuri {_core.__version__}\n".encode())
            return SystemExit(FINE)
        report_unknown(parser, rest)
        return parser.refusal(f"the verb is missing; there are {', '.join(known)}")
    word = words[0]
    # Within a family only the second word is compared.
    meant = {name.removeprefix(f"{family} "): name for name in known}
    foreign = foreign_names.of_command(word)
    near = foreign or nearest(word, meant if family else [*known, *FAMILIES])
    shown = messages.printable(f"{family} {word}".lstrip())
    others = f"did you mean {meant.get(near, near)}?" if near else f"there are {', '.join(known)}"
    return parser.refusal(f'there is no verb "{shown}"; {others}')


def rows(family: str) -> dict[str, str]:
    """Return the verbs of a family, or all of them, with their descriptions."""
    jobs = {name: does for name, (_, does) in JOBS.items()}
    all_rows = {**{verb.name: verb.help for verb in COMMANDS}, **jobs}
    return {name: does for name, does in all_rows.items() if name.startswith(f"{family} ".lstrip())}


def chapters(family: str) -> str:
    known = rows(family)
    width = max(map(len, known)) + 2
    return "\n".join(["verbs:", *(f"  {name:{width}}{does}" for name, does in known.items())])
