#!/usr/bin/env bash
# PySTAC drops the signature of a link when it makes the link relative.
#
# Guess: a relative reference keeps the query and the fragment.
# Seen: make_relative_href cuts ?, # and ; with all that follows, in names of local files, too.
# Matters to: catalogs of satellite images: signed links stop working once a catalog's links are made relative.
# Versions: pystac 1.15.2; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install pystac==1.15.2

seen=$(
    venv/bin/python - <<'PYTHON'
from pystac.utils import make_relative_href

for href, start in (
    ("https://e.com/d/a.tif?sig=abc", "https://e.com/d/item.json"),
    ("https://e.com/d/a;v=1.tif", "https://e.com/d/item.json"),
    ("/d/a#b.tif", "/d/item.json"),
):
    print(href, "->", make_relative_href(href, start))
PYTHON
)

compare "$seen" <<'TEXT'
https://e.com/d/a.tif?sig=abc -> ./a.tif
https://e.com/d/a;v=1.tif -> ./a
/d/a#b.tif -> ./a
TEXT
