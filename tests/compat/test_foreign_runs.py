"""Runs of foreign programs: one that ends by itself, several at once, and what is isolated."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from compat.test_foreign import LATE, python
from kit.command import PATIENCE
from superuri import _foreign, _scratch, who, wire
from superuri._foreign import process
from superuri.cli import main
from superuri.disagree import disagree
from superuri.disagree.ask import ask
from superuri.disagree.parsers import Parser
from superuri.who import decoders, running, running_batch
from superuri.who.decoding import Decoder
from superuri.wire import loopback
from superuri.wire.clients import Client

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups")


def test_a_program_reads_its_input_and_its_files() -> None:
    code = (
        "print(sys.stdin.read(), open('a.txt', 'rb').read(), os.environ['OWN'], os.listdir())\n"
        "sys.stderr.write('so')"
    )
    given, files = "ü".encode(), {"a.txt": "é"}
    output = _foreign.run(python(code), given, PATIENCE, files=files, variables={"OWN": "it"})
    assert output == ("ü b'\\xc3\\xa9' it ['a.txt']\n".encode(), b"so")
    assert output.out.decode().split()[0] == "ü"


FAILURES = [
    # code, error, what it prints
    ("sys.stderr.write('why'); sys.exit(3)", subprocess.CalledProcessError, "exit status 3"),
    (f"time.sleep({LATE})", subprocess.TimeoutExpired, "timed out after 0.5 seconds"),
    ("print('a' * 99)", _foreign.TooMuchError, "writes more than 64 bytes"),
    ("sys.stderr.write('a' * 99)", _foreign.TooMuchError, "writes more than 64 bytes"),
    ("while True: print('a' * 99)", _foreign.TooMuchError, "writes more than 64 bytes"),
]


@pytest.mark.parametrize(("code", "error", "message"), FAILURES)
def test_a_program_that_fails_raises(code, error, message, monkeypatch):
    monkeypatch.setattr(process, "MOST", 64)
    with pytest.raises(error, match=message) as caught:
        _foreign.run(python(code), limit=0.5 if "sleep" in code else PATIENCE)
    assert getattr(caught.value, "stderr", None) in {None, b"why"}


def test_a_program_that_is_missing_raises(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        _foreign.run([str(tmp_path / "missing")])


def test_input_that_is_not_read_is_no_error() -> None:
    assert _foreign.run(python("print(1)"), b"a" * (1 << 22), PATIENCE).out.split() == [b"1"]


@POSIX
def test_what_a_program_leaves_behind_is_stopped(tmp_path: Path) -> None:
    child = f"import time; time.sleep({LATE}); open({str(tmp_path / 'slept')!r}, 'w')"
    code = f"import subprocess; subprocess.Popen([sys.executable, '-I', '-c', {child!r}])\nprint(1)"
    # It has the output open: the run would wait for it.
    assert _foreign.run(python(code), limit=PATIENCE).out.split() == [b"1"]
    assert list(tmp_path.iterdir()) == []


def test_what_runs_at_once_has_its_results_in_order() -> None:
    assert _foreign.at_once(str, range(50), 3) == [str(number) for number in range(50)]
    assert _foreign.at_once(str, [], None) == []


@POSIX
def test_an_interrupt_stops_what_runs_at_once(tmp_path: Path) -> None:
    here = tmp_path / "here"
    errors: dict[str, list[str]] = {}

    def work(item: str) -> None:
        if item == "interrupted":
            while not here.exists():
                pass
            raise KeyboardInterrupt
        for code in (f"open({str(here)!r}, 'w'); time.sleep({PATIENCE})", "print(1)"):
            try:
                _foreign.run(python(code))
            except (OSError, subprocess.SubprocessError) as error:
                errors.setdefault(item, []).append(type(error).__name__)

    with pytest.raises(KeyboardInterrupt):
        _foreign.at_once(work, ["interrupted", "works", "waits"], 2)
    # Running programs are stopped, and no more start, even for an item whose turn has just come.
    assert errors["works"] == ["CalledProcessError", "InterruptedError"]
    assert {each[-1] for each in errors.values()} == {"InterruptedError"}
    assert (_scratch.ended, _scratch._folders, _scratch._threads) == (set(), {}, {})  # noqa: SLF001
    assert _foreign.at_once(lambda code: _foreign.run(python(code)).out, ["print(1)"], 1)


@POSIX
def test_results_come_before_later_ones_and_closing_stops_those() -> None:
    def slept(seconds: float) -> bytes:
        return _foreign.run(python(f"time.sleep({seconds}); print(1)")).out

    coming = _foreign.as_they_come(slept, [0, LATE * 100], 2)
    assert next(coming).split() == [b"1"]
    coming.close()
    assert (_scratch.ended, _scratch._folders, _scratch._threads) == (set(), {}, {})  # noqa: SLF001


NAMES = {*process.KEPT, *process.HOMES, *process.OURS}
#: An expression for the names of a program's environment.
LISTED = "sorted(__import__('os').environ)"


def in_disagree() -> str:
    read = f"    return None, None, None, None, ' '.join({LISTED})"
    parser = Parser("own", "one", "python", "version = '1'\n", read)
    return ask(parser, ["a"], PATIENCE).answers[0].path or ""


def in_wire() -> str:
    code = f"sys.exit(' '.join({LISTED}))"
    return loopback.ask(Client("own", "python", code, None), code, "/", PATIENCE)[1]


def in_who(runner: str, code: str) -> Callable[[], str]:
    row = Decoder("own", runner, code, "List::Util" if runner == "perl" else "")
    return lambda: running.run(row, ["a"], PATIENCE)[0].result or ""


def in_a_batch() -> str:
    row = Decoder("own", "python", f"' '.join({LISTED})")
    return running_batch.run([row], ["a"], PATIENCE)[0][0].result or ""


def in_a_report() -> str:
    return _foreign.reported(tuple(python(f"print(' '.join({LISTED}))")))


ENVIRONMENTS = [
    ("disagree", sys.executable, in_disagree),
    ("wire", sys.executable, in_wire),
    ("who, a batch", sys.executable, in_a_batch),
    ("who, Python", sys.executable, in_who("python", f"' '.join({LISTED})")),
    ("who, Node", "node", in_who("node", "Object.keys(process.env).join(' ')")),
    ("who, Perl", "perl", in_who("perl", "join(' ', keys %ENV)")),
    ("a version", sys.executable, in_a_report),
]


@pytest.mark.parametrize(("which", "program", "names"), ENVIRONMENTS)
def test_programs_get_only_the_environment_that_they_need(which, program, names, monkeypatch):
    if not shutil.which(program):
        pytest.skip(f"no {program} for {which}")
    for name in ("PYTHONPATH", "LD_PRELOAD_", "GOFLAGS", "HTTPS_PROXY", "DENO_DIR", "npm_config_a"):
        monkeypatch.setenv(name, "x")
    # macOS and Windows add names of their own.
    added = {"__CF_USER_TEXT_ENCODING", "SYSTEMROOT"}
    got = set(names().split()) - added
    assert got == {name for name in NAMES if name in process.environment("")} - added


def test_the_environment_has_a_home_and_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in process.KEPT:
        monkeypatch.delenv(name, raising=False)
    for name in ("PATH", "JAVA_HOME", "HTTP_PROXY", "PYTHONPATH", "HOME", "LC_ALL", "GOENV"):
        monkeypatch.setenv(name, f"/{name}")
    homes = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "CURL_HOME", "XDG_CONFIG_HOME"), "/f")
    assert process.environment("/f") == {
        "PATH": "/PATH",
        "JAVA_HOME": "/JAVA_HOME",
        "LC_ALL": "C.UTF-8",
        "NO_PROXY": "*",
        "no_proxy": "*",
        "GO111MODULE": "off",
        "GOENV": "off",
        "GOTOOLCHAIN": "local",
        "GIT_CONFIG_NOSYSTEM": "1",
        **homes,
    }


#: A program, the variable that would make it write a file, its value, and its command.
LEAKS = [
    ("node", "NODE_OPTIONS", "--require=./preload.js", ["node", "-e", ""]),
    ("perl", "PERL5OPT", "-I. -MLeak", ["perl", "-e", ""]),
    ("java", "JAVA_TOOL_OPTIONS", "-Xlog:gc:file={here}/leaked-java", ["java", "-version"]),
    ("ruby", "RUBYOPT", "-I. -rleak", ["ruby", "-e", ""]),
    ("tclsh", "TCLLIBPATH", "{here}", ["tclsh", "load.tcl"]),
    ("curl", "CURL_HOME", "{here}", ["curl", "-s", "file:///dev/null"]),
]
PARSERS = {"node": ["node"], "java": ["java-uri"], "curl": ["curl"]}
CLIENTS = {
    "node": ["Node fetch", "Node http"],
    "java": ["Java HttpClient"],
    "curl": ["curl", "wget", "pycurl"],
}
FILES = {
    "preload.js": "require('fs').writeFileSync({marker!r}, '')",
    "Leak.pm": "package Leak; open(my $f, '>', {marker!r}); 1;",
    "leak.rb": "File.write({marker!r}, '')",
    "pkgIndex.tcl": "close [open {marker} w]",
    "load.tcl": "catch {{package require nobody}}",
    ".curlrc": "trace = {marker}",
    # These would be read in the current folder, or in that of the user.
    "json.py": "open({marker!r}, 'w')",
    "sitecustomize.py": "open({marker!r}, 'w')",
    ".jq": '"%" | halt_error',
    ".wgetrc": "output_file = {marker}",
    ".Rprofile": "file.create({marker!r})",
    ".erlang": "file:write_file({marker!r}, []).",
    "go.mod": "module leak\n\ngo 99.0\n",
}


@POSIX
@pytest.mark.parametrize("leak", LEAKS, ids=lambda row: str(row[0]))
def test_who_disagree_and_wire_ignore_settings_of_the_user(leak, tmp_path, monkeypatch):
    program, name, value, command = leak
    if not shutil.which(program):
        pytest.skip(f"no {program}")
    marker = tmp_path / f"leaked-{program}"
    for file, text in FILES.items():
        (tmp_path / file).write_text(text.format(marker=str(marker)))
    monkeypatch.chdir(tmp_path)
    for folder in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(folder, str(tmp_path))
    monkeypatch.setenv(name, value.format(here=tmp_path))
    monkeypatch.setattr(_foreign, "_versions", {})
    runner = {"tclsh": "tcl", "curl": "python"}.get(program, program)
    # One is enough, and Java takes a second for each.
    rows = tuple(row for row in decoders.ROWS if row.runner == runner)
    monkeypatch.setattr(decoders, "ROWS", rows[:1])
    for words in (["who", "a"], ["who", "--decode", "%41"]):
        assert main(words) == 0
    disagree("http://e.com/", parsers=PARSERS.get(program, ["urllib"]), limit=PATIENCE)
    wire.send("/a", CLIENTS.get(program, ["urllib"]), timeout=PATIENCE)
    for row in who.PRODUCERS:
        if row.runner == runner and ("'curl'" in row.code or program != "curl"):
            assert running.run(row, ["a"], PATIENCE)[0].result == "a"
            break
    assert not marker.exists()
    subprocess.run(command, check=True, capture_output=True)
    assert marker.exists(), "the program does not read it"


@POSIX
def test_who_without_decode_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", None)
    assert main(["who", "a b"]) == 0
    assert main(["who"]) == 0


def test_curl_reads_no_settings_in_a_row() -> None:
    # It looks for ~/.curlrc in the system's table of users, whatever the environment says.
    rows = [row for row in who.PRODUCERS if "subprocess" in row.code]
    assert rows
    for row in rows:
        assert "['curl', '-q', " in row.code
