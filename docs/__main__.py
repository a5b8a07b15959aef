"""Computed parts of the pages: ``python -m docs [--check] [PAGE…]`` writes or compares them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from writers import registry

sys.exit(registry.main())
