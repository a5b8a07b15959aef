"""Connection strings: what drivers read, and that they read back what superuri writes."""

import importlib
from collections.abc import Callable

import pytest

import superuri
from kit import drivers

CASES = {row.pop("name"): row for row in drivers.TABLE["case"]}
SECRETS = ["p@ss/w:o?r#d", "100%", "a+b c", "é起😀", "%41", "x&y=z;$'()*!,[]", '\\"<>^`{|}~-._']


def test_the_drivers_read_what_the_rows_say(report: Callable[[str], None]) -> None:
    found = drivers.survey()
    for name, row in found.items():
        if name not in CASES:
            report(f"not run: drivers.toml has no row for {name}")
            continue
        assert row == CASES[name], name
    missing = [name for name in CASES if name not in found]
    if missing:
        report(f"not run: {', '.join(missing)}: python -m heavy drivers installs them")


def test_no_driver_needs_another_escape() -> None:
    others = [
        name.rpartition(" ")[0]
        for name, row in CASES.items()
        if (row["user"], row["passwords"][0]) != ("u@v", "p@q")
    ]
    assert others == [*drivers.UNREAD, "MariaDB Connector/J"]
    # Of the delimiters, none is read as data by all of them.
    read = zip(
        drivers.TABLE["passwords"], *(row["passwords"] for row in CASES.values()), strict=True
    )
    assert all(len(set(column)) > 1 for column in list(read)[4:])


@pytest.mark.parametrize("driver", drivers.DRIVERS, ids=lambda driver: driver[0])
@pytest.mark.parametrize("secret", SECRETS)
def test_what_build_writes_is_read_back(driver: tuple[str, ...], secret: str) -> None:
    name, module, _, scheme, read = driver
    there = pytest.importorskip(module, reason=f"no {name}: python -m heavy drivers installs it")
    assert importlib.import_module(module) is there
    uri = superuri.build(scheme=scheme, user=secret, password=secret, host="h", path="/d")
    is_read = read(there, str(uri))[:2] == (secret, secret)  # type: ignore[operator]
    assert is_read is (name not in drivers.UNREAD)
