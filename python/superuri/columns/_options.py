"""Options of the verbs over columns: which there are, their defaults, and their documentation.

The verbs and the order of their options are the engine's table (``_core.COLUMN_VERBS``); defaults
and words are those of the function that does the same to one text.
"""

import inspect
import re
from collections.abc import Callable
from typing import TypeVar

from superuri import _core

Function = TypeVar("Function", bound=Callable[..., object])

#: The verbs that columns know, and what each takes beside the text, in this order.
OPTIONS: dict[str, tuple[str, ...]] = dict(_core.COLUMN_VERBS)

#: Verbs that are not functions of one text: what they give, and which function has their options.
_NO_FUNCTIONS: dict[str, tuple[str, Callable[..., object] | None]] = {
    "error": ("The code of why clean refuses the text, or null.", _core.clean),
    "parse": ("The parts of the URI, decoded; the text is cleaned first.", None),
    "host": ("The host of the URI, decoded; the text is cleaned first.", None),
    "query": ("The pairs of the query, decoded; a + stays.", None),
    "form": ("The pairs of the query, read as a form: + is a space.", None),
    "depth": ("How many layers of encoding the text has.", None),
}

#: What every method has beside the options of its verb.
_ARGUMENTS = {
    "on_error": 'what becomes of a row that the verb refuses: "raise", "null" or "keep".',
    "with_errors": "give a struct for each row: its value, and its error or null.",
    "threads": "how many threads work at most.",
}


def function(verb: str) -> Callable[..., object] | None:
    """Return the function whose options the verb has, if there is one."""
    if verb in _NO_FUNCTIONS:
        return _NO_FUNCTIONS[verb][1]
    found: Callable[..., object] = getattr(_core, verb)
    return found


def parameters(verb: str) -> list[inspect.Parameter]:
    """Return the parameters of the verb's options, as the function of one text has them."""
    of = function(verb)
    known = {} if of is None else inspect.signature(of).parameters
    return [known[name] for name in OPTIONS[verb]]


def documentation(verb: str, more: dict[str, str]) -> str:
    """Return the docstring of the verb over a column, with these arguments beside its own."""
    of = function(verb)
    text = (of and inspect.getdoc(of)) or ""
    about = _NO_FUNCTIONS[verb][0] if verb in _NO_FUNCTIONS else text.partition("\n\n")[0]
    section = re.search(r"^Args:\n((?:    .*\n|\n)+)", text, re.MULTILINE)
    lines = section[1] if section else ""
    described = re.findall(r"^    (\w+): (.+(?:\n {8}.*)*)", lines, re.MULTILINE)
    arguments = {name: words for name, words in described if name in OPTIONS[verb]} | more
    lines = [f"    {name}: {words}" for name, words in arguments.items()]
    return "\n".join(
        [about, "", "Of each row of the column; null stays null.", "", "Args:", *lines]
    )


def named(verb: str, values: tuple[object, ...], options: dict[str, object]) -> dict[str, object]:
    """Return the options by their names, of which some were given by position."""
    names = OPTIONS[verb]
    if len(values) > len(names):
        takes = " and ".join(["the column", *names])
        raise TypeError(f"{verb} takes {takes}, not {len(values) + 1} arguments")
    given = dict(zip(names, values, strict=False))
    for name in given.keys() & options.keys():
        raise TypeError(f"{verb} got {name} twice, by position and by name")
    return {**given, **options}


def check(verb: str, options: dict[str, object]) -> None:
    """Raise where the verb does not take these options, whatever the rows."""
    for parameter in parameters(verb):
        value = options.get(parameter.name, parameter.default)
        if isinstance(parameter.default, bool) and not isinstance(value, bool):
            raise TypeError(f"{parameter.name}={value!r}: it is true or false")
    _core.apply_column([], verb, "raise", False, 1, options or None)


def makes_text(verb: str) -> bool:
    """Does the verb make a text of a text, so that the result can have the column's type?"""
    none = _core.apply_column([], verb, "raise", False, 1, None)
    return verb not in _core.COLUMN_FINDS and repr(none).endswith(" string>")


def signature(verb: str, first: str, more: dict[str, object]) -> inspect.Signature:
    """Return the signature of the verb over what ``first`` names, with more, by name alone."""
    kinds = inspect.Parameter
    return inspect.Signature(
        [
            kinds(first, kinds.POSITIONAL_OR_KEYWORD),
            *parameters(verb),
            *(kinds(name, kinds.KEYWORD_ONLY, default=value) for name, value in more.items()),
        ]
    )


def described(
    made: Function, verb: str, first: str, more: dict[str, object], prefix: str = ""
) -> Function:
    """Return the function, which looks to its reader like the verb's own."""
    made.__name__, made.__qualname__ = verb, prefix + verb
    made.__doc__ = documentation(verb, {name: _ARGUMENTS[name] for name in more})
    made.__signature__ = signature(verb, first, more)  # type: ignore[attr-defined]
    return made
