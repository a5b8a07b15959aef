"""Chromium: the browser of the tests. Where it is, and on Debian as root its installation.

`make test` runs this as a script, beside the build of the engine. CHROMIUM names another browser;
SUPERURI_NO_APT=1 refuses the installation.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

#: The headless shell is the same engine without a window, and opens a page in a third of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
#: The first available one is installed, and a font, without which the page shows no text.
BROWSERS = ("chromium-headless-shell", "chromium")
FONT = "fonts-dejavu-core"
#: Why it could not be installed, for the tests that are skipped.
REASON = Path(__file__).parents[2] / ".venv" / "no-chromium"


def found() -> str | None:
    """Return the path of the browser; None if there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> str:
    """Return why there is no browser."""
    if REASON.exists():
        return REASON.read_text(encoding="utf-8")
    return f"no {', '.join(NAMES)} on the path (on Debian: apt-get install chromium)"


def refused() -> str:
    """Return why apt-get is not called; nothing if it may be."""
    if os.environ.get("SUPERURI_NO_APT"):
        return "SUPERURI_NO_APT is set"
    if not shutil.which("apt-get"):
        return "there is no apt-get"
    return "" if os.geteuid() == 0 else "only root can install it"


def _apt(*words: str) -> str:
    """Run apt-get; return why it failed, or nothing."""
    done = subprocess.run(
        ["apt-get", *words],
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    )
    if not done.returncode:
        return ""
    lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    return f"apt-get {words[0]}: {lines[-1]}"


def installed() -> str:
    """Install it by apt-get; return why that failed, or nothing."""
    print("Installing Chromium by apt-get, for the tests of the page …", flush=True)
    why = _apt("update", "-qq")
    if not why:
        install = ("install", "-y", "-qq", "--no-install-recommends", FONT)
        why = _apt(*install, BROWSERS[0]) and _apt(*install, BROWSERS[1])
    return why or ("" if found() else "apt-get installed it, and it is not on the path")


def main() -> None:
    """Install it where it is missing, and note why it could not be installed."""
    REASON.unlink(missing_ok=True)
    if found():
        return
    if why := refused() or installed():
        REASON.write_text(f"no Chromium: {why}", encoding="utf-8")
        print(f"Without Chromium ({why}): the tests of the page in a browser are skipped.")


if __name__ == "__main__":
    sys.exit(main())
