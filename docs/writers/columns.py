"""Verbs for columns: stubs of their methods and of Spark's functions, and the table for SQL."""

import ast
import inspect
import re
from pathlib import Path

import superuri
from superuri.columns import _options, arrow
from superuri.columns._methods import MORE
from writers.markdown import code, table

CORE = Path(superuri.__file__).with_name("_core.pyi")
TYPES = {
    "on_error": "Policy",
    "with_errors": "bool",
    "threads": "int | None",
    # A column knows encodings by name only.
    "repertoire": "str | None",
    # Of the class URI, where it is a parameter of `__new__`.
    "default_scheme": "str | None",
}
WIDTH = 100  # the line length in pyproject.toml
HEAD = '"""Written by docs/writers/columns.py: {}."""\n\n'


def sql() -> str:
    """Return a row for each SQL function, with the defaults of its options."""
    rows = []
    for verb, name in arrow.NAMES.items():
        options = _options.parameters(verb)
        words = ", ".join(["text", *(option.name for option in options)])
        defaults = ", ".join(code(repr(option.default)) for option in options)
        rows.append([code(f"{name}({words})"), defaults or "–"])
    return table(["function", "defaults"], rows)


def types() -> dict[tuple[str, str], str]:
    """Return the type of each parameter of each function of the engine."""
    tree = ast.parse(CORE.read_text(encoding="utf-8"))
    found = {}
    for node in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        for each in (*node.args.args, *node.args.kwonlyargs):
            if each.annotation is not None:
                found[node.name, each.arg] = ast.unparse(each.annotation).replace("'", '"')
    return found


def definition(verb: str, first: str, more: dict[str, object], answer: str, indent: str) -> str:
    """Return the definition of a verb, formatted."""
    known, of = types(), _options.function(verb)
    words = [first]
    for each in list(_options.signature(verb, "first", more).parameters.values())[1:]:
        if each.kind is inspect.Parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        kind = TYPES.get(each.name) or known[of.__name__ if of else verb, each.name]
        default = str(each.default) if not isinstance(each.default, str) else f'"{each.default}"'
        words.append(f"{each.name}: {kind} = {default}")
    line = f"{indent}def {verb}({', '.join(words)}) -> {answer}: ..."
    if len(line) <= WIDTH:
        return line
    short = f"{indent}    {', '.join(words)}"
    inner = [short] if len(short) <= WIDTH else [f"{indent}    {word}," for word in words]
    return "\n".join([f"{indent}def {verb}(", *inner, f"{indent}) -> {answer}: ..."])


def imports(text: str) -> str:
    """Return the imports for the definitions."""
    core = ("Display", "Profile", "Set", "Tracking", "_Also", "_DisplayName", "_FormErrors")
    core += ("_Level", "_ProfileName", "_SetName")
    named = [
        ("collections.abc", ("Iterable",)),
        ("typing", ("Generic", "Literal", "TypeVar")),
        ("datafusion", ("Expr", "SessionContext")),
        ("pyspark.sql", ("Column", "SparkSession")),
        ("superuri._core", core),
        ("superuri.columns.arrow", ("Policy",)),
    ]
    lines = []
    for module, names in named:
        if module in {"datafusion", "pyspark.sql", "superuri._core"}:
            lines.append("")
        used = [name for name in names if re.search(rf"\b{name}\b", text)]
        line = f"from {module} import {', '.join(used)}"
        if len(line) > WIDTH:
            line = "\n".join([f"from {module} import (", *(f"    {name}," for name in used), ")"])
        lines += [line] * bool(used)
    return re.sub(r"\n\n+", "\n\n", "\n".join(lines))


def methods() -> str:
    """Return the stub of the methods of accessors and namespaces."""
    lines = [
        '_Thing = TypeVar("_Thing")',
        "MORE: dict[str, object]",
        "",
        "class Methods(Generic[_Thing]):",
        "    _thing: _Thing",
        "    def __init__(self, thing: _Thing) -> None: ...",
        "    def __call__(self, verb: str, /, **options: object) -> _Thing: ...",
        *(definition(verb, "self", MORE, "_Thing", "    ") for verb in _options.OPTIONS),
    ]
    text = "\n".join([*lines, ""])
    return f"{HEAD.format('a method for each verb')}{imports(text)}\n\n{text}"


def spark() -> str:
    """Return the stub of ``superuri.columns.spark``."""
    return _functions("spark: SparkSession", "col: Column | str", "Column")


def datafusion() -> str:
    """Return the stub of ``superuri.columns.datafusion``."""
    return _functions("context: SessionContext", "col: Expr", "Expr")


def _functions(given: str, first: str, result: str) -> str:
    more: dict[str, object] = {"on_error": "null"}
    name, kind = given.split(": ")
    lines = [
        "NAMES: dict[str, str]",
        "",
        f'def register({name}: {kind}, *, on_error: Policy = "null") -> {kind}: ...',
        *(definition(verb, first, more, result, "") for verb in _options.OPTIONS),
    ]
    text = "\n".join([*lines, ""])
    return f"{HEAD.format('a function of columns for each verb')}{imports(text)}\n\n{text}"
