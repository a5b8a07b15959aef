"""Settings of a project: ``[lint]`` of superuri.toml, ``[tool.superuri.lint]`` of pyproject.toml.

The nearest file counts, from the working directory upwards. An option on the command line replaces
the setting of the same name.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import superuri._core as _core
from superuri._values.nearest import nearest
from superuri.cli.lint.findings import SEVERITIES

if TYPE_CHECKING:
    from superuri.cli.arguments.parser import Namespace

#: The settings, with the type of each for errors.
KEYS = {
    "select": "a list of rules",
    "ignore": "a list of rules",
    "exclude": "a list of patterns",
    "per-file-ignores": "a table of patterns and lists of rules",
    "policy": "a name",
    "show": f"one of {', '.join(SEVERITIES)}",
    "fail-on": f"one of {', '.join(SEVERITIES)}",
    "baseline": "a name",
    "check-files": "true or false",
}
FILES = {"superuri.toml": ("lint",), "pyproject.toml": ("tool", "superuri", "lint")}
#: A line of pyproject.toml where our table may begin. A project that only depends on superuri has
#: none, and is linted by Python 3.10 too.
_TABLE = re.compile(
    rb"""^[ \t]*\[?[ \t]*(["']?)tool\1[ \t]*(\]|=|\.[ \t]*["']?superuri\b)""", re.MULTILINE
)


class SettingError(ValueError):
    """A setting that does not exist, or has a wrong value."""


class Settings(NamedTuple):
    """The settings of a project."""

    #: The file; empty if there is none.
    file: str
    values: dict[str, Any]

    @property
    def folder(self) -> str:
        """The folder that patterns and names in the settings are relative to."""
        return os.path.dirname(self.file) or "."


NONE = Settings("", {})


def find(folder: str) -> Settings:
    """Return the settings for the folder. Raises SettingError, OSError."""
    here = os.path.abspath(folder)
    while True:
        for name, keys in FILES.items():
            path = os.path.join(here, name)
            if os.path.isfile(path):
                values = read(path, keys)
                if values is not None:
                    return Settings(path, values)
        parent = os.path.dirname(here)
        if parent == here:
            return NONE
        here = parent


def read(path: str, keys: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the settings of a file; None if it has none."""
    with open(path, "rb") as file:
        raw = file.read()
    if len(keys) > 1 and not (b"superuri" in raw and _TABLE.search(raw)):
        return None
    try:
        import tomllib  # noqa: PLC0415  because most runs need none
    except ImportError:
        sentence = "settings are read by Python 3.11 and later; --no-config lints without them"
        raise SettingError(f"{path}: {sentence}") from None
    try:
        table: Any = tomllib.loads(raw.decode())
    except ValueError as error:
        raise SettingError(f"{path}: it is not valid TOML: {error}") from None
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    if table is None:
        return None
    name = ".".join(keys)
    if not isinstance(table, dict):
        raise SettingError(f"{path}: {name} has to be a table")
    for key, value in table.items():
        if key not in KEYS:
            near = nearest(key, KEYS)
            hint = f"; did you mean {near}?" if near else f"; there are {', '.join(KEYS)}"
            raise SettingError(f"{path}: {name} has no setting {key!r}{hint}")
        if not _is_right(key, value):
            raise SettingError(f"{path}: {name}.{key} has to be {KEYS[key]}")
    return table


def _is_right(key: str, value: object) -> bool:
    if key == "per-file-ignores":
        return isinstance(value, dict) and all(map(_is_list, value.values()))
    if "list" in KEYS[key]:
        return _is_list(value)
    if key == "check-files":
        return isinstance(value, bool)
    return value in SEVERITIES if key in {"show", "fail-on"} else isinstance(value, str)


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


class PerFile:
    """The rules that are ignored for some documents."""

    def __init__(self, settings: Settings) -> None:
        rows = settings.values.get("per-file-ignores", {}).items()
        self.rows: list[tuple[_core.Excluded, tuple[str, ...]]] = [
            (_core.Excluded(settings.folder, [each]), tuple(rules)) for each, rules in rows
        ]

    def of(self, name: str) -> tuple[str, ...]:
        if name == "-":
            return ()
        return tuple(rule for files, rules in self.rows if files.has(name) for rule in rules)


def apply(options: Namespace) -> None:
    """Complete the options by the project's settings. Raises SettingError, OSError."""
    settings = NONE if options.no_config else find(".")
    given = settings.values
    options.settings = settings
    for key in ("select", "ignore", "policy", "show", "fail_on", "check_files"):
        setting = given.get(key.replace("_", "-"))
        if not getattr(options, key) and setting is not None:
            setattr(options, key, setting)
    if options.baseline is None and "baseline" in given:
        options.baseline = os.path.join(settings.folder, given["baseline"])
    try:
        options.excluded = [_core.Excluded(".", options.exclude)] if options.exclude else []
        if given.get("exclude"):
            options.excluded.append(_core.Excluded(settings.folder, given["exclude"]))
        options.per_file = PerFile(settings)
    except ValueError as error:
        raise SettingError(f"a pattern of files: {error}") from None
