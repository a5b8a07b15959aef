"""Timing: works that are measured in turn, round after round, with the garbage collector off."""

import gc
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

Name = TypeVar("Name")
Cost = TypeVar("Cost")
#: So many rounds show the ratio of a slow work, because it is clear.
SLOW_ROUNDS = 3


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(
    works: Mapping[Name, Callable[[], Cost]],
    rounds: int,
    is_slow: Callable[[Cost], bool] = lambda _: False,
) -> dict[Name, list[Cost]]:
    """Return what each work measures in each round; one that is slow at first has few rounds."""
    costs: dict[Name, list[Cost]] = {name: [] for name in works}
    gc.disable()
    try:
        for turn in range(rounds):
            for name, work in works.items():
                if turn < SLOW_ROUNDS or not is_slow(costs[name][0]):
                    costs[name].append(work())
    finally:
        gc.enable()
    return costs
