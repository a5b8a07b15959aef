"""Servers of applications: what each hands on is what its row says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kit import applications
from kit.amount import FULL
from kit.tables import tomllib

TABLE = Path(__file__).with_name("servers.toml")
CASES = {row.pop("name"): row for row in tomllib.loads(TABLE.read_text("utf-8"))["case"]}
#: The others take seconds to start: `make applications` asks them.
SERVERS = applications.SERVERS if FULL else applications.SERVERS[:1]


@pytest.mark.parametrize("server", SERVERS, ids=lambda server: server.name)
def test_a_server_hands_on_what_its_row_says(
    server: applications.Server, report: Callable[[str], None]
) -> None:
    there = applications.version_of(server)
    name = f"{server.name} {there}"
    if there is None or name not in CASES:
        report(f"not run: {name} has no row, or is not installed: make applications")
        pytest.skip(f"no row for {name}")
    with applications.started(server) as port:
        found = {key: applications.handed(port, sent) for key, sent in applications.TARGETS.items()}
    assert found == CASES[name]


def test_servers_differ() -> None:
    for key in ("slash", "dots", "double", "nul", "octet"):
        assert len({row[key] for row in CASES.values()}) > 1, key
