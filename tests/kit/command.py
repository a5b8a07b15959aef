"""The command, started in its own process, and checked for tracebacks."""

import os
import shlex
import subprocess
import sys

COMMAND = [sys.executable, "-m", "superuri"]
#: Seconds to wait for a child process: it may be slow, so only a hanging one reaches this.
PATIENCE = 600


def run(arguments, data=b"", **more):
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": PATIENCE, **more}
    done = subprocess.run([*COMMAND, *arguments], input=data, check=False, **more)
    assert b"Traceback" not in (done.stderr or b"")
    return done


def start(arguments, **more):
    more = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.Popen([*COMMAND, *arguments], **more)


def finish(process):
    errors = process.communicate(timeout=PATIENCE)[1]
    assert b"Traceback" not in (errors or b"")
    return process.returncode, errors


def sleepy(folder, program):
    """Return an environment in which the program never ends; it writes its process id to a file."""
    for name in ("bin", "folders"):
        (folder / name).mkdir()
    command = folder / "bin" / program
    command.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo {program} 99.9 && exit\n'
        f"echo $$ >> {shlex.quote(str(folder / 'runs'))}\nexec sleep {PATIENCE}\n"
    )
    command.chmod(0o755)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "TMPDIR": str(folder / "folders")}
