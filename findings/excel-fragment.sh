#!/usr/bin/env bash
# openpyxl shows the links that XlsxWriter wrote without their fragments, so that all pages below #/ become one.
#
# Guess: cell.hyperlink.target is the link of the cell.
# Seen: XlsxWriter divides a link at #: the fragment is the hyperlink's "location", which a reader has to append. openpyxl
#   itself writes the whole link to the target, so a test with its own files does not show that.
# Matters to: lists of links to applications that route by #/path. Polars and pandas write with XlsxWriter.
# Versions: xlsxwriter 3.3.1, openpyxl 3.1.5; 2026-11-30.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install xlsxwriter==3.3.1 openpyxl==3.1.5

seen=$(
    venv/bin/python - <<'PYTHON'
import openpyxl
import xlsxwriter

LINK = "https://e.com/#/orders/17"

with xlsxwriter.Workbook("xlsxwriter.xlsx") as book:
    book.add_worksheet().write_url("A1", LINK)
book = openpyxl.Workbook()
book.active["A1"].hyperlink = LINK
book.save("openpyxl.xlsx")
for writer in ("xlsxwriter", "openpyxl"):
    link = openpyxl.load_workbook(f"{writer}.xlsx").active["A1"].hyperlink
    print(f"by {writer}: target {link.target}, location {link.location}")
PYTHON
)

compare "$seen" <<'TEXT'
by xlsxwriter: target https://e.com/, location /orders/17
by openpyxl: target https://e.com/#/orders/17, location None
TEXT
