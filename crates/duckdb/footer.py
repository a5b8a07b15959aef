"""Footer: the metadata that DuckDB reads at the end of an extension, appended to the library.

python footer.py libsuperuri_duckdb.so superuri.duckdb_extension [PLATFORM]
"""

import platform
import sys
from pathlib import Path

#: The names of systems and machines in DuckDB's words. Its wheels before 1.3 add _gcc4 on Linux.
SYSTEMS = {"Linux": "linux", "Darwin": "osx", "Windows": "windows"}
MACHINES = {"x86_64": "amd64", "AMD64": "amd64", "aarch64": "arm64"}

#: The length of a field. There are eight of them, and the space of a signature.
FIELD = 32
SIGNATURE = 256


def here() -> str:
    """Return the platform of this machine, as DuckDB calls it."""
    machine = platform.machine()
    return f"{SYSTEMS[platform.system()]}_{MACHINES.get(machine, machine)}"


def footer(on: str, version: str = "0.1.0") -> bytes:
    """Return the footer for a platform: its fields are read from the last one to the first."""
    fields = ["4", on, "v1.2.0", version, "C_STRUCT", "", "", ""]
    return b"".join(field.encode().ljust(FIELD, b"\0") for field in reversed(fields)) + bytes(
        SIGNATURE
    )


if __name__ == "__main__":
    library, extension, *rest = sys.argv[1:]
    Path(extension).parent.mkdir(parents=True, exist_ok=True)
    octets = Path(library).read_bytes()
    Path(extension).write_bytes(octets + footer(rest[0] if rest else here()))
