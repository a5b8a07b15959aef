"""Build of the site: the pages of docs/, the pages of this folder, and the API, as HTML.

``python site/build.py OUT`` writes the site; every warning of Sphinx is an error. With
``--external``, it lists the links to other sites instead, which are not checked.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT / "docs")]

import api  # noqa: E402
import front  # noqa: E402
import sections  # noqa: E402
from writers import registry, rules  # noqa: E402

#: Pages of the repository that are on the site, and their names there; those of docs/ all are.
OTHERS = {
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
    "bench/RESULTS.md": "results.md",
    "bench/COLUMNS.md": "results-columns.md",
    "bench/TIDY.md": "results-tidy.md",
    "bench/GROWTH.md": "results-growth.md",
    "bench/INSTRUCTIONS.md": "results-instructions.md",
}
#: Pages of docs/ that are for contributors, or for other sites.
LEFT_OUT = {"README.md", "description.md"}
#: The page of this folder that is computed when the site is built.
RULES = "rules.md"
_LINK = re.compile(r"\[(?P<text>[^]]*)\]\((?P<file>(?!\w+:|#)[^)#\s]+)(?P<fragment>[^)\s]*)\)")
#: The code of a rule in prose, besides links, titles and code, which stay as they are.
_RULE = re.compile(
    r"^```.*?^```|^#+ .*?$|`[^`\n]*`|\[[^]]*\]\([^)]*\)|\b(?P<rule>U\d{3})\b",
    re.DOTALL | re.MULTILINE,
)


def ruled(text: str, moved: Mapping[str, str]) -> str:
    """Return a page of docs/ in which the code of a rule is a link to the rule.

    >>> ruled("More: rule U501, not `U501`", {"rules.md#u501": "rules/U501.md"})
    'More: rule [U501](rules.md#u501), not `U501`'
    """

    def link(at: re.Match[str]) -> str:
        section = f"{RULES}#{(at['rule'] or '').lower()}"
        return f"[{at['rule']}]({section})" if section in moved else at[0]

    return _RULE.sub(link, text)


def linked(
    text: str, folder: str, moved: Mapping[str, str], heads: Mapping[str, str] | None = None
) -> str:
    """Return a page with links to the pages of the site; a link to another file becomes its text.

    ``moved`` has the page of each section that is a page of its own, by the link to the section.
    ``heads`` has the heads of pages: a link that shows the name of a file shows the head instead.

    >>> linked("[a](../bench/RESULTS.md#x) [b](lint.md) [d](../Makefile)", "docs", {})
    '[a](results.md#x) [b](lint.md) d'
    >>> linked("[uri.md](uri.md#resolve)", "docs", {}, {"uri.md": "Whole URIs"})
    '[Whole URIs](uri.md#resolve)'
    """

    def link(at: re.Match[str]) -> str:
        inside = (ROOT / folder / at["file"]).resolve().relative_to(ROOT).as_posix()
        name = OTHERS.get(inside, inside.removeprefix("docs/"))
        on_site = inside in OTHERS or inside.startswith("docs/")
        address = moved.get(name + at["fragment"], name + at["fragment"])
        # The name of the file, as in git, says nothing on the site.
        named = at["text"].rpartition("/")[2] == Path(at["file"]).name
        shown = (heads or {}).get(name, at["text"]) if named else at["text"]
        return f"[{shown}]({address})" if on_site else at["text"]

    return _LINK.sub(link, text)


def assemble(source: Path) -> None:
    """Write all pages to an empty folder, as Sphinx reads them."""
    pages = {path.name: path for path in (ROOT / "docs").glob("*.md") if path.name not in LEFT_OUT}
    pages |= {name: ROOT / path for path, name in OTHERS.items()}
    texts = {
        name: registry.on_site(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
        for name, path in pages.items()
    }
    folders = {name: path.parent.relative_to(ROOT).as_posix() for name, path in pages.items()}
    texts[RULES], folders[RULES] = rules.page(), "docs"
    heads = {name: re.findall(r"^# (.+)$", text, re.MULTILINE)[0] for name, text in texts.items()}
    moved = dict[str, str]()
    for name in sections.SPLIT:
        moved |= sections.addresses(name, texts[name])
    for name, page in texts.items():
        names_rules = folders[name] == "docs" and name != RULES
        text = linked(ruled(page, moved) if names_rules else page, folders[name], moved, heads)
        parts = sections.split(name, text) if name in sections.SPLIT else {name: text}
        for part, inside in parts.items():
            (source / part).parent.mkdir(exist_ok=True)
            (source / part).write_text(inside, "utf-8")
    for path in HERE.glob("*.md"):
        if path.name not in {"README.md", RULES}:
            shutil.copy(path, source)
    (source / "index.md").write_text(front.page((HERE / "index.md").read_text("utf-8")), "utf-8")
    shutil.copytree(ROOT / "docs" / "pictures", source / "pictures")
    (source / "api").mkdir()
    for name, text in api.pages().items():
        (source / "api" / f"{name}.md").write_text(text, "utf-8")


def external(source: Path) -> list[str]:
    """Return the addresses of other sites that the pages link to."""
    found = set[str]()
    for path in source.rglob("*.md"):
        found |= set(re.findall(r"\]\((https?://[^)\s]+)", path.read_text("utf-8")))
    return sorted(found)


def run(out: Path) -> int:
    """Build the site in this folder, and return the exit code."""
    source = out.parent / "source"
    shutil.rmtree(source, ignore_errors=True)
    shutil.rmtree(out, ignore_errors=True)
    source.mkdir(parents=True)
    assemble(source)
    sphinx = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    doctrees = out.parent / "doctrees"
    return subprocess.call([*sphinx, "-b", "html", "-c", HERE, "-d", doctrees, source, out])


def main() -> int:
    """Build the site, or list the links to other sites; return the exit code."""
    if "--external" not in sys.argv:
        return run(Path(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        assemble(Path(folder))
        print("\n".join(external(Path(folder))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
