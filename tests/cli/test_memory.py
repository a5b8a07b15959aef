"""Memory of the command: it does not grow with the file."""

import shutil
import subprocess
import sys

import pytest

from kit.amount import FULL, length, rest

pytestmark = pytest.mark.memory

MEGABYTE = 1_000_000
# The longer of two files. Both are larger than the memory limit; `python -m heavy memory` uses
# larger ones.
MANY = 500 if FULL else 50
LINE = "https://example.com/a b/é?q=[1]\n".encode()
# Blocks in flight, results included; a file of any length must fit in it.
MOST = 40 * MEGABYTE
# Between a file and one ten times as long.
SLACK = 10 * MEGABYTE
# The longest line that is held in memory, twice.
LONG = 250 * MEGABYTE

RUN = """
import os, sys
command = [sys.executable, "-m", "superuri", *sys.argv[1:]]
_, status, usage = os.wait4(os.posix_spawn(sys.executable, command, os.environ), 0)
unit = 1 if sys.platform == "darwin" else 1024
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss * unit)
"""


def peak(source, target, *verb):
    """Exit code and peak memory of `superuri clean`, or another verb, started by a process of no
    size.
    """
    command = [sys.executable, "-c", RUN, *(verb or ["clean"]), "-i", source, "-o", target]
    code, octets = map(int, subprocess.check_output(command).split())
    return code, octets


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A file, and one ten times as long."""
    folder = tmp_path_factory.mktemp("files")
    sizes = {megabytes: folder / f"{megabytes}" for megabytes in (MANY // 10, MANY)}
    for megabytes, path in sizes.items():
        with path.open("wb") as out:
            for _ in range(megabytes):
                out.write(LINE * (MEGABYTE // len(LINE)))
    yield sizes
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    "verb",
    [
        "clean",
        "normalize",
        "pretty",
        *(pytest.param(each, marks=rest) for each in ("encode", "decode")),
    ],
)
def test_ten_times_the_file_takes_no_more_memory(verb, files, tmp_path, report):
    peaks = []
    for megabytes, source in files.items():
        code, octets = peak(source, tmp_path / "out", verb)
        report(f"{verb}, {megabytes} MB: {octets / MEGABYTE:.0f} MB at most")
        assert code == 0
        peaks.append(octets)
    assert max(peaks) < MOST
    assert peaks[1] - peaks[0] < SLACK


def test_dropping_an_output_frees_the_memory_that_it_reports(tmp_path, report):
    # A little more than what fits before the tables grow: the most that one takes.
    number, each = 3_700_000 if FULL else 925_000, 40
    source, target = tmp_path / "different", tmp_path / "out"
    with source.open("w", encoding="ascii") as out:
        out.writelines(f"http://e.com/{n:x}\n" for n in range(number))
    # One thread, and the least of three peaks: how far reading is ahead differs by 2 MB.
    _, without = min(peak(source, target, "normalize", "--threads", "1") for _ in range(3))
    peaks = [peak(source, target, "normalize", "--dedupe", "--threads", "1") for _ in range(3)]
    taken = (min(octets for _, octets in peaks) - without) / number
    report(f"--dedupe of {number:,} different URIs: {taken:.0f} bytes each")
    assert {code for code, _ in peaks} == {0}
    assert taken < each


def test_a_line_of_a_gigabyte_passes_through(tmp_path, report):
    if shutil.disk_usage(tmp_path).free < 4000 * MEGABYTE:
        pytest.skip("less than 4 GB of disk is free")
    source, target = tmp_path / "long", tmp_path / "clean"
    with source.open("wb") as out:
        out.write(LINE)
        for _ in range(1000):
            out.write(b"a b " * (MEGABYTE // 4))
        out.write(b"\n" + LINE)
    code, octets = peak(source, target)
    report(f"a line of 1 GB: {octets / MEGABYTE:.0f} MB at most")
    assert code == 4
    assert octets < LONG
    assert abs(target.stat().st_size - source.stat().st_size) < 100


HOSTILE = """
import resource, sys
import superuri
begin, unit, end = sys.argv[1].split("|")
text = begin + unit * (int(sys.argv[3]) // len(unit.encode())) + end
verb = getattr(superuri, sys.argv[2])
unit = 1 if sys.platform == "darwin" else 1024
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    verb(text)
except superuri.errors.URIError:
    pass
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) * unit / len(text.encode()))
"""
# A process inherits the peak memory of its parent, so this one must be small.
START = """
import os, sys
os.waitpid(os.posix_spawn(sys.executable, [sys.executable, "-c", *sys.argv[1:]], os.environ), 0)
"""
HOSTILE_SIZE = length(8 * MEGABYTE)
# The result has three bytes for one; it is built in memory, and copied once.
TIMES = 16
# The same beyond what the process takes for a short line, and what was found as text: three octets
# for one, in copies.
TIMES_TOLD = 28
# A tuple and two numbers for each of the edits.
TIMES_OF_OBJECTS = 160


@pytest.mark.parametrize("verb", ["clean", "is_uri", "normalize", "URI"])
@pytest.mark.parametrize(
    "family", ["http://h|\t|/", "http://|a@|h/", "http://h/|%|", "http://h/|[|"]
)
def test_a_hostile_text_takes_no_object_for_each_octet(family, verb, report):
    assert times_the_text(family, verb, report) < TIMES


# Texts in which each byte, or every few, has a finding.
FOUND = (
    *("http://h/|%|", "http://h/|%4|", "http://h/|%u0041|", "http://h/|[|", "http://|a@|h/"),
    *("http://h/|%252F|", "http://h/%|25|41", "http://h/|/|", "http://h/?|&|", "http://h/|%80|"),
    *("http://h/?|a&amp;|", "http://h/|%41a|", "http://h/|%C3x|", "http://h/|Ã©|"),
)


@pytest.mark.parametrize(
    ("family", "verb"),
    [
        pytest.param(family, verb, marks=rest if (n + m) % 2 else ())
        for n, family in enumerate(FOUND)
        for m, verb in enumerate(("lint", "fix"))
    ],
)
def test_findings_of_a_hostile_text_take_no_object_for_each_octet(family, verb, report):
    assert times_the_text(family, verb, report) < TIMES


def test_the_edits_of_a_hostile_text_take_a_tuple_each(report):
    assert times_the_text("http://h/|%|", "edits", report) < TIMES_OF_OBJECTS


def times_the_text(family, verb, report):
    """The memory that the verb takes, as a multiple of the text."""
    command = [sys.executable, "-c", START, HOSTILE, family, verb, str(HOSTILE_SIZE)]
    times = float(subprocess.check_output(command))
    report(f"{verb} of {family!r}, {HOSTILE_SIZE:,} bytes: {times:.1f} times the text")
    return times


@pytest.mark.parametrize(
    ("unit", "form"),
    [
        pytest.param(unit, form, marks=() if alone else rest)
        for n, unit in enumerate(["%", "#", "@/"])
        for m, form in enumerate(["text", "json", "sarif"])
        for alone in [n == m]
    ],
)
def test_a_hostile_line_is_linted_in_bounded_memory(unit, form, tmp_path, report):
    path = tmp_path / "list"
    size = length(16 * MEGABYTE)
    octets = []
    for times in (1, size // len(unit)):
        path.write_text(f"http://u:p@h/{unit * times}\n", encoding="ascii")
        command = [sys.executable, "-c", RUN, "lint", "-i", path, "--output-format", form]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
        # The last line is the launcher's.
        code, most = map(int, done.stdout.splitlines()[-1].split())
        octets.append(most)
    times = (octets[1] - octets[0]) / size
    report(f"lint of a line of {unit!r}, {size:,} bytes, as {form}: {times:.1f} times the line")
    assert code == 1
    assert times < TIMES_TOLD
    # The report has the findings, and at most one fix with three bytes for one.
    assert len(done.stdout) < 4 * size
