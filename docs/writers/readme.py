"""Examples, neighbours and figures: regions of README.md, verbs.md, neighbours.md and speed.md."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING
from urllib.parse import quote

import superuri
from superuri import _verbs
from writers import markdown
from writers.markdown import ROOT, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# The best known libraries, the cases that most of them support, and the one table that is not about
# calls.
KNOWN = ("urllib", "yarl", "httpx", "can_ada", "requests", "w3lib", "Node")
CASES = {
    "encode": ("short, nothing to escape", "short, some to escape", "1 MB, 10 % escaped"),
    "decode": ("short, nothing to undo", "short, some to undo", "1 MB, 10 % escaped"),
    "clean": ("URLs, already legal", "URLs with spaces and accents"),
    "normalize": ("URLs, already normal", "URLs with case, dots and escapes"),
    "URI": ("URLs, each for the first time", "100 URLs over and over"),
    "URI.get": ("URLs with three pairs",),
    "whatwg.URL.href": ("URLs with spaces and accents",),
    "parse_qsl": ("3 pairs",),
    "urlencode": ("3 pairs",),
    "fill": ("two segments with spaces and accents",),
    "encode, with AVX2 only": ("1 MB, 10 % escaped",),
    "decode, with AVX2 only": ("1 MB, 10 % escaped",),
}
FILES = "The command, on files"
#: The cases in the README, each with the best known libraries for it.
SHORT = {
    "encode": "short, some to escape",
    "decode": "short, some to undo",
    "clean": "URLs with spaces and accents",
    "URI": "URLs, each for the first time",
    "parse_qsl": "3 pairs",
}
SHORT_KNOWN = ("urllib", "yarl", "httpx", "requests", "w3lib")

# ruff: noqa: PLC0415  because each library is imported where it is used.

# A host in Unicode, a space, brackets, a stray percent sign, and a signature of the exact bytes: if
# a `%2B` or `%2F` is changed, the server answers 403.
SIGNATURE = "sig=ab%2Bcd%2Fe~f%3D"
DIRTY = f"https://bücher.example/my photo [1].jpg?{SIGNATURE}&q=100% naïve"


def _requests(url: str) -> str | None:
    from requests import Request

    return Request("GET", url).prepare().url


def _node(script: str) -> Callable[[str], str]:
    def call(url: str) -> str:
        node = shutil.which("node")
        if node is None:
            name = "node"
            raise ImportError(name)
        command = [node, "-e", f"process.stdout.write({script})", url]
        return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout

    return call


TOOLS: dict[str, Callable[[str], object]] = {
    "`urllib.parse.quote(url)`": quote,
    '`quote(url, safe=":/?#[]@!$&\'()*+,;=%")`': partial(quote, safe=":/?#[]@!$&'()*+,;=%"),
    "JavaScript's `encodeURI(url)`": _node("encodeURI(process.argv[1])"),
    "JavaScript's `new URL(url).href`": _node("new URL(process.argv[1]).href"),
    "requests": _requests,
    "httpx": lambda url: import_module("httpx").URL(url),
    "yarl": lambda url: import_module("yarl").URL(url),
    "w3lib": lambda url: import_module("w3lib.url").safe_url_string(url),
    "furl": lambda url: import_module("furl").furl(url).url,
    "**`superuri.clean(url)`**": superuri.clean,
}


def faults(made: str) -> str:
    """Return what is wrong with a tool's result for DIRTY, in words."""
    found = []
    if not made.startswith("https://"):
        found.append("not a URL any more")
    if len(re.findall(r"%25[0-9A-Fa-f]{2}", made)):
        found.append("double-escaped")
    if SIGNATURE not in made:
        found.append("signature broken")
    # The pattern of the RFC's grammar, independent of the engine.
    sys.path.insert(0, str(ROOT / "tests"))
    from kit.legal import is_legal

    if not is_legal(made):
        found.append("illegal")
    if "q=100%25+na" in made:
        found.append("space became `+`")
    return ", ".join(found) or "legal, and as signed"


def neighbours() -> str:
    """Return the table of each tool's result for one URL."""
    made = {name: str(tool(DIRTY)) for name, tool in TOOLS.items()}
    rows = [[name, faults(url), f"`{url}`"] for name, url in made.items()]
    return markdown.table(["tool", "verdict", "result"], rows)


