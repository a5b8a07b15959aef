"""What does ``python -m superuri`` do? The same as ``superuri``."""

import sys

from superuri.cli import main

if __name__ == "__main__":
    sys.exit(main())
