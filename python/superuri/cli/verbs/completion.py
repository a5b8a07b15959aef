"""Command `completion`: scripts for the completion of shells, generated from the parsers."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from superuri._values.named_rows import rows
from superuri._verbs import COMMANDS
from superuri.cli.arguments import jobs
from superuri.cli.arguments.parser import Namespace, Parser
from superuri.cli.dispatch import job
from superuri.cli.dispatch import parser_of as verb_parser
from superuri.cli.output import FINE, files

ABOUT = (
    "The script completes commands, options, and values that have names; everything else is a file."
)
EXAMPLES = """examples:
  $ source <(superuri completion bash)
  $ superuri completion bash > ~/.local/share/bash-completion/completions/superuri
  $ superuri completion zsh > "${fpath[1]}/_superuri"
  $ superuri completion fish > ~/.config/fish/completions/superuri.fish"""


class Known(NamedTuple):
    """An option: its names, its description, whether it takes a value, and the possible values.

    An operand with a few possible words has no names.
    """

    names: tuple[str, ...]
    help: str
    takes: bool
    values: tuple[str, ...]


def commands() -> Iterator[tuple[str, str, list[Known]]]:
    """Yield each command with its description and its options."""
    for verb in COMMANDS:
        tables = {f"--{each.name}": each.table for each in verb.options if each.table}
        yield verb.name, verb.help, options_of(verb_parser(verb), tables)
    for name, (_, does) in jobs.JOBS.items():
        yield name, does, options_of(job(name).parser_of(name), {})


def options_of(parser: Parser, tables: dict[str, str]) -> list[Known]:
    """Return the options of this parser, some of which take names of rows of tables."""
    taken = []
    for each in parser.arguments:
        names, values = each.names, each.choices
        table = tables.get(names[-1]) if names else None
        if table and table != "encodings":
            values = tuple(rows(table))
        if names or values:
            taken.append(Known(names, each.help, each.takes, values))
    return taken


def first_words(name: str) -> tuple[str, str]:
    """Return the words of the command: one, or a family and a second word."""
    first, _, second = name.partition(" ")
    return first, second


def bash() -> str:
    known_of = {name: known for name, _, known in commands()}
    families: dict[str, list[str]] = {}
    for name in known_of:
        first, second = first_words(name)
        families.setdefault(first, []).extend([second] if second else [])
    cases = [
        f'        "{first} ") words="{" ".join(seconds)}" files=;;'
        for first, seconds in families.items()
        if seconds
    ]
    options = []
    for name, known in known_of.items():
        options += [
            f'        "{name} {word}") words="{" ".join(each.values)}"; files=;;'
            for each in known
            for word in each.names or [name.split()[-1]]
            if each.values
        ]
        every = " ".join(word for each in known for word in each.names if word.startswith("--"))
        options.append(f'        "{name} "*) [[ $cur == -* ]] && words="{every}" files=;;')
    return "\n".join(
        [
            "_superuri() {",
            "    local cur=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} words= files=1",
            "    local before=${COMP_WORDS[COMP_CWORD-1]}",
            "    if ((COMP_CWORD == 1)); then",
            f'        words="{" ".join([*families, "help"])}"',
            "    elif [[ $verb == help ]] && ((COMP_CWORD == 2)); then",
            f'        words="{" ".join(families)}"',
            "        files=",
            "    else",
            '        ((COMP_CWORD == 2)) && case "$verb " in',
            *cases,
            "        esac",
            f"        case $verb in {'|'.join(f for f, s in families.items() if s)})",
            '            ((COMP_CWORD > 2)) && verb="$verb ${COMP_WORDS[2]}";;',
            "        esac",
            '        case "$verb $before" in',
            *options,
            "        esac",
            "    fi",
            '    COMPREPLY=($(compgen -W "$words" -- "$cur"))',
            '    [[ -n $files ]] && COMPREPLY+=($(compgen -f -- "$cur"))',
            "}",
            "complete -o filenames -F _superuri superuri",
        ]
    )


def zsh() -> str:
    """Return the script for zsh: that for bash, by zsh's emulation."""
    return f"#compdef superuri\nautoload -Uz bashcompinit && bashcompinit\n{bash()}"


def fish() -> str:
    lines = []
    for name, does, known in commands():
        first, second = first_words(name)
        none = "__fish_use_subcommand" if not second else f"__fish_seen_subcommand_from {first}"
        lines.append(f"complete -c superuri -f -n {none} -a {second or first} -d {quoted(does)}")
        seen = " and ".join(f"__fish_seen_subcommand_from {word}" for word in name.split())
        for each in known:
            if not each.names:
                lines.append(
                    f"complete -c superuri -f -n {quoted(seen)} -a {quoted(' '.join(each.values))}"
                )
                continue
            words = [f"-l {word[2:]}" for word in each.names if word.startswith("--")]
            words += [f"-s {word[1:]}" for word in each.names if not word.startswith("--")]
            values = f" -xa {quoted(' '.join(each.values))}" if each.values else " -r" * each.takes
            line = f"complete -c superuri -n {quoted(seen)} {' '.join(words)}{values}"
            lines.append(f"{line} -d {quoted(first_part(each.help))}")
    families = {
        first for name, _, _ in commands() for first, second in [first_words(name)] if second
    }
    lines += [
        f"complete -c superuri -f -n __fish_use_subcommand -a {each}" for each in sorted(families)
    ]
    return "\n".join(lines)


def first_part(text: str) -> str:
    """Return the sentence up to its first semicolon or bracket, to fit on a line of a menu."""
    return text.partition(";")[0].partition(" (")[0]


def quoted(text: str) -> str:
    """Return the text quoted for a shell."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: dict[str, Callable[[], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def parser_of(name: str) -> Parser:
    parser = jobs.parser_of(name, "SHELL", ABOUT, EXAMPLES)
    parser.add("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    return parser


def run(options: Namespace) -> int:
    files.write(f"{SHELLS[options.shell]()}\n".encode())
    return FINE
