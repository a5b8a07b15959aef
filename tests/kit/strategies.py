"""Laws as tests: a function, generators of its arguments, and Hypothesis that draws them.

Hypothesis controls the generator's every draw, so a failure shrinks; a plain seeded `Random`
runs the same law a million times (`make laws`), where Hypothesis would take hours.

A failure prints the input and the blob that brings it back (`@reproduce_failure`).
`SUPERURI_EXAMPLES` says how many inputs each law sees.
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
    """Enter this into the laws, and into its module as a test."""

    def enter(function: Law) -> Law:
        LAWS[function.__name__] = function, generators

        @SETTINGS
        @given(st.tuples(*map(strategy, generators)))
        def test(values: tuple[Any, ...]) -> None:
            note(f"{function.__name__}{values!r}")
            function(*values)

        test.__doc__ = function.__doc__
        # Pytest finds the test by this name; the law itself stays a function of its arguments.
        function.__globals__["test_" + function.__name__] = test
        return function

    return enter
