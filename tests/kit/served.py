"""Long calls: verbs with texts that take much memory or time, each in a process of its own.

A child makes the call, and reports its memory, and how soon an interrupt ended it.
"""

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from typing import Any, NamedTuple

import superuri
from kit import ROOT
from superuri import form, keys, percent_u, profiles, whatwg

#: The repeated part of a text, which begins with a slash.
FAMILIES = {
    "percents": "%", "escapes": "%41", "double": "%2541", "letters": "é", "dots": "/..",
    "controls": "\x01 ", "no UTF-8": "%E9", "right to left": "א%D7%90",
}  # fmt: skip
VERBS = {
    "encode": superuri.encode,
    "decode": lambda text: superuri.decode(text, errors="keep"),
    "clean": superuri.clean,
    "clean, SALVAGE": lambda text: superuri.clean(text, profiles.SALVAGE),
    "edits": superuri.edits,
    "is_uri": superuri.is_uri,
    "pretty": superuri.pretty,
    "shown": superuri.shown,
    "normalize": superuri.normalize,
    "compare": lambda text: superuri.compare(text, text + "#"),
    "URI.clean": superuri.URI.clean,
    "split": superuri.split,
    "lint": superuri.lint,
    "fix": lambda text: superuri.fix(text, unsafe=True),
    "explain": superuri.explain,
    "layers": superuri.layers,
    "guess_encoding": superuri.guess_encoding,
    "agreed_host": lambda text: superuri.agreed_host("http://" + text),
    "keys.key": keys.key,
    "keys.surt": keys.surt,
    "form.parse": form.parse,
    "percent_u.decode": lambda text: percent_u.decode(text, errors="keep"),
    "repair_mojibake": superuri.repair_mojibake,
    "refang": superuri.refang,
    "defang": superuri.defang,
    "unwrap": superuri.unwrap,
    "unwraps": superuri.unwraps,
    "whatwg.URL": lambda text: whatwg.URL("http://h/" + text).href,
}


class Measured(NamedTuple):
    #: The exception that it raised, or "".
    raised: str
    #: The time in seconds.
    took: float
    #: The peak memory beyond that before the call, in multiples of the text's UTF-8.
    times: float
    #: Seconds from an interrupt to its exception; None if the call had ended.
    answered: float | None


def text_of(family: str, size: int) -> str:
    """Return a text of that many bytes in UTF-8."""
    unit = FAMILIES[family]
    return "/" + unit * (size // len(unit.encode()))


def measured(verb: str, family: str, size: int, *, after: float | None = None) -> Measured:
    """Make the call in a process of its own; with `after`, interrupt it after that many seconds."""
    arguments = [verb, family, str(size), "" if after is None else str(after)]
    done = subprocess.run(
        [sys.executable, "-m", "kit.served", *arguments],
        check=True, capture_output=True, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    return Measured(**json.loads(done.stdout))


def most() -> int:
    """Return the peak memory of this process, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def child(verb: str, family: str, size: str, after: str) -> dict[str, Any]:
    """Make the call, and return its measurements."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    text = text_of(family, int(size))
    with contextlib.suppress(ValueError):
        VERBS[verb]("/a%41é")
    length, before, sent = len(text.encode()), most(), 0.0
    ended = threading.Event()

    def interrupt() -> None:
        nonlocal sent
        if not ended.wait(float(after)):
            sent = time.perf_counter()
            os.kill(os.getpid(), signal.SIGINT)

    raised, answered = "", None
    begun = ended_at = time.perf_counter()
    # An interrupt that comes too late is ignored.
    with contextlib.suppress(KeyboardInterrupt):
        thread = threading.Thread(target=interrupt)
        try:
            if after:
                thread.start()
            VERBS[verb](text)
        except ValueError as error:
            raised = getattr(error, "code", type(error).__name__)
        except MemoryError:
            raised = "MemoryError"
        except KeyboardInterrupt:
            answered = time.perf_counter() - sent
        ended.set()
        ended_at = time.perf_counter()
        if after:
            thread.join()
    took = ended_at - begun
    times = (most() - before) / length
    return {"raised": raised, "took": took, "times": times, "answered": answered}


if __name__ == "__main__":
    print(json.dumps(child(*sys.argv[1:])))
