"""Help of a command: its arguments in two columns, 90 characters wide on every terminal."""

from textwrap import wrap

from superuri.cli.arguments.parser import DATA, OPTIONS, Argument, Parser

WIDTH = 90
# The indentation of help at most; longer options have lines of their own.
COLUMN = 26


def shown(parser: Parser) -> str:
    """Return the help of the command."""
    longest = max(len(each.typed) for each in parser.arguments)
    column = min(longest + len("  ") * 2, COLUMN)
    titles = dict.fromkeys([DATA, OPTIONS, *(each.title for each in parser.arguments)])
    groups = [[each for each in parser.arguments if each.title == title] for title in titles]
    blocks = [
        "\n".join([f"{title}:", *(row(each, column) for each in group)])
        for title, group in zip(titles, groups, strict=True)
        if group
    ]
    parts = [f"usage: {parser.usage}", parser.description, *blocks, parser.epilog]
    return "\n\n".join(parts) + "\n"


def row(argument: Argument, column: int) -> str:
    """Return the lines of an argument."""
    lines = wrap(argument.help, WIDTH - column)
    head = f"  {argument.typed}"
    if len(head) + len("  ") <= column:
        head = f"{head:{column}}{lines.pop(0)}"
    return "\n".join([head, *(f"{'':{column}}{line}" for line in lines)])
