"""Options of the verbs over columns: names, defaults and documentation.

The verbs and the order of their options are those of ``_core.COLUMN_VERBS``; defaults and
documentation are those of the function that does the same to one text.
"""

import inspect
import re
from collections.abc import Callable
from typing import TypeVar

import superuri._core as _core

Function = TypeVar("Function", bound=Callable[..., object])

#: For each verb, the options that it takes after the text, in this order.
OPTIONS: dict[str, tuple[str, ...]] = dict(_core.COLUMN_VERBS)

#: Verbs without a function of the same name: their descriptions, and the function with the options.
_NO_FUNCTIONS: dict[str, tuple[str, Callable[..., object] | None]] = {
    "error": ("The code of the error with which clean refuses the text, or null.", _core.clean),
    "parse": ("The parts of the URI, decoded; the text is cleaned first.", _core.URI),
    "host": ("The host of the URI, decoded; the text is cleaned first.", _core.URI),
    "query": ("The pairs of the query, decoded; a + stays.", None),
    "form": ("The pairs of the query, read as a form: + is a space.", None),
    "depth": ("How many layers of encoding the text has.", None),
}

#: The documentation of the options that every method has.
_ARGUMENTS = {
    "on_error": 'the policy for a row that fails: "raise", "null" or "keep".',
    "with_errors": "return a struct for each row: its value, and its error or null.",
    "threads": "the maximum number of threads.",
}


def function(verb: str) -> Callable[..., object] | None:
    """Return the function that has the verb's options, if there is one."""
    if verb in _NO_FUNCTIONS:
        return _NO_FUNCTIONS[verb][1]
    of: Callable[..., object] = getattr(_core, verb)
    return of


def parameters(verb: str) -> list[inspect.Parameter]:
    """Return the parameters of the verb's options, from the function for one text."""
    of = function(verb)
    known = {} if of is None else inspect.signature(of).parameters
    return [known[name] for name in OPTIONS[verb]]


def documentation(verb: str, more: dict[str, str]) -> str:
    """Return the docstring of the verb over a column, with additional arguments."""
    of = function(verb)
    text = (of and inspect.getdoc(of)) or ""
    about = _NO_FUNCTIONS[verb][0] if verb in _NO_FUNCTIONS else text.partition("\n\n")[0]
    section = re.search(r"^Args:\n((?:    .*\n|\n)+)", text, re.MULTILINE)
    args = section[1] if section else ""
    documented = re.findall(r"^    (\w+): (.+(?:\n {8}.*)*)", args, re.MULTILINE)
    arguments = {name: words for name, words in documented if name in OPTIONS[verb]} | more
    lines = [f"    {name}: {words}" for name, words in arguments.items()]
    return "\n".join(
        [about, "", "Applied to each row of the column; null stays null.", "", "Args:", *lines]
    )


def named(verb: str, values: tuple[object, ...], options: dict[str, object]) -> dict[str, object]:
    """Return all options by name, including those given by position."""
    names = OPTIONS[verb]
    if len(values) > len(names):
        takes = " and ".join(["the column", *names])
        raise TypeError(f"{verb} takes {takes}, not {len(values) + 1} arguments")
    given = dict(zip(names, values, strict=False))
    for name in given.keys() & options.keys():
        raise TypeError(f"{verb} got {name} twice, by position and by name")
    return {**given, **options}


def check(verb: str, options: dict[str, object]) -> None:
    """Raise if the verb does not accept these options."""
    for parameter in parameters(verb):
        value = options.get(parameter.name, parameter.default)
        if isinstance(parameter.default, bool) and not isinstance(value, bool):
            raise TypeError(f"{parameter.name}={value!r}: it is true or false")
    _core.apply_column([], verb, "raise", False, 1, options or None)


def makes_text(verb: str) -> bool:
    """Return whether the verb turns a text into a text, so that the column's type can be kept."""
    empty = _core.apply_column([], verb, "raise", False, 1, None)
    return verb not in _core.COLUMN_FINDS and repr(empty).endswith(" string>")


def signature(verb: str, first: str, more: dict[str, object]) -> inspect.Signature:
    """Return the signature: ``first``, the verb's options, and ``more`` keyword-only options."""
    kinds = inspect.Parameter
    return inspect.Signature(
        [
            kinds(first, kinds.POSITIONAL_OR_KEYWORD),
            *parameters(verb),
            *(kinds(name, kinds.KEYWORD_ONLY, default=value) for name, value in more.items()),
        ]
    )


def documented(
    function: Function, verb: str, first: str, more: dict[str, object], prefix: str = ""
) -> Function:
    """Return the function with the name, docstring and signature of the verb."""
    function.__name__, function.__qualname__ = verb, prefix + verb
    function.__doc__ = documentation(verb, {name: _ARGUMENTS[name] for name in more})
    function.__signature__ = signature(verb, first, more)  # type: ignore[attr-defined]
    return function
