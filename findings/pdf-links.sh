#!/usr/bin/env bash
# Typst, fpdf2 and ReportLab store three byte sequences for the link https://e.com/é, and none is plain ASCII.
#
# Guess: a URI in a PDF is 7-bit ASCII (ISO 32000-1, 12.6.4.7), so é is %C3%A9.
# Seen: Typst stores UTF-8, fpdf2 UTF-16 with a mark, ReportLab one octet of Latin-1, all with a raw blank. What a
#   viewer opens depends on its guess: pypdf reads the UTF-8 of Typst as two characters.
# Matters to: links to Wikipedia and other pages beyond English in invoices, papers and reports.
# Versions: typst 0.15.2, fpdf2 2.8.9, reportlab 5.1.0, pypdf 7.1.1; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install typst==0.15.2 fpdf2==2.8.9 reportlab==5.1.0 pypdf==7.1.1

seen=$(
    venv/bin/python - <<'PYTHON'
import pathlib

import fpdf
import pypdf
import typst
from reportlab.pdfgen import canvas

LINK = "https://e.com/é b"
pathlib.Path("page.typ").write_text(f'#link("{LINK}")[x]', encoding="utf-8")
typst.compile("page.typ", output="typst.pdf")
page = fpdf.FPDF()
page.add_page()
page.set_font("helvetica")
page.cell(text="x", link=LINK)
page.output("fpdf2.pdf")
page = canvas.Canvas("reportlab.pdf")
page.linkURL(LINK, (0, 0, 9, 9))
page.drawString(0, 0, "x")
page.save()
for writer in ("typst", "fpdf2", "reportlab"):
    link = pypdf.PdfReader(writer + ".pdf").pages[0]["/Annots"][0].get_object()["/A"]["/URI"]
    print(writer, link.original_bytes, "pypdf reads", link)
PYTHON
)

compare "$seen" <<'TEXT'
typst b'https://e.com/\xc3\xa9 b' pypdf reads https://e.com/Ã© b
fpdf2 b'\xfe\xff\x00h\x00t\x00t\x00p\x00s\x00:\x00/\x00/\x00e\x00.\x00c\x00o\x00m\x00/\x00\xe9\x00 \x00b' pypdf reads https://e.com/é b
reportlab b'https://e.com/\xe9 b' pypdf reads https://e.com/é b
TEXT
