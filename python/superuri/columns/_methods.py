"""Methods of columns: one for each verb, with the verb's own options and documentation."""

from collections.abc import Callable
from typing import Generic, TypeVar

from superuri.columns._options import OPTIONS, documented, named

_Thing = TypeVar("_Thing")

#: The options that every method has, in addition to those of its verb.
MORE: dict[str, object] = {"on_error": "raise", "with_errors": False, "threads": None}


class Methods(Generic[_Thing]):
    """The verbs as methods of a library's column, each with the options of the verb."""

    def __init__(self, thing: _Thing) -> None:
        """Keep the column."""
        self._thing = thing

    def __call__(self, verb: str, /, **options: object) -> _Thing:
        """Return the column with the verb applied to each row."""
        raise NotImplementedError

    def __getattr__(self, name: str) -> Callable[..., _Thing]:
        """Raise an error that lists the verbs."""
        raise AttributeError(f"a column has no verb {name!r}; it has {', '.join(OPTIONS)}")


def _method(verb: str) -> Callable[..., object]:
    def method(self: Methods[_Thing], *values: object, **options: object) -> _Thing:
        return self(verb, **named(verb, values, options))

    return documented(method, verb, "self", MORE, "Methods.")


for _verb in OPTIONS:
    setattr(Methods, _verb, _method(_verb))
