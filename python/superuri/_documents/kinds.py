"""Kinds: what a document is, by its name, by its ending, or by how its content begins.

One table for every parser of documents. A whole name decides first, then the ending; for any other
name, `.txt` too, the content decides.
"""

import os
import re
from fnmatch import fnmatchcase
from typing import NamedTuple

from superuri._values.table_names import FORMATS

#: How much of a document shows its kind; in characters.
HEAD = 8192
#: The kind of a document that no row is about.
TEXT = "text"
_AROUND = "\ufeff \t\r\n"


class Kind(NamedTuple):
    """A kind of documents: how it is recognised, and where its URLs are."""

    #: Whole names in lower case; ``*`` is any text.
    names: tuple[str, ...]
    #: Endings in lower case.
    endings: tuple[str, ...]
    #: The beginning of its content, after white space; for markup also after comments.
    content: str
    #: Places in which a URL is complete, whatever characters it has.
    urls: str
    #: Names and endings of which a `%` is syntax; ``*`` is any text.
    percent: tuple[str, ...] = ()


KINDS = {
    "html": Kind(
        (),
        (".html", ".htm", ".xhtml", ".xht", ".shtml"),
        r"(?i:<!doctype\s+html\b|<html\b)",
        "attributes, styles, `<meta>`, values of JSON",
    ),
    "xml": Kind(
        (),
        (
            *(".xml", ".svg", ".rss", ".atom", ".opml", ".kml", ".gpx", ".plist"),
            *(".xsd", ".xsl", ".xslt", ".wsdl", ".rdf", ".owl", ".xlf", ".xliff"),
            *(".csproj", ".fsproj", ".vbproj", ".vcxproj", ".nuspec", ".resx", ".xaml", ".xspf"),
        ),
        r"<\?xml[\s?]|<!DOCTYPE\s|<[\w.:-]+\s[^<>]*?\bxmlns[=:]|<Project[\s>]",
        "attributes, elements such as `<loc>`, system identifiers",
        # MSBuild decodes %7C (Microsoft, MSBuild special characters); strings of Android,
        # Apple and Qt may be formats.
        (
            *("*.csproj", "*.fsproj", "*.vbproj", "*.vcxproj"),
            *("strings.xml", "*.stringsdict", "*.ts"),
        ),
    ),
    "css": Kind((), (".css",), r'@charset "', "`url(…)`, `@import`"),
    "markdown": Kind(
        (), (".md", ".markdown", ".mdown", ".mkd"), "", "links, images, definitions, raw HTML"
    ),
    "rst": Kind((), (".rst",), "", "targets of links, images and figures"),
    "json": Kind(
        ("composer.lock", "deno.lock", "flake.lock", "pipfile.lock"),
        (
            *(each for each, form in FORMATS.items() if form in {"json", "jsonl"}),
            *(".geojson", ".topojson", ".jsonld", ".webmanifest", ".ipynb", ".har", ".avsc"),
            *(".jsonc", ".json5", ".code-workspace", ".gltf", ".tfstate", ".sarif"),
        ),
        # An object or an array; neither a section of INI nor a link of Markdown.
        r'\[?\s*\{\s*"(?:[^"\\\n]|\\.)*"\s*:'
        r'|[\[\s]*\[\s*(?:"(?:[^"\\\n]|\\.)*(?:"\s*(?:,|\](?![(:\[]))|\Z)|\{\s*"|-?\d[\d.eE+-]*\s*,)',
        "values of keys such as `url`",
    ),
    "yaml": Kind((), (".yaml", ".yml"), r"%YAML\b", "values of keys such as `url`"),
    "toml": Kind(
        ("cargo.lock", "pdm.lock", "poetry.lock", "uv.lock"),
        (".toml",),
        "",
        "values of keys such as `url`",
    ),
    "requirements": Kind(
        ("*requirements*.txt", "*requirements*.in", "*constraints*.txt", "*constraints*.in"),
        (),
        "",
        "requirements and options of pip",
    ),
    "bibtex": Kind(
        (), (".bib",), r"@[A-Za-z]+\{[^\s,{}]+,\s*[\w-]+\s*=", r"fields, `\url{…}`, `\href{…}`"
    ),
    "tex": Kind(
        (), (".tex", ".ltx", ".bbl"), r"\\documentclass\b", r"`\url{…}`, `\href{…}`", ("*",)
    ),
    "ris": Kind((), (".ris",), "TY  - ", "`UR`, `LK`, `L1` to `L4`"),
    "ntriples": Kind((), (".nt", ".nq"), "", "`<…>`, which must be absolute"),
    "turtle": Kind(
        (),
        (".ttl", ".trig", ".n3", ".rq", ".sparql"),
        r"@(?:prefix|base)\s|(?i:prefix\s+[\w.-]*:\s*<|base\s+<)|<[^<>\s]+>\s+<[^<>\s]+>\s+[<\"_]",
        "`<…>`",
    ),
    "m3u": Kind((), (".m3u", ".m3u8"), "#EXTM3U", 'lines, `URI="…"`'),
    "ini": Kind(
        (".gitmodules", ".gitconfig", ".npmrc", ".pypirc", "pip.conf", ".env.*"),
        (".ini", ".cfg", ".url", ".desktop", ".pls", ".env"),
        r'\[(?:InternetShortcut\]|Desktop Entry\]|playlist\]|submodule ")',
        "values of keys such as `url`, `File1`",
        # Python's configparser interpolates %(name)s, and fails on %7C.
        ("*.ini", "*.cfg", ".pypirc", "pip.conf"),
    ),
    "properties": Kind((), (".properties",), "", "values of keys such as `url`"),
    "robots": Kind(("robots.txt",), (), r"(?i:user-agent:)", "`Sitemap:`"),
    "vcard": Kind(
        (),
        (".vcf", ".vcard", ".ics", ".ical", ".ifb"),
        r"(?i:BEGIN:(?:VCARD|VCALENDAR))",
        "`URL:`, `SOURCE:`, `ATTACH:` and the like",
    ),
    # A string may be a format of printf or of Python.
    "po": Kind((), (".po", ".pot"), "", "strings", ("*",)),
    "http": Kind(
        (),
        (".http", ".rest", ".warc"),
        r"HTTP/\d(?:\.\d)? \d{3}\b|WARC/\d|[A-Z]{3,10} \S+ HTTP/\d",
        "request lines, `Location:`, `Link: <…>` and the like",
    ),
    "mail": Kind(
        (),
        (".eml", ".mht", ".mhtml", ".mbox"),
        # Headers, of which one is only in mail.
        r"(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){0,40}?"
        r"(?i:received|return-path|message-id|mime-version|dkim-signature|list-unsubscribe):",
        "its parts, by their type",
    ),
    "asciidoc": Kind((), (".adoc", ".asciidoc"), "", "–"),
    "org": Kind((), (".org",), "", "`[[…]]`"),
    "mediawiki": Kind((), (".mediawiki", ".wiki"), "", "–"),
}
#: Endings of prose and lists among the documents of no kind. In all others, a `%` may be syntax: in
#: programs, in the settings of systemd and Apache, in a crontab.
PROSE = (
    *(".txt", ".text", ".textile", ".log", ".csv", ".tsv", ".list", ".urls"),
    *(".rtf", ".srt", ".vtt"),
)
#: Kinds whose URLs are followed by people and browsers. In all others, a program may read a URL
#: and have a default port of its own, as Elasticsearch (9200) and curl for proxies (1080) do.
FOLLOWED = frozenset(
    {"html", "xml", "css", "markdown", "rst", "bibtex", "tex", "ris", "m3u", "robots", "vcard"}
    | {"mail", "asciidoc", "org", "mediawiki"}
)
#: The words of ``--input-format`` for documents.
NAMES = (*KINDS, TEXT)
_ENDINGS = {ending: kind for kind, row in KINDS.items() for ending in row.endings}


