"""Commands that print a page: sets, table and rules."""

from argparse import Namespace

from superuri import render, rules, sets, table
from superuri._values.finding import Rule
from superuri.cli.arguments import values
from superuri.cli.arguments.parser import Parser, quoted
from superuri.cli.output import FINE, files, messages


def check(parser: Parser, options: Namespace) -> None:
    if options.command == "table":
        if options.decode and not options.texts:
            parser.error("what is to be decoded?")
        try:
            options.texts = list(map(values.text, options.texts))
        except values.UnreadError as error:
            parser.error(str(error))


def run(options: Namespace) -> int:
    return SHOWS[options.command](options)


def parser_of(name: str) -> Parser:
    parser = Parser(f"superuri {name}")
    add = parser.add_argument
    if name == "table":
        parser.usage = "superuri table [OPTION...] [TEXT...]"
        parser.description = (
            "Who encodes what: each TEXT, or each mark of ASCII, which is encoded (%), written "
            "as +, or bare (.)."
        )
        parser.epilog = (
            "examples:\n  $ superuri table 'a b/ü'\n"
            "  $ superuri table --decode %u002F %C0%AF a+b %zz"
        )
        add("texts", nargs="*", metavar="TEXT", help="what to encode or decode")
        parser.take("--decode", "who decodes what, by every decoder there is")
    elif name == "rules":
        parser.usage = "superuri rules [OPTION...] [RULE...]"
        parser.description = "The rules of the linter: all of them, or those that are named."
        parser.epilog = "examples:\n  $ superuri rules U102\n  $ superuri rules U5 --markdown"
        add("texts", nargs="*", metavar="RULE", help="a code, the beginning of one, or a name")
    else:
        parser.usage = "superuri sets [OPTION...] [NAME]"
        parser.description = "The percent-encode sets: all of them, a family, or one."
        parser.epilog = "example:\n  $ superuri sets rfc3986.PATH"
        add("name", nargs="?", metavar="NAME", help="a family, or FAMILY.NAME, in any case")
    add("--json", action="store_const", const="json", dest="form", help="write JSON")
    add("--markdown", action="store_const", const="markdown", dest="form", help="write Markdown")
    return parser


def show_table(options: Namespace) -> int:
    """Print who makes what of the texts."""
    form = options.form or "text"
    if options.decode:
        answers = table.decoders(*options.texts)
        lines = [each.lines for each in answers]
        rows = [[line[0].who, *map(said, line)] for line in zip(*lines, strict=True)]
        write(render.table(["who", *options.texts], rows, form))
    elif options.texts:
        lines = [table.encoders(text) for text in options.texts]
        rows = [[line[0].who, *map(said, line)] for line in zip(*lines, strict=True)]
        write(render.table(["who", *options.texts], rows, form))
    elif form == "text":
        write(render.table(["who", table.MARKS], [row[:2] for row in table.marks()]))
    else:
        rows = [[row.who, row.encoded, row.source] for row in table.marks()]
        write(render.table(["who", "encodes", "source"], rows, form))
    return FINE


def said(line: table.Line) -> str:
    """Return what somebody makes of a text, or why nothing."""
    return line.result if line.result is not None else f"({line.why})"


def show_sets(options: Namespace) -> int:
    """Print the sets: a line each, or all that is known of one."""
    form = options.form or "text"
    said = (options.name or "").casefold().removeprefix("sets.")
    one = [name for name in sets.names if name.casefold() == said]
    family = [name for name in sets.names if said in {"", name.partition(".")[0].casefold()}]
    if one:
        write(render.table(["what", "says"], list(facts(one[0])), form))
    elif family:
        found = [(name, sets.names[name]) for name in family]
        rows = [[name, row.encoded.strip(CONTROLS), str(row.source)] for name, row in found]
        write(render.table(["set", "encodes", "source"], rows, form))
    else:
        near = messages.did_you_mean(options.name, [*sets.names, *sets.families])
        raise options.refusal(f"there is no set {quoted(options.name)}{near}")
    return FINE


def show_rules(options: Namespace) -> int:
    """Print the rules: a line each, or all that is known of one."""
    form = options.form or "text"
    chosen: dict[str, Rule] = {}
    for word in options.texts or ["U"]:
        meant = word.upper()
        found = [
            rule
            for rule in rules.values()
            if rule.code.startswith(meant) or rule.name == word.lower()
        ]
        if not found or not word:
            near = messages.did_you_mean(word, [*rules, *(rule.name for rule in rules.values())])
            raise options.refusal(f"there is no rule {quoted(word)}{near}")
        chosen |= {rule.code: rule for rule in found}
    names = ["code", "name", "severity", "asked", "sentence", "example", "source"]
    rows = [
        [
            rule.code,
            rule.name,
            rule.severity,
            "by default" if rule.default else "by a policy",
            rule.sentence,
            rule.example,
            rule.source,
        ]
        for rule in chosen.values()
    ]
    if form != "text":
        write(render.table(names, rows, form))
    elif len(rows) == 1:
        write(render.table(["what", "says"], list(zip(names, rows[0], strict=True))))
    else:
        write(render.table(names[:5], [row[:5] for row in rows]))
    return FINE


#: Every set encodes them, or nearly.
CONTROLS = "".join(map(chr, [*range(0x20), 0x7F]))


def facts(name: str) -> list[tuple[str, str]]:
    row = sets.names[name]
    marks = "".join(c for c in row.encoded if c.isprintable())
    bare = "".join(c for c in row.bare if not c.isalnum())
    return [
        ("set", name),
        ("encodes", marks),
        ("leaves", bare),
        ("beyond ASCII", row.non_ascii),
        ("reversible", "yes: it encodes %" if row.reversible else "no: it leaves %"),
        ("source", str(row.source)),
        ("checked", str(row.checked)),
    ]


#: What prints each page.
SHOWS = {"sets": show_sets, "table": show_table, "rules": show_rules}


def write(text: str) -> None:
    files.write(text.encode("utf-8", "backslashreplace") + b"\n")
