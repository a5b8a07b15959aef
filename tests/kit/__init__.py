"""Helpers of the tests, and where they find things: the repository, its tests, the test data."""

import os
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
DATA = Path(os.environ.get("SUPERURI_DATA", ROOT / ".." / "shared" / "data"))


def exactly(message: str) -> str:
    """The pattern of `pytest.raises` that this message alone matches."""
    return rf"\A{re.escape(message)}\Z"
