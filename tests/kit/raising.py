"""Errors of calls, as values."""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

E = TypeVar("E", bound=BaseException)


def raised(
    kind: type[E] | tuple[type[E], ...], call: Callable[..., Any], *arguments: Any, **options: Any
) -> E:
    """Return the error of this kind that the call raises."""
    with pytest.raises(kind) as caught:
        call(*arguments, **options)
    return caught.value
