"""References of documents to local files: do these files exist?"""

import os

import superuri._core as _core
from superuri._documents import encodings, kinds
from superuri._values.finding import Finding
from superuri.cli.lint.anchors import Anchors

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
        #: The anchors of the pages to which fragments refer.
        self.pages: dict[str, Anchors | None] = {}

    def missing(self, text: str | bytes, ignored: tuple[str, ...]) -> tuple[Finding, ...]:
        """Return the finding for a relative reference to a file, or to a part of a file, that does
        not exist.
        """
        found = _core.lint(text, select=RULE, ignore=ignored)
        if not found:
            return ()
        raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        head, _, fragment = raw.partition(b"#")
        try:
            named = os.fsdecode(_core.decode_bytes(head.split(b"?")[0], errors="keep"))
            target = os.path.realpath(os.path.join(self.folder, named))
            is_outside = not _is_within(target, self.root)
            is_there = is_outside or os.path.exists(target)
        except ValueError:  # a name with a NUL
            is_outside = is_there = False
        if not is_there:
            return (found[0]._replace(message="the file that this reference names does not exist"),)
        if is_outside or self.has_part(target, fragment.decode("utf-8", "replace")):
            return ()
        sentence = "the file that this reference names has no heading or element of this name"
        return (found[0]._replace(message=sentence),)

    def has_part(self, path: str, fragment: str) -> bool:
        """Return whether the file has this fragment; True if it is not a page that can be read."""
        if not fragment:
            return True
        if path not in self.pages:
            self.pages[path] = _anchors(path)
        page = self.pages[path]
        return page is None or page.has(fragment)


def _anchors(path: str) -> Anchors | None:
    """Return the anchors of a page; None if the file is not a page, or cannot be read."""
    kind = kinds.kind(path)
    if kind not in {"markdown", "html"} or not os.path.isfile(path):
        return None
    try:
        with open(path, "rb") as file:
            raw = file.read(_core.MAX_LINE + 1)
    except OSError:
        return None
    return Anchors.of(encodings.read(raw, kind).text, kind) if len(raw) <= _core.MAX_LINE else None


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))
