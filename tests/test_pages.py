"""Are the pages of docs/ as their tool would write them?"""

import subprocess
import sys
from pathlib import Path

PAGES = Path(__file__).parents[1] / "docs" / "pages.py"


def test_the_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, PAGES, "--check"], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
