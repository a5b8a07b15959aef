"""Long calls: memory is bounded, and signals and other threads run meanwhile."""

import pytest

import superuri
from kit.amount import FULL
from kit.served import FAMILIES, measured
from superuri.errors import ParseError

MOST_LISTED = 131_072
SIZE = 2 << 20
WORST = [("edits", "percents"), ("shown", "controls"), ("lint", "letters"), ("pretty", "controls")]
EVERY = [(v, f) for v in ("edits", "shown", "lint", "pretty", "fix", "clean") for f in FAMILIES]


@pytest.mark.parametrize(("verb", "family"), EVERY if FULL else WORST)
def test_memory_is_at_most_sixteen_times_the_text(verb, family):
    assert measured(verb, family, SIZE).times <= 16


@pytest.mark.parametrize("verb", ["lint", "pretty", "shown", "edits", "fix"])
def test_an_interrupt_ends_a_long_call(verb):
    # A text for which the call takes far longer than the time until the interrupt.
    done = measured(verb, "letters", 16 << 20, after=0.02)
    assert done.answered is not None, done


@pytest.mark.parametrize(("unit", "name"), [("%", "edits"), (" ", "edits"), ("%41", "shown")])
def test_a_list_that_is_too_long_is_refused(unit, name):
    call = getattr(superuri, name)
    assert call("/" + unit * MOST_LISTED)
    with pytest.raises(ParseError, match="131,072") as caught:
        call("/" + unit * (MOST_LISTED + 1) + "a")
    error = caught.value
    assert error.code == "too-many-rows"
    assert error.start == 1 + MOST_LISTED * len(unit)
    # Only listed calls have a limit.
    assert superuri.clean("/" + unit * (MOST_LISTED + 1) + "a")
