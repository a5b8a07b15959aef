"""Footer: the metadata that DuckDB reads at the end of an extension.

``python footer.py target/duckdb`` writes superuri.duckdb_extension there: the library of
target/duckdb/release and the footer, for this machine or for a platform that a second word names.
"""

import platform
import sys
from pathlib import Path

#: The words of DuckDB for systems and machines.
SYSTEMS = {"Linux": "linux", "Darwin": "osx", "Windows": "windows"}
MACHINES = {"x86_64": "amd64", "AMD64": "amd64", "aarch64": "arm64"}
#: The length of a field. There are eight of them, followed by the space of a signature.
FIELD, SIGNATURE = 32, 256
LENGTH = 8 * FIELD + SIGNATURE


def here() -> str:
    """Return the platform of this machine, as DuckDB calls it."""
    machine = platform.machine()
    return f"{SYSTEMS[platform.system()]}_{MACHINES.get(machine, machine)}"


def footer(on: str) -> bytes:
    """Return the footer for this platform: DuckDB reads its fields from the last to the first."""
    fields = ["4", on, "v1.2.0", "0.1.0", "C_STRUCT", "", "", ""]
    octets = b"".join(field.encode().ljust(FIELD, b"\0") for field in reversed(fields))
    return octets.ljust(LENGTH, b"\0")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    [library] = [
        path
        for path in (folder / "release").glob("*superuri_duckdb.*")
        if path.suffix in {".so", ".dylib", ".dll"}
    ]
    extension = folder / "superuri.duckdb_extension"
    extension.write_bytes(library.read_bytes() + footer((sys.argv[2:] or [here()])[0]))
    sys.stdout.write(f"{extension}\n")
