"""Tables with versions: Delta and Iceberg, of which a job reads one version and commits one."""

from types import ModuleType

from superuri.tables.storage.address import ICEBERG, scheme


def library(address: str) -> ModuleType:
    """Return the module for the tables at this address: both have the same functions."""
    if scheme(address) == ICEBERG:
        from superuri.tables.storage import iceberg  # noqa: PLC0415  each needs a library of its own

        return iceberg
    from superuri.tables.storage import delta  # noqa: PLC0415  as above

    return delta
