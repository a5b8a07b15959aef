"""Jobs: the commands that take arguments of their own kind, and the help that they share."""

from textwrap import wrap

from superuri.cli.arguments.parser import WIDTH, Parser
from superuri.cli.output import exits

#: Each command's module, below `superuri.cli`, and its help.
JOBS = {
    "explain": ("verbs.explain", "tell of every character of a text what it is, and why"),
    "lint": ("lint", "tell everything that is wrong or odd about URLs, and mend it"),
    "layers": ("verbs.explain", "decode again and again, and show what was hidden inside"),
    "disagree": ("verbs.disagree", "show which parsers read a URL in another way"),
    "build": ("verbs.build", "make a URI of its parts, each encoded for the place it stands in"),
    "fill": (
        "verbs.build",
        "make a URI of a template, each value encoded for the place of its slot",
    ),
    "expand": ("verbs.build", "make a URI of an RFC 6570 template and values"),
    "wire": ("verbs.wire", "show which HTTP clients change the bytes of a URL that they send"),
    "tidy": ("verbs.tidy", "clean, normalise, key and deduplicate the URLs of a table"),
    "who": ("verbs.who", "show what every encoder makes of a text, or every decoder"),
    "list": ("verbs.listing", "list the sets, profiles, displays, rules, policies or encodings"),
    "completion": ("verbs.completion", "write what lets a shell complete the command"),
    "serve": ("verbs.serve", "open the local page, which explains a URL as it is typed"),
}


def parser_of(name: str, takes: str, about: str, epilog: str) -> Parser:
    """Return the parser of such a command, which has the words that all of them have."""
    does = JOBS[name][1]
    told = "\n\n" + "\n".join(wrap(about, WIDTH)) if about else ""
    return Parser(
        f"superuri {name}",
        description=f"{does[0].upper()}{does[1:]}.{told}",
        usage=f"superuri {name} [OPTION...] {takes}",
        epilog=f"{epilog}\n\n{exits()}",
    )


def take_forms(parser: Parser) -> None:
    """Take ``--json`` and ``--markdown``."""
    add = parser.add_argument
    add("--json", action="store_const", const="json", dest="form", help="write JSON")
    add("--markdown", action="store_const", const="markdown", dest="form", help="write Markdown")
