"""Vendored builds: from the source distribution and vendored crates, without a network, twice.

    make reproducible
    python -m heavy reproducible --once
    python -m heavy reproducible --clone

With `--clone`, pip installs a fresh clone instead, with the network, and what it installs is there
and works. Otherwise the steps are those of docs/packaging.md. Where the system lets us, the build
runs in a network namespace without a network; cargo has an empty home of its own in any case. The
two folders have names of different lengths, and the wheels must have the same bytes.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

from kit import ROOT

#: The folders of the two builds.
NAMES = ("a", "another folder of the builder")
#: The ends of the names of what the package ships beside its code.
PROMISED = (
    *("licenses/LICENSE-THIRD-PARTY", "licenses/LICENSE-MIT", "licenses/LICENSE-APACHE"),
    *("licences/MPL-2.0.txt", "licences/CC0-1.0.txt"),
    *("sboms/superuri.cdx.json", "man1/superuri.1", "py.typed", "_core.pyi", "/sets.pyi"),
)
#: A user's first steps with the package.
USED = """
import importlib.metadata, superuri
assert superuri.clean("/a b") == "/a%20b" and superuri.clean.__doc__.startswith("The text as")
print(*importlib.metadata.files("superuri"), sep="\\n")
assert "# superuri" in importlib.metadata.metadata("superuri").get_payload()
"""
#: A command that runs another one without a network.
ALONE = ["unshare", "--net", "--map-root-user"]


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """Run a command; return what it printed, or end with what it printed."""
    done = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **(env or {})},
    )
    if done.returncode:
        sys.exit(f"FAILED: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}"[-4000:])
    return done.stdout


def unpacked(folder: Path) -> Path:
    """Unpack the source distribution, with the crates vendored into it; return where."""
    run(sys.executable, "-m", "maturin", "sdist", "--out", folder, cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    (place,) = (path for path in folder.iterdir() if path.is_dir())
    settings = run("cargo", "vendor", "--locked", "vendor", cwd=place)
    with (place / ".cargo" / "config.toml").open("a", encoding="utf-8") as file:
        file.write(settings)
    return place


def cut_off() -> list[str]:
    """Return the command that cuts another one off from the network, if the system has it."""
    tried = subprocess.run([*ALONE, "true"], check=False, capture_output=True)
    return ALONE if tried.returncode == 0 else []


def built(place: Path) -> Path:
    """Build the wheel; return it."""
    home = place / ".home"
    home.mkdir()
    flags = f"--remap-path-prefix={place}=/superuri"
    more = {"CARGO_HOME": str(home), "CARGO_NET_OFFLINE": "true", "CARGO_ENCODED_RUSTFLAGS": flags}
    more["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # maturin
    wheel = ["wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", "dist"]
    run(*cut_off(), sys.executable, "-m", "pip", *wheel, ".", cwd=place, env=more)
    (path,) = (place / "dist").glob("*.whl")
    return path


def installed_clone(folder: Path) -> int:
    """Install a clone of the last commit with pip; return how many promised files it lacks."""
    run("git", "clone", "--quiet", ROOT, folder / "clone", cwd=folder)
    run(sys.executable, "-m", "venv", folder / "env", cwd=folder)
    python = folder / "env" / Path(sysconfig.get_path("scripts")).name / "python"
    run(python, "-m", "pip", "install", "--quiet", ".", cwd=folder / "clone")
    names = run(python, "-c", USED, cwd=folder).splitlines()
    run(python, "-m", "superuri", "--version", cwd=folder)
    lacks = [end for end in PROMISED if not any(name.endswith(end) for name in names)]
    print(f"FAILED: without {', '.join(lacks)}" if lacks else f"installed {len(names)} files")
    return len(lacks)


def members(path: Path) -> dict[str, str]:
    """Return the hash of each file in a wheel."""
    with zipfile.ZipFile(path) as wheel:
        return {name: hashlib.sha256(wheel.read(name)).hexdigest() for name in wheel.namelist()}


def main() -> int:
    """Build, compare, and print the hashes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--once", action="store_true", help="do not build a second time")
    parser.add_argument("--clone", action="store_true", help="install a fresh clone, with pip")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="superuri-vendored-") as name:
        folder = Path(name)
        if options.clone:
            return int(installed_clone(folder) > 0)
        source = unpacked(folder)
        print(f"{len(list((source / 'vendor').iterdir()))} crates vendored", flush=True)
        print("without a network" if cut_off() else "the network could not be cut off", flush=True)
        wheels = []
        for number, place in enumerate(map(folder.joinpath, NAMES)):
            if number and options.once:
                break
            shutil.copytree(source, place)
            began = time.monotonic()
            wheels.append(built(place))
            digest = hashlib.sha256(wheels[-1].read_bytes()).hexdigest()
            took = time.monotonic() - began
            print(f"{digest}  {wheels[-1].name}, in {place.name!r}, {took:.0f} s", flush=True)
        if options.once:
            return 0
        if wheels[0].read_bytes() == wheels[1].read_bytes():
            print("the same bytes")
            return 0
        one, two = map(members, wheels)
        differ = sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))
        print(f"FAILED: different: {', '.join(differ) or 'only the archive'}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
