"""Help of a command: its arguments in two columns, 90 characters wide on every terminal."""

from textwrap import wrap

WIDTH = 90
# The indentation of help at most; longer options have lines of their own.
COLUMN = 26


def shown(usage: str, about: str, groups: dict[str, list[tuple[str, str]]], epilog: str) -> str:
    """Return the help of a command, with how each argument is written, and its help, by title."""
    longest = max(len(typed) for group in groups.values() for typed, _ in group)
    column = min(longest + len("  ") * 2, COLUMN)
    blocks = [
        "\n".join([f"{title}:", *(row(*each, column) for each in group)])
        for title, group in groups.items()
        if group
    ]
    return "\n\n".join([f"usage: {usage}", about, *blocks, epilog]) + "\n"


def row(typed: str, help_: str, column: int) -> str:
    lines = wrap(help_, WIDTH - column)
    head = f"  {typed}"
    if len(head) + len("  ") <= column:
        head = f"{head:{column}}{lines.pop(0)}"
    return "\n".join([head, *(f"{'':{column}}{line}" for line in lines)])
