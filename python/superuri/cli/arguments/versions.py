"""Versions: the tables inside this release, each with its version or date.

Newer data is a newer release: nothing is downloaded. The rows come from the tables themselves.
"""

import platform

import superuri._core as _core
import superuri.hosts as hosts
import superuri.keys as keys
import superuri.profiles as profiles
import superuri.sets as sets
from superuri._values.host_rows import ADDRESSES, NAMES, SUFFIX_LIST


def span(days: set[str]) -> str:
    """Return the one day, or the first and the last."""
    first, last = min(days), max(days)
    return first if first == last else f"{first} to {last}"


def rows() -> list[tuple[str, str]]:
    """Return each table's name, and its version or when it was compared with its source."""
    tables = keys.tables()
    of, compared = SUFFIX_LIST
    known = [
        ("engine", f"{_core.TIER} kernels, {platform.machine()}"),
        ("python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("unicode", profiles.displays[0].unicode),
        ("uts46", tables["uts46"]),
        ("public suffix list", f"{hosts.LIST}, newer than {of}, compared {compared}"),
        ("tracking parameters", tables["tracking_parameters"]),
        ("schemes", tables["schemes"]),
    ]
    for kind, sources in (("addresses", ADDRESSES), ("names", NAMES)):
        for source in sources:
            version = f"version of {source.version}, " if source.version else ""
            known.append((f"{kind}: {source.title}", f"{version}compared {source.checked}"))
    for name in sets.families:
        days = {row.checked for row in sets.rows if row.family == name and row.checked}
        known.append((f"sets.{name}", f"compared {span(days)}"))
    known += [(f"profiles.{row.name}", f"compared {row.checked}") for row in profiles.rows]
    known += [(f"profiles.{row.name}", f"compared {row.checked}") for row in profiles.displays]
    known += [(f"logs: {row[0]}", f"compared {row[4]}") for row in _core.all_logs()]
    return known


def verbose() -> str:
    """Return the version of superuri, and of each table in it, one a line."""
    known = rows()
    width = max(len(name) for name, _ in known) + 2
    return "\n".join([f"superuri {_core.__version__}", *(f"{a:{width}}{b}" for a, b in known)])
