"""Pages of docs/: they are as their tool would write them."""

import subprocess
import sys

from kit import ROOT

PAGES = ROOT / "docs" / "pages.py"


def test_the_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, PAGES, "--check"], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
