"""Process of a foreign program: its environment, its input, its output up to a limit, its end."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

import superuri._scratch as _scratch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from io import BufferedReader
    from typing import IO, Any

#: Environment variables that are passed on: where programs and their libraries are.
KEPT = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "JAVA_HOME")

#: Environment variables with a value of ours. Go would read settings above its folder, and download
#: another version of itself if they ask for one; git's settings may name another host for a URL.
OURS = {
    "LC_ALL": "C.UTF-8",
    "NO_PROXY": "*",
    "no_proxy": "*",
    "GO111MODULE": "off",
    "GOENV": "off",
    "GOTOOLCHAIN": "local",
    "GIT_CONFIG_NOSYSTEM": "1",
}

#: Environment variables that name the folder of the process.
HOMES = ("HOME", "USERPROFILE", "TMPDIR", "CURL_HOME", "XDG_CONFIG_HOME")

#: The maximum length of each output of a program; in bytes.
MOST = 1 << 26

#: How long outputs may stay open when the program has ended; in seconds.
ENDING = 10


class Output(NamedTuple):
    """A program's standard output and error output."""

    out: bytes
    errors: bytes


class TooMuchError(subprocess.SubprocessError):
    """A program wrote more than it may."""


def environment(folder: str) -> dict[str, str]:
    """Return the variables for a process: paths of programs, its home, and no proxy."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, **dict.fromkeys(HOMES, folder), **OURS}


def write(folder: str, name: str, text: str) -> str:
    path = os.path.join(folder, name)  # noqa: PTH118  because pathlib is slow to load
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  as above
        file.write(text)
    return path


def start(
    folder: str,
    command: Sequence[str],
    variables: Mapping[str, str] | None = None,
    **pipes: Any,  # noqa: ANN401  because they are Popen's
) -> subprocess.Popen[Any]:
    """Start a program in a folder of ``_scratch``, which stops it at the end.

    Args:
        folder: The folder.
        command: The program and its arguments.
        variables: Environment variables, beside those of :func:`environment`.
        **pipes: What ``subprocess.Popen`` takes for the inputs and outputs.

    Returns:
        A Popen.

    Raises:
        OSError: The program cannot be started.
    """
    env = {**environment(folder), **(variables or {})}
    return _scratch.start(folder, list(command), env=env, **pipes)


class Kept(Thread):
    """A thread that keeps what a program writes to a pipe, up to a number of bytes."""

    def __init__(
        self, pipe: BufferedReader, most: int, too_much: Callable[[], object] | None = None
    ) -> None:
        super().__init__(daemon=True)
        self.pipe, self.most, self.too_much = pipe, most, too_much
        self.octets = bytearray()
        self.is_cut = False
        self.start()

    def run(self) -> None:
        """Read the pipe to its end; what exceeds the limit is discarded."""
        with self.pipe:
            while piece := self.pipe.read1(1 << 16):
                left = self.most - len(self.octets)
                self.octets += piece[:left]
                if len(piece) > left and not self.is_cut:
                    self.is_cut = True
                    if self.too_much is not None:
                        self.too_much()


def run(
    command: Sequence[str],
    given: bytes = b"",
    limit: float | None = None,
    *,
    files: Mapping[str, str] | None = None,
    variables: Mapping[str, str] | None = None,
) -> Output:
    """Run a program to its end.

    Args:
        command: The program and its arguments.
        given: What it reads on standard input.
        limit: The time limit, in seconds; None for none.
        files: Files of its folder: their names, and their text.
        variables: Environment variables, beside those of :func:`environment`.

    Returns:
        An Output.

    Raises:
        OSError: The program cannot be started.
        subprocess.CalledProcessError: It fails.
        subprocess.TimeoutExpired: It takes too long.
        TooMuchError: An output is longer than :data:`MOST`.
    """
    with _scratch.folder() as folder:
        for name, text in (files or {}).items():
            write(folder, name, text)
        pipe = subprocess.PIPE
        process = start(folder, command, variables, stdin=pipe, stdout=pipe, stderr=pipe)

        def stop() -> None:
            _scratch.stop(process)

        feeder = Thread(target=_feed, args=(process.stdin, given), daemon=True)
        feeder.start()
        pipes: tuple[Any, ...] = (process.stdout, process.stderr)
        kept = [Kept(each, MOST, stop) for each in pipes]
        try:
            process.wait(limit)
        finally:
            # Programs that it started may keep the outputs open.
            stop()
            for thread in (feeder, *kept):
                thread.join(ENDING)
    output = Output(*(bytes(each.octets) for each in kept))
    if any(each.is_cut for each in kept):
        raise TooMuchError(f"{command[0]} writes more than {MOST:,} bytes")
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, list(command), *output)
    return output


def _feed(pipe: IO[bytes], given: bytes) -> None:
    """Write the input, as far as the program reads it."""
    with suppress(OSError), pipe:
        pipe.write(given)
