"""The command: from a command line to its exit code.

Start-up takes most of a short run, so the process of the command saves time where a library must
not. Modules are imported when they are needed. A finder at the start of `sys.meta_path` hides
pandas from PyArrow (`WithoutPandas`). `os._exit` ends the process without the interpreter's
clean-up. `main` does the last two only if it has no arguments, that is, as the command itself.
"""

import os
import sys

import superuri._system as _system

# `--version` alone is answered without the parser, which takes as long to load as the rest.
VERSION = (["--version"], ["-V"])


def main(argv: list[str] | None = None) -> int:
    """Return the exit code of the command with these arguments.

    Without arguments, the process's own are used, and the process ends with the exit code.
    """
    if argv is None:
        _system.end_at_interrupt()
    closed = _system.fill_closed()
    if argv is not None:
        return outcome(argv, closed)
    if sys.argv[1:] in VERSION and not closed and printed_version():
        os._exit(0)  # without clean-up, as below
    from superuri.cli.output import signals  # noqa: PLC0415  because descriptors 0 to 2 come first

    signals.watch()
    # It comes first, because the next finders would find pandas.
    sys.meta_path.insert(0, WithoutPandas)
    code = outcome(sys.argv[1:], closed)
    # The interpreter's clean-up takes longer than a short job, and nothing is left to do: files are
    # closed and messages flushed.
    os._exit(code)


class WithoutPandas:
    """A finder of modules that finds no pandas, unless it is Spark that imports it.

    PyArrow imports pandas, where it is installed, to see whether a list is a Series. The command
    never has one, and the import takes longer than a short job.
    """

    @staticmethod
    def find_spec(name: str, path: object, target: object = None) -> None:  # noqa: ARG004  the protocol's
        if name == "pandas" and "pyspark" not in sys.modules:
            raise ModuleNotFoundError(name, name=name)


def printed_version() -> bool:
    """Print the version and return True; if that fails, return False, so that the error is
    reported.
    """
    import superuri._core as _core  # noqa: PLC0415  because descriptors 0 to 2 come first

    try:
        os.write(1, f"superuri {_core.__version__}\n".encode())
    except OSError:
        return False
    return True


def outcome(argv: list[str], closed: set[int]) -> int:
    """Return the exit code. Every failure is reported in one sentence."""
    from superuri.cli import output  # noqa: PLC0415  because descriptors 0 to 2 come first
    from superuri.cli.output import messages  # noqa: PLC0415  as above

    try:
        return done(argv, closed)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else output.USAGE
    except BrokenPipeError:
        code = output.CLOSED_PIPE
    except OSError as error:
        from errno import EBADF  # noqa: PLC0415  because most runs need none

        if error.filename is None and closed and error.errno == EBADF:
            error.filename = "<stdin>"  # all other files have their name
        messages.say_file_error(error)
        code = output.FILES
    except MemoryError as error:
        short = "out of memory: a smaller --max-line needs less"
        messages.say_error("superuri", str(error) or short)
        code = output.FILES
    except KeyboardInterrupt:
        code = 130
    except RuntimeError as error:  # InternalError
        messages.say_error("superuri", f"{error}; please report it")
        code = output.BUG
    return code


def done(argv: list[str], closed: set[int]) -> int:
    from superuri.cli.dispatch import parse  # noqa: PLC0415  because descriptors 0 to 2 come first
    from superuri.cli.output import messages  # noqa: PLC0415  as above

    options = parse(argv)
    messages.style.when = getattr(options, "color", "auto")
    if "run" in options:
        code: int = options.run(options)
        return code
    from superuri.cli.verbs.lines import work  # noqa: PLC0415  because `--help` exits earlier

    return work(options, closed)
