"""Chromium: the browser of the tests. Where it is, and on Debian as root its installation.

`make test` runs this as a script, beside the build of the engine. CHROMIUM names another browser;
SUPERURI_NO_APT=1 refuses the installation.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
#: What is installed: a font, too, for without one the page shows no text.
PACKAGES = ("chromium", "fonts-dejavu-core")
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


def installed() -> str:
    """Install it by apt-get; return why that failed, or nothing."""
    print("Installing Chromium by apt-get, for the tests of the page …", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES]
    for command in (["apt-get", "update", "-qq"], install):
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, errors="replace", env=environment
        )
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
            return f"{' '.join(command[:2])}: {lines[-1]}"
    return "" if found() else "apt-get installed it, and it is not on the path"


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
