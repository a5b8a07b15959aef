"""Macros of advertising, and formats: no fix touches them, in any kind of document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cli.test_cli_lint_sentences import expect_none
from kit import kinds
from superuri.cli import main

if TYPE_CHECKING:
    from pathlib import Path

# A server fills them in before anybody reads the URL.
MACROS = [
    *("%%CACHEBUSTER%%", "%%PATTERN:url%%", "[TIMESTAMP]", "[%ID%]", "${AUCTION_PRICE}", "{lpurl}"),
    *("{{ad.id}}", "#{id}", "%(name)s", "%s", "%d"),
    # Mailchimp, Create React App, Thymeleaf, Joomla, HAProxy.
    *("*|ID|*", "%PUBLIC_URL%", "[[id]]", "##ID##", "%[path]"),
]
URLS = ["https://ad.e.com/x;ord={}", "https://ad.e.com:443/{}/x", "https://ad.e.com/a|b?c={}&d"]
#: RDF has no templates: braces in an IRI are an error.
WITHOUT_TEMPLATES = {"iri.ttl", "iri.nt"}


@pytest.mark.parametrize("option", ["--fix", "--unsafe-fixes"])
@pytest.mark.parametrize("macro", MACROS)
def test_no_fix_touches_a_macro(macro: str, option: str, tmp_path: Path) -> None:
    texts = [url.replace("{}", macro) for url in URLS]
    documents: dict[Path, str] = {}
    for number, (kind, _) in enumerate(kinds.holders()):
        if kind.file not in WITHOUT_TEMPLATES:
            for each, text in enumerate(texts):
                file = tmp_path / f"{number}-{each}" / kind.file
                file.parent.mkdir()
                documents[file] = kind.document([text])
                file.write_bytes(documents[file].encode())
    main(["lint", "--no-config", "--quiet", option, "--", *map(str, documents)])
    # Markdown has backslashes in some of them.
    spelled = {macro, macro.replace("(", "\\(").replace(")", "\\)")}
    expect_none(
        f"{file.name}: {before!r} became {after!r}"
        for file, before in documents.items()
        if (after := file.read_bytes().decode()) != before
        and not any(each in before and each in after for each in spelled)
    )
