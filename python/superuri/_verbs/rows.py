"""Rows of the table of verbs and of their options."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as row
else:
    # `dataclasses` takes longer to load than all the rest of a short run.
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
    """One option of a verb: its name in Python, and on the command line with ``--`` before it."""

    name: str
    help: str
    #: None is nothing at all.
    default: str | bool | int | tuple[str, ...] | None = None
    choices: tuple[str, ...] = ()
    #: What is typed is read as this says: a word, a number, words between commas.
    metavar: str = ""
    #: The table whose row is meant.
    table: str = ""
    #: Is it an argument of Display.replace?
    policy: bool = False
    #: May it be typed again? Each is then one word.
    repeat: bool = False

    def __post_init__(self) -> None:
        #: What argparse calls it.
        self.attribute: str = self.name.replace("-", "_")


@row
class Verb:
    """One verb."""

    #: Of two words, the first is its family.
    name: str
    help: str
    #: What is typed after its name, and what comes back.
    example: tuple[str, str]
    #: What the function is called with, where that is not the one text that is typed.
    call: tuple[object, ...] = ()
    #: What it is called with by name.
    named: dict[str, object] | None = None
    #: A participle to report with: what has one is a sub-command.
    done: str = ""
    #: What its family is called in Python.
    module: str = ""
    #: The module that has the function, where that is not a native one.
    room: str = ""
    options: tuple[Option, ...] = ()
    #: The first text, where that is something else.
    operand: Option | None = None
    #: Are the texts taken two by two?
    pairs: bool = False
    #: Does it hide something? Then it shows nothing of a line that fails.
    hides: bool = False
    #: The arguments of the command's example and what it prints, where they are not the function's.
    typed: tuple[str, ...] = ()
    printed: str = ""

    def __post_init__(self) -> None:
        self.typed = self.typed or self.example[:1]
        self.printed = self.printed or self.example[1]
        self.call = self.call or (() if self.named else self.example[:1])
        self.named = self.named or {}

    @property
    def path(self) -> str:
        """What the function is called in Python, below ``superuri``."""
        word = self.name.split()[-1]
        return f"{self.module}.{word}" if self.module else word

    @property
    def function(self) -> Callable[..., object]:
        """The function: a native one, or of a room of the package."""
        from importlib import import_module  # noqa: PLC0415  because only who calls it needs it

        module = import_module(f"superuri.{self.room or '_core'}")
        function: Callable[..., object] = getattr(module, self.name.replace(" ", "_"))
        return function
