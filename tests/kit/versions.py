"""DATA: further parsers of URLs, and several versions of one parser, which the survey installs.

Each row is a parser as those of superuri.disagree, and its package with its version. Packages are
installed in folders of their own, so that versions do not meet. Go, PHP, Ruby and Perl read with
their own libraries, if they are installed.
"""

import shutil
import subprocess
import sys
from typing import NamedTuple

from kit import ROOT
from superuri.disagree.parsers import PARSERS, Parser

#: Where the packages are, each in a folder of its name and version.
FOLDER = ROOT / ".venv" / "versions"
#: The program of the Rust crates.
SOURCES = ROOT / "tests" / "compat" / "parsers"
#: Its binary.
CRATES = FOLDER / "target" / "release" / "parsers"
#: The programs in other languages, whose own libraries read the URLs.
LANGUAGES = SOURCES / "languages"
#: How each of them is run; Go's is built first.
COMMANDS = {
    "go": [str(FOLDER / "read-go")],
    "php": ["php", str(LANGUAGES / "read.php")],
    "ruby": ["ruby", str(LANGUAGES / "read.rb")],
    "perl": ["perl", str(LANGUAGES / "read.pl")],
}


class Oracle(NamedTuple):
    """A parser and where it comes from."""

    #: "pip", "crate" or "language".
    origin: str
    #: The package, or the language.
    package: str
    #: Its version; a language says which one is installed.
    version: str = ""
    #: The imports and the expression of its program; without them, those of PARSERS are used.
    imports: str = ""
    read: str = ""

    @property
    def name(self) -> str:
        """The name in the table."""
        return f"{self.package}-{self.version}".rstrip("-")


def _read(made: str, parts: str) -> str:
    """Return a program that makes `u` of a URL, and returns these parts of it."""
    return f"    u = {made}\n    return {parts}"


ORACLES = (
    Oracle("pip", "urllib3", "1.24.3"),
    Oracle("pip", "urllib3", "1.25.8"),
    Oracle("pip", "urllib3", "1.26.20"),
    Oracle(
        *("pip", "httpx", "0.13.3"),
        read=_read(
            "URL(url)", "u.scheme or None, u.userinfo or None, u.host or None, u.port, u.path"
        ),
    ),
    Oracle("pip", "httpx", "0.23.3"),
    Oracle("pip", "yarl", "1.9.4"),
    Oracle("pip", "yarl", "1.15.0"),
    Oracle("pip", "furl", "2.0.0"),
    Oracle("pip", "hyperlink", "18.0.0"),
    Oracle("pip", "rfc3986", "1.5.0"),
    Oracle("pip", "ada-url", "1.2.0"),
    Oracle(
        *("pip", "werkzeug", "2.2.3"),
        "import warnings\nwarnings.simplefilter('ignore')\nfrom werkzeug.urls import url_parse\n",
        _read("url_parse(url)", "u.scheme or None, u.auth, u.host, u.port, u.path"),
    ),
    Oracle(
        *("pip", "boltons", "25.0.0", "from boltons.urlutils import parse_url\n"),
        _read(
            "parse_url(url)",
            "u['scheme'], joined(u['username'], u['password']), u['host'], u['port'], u['path']",
        ),
    ),
    Oracle(
        *("pip", "rfc3987", "1.3.8", "import re\nfrom rfc3987 import parse\n"),
        "    u = parse(url, rule='IRI_reference')\n"
        "    user, at, host = (u['authority'] or '').rpartition('@')\n"
        "    host, port = re.fullmatch(r'(.*?)(?::([0-9]*))?', host, re.S).groups()\n"
        "    return u['scheme'], user if at else None, host or None, port, u['path']",
    ),
    Oracle(
        *("pip", "purl", "1.6", "from purl import URL\n"),
        _read(
            "URL(url)",
            "u.scheme() or None, joined(u.username(), u.password()), u.host(), u.port(), u.path()",
        ),
    ),
    Oracle(
        *("pip", "URLObject", "2.4.3", "from urlobject import URLObject\n"),
        _read(
            "URLObject(url)",
            "u.scheme or None, joined(u.username, u.password), u.hostname, u.port, str(u.path)",
        ),
    ),
    Oracle(
        *("pip", "yurl", "1.0.0", "from yurl import URL\n"),
        _read(
            "URL(url)",
            "u.scheme or None, u.userinfo or None, u.host or None, u.port or None, u.path",
        ),
    ),
    Oracle("crate", "url", "2.5.8"),
    Oracle("crate", "iri-string", "0.7.14"),
    Oracle("crate", "fluent-uri", "0.3.2"),
    Oracle("crate", "http", "1.5.0"),
    *(Oracle("language", name) for name in COMMANDS),
)

#: A program in another language, as a Python program that passes each line on.
_PASSED = """import subprocess
_p = subprocess.Popen({command!r}, stdin=-1, stdout=-1, text=True)
_said = _p.stdout.readline().strip()
if not _said:
    raise ImportError("it ended before it said its version")
version = {version!r} or _said
"""
_PASSED_READ = """    print(url.encode("utf-8", "surrogatepass").hex(), file=_p.stdin, flush=True)
    kind, *fields = _p.stdout.readline().rstrip("\\n").split("\\t")
    values = [None if it == "-" else bytes.fromhex(it[1:]) for it in fields]
    if kind != "ok":
        raise ValueError(values[0].decode("utf-8", "replace") if values else "it ended")
    return values
"""


def parsers() -> list[Parser]:
    """Return all parsers: those of `superuri disagree`, and those of this table."""
    return [*PARSERS, *map(parser, ORACLES)]


def parser(oracle: Oracle) -> Parser:
    """Return the row for `superuri.disagree.ask.ask`."""
    if oracle.origin != "pip":
        command = COMMANDS.get(oracle.package, [str(CRATES), oracle.package])
        imports = _PASSED.format(command=command, version=oracle.version)
        return Parser(oracle.name, oracle.package, "python", imports, _PASSED_READ)
    shipped = {row.name: row for row in PARSERS}.get(oracle.package)
    folder = FOLDER / f"{oracle.package}=={oracle.version}"
    imports = oracle.imports or (shipped.imports if shipped else "")
    if "version" not in imports:
        imports += f"version = {oracle.version!r}\n"
    path = f"sys.path.insert(0, {str(folder)!r})\n"
    read = oracle.read or (shipped.read if shipped else "")
    return Parser(oracle.name, oracle.package, "python", path + imports, read)


def install() -> None:
    """Install each package in its folder, and build the program of the crates."""
    FOLDER.mkdir(exist_ok=True)
    for oracle in ORACLES:
        if oracle.origin == "pip":
            exact = f"{oracle.package}=={oracle.version}"
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--upgrade"]
            subprocess.run([*pip, "--target", str(FOLDER / exact), exact], check=True)
    # Cargo writes its lock beside the sources, so it works on a copy.
    copy = shutil.copytree(SOURCES, FOLDER / "parsers", dirs_exist_ok=True)
    cargo = ["cargo", "build", "--quiet", "--release", "--target-dir", str(FOLDER / "target")]
    subprocess.run([*cargo, "--manifest-path", str(copy / "Cargo.toml")], check=True)
    if go := shutil.which("go"):
        build = [go, "build", "-o", *COMMANDS["go"], str(LANGUAGES / "read.go")]
        subprocess.run(build, check=True)


if __name__ == "__main__":
    install()
