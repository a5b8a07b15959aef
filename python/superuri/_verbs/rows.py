"""What is a row of the table of verbs, and of its options?"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Option:
    """One option of a verb: its name in Python, and on the command line with ``--`` before it.

    ``table`` names the table whose row is meant; a ``policy`` is an argument of Display.replace.
    What is typed is read as its metavar says: a word, a number, words between commas. Where it may
    be typed again (``repeat``) each is one word. A default of None is nothing at all.
    """

    __slots__ = ("choices", "default", "help", "metavar", "name", "policy", "repeat", "table")

    def __init__(  # noqa: PLR0913  because a row has columns
        self,
        name: str,
        help: str,  # noqa: A002  because argparse calls it so, too
        *,
        default: str | bool | int | tuple[str, ...] | None,
        choices: tuple[str, ...] = (),
        metavar: str = "",
        table: str = "",
        policy: bool = False,
        repeat: bool = False,
    ) -> None:
        self.name = name
        self.help = help
        self.default = default
        self.choices = choices
        self.metavar = metavar
        self.table = table
        self.policy = policy
        self.repeat = repeat

    @property
    def attribute(self) -> str:
        """What argparse calls it."""
        return self.name.replace("-", "_")


class Verb:
    """One verb. ``example`` is what is typed after its name, and what comes back.

    A name of two words begins with its family, which ``module`` is called in Python. ``call`` is
    what the function is called with, where that is not the one text that is typed. ``named``
    is what it is called with by name, ``room`` the module that has the function, where that is
    not a native one.

    ``typed`` are the arguments of the command's example and ``printed`` what it prints, where they
    are not those of the function. The first text is the ``operand``, if there is one; of ``pairs``
    the texts are taken two by two. What ``hides`` something shows nothing of a line that fails.
    """

    __slots__ = (
        "call",
        "command",
        "done",
        "example",
        "help",
        "hides",
        "module",
        "name",
        "named",
        "operand",
        "options",
        "pairs",
        "printed",
        "room",
        "typed",
    )

    def __init__(  # noqa: PLR0913  because a row has columns
        self,
        name: str,
        help: str,  # noqa: A002  because argparse calls it so, too
        *,
        example: tuple[str, str],
        call: tuple[object, ...] = (),
        named: dict[str, object] | None = None,
        done: str = "",
        module: str = "",
        room: str = "",
        options: tuple[Option, ...] = (),
        operand: Option | None = None,
        pairs: bool = False,
        hides: bool = False,
        typed: tuple[str, ...] = (),
        printed: str = "",
    ) -> None:
        self.name = name
        self.help = help
        self.example = example
        self.operand = operand
        self.pairs = pairs
        self.hides = hides
        self.typed = typed or example[:1]
        self.printed = printed or example[1]
        self.named = named or {}
        self.call = call or (() if named else example[:1])
        self.done = done
        self.module = module
        self.room = room
        self.options = options
        # What has a participle to report with is a sub-command.
        self.command = bool(done)

    @property
    def path(self) -> str:
        """What the function is called in Python, below ``superuri``."""
        word = self.name.split()[-1]
        return f"{self.module}.{word}" if self.module else word

    @property
    def function(self) -> Callable[..., object]:
        """The function: a native one, or of a room of the package."""
        from superuri import _core  # noqa: PLC0415  because a table can be read without an engine

        name = self.name.replace(" ", "_")
        if not self.room:
            native: Callable[..., object] = getattr(_core, name)
            return native
        from importlib import import_module  # noqa: PLC0415  because only a room needs it

        function: Callable[..., object] = getattr(import_module(f"superuri.{self.room}"), name)
        return function
