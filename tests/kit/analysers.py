"""Log analysers: the pages that each counts for a pair of request targets.

    PYTHONPATH=tests python -m kit.analysers

asks all three, and prints the rows of tests/codec/analysers.toml.
"""

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from kit import toml

TABLE = toml.read("codec/analysers.toml")
LINE = '192.0.2.1 - - [21/Nov/2026:01:02:03 +0000] "GET {} HTTP/1.1" 200 9 "-" "Firefox/140.0"\n'
AWSTATS = "/usr/lib/cgi-bin/awstats.pl"


def _run(folder: Path, *words: str) -> str:
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    return done.stdout + done.stderr


def _goaccess(folder: Path) -> list[str]:
    words = ("--log-format=COMBINED", "--no-global-config", "--no-progress", "-o", "report.json")
    _run(folder, "goaccess", "access.log", *words)
    # What it decodes need not be UTF-8, and then its JSON is not either.
    text = (folder / "report.json").read_bytes().decode("utf-8", "replace")
    return [page["data"] for page in json.loads(text, strict=False)["requests"]["data"]]


def _webalizer(folder: Path) -> list[str]:
    (folder / "its.conf").write_text("OutputDir .\nDumpPath .\nDumpURLs yes\nHistoryName seen\n")
    _run(folder, "webalizer", "-Q", "-c", "its.conf", "-n", "e", "access.log")
    [dump] = folder.glob("url_*.tab")
    text = dump.read_bytes().decode("utf-8", "replace")
    return [line.split("\t")[-1] for line in text.splitlines()]


def _awstats(folder: Path) -> list[str]:
    (folder / "awstats.e.conf").write_text(
        f'LogFile="{folder}/access.log"\nLogFormat=1\nSiteDomain="e"\nHostAliases="e"\n'
        f'DNSLookup=0\nDirData="{folder}"\n'
    )
    _run(folder, "perl", AWSTATS, "-config=e", f"-configdir={folder}", "-update")
    [data] = folder.glob("awstats*.txt")
    pages = re.search(
        r"^BEGIN_SIDER .*\n((?:.*\n)*?)END_SIDER", data.read_text("utf-8"), re.MULTILINE
    )
    return [line.split()[0] for line in pages[1].splitlines()] if pages else []


#: The command that prints the version of each, and what reads its pages.
ANALYSERS: dict[str, tuple[tuple[str, ...], Callable[[Path], list[str]]]] = {
    "GoAccess": (("goaccess", "--version"), _goaccess),
    "Webalizer": (("webalizer", "-V"), _webalizer),
    "AWStats": (("perl", AWSTATS), _awstats),
}


def version(name: str) -> str:
    """Return the version that is installed, or an empty text."""
    words = ANALYSERS[name][0]
    said = _run(Path(), *words) if shutil.which(words[0]) else ""
    found = re.search(r"(?i)(?:goaccess -|webalizer v|awstats) *([\d.-]*\d)", said)
    return found[1] if found else ""


def counted(name: str, targets: list[str]) -> list[str]:
    """Return the pages that an analyser counts for these targets, sorted."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "access.log").write_text("".join(map(LINE.format, targets)))
        return sorted(ANALYSERS[name][1](Path(folder)))


if __name__ == "__main__":
    for sent, *_ in TABLE["rows"]:
        row = [sent, *(counted(name, sent) for name in ANALYSERS)]
        print(f"    {json.dumps(row, ensure_ascii=False)},")
