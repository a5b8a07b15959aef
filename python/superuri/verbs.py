"""Which verbs are there, and what can be said to each?

One row each. The command's sub-commands, their help, the docs and the smoke test come from it.
The functions themselves are native and stand in ``superuri._core``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Option:
    """One option of a verb: its name in Python, and on the command line with ``--`` before it."""

    __slots__ = ("choices", "default", "help", "metavar", "name")

    def __init__(
        self,
        name: str,
        help: str,  # noqa: A002  because argparse calls it so, too
        *,
        default: str | bool,
        choices: tuple[str, ...] = (),
        metavar: str = "",
    ) -> None:
        self.name = name
        self.help = help
        self.default = default
        self.choices = choices
        self.metavar = metavar


class Verb:
    """One verb. ``example`` is what is typed after its name, and what comes back."""

    __slots__ = ("command", "done", "example", "help", "name", "options")

    def __init__(
        self,
        name: str,
        help: str,  # noqa: A002  because argparse calls it so, too
        *,
        example: tuple[str, str],
        done: str = "",
        options: tuple[Option, ...] = (),
    ) -> None:
        self.name = name
        self.help = help
        self.example = example
        self.done = done
        self.options = options
        # What has a participle to report with is a sub-command.
        self.command = bool(done)

    @property
    def function(self) -> Callable[..., object]:
        """The native function."""
        from superuri import _core  # noqa: PLC0415  because a table can be read without an engine

        function: Callable[..., object] = getattr(_core, self.name)
        return function


SET = Option(
    "set",
    "what is encoded, as FAMILY.NAME in any case: rfc3986.PATH, whatwg.QUERY, …",
    default="rfc3986.COMPONENT",
    metavar="SET",
)
ERRORS = Option(
    "errors",
    "what becomes of a malformed escape, and of bytes that are no UTF-8",
    default="strict",
    choices=("strict", "replace", "ignore", "keep"),
)
PROFILE = Option("profile", "the rules of cleaning, in any case", default="RFC3986", metavar="NAME")
TRIM = Option("trim", "strip ASCII white space around each URL first", default=False)

VERBS = (
    Verb(
        "encode",
        "percent-encode one component",
        done="encoded",
        example=("a b/ü", "a%20b%2F%C3%BC"),
        options=(SET,),
    ),
    Verb(
        "decode",
        "undo one level of percent-encoding",
        done="decoded",
        example=("caf%C3%A9", "café"),
        options=(ERRORS,),
    ),
    Verb(
        "decode_bytes",
        "undo one level of percent-encoding, for binary data",
        example=("%FF%00", r"b'\xff\x00'"),
        options=(ERRORS,),
    ),
    Verb(
        "clean",
        "percent-encode what may not stand in a URI, and nothing else",
        done="cleaned",
        example=("http://example.com/a b?q=50%&r=%2F", "http://example.com/a%20b?q=50%25&r=%2F"),
        options=(PROFILE, TRIM),
    ),
    Verb(
        "edits",
        "tell what clean would replace, and why",
        example=("a b", "((1, 2, '%20', 'space'),)"),
        options=(PROFILE,),
    ),
    Verb(
        "is_uri",
        "tell whether a text is legal as it stands",
        example=("a b", "False"),
        options=(PROFILE,),
    ),
)

COMMANDS = tuple(verb for verb in VERBS if verb.command)
