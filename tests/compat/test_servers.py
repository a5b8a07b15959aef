"""Servers: what each hands to its application is what its row says."""

from urllib.parse import unquote_to_bytes

import pytest

from kit import applications, gateways
from superuri.who import producers, producers_read
from superuri.wire import servers

ROWS = {(row.name, row.view): row for row in servers.SERVERS}


@pytest.mark.parametrize(
    "served", applications.SERVERS, ids=lambda served: f"{served.name}: {served.view}"
)
def test_a_server_hands_on_what_its_row_says(served, report):
    there = applications.version_of(served)
    row = ROWS[served.name, served.view]
    if there is None:
        report(f"not run: {served.name} is not installed: make oracles")
        pytest.skip("it is not installed")
    expected = {target: row.handed(target) for target in servers.TARGETS}
    found = applications.asked(served)
    if found != expected and there != row.version:
        report(f"not compared: {served.name} {there}; the row is of {row.version}")
        pytest.skip(f"another version, which answers differently: {there}")
    assert found == expected


def test_each_row_has_a_server_that_is_asked() -> None:
    assert list(ROWS) == [(served.name, served.view) for served in applications.SERVERS]
    assert len(ROWS) == len(servers.SERVERS) >= 45


def test_a_row_lists_what_differs_and_nothing_else() -> None:
    for row in servers.SERVERS:
        assert row.rule in {"sent", "decoded"}
        assert set(row.differs) <= set(servers.TARGETS)
        for target, got in row.differs.items():
            assert got != servers.by_rule(target, row.rule), (row.name, target)
            assert got.startswith("/") or got.isdigit() or got == "closed"


def test_the_rules_are_those_of_percent_encoding() -> None:
    for target in servers.TARGETS:
        sent = servers.octets(target)
        assert servers.by_rule(target, "sent") == target == servers.shown(sent)
        path, mark, query = sent.partition(b"?")
        decoded = unquote_to_bytes(path) + mark + query
        assert servers.by_rule(target, "decoded") == servers.shown(decoded)


def test_every_target_divides_the_servers() -> None:
    for target in servers.TARGETS:
        assert len({row.handed(target) for row in servers.SERVERS}) > (target == "/a+b"), target


def test_wrong_names_are_refused() -> None:
    with pytest.raises(ValueError, match="no server is called 'nginks'; there are nginx, Apache"):
        servers.named("nginks")
    with pytest.raises(ValueError, match="was not sent"):
        servers.named("CADDY")[0].handed("/b")


def test_the_flag_of_apache_encodes_what_its_row_says(report, tmp_path):
    name = "RewriteRule [B,NE,P]"
    served = next(row for row in applications.SERVERS if row.view == name)
    if applications.version_of(served) is None:
        report("not run: Apache is not installed: make oracles")
        pytest.skip("it is not installed")
    row = next(row for row in producers_read.ROWS if row.name == "Apache RewriteRule [B]")
    tmp_path.chmod(0o755)
    # It refuses an encoded NUL and an encoded slash.
    octets = [octet for octet in range(1, 128) if octet != ord("/")]
    with gateways.started(gateways.Gateway(name, (), served.words), tmp_path) as port:
        for octet in octets:
            _, body = gateways.asked(port, b"/a%%%02Xb" % octet)
            assert body.decode() == "/" + producers.encode(f"a{chr(octet)}b", row), octet
