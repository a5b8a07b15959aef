"""SARIF 2.1.0: findings as a log, which code hosts show beside the code."""

from collections import Counter

import superuri._core as _core
import superuri.sets as sets
from superuri._values.finding import rules
from superuri.cli.lint import baseline
from superuri.cli.lint.hits import Hit, edits_shown, masked
from superuri.cli.output import messages

#: The name of each severity (section 3.27.10).
SARIF = {"error": "error", "warning": "warning", "info": "note"}
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def site() -> str | None:
    """Return the address of the documentation from the package's metadata, if it has one."""
    from importlib import metadata  # noqa: PLC0415  it takes longer than the rest of the command

    try:
        urls = metadata.metadata("superuri").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:  # imported from a folder that was not installed
        return None
    return dict(url.split(", ", 1) for url in urls).get("Documentation")


def log() -> dict[str, object]:
    """Return a log of SARIF 2.1.0 without results."""
    pages = site()
    rows = [
        {
            "id": rule.code,
            "name": rule.name,
            "shortDescription": {"text": rule.sentence},
            "help": {
                "text": f"{rule.sentence}. Source: {rule.source}."
                f" `superuri list rules {rule.code}` has more."
            },
            "defaultConfiguration": {"level": SARIF[rule.severity]},
            **({"helpUri": f"{pages.rstrip('/')}/rules#{rule.code.lower()}"} if pages else {}),
        }
        for rule in rules.values()
    ]
    driver = {"name": "superuri", "version": _core.__version__, "rules": rows}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": []}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


#: The index of each rule in a SARIF log.
_INDEX = {code: n for n, code in enumerate(rules)}


def result(hit: Hit, times: Counter[tuple[str | None, str]]) -> dict[str, object]:
    """Return the finding as a result of SARIF."""
    found = hit.finding
    shown: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": _INDEX[found.code],
        "level": SARIF[found.severity],
        "message": {"text": f"{found.message}: {messages.printable(masked(hit.text)[:500])}"},
        "partialFingerprints": {"primaryLocationLineHash": fingerprint(hit, times)},
    }
    if hit.file is None:
        shown["locations"] = [{"logicalLocations": [{"name": f"argument {hit.line}"}]}]
        return shown
    where = {"uri": _core.encode(hit.file, sets.rfc3986.PATH, errors="surrogateescape")}
    here = {"physicalLocation": {"artifactLocation": where, "region": region(*hit[1:5])}}
    shown["locations"] = [here]
    edits = edits_shown(hit)
    if edits:
        replaced = [
            {"deletedRegion": region(*row[:4]), "insertedContent": {"text": row[4]}}
            for row in edits
        ]
        change = {"artifactLocation": where, "replacements": replaced}
        sure = "the URL means the same" if found.fix and found.fix.safe else "a guess"
        shown["fixes"] = [{"description": {"text": sure}, "artifactChanges": [change]}]
    return shown


def fingerprint(hit: Hit, times: Counter[tuple[str | None, str]]) -> str:
    """Return the name by which GitHub and GitLab know a finding again where lines shift.

    It is a hash, and how often it occurred in the file, which ``times`` counts.
    """
    known = baseline.key(hit.text, hit.finding)
    times[hit.file, known] += 1
    return f"{known}:{times[hit.file, known]}"


def region(line: int, column: int, end_line: int, end_column: int) -> dict[str, int]:
    """Return a region of SARIF (section 3.30)."""
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
