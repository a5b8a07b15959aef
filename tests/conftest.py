"""Fixtures of the tests: the test data, and counts reported to the terminal."""

import gc
import os
import random
import re
import signal
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from kit import DATA, chance, order, pages
from kit.pages import browser, fresh, opened_once, page, server  # noqa: F401  because fixtures are found here

#: How many reasons are counted in the line about what was left out.
MOST = 8
_REPORT = pytest.StashKey[list[str]]()

# Hypothesis uses the same seed in each run; `make seeds` passes others. No deadline, because the
# machine may be busy; the blob that it prints repeats a failure.
settings.register_profile(
    "again", derandomize=chance.GIVEN is None, deadline=None, database=None, print_blob=True
)
settings.load_profile("again")


def pytest_configure(config: pytest.Config) -> None:
    # A shell's background job ignores Ctrl-C, and so would the commands that the tests start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # The command is looked at without colours, unless a test asks for them.
    for name in ("NO_COLOR", "FORCE_COLOR"):
        os.environ.pop(name, None)
    config.stash[_REPORT] = [f"SUPERURI_SEED={chance.SEED}"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=order.place)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let no garbage be collected meanwhile: what is made, stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Exclude the collected tests, which stay until the end, from garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    pages.close_between(item, nextitem)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Pass the counts to the process that prints them, if several run the tests."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["counted"] = session.config.stash[_REPORT][1:]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[_REPORT] += getattr(node, "workeroutput", {}).get("counted", [])


def left_out(skipped: list[Any]) -> str:
    """Say in a line how many tests were skipped, by reason, the most frequent ones."""
    reasons = Counter(
        re.split(r" \(|: ", each.longrepr[2].removeprefix("Skipped: "), maxsplit=1)[0]
        for each in skipped
    )
    most = reasons.most_common(MOST)
    rest = len(skipped) - sum(count for _, count in most)
    counted = [f"{count} {reason}" for reason, count in most] + [f"{rest} others"] * (rest > 0)
    return f"LEFT OUT: {len(skipped)} tests: {'; '.join(counted)}"


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = terminalreporter.config.stash[_REPORT]
    if lines:
        terminalreporter.section("what was counted")
    for line in lines:
        terminalreporter.write_line(line)
    if skipped := terminalreporter.stats.get("skipped"):
        terminalreporter.write_line(left_out(skipped))


@pytest.fixture
def report(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Says a line at the end of the run, with -q too."""
    return pytestconfig.stash[_REPORT].append


@pytest.fixture(scope="module")
def say(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """As `report`, for a whole session."""
    return pytestconfig.stash[_REPORT].append


@pytest.fixture
def data(report: Callable[[str], None]) -> Callable[[str], Path]:
    """The test data of this name; if it is absent, the test is skipped and reports it."""

    def find(name: str) -> Path:
        path = DATA / name
        if not path.exists():
            report(f"SKIPPED: no {name} in {DATA} (SUPERURI_DATA names the folder of the data)")
            pytest.skip(f"no test data {name}")
        return path

    return find


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of many blocks, with every kind of line."""
    rng = random.Random(7)
    lines = [
        b"http://e.com/a b",
        b"http://e.com/plain",
        b"",
        b"http://e:x/",
        "/ü".encode(),
        b"\xff%",
    ]
    path = tmp_path_factory.mktemp("big") / "big.txt"
    path.write_bytes(b"\n".join(rng.choices(lines, k=400_000)))
    return path
