"""Writes stubs for editors and type checkers, from the running module.

The docstrings of native functions and the names of sets and profiles are defined once, in the
engine, and copied to the stubs. A new verb gets its signature from its row, and is added to the
names of the package. ``python docs/stub.py`` writes, ``--check`` only compares.
"""

import ast
import inspect
import re
import sys
from pathlib import Path

import columns
from superuri import _core, profiles, sets
from superuri._verbs import VERBS, Option, Verb

Definition = ast.FunctionDef | ast.ClassDef

PACKAGE = Path(__file__).parent.parent / "python" / "superuri"


def docstring(node: ast.AST, path: str) -> str | None:
    """Return the docstring of the object at this dotted path in the running module."""
    if any(name.startswith("_") for name in path.split(".")):
        return None
    found: object = _core
    for name in path.split("."):
        found = getattr(found, name)
    documented = isinstance(node, ast.FunctionDef | ast.ClassDef)
    return inspect.getdoc(found) if documented else None


def stub_with_docstrings(source: str) -> str:
    """Return the stub with each public docstring replaced by the module's."""
    lines = source.splitlines()
    for node, path in reversed(list(definitions(ast.parse(source)))):
        doc = docstring(node, path)
        if doc is None:
            continue
        first = node.body[0]
        has = ast.get_docstring(node) is not None
        indent = " " * (node.col_offset + 4)
        raw = "r" if "\\" in doc else ""
        text = [f'{indent}{raw}"""' + doc.splitlines()[0]]
        text += [indent + line if line else "" for line in doc.splitlines()[1:]]
        text = [*text[:-1], text[-1] + '"""'] if len(text) == 1 else [*text, f'{indent}"""']
        if has:
            lines[first.lineno - 1 : first.end_lineno] = text
        elif isinstance(node, ast.ClassDef):
            lines[first_line(node) - 1 : first_line(node) - 1] = [*text, ""]
        else:
            # `def f() -> T: ...` becomes a body with only the docstring.
            at = first.lineno - 1
            lines[at] = lines[at].removesuffix("...").rstrip()
            lines[at + 1 : at + 1] = text
    return "\n".join(lines) + "\n"


def with_new_verbs(source: str) -> str:
    """Return the stub with a definition added for each new verb."""
    known = {node.name for node, _ in definitions(ast.parse(source))}
    new = [verb for verb in VERBS if not verb.room and verb.name.replace(" ", "_") not in known]
    return source + "".join(f"\n{signature(verb)}\n" for verb in new)


def signature(verb: Verb) -> str:
    """Return the definition of a verb: its parameters from the module, with types from its row."""
    options = {option.attribute: option for option in verb.options}
    words = []
    for parameter in inspect.signature(verb.function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        option = options.get(parameter.name)
        kind = "_Text" if option is None else type_of(option)
        given = parameter.default is not parameter.empty
        words.append(f"{parameter.name}: {kind}" + (" = ..." if given else ""))
    answer = type(verb.function(*verb.call, **verb.named)).__name__
    return f"def {verb.name.replace(' ', '_')}({', '.join(words)}) -> {answer}: ..."


def type_of(option: Option) -> str:
    """Return the type of an argument from its option."""
    rows = {"sets": "Set", "profiles": "Profile", "displays": "Display"}
    if option.choices:
        word = f"Literal[{', '.join(map(repr, option.choices))}]".replace("'", '"')
        return f"tuple[{word}, ...]" if isinstance(option.default, tuple) else word
    return rows.get(option.table) or (type(option.default).__name__ if option.default else "str")


def with_new_names(source: str) -> str:
    """Return the package's own file, with imports and names of verbs that no module has."""
    verbs = {verb.name for verb in VERBS if not (verb.module or verb.room)}
    for opening, line in (
        ("from superuri._core import (\n", "    {},\n"),
        ("__all__ = [\n", '    "{}",\n'),
    ):
        start = source.index(opening) + len(opening)
        end = re.compile(r"^[\])]", re.MULTILINE).search(source, start).start()
        names = re.findall(r"\w+", source[start:end])
        # Constants first, then classes, then the rest, as the formatter sorts them.
        order = sorted({*names, *verbs}, key=lambda name: (kind_of(name), name))
        source = source[:start] + "".join(map(line.format, order)) + source[end:]
    return source


def kind_of(name: str) -> int:
    """Return 0 for a constant, 1 for a class, 2 for any other name."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2


def first_line(node: ast.ClassDef) -> int:
    """Return the first line of the first statement in a class, including decorators."""
    first = node.body[0]
    decorators = getattr(first, "decorator_list", [])
    return min([first.lineno, *(decorator.lineno for decorator in decorators)])


def definitions(tree: ast.AST, prefix: str = "") -> list[tuple[Definition, str]]:
    """Return the functions and classes in order of appearance, with their dotted paths."""
    found: list[tuple[Definition, str]] = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append((node, prefix + node.name))
            if isinstance(node, ast.ClassDef):
                found += definitions(node, f"{prefix}{node.name}.")
    return found


def sets_stub() -> str:
    """Return the stub of ``superuri.sets``: a class for each family, so that editors complete
    names.
    """
    lines = [
        '"""Written by docs/stub.py: the families of sets, and their names."""',
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


def profiles_stub() -> str:
    """Return the stub of ``superuri.profiles``."""
    lines = [
        '"""Written by docs/stub.py: the names of the profiles."""',
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


def main() -> int:
    """Write the stubs, or check that they are up to date."""
    core, package = PACKAGE / "_core.pyi", PACKAGE / "__init__.py"
    wanted = {
        core: stub_with_docstrings(with_new_verbs(core.read_text(encoding="utf-8"))),
        package: with_new_names(package.read_text(encoding="utf-8")),
        PACKAGE / "sets.pyi": sets_stub(),
        PACKAGE / "profiles.pyi": profiles_stub(),
        PACKAGE / "columns" / "_methods.pyi": columns.methods(),
        PACKAGE / "columns" / "spark.pyi": columns.spark(),
    }
    stale = [
        path
        for path, text in wanted.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale:
        if "--check" in sys.argv:
            print(f"{path.name} is out of date: run `make stub`")
        else:
            path.write_text(wanted[path], encoding="utf-8")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
