"""Missing parts of public docstrings: parameters, the result, an example.

Properties and classes need no sections; the example of a method may be in its class.
"""

import importlib
import inspect
import pkgutil
import re
import types
from collections.abc import Iterator

import superuri

ORDER = ("Args", "Returns", "Raises", "Example", "Source")
#: Not for users of the package: functions of the command.
INTERNAL = ("superuri.cli",)

#: Their examples are in their modules: strategies draw random values, the others run programs.
WITHOUT = ("superuri.testing.", "superuri.disagree.", "superuri.who.", "superuri.tables.")


def modules() -> Iterator[types.ModuleType]:
    """Yield the package and its public modules."""
    yield superuri
    for found in pkgutil.iter_modules(superuri.__path__, "superuri."):
        if not found.name.split(".")[1].startswith("_") and found.name not in INTERNAL:
            try:
                yield importlib.import_module(found.name)
            except ImportError:
                continue  # an extra that is not installed


def functions() -> Iterator[tuple[str, object]]:
    """Yield each public function and method once, with its name."""
    seen = set[int]()
    for module in modules():
        for name in getattr(module, "__all__", []):
            thing = getattr(module, name)
            if not str(getattr(thing, "__module__", "") or "superuri").startswith("superuri"):
                continue
            found = [(f"{module.__name__}.{name}", thing)]
            if inspect.isclass(thing):
                found = [
                    (f"{module.__name__}.{name}.{member}", getattr(thing, member))
                    for member in vars(thing)
                    if not member.startswith("_")
                ]
            for path, function in found:
                if is_function(function) and id(function) not in seen:
                    seen.add(id(function))
                    yield path, function


def is_function(thing: object) -> bool:
    """Return whether it is a function, and not a class or a callable row of a table."""
    return callable(thing) and not inspect.isclass(thing) and inspect.isroutine(thing)


def is_method(function: object) -> bool:
    """Return whether it belongs to a class, which may have the example."""
    return "." in getattr(function, "__qualname__", "")


def parameters(function: object) -> list[str]:
    """Return the names of the parameters, with their stars."""
    try:
        signature = inspect.signature(function)  # type: ignore[arg-type]
    except ValueError:
        return []
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [
        stars.get(parameter.kind, "") + name
        for name, parameter in signature.parameters.items()
        if name not in ("self", "cls", "_class")
    ]


def lacks(path: str, function: object) -> list[str]:
    """Return the missing parts of a function's docstring, in words."""
    text = inspect.getdoc(function) or ""
    heads = [head for head in re.findall(r"^([A-Z][a-z]+):$", text, re.MULTILINE) if head in ORDER]
    wanted = parameters(function)
    body = text.partition("Args:\n")[2]
    found = [
        f"the parameter {name}"
        for name in wanted
        if not re.search(rf"^    {re.escape(name)}: ", body, re.MULTILINE)
    ]
    if "Returns" not in heads and wanted:
        found.append("what it returns")
    if ">>>" not in text and not is_method(function) and not path.startswith(WITHOUT):
        found.append("an example")
    if re.search(r"^\s*Raises\b(?!:)", text, re.MULTILINE):
        found.append("its exceptions under Raises:")
    if heads != sorted(heads, key=ORDER.index):
        found.append(f"the order {', '.join(ORDER)}")
    return found
