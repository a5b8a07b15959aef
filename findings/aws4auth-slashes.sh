#!/usr/bin/env bash
# requests-aws4auth signs the S3 key logs//a as logs/a, so its signature is not the one that AWS's own library computes.
#
# Guess: for S3 a signer leaves the path alone, as its documentation asks: the keys logs//a and logs/a are two objects.
# Seen: requests-aws4auth merges slashes before it signs, and sends both. botocore, the signer of AWS itself, keeps them.
# Matters to: programs that download by URL. S3 refuses a signature that differs, here for some keys only.
# Versions: requests-aws4auth 1.4.0, requests 2.34.2, botocore 1.43.117; 2026-11-30.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install requests-aws4auth==1.4.0 requests==2.34.2 botocore==1.43.117

seen=$(
    venv/bin/python - <<'PYTHON'
import re

import requests
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from requests_aws4auth import AWS4Auth

CLIENT = AWS4Auth("ID", "SECRET", "us-east-1", "s3")
SERVER = S3SigV4Auth(Credentials("ID", "SECRET"), "s3", "us-east-1")

for target in ("/b/logs/a", "/b/a%20b%2Bc", "/b/logs//a", "/b/logs//"):
    # Sign as the client does, then compute again what the server expects for the request that is sent.
    sent = CLIENT(requests.Request("GET", "https://s3.e.com" + target).prepare())
    names, signature = re.search("SignedHeaders=(.+?), Signature=(.+)", sent.headers["Authorization"]).groups()
    headers = {name: value for name, value in sent.headers.items() if name.lower() in names.split(";")}
    request = AWSRequest("GET", sent.url, headers)
    request.context["timestamp"] = sent.headers["x-amz-date"]
    text = SERVER.string_to_sign(request, SERVER.canonical_request(request))
    print(sent.path_url, "same signature:", SERVER.signature(text, request) == signature)
PYTHON
)

compare "$seen" <<'TEXT'
/b/logs/a same signature: True
/b/a%20b%2Bc same signature: True
/b/logs//a same signature: False
/b/logs// same signature: False
TEXT
