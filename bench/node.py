"""How long does Node take for the same?

It cannot be called from here text by text: a process of its own reads the texts, answers once for
the comparison, and times its own rounds.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache

NAME = "Node"

#: Verb → what Node has for it.
FUNCTIONS = {
    "quote": "encodeURIComponent",
    "unquote": "decodeURIComponent",
    "urlencode": "(pairs => new URLSearchParams(pairs).toString())",
    "parse_qsl": "(form => [...new URLSearchParams(form)])",
    "forms.parse": "(form => [...new URLSearchParams(form)])",
    "whatwg.URL.href": "(text => new URL(text).href)",
    "forms.serialize": "(pairs => new URLSearchParams(pairs).toString())",
}

_PROGRAM = """
const {texts, rounds, seconds} = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const call = %s;
let kept;  // so that no answer may be left out
const pass = repeat => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < repeat; i++) for (const text of texts) kept = call(text);
    return Number(process.hrtime.bigint() - start) / 1e9 / repeat;
};
// The compiler has seen enough after a few batches, and before that nothing is measured.
for (let i = 0; i < 3; i++) pass(Math.max(1, Math.round(seconds / pass(1))));
const repeat = Math.max(1, Math.round(seconds / pass(1)));
const timed = Array.from({length: rounds}, () => pass(repeat)).sort((a, b) => a - b);
process.stdout.write(JSON.stringify(
    {answers: texts.map(text => call(text)), seconds: timed[rounds >> 1]}));
"""


def run(
    verb: str, texts: list[object], rounds: int, seconds: float
) -> tuple[list[object], float] | None:
    """The answers, and the median seconds for one pass; None where Node has none, or is not here.

    >>> run("clean", [], 1, 0.1) is None
    True
    """
    node = shutil.which("node")
    if node is None or verb not in FUNCTIONS:
        return None
    done = subprocess.run(
        [node, "-e", _PROGRAM % FUNCTIONS[verb]],
        input=json.dumps({"texts": texts, "rounds": rounds, "seconds": seconds}).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    said = json.loads(done.stdout)
    answers = [
        [tuple(pair) for pair in answer] if isinstance(answer, list) else answer
        for answer in said["answers"]
    ]
    return answers, said["seconds"]


@cache
def version() -> str:
    """Node's version."""
    node = shutil.which("node")
    if node is None:
        return "not here"
    said = subprocess.run([node, "--version"], stdout=subprocess.PIPE, check=True, text=True)
    return said.stdout.strip()
