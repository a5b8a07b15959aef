#!/usr/bin/env bash
# A picture "a b.png" in Markdown shows the file a%20b.png in Sphinx and in Jupyter's nbconvert, if both exist.
#
# Guess: the target of a picture is a URI reference, so it is decoded to find the file.
# Seen: markdown-it encodes the target and nobody decodes it: both take the wrong file, and a name with é is
#   not found at all, though the page has two pictures.
# Matters to: documents with pictures that people or cameras have named.
# Versions: myst-parser 5.2.0, sphinx 9.0.4, nbconvert 7.17.2; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install myst-parser==5.2.0 sphinx==9.0.4 nbconvert==7.17.2

seen=$(
    venv/bin/python - <<'PYTHON'
import base64
import pathlib
import re

import nbconvert
import nbformat
from sphinx.cmd.build import build_main

NAMES = ("a b.png", "a%20b.png", "é.png")
PAGE = "# T\n\n![one](<a b.png>)\n\n![two](é.png)\n"
source = pathlib.Path("source")
source.mkdir()
for name in NAMES:
    (source / name).write_text(name)
(source / "index.md").write_text(PAGE)
(source / "conf.py").write_text("extensions = ['myst_parser']\n")
build_main(["-Q", "source", "html"])
print("MyST and Sphinx show", [picture.read_text() for picture in pathlib.Path("html/_images").iterdir()])

exporter = nbconvert.HTMLExporter(embed_images=True)
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(PAGE)])
page, _ = exporter.from_notebook_node(notebook, resources={"metadata": {"path": "source"}})
pictures = re.findall(r'src="data:image/png;base64,(.*?)"', page)
print("nbconvert shows", [base64.b64decode(picture).decode() for picture in pictures])
PYTHON
)

compare "$seen" <<'TEXT'
MyST and Sphinx show ['a%20b.png']
nbconvert shows ['a%20b.png']
TEXT
