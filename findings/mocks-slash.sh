#!/usr/bin/env bash
# Tests with respx or pytest-httpserver pass though the client sends /a/b in place of /a%2Fb.
#
# Guess: a mock answers only the request that was registered, so a missing escape fails the test.
# Seen: respx compares decoded paths. pytest-httpserver does, too, and answers /a%2Fb only if /a/b was registered.
#   requests-mock and responses keep the two apart.
# Matters to: the tests of clients whose path segments hold data: GitLab's project names, scoped packages, keys of S3.
# Versions: respx 0.23.1, httpx 0.28.1, pytest-httpserver 1.2.0, requests 2.34.2, requests-mock 1.12.1, responses
#   0.26.3; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install \
    respx==0.23.1 httpx==0.28.1 pytest-httpserver==1.2.0 requests==2.34.2 requests-mock==1.12.1 responses==0.26.3

seen=$(
    venv/bin/python - <<'PYTHON'
import http.client

import httpx
import requests
import requests_mock
import responses
import respx
from pytest_httpserver import HTTPServer


def reached(call):
    try:
        return "answers" if call("http://localhost/a/b").status_code == 200 else "refuses"
    except (requests.RequestException, requests_mock.MockException, respx.models.AllMockedAssertionError):
        return "refuses"


REGISTERED = "http://localhost/a%2Fb"
with respx.mock(assert_all_called=False) as mock:
    mock.get(REGISTERED)
    print("respx", reached(httpx.get))
with requests_mock.Mocker() as mock:
    mock.get(REGISTERED)
    print("requests-mock", reached(requests.get))
with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
    mock.get(REGISTERED)
    print("responses", reached(requests.get))
with HTTPServer() as server:
    server.expect_request("/a/b").respond_with_data("")
    connection = http.client.HTTPConnection(server.host, server.port)
    connection.request("GET", "/a%2Fb")
    status = connection.getresponse().status
    print("pytest-httpserver, the other way round,", "answers" if status == 200 else "refuses")
PYTHON
)

compare "$seen" <<'TEXT'
respx answers
requests-mock refuses
responses refuses
pytest-httpserver, the other way round, answers
TEXT
