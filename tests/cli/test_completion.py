"""Completion in bash: the words that are offered."""

import shutil
import subprocess

import pytest

from kit.command import run

ROWS = [
    (["cl"], {"clean"}),
    (["help", "norm"], {"normalize"}),
    (["form", ""], {"encode", "decode"}),
    (["form", "decode", "--enc"], {"--encoding"}),
    (["clean", "--prof"], {"--profile"}),
    (["clean", "--profile", "RFC3"], {"RFC3986"}),
    (["decode", "--errors", "k"], {"keep"}),
    (["completion", "f"], {"fish"}),
    (["clean", "-i", "note"], {"notes.txt"}),
    (["lint", "--fail-on", ""], {"info", "warning", "error"}),
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(("typed", "offered"), ROWS)
def test_bash_offers(tmp_path, typed, offered):
    (tmp_path / "notes.txt").touch()
    (tmp_path / "superuri.sh").write_bytes(run(["completion", "bash"]).stdout)
    script = 'source ./superuri.sh; COMP_WORDS=(superuri "$@"); COMP_CWORD=$#; _superuri; '
    script += "printf '%s\\n' \"${COMPREPLY[@]}\""
    done = subprocess.run(
        ["bash", "-c", script, "bash", *typed], check=True, capture_output=True, cwd=tmp_path
    )
    assert set(done.stdout.decode().split()) == offered


def test_another_shell_is_refused():
    done = run(["completion", "csh"])
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"bash" in done.stderr
