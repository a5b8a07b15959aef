"""Frameworks: what a handler is given for odd requests, and the links that each writes.

    PYTHONPATH=tests python -m kit.frameworks --write

installs the frameworks in a temporary environment, asks each on loopback, and writes
tests/uri/frameworks.toml. Without ``--write``, it prints the rows.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from kit import ROOT, gateways, toml
from kit.applications import HERE

TABLE = ROOT / "tests" / "uri" / "frameworks.toml"
PROGRAM = HERE / "framework.py"
#: The request, and names in its path, each one segment.
ODD = "/p/50%2525%3Fx?q=a+b%2Bc&r=%E9"
NAMES = ("/p/a%2Fb", "/p/%E9")
#: The distributions of each framework and its server.
FRAMEWORKS = {
    "Flask, waitress": ("flask", "waitress"),
    "Quart, hypercorn": ("quart", "hypercorn"),
    "Django, waitress": ("django", "waitress"),
    "Django, uvicorn": ("django", "uvicorn"),
    "Starlette, uvicorn": ("starlette", "uvicorn"),
    "FastAPI, uvicorn": ("fastapi", "uvicorn"),
    "aiohttp": ("aiohttp",),
    "Tornado": ("tornado",),
    "Bottle, waitress": ("bottle", "waitress"),
    "Falcon, waitress": ("falcon", "waitress"),
    "Falcon, uvicorn": ("falcon", "uvicorn"),
    "Sanic": ("sanic",),
}
HEAD = """\
# Frameworks: what a handler is given for one odd request, and the links that it makes.
#
# GET {odd} to the route /p/{{name}}, whose name is one segment. parameter, path,
# raw (the path before it is decoded), q, r and url (request.url) are what the handler is given; –:
# nothing. links: what the framework writes for each name, or its error. names: the parameter for
# each name in the path, or the status.
# Written by tests/kit/frameworks.py.
"""
VERSIONS = "import sys, importlib.metadata as m\nfor it in sys.argv[1:]: print(m.version(it))"


def versions(python: str, name: str) -> list[str] | None:
    """Return the versions of a framework and its server, or None if one is not installed."""
    command = [python, "-c", VERSIONS, *FRAMEWORKS[name]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode else done.stdout.split()


def asked(python: str, name: str) -> dict[str, object]:

    def words(_folder: Path, port: int, _behind: int) -> list[str]:
        return [python, str(PROGRAM), name, str(port)]

    with tempfile.TemporaryDirectory() as folder:
        framework = gateways.Gateway(name, (), words)
        with gateways.started(framework, Path(folder)) as port:
            answers = {target: _read(port, target) for target in (ODD, *NAMES)}
    body = answers.pop(ODD)
    row = json.loads(body) if body.startswith("{") else {"name": body}
    row["names"] = {
        target.removeprefix("/p/"): json.loads(body)["name"] if body.startswith("{") else body
        for target, body in answers.items()
    }
    return {"parameter": row.pop("name"), **row}


def _read(port: int, target: str) -> str:
    status, body = gateways.asked(port, target.encode())
    return body.decode() if status == 200 else str(status or "closed")


def survey(python: str = sys.executable) -> dict[str, dict[str, object]]:
    """Return the answers of each installed framework, by its name."""
    found = {}
    for name in FRAMEWORKS:
        if there := versions(python, name):
            found[name] = {"versions": there, **asked(python, name)}
    return found


def written(rows: dict[str, dict[str, object]]) -> str:
    lines = (toml.written({"name": name, **row}) for name, row in rows.items())
    return f"{HEAD.format(odd=ODD)}\ncase = [\n{''.join(lines)}]\n"


def main() -> None:
    """Install the frameworks in a temporary environment, and print or write their rows."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        pip = [python, "-m", "pip", "install", "--quiet"]
        subprocess.run(
            [*pip, *sorted({it for row in FRAMEWORKS.values() for it in row})], check=True
        )
        text = written(survey(python))
    if "--write" in sys.argv[1:]:
        TABLE.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