def dirty() -> str:
    """Return the URL itself."""
    return f"```text\n{DIRTY}\n```"


def examples() -> str:
    """Return each verb with its sentence, its example as a session that runs, and as a command."""
    lines = ["```pycon", ">>> import superuri", "```", ""]
    for verb in _verbs.VERBS:
        answer = repr(verb.function(*verb.call, **verb.named))
        named = [f"{name}={value!r}" for name, value in verb.named.items()]
        message = ", ".join([*map(repr, verb.call), *named]).replace("'", '"')
        lines += [f"**`{verb.path}`**: {verb.help}.", "", "```pycon"]
        lines += [f">>> from superuri import {verb.family}"] if verb.family else []
        called = verb.path if verb.family else f"superuri.{verb.path}"
        lines += [f">>> {called}({message})", answer, "```", ""]
        if verb.participle:
            typed = " ".join(f"'{word}'" for word in verb.cli_example)
            lines += ["```console", f"$ superuri {verb.name} {typed}", verb.cli_output, "```", ""]
    return "\n".join(lines).rstrip()


#: A row of disagree.md: a URL that the parsers read with two hosts.
HOSTILE = "http://evil.com\\@good.com/"


def before() -> str:
    """Return what a client makes of a URL, with the broken bytes marked, and which host each parser
    finds in another.
    """
    broken, made = str(_requests(DIRTY)), superuri.clean(DIRTY)
    marked = re.sub(".", " ", broken)
    for found in re.finditer("%25[0-9A-F]{2}", broken):
        marked = marked[: found.start()] + "^" * len(found[0]) + marked[found.end() :]
    rows = (
        ("a URL", DIRTY),
        ("requests", broken),
        ("", f"{marked.rstrip()}  escaped twice: the signature is broken"),
        ("superuri", made),
        ("", ""),
        ("a URL", HOSTILE),
        *read_as(HOSTILE),
    )
    lines = (f"{name:10} {text}".rstrip() for name, text in rows)
    return "\n".join(["```text", *lines, "```"])


def read_as(url: str) -> list[tuple[str, str]]:
    """Return each host of a URL, with the parsers that find it, and the parsers that refuse it."""
    rows = (row.strip("| ").split(" | ") for row in read("docs/disagree.md").splitlines())
    [(hosts, rest)] = [row[1:] for row in rows if row[0] == f"`{url}`"]
    readings = [each.partition("`: ") for each in hosts.split("; ")]
    refused = rest.rpartition("refused by ")[2]
    return [*((host.lstrip("`"), names) for host, _, names in readings), ("refused by", refused)]


def results() -> tuple[dict[tuple[str, str], dict[str, str]], list[str]]:
    """Return the cells of each case by verb and name, and the rows of the command's table."""
    heading, names, files = "", list[str](), list[str]()
    found = dict[tuple[str, str], dict[str, str]]()
    for line in read("bench/RESULTS.md").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("## "):
            heading, names = line.removeprefix("## "), []
        elif line.startswith("|") and heading == FILES:
            files.append(line)
        elif line.startswith("| |"):
            names = cells
        elif line.startswith("| ") and names and set(names) & set(KNOWN):
            found[heading, cells[0]] = dict(zip(names, cells, strict=True))
    return found, files


def table(cases: Iterable[tuple[str, str]], known: tuple[str, ...]) -> str:
    """Return a table of these cases and these libraries."""
    found, _ = results()
    names = ("superuri", *known)
    rows = [
        [f"`{verb}`", case, *(found[verb, case].get(name, "") for name in names)]
        for verb, case in cases
    ]
    return markdown.table(["", "", *names], rows, right=range(2, 2 + len(names)))


def figures() -> str:
    """Return five cases with the best known libraries."""
    return table(SHORT.items(), SHORT_KNOWN)


def speed() -> str:
    """Return a table of some cases with the best known libraries, and the command's on files."""
    rows = table([(verb, case) for verb in CASES for case in CASES[verb]], KNOWN)
    return "\n".join([rows, "", f"**{FILES}**", "", *results()[1]])
