#!/usr/bin/env bash
# A link to a DOI that holds # leads to another DOI: pybtex and idutils do not encode it.
#
# Guess: a library that makes the link of a DOI percent-encodes what a path cannot hold. The DOI handbook asks for it,
#   with 10.1000/456#789 as its example.
# Seen: the DOI is pasted behind the address of the resolver. What follows # is a fragment and never sent.
# Matters to: bibliographies and repositories. Many DOIs of the nineties hold < and >.
# Versions: pybtex 0.26.1, idutils 1.7.1; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install pybtex==0.26.1 idutils==1.7.1

seen=$(
    venv/bin/python - <<'PYTHON'
from urllib.parse import urlsplit

import idutils
import pybtex

DOI = "10.1000/456#789"
ENTRY = '@article{k, author="A B", title="T", journal="J", year=2000, doi="%s"}' % DOI
page = pybtex.format_from_string(ENTRY, "plain", output_backend="html")
links = {"pybtex": page.partition('href="')[2].partition('"')[0], "idutils": idutils.to_url(DOI, "doi")}
for library, link in links.items():
    print(f"{library}: {link} asks for {urlsplit(link).path}")
PYTHON
)

compare "$seen" <<'TEXT'
pybtex: https://doi.org/10.1000/456#789 asks for /10.1000/456
idutils: http://doi.org/10.1000/456#789 asks for /10.1000/456
TEXT
