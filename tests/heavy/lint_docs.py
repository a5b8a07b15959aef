"""Documentation of ten well-known projects: what the linter finds in it.

    PYTHONPATH=tests python -m heavy.lint_docs

Their source archives are downloaded by pip and unpacked in a scratch folder; their READMEs and
documentation are linted, and the table of docs/lint.md is written anew.
"""

import datetime as dt
import json
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from pathlib import Path

from kit import ROOT

PROJECTS = [
    *("attrs", "click", "django", "fastapi", "flask"),
    *("httpx", "pytest", "scrapy", "sphinx", "urllib3"),
]
#: Documentation at the top of an archive, and files of pip and uv.
WANTED = ["README*", "*.md", "*.rst", "doc", "docs", "pyproject.toml", "uv.lock"]
PAGE = ROOT / "docs" / "lint.md"


def archive(project: str, folder: Path) -> Path:
    """Download the source archive of a project, unpack it, and return its folder."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    subprocess.run([*pip, project, "--dest", folder], check=True)
    [packed] = folder.glob("*.tar.gz")
    with tarfile.open(packed) as tar:
        tar.extractall(folder, filter="data")
    [unpacked] = (path for path in folder.iterdir() if path.is_dir())
    return unpacked


def row(project: str, folder: Path) -> str:
    """Lint the documentation of a project, print the findings, and return its row of the table."""
    source = archive(project, folder)
    paths = sorted({path for pattern in WANTED for path in source.glob(pattern)})
    command = [sys.executable, "-m", "superuri", "lint", "--no-config", "--show", "info"]
    start = time.monotonic()
    done = subprocess.run(
        [*command, "--output-format", "jsonl", *paths], capture_output=True, text=True, check=False
    )
    seconds = time.monotonic() - start
    found = [json.loads(line) for line in done.stdout.splitlines()]
    severe = [it for it in found if it["severity"] != "info"]
    for it in severe:
        print(f"{project}: {it['name']}: {it['url']}")
    counted = Counter(it["name"] for it in severe)
    names = ", ".join(f"{count} {name}" for name, count in sorted(counted.items())) or "–"
    checked = done.stderr.split("checked ", 1)[1].split(":", 1)[0]
    infos = len(found) - len(severe)
    return f"| {source.name} | {checked} | {names} | {infos} | {seconds:.1f} s |"


def main() -> None:
    """Lint the projects, and write the findings to the page."""
    rows = []
    for project in PROJECTS:
        with tempfile.TemporaryDirectory() as folder:
            rows.append(row(project, Path(folder)))
        print(rows[-1])
    lines = [
        f"Checked {dt.datetime.now(tz=dt.timezone.utc):%Y-%m-%d}, by `make lint-docs`:",
        "",
        "| source archive | checked | warnings and errors | infos | time |",
        "| --- | --- | --- | --- | --- |",
        *rows,
    ]
    head, rest = PAGE.read_text(encoding="utf-8").split("<!-- documentation -->\n", 1)
    _, tail = rest.split("<!-- /documentation -->", 1)
    inside = "\n".join(lines)
    text = f"{head}<!-- documentation -->\n\n{inside}\n\n<!-- /documentation -->{tail}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
