"""Runs CPython's own tests of quoting and queries with our functions in place of Python's.

Prints one line of JSON: how many tests ran, and which failed. Exit code 3: this Python has no tests
installed.
"""

import json
import sys
import unittest
import urllib.parse

from superuri.compat import urllib as ours

NAMES = [
    *("quote", "quote_plus", "quote_from_bytes", "unquote", "unquote_plus", "unquote_to_bytes"),
    *("urlencode", "parse_qs", "parse_qsl"),
]
CLASSES = ["QuotingTests", "UnquotingTests", "urlencode_Tests", "Pathname_Tests"]


def main() -> None:
    """Replace the functions before other modules import them, run the tests, and print the
    result."""
    for name in NAMES:
        setattr(urllib.parse, name, getattr(ours, name))
    try:
        from test import test_urllib, test_urlparse  # noqa: PLC0415  because of the lines above
    except ImportError as error:
        sys.exit(3 if error.name in {"test", "test.test_urlparse"} else str(error))
    load = unittest.defaultTestLoader
    classes = [getattr(test_urllib, name) for name in CLASSES if hasattr(test_urllib, name)]
    suite = unittest.TestSuite(
        [load.loadTestsFromModule(test_urlparse), *map(load.loadTestsFromTestCase, classes)]
    )
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    failed = [case.id() for case, _ in [*result.failures, *result.errors]]
    json.dump({"ran": result.testsRun, "failed": failed}, sys.stdout)


if __name__ == "__main__":
    main()
