"""The command, started as its own process, and watched for tracebacks."""

import subprocess
import sys

COMMAND = [sys.executable, "-m", "superuri"]
#: Seconds that a child process is waited for: it may be slow, and only one that hangs takes these.
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
    said = process.communicate(timeout=PATIENCE)[1]
    assert b"Traceback" not in (said or b"")
    return process.returncode, said
