"""Imports: Ctrl-C ends the command without a traceback while it still imports."""

import os
import signal
import subprocess
import sys

import pytest

from kit.command import COMMAND, PATIENCE

#: A module that Python imports first. Importing the module of the variable sends the interrupt.
INTERRUPTED = """
import os, signal, sys

class Interrupt:
    @staticmethod
    def find_spec(name, path, target=None):
        if name == os.environ["INTERRUPTED"]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt)
"""
#: What an installer writes as the command.
SCRIPT = "from superuri.cli import main\nraise SystemExit(main())\n"
MODULES = ["superuri._core", "superuri.cli", "superuri.cli.output", "superuri.cli.dispatch"]


def ended(folder, command, module):
    """Return exit code and messages of the command, interrupted when it imports the module."""
    (folder / "sitecustomize.py").write_text(INTERRUPTED)
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path, "INTERRUPTED": module}
    done = subprocess.run(
        command, check=False, capture_output=True, env=environment, timeout=PATIENCE
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("started", ["module", "script"])
def test_ctrl_c_while_it_imports_is_quiet(tmp_path, started, module):
    script = tmp_path / "superuri"
    script.write_text(SCRIPT)
    command = [*(COMMAND if started == "module" else [sys.executable, script]), "clean", "a"]
    code, messages = ended(tmp_path, command, module)
    assert code in {-signal.SIGINT, 128 + signal.SIGINT}
    assert messages == b""


def test_a_program_that_imports_the_package_keeps_its_interrupts(tmp_path):
    program = "try:\n    import superuri\nexcept KeyboardInterrupt:\n    raise SystemExit(7)"
    for more in ([], ["superuri"], ["-m", "superuri"]):
        command = [sys.executable, "-c", program, *more]
        assert ended(tmp_path, command, "superuri._core") == (7, b"")
