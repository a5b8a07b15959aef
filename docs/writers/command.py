"""The options and the verbs of the command, for command.md on the site."""

from superuri._verbs import COMMANDS
from superuri.cli.arguments.jobs import JOBS
from superuri.cli.arguments.parser import Parser
from superuri.cli.dispatch import job, parser_of
from writers.markdown import code, rows_of, table


def parsers() -> dict[str, Parser]:
    """Return the parser of each verb."""
    found = {verb.name: parser_of(verb) for verb in COMMANDS}
    return found | {name: job(name).parser_of(name) for name in JOBS}


def options() -> str:
    """Return a table of the options: what each does, and which verbs have it."""
    rows = dict[tuple[str, str], list[str]]()
    for name, parser in parsers().items():
        for option in parser.described():
            rows.setdefault(option, []).append(name)
    lines = [
        [code(typed), does, shown(names, list(parsers()))]
        for (typed, does), names in sorted(
            rows.items(), key=lambda row: row[0][0].partition("--")[2]
        )
    ]
    return table(["option", "what it does", "verbs"], lines)


def shown(names: list[str], all_names: list[str]) -> str:
    """Return the verbs, or the missing ones if they are fewer."""
    missing = [name for name in all_names if name not in names]
    if not missing:
        return "all"
    if len(missing) < len(names):
        return f"all but {', '.join(f'`{name}`' for name in missing)}"
    return ", ".join(f"`{name}`" for name in names)


def verbs() -> str:
    """Return for each verb what it does, how it is written, an example, and its exit codes."""
    answers = rows_of("docs/exits.toml")
    return "\n\n".join(section(name, parser, answers) for name, parser in parsers().items())


def section(name: str, parser: Parser, answers: dict[str, object]) -> str:
    """Return the section of a verb."""
    usage = str(parser.usage).replace("\n       ", "\n")
    example, _, _ = str(parser.epilog).partition("\n\nexit codes:")
    own = ", ".join(f"`{word}`" for word in parser.words() if word != "--help")
    lines = [
        *(f"### {name}", "", str(parser.description), ""),
        *("```text", usage, "```", "", "```console"),
        *(line.removeprefix("  ") for line in example.removeprefix("example:\n").split("\n")),
        *("```", "", f"Options: {own}.", ""),
        f"Exit codes: {', '.join(map(str, codes(name, parser, answers)))}.",
    ]
    return "\n".join(lines)


def codes(name: str, parser: Parser, answers: dict[str, object]) -> list[int]:
    """Return the exit codes of a verb."""
    found = [0, *([1] if name in answers["answers"] else []), 2]
    found += [3] if "--input" in parser.words() or name in answers["files"] else []
    return found + ([4] if name in answers["failures"] else [])
