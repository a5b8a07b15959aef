"""Output of the command: exit codes here; messages, files, progress and signals beside."""

FINE = 0
INVALID = 1
USAGE = 2
FILES = 3
DIFFER = 4
BUG = 70
CLOSED_PIPE = 128 + 13

EXITS = (
    (FINE, "all went well"),
    (INVALID, "some input was invalid"),
    (USAGE, "the command line was not understood"),
    (FILES, "a file could not be read or written, or memory is short"),
    (DIFFER, "all input was valid, and compare found two that differ"),
    (BUG, "a bug in superuri"),
    (CLOSED_PIPE, "the reader of the output is gone (SIGPIPE)"),
    (130, "Ctrl-C; another signal N: 128 + N"),
)


def exits() -> str:
    """Return the exit codes, one a line."""
    return "exit codes:\n" + "\n".join(f"  {code:<5}{meaning}" for code, meaning in EXITS)
