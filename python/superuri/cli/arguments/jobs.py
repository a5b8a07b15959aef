"""Jobs: commands with a parser of their own, and the help that they share."""

from textwrap import wrap

from superuri.cli.arguments.parser import Parser
from superuri.cli.arguments.shown import WIDTH
from superuri.cli.output import exits

#: Each command's module, below `superuri.cli`, and its help.
JOBS = {
    "explain": ("verbs.explain", "explain every character of a URI"),
    "lint": ("lint", "find what is wrong or risky in URLs, and fix it"),
    "find": ("verbs.find", "find the URLs in documents and folders"),
    "layers": ("verbs.explain", "decode repeatedly, and show hidden text"),
    "disagree": ("verbs.disagree", "show which parsers read a URL differently"),
    "build": ("verbs.build", "build a URI from parts, each encoded for its component"),
    "fill": ("verbs.build", "fill a URI template, each value encoded for its component"),
    "expand": ("verbs.build", "expand an RFC 6570 template with values"),
    "wire": ("verbs.wire", "show which HTTP clients change the bytes of a URL that they send"),
    "tidy": ("verbs.tidy", "clean, normalise, key and deduplicate the URLs of a table"),
    "who": ("verbs.who", "show the result of each known encoder or decoder"),
    "list": ("verbs.listing", "list the sets, profiles, rules, trackers, redirects and so on"),
    "completion": ("verbs.completion", "print the script with which a shell completes the command"),
    "serve": ("verbs.serve", "open a local page that explains a URL as you type"),
}


def parser_of(name: str, takes: str, about: str, epilog: str) -> Parser:
    """Return the parser of a command, with the parts that all commands share."""
    does = JOBS[name][1]
    description = "\n\n" + "\n".join(wrap(about, WIDTH)) if about else ""
    return Parser(
        f"superuri {name}",
        description=f"{does[0].upper()}{does[1:]}.{description}",
        usage=f"superuri {name} [OPTION...] {takes}",
        epilog=f"{epilog}\n\n{exits()}",
    )


def take_forms(parser: Parser) -> None:
    """Take ``--json`` and ``--markdown``."""
    add = parser.add
    add("--json", action="store_const", const="json", dest="form", help="write JSON")
    add("--markdown", action="store_const", const="markdown", dest="form", help="write Markdown")
