"""Help texts of the command, pasted into docs/command.md.

``python docs/command.py`` writes, ``--check`` only compares.
"""

import sys
from pathlib import Path

from regions import put, settle
from superuri._verbs import COMMANDS, FAMILIES
from superuri.cli.arguments import overview
from superuri.cli.arguments.jobs import JOBS
from superuri.cli.dispatch import job, parser_of

PAGE = Path(__file__).parent / "command.md"


def told() -> str:
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


def main() -> int:
    """Write the page; or tell, by the exit code, whether it is as it should be."""
    return settle({PAGE: put(PAGE.read_text(encoding="utf-8"), "help", told())})


if __name__ == "__main__":
    sys.exit(main())
