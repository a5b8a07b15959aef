"""URI Templates, as RFC 6570 defines them: all four levels.

The standard defines these templates: ``{+path}`` and ``{#anchor}`` let delimiters in a value
through, on purpose. If a value must not change how other parts are read, use ``superuri.fill``.

>>> from superuri import rfc6570
>>> rfc6570.expand("https://e.com/users/{user}{?q,lang*}", user="a/b", q="x&y", lang=["de", "en"])
'https://e.com/users/a%2Fb?q=x%26y&lang=de&lang=en'
"""

from collections.abc import Mapping, Sequence
from typing import NoReturn, TypeAlias

import superuri._core as _core
from superuri._values.passwords import redacted_template
from superuri._values.rfc6570 import Variable, parse
from superuri.errors import ParseError

__all__ = ["URITemplate", "expand"]

Scalar: TypeAlias = str | int | float | _core.URI | None
Value: TypeAlias = Scalar | Sequence[Scalar] | Sequence[tuple[str, Scalar]] | Mapping[str, Scalar]

#: The maximum length of an expansion, because a short template can repeat a long value.
LONGEST = 1 << 26

#: How many compiled templates are cached, and the maximum length of each.
REMEMBERED = 256
REMEMBERED_TO = 4096


class URITemplate:
    """A compiled template, a frozen value: ``text``, ``names``, ``expand``.

    >>> from superuri import rfc6570
    >>> search = rfc6570.URITemplate("/search{?q,page}")
    >>> search.names
    ('q', 'page')
    >>> search.expand(q="a b")
    '/search?q=a%20b'
    >>> search == rfc6570.URITemplate("/search{?q,page}")
    True

    Raises ParseError with the offsets of what is not a template. Source: RFC 6570 section 2.
    """

    __slots__ = ("_expander", "names", "text")

    text: str
    names: tuple[str, ...]
    _expander: _core.Expander

    def __init__(self, text: str) -> None:
        parts = parse(text)
        variables = [v for part in parts if not isinstance(part, str) for v in part.variables]
        names = dict.fromkeys(variable.name for variable in variables)
        values = (text, tuple(names), _core.Expander(parts))
        for name, value in zip(("text", "names", "_expander"), values, strict=True):
            object.__setattr__(self, name, value)

    def expand(self, variables: Mapping[str, Value] | None = None, /, **more: Value) -> str:
        """Return the URI reference that the template expands to with these variables.

        Args:
            variables: A mapping, as of the function of the same name.
            **more: More variables, which are looked up first.

        Returns:
            A URI.

        Raises:
            ParseError: As of the function of the same name.
            TypeError: As of the function of the same name.

        Example:
            >>> from superuri import rfc6570
            >>> rfc6570.URITemplate("{/dirs*}{?page.no}").expand({"page.no": 2}, dirs=["a", "b c"])
            '/a/b%20c?page.no=2'

        Source:
            RFC 6570 section 3.
        """
        made = self._expander.expand(variables or {}, more, LONGEST)
        if isinstance(made, str):
            return made
        raise _refused(self.text, made)

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, URITemplate) else NotImplemented

    def __hash__(self) -> int:
        return hash((URITemplate, self.text))

    def __repr__(self) -> str:
        return f"URITemplate({redacted_template(self.text)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return URITemplate, (self.text,)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a URITemplate is frozen: {name} stays")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a URITemplate is frozen: {name} stays")


def expand(text: str, variables: Mapping[str, Value] | None = None, /, **more: Value) -> str:
    """Return the URI reference that the template expands to with these variables.

    Args:
        text: The template, a str.
        variables: A mapping. A value is a str; an int, a float, or a URI, as Python writes it; True
            or False, as true or false; a list or tuple of these; or a mapping, or a list of tuples
            of two, as pairs. None, an empty list and an empty mapping are undefined: nothing is
            written for them.
        **more: More variables, which are looked up first.

    Returns:
        A URI. A pair's name is encoded as its value is, so it cannot contain other delimiters than
        a value.

    Raises:
        ParseError: It is not a template, has a prefix on a list, or is longer than LONGEST
            characters; offsets are in characters.
        EncodeError: A str has a lone surrogate.
        TypeError: A value is of another type.
        ValueError: A number is not finite.

    Example:
        >>> from superuri import rfc6570
        >>> rfc6570.expand("{+base}{name}{?tags*}", base="http://e.com/", name="é/", tags={"a": 1})
        'http://e.com/%C3%A9%2F?a=1'
        >>> rfc6570.expand("/map{?x,y}", {"x": "1024", "z": "not there"})
        '/map?x=1024'

    Source:
        RFC 6570 section 3.
    """
    compiled = _remembered.get(text)
    if compiled is None:
        compiled = URITemplate(text)
        if len(text) <= REMEMBERED_TO:
            if len(_remembered) >= REMEMBERED:
                _remembered.clear()
            _remembered[text] = compiled
    return compiled.expand(variables, **more)


_remembered: dict[str, URITemplate] = {}


def _refused(text: str, variable: Variable | None) -> ParseError:
    """Return the error for a variable with a prefix, or for an expansion that is too long."""
    if variable is None:
        return ParseError(
            f"the result has more than {LONGEST:,} characters",
            *(text, 0, len(text), "too-long", "give shorter values"),
        )
    return ParseError(
        f"{variable.name} is a list, and has no prefix at {variable.start}..{variable.end}",
        *(text, variable.start, variable.end, "prefix-on-list"),
        "take the prefix away, or give a text",
    )
