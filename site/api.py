"""Pages of the API: one for each public module, from the docstrings."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).parents[1] / "docs"))

from typing import TYPE_CHECKING

from writers import docstrings

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Packages whose modules are public, too.
PACKAGES = ("superuri.columns", "superuri.compat")
#: Not for users of the package.
INTERNAL = {*docstrings.INTERNAL, "superuri.web", "superuri.render"}
_SECTION = re.compile(rf"^({'|'.join(docstrings.ORDER)}|Attributes|Yields):$", re.MULTILINE)
_ENTRY = re.compile(r"^(\*{0,2}[\w.]+(?:, \*{0,2}\w+)*)(?: \([^)]*\))?: ", re.MULTILINE)


def modules() -> Iterator[ModuleType]:
    """Yield each public module once."""
    for module in docstrings.modules():
        if module.__name__ in INTERNAL:
            continue
        yield module
        if module.__name__ in PACKAGES:
            for found in pkgutil.iter_modules(module.__path__, f"{module.__name__}."):
                if not found.name.rpartition(".")[2].startswith("_"):
                    try:
                        yield importlib.import_module(found.name)
                    except ImportError:
                        continue  # an extra that is not installed


def pages() -> dict[str, str]:
    """Return the text of each page by its name."""
    found = {module.__name__: page(module) for module in modules()}
    listed = "\n".join(found)
    rows = "\n".join(
        f"| [`{name}`]({name}.md) | {first(importlib.import_module(name))} |" for name in found
    )
    head = (
        "# API\n\nEach public name, from its docstring: arguments, errors, an example, the source."
    )
    toc = f"```{{toctree}}\n:hidden:\n\n{listed}\n```"
    found["index"] = f"{head}\n\n| module | about |\n|---|---|\n{rows}\n\n{toc}\n"
    return found


def first(thing: object) -> str:
    """Return the first line of a docstring."""
    return (inspect.getdoc(thing) or "").partition("\n")[0].replace("|", "\\|")


def page(module: ModuleType) -> str:
    """Return the page of a module."""
    name = module.__name__
    parts = [f"# `{name}`", body(inspect.getdoc(module) or ""), f"```{{py:module}} {name}\n```"]
    rows = []
    for each in getattr(module, "__all__", []):
        thing = getattr(module, each)
        if isinstance(thing, ModuleType):
            continue
        if inspect.isclass(thing) or docstrings.is_function(thing):
            parts.append(described(f"{name}.{each}", thing))
        else:
            rows.append((each, thing))
    if rows:
        lines = [
            f"| `{each}` | {first(thing) if _has_own(thing) else ''} |" for each, thing in rows
        ]
        parts += ["## Values", "| name | about |\n|---|---|\n" + "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _has_own(thing: object) -> bool:
    return getattr(thing, "__doc__", None) != type(thing).__doc__


def described(path: str, thing: object) -> str:
    """Return a function or a class with its members, as directives that other sites can link to."""
    short = path.rpartition(".")[2]
    text = [f"## `{short}`", directive(path, thing)]
    if inspect.isclass(thing):
        for member in sorted(vars(thing)):
            value = inspect.getattr_static(thing, member)
            if not member.startswith("_") and inspect.getdoc(value):
                text.append(directive(f"{path}.{member}", getattr(thing, member), value))
    return "\n\n".join(text)


def directive(path: str, thing: object, held: object = None) -> str:
    """Return one object as a directive of Sphinx's Python domain."""
    if inspect.isclass(thing):
        kind = "exception" if issubclass(thing, BaseException) else "class"
    elif docstrings.is_function(thing):
        kind = "method" if held is not None else "function"
    else:
        kind, thing = "attribute", held
    shown = signature(thing) if kind not in {"attribute", "exception"} else ""
    return f"::::{{py:{kind}}} {path}{shown}\n\n{body(inspect.getdoc(thing) or '')}\n::::"


def signature(thing: object) -> str:
    """Return the parameters and their defaults, if the object shows them."""
    try:
        found = inspect.signature(thing)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return ""
    kept = [
        each.replace(annotation=each.empty)
        for each in found.parameters.values()
        if each.name not in {"self", "cls", "_class"}
    ]
    return str(found.replace(parameters=kept, return_annotation=found.empty))


def body(doc: str) -> str:
    r"""Return a docstring of Google's style as Markdown.

    >>> print(body("The text.\n\nArgs:\n    a: one\n        line.\n    b: two.\n"))
    The text.
    <BLANKLINE>
    **Args**
    <BLANKLINE>
    - `a`: one line.
    - `b`: two.
    """
    pieces = _SECTION.split(doc)
    parts = [examples(pieces[0].strip())]
    for title, text in zip(pieces[1::2], pieces[2::2], strict=True):
        lines = inspect.cleandoc("\n" + text).strip()
        parts.append(f"**{title}**")
        parts.append((entries if title in {"Args", "Raises", "Attributes"} else examples)(lines))
    return "\n\n".join(filter(None, parts))


def entries(text: str) -> str:
    """Return ``name: description`` entries as a list."""
    flat = re.sub(r"\n[ \t]+", " ", text)
    return "\n".join(
        "- " + _ENTRY.sub(r"`\1`: ", line) for line in flat.split("\n") if line.strip()
    )


def examples(text: str) -> str:
    """Return text whose examples (``>>>``) are blocks of code."""
    found = []
    for block in re.split(r"\n\s*\n", text):
        lines = block.split("\n")
        at = next((n for n, line in enumerate(lines) if line.lstrip().startswith(">>>")), None)
        if at is None:
            found.append(block)
            continue
        found += ["\n".join(lines[:at])] * bool(at)
        session = inspect.cleandoc("\n".join(["", *lines[at:]])).strip("\n")
        found.append(f"```pycon\n{session}\n```")
    return "\n\n".join(found)
