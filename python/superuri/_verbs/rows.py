"""Rows of the table of verbs and of their options."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as row
else:
    # `dataclasses` takes longer to load than the rest of a short run.
    def row(cls: type) -> type:
        """Return the class with an ``__init__`` that takes its annotated attributes."""
        names = tuple(cls.__annotations__)

        def __init__(self: object, *given: object, **named: object) -> None:  # noqa: N807
            for name, value in (*zip(names, given, strict=False), *named.items()):
                if name not in names:
                    raise TypeError(f"{cls.__name__} has no {name}")
                setattr(self, name, value)
            self.__post_init__()

        cls.__init__ = __init__
        return cls


@row
class Option:
    """One option of a verb: its name in Python, which is ``--name`` on the command line."""

    name: str
    help: str
    #: None is nothing at all.
    default: str | bool | int | tuple[str, ...] | None = None
    choices: tuple[str, ...] = ()
    #: The kind of value: a word, a number, words between commas.
    metavar: str = ""
    #: The table in which the value is a name.
    table: str = ""
    #: Is it an argument of Display.replace?
    policy: bool = False
    #: May it be repeated? Each value is then one word.
    repeat: bool = False

    def __post_init__(self) -> None:
        #: The name of its attribute among the parsed options.
        self.attribute: str = self.name.replace("-", "_")


@row
class Verb:
    """One verb."""

    #: If it has two words, the first is its family.
    name: str
    help: str
    #: The argument after its name, and the result.
    example: tuple[str, str]
    #: The arguments of the function, if it is not called with the typed text alone.
    call: tuple[object, ...] = ()
    #: The keyword arguments of the function.
    named: dict[str, object] | None = None
    #: It names the verb in the summary. Verbs that have one are subcommands.
    participle: str = ""
    #: The public module of its family.
    family: str = ""
    #: The module of the function, if it is not a native one.
    module: str = ""
    options: tuple[Option, ...] = ()
    #: The first argument, if it is not a text.
    operand: Option | None = None
    #: Are the texts processed in pairs?
    pairs: bool = False
    #: Does it return parts of a text? Then a line that fails is not written, as if it were one.
    extracts: bool = False
    #: The arguments of the command's example and its output, if they differ from the function's.
    cli_example: tuple[str, ...] = ()
    cli_output: str = ""

    def __post_init__(self) -> None:
        self.cli_example = self.cli_example or self.example[:1]
        self.cli_output = self.cli_output or self.example[1]
        self.call = self.call or (() if self.named else self.example[:1])
        self.named = self.named or {}

    @property
    def path(self) -> str:
        """The name of the function in Python, below ``superuri``."""
        word = self.name.split()[-1]
        return f"{self.family}.{word}" if self.family else word

    @property
    def function(self) -> Callable[..., object]:
        """The function: a native one, or from a module of the package."""
        from importlib import import_module  # noqa: PLC0415  because only its callers need it

        module = import_module(f"superuri.{self.module or '_core'}")
        function: Callable[..., object] = getattr(module, self.name.replace(" ", "_"))
        return function
