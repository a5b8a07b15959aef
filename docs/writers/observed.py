"""Tables of what other programs do: drivers, servers, signatures, published vulnerabilities.

The rows of servers are the package's; the others are tables of the tests.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import superuri
from superuri.wire import servers
from writers.markdown import code, rows_of, table

if TYPE_CHECKING:
    from collections.abc import Callable

#: The targets of the two tables of servers, by the name of the region.
SENT = {"delimiters": servers.TARGETS[:12], "characters": servers.TARGETS[12:]}
#: The columns of the table of signed URLs, with their titles.
SIGNED = {
    "s3": "presigned S3",
    "oauth": "OAuth 1.0",
    "raw": "HMAC over the text",
    "edit": "… and `page=2` set",
    "azure": "Azure SAS",
    "gcs": "Google V4",
    "itsdangerous": "itsdangerous",
    "cloudfront": "CloudFront",
    "saml": "SAML redirect",
    "akamai": "Akamai",
}
VERDICTS = {"holds": "valid", "broken": "**broken**", "none": "cannot"}
#: The maximum number of characters of a published request in a cell.
WIDE = 60


def cases(name: str) -> list[dict[str, Any]]:
    """Return the rows of a table of the tests."""
    found: list[dict[str, Any]] = rows_of(f"tests/{name}")["case"]
    return found


def handed() -> dict[str, Callable[[], str]]:
    """Return what computes each table of what servers hand on, by the name of its region."""
    return {name: partial(_handed, targets) for name, targets in SENT.items()}


def _handed(targets: tuple[str, ...]) -> str:
    def cell(got: str) -> str:
        return code(got) if got.startswith("/") else got

    rows = [
        [f"{row.name} {row.version}", code(row.view), *(cell(row.handed(it)) for it in targets)]
        for row in servers.SERVERS
    ]
    return table(["server", "what is read", *map(code, targets)], rows)


def drivers() -> str:
    """Return the passwords and the databases that each driver reads."""
    found = rows_of("tests/uri/drivers.toml")
    words = {"refused": "refused", "None": "nothing", "null": "nothing", "": "empty"}
    rows = [
        [case["name"], *(words.get(it) or code(it) for it in case["passwords"] + case["databases"])]
        for case in found["case"]
    ]
    given = found["passwords"] + found["databases"]
    return table(["driver", *(code(it) if it else "no name" for it in given)], rows)


def frameworks() -> str:
    """Return what a handler of each framework is given, and the links that it writes."""
    rows = []
    for case in cases("uri/frameworks.toml"):
        of = [code(case[it]) if case[it] != "–" else "–" for it in ("parameter", "raw", "r")]
        links = case["links"] or dict.fromkeys(("C#", "AC/DC", "50%"), "–")
        written = [code(it) if it.startswith("/") else it for it in links.values()]
        read = [it if it.isdecimal() else code(it) for it in case["names"].values()]
        name, server = (*case["name"].split(", "), "")[:2]
        named = zip((name, server), case["versions"], strict=False)
        shown = " on ".join(" ".join(both) for both in named)
        rows.append([shown, *of, code(case["url"]), *read, *written])
    heads = ("parameter", "raw path", "`r`", "`request.url`", "`a%2Fb`", "`%E9`")
    return table(["framework", *heads, "`C#`", "`AC/DC`", "`50%`"], rows)


def _pages(names: list[str]) -> str:
    return ", ".join(map(code, names)) or "refused"


def analysers() -> str:
    """Return the pages that each log analyser counts for two targets, beside their normal forms."""
    found = rows_of("tests/codec/analysers.toml")
    rows = [
        [*map(_pages, row), _pages(sorted({superuri.normalize(f"//e{it}")[3:] for it in row[0]}))]
        for row in found["rows"]
    ]
    return table(["sent", *map(" ".join, found["versions"].items()), "normal form"], rows)


def paths() -> str:
    """Return the files that each library reads for odd paths."""
    found = rows_of("tests/tables/paths.toml")
    versions = found["versions"]
    rows = []
    for path, _, ours, others in found["rows"]:
        theirs = (_pages(others.get(name, ours)) for name in versions)
        rows.append([code(path.format(folder="/…")), *theirs, _pages(ours)])
    return table(["path", *map(" ".join, versions.items()), "superuri"], rows)


def published() -> str:
    """Return what was sent, what was read, and the rules that warn of it."""
    rows = []
    for case in cases("lint/cves.toml"):
        texts = (code(cut(visible(case[name]))) for name in ("text", "read"))
        rows.append([case["id"], *texts, ", ".join(case["reported"]) or "none", case["why"]])
    return table(["id", "sent", "read", "reported by", "why"], rows)


def visible(text: str) -> str:
    """Return the text with an escape of Python for what cannot be printed."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def cut(text: str) -> str:
    """Return the text, without its middle if it is long."""
    half = WIDE // 2
    return text if len(text) <= WIDE else f"{text[:half]}…{text[-half:]}"


def signed() -> str:
    """Return what each library does to signed URLs."""
    rows = [
        [case["name"], *(VERDICTS.get(case[key], case[key]) for key in SIGNED)]
        for case in cases("uri/signed.toml")
    ]
    return table(["library", *SIGNED.values()], rows)
