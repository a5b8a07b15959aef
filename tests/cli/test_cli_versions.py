"""Versions: the command lists each table of the release, with its version or a day."""

import re

import pytest

from kit.command import run
from superuri import _core, hosts, keys, profiles, sets
from superuri._values.host_rows import ADDRESSES, NAMES


@pytest.fixture(scope="module")
def listed():
    done = run(["--version", "--verbose"])
    assert (done.returncode, done.stderr) == (0, b"")
    first, *rest = done.stdout.decode().splitlines()
    assert first == f"superuri {_core.__version__}"
    rows = [tuple(re.split(r" {2,}", line, maxsplit=1)) for line in rest]
    assert len({name for name, _ in rows}) == len(rows)
    return dict(rows)


def test_every_table_has_a_row(listed):
    names = {"engine", "python", "unicode", "uts46", "public suffix list"}
    names |= {"tracking parameters", "schemes"}
    names |= {f"addresses: {source.title}" for source in ADDRESSES}
    names |= {f"names: {source.title}" for source in NAMES}
    names |= {f"sets.{name}" for name in sets.families}
    names |= {f"profiles.{row.name}" for row in (*profiles.rows, *profiles.displays)}
    names |= {f"logs: {row[0]}" for row in _core.all_logs()}
    assert set(listed) == names


def test_a_row_is_the_tables_own(listed):
    assert listed["unicode"].startswith(f"{keys.tables()['unicode']}.")
    assert listed["public suffix list"].startswith(f"{hosts.LIST}, ")
    days = {row.checked for row in sets.rows if row.family == "whatwg"}
    assert all(day in listed["sets.whatwg"] for day in (min(days), max(days)))


def test_every_row_has_a_version_or_a_day(listed):
    assert [name for name, value in listed.items() if not re.search(r"\d", value)] == []
