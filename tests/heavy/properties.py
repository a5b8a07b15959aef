"""Properties: each one is tried on a million inputs. Minutes, on all cores.

    PYTHONPATH=tests python -m heavy.properties [EXAMPLES [SEED [PROCESSES]]]

A failure prints the property, its arguments and the seed that made them.
"""

import os
import sys
import time
from multiprocessing import Pool
from random import Random

from clean import test_fanged, test_properties_clean
from codec import test_properties, test_properties_forms
from kit.strategies import PROPERTIES
from python import test_pydantic
from syntax import test_properties_whatwg, test_readings
from uri import test_properties_uri, test_unwrap

# The imports fill PROPERTIES.
assert all((test_properties, test_properties_clean, test_properties_forms, test_properties_uri))
assert all((test_properties_whatwg, test_pydantic, test_readings, test_fanged, test_unwrap))
BATCH = 10_000


def run(job: tuple[str, int, int]) -> tuple[str, int, str]:
    """Run one property with this many examples and this seed; return the failure, if any."""
    name, seed, count = job
    holds, generators = PROPERTIES[name]
    rng = Random(f"{name} {seed}")
    for number in range(count):
        values = [generate(rng) for generate in generators]
        try:
            holds(*values)
        except Exception as error:  # noqa: BLE001  because any exception is a broken property
            where = f"seed {seed}, example {number}: {type(error).__name__} {error}"
            return name, number, f"{name}({', '.join(map(repr, values))})\n    {where}"
    return name, count, ""


def main(examples: int, seed: int, processes: int) -> int:
    """Return 0 if every property holds."""
    began = time.monotonic()
    batches = [min(BATCH, examples - done) for done in range(0, examples, BATCH)]
    jobs = [(name, seed + n, count) for name in PROPERTIES for n, count in enumerate(batches)]
    counts, broken = dict.fromkeys(PROPERTIES, 0), dict[str, str]()
    with Pool(processes) as pool:
        for name, count, wrong in pool.imap_unordered(run, jobs):
            counts[name] += count
            if wrong and name not in broken:
                broken[name] = wrong
                print(wrong, flush=True)
    for name, count in counts.items():
        print(f"{count:>12,}  {'BROKEN' if name in broken else 'holds '}  {name}")
    print(f"{len(PROPERTIES)} properties, {len(broken)} broken, {time.monotonic() - began:.0f} s")
    return 1 if broken else 0


if __name__ == "__main__":
    message = [int(word) for word in sys.argv[1:]]
    defaults = [1_000_000, int(time.time()), os.cpu_count() or 1]
    sys.exit(main(*message, *defaults[len(message) :]))
