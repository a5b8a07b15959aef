"""Threads: every public function, called by many threads at once with shared arguments.

    make threads
    python -m heavy threads --seconds 600 --threads 16

The functions are those of `kit.long_calls`. One thread makes all calls first; then all threads
make them, each in an order of its own, with the same argument objects, and compare the answers.
Other threads meanwhile change lists and a dict that are arguments: an answer must consist of what
was once in them. On a free-threaded Python, superuri must have turned the GIL on.
"""

import argparse
import os
import random
import sys
import sysconfig
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import superuri
from kit.long_calls import ALLOWED, TEXTS, calls
from superuri import form
from superuri._core import apply_column

#: How long a thread runs before another gets the GIL: a five-hundredth of the usual.
SWITCH = 1e-5
#: Errors of a container that another thread changes meanwhile.
CHANGED = (*ALLOWED, RuntimeError)
#: The pairs that shared containers hold, at one time or another.
PAIRS = [(f"n{number}", f"é {number}") for number in range(40)]


def answer(call: Callable[[Any], Any], argument: Any) -> tuple[str, str]:
    """Return what a call answers or raises, as texts that can be compared."""
    try:
        got = call(argument)
        return type(got).__name__, repr(list(got) if isinstance(got, Iterator) else got)
    except ALLOWED as error:
        return type(error).__name__, str(error)


class Job(list[Any]):
    """All calls with their arguments, and the answers of one thread."""

    def __init__(self) -> None:
        """Make each call twice; leave those out that answer in two ways."""
        super().__init__()
        self.left_out = 0
        for one in calls():
            for text in TEXTS:
                try:
                    argument = one.prepare(text)
                except ALLOWED:
                    continue
                first = answer(one.call, argument)
                if first == answer(one.call, argument):
                    self.append((one.name, one.call, argument, first))
                else:
                    self.left_out += 1


class Shared(NamedTuple):
    """The containers that change while they are read."""

    pairs: list[tuple[str, str]]
    table: dict[str, str]
    texts: list[str]


class Soak:
    """Threads that run until the end, what they counted, and what they found wrong."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.count: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.lock = threading.Lock()

    def runs(self) -> bool:
        """Return whether there is time left, and nothing wrong yet."""
        return time.monotonic() < self.end and not self.wrong

    def note(self, what: str, count: int) -> None:
        with self.lock:
            self.count[what] += count

    def compares(self, job: Job, seed: int) -> None:
        """Make all calls, again and again, in an order of this thread's own."""
        order, made = list(job), 0
        draw = random.Random(seed)
        while self.runs():
            draw.shuffle(order)
            for name, call, argument, want in order:
                got = answer(call, argument)
                made += 1
                if got != want:
                    self.wrong.append(f"{name}: {got}, and alone {want}")
                if not self.runs():
                    break
        self.note("calls", made)

    def changes(self, shared: Shared, seed: int) -> None:
        draw, made = random.Random(seed), 0
        while self.runs():
            name, value = pair = draw.choice(PAIRS)
            made += 1
            match draw.randrange(6):
                case 0 | 1:
                    shared.pairs.append(pair)
                    shared.texts.append(name + value)
                case 2:
                    del shared.pairs[:2], shared.texts[:2]
                case 3:
                    shared.table[name] = value
                case 4:
                    shared.table.pop(name, None)
                case _ if len(shared.pairs) > 2 * len(PAIRS):
                    shared.pairs.clear()
                    shared.texts.clear()
                    shared.table.clear()
        self.note("changes", made)

    def reads(self, shared: Shared) -> None:
        """Pass the shared containers to what takes containers."""
        pairs, made = set(PAIRS), 0
        rows = {superuri.encode(name + value) for name, value in PAIRS}
        todo: list[tuple[Callable[[], list[Any]], set[Any]]] = [
            (lambda: form.parse(form.serialize(shared.pairs)), pairs),
            (lambda: form.parse(form.serialize(shared.table)), pairs),
            (lambda: form.parse(superuri.build(query=shared.pairs).raw.query or ""), pairs),
            (lambda: form.parse(superuri.build(query=shared.table).raw.query or ""), pairs),
            (lambda: apply_column(shared.texts, "encode", "raise", False, 2, None).to_list(), rows),
        ]
        while self.runs():
            for read, known in todo:
                try:
                    got = read()
                except CHANGED:
                    continue
                made += 1
                if not known.issuperset(got):
                    self.wrong.append(f"never in the container: {got}")
        self.note("readings of what changes", made)


def main() -> int:
    """Run the threads; return 1 if any answer differed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    if sysconfig.get_config_var("Py_GIL_DISABLED") and not sys._is_gil_enabled():  # noqa: SLF001
        sys.exit("the GIL is off: superuri did not ask for it")
    job = Job()
    seed = int(os.environ.get("SUPERURI_SEED", "0")) or random.randrange(2**32)
    print(f"{len(job)} calls; {job.left_out} answer in two ways and are left out; seed {seed}")
    sys.setswitchinterval(SWITCH)
    soak = Soak(options.seconds)
    threading.excepthook = lambda raised: soak.wrong.append(repr(raised.exc_value))
    shared = Shared([], {}, [])
    todo = [
        *((soak.compares, job, seed + number) for number in range(options.threads)),
        *((soak.changes, shared, seed - number) for number in (1, 2)),
        *((soak.reads, shared) for _ in range(2)),
    ]
    workers = [threading.Thread(target=work, args=arguments) for work, *arguments in todo]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    counted = ", ".join(f"{count:,} {what}" for what, count in soak.count.items())
    print(f"{options.threads} threads, {options.seconds:g} seconds: {counted}", flush=True)
    for line in soak.wrong[:20]:
        print(line)
    print("all as one thread answers" if not soak.wrong else f"{len(soak.wrong)} differ")
    return bool(soak.wrong)


if __name__ == "__main__":
    sys.exit(main())
