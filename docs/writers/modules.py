"""The module folders and their imports, read from the code and drawn in CONTRIBUTING.md.

A test uses the same
functions to find import cycles: a module may only use modules on lower layers.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from writers.markdown import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CRATES = ("kernels", "engine", "python")
PACKAGE = ROOT / "python" / "superuri"

Node = TypeVar("Node")
Graph = dict[Node, set[Node]]
Name = tuple[str, ...]


def code(text: str) -> str:
    """Return Rust code without unit tests, comments and strings, which is enough to find paths."""
    text = text.partition("#[cfg(test)]\nmod ")[0]
    text = re.sub(r'r#".*?"#|"(?:[^"\\]|\\.)*"', '""', text, flags=re.DOTALL)
    return re.sub(r"//[^\n]*", "", text)


def named(path: Path, source: Path) -> Name:
    """Return the module of a Rust file: `("codec", "percent")`."""
    parts = path.relative_to(source).with_suffix("").parts
    return parts[:-1] if parts[-1] in {"mod", "lib"} else parts


def members(group: str) -> list[str]:
    """Return the first names in the braces of a `use`."""
    while (flat := re.sub(r"::\{[^{}]*\}", "", group)) != group:
        group = flat
    return re.findall(r"(?:^|[{,])\s*(\w+)", group)


def used(text: str, me: Name) -> set[Name]:
    """Return the full paths within its own crate that a file uses."""
    paths: set[Name] = set()
    pattern = r"\b(crate|super(?:::super)*)::((?:\w+::)*)(\{[^;]*?\};|\w+)"
    for found in re.finditer(pattern, code(text)):
        ups = found[1].count("super")
        base = () if found[1] == "crate" else me[: len(me) - ups]
        base = (*base, *(part for part in found[2].split("::") if part))
        names = members(found[3]) if found[3].startswith("{") else [found[3]]
        paths |= {(*base, name) for name in names}
    return paths


@cache
def rust(crate: str) -> Graph[Name]:
    """Return the modules that each module of a crate uses; a parent and its children are one."""
    source = ROOT / "crates" / crate / "src"
    files = {named(path, source): path for path in sorted(source.rglob("*.rs"))}
    files = {name: path for name, path in files.items() if "tests" not in name}
    graph: Graph[Name] = {name: set() for name in files if name}
    for me in graph:
        for path in used(files[me].read_text(encoding="utf-8"), me):
            to = path
            while to and to not in files:
                to = to[:-1]
            if to and me[: len(to)] != to and to[: len(me)] != me:
                graph[me].add(to)
    return graph


def imported(text: str) -> set[str]:
    """Return the full names that a file imports, also inside functions.

    ``from superuri import x`` imports the package, too.
    """
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {"superuri"} if node.module == "superuri" else set()
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return names


@cache
def python() -> Graph[Name]:
    """Return the modules that each module of the package imports; `__init__.py` is ``()``."""
    files = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        files[parts[:-1] if parts[-1] == "__init__" else parts] = path
    graph: Graph[Name] = {name: set() for name in files}
    for me, path in files.items():
        for name in imported(path.read_text(encoding="utf-8")):
            to: Name = tuple(name.split("."))[1:]
            while to and to not in files:
                to = to[:-1]
            if name == "superuri" or (name.startswith("superuri.") and to):
                graph[me] |= {to} - {me}
    return graph


def folders(graph: Graph[Name]) -> Graph[str]:
    """Return the imports between the first parts of the names."""
    plan: Graph[str] = {name[0]: set() for name in graph if name}
    for name, uses in graph.items():
        if name:
            plan[name[0]] |= {to[0] for to in uses if to and to[0] != name[0]}
    return plan


def reached(graph: Graph[Node], start: Node) -> set[Node]:
    """Return all modules that a module uses, directly or indirectly."""
    seen: set[Node] = set()
    left = list(graph.get(start, ()))
    while left:
        node = left.pop()
        if node not in seen:
            seen.add(node)
            left += graph.get(node, ())
    return seen


def cycles(graph: Graph[Node]) -> list[Node]:
    """Return the modules that use themselves through others."""
    return [node for node in graph if node in reached(graph, node)]


def layers(graph: Graph[Node]) -> dict[Node, int]:
    """Return the layer of each module: the length of the longest chain below it, with itself. There
    must be no cycle.
    """
    found: dict[Node, int] = {}

    def layer(node: Node) -> int:
        if node not in found:
            found[node] = 1 + max((layer(to) for to in graph[node]), default=0)
        return found[node]

    for node in graph:
        layer(node)
    return found


def about(crate: str, name: str) -> str:
    """Return the first line of a module's description."""
    source = ROOT / "crates" / crate / "src" / name
    file = source / "mod.rs" if source.is_dir() else source.with_suffix(".rs")
    return file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("//! ")


def drawn(crate: str) -> list[str]:
    """Return a line for each module folder of a crate, from the top layer down."""
    plan = folders(rust(crate))
    if faults := cycles(plan):
        return [f"  import cycle: {', '.join(sorted(faults))}"]
    source = ROOT / "crates" / crate / "src"
    wide = max(len(name) for name in plan if (source / name).is_dir())
    return [
        f"  {layer}  {name:{wide}}  ─▶ {' '.join(sorted(plan[name])) or '(nothing)'}"
        for name, layer in sorted(layers(plan).items(), key=lambda row: (-row[1], row[0]))
        if (source / name).is_dir()
    ]


def drawn_package() -> list[str]:
    """Return the modules and folders of the package, from the top layer down. Those of one layer
    that use the same modules share a line.
    """
    graph = python()
    top = graph.pop(())
    plan = folders(graph)
    if faults := cycles(plan):
        return [f"  import cycle: {', '.join(sorted(faults))}"]
    rows: dict[tuple[int, str], list[str]] = {}
    for name, layer in sorted(layers(plan).items()):
        uses = " ".join(sorted(plan[name])) or "(nothing)"
        rows.setdefault((-layer, uses), []).append(name)
    on_use = {to[0] for to in top if to}
    lines = [f"     __init__, the public names ─▶ {len(on_use)} modules, on first use"]
    for (layer, uses), names in sorted(rows.items(), key=lambda row: (row[0][0], row[1])):
        lines.append(f"  {-layer}  {' '.join(names)} ─▶ {uses}")
    return lines


def drawing() -> str:
    """Return the block for CONTRIBUTING.md: each folder with its layer and the folders that it
    uses.
    """
    lines = ["python/superuri: the package; all of it uses superuri._core"]
    lines += drawn_package()
    module = "superuri-python, the module superuri._core"
    lines += ["", f"crates/python/src: {module} ─▶ engine, kernels, guard", *drawn("python")]
    lines += ["", "crates/engine/src: superuri, what a URI is; knows no Python ─▶ kernels"]
    lines += drawn("engine")
    lines += ["", "crates/kernels/src: superuri-kernels, the hot code: bytes and sets of bytes"]
    lines += ["crates/guard/src: superuri-guard, attributes of what Python calls: guard, docstring"]
    return "\n".join(["```text", *lines, "```"])
