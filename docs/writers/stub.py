"""Names of verbs, sets and profiles, for editors and type checkers, from the running module.

The stub of the native module is written by hand, except these names: it has the docstrings and the
signatures.
"""

import re
import textwrap

from superuri import profiles, sets
from superuri._verbs import VERBS
from writers.markdown import read


def names() -> str:
    """Return the package's own file, with imports and names of verbs that no module has."""
    source = read("python/superuri/__init__.py")
    verbs = {verb.name for verb in VERBS if not (verb.family or verb.module)}
    for opening, line in (
        ("from superuri._core import (\n", "    {},\n"),
        ("__all__ = [\n", '    "{}",\n'),
    ):
        start = source.index(opening) + len(opening)
        end = re.compile(r"^[\])]", re.MULTILINE).search(source, start).start()
        known = re.findall(r"\w+", source[start:end])
        # Constants first, then classes, then the rest, as the formatter sorts them.
        order = sorted({*known, *verbs}, key=lambda name: (kind_of(name), name))
        source = source[:start] + "".join(map(line.format, order)) + source[end:]
    return source


def kind_of(name: str) -> int:
    """Return 0 for a constant, 1 for a class, 2 for any other name."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2


def sets_stub() -> str:
    """Return the stub of ``superuri.sets``: a class for each family, so that editors complete
    names.
    """
    lines = [
        '"""Written by docs/writers/stub.py: the families of sets, and their names."""',
        "",
        "from typing import type_check_only",
        "",
        "from superuri._core import Set",
        "",
        "class Family:",
        "    def __init__(self, name: str) -> None: ...",
        "    def __reduce__(self) -> tuple[object, ...]: ...",
        "",
    ]
    for name, family in sets.families.items():
        names = [key for key in vars(family) if key.isupper()]
        lines += ["@type_check_only", f"class _{name.capitalize()}(Family):"]
        lines += [*(f"    {key}: Set" for key in names), ""]
    lines += [f"{name}: _{name.capitalize()}" for name in sets.families]
    lines += ["families: dict[str, Family]", "rows: list[Set]", "names: dict[str, Set]"]
    return "\n".join([*lines, ""])


def literals() -> str:
    """Return the stub of the native module, with the types of names, which checkers check."""
    source = read("python/superuri/_core.pyi")
    opening, end = "names of all sets and profiles.\n", "# End of what it writes.\n"
    start = source.index(opening) + len(opening)
    displays = [row.name for row in profiles.displays]
    kinds = {"Set": sets.names, "Profile": profiles.names, "Display": displays}
    lines = []
    for kind, known in kinds.items():
        text = textwrap.fill(", ".join(f'"{name}"' for name in known), 96)
        lines += [f"_{kind}Name: TypeAlias = Literal[", *textwrap.indent(text, "    ").splitlines()]
        lines += ["]"]
    lines = ["# fmt: off", *lines, "# fmt: on", ""]
    return source[:start] + "\n".join(lines) + source[source.index(end) :]


def profiles_stub() -> str:
    """Return the stub of ``superuri.profiles``."""
    lines = [
        '"""Written by docs/writers/stub.py: the names of the profiles."""',
        "",
        "from superuri._core import Display, Profile",
        "",
        *(f"{name}: Profile" for name in profiles.names),
        "names: dict[str, Profile]",
        *(f"{row.name}: Display" for row in profiles.displays),
        "rows: list[Profile]",
        "displays: list[Display]",
    ]
    return "\n".join([*lines, ""])
