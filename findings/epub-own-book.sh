#!/usr/bin/env bash
# EbookLib cannot read the book that it wrote if a chapter's file is called a%20b.xhtml.
#
# Guess: a name in the manifest of an EPUB is a URL, so the writer encodes its % as %25.
# Seen: the writer copies the name, and the reader decodes it and looks for "a b.xhtml". A reader that follows the
#   standard looks for that file, too.
# Matters to: programs that turn saved web pages into books.
# Versions: ebooklib 0.20; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install ebooklib==0.20

seen=$(
    venv/bin/python - <<'PYTHON'
import re
import zipfile

from ebooklib import epub

for name in ("a b.xhtml", "a%20b.xhtml"):
    book = epub.EpubBook()
    book.set_title("t")
    chapter = epub.EpubHtml(title="c", file_name=name, content="<p>text</p>")
    book.add_item(chapter)
    book.toc = (chapter,)
    book.spine = ["nav", chapter]
    book.add_item(epub.EpubNcx())
    book.add_item(epub.EpubNav())
    epub.write_epub("book.epub", book)
    package = zipfile.ZipFile("book.epub").read("EPUB/content.opf").decode()
    try:
        epub.read_epub("book.epub")
        answer = "is read"
    except KeyError as error:
        answer = f"is not read: {error.args[0]}"
    print(re.search(r'href="(a[^"]*)"', package)[0], answer)
PYTHON
)

compare "$seen" <<'TEXT'
href="a b.xhtml" is read
href="a%20b.xhtml" is not read: There is no item named 'EPUB/a b.xhtml' in the archive
TEXT
