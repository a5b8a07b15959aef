"""Output of the command: exit codes here; messages, files, progress and signals in modules."""

FINE = 0
NO = 1
USAGE = 2
FILES = 3
FAILED = 4
BUG = 70
CLOSED_PIPE = 128 + 13

EXITS = (
    (FINE, "success"),
    (NO, "findings, or a difference"),
    (USAGE, "the command line is wrong"),
    (FILES, "a file could not be read or written, or out of memory"),
    (FAILED, "some records could not be processed"),
    (BUG, "a bug in superuri"),
    (CLOSED_PIPE, "the output was closed early (SIGPIPE)"),
    (130, "Ctrl-C; another signal N: 128 + N"),
)


def exits() -> str:
    """Return the exit codes, one in each line."""
    return "exit codes:\n" + "\n".join(f"  {code:<5}{meaning}" for code, meaning in EXITS)