def kind(name: str, head: str = "") -> str:
    """Return the kind of a document.

    Args:
        name: Its name or path; "-" has no kind.
        head: How its content begins: HEAD characters are enough.

    Returns:
        One of NAMES.

    Example:
        >>> kind("docs/Cargo.lock"), kind("a.RDF"), kind("-", '{"a": 1}'), kind("a.md", "{")
        ('toml', 'xml', 'json', 'markdown')
    """
    name = os.path.split(name)[1].lower()
    for kind, row in KINDS.items():
        if any(fnmatchcase(name, each) for each in row.names):
            return kind
    _, dot, end = name.rpartition(".")
    return _ENDINGS.get(dot + end) or _shown(head)


def takes_percent(name: str, kind: str) -> bool:
    """Return whether a `%` is text in a document of this name and kind: then a fix may write one.

    >>> [takes_percent(name, "text") for name in ("-", "README", "a.txt", "a.c", "crontab")]
    [True, True, True, False, False]
    """
    name = os.path.split(name)[1]
    if kind == TEXT:
        is_upper = name.isupper() and "." not in name
        return name == "-" or is_upper or name.lower().endswith(PROSE)
    return not any(fnmatchcase(name.lower(), each) for each in KINDS[kind].percent)


#: Files that a package manager writes, and compares with what it would write; ``*`` is any text.
LOCKED = (
    *("*.lock", "*-lock.json", "*-lock.yaml", "npm-shrinkwrap.json", "*.lock.hcl", "*.lockfile"),
    *("go.sum", "packages.lock.json", "package.resolved"),
)


def is_locked(name: str) -> bool:
    """Return whether a package manager writes the document of this name.

    >>> [is_locked(name) for name in ("web/package-lock.json", "yarn.lock", "package.json")]
    [True, True, False]
    """
    name = os.path.split(name)[1].lower()
    return any(fnmatchcase(name, each) for each in LOCKED)


def is_followed(name: str, kind: str) -> bool:
    """Return whether people and browsers follow the URLs of a document of this name and kind.

    >>> [is_followed(name, kind(name)) for name in ("a.md", "a.txt", "a.yaml", "a.py")]
    [True, True, False, False]
    """
    return kind in FOLLOWED or (kind == TEXT and takes_percent(name, kind))


def _shown(head: str) -> str:
    """Return the kind of a document that begins like this."""
    head = head[:HEAD].lstrip(_AROUND)
    for opening in dict.fromkeys((_opening(head), head)):
        for kind, row in KINDS.items():
            # Compiled when a content decides first: most runs need no pattern.
            if row.content and re.match(row.content, opening):
                return kind
    return TEXT


def _opening(head: str) -> str:
    """Return markup from its first tag or document type on."""
    while head.startswith(("<!--", "<?")):
        mark = "-->" if head.startswith("<!--") else "?>"
        head = head.partition(mark)[2].lstrip()
    return head
