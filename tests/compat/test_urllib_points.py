"""Module compat.urllib: the answers of every CPython, over all code points."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from kit import interpreters, urllib_answers
from kit.amount import FULL, STEP
from superuri.compat import urllib

Report = Callable[[str], None]
SCRIPT = Path(urllib_answers.__file__)
#: The step between code points for each interpreter; below U+3000 all are tested.
EVERY = STEP if FULL else 4 * STEP


@pytest.fixture(scope="module")
def ours() -> dict[str, list[str]]:
    return urllib_answers.digests(urllib, EVERY)


@pytest.fixture(scope="module")
def theirs() -> dict[tuple[int, ...], "subprocess.Popen[bytes]"]:
    """Start all interpreters in parallel."""
    wanted = set(interpreters.WANTED)
    return {
        version: subprocess.Popen([command, SCRIPT, str(EVERY)], stdout=subprocess.PIPE)
        for version, command in interpreters.found().items()
        if version in wanted
    }


@pytest.mark.parametrize(
    "version", interpreters.WANTED, ids=lambda version: ".".join(map(str, version))
)
def test_every_code_point_and_every_safe_character(version, ours, theirs, report):
    name = ".".join(map(str, version))
    if version not in theirs:
        report(f"not run: no CPython {name} is here to compare compat.urllib with")
        pytest.skip(f"no CPython {name}")
    message, _ = theirs[version].communicate()
    want = json.loads(message)
    assert set(want) == set(ours)
    differ = [
        f"{question} of U+{block * urllib_answers.BLOCK:04X}.."
        for question, blocks in want.items()
        for block, digest in enumerate(blocks)
        if ours[question][block] != digest
    ]
    assert not differ
    report(f"compat.urllib is CPython {name}: {len(want)} questions of 1 in {EVERY} code points")
