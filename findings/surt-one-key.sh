#!/usr/bin/env bash
# The keys of web archives (SURT) are equal for pages that a server keeps apart.
#
# Guess: the key folds what RFC 3986 calls equivalent: %7E and ~, %c3 and %C3.
# Seen: the Internet Archive's library decodes until nothing changes, so %2F is a slash, %3F begins a query,
#   and %2525 is %25.
# Matters to: those who look pages up in a CDX index, or count pages by it.
# Versions: surt 0.3.1; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install surt==0.3.1

seen=$(
    venv/bin/python - <<'PYTHON'
from surt import surt

for pages in (
    ("http://e.com/100%25", "http://e.com/100%2525"),
    ("http://e.com/a/b", "http://e.com/a%2Fb"),
    ("http://e.com/a?b", "http://e.com/a%3Fb"),
    ("http://e.com/?q=1+1", "http://e.com/?q=1%2B1"),
    ("http://e.com/?q=a&b=c", "http://e.com/?q=a%26b=c"),
):
    print(*pages, "->", *sorted({surt(page) for page in pages}))
PYTHON
)

compare "$seen" <<'TEXT'
http://e.com/100%25 http://e.com/100%2525 -> com,e)/100%25
http://e.com/a/b http://e.com/a%2Fb -> com,e)/a/b
http://e.com/a?b http://e.com/a%3Fb -> com,e)/a?b
http://e.com/?q=1+1 http://e.com/?q=1%2B1 -> com,e)/?q=1+1
http://e.com/?q=a&b=c http://e.com/?q=a%26b=c -> com,e)/?b=c&q=a
TEXT
