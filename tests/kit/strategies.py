"""Laws as tests: a function with generators of its arguments, which Hypothesis drives.

Hypothesis controls every choice of the generators, so that failures shrink. A plain seeded `Random`
runs the same law a million times (`python -m heavy laws`), which would take Hypothesis hours.

A failure prints the input and the blob to reproduce it (`@reproduce_failure`). `SUPERURI_EXAMPLES`
sets the number of inputs for each law.
"""

import os
from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from superuri.testing import strategy

EXAMPLES = int(os.environ.get("SUPERURI_EXAMPLES", "200"))

SETTINGS = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow],
)

Law = Callable[..., None]
#: Each law with the generators of its arguments.
LAWS: dict[str, tuple[Law, tuple[Callable[[Random], Any], ...]]] = {}


def law(*generators: Callable[[Random], Any]) -> Callable[[Law], Law]:
    """Add the function to the laws, and to its module as a test."""

    def enter(function: Law) -> Law:
        LAWS[function.__name__] = function, generators

        @SETTINGS
        @given(st.tuples(*map(strategy, generators)))
        def test(values: tuple[Any, ...]) -> None:
            note(f"{function.__name__}{values!r}")
            function(*values)

        test.__doc__ = function.__doc__
        # Pytest finds the test under this name; the law itself remains a plain function.
        function.__globals__["test_" + function.__name__] = test
        return function

    return enter
