"""Other implementations, bit for bit, with their faults: a module for each.

``urllib``, ``ecmascript``, ``python2``, ``browsers`` and ``dialects`` are imported when they are
first used. For new work use ``superuri.encode``, ``decode`` and ``clean``.
"""

from importlib import import_module

__all__ = ["browsers", "dialects", "ecmascript", "python2", "urllib"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from superuri.compat import browsers, dialects, ecmascript, python2, urllib
else:

    def __getattr__(name: str) -> object:
        """Return a module that has not been imported yet."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
