"""Help texts of the command, and tables of its options and exit codes, for docs/command.md.

``python docs/command.py`` writes, ``--check`` only compares.
"""

import sys
from pathlib import Path

from regions import put, settle
from superuri._verbs import COMMANDS, FAMILIES
from superuri.cli.arguments import overview
from superuri.cli.arguments.jobs import JOBS
from superuri.cli.dispatch import job, parser_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PAGE = Path(__file__).parent / "command.md"
EXITS = Path(__file__).parent / "exits.toml"


def help_texts() -> str:
    """Return the help of every verb, as a session."""
    sessions = [
        f"```console\n$ superuri {verb.name} --help\n{parser_of(verb).format_help()}```"
        for verb in COMMANDS
    ]
    sessions += [
        f"```console\n$ superuri {name} --help\n{overview.parser_of(name).format_help()}```"
        for name in FAMILIES
    ]
    sessions += [
        f"```console\n$ superuri {name} --help\n{job(name).parser_of(name).format_help()}```"
        for name in JOBS
    ]
    return "\n\n".join(sessions)


def options() -> dict[str, list[str]]:
    """Return the options in their long form, each with the verbs that have it."""
    parsers = {verb.name: parser_of(verb) for verb in COMMANDS}
    parsers |= {name: job(name).parser_of(name) for name in JOBS}
    taken = dict[str, list[str]]()
    for name, parser in parsers.items():
        for option in parser.words():
            taken.setdefault(option, []).append(name)
    return taken


def shown(names: list[str], all_names: list[str]) -> str:
    """Return the verbs, or the missing ones if they are fewer."""
    missing = [name for name in all_names if name not in names]
    if not missing:
        return "all"
    if len(missing) < len(names):
        return f"all but {', '.join(f'`{name}`' for name in missing)}"
    return ", ".join(f"`{name}`" for name in names)


def matrix() -> str:
    """Return the tables of the verbs of each option, and of the exit codes of each verb."""
    taken = options()
    verbs = taken["--help"]
    rows = tomllib.loads(EXITS.read_text(encoding="utf-8"))
    lines = ["| option | verbs |", "| --- | --- |"]
    lines += [f"| `{option}` | {shown(names, verbs)} |" for option, names in sorted(taken.items())]
    lines += ["", "| verb | exit codes |", "| --- | --- |"]
    for name in verbs:
        codes = [0, *([1] if name in rows["answers"] else []), 2]
        codes += [3] if name in taken["--input"] or name in rows["files"] else []
        codes += [4] if name in rows["failures"] else []
        lines.append(f"| `{name}` | {', '.join(map(str, codes))} |")
    return "\n".join(lines)


def main() -> int:
    """Write the page, or return 1 if it is out of date."""
    page = put(PAGE.read_text(encoding="utf-8"), "help", help_texts())
    return settle({PAGE: put(page, "matrix", matrix())})


if __name__ == "__main__":
    sys.exit(main())
