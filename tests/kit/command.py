"""The command, started in its own process, and checked for tracebacks."""

import atexit
import contextlib
import functools
import os
import shlex
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kit import ROOT
from kit.nursery import STUCK, Nursery

COMMAND = [sys.executable, "-m", "superuri"]
#: Seconds to wait for a child process: it may be slow, so only a hanging one reaches this.
PATIENCE = 600
#: Whether commands may be forks: the names of a process's descriptors are Linux's. `python -m heavy
#: coverage` sets SUPERURI_FORKS=0, because forks do not write their counts.
FORKS = sys.platform == "linux" and os.environ.get("SUPERURI_FORKS") != "0"
#: The package, and the modules of it that commands import when they need them.
PACKAGE = ROOT / "python" / "superuri"
LOADED = [
    ".".join(("superuri", *path.relative_to(PACKAGE).with_suffix("").parts))
    for name in (
        *("cli", "explanation"),
        *(f"tables/{name}" for name in ("files", "job", "report", "storage")),
    )
    for path in sorted((PACKAGE / name).rglob("*.py"))
]


@functools.cache
def _nursery():
    """Start the nursery of this process; it ends with it."""
    nursery = Nursery(ROOT, block=None)
    nursery.load(LOADED)
    atexit.register(nursery.__exit__)
    return nursery


def _starts_alike(env):
    """Return whether a new interpreter would start as the nursery did."""
    then = _nursery().env
    read = {name for name in (*env, *then) if name.startswith(("PYTHON", "LC_", "LANG", "LD_"))}
    return all(env.get(name) == then.get(name) for name in read)


def _forked(arguments, data, cwd, env):
    """Run the command in a fork of the nursery, with pipes."""
    words = list(map(os.fsdecode, arguments))
    os.umask(mask := os.umask(0))
    (stdin, its_in), (out, its_out), (err, its_err) = [os.pipe() for _ in range(3)]
    theirs = {"stdin": stdin, "stdout": its_out, "stderr": its_err}
    names = {name: f"/proc/{os.getpid()}/fd/{end}" for name, end in theirs.items()}
    how = {"cwd": os.fspath(cwd or Path.cwd()), "env": env, "umask": mask}
    number = _nursery().start(words, **how, **names)
    for end in theirs.values():
        os.close(end)
    late = threading.Timer(PATIENCE, os.kill, (number, signal.SIGKILL))
    late.start()

    def feed():
        with contextlib.suppress(BrokenPipeError), os.fdopen(its_in, "wb") as pipe:
            pipe.write(data)

    with (
        os.fdopen(out, "rb") as output,
        os.fdopen(err, "rb") as errors,
        ThreadPoolExecutor(2) as pool,
    ):
        pool.submit(feed)
        printed = pool.submit(errors.read)
        done = output.read(), printed.result()
        late.cancel()
        code = _nursery().wait(number)
    assert code != STUCK
    return subprocess.CompletedProcess([*COMMAND, *words], code, *done)


def run(arguments, data=b"", **more):
    """Run the command to its end.

    Only its arguments, its input, its folder and its environment are chosen by most tests. Then it
    is a fork of a process that has imported all that it needs, which takes a tenth of the time of
    a new interpreter.
    """
    env = more.get("env", os.environ)
    if FORKS and data is not None and more.keys() <= {"cwd", "env"} and _starts_alike(env):
        done = _forked(arguments, data, more.get("cwd"), dict(env))
        assert b"Traceback" not in done.stderr
        return done
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
