"""Completion of shells: each shell accepts its script, and bash offers the right words."""

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


#: Lines of each script, checked also where the shell is not installed.
MARKS = {
    "bash": b"complete -o filenames -F _superuri superuri",
    "zsh": b"#compdef superuri",
    "fish": b"complete -c superuri -f -n __fish_use_subcommand -a clean",
}


@pytest.mark.parametrize("shell", MARKS)
def test_a_shell_accepts_its_script(tmp_path, shell):
    done = run(["completion", shell])
    assert (done.returncode, done.stderr) == (0, b"")
    assert MARKS[shell] in done.stdout
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "script"
    script.write_bytes(done.stdout)
    checked = subprocess.run([shell, "-n", script], check=False, capture_output=True)
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, b"")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(("typed", "offered"), ROWS)
def test_bash_offers(tmp_path, typed, offered):
    (tmp_path / "notes.txt").touch()
    (tmp_path / "superuri.sh").write_bytes(run(["completion", "bash"]).stdout)
    script = 'source ./superuri.sh; COMP_WORDS=(superuri "$@"); COMP_CWORD=$#; _superuri; '
    script += "printf '%s\\n' \"${COMPREPLY[@]}\""
    printed = subprocess.check_output(["bash", "-c", script, "bash", *typed], cwd=tmp_path)
    assert set(printed.decode().split()) == offered
