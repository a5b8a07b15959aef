"""What happens between a command line and its exit code?

Exit codes are rows of :data:`EXITS`. Nothing is imported before it is needed: most of the time of
a short run is start-up.
"""

from __future__ import annotations

import os
import sys

FINE = 0
INVALID = 1
USAGE = 2
FILES = 3
DIFFER = 4
BUG = 70
CLOSED_PIPE = 128 + 13

# Asked alone, it is answered without the parser, which takes as long to load as all the rest.
VERSION = ["--version"]

EXITS = (
    (FINE, "all went well"),
    (INVALID, "some input was invalid"),
    (USAGE, "the command line was not understood"),
    (FILES, "a file could not be read or written, or memory is short"),
    (DIFFER, "all input was valid, and compare found two that differ"),
    (BUG, "a bug in superuri"),
    (CLOSED_PIPE, "whoever read the output went away (as SIGPIPE would say)"),
    (130, "Ctrl-C; another signal N: 128 + N"),
)


def exits() -> str:
    """Return the exit codes, one a line."""
    return "exit codes:\n" + "\n".join(f"  {code:<5}{meaning}" for code, meaning in EXITS)


def main(argv: list[str] | None = None) -> int:
    """Return the exit code of the command with these arguments.

    Without any, the process's own are taken, and it ends: signals and all.
    """
    closed = plug()
    if argv is not None:
        return outcome(argv, closed)
    if sys.argv[1:] == VERSION and not closed and told_version():
        os._exit(FINE)
    from superuri.cli.output import signals  # noqa: PLC0415  because descriptors 0 to 2 come first

    signals.watch()
    code = outcome(sys.argv[1:], closed)
    # Nothing is left to do, and the interpreter takes longer to tidy up than a short job takes.
    os._exit(code)


def version() -> bytes:
    """Return what ``--version`` prints."""
    from superuri import _core  # noqa: PLC0415  because descriptors 0 to 2 come first

    return f"superuri {_core.__version__}\n".encode()


def told_version() -> bool:
    """Print the version; where that fails, the ordinary way says why."""
    try:
        os.write(1, version())
    except OSError:
        return False
    return True


def outcome(argv: list[str], closed: set[int]) -> int:
    """Return the exit code. Whatever goes wrong is said in one sentence."""
    from superuri.cli.output import messages  # noqa: PLC0415  because descriptors 0 to 2 come first

    try:
        from superuri.cli.arguments import parse  # noqa: PLC0415  because only a process needs it

        options = parse(argv)
        from superuri.cli.verbs.lines import run  # noqa: PLC0415  because `--help` does not run

        return run(options, closed)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    except BrokenPipeError:
        code = CLOSED_PIPE
    except OSError as error:
        if error.filename is None and closed and error.errno == messages.CLOSED:
            error.filename = "<stdin>"  # all else has its name
        messages.say_file_error(error)
        code = FILES
    except MemoryError as error:
        short = "memory is short: a smaller --max-line needs less"
        messages.say_error("superuri", str(error) or short)
        code = FILES
    except KeyboardInterrupt:
        code = 130
    except RuntimeError as error:  # InternalError
        messages.say_error("superuri", f"{error}; please report it")
        code = BUG
    return code


def plug() -> set[int]:
    """Return which of the descriptors 0, 1 and 2 are closed, and put something harmless there.

    Otherwise the next file that is opened would become standard output. What is put there cannot
    be read instead of standard input, nor written instead of standard output: whoever tries fails,
    as with a closed one. Messages that nobody can hear are lost, and no failure.
    """
    closed = set()
    for descriptor, way in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_RDWR)):
        try:
            os.fstat(descriptor)
        except OSError:
            closed.add(descriptor)
            os.open(os.devnull, way)
    return closed
