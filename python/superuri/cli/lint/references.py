"""References of documents to local files: do these files exist?"""

import os

import superuri._core as _core
from superuri._values.finding import Finding

RULE = "missing-file"


def nothing(_text: str | bytes, _ignored: tuple[str, ...]) -> tuple[Finding, ...]:
    """Return no findings, if the rule for missing files is off."""
    return ()


class Tree:
    """The files that a document may refer to: those below the working directory, or in its
    folder.
    """

    def __init__(self, name: str) -> None:
        self.folder: str = "." if name == "-" else os.path.dirname(name) or "."
        here = os.path.realpath(".")
        beside = os.path.realpath(self.folder)
        self.root: str = here if _is_within(beside, here) else beside

    def missing(self, text: str | bytes, ignored: tuple[str, ...]) -> tuple[Finding, ...]:
        """Return the finding for a relative reference to a file that does not exist."""
        found = _core.lint(text, select=RULE, ignore=ignored)
        if not found or self.is_there(text):
            return ()
        return (found[0]._replace(message="the file that this reference names does not exist"),)

    def is_there(self, text: str | bytes) -> bool:
        """Return whether the referenced file exists, or is outside the tree."""
        raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        path = raw.split(b"#")[0].split(b"?")[0]
        try:
            named = os.fsdecode(_core.decode_bytes(path, errors="keep"))
            target = os.path.realpath(os.path.join(self.folder, named))
            return not _is_within(target, self.root) or os.path.exists(target)
        except ValueError:
            # A name with a NUL does not exist.
            return False


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))
