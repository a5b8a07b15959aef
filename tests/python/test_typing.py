"""Types: a URI or a URL is accepted wherever a text is, as docs/uri.md promises."""

import json
import os
import re
import shutil
import site
import subprocess
import sys
from pathlib import Path

import pytest

from kit import ROOT
from superuri import URI, whatwg

#: The package is read once for all of these.
CACHED = ["--cache-dir", str(ROOT / ".mypy_cache" / "tests")]
#: Every function that takes the text of a URI, called with `u`.
CALLS = """
superuri.agreed_host(u)
superuri.clean(u)
superuri.compare(u, u)
superuri.decode(u)
superuri.decode_bytes(u)
superuri.domain(u)
superuri.edits(u)
superuri.encode(u)
superuri.equivalent(u, u)
superuri.explain(u)
superuri.find(u, base=u)
superuri.fix(u)
superuri.guess_encoding(u)
superuri.is_uri(u)
superuri.layers(u)
superuri.lint(u)
superuri.normalize(u)
superuri.pretty(u)
superuri.refang(u)
superuri.defang(u)
superuri.unwrap(u)
superuri.unwraps(u)
superuri.repair_mojibake(u)
superuri.shown(u)
superuri.split(u)
superuri.URI(u).resolve(u)
superuri.URI(u).relativize(u)
superuri.Template("http://{host}/").match(u)
whatwg.URL(u, u)
disagree.disagree(u, parsers=["whatwg"])
ecmascript.decodeURI(u)
ecmascript.decodeURIComponent(u)
ecmascript.encodeURI(u)
ecmascript.encodeURIComponent(u)
ecmascript.escape(u)
ecmascript.fixedDecodeURI(u)
ecmascript.fixedEncodeURI(u)
ecmascript.unescape(u)
form.charset(u)
form.decode(u)
form.encode(u)
form.parse(u)
form.parse_bytes(u)
form.parse_keywords(u)
form.submit(u, {})
hosts.public_suffix(u)
hosts.safe_redirect(u, hosts=["e.com"])
iri.bidi_faults(u)
iri.to_iri(u)
iri.to_uri(u)
keys.key(u)
keys.safe_browsing(u)
keys.safe_browsing_expressions(u)
keys.safe_browsing_hashes(u)
keys.scrapy(u)
keys.surt(u)
percent_u.decode(u)
percent_u.encode(u)
wire.target(u)
"""
HEAD = """
import superuri
from superuri import (
    data_uri, disagree, file_uri, form, hosts, iri, keys, mailto, percent_u, urn, whatwg, wire
)
from superuri.compat import ecmascript
"""
#: Functions for one scheme: only their types are checked.
OWN_SCHEMES = """
data_uri.parse(u)
file_uri.to_bytes(u)
file_uri.to_path(u)
file_uri.to_str(u)
mailto.parse(u)
urn.equivalent(u, u)
urn.normalize(u)
urn.parse(u)
wire.send(u)
"""


@pytest.mark.parametrize("kind", [URI, whatwg.URL])
def test_a_uri_is_taken_for_its_text(kind: type[URI] | type[whatwg.URL]) -> None:
    names: dict[str, object] = {"u": kind("https://e.com/a")}
    exec(HEAD, names)  # noqa: S102  because the list above has it
    for call in CALLS.split("\n"):
        exec(call, names)  # noqa: S102  because the list above has it


def test_the_types_say_so(tmp_path: Path) -> None:
    installed("mypy")
    calls = "\n".join(f"    {call}" for call in (CALLS + OWN_SCHEMES).split("\n"))
    program = tmp_path / "calls.py"
    program.write_text(f"{HEAD}\ndef calls(u: superuri.URI | whatwg.URL) -> None:{calls}\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *CACHED, program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("", 0), done.stderr


USER_SCRIPT = Path(__file__).parent / "typed" / "user_script.py"
#: Type checkers, and their arguments.
CHECKERS = {
    "mypy": ["--strict", "--no-error-summary", *CACHED],
    "basedpyright": ["--level", "error", "--pythonpath", sys.executable],
    "ty": ["check", "--output-format", "concise", "--python", sys.prefix],
    "pyrefly": ["check", "--preset", "strict", "--output-format", "min-text"],
}


def installed(checker: str) -> str:
    """Return the path of a type checker; skip the test if it is not installed."""
    found = shutil.which(checker, path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip(f"{checker} is not installed: `python -m heavy checkers` installs it")
    return found


def checked(checker: str, program: Path) -> subprocess.CompletedProcess[str]:
    """Return the checker's output for a program outside of the project."""
    paths = {"MYPYPATH": str(ROOT / "python"), "PYTHONPATH": str(ROOT / "python")}
    extra = {
        "ty": ["--extra-search-path", str(ROOT / "python")],
        "pyrefly": [
            "--python-interpreter-path",
            sys.executable,
            "--search-path",
            str(ROOT / "python"),
        ],
    }.get(checker, [])
    return subprocess.run(
        [installed(checker), *CHECKERS[checker], *extra, program],
        cwd=program.parent,
        env={**os.environ, **paths},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_user_script_runs() -> None:
    exec(USER_SCRIPT.read_text("utf-8"), {"__name__": "user_script"})  # noqa: S102  it is ours


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_checker_finds_no_error_in_the_user_script(checker: str, tmp_path: Path) -> None:
    program = tmp_path / "user_script.py"
    program.write_text(USER_SCRIPT.read_text("utf-8"), "utf-8")
    done = checked(checker, program)
    assert done.returncode == 0, done.stdout + done.stderr


WRONG = """
superuri.encoode("a")
superuri.form.paarse("a")
superuri.URI("a").hoost
superuri.encode(1)
superuri.decode("a", errors="kep")
superuri.sets.rfc3986.PAATH
superuri.build(hoost="e.com")
superuri.encode("a", "path")
superuri.clean("a", "RFC3968")
superuri.pretty("a", "LOSSLES")
superuri.normalize("a", "pth")
"""


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_checker_finds_what_is_misspelt(checker: str, tmp_path: Path) -> None:
    program = tmp_path / "wrong.py"
    program.write_text(f"import superuri\n{WRONG}")
    done = checked(checker, program)
    assert done.returncode == 1, done.stdout + done.stderr
    found = {int(line) for line in re.findall(r"wrong\.py:(\d+)", done.stdout)}
    assert found == set(range(3, 3 + len(WRONG.split("\n")) - 2)), done.stdout


def test_the_type_of_every_public_name_is_known(tmp_path: Path) -> None:
    """No type is inferred, because checkers infer differently."""
    paths = [str(ROOT / "python"), *site.getsitepackages()]
    done = subprocess.run(
        [
            installed("basedpyright"),
            "--ignoreexternal",
            "--outputjson",
            "--verifytypes",
            "superuri",
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    answer = json.loads(done.stdout)["typeCompleteness"]
    symbols = [it for it in answer["symbols"] if it["isExported"]]
    unknown = [
        f"{it['name']}: {wording['message']}"
        for it in symbols
        if not it["isTypeKnown"] or it["isTypeAmbiguous"]
        for wording in it["diagnostics"]
    ]
    assert not unknown, unknown
    assert len(symbols) > 1000
