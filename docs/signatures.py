"""Tables of docs/signed.md: what each library does to signed URLs.

The rows are those of ``tests/uri/signed.toml``.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Table = Callable[[Iterable[str], Iterable[Iterable[str]]], str]

ROWS = Path(__file__).parent.parent / "tests" / "uri" / "signed.toml"
#: The columns of each table, with their titles.
COLUMNS = {
    "libraries": {
        "s3": "presigned S3",
        "oauth": "OAuth 1.0",
        "raw": "HMAC over the text",
        "edit": "… and `page=2` set",
    },
    "services": {
        "azure": "Azure SAS",
        "gcs": "Google V4",
        "itsdangerous": "itsdangerous",
        "cloudfront": "CloudFront",
        "saml": "SAML redirect",
        "akamai": "Akamai",
    },
}
WORDS = {"holds": "another text, holds", "broken": "**broken**", "none": "cannot"}


def tables(table: Table) -> dict[str, Callable[[], str]]:
    """Return what computes each table, by the name of its region."""
    return {name: partial(verdicts, name, table) for name in COLUMNS}


def verdicts(name: str, table: Table) -> str:
    """Return what each library does to the signed URLs of this table."""
    columns = COLUMNS[name]
    rows = [
        [case["name"], *(WORDS.get(case[key], case[key]) for key in columns)]
        for case in tomllib.loads(ROWS.read_text("utf-8"))["case"]
    ]
    return table(["library", *columns.values()], rows)
