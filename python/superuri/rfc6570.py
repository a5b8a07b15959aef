"""URI Templates, as RFC 6570 defines them: all four levels.

The standard defines these templates: ``{+path}`` and ``{#anchor}`` let delimiters in a value
through, on purpose. If a value must not change how other parts are read, use ``superuri.fill``.

>>> from superuri import rfc6570
>>> rfc6570.expand("https://e.com/users/{user}{?q,lang*}", user="a/b", q="x&y", lang=["de", "en"])
'https://e.com/users/a%2Fb?q=x%26y&lang=de&lang=en'
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NoReturn, TypeAlias

from superuri import _core, sets
from superuri._values import rfc6570 as grammar
from superuri._values.passwords import redacted_template
from superuri._values.rfc6570 import CHARACTER, Expression, Operator, Variable, parse
from superuri.errors import ParseError

__all__ = ["URITemplate", "expand"]

Scalar: TypeAlias = str | int | float | _core.URI | None
Value: TypeAlias = Scalar | Sequence[Scalar] | Sequence[tuple[str, Scalar]] | Mapping[str, Scalar]

#: The maximum length of an expansion, because a short template can repeat a long value.
LONGEST = 1 << 26

#: How many compiled templates are cached, and the maximum length of each.
REMEMBERED = 256
REMEMBERED_TO = 4096


_ALLOWED = sets.rfc6570.SIMPLE
# A % that begins a triplet is kept; all others were replaced by %25 before.
_RESERVED = sets.rfc6570.RESERVED - "%"

_STRAY = re.compile("%(?![0-9A-Fa-f]{2})")
#: The length of a pair.
PAIR = 2

#: The value of a variable after it was read: undefined, a text, a list, or pairs.
_Read: TypeAlias = str | list[str] | list[tuple[str, str]] | None


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

    __slots__ = ("_parts", "_pattern", "names", "text")

    text: str
    names: tuple[str, ...]
    _parts: tuple[str | Expression, ...]
    _pattern: tuple[str, tuple[str, ...]] | None

    def __init__(self, text: str) -> None:
        parts = tuple(parse(text))
        variables = [v for part in parts if not isinstance(part, str) for v in part.variables]
        names = dict.fromkeys(variable.name for variable in variables)
        values = (text, tuple(names), parts, grammar.pattern(parts))
        for name, value in zip(("text", "names", "_parts", "_pattern"), values, strict=True):
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
        variables = variables or {}
        if self._pattern:
            quick = grammar.quick(*self._pattern, variables, more, LONGEST)
            if quick is not None:
                return quick
        known = _Known(self.text, variables, more)
        return "".join(
            known.counted(part) if isinstance(part, str) else _expanded(part, known)
            for part in self._parts
        )

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


class _Known:
    """The variables of one expansion, each read once."""

    def __init__(self, text: str, variables: Mapping[str, Value], more: dict[str, Value]) -> None:
        self.text, self.variables, self.more = text, variables, more
        self.read: dict[str, _Read] = {}
        self.length = 0

    def counted(self, text: str) -> str:
        """Return the text; raise if the expansion gets too long."""
        self.length += len(text)
        if self.length > LONGEST:
            raise ParseError(
                f"the result has more than {LONGEST:,} characters",
                *(self.text, 0, len(self.text), "too-long", "give shorter values"),
            )
        return text

    def __getitem__(self, name: str) -> _Read:
        if name not in self.read:
            value = self.more[name] if name in self.more else self.variables.get(name)
            self.read[name] = _read(name, value)
        return self.read[name]


def _read(name: str, value: Value) -> _Read:
    """Return the value without its undefined parts (section 2.3)."""
    if value is None or isinstance(value, (str, int, float, _core.URI)):
        return _scalar(name, value)
    if isinstance(value, Mapping):
        pairs = list(value.items())
    elif not isinstance(value, (list, tuple)):
        raise _unfit(name, value)
    elif value and all(isinstance(each, tuple) and len(each) == PAIR for each in value):
        pairs = list(value)
    else:
        members = [_scalar(name, each) for each in value]
        return [member for member in members if member is not None] or None
    read = [(_scalar(name, key), _scalar(name, each)) for key, each in pairs]
    return [(key, each) for key, each in read if key is not None and each is not None] or None


def _scalar(name: str, value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, _core.URI)):
        return str(value)
    raise _unfit(name, value)


def _unfit(name: str, value: object) -> TypeError:
    return TypeError(
        f"the variable {name} is or holds a {type(value).__name__}: a value is a str, a number, "
        "None, a list of these, or a mapping to these"
    )


def _expanded(expression: Expression, known: _Known) -> str:
    """Return the expansion of the expression: section 3.2, and Appendix A."""
    operator = expression.operator
    done = [
        known.counted(text)
        for variable in expression.variables
        if (value := known[variable.name]) is not None
        for text in _pieces(variable, operator, value, known.text)
    ]
    return operator.first + operator.separator.join(done) if done else ""


def _pieces(
    variable: Variable,
    operator: Operator,
    value: "str | list[str] | list[tuple[str, str]]",
    template: str,
) -> Iterator[str]:
    """Yield the texts between separators: the value, or each member of an exploded one."""
    if isinstance(value, str):
        yield _named(operator, variable.name, _text(value, operator, variable.prefix))
    elif variable.prefix:
        raise ParseError(
            f"{variable.name} is a list, and has no prefix at {variable.start}..{variable.end}",
            *(template, variable.start, variable.end, "prefix-on-list"),
            "take the prefix away, or give a text",
        )
    elif variable.explode:
        for each in value:
            if isinstance(each, str):
                yield _named(operator, variable.name, _text(each, operator))
            else:
                key, text = (_text(side, operator) for side in each)
                yield _named(operator, key, text) if operator.named else f"{key}={text}"
    else:
        joined = ",".join(_text(each, operator) for each in _flat(value))
        # A list with one empty text is not empty, but a single empty text is.
        yield f"{variable.name}={joined}" if operator.named else joined


def _flat(value: list[str] | list[tuple[str, str]]) -> Iterator[str]:
    for each in value:
        if isinstance(each, str):
            yield each
        else:
            yield from each


def _named(operator: Operator, name: str, text: str) -> str:
    """Return the text, with its name before it if the operator writes names."""
    if not operator.named:
        return text
    return f"{name}={text}" if text else f"{name}{operator.if_empty}"


def _text(value: str, operator: Operator, prefix: int = 0) -> str:
    if not operator.reserved:
        return _core.encode(value[:prefix] if prefix else value, _ALLOWED)
    if "%" not in value:
        return _core.encode(value[:prefix] if prefix else value, _RESERVED)
    if prefix:
        # Section 2.4.1: neither a character nor its triplets are split.
        found = islice(CHARACTER.finditer(value), prefix)
        value = "".join(each[0] for each in found)
    return _core.encode(_STRAY.sub("%25", value), _RESERVED)
