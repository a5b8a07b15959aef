"""Web fixtures: a server, a browser, and pages that are open in it."""

from contextlib import ExitStack

import pytest

from kit.web import TABS, browsing, opened, put, serving, show

_KEPT = ExitStack()
_OPEN = []


@pytest.fixture(scope="module")
def server():
    """A server that is shared by the tests."""
    with serving() as found:
        yield found
        assert found.lives()


@pytest.fixture(scope="module")
def browser(say):
    """A browser, if there is one; the next file takes the same one."""
    if not _OPEN:
        _OPEN.append(_KEPT.enter_context(browsing(say)))
    return _OPEN[0]


def close_between(item, following):
    """Close the browser if the next file begins without it: its event loop would be in the way."""
    ends = following is None or following.path != item.path
    if ends and not (following and "browser" in following.fixturenames):
        _OPEN.clear()
        _KEPT.close()


@pytest.fixture
def fresh(browser, server):
    """A new page; the test fails if it does something forbidden."""
    opened_page, watch = opened(browser, server, viewport={"width": 1200, "height": 900})
    yield opened_page
    watch.assert_quiet()
    opened_page.context.close()


@pytest.fixture(scope="module")
def opened_once(browser, server):
    """A page and its watch, for all tests of a file."""
    found, watch = opened(browser, server, viewport={"width": 1200, "height": 900})
    yield found, watch
    found.context.close()


@pytest.fixture
def page(opened_once):
    """The page of the file, without a text and in the first tool; it fails as `fresh` does.

    To open one takes longer than most tests, so only those about a new page take `fresh`.
    """
    found, watch = opened_once
    show(found, TABS[0])
    put(found, "")
    yield found
    watch.assert_quiet()
