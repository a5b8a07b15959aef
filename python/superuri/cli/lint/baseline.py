"""Baselines: known findings of a project, so that only new ones are shown.

A baseline is JSON. For each document, with its path relative to the baseline's folder, it has the
number of findings of each rule in each URL. URLs are stored as hashes, because they may contain
passwords.
"""

import json
import os
from collections import Counter
from hashlib import sha256

from superuri._values.finding import Finding
from superuri.cli.output import files

#: The version of the format.
VERSION = 1


class BaselineError(ValueError):
    """A file that is not a baseline."""


class Baseline:
    """The known findings, and the findings of this run."""

    def __init__(self, path: str, *, is_new: bool) -> None:
        self.path = path
        self.folder: str = os.path.dirname(os.path.abspath(path))
        self.known: dict[str, Counter[str]] = {} if is_new else read(path)
        self.found: dict[str, Counter[str]] = {}
        self.is_new = is_new

    def begin(self, name: str) -> str:
        """Return the name of the document in the baseline; its findings are counted from now on."""
        called = os.path.relpath(os.path.abspath(name), self.folder).replace(os.sep, "/")
        self.found[called] = Counter()
        return called

    def new(
        self, called: str, text: str | bytes, findings: tuple[Finding, ...]
    ) -> tuple[Finding, ...]:
        """Return the findings that are not in the baseline; none while a baseline is written."""
        left = []
        for finding in findings:
            found = key(text, finding)
            self.found[called][found] += 1
            if self.found[called][found] > self.known.get(called, Counter())[found]:
                left.append(finding)
        return () if self.is_new else tuple(left)

    def hidden(self) -> int:
        return sum(
            (self.known.get(name, Counter()) & now).total() for name, now in self.found.items()
        )

    def gone(self) -> int:
        """Return the number of known findings that no longer occur in the documents that were
        read.
        """
        return sum(
            (self.known.get(name, Counter()) - now).total() for name, now in self.found.items()
        )

    def size(self) -> int:
        return sum(now.total() for now in self.found.values())

    def write(self) -> None:
        documents = {
            name: dict(sorted(now.items())) for name, now in sorted(self.found.items()) if now
        }
        report = json.dumps({"superuri-baseline": VERSION, "findings": documents}, indent=1)
        with files.Target(self.path) as target:
            target.append(f"{report}\n".encode())
            target.commit()


def key(text: str | bytes, finding: Finding) -> str:
    """Return the key of a finding: its rule and the hash of the URL."""
    octets = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return f"{finding.code} {sha256(octets).hexdigest()[:16]}"


def read(path: str) -> dict[str, Counter[str]]:
    """Return the known findings. Raises BaselineError, OSError."""
    with open(path, "rb") as file:
        raw = file.read()
    try:
        report = json.loads(raw)
        if report["superuri-baseline"] != VERSION:
            raise BaselineError(
                f"{path}: it is of another version; --write-baseline writes a new one"
            )
        rows = report["findings"].items()
        return {name: Counter({each: int(n) for each, n in now.items()}) for name, now in rows}
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, BaselineError):
            raise
        raise BaselineError(f"{path}: it is not a baseline of superuri lint") from None
