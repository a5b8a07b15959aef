"""Helpers of the tests, and where they find things: the repository, its tests, the test data."""

import os
from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
DATA = Path(os.environ.get("SUPERURI_DATA", ROOT / ".." / "shared" / "data"))
