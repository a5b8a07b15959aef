"""Grammar of RFC 6570 templates: operators, and the parts of a template."""

import re
from typing import NamedTuple

import superuri._core as _core
from superuri._values.refusal import refused
from superuri.errors import ParseError

_SEE = "see RFC 6570 section 2"


#: Section 2.2: reserved for extensions.
_LATER = "=,!@|"

# Section 2.1, with the apostrophe of erratum 6937.
_NO_LITERAL = re.compile(
    "%(?![0-9A-Fa-f]{2})|[^]!#$%&'()*+,./0-9:;=?@A-Z[_a-z~\\-"
    "\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\uffef"
    + "".join(f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 14))
    + "\U000e1000-\U000efffd\U000f0000-\U000ffffd\U00100000-\U0010fffd]"
)
_VARCHAR = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})"
_NAME = re.compile(rf"{_VARCHAR}(?:\.?{_VARCHAR})*")
_PREFIX = re.compile("[1-9][0-9]{0,3}")


def _octets(first: str, *more: str) -> str:
    return "".join(f"%{octet}" for octet in (first, *more))


_TAIL = "[89AB][0-9A-F]"
# One character, where all triplets of a character count as one (RFC 3629 section 4).
CHARACTER = re.compile(
    "|".join(
        [
            _octets("C[2-9A-F]", _TAIL),
            _octets("D[0-9A-F]", _TAIL),
            _octets("E0", "[AB][0-9A-F]", _TAIL),
            _octets("E[1-9A-CEF]", _TAIL, _TAIL),
            _octets("ED", "[89][0-9A-F]", _TAIL),
            _octets("F0", "[9AB][0-9A-F]", _TAIL, _TAIL),
            _octets("F[1-3]", _TAIL, _TAIL, _TAIL),
            _octets("F4", "8[0-9A-F]", _TAIL, _TAIL),
            "%[0-9A-F]{2}",
            ".",
        ]
    ),
    re.IGNORECASE | re.DOTALL,
)


class Variable(NamedTuple):
    """A variable of an expression, with its modifier."""

    name: str
    #: The maximum number of characters; 0 for all.
    prefix: int
    explode: bool
    start: int
    end: int


class Expression(NamedTuple):
    """The text between braces."""

    #: The sign of an operator of the engine.
    sign: str
    variables: tuple[Variable, ...]


def parse(text: str) -> list[str | Expression]:
    """Return the literals and the expressions between them, or raise."""
    if not isinstance(text, str):
        raise TypeError(f"a template is a str, not {type(text).__name__}")
    parts: list[str | Expression] = []
    at = 0
    while at < len(text):
        brace = text.find("{", at)
        end = brace if brace >= 0 else len(text)
        if end > at:
            parts.append(_literal(text, at, end))
        if brace < 0:
            break
        close = text.find("}", brace)
        if close < 0 or "{" in text[brace + 1 : close]:
            raise _wrong(
                text, (brace, brace + 1), "begins an expression that never ends", "stray-brace"
            )
        parts.append(_expression(text, brace + 1, close))
        at = close + 1
    return parts


def _literal(text: str, start: int, end: int) -> str:
    bad = _NO_LITERAL.search(text, start, end)
    if bad is None:
        return text[start:end]
    at = bad.start()
    code = "stray-brace" if bad[0] == "}" else "bad-literal"
    is_ = "ends no expression" if bad[0] == "}" else "is not allowed in a template"
    raise _wrong(text, (at, at + 1), is_, code, "write it percent-encoded")


def _expression(text: str, start: int, end: int) -> Expression:
    sign = text[start:end][:1]
    if sign and sign in _LATER:
        raise _wrong(
            text, (start, start + 1), "is not an operator: it is kept for later", "bad-operator"
        )
    if sign not in _core.TEMPLATE_OPERATORS:
        sign = ""
    variables = []
    at = start + len(sign)
    for spec in text[at:end].split(","):
        variables.append(_variable(text, at, at + len(spec)))
        at += len(spec) + 1
    return Expression(sign, tuple(variables))


def _variable(text: str, start: int, end: int) -> Variable:
    found = _NAME.match(text, start, end)
    at = found.end() if found else start
    name = text[start:at]
    if at == end and name:
        return Variable(name, 0, False, start, end)
    rest = text[at:end]
    if name and rest == "*":
        return Variable(name, 0, True, start, end)
    if name and rest[0] == ":":
        if not _PREFIX.fullmatch(rest, 1):
            help_ = "a prefix is a number from 1 to 9999"
            raise _wrong(text, (at, end), "is not a length of a prefix", "bad-modifier", help_)
        return Variable(name, int(rest[1:]), False, start, end)
    if name and rest[0] == "*":
        raise _wrong(text, (at + 1, end), "follows a modifier", "bad-modifier")
    if not rest:
        # The expression is empty, or there is nothing between two commas.
        raise _wrong(text, (start - 1, end + 1), "names no variable", "bad-variable")
    help_ = "names are letters, digits, _, dots between them, and percent-encoded octets"
    raise _wrong(text, (at, at + 1), "is not allowed in a variable's name", "bad-variable", help_)


def _wrong(text: str, span: tuple[int, int], is_: str, code: str, help_: str = _SEE) -> ParseError:
    return refused(ParseError, text, span, (is_, code, help_))
