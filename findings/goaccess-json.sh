#!/usr/bin/env bash
# GoAccess counts /a%2Fb and /a/b as one page, and its JSON is not valid UTF-8 after one request for /%E9.
#
# Guess: a report has the targets as the log has them, or escapes what is not text.
# Seen: GoAccess decodes each target once before it counts, and writes the octet E9 into the JSON, which no parser reads.
# Matters to: reports of pages with an escaped slash, and jobs that read the JSON: any client can send /%E9.
# Versions: goaccess 1:1.7-1 of Debian; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get download -qq goaccess=1:1.7-1 libmaxminddb0=1.7.1-1 2>apt.log || skip
unpack
export LD_LIBRARY_PATH=$folder/usr/lib/x86_64-linux-gnu

seen=$(
    for targets in "/a%2Fb /a/b" "/a /%E9"; do
        for target in $targets; do
            echo "192.0.2.1 - - [21/Nov/2026:01:02:03 +0000] \"GET $target HTTP/1.1\" 200 9 \"-\" \"Firefox/140.0\""
        done >access.log
        usr/bin/goaccess access.log --log-format=COMBINED --no-global-config --no-progress -o report.json >out.log 2>&1
        echo "$targets: $(
            python3 - <<'PYTHON'
import json

try:
    report = json.load(open("report.json", encoding="utf-8"))
    print([(page["data"], page["hits"]["count"]) for page in report["requests"]["data"]])
except UnicodeDecodeError as error:
    print(error.reason, error.object[error.start : error.start + 1])
PYTHON
        )"
    done
)

compare "$seen" <<'TEXT'
/a%2Fb /a/b: [('/a/b', 2)]
/a /%E9: invalid continuation byte b'\xe9'
TEXT
