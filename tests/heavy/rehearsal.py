"""Release, rehearsed: dist/ is uploaded to an index on this machine, and installed from it by name.

    make rehearsal
    python -m heavy rehearsal arrow web

The index is pypiserver, which sends requests for other packages on to the index of pip's settings.
In an empty environment, the package is installed by its name, the examples of README.md run, the
command runs, each extra is installed, and after the package is uninstalled nothing of it is left.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path

from kit import ROOT

TOOLS = ROOT / ".venv" / "publish" / Path(sys.executable).parent.name
#: Extras that take hundreds of megabytes: only if they are asked for.
LARGE = {"spark"}
#: How long the index may take to start.
STARTING = 30


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command; return what it printed, or end with what it printed."""
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=cwd, env=ENVIRONMENT
    )
    if done.returncode:
        sys.exit(f"FAILED: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def without_python() -> dict[str, str]:
    """Return this environment without what would bring the repository's package along."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


ENVIRONMENT = without_python()


@contextmanager
def index(folder: Path) -> Iterator[str]:
    """Serve an empty index from this folder; yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [TOOLS / "pypi-server", "run", "-i", "127.0.0.1", "-p", str(port), "-a", ".", "-P"]
    asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    found = subprocess.run(asked, check=False, capture_output=True, text=True).stdout.strip()
    fallback = ["--fallback-url", found] if found else []
    server = subprocess.Popen([*command, ".", *fallback, folder], stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(10 * STARTING):
            try:
                urllib.request.urlopen(f"{address}/health", timeout=STARTING).close()  # noqa: S310 - ours
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait()


def upload(address: str) -> list[str]:
    """Upload what is below dist/, and return the names that the index lists."""
    files = sorted([*ROOT.glob("dist/*.whl"), *ROOT.glob("dist/*.tar.gz")])
    if not files:
        sys.exit("nothing is below dist/: make sdist wheel")
    named = ["--username", "anyone", "--password", "anything", "--non-interactive"]
    run(
        TOOLS / "twine",
        "upload",
        "--disable-progress-bar",
        *named,
        "--repository-url",
        address,
        *files,
    )
    with urllib.request.urlopen(f"{address}/simple/superuri/", timeout=STARTING) as page:  # noqa: S310 - ours
        listed = page.read().decode()
    return [path.name for path in files if path.name in listed]


def leftovers(place: Path) -> list[str]:
    """Return the files of the environment that have the package's name."""
    names = [str(path.relative_to(place)) for path in place.rglob("*superuri*")]
    return [name for name in names if "__pycache__" not in name]


def main() -> None:
    """Rehearse, and print each step that was done."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("extras", nargs="*", help="the extras to install; default: all but spark")
    options = parser.parse_args()
    offered = distribution("superuri").metadata.get_all("Provides-Extra") or []
    extras = options.extras or [name for name in offered if name not in LARGE]
    with tempfile.TemporaryDirectory(prefix="superuri-rehearsal-") as name:
        folder = Path(name)
        (folder / "index").mkdir()
        with index(folder / "index") as address:
            for uploaded in upload(address):
                print(f"uploaded {uploaded}", flush=True)
            place = folder / "environment"
            run(sys.executable, "-m", "venv", place)
            python = place / TOOLS.name / "python"
            pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
            install = [*pip, "install", "--index-url", f"{address}/simple/"]
            run(*install, "--only-binary", "superuri", "superuri")
            run(python, "-m", "doctest", "-o", "ELLIPSIS", ROOT / "README.md", cwd=folder)
            said = run(place / TOOLS.name / "superuri", "clean", "http://e.com/a b", cwd=folder)
            print(
                f"installed by name; README.md's examples pass; the command prints {said.strip()}"
            )
            for extra in extras:
                run(*install, f"superuri[{extra}]")
                run(*pip, "check")
                print(f"installed superuri[{extra}]", flush=True)
            run(*pip, "uninstall", "--yes", "superuri")
            if left := leftovers(place):
                sys.exit(f"FAILED: after pip uninstall there is still {', '.join(left)}")
            print("uninstalled: nothing is left")


if __name__ == "__main__":
    main()
