#!/usr/bin/env bash
# OpenTelemetry for Python writes a blank in the baggage header as +, which other readers keep.
#
# Guess: baggage is percent-encoded, as W3C Baggage says: a blank is %20, and + is a plus.
# Seen: OpenTelemetry encodes a form: it writes "a+b" for "a b", and reads a plus that others send as a blank.
#   A request that Sentry starts and that passes one service with OpenTelemetry arrives with another transaction name.
# Matters to: everybody who joins traces of two vendors, or filters by a value of the baggage.
# Versions: opentelemetry-api 1.45.2, sentry-sdk 2.75.0; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install opentelemetry-api==1.45.2 sentry-sdk==2.75.0

seen=$(
    venv/bin/python - <<'PYTHON'
from opentelemetry.baggage import get_all
from opentelemetry.baggage.propagation import W3CBaggagePropagator
from sentry_sdk.tracing_utils import Baggage

otel = W3CBaggagePropagator()
sent = Baggage({"transaction": "GET /a b"}).serialize()
passed_on = {}
otel.inject(passed_on, otel.extract({"baggage": sent}))
print("Sentry sends:", sent)
print("OpenTelemetry passes on:", passed_on["baggage"])
print("Sentry reads:", Baggage.from_incoming_header(passed_on["baggage"]).sentry_items["transaction"])
print("OpenTelemetry reads k=a+b as:", get_all(otel.extract({"baggage": "k=a+b"}))["k"])
PYTHON
)

compare "$seen" <<'TEXT'
Sentry sends: sentry-transaction=GET%20/a%20b
OpenTelemetry passes on: sentry-transaction=GET+%2Fa+b
Sentry reads: GET+/a+b
OpenTelemetry reads k=a+b as: a b
TEXT
