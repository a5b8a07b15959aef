"""Hinted: a function whose errors say what to write instead of another library's argument."""

from __future__ import annotations

import functools

from superuri._values.foreign_names import of_argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    _P = ParamSpec("_P")
    _R = TypeVar("_R")


def hinted(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return the function of Python; its errors about unknown arguments have the hints of rows."""

    @functools.wraps(function)
    def call(*values: _P.args, **named: _P.kwargs) -> _R:
        try:
            return function(*values, **named)
        except TypeError as error:
            hint = next(filter(None, (of_argument(function.__name__, name) for name in named)), "")
            if not hint or "unexpected keyword argument" not in str(error):
                raise
            raise TypeError(f"{error}{hint}") from None

    return call
