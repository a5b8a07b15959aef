"""Checks of a parsed command line."""

from __future__ import annotations

from superuri._values.plural import counted
from superuri._values.table_names import is_table
from superuri._verbs.options import TABLES
from superuri.cli.arguments.converters import is_text
from superuri.cli.arguments.words import TABLE_OPTIONS
from superuri.cli.output import FILES, files, messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from superuri._verbs import Option
    from superuri.cli.arguments.parser import Namespace, Parser

#: The maximum number of names listed in an error; beyond it, the error names a command.
FEW = 10

# Pairs of options of which only one can be given.
TOGETHER = (("explain", "dedupe"), ("absent", "require"), ("whatwg", "clean"))


def check_all(parser: Parser, options: Namespace, argv: list[str]) -> None:
    """Refuse options that make no sense together, and complete the others."""
    take_operand(parser, options)
    if options.texts and options.input:
        parser.error("give either texts or -i, not both")
    if getattr(options, "from", "") and options.encoding:
        parser.error("give either --from or --encoding, not both")
    check_tables(parser, options)
    if not options.input and not options.texts:
        options.input = ["-"]
    if options.rejects is not None:
        check_rejects(parser, options)
    check_together(parser, options)
    take_tracking(parser, options)
    end = argv.index("--") if "--" in argv else len(argv)
    chosen = any(word.split("=")[0] == "--sink" for word in argv[:end])
    if "sink" in options and not (chosen or options.json) and seen(options.output):
        options.sink = "terminal"
    for option in options.verb.options:
        if option.table:
            take_rows(parser, options, option)


def check_tables(parser: Parser, options: Namespace) -> None:
    """Refuse a table that would be read as lines, unless that was requested."""
    for name in ("as", "dry_run"):
        if getattr(options, name, None):
            typed = name.replace("_", "-")
            parser.error(f"--{typed} is for tables: name the column with -c")
    for name, default in TABLE_OPTIONS.items():
        if getattr(options, name, default) != default:
            typed = name.replace("_", "-")
            parser.error(f"--{typed} is for tables: name the column with -c")
    for name in options.input if not options.lines else ():
        if is_table(name):
            shown = messages.printable(name)
            ways = "-c COLUMN works on a column, --lines on the lines"
            parser.error(f"{shown} is a table, by its name: {ways}")


def take_operand(parser: Parser, options: Namespace) -> None:
    """Take the operand before the texts, and group texts into pairs."""
    operand = options.verb.operand
    pairs = options.verb.pairs or getattr(options, "pairs", False)
    if operand is not None:
        first = getattr(options, operand.attribute)
        if pairs and first is not None:
            options.texts.insert(0, first)
            setattr(options, operand.attribute, None)
        elif not pairs and first is None:
            if not options.texts:
                parser.error(f"which {operand.metavar}?")
            setattr(options, operand.attribute, options.texts.pop(0))
    if pairs and len(options.texts) % 2:
        given = counted(len(options.texts), "text")
        parser.error(f"it needs pairs of texts, and was given {given}")
    if pairs:
        halves = iter(options.texts)
        options.texts = [f"{one}\t{other}" for one, other in zip(halves, halves, strict=True)]


def check_together(parser: Parser, options: Namespace) -> None:
    """Refuse options that contradict each other, and values that are not valid text."""
    for one, other in TOGETHER:
        if getattr(options, one, None) and getattr(options, other, None):
            parser.error(f"give either --{one} or --{other}, not both")
    if "{" not in getattr(options, "format", "{"):
        shown = messages.printable(options.format)
        hint = f": write '{{{shown}}}'" if shown.isidentifier() else ""
        hint = f"; write -i {shown} to read the file" if files.is_named(shown) else hint
        parser.error(f'the format "{shown}" has no field such as {{host}}{hint}')
    name, equals, value = (*options.texts, "")[0].partition("=")
    if options.verb.name == "set" and equals and f"--{name}" in parser.words():
        parser.error(messages.printable(f"{name}={value} is a text: write --{name} {value}"))
    if getattr(options, "password", None) is not None and options.user is None:
        parser.error("--password needs --user")
    for option in (*options.verb.options, options.verb.operand):
        if option is not None:
            given = getattr(options, option.attribute)
            for word in given if isinstance(given, (list, tuple)) else [given]:
                if isinstance(word, str) and not is_text(word):
                    parser.error(f"{messages.printable(word)} is not valid UTF-8")


