"""Node.js for comparison: the same calls, timed in a process of its own.

A call from here for each text would be too slow. So a process reads the texts, returns all results
once for comparison, and then times a round on request, in turn with the others.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

from superuri import _foreign

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

NAME = "Node"

#: The verbs, and the function of Node for each.
FUNCTIONS = {
    "quote": "encodeURIComponent",
    "unquote": "decodeURIComponent",
    "urlencode": "(pairs => new URLSearchParams(pairs).toString())",
    "parse_qsl": "(form => [...new URLSearchParams(form)])",
    "form.parse": "(form => [...new URLSearchParams(form)])",
    "whatwg.URL.href": "(text => new URL(text).href)",
    "form.serialize": "(pairs => new URLSearchParams(pairs).toString())",
}

_PROGRAM = """
const fs = require('fs');
const line = () => {
    const pieces = [], piece = Buffer.alloc(1 << 16);
    for (;;) {
        const read = fs.readSync(0, piece);
        pieces.push(Buffer.from(piece.subarray(0, read)));
        if (read === 0 || piece[read - 1] === 10) return Buffer.concat(pieces).toString();
    }
};
const say = words => {
    for (let rest = Buffer.from(JSON.stringify(words) + '\\n'); rest.length > 0;)
        rest = rest.subarray(fs.writeSync(1, rest));
};
const {texts, seconds} = JSON.parse(line());
const call = %s;
let kept;  // so that no answer may be left out
const pass = repeat => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < repeat; i++) for (const text of texts) kept = call(text);
    return Number(process.hrtime.bigint() - start) / 1e9 / repeat;
};
say(texts.map(text => call(text)));
// The compiler has seen enough after a few batches, and before that nothing is measured.
for (let i = 0; i < 3; i++) pass(Math.max(1, Math.round(seconds / pass(1))));
const repeat = Math.max(1, Math.round(seconds / pass(1)));
while (line() !== '') say(pass(repeat));
"""


class Node:
    """A process that has the texts, returns its results, and times a pass over them on request."""

    def __init__(self, program: str, verb: str, texts: list[object], seconds: float) -> None:
        """Start the process; a round takes about that many seconds."""
        self._process = subprocess.Popen(
            [program, "-e", _PROGRAM % FUNCTIONS[verb]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._ask({"texts": texts, "seconds": seconds})
        #: Its result for each text.
        self.answers = [
            [tuple(pair) for pair in answer] if isinstance(answer, list) else answer
            for answer in self._answer()
        ]

    def one_pass(self) -> float:
        """Return the seconds for one pass over the texts, timed in a round of passes."""
        self._ask("again")
        return float(self._answer())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # It ends when its input does.
        self._process.communicate()

    def _ask(self, words: object) -> None:
        assert self._process.stdin is not None  # noqa: S101  it is a pipe
        self._process.stdin.write(json.dumps(words).encode() + b"\n")
        self._process.stdin.flush()

    def _answer(self) -> object:
        assert self._process.stdout is not None  # noqa: S101  it is a pipe
        return json.loads(self._process.stdout.readline())


def start(verb: str, texts: list[object], seconds: float) -> Node | None:
    """Return a process with these texts; None if Node is not installed or lacks the verb.

    >>> start("clean", [], 0.1) is None
    True
    """
    program = shutil.which("node")
    return Node(program, verb, texts, seconds) if program and verb in FUNCTIONS else None


def version() -> str:
    """Return the version of Node."""
    number = _foreign.version("node")
    return f"v{number}" if number else "not installed"
