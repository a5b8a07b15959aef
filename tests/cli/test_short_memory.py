"""Long lines when memory runs out: the command reports it, and the process is not killed."""

import subprocess

import pytest

from kit.amount import rest
from kit.command import COMMAND, PATIENCE

resource = pytest.importorskip("resource")

LINE = 12 << 20
SHORT = 3


PIECES = ("a", "a/", "a=b&", "%", "\x01")
VERBS = (["parse", "--clean"], ["clean"], ["pretty"], ["normalize"])
#: Each piece with some verb, and each verb with some piece.
ROWS = [
    pytest.param(verb, piece, marks=() if (row + column) % 3 == 0 else rest)
    for row, verb in enumerate(VERBS)
    for column, piece in enumerate(PIECES)
]


@pytest.mark.parametrize(("verb", "piece"), ROWS)
def test_a_long_line_is_done_or_refused(tmp_path, verb, piece):
    lines = tmp_path / "lines"
    lines.write_bytes(b"http://e.com/?" + piece.encode() * (LINE // len(piece)) + b"\n")
    codes = set()
    for mebibytes in (140, 170, 200, 240, 300):
        limit = (mebibytes << 20, mebibytes << 20)
        done = subprocess.run(
            [*COMMAND, *verb, "--json", "-i", lines, "-o", tmp_path / "out"],
            check=False,
            capture_output=True,
            timeout=PATIENCE,
            preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_AS, limit),
        )
        message = done.stderr.decode()
        assert done.returncode in {0, SHORT}, (mebibytes, done.returncode, message)
        assert done.returncode == 0 or "out of memory" in message
        codes.add(done.returncode)
    assert SHORT in codes, "the limits are too high to show anything"