def take_tracking(parser: Parser, options: Namespace) -> None:
    """Replace the file of tracking parameters by its rows; report the rules that are not rows."""
    if "tracking" not in options:
        return
    kind = getattr(options, "kind", "superuri")
    if kind != "superuri":
        check_kind(parser, options, kind)
    file = options.tracking
    if file is None:
        return
    if "also" in options and "drop-tracking" not in options.also:
        parser.error("--tracking needs --also drop-tracking")
    options.tracking = read_tracking(parser, file, quiet=options.quiet)


def check_kind(parser: Parser, options: Namespace, kind: str) -> None:
    """Refuse the options of our own key for a key that is defined elsewhere."""
    given = {
        "tracking": options.tracking is not None,
        "default-scheme": options.default_scheme is not None,
        "tables": options.tables != TABLES.default,
    }
    for name in (name for name, is_given in given.items() if is_given):
        parser.error(f"--{name} is for --kind superuri: the kind {kind} is defined elsewhere")


def read_tracking(parser: Parser, file: str, *, quiet: bool) -> tuple[str, ...]:
    """Return the rows of a file of tracking parameters; report the rules that are not rows."""
    from superuri.keys import read_tracking as read  # noqa: PLC0415  because most runs read no table

    shown = messages.printable(file)
    try:
        table, refused = read(file)
    except OSError as error:
        messages.say_error(parser.prog, f"{shown}: {error.strerror}")
        raise SystemExit(FILES) from None
    except ValueError as error:
        parser.error(f"--tracking {shown}: {error}")
    if refused and not quiet:
        rules = ", ".join(messages.printable(rule) for rule, _ in refused)
        number = len(refused)
        messages.say(f"{parser.prog}: {shown}: {number} rules are not used: {rules}")
    return table.rows


def check_scheme(parser: Parser, options: Namespace) -> None:
    """Refuse a default scheme whose URIs have no host, before a table is read."""
    scheme = getattr(options, "default_scheme", None)
    if scheme is not None:
        from superuri._core import with_default_scheme  # noqa: PLC0415  few name one

        try:
            with_default_scheme("", scheme)
        except ValueError as error:
            parser.error(f"--default-scheme: {error}")


def check_rejects(parser: Parser, options: Namespace) -> None:
    """Refuse rejects that would overwrite the input or the results."""
    rejects, results = files.place(options.rejects), files.place(options.output)
    if rejects == results == 1:
        parser.error("the results and the rejects would both go to standard output")
    # Two descriptors may write to the same file, as after 2>&1: neither replaces it.
    descriptors = isinstance(rejects, int) and isinstance(results, int)
    if rejects == results if descriptors else files.same_file(rejects, results):
        parser.error("the output and --rejects are the same file")
    for name in options.input:
        if files.same_file(0 if name == "-" else name, rejects):
            parser.error("the input and --rejects are the same file")


def seen(name: str) -> bool:
    """Return whether the output goes to a terminal."""
    place = files.place(name)
    return isinstance(place, int) and messages.is_terminal(place)


def take_rows(parser: Parser, options: Namespace, option: Option) -> None:
    """Replace the option's value, or each of its values, by the name of the row."""
    given = getattr(options, option.name)
    if option.repeat:
        setattr(options, option.name, [named(parser, option, word) for word in given])
    else:
        setattr(options, option.name, named(parser, option, given))


def named(parser: Parser, option: Option, value: str) -> str:
    """Return the name of the row as the table has it, or report an error with the nearest name."""
    if value == option.default:
        return value
    if option.table == "encodings":
        from superuri._core import encoding_name  # noqa: PLC0415  because --help needs no engine

        if encoding_name(value) is None:
            raise parser.refusal(f'there is no encoding "{messages.printable(value)}"')
        return value
    from superuri._values.named_rows import rows  # noqa: PLC0415  because the default needs no table

    known = rows(option.table)
    for name in known:
        if name.casefold() == value.casefold():
            return name
    near = messages.did_you_mean(value, known)
    shown = messages.printable(value)
    few = len(known) <= FEW
    listed = f"there are {', '.join(known)}" if few else f"superuri list {option.table} shows them"
    others = near or f"; {listed}"
    raise parser.refusal(f'there is no {option.name} "{shown}"{others}')
