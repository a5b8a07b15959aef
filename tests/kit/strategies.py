"""Properties as tests: functions with generators of their arguments, which Hypothesis drives.

Hypothesis controls every choice of the generators, so that failures shrink. `python -m heavy
properties` uses a plain seeded `Random` instead, for a million inputs, which would take Hypothesis
hours.

A failure prints the input and the blob to reproduce it (`@reproduce_failure`). `SUPERURI_EXAMPLES`
sets the number of inputs for each property.
"""

import os
from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from kit.amount import FULL
from superuri.testing import strategy

EXAMPLES = int(os.environ.get("SUPERURI_EXAMPLES", "200" if FULL else "100"))

SETTINGS = settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])

Property = Callable[..., None]
#: Each property with the generators of its arguments.
PROPERTIES: dict[str, tuple[Property, tuple[Callable[[Random], Any], ...]]] = {}


def for_all(*generators: Callable[[Random], Any]) -> Callable[[Property], Property]:
    """Add the function to the properties, and to its module as a test."""

    def enter(function: Property) -> Property:
        PROPERTIES[function.__name__] = function, generators

        @SETTINGS
        @given(st.tuples(*map(strategy, generators)))
        def test(values: tuple[Any, ...]) -> None:
            note(f"{function.__name__}{values!r}")
            function(*values)

        test.__doc__ = function.__doc__
        # Pytest finds the test under this name; the property itself remains a plain function.
        function.__globals__["test_" + function.__name__] = test
        return function

    return enter
