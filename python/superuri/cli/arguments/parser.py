"""Parser: the options of a command, read from the words of a command line.

Words are read as argparse reads them, without abbreviations; a test compares the two.
"""

from __future__ import annotations

from superuri._values import foreign_names
from superuri.cli.arguments.converters import WordError, is_negative, path
from superuri.cli.arguments.words import AGAIN, COLORED, FLAGS, attribute_of, default_of, option
from superuri.cli.output import FINE, USAGE, files, messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, NoReturn

# The titles in the help of what a group does not title.
DATA, OPTIONS = "positional arguments", "options"


class Namespace:
    """The parsed options, an attribute for each."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  because options are of many types
        raise AttributeError(name)

    def __setattr__(self, name: str, value: object) -> None:
        self.__dict__[name] = value

    def __contains__(self, name: str) -> bool:
        return name in self.__dict__


class Argument:
    """An option with its names, or, without names, a word that is not an option."""

    def __init__(self, title: str, names: tuple[str, ...], row: dict[str, Any]) -> None:
        self.title = title if names[0].startswith("-") else DATA
        self.names = names if names[0].startswith("-") else ()
        self.attribute = attribute_of(names, row)
        self.default = default_of(row)
        self.help: str = row["help"]
        self.action: str = row.get("action", "")
        #: The value of an option that is given without one.
        self.const: object = row.get("const", FLAGS.get(self.action))
        self.takes = self.action not in FLAGS  # a value
        #: "?" if it may be omitted, "*" for any number of words.
        self.count: str = row.get("nargs", "")
        self.choices: tuple[str, ...] = tuple(row.get("choices") or ())
        #: The words that it knows, of which a value may have several.
        self.words: tuple[str, ...] = row.get("words") or self.choices
        self.metavar: str = row.get("metavar") or f"{{{','.join(self.choices)}}}"
        read = path if self.metavar == "FILE" else str
        self.type: Callable[[str], object] = row.get("type") or read
        self.required: bool = row.get("required", False)

    @property
    def typed(self) -> str:
        """How it is written in the help."""
        if not self.names:
            return self.metavar
        value = f"[{self.metavar}]" if self.count else self.metavar
        return ", ".join(self.names) + (f" {value}" if self.takes else "")

    def value(self, word: str) -> object:
        """Return the value of a word; raise WordError if the word is not valid."""
        try:
            value = self.type(word)
        except WordError as error:
            raise WordError(f"argument {'/'.join(self.names)}: {error}") from None
        if self.choices and value not in self.choices:
            name = self.names[-1] if self.names else self.metavar
            near = messages.did_you_mean(word, self.choices)
            raise WordError(f'{name} "{word}" is not one of {", ".join(self.choices)}{near}')
        return value

    def put(self, options: Namespace, value: object) -> None:
        """Set the attribute, or append to it."""
        given = [*getattr(options, self.attribute), value] if self.action == AGAIN else value
        setattr(options, self.attribute, given)


class Parser:
    """The arguments of a command; it reads them, and reports what is wrong with them."""

    def __init__(self, prog: str, *, usage: str, description: str, epilog: str) -> None:
        self.prog, self.usage, self.description, self.epilog = prog, usage, description, epilog
        self.arguments: list[Argument] = []
        self.names: dict[str, Argument] = {}
        #: Attributes without an option.
        self.others: dict[str, object] = {}
        self.title = OPTIONS
        self.data = ""
        #: How many words followed ``--``.
        self.words_after_dashes = 0
        self.add("-h", "--help", action="help", help="show this help message and exit")

    def add(self, *names: str, **row: Any) -> None:  # noqa: ANN401  because rows have many types
        """Add an argument, under the title that was begun last."""
        argument = Argument(self.title, names, row)
        self.arguments.append(argument)
        self.names.update(dict.fromkeys(argument.names, argument))

    def add_rows(self, title: str, rows: Iterable[tuple[tuple[str, ...], dict[str, Any]]]) -> None:
        self.begin(title)
        for names, row in rows:
            self.add(*names, **row)

    def take_data(self, name: str, metavar: str, help: str) -> None:  # noqa: A002  as in a row
        """Accept any number of words that are not options, and all words after ``--``."""
        self.add(name, nargs="*", metavar=metavar, help=help)
        self.data = name

    def begin(self, title: str) -> None:
        self.title = title

    def take(self, typed: str, help: str, **row: Any) -> None:  # noqa: A002, ANN401  as in a row
        """Add an option, written as for `words.option`."""
        names, row = option(typed, help, **row)
        self.add(*names, **row)

    def take_color(self) -> None:
        names, row = COLORED
        self.add(*names, **row)

    def error(self, message: str) -> NoReturn:
        """Report an error and end the command."""
        raise self.refusal(messages.printable(message))

    def refusal(self, message: str) -> SystemExit:
        """Report an error with a hint at the help; return the exception that ends the command."""
        messages.say_error(self.prog, message)
        messages.say(f"{self.prog} --help shows more")
        return SystemExit(USAGE)

    def read(self, words: list[str]) -> Namespace:
        """Return the parsed options. After ``--`` all words are data."""
        end = words.index("--") if self.data and "--" in words else len(words)
        options, unknown = self.read_known(words[:end])
        if self.data:
            report_unknown(self, unknown)
            getattr(options, self.data).extend(words[end + 1 :])
            self.words_after_dashes = len(words[end + 1 :])
        elif unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return options

    def read_known(self, words: list[str]) -> tuple[Namespace, list[str]]:
        """Return the parsed options, and the unknown words."""
        options = Namespace()
        vars(options).update(self.others)
        for each in self.arguments[1:]:
            default = list(each.default) if isinstance(each.default, list) else each.default
            vars(options).setdefault(each.attribute, default)
        try:
            data, unknown, given = self.read_options(words, options)
            self.check_required(given)
            return options, unknown + self.read_data(data, options)
        except WordError as error:
            self.error(str(error))

    def read_options(
        self, words: list[str], options: Namespace
    ) -> tuple[list[str], list[str], set[Argument]]:
        """Set the options; return the data, words that look like options, and what was given."""
        data: list[str] = []
        unknown: list[str] = []
        given: set[Argument] = set()
        # Without an argument for data, nothing is data.
        others = unknown if all(each.names for each in self.arguments) else data
        left = words[::-1]
        while left:
            word = left.pop()
            name, value = self.split(word)
            if word == "--":
                others += [*([word] if others is unknown else []), *left[::-1]]
                break
            if not name:
                others.append(word)
            elif name not in self.names:
                unknown.append(word)
            else:
                given |= self.read_option(name, value, left, options)
        return data, unknown, given

    def split(self, word: str) -> tuple[str, str | None]:
        """Return the name of an option and the value in the same word; no name for data."""
        if word[:1] != "-" or word == "-":
            return "", None
        if word in self.names:
            return word, None
        name, sign, value = word.partition("=")
        if sign and name in self.names:
            return name, value
        if word[:2] in self.names:
            return word[:2], word[2:]
        is_data = " " in word or (is_negative(word) and "-0" not in self.names)
        return ("", None) if is_data else (word, None)

    def read_option(
        self, name: str, value: str | None, left: list[str], options: Namespace
    ) -> set[Argument]:
        """Set an option, or two of ``-q0``; without a value, take it from the words left."""
        argument = self.names[name]
        if argument.action == "help":
            self.show_help()
        if not argument.takes:
            argument.put(options, argument.const)
            if value is None:
                return {argument}
            more = f"-{value[:1]}"
            if name.startswith("--") or more not in self.names:
                shown = "/".join(argument.names)
                raise WordError(f"argument {shown}: ignored explicit argument {value!r}")
            return {argument} | self.read_option(more, value[1:] or None, left, options)
        if value is None and left and self.is_value(name, left[-1]):
            value = left.pop()
        if value is None and not argument.count:
            name = argument.names[-1]
            raise WordError(f"{name} needs a value; one that begins with - is written {name}=-…")
        argument.put(options, argument.const if value is None else argument.value(value))
        return {argument}

    def is_value(self, name: str, word: str) -> bool:
        """Return whether the word after this option is its value."""
        is_number = name.startswith("--") and word != "-0" and word[1:].isdecimal()
        return not self.split(word)[0] or (is_number and is_negative(word))

    def check_required(self, given: set[Argument]) -> None:
        """Refuse that a required option is missing."""
        missing = [each for each in self.arguments if each.required and each not in given]
        if missing:
            named = ", ".join("/".join(each.names) for each in missing)
            raise WordError(f"the following arguments are required: {named}")

    def read_data(self, data: list[str], options: Namespace) -> list[str]:
        """Set the arguments that are not options, and return the words that are left."""
        for each in self.arguments:
            if each.names:
                continue
            if each.count == "*":
                setattr(options, each.attribute, data)
                data = []
            elif data:
                setattr(options, each.attribute, each.value(data[0]))
                data = data[1:]
            elif not each.count:
                raise WordError(f"the following arguments are required: {each.metavar}")
        return data

    def show_help(self) -> NoReturn:
        from superuri.cli.arguments.shown import shown  # noqa: PLC0415  because most runs show none

        titles = dict.fromkeys([DATA, OPTIONS, *(each.title for each in self.arguments)])
        groups = {
            title: [each for each in self.arguments if each.title == title] for title in titles
        }
        rows = {title: [(each.typed, each.help) for each in groups[title]] for title in groups}
        files.write(shown(self.usage, self.description, rows, self.epilog).encode())
        raise SystemExit(FINE)

    def words(self) -> list[str]:
        return [word for word in self.names if word.startswith("--")]

    def described(self) -> list[tuple[str, str]]:
        return [(each.typed, each.help) for each in self.arguments if each.names]

    def defaults(self) -> list[tuple[str, object]]:
        return [(each.attribute, each.default) for each in self.arguments[1:] if each.names]


def report_unknown(parser: Parser, rest: list[str]) -> None:
    """Report words that are not options, and suggest the option of such a value, or the nearest."""
    if rest:
        word = messages.printable(rest[0].split("=")[0])
        known = (each for each in reversed(parser.arguments) if each.names)  # the output's first
        of_value = (f"; write {a.names[-1]} {word[2:]}" for a in known if word[2:] in a.words)
        near = messages.did_you_mean(word[2:], [known[2:] for known in parser.words()])
        hint = foreign_names.of_option(word, parser.words()) or next(of_value, "")
        parser.error(f"there is no option {word}{hint or near.replace('mean ', 'mean --')}")
