"""Entry point of ``python -m superuri``: the same as ``superuri``."""

import sys

from superuri.cli import main

if __name__ == "__main__":
    sys.exit(main())
