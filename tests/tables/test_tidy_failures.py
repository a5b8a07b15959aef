"""Failures of jobs over tables: one sentence, the old output stays, a killed job continues."""

import gzip
import os
import subprocess
import sys
import threading
from contextlib import nullcontext
from pathlib import Path

import pytest

from kit import chance, fault_jobs, shim
from kit.amount import FULL
from kit.arrow import pa, pq, tables
from kit.killing import kills
from kit.nursery import Nursery
from superuri.tables.files import columns, failure, reading
from superuri.tables.report.summary import Summary

FAILURES = [
    ("a.csv", b"url\n/\n", "nope", "a.csv has no column 'nope'; its columns are url"),
    ("a.parquet", b"PAR1nonsense", "url", "a.parquet: it cannot be read"),
    ("a.csv.gz", b"\x1f\x8bnonsense", "url", "a.csv.gz: it cannot be read"),
    ("a.csv.zst", b"nonsense", "url", "a.csv.zst: it cannot be read"),
    ("a.xls", b"nonsense", "url", "unknown file extension"),
    ("a.jsonl", b'{"u": 1}\n', "url", "no object in it has 'url'"),
    ("a.csv", b"url,url_key\n/,1\n", "url", "it has a column 'url_key' already"),
]


@pytest.mark.usefixtures("empty")
@pytest.mark.parametrize(("name", "content", "column", "wording"), FAILURES)
def test_a_failure_is_one_sentence_and_the_old_output_stays(tidied, name, content, column, wording):
    out = Path("out.csv")
    Path(name).write_bytes(content)
    out.write_text("old")
    printed = tidied(name, "out.csv", column, 3)
    assert wording in printed
    assert len(printed.splitlines()) == 1
    assert out.read_text() == "old"


def test_a_column_of_numbers_is_refused(tmp_path):
    pq.write_table(pa.table({"url": [1, 2]}), tmp_path / "a.parquet")
    with pytest.raises(tables.TableError, match="'url' is of type int64, and has no texts"):
        tables.tidy([str(tmp_path / "a.parquet")], "url", str(tmp_path / "b.parquet"))
    (tmp_path / "a.csv").write_text("url\n")
    with pytest.raises(tables.TableError, match="read and written"):
        tables.tidy([str(tmp_path / "a.csv")], "url", str(tmp_path / "a.csv"))


def test_a_full_disk_is_reported_and_the_old_output_stays(tmp_path):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("url\n" + "".join(f"http://e.com/{n}/{'a' * 200}\n" for n in range(4000)))
    out.write_text("old")
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000));"
        "from superuri.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "tidy", str(path), "-c", "url", "-o", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 3, done.stderr
    assert "File too large" in done.stderr
    assert out.read_text() == "old"
    again = tables.tidy([str(path)], "url", str(out))
    assert (again.rows, again.lost) == (4000, 0)


def test_a_job_that_is_killed_continues(tmp_path, report):
    times = 4 if FULL else 2
    killed, continued, _ = kills(tmp_path, times, 3000, chance.SEED)
    report(f"tidy: killed {killed} times of {times}, {continued} reruns continued")


def test_another_job_starts_over(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "ROWS", 10)
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("url\n" + "".join(f"http://e.com/{n}\n" for n in range(30)))

    def stop(doing, *_):
        if doing == "writing":
            raise KeyboardInterrupt

    wording = []
    for column, status in ((None, None), ("x_", "starts over"), ("x_", "continues")):
        wording.clear()
        with pytest.raises(KeyboardInterrupt):
            tables.tidy(
                [str(path)], "url", str(out), prefix=column, progress=stop, say=wording.append
            )
        assert not out.exists()
        assert (status in wording[0]) if status else len(wording) == 1
        assert wording[-1].startswith("the finished parts are in ")
        assert "out.csv.tidy: a rerun continues there" in wording[-1]


CHANGED = "encode: 2 rows: 2 changed, 0 unchanged, 0 failed\nsuperuri encode: output: b.csv\n"
KEPT = "2 rows: 0 changed, 1 unchanged, 1 failed (kept as it was)\n"
FOUND = "2 rows: 2 with a result, 0 without a text, 0 failed, 1 of severity error"
NO_FILE = "null.csv: it is not a file; name a file"
PACKED = "a.arrow.gz: arrow files are not compressed as a whole: leave .gz out"
COMMANDS = [
    ("encode -i a.csv -c u -o b.csv", 0, CHANGED, "n,u\n1,a%20b\n2,%25E9\n"),
    ("decode -i a.csv -c u -o b.csv", 4, KEPT, "n,u\n1,a b\n2,%E9\n"),
    ("decode -i a.csv -cu -o b.csv --on-error=null -q", 4, "", "n,u\n1,a b\n2,\n"),
    ("clean -q -i a.csv --column=u -o b.csv --as c", 0, "", "n,u,c\n1,a b,a%20b\n2,%E9,%E9\n"),
    ("clean -i a.csv --lines -o b.csv", 0, "", "n,u\n1,a%20b\n2,%E9\n"),
    ("clean -i a.csv", 2, "-c COLUMN works on a column, --lines on the lines", None),
    ("lint -i a.csv", 2, "-c COLUMN works on a column, --lines on the lines", None),
    ("lint -i a.csv -c n -o b.csv -q", 0, "", "n,u,n_lint\n1,a b,[]\n2,%E9,[]\n"),
    ("lint -i a.csv -c u -o -", 1, FOUND, None),
    ("lint -i a.csv -c u -o - --fail-on info", 1, "1 of severity error", None),
    ("clean -i a.csv --as b", 2, "name the column with -c", None),
    ("clean -c u", 3, "standard input has no column 'u'", None),
    ("clean -c u -i - -i a.csv", 2, "give --input-format", None),
    ("clean -c u x", 2, "and not on texts", None),
    ("clean -c u -i a.csv --json", 2, "name a file with -o", None),
    ("lint -c u -i a.csv --fix", 2, "--fix does not work with -c", None),
    ("compare -i a.csv -c u", 2, "-c is for tables; encode, decode, ", None),
    ("clean -c u -i a.csv --explain", 2, "there is no option --explain", None),
    ("encode -i a.csv -c u --set rfc3986.PAHT", 2, "did you mean", None),
    ("tidy a.csv -c u -o b.csv --master local", 2, "add --engine spark", None),
    ("tidy none.csv -c u -o b.csv", 3, "none.csv: there is no such file", None),
    ("tidy a.csv -c u -o b.xlsx", 3, "b.xlsx: unknown file extension", None),
    ("tidy a.csv -c u -o b.json.bz2", 3, "optionally with .gz or .zst", None),
    ("tidy no*.csv -c u -o b.csv", 3, "no*.csv: no table matches it", None),
    ("tidy a.csv -c u -o no/b.csv", 3, "the folder 'no' does not exist", None),
    ("tidy a.csv -c u -o b.csv --findings null.csv", 3, NO_FILE, None),
    ("tidy empty -c u -o b.csv", 3, "empty: there is no table in it", None),
    ("tidy a.arrow.gz -c u -o b.csv", 3, PACKED, None),
]


@pytest.mark.usefixtures("empty")
@pytest.mark.parametrize(("words", "code", "wording", "written"), COMMANDS)
def test_the_command_line(command, words, code, wording, written):
    Path("a.csv").write_text("n,u\n1,a b\n2,%E9\n")
    Path("a.arrow.gz").write_bytes(gzip.compress(b"ARROW1"))
    Path("empty").mkdir()
    Path("null.csv").symlink_to(os.devnull)
    ended, printed = command(*words.split())
    assert ended == code, printed
    assert wording in printed
    assert bool(wording) == bool(printed)
    out = Path("b.csv")
    assert (out.read_text() if out.exists() else None) == written


def test_a_row_that_is_lost_ends_the_job():
    for dedupe, written, lost in ((True, 1, 1), (False, 2, 1), (True, 2, 0), (False, 3, 0)):
        summary = Summary(rows=3, duplicates=1, written=written)
        with pytest.raises(tables.TableError, match="1 rows are lost") if lost else nullcontext():
            summary.account(dedupe=dedupe)
        assert summary.lost == lost


def test_an_arrow_exception_is_one_sentence():
    """Arrow raises ArrowException, not ValueError, if no thread can be started."""
    sentence = r"^a\.csv: it cannot be read \(no thread\)$"
    with pytest.raises(tables.TableError, match=sentence), failure.about("a.csv"):
        raise pa.ArrowException("no thread")
    with pytest.raises(ZeroDivisionError), failure.about("a.csv"):
        raise ZeroDivisionError


def test_a_thread_that_ends_before_its_first_call_is_not_waited_for(monkeypatch):
    """`Thread.start` waits for ever for a thread that has no memory for its first call."""
    monkeypatch.setattr(threading.Thread, "start", lambda _: pytest.fail("it would wait"))
    assert columns.can_parse.__wrapped__()


@pytest.fixture(scope="module")
def nursery(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nursery")
    with Nursery(folder, shim.built(folder)) as nursery:
        yield nursery


@shim.needed
@pytest.mark.parametrize("call", [1, 2])
@pytest.mark.parametrize("name", ["a.csv", "a.jsonl"])
def test_a_table_is_read_where_no_thread_can_be_started(tmp_path, nursery, name, call):
    """Arrow's parsers start a thread of their own, and would abort the process."""
    rows = [f"http://e.com/{n} b" for n in range(5000)]
    lines = ["url", *rows] if name == "a.csv" else [f'{{"url": "{row}"}}' for row in rows]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_text("\n".join(lines) + "\n")
    kinds = [kind for kind in fault_jobs.KINDS if kind.group == "thread" and kind.lasts]
    arm = (fault_jobs.GROUPS.index("thread"), call, kinds[0].number, 1)
    watch = {"root": str(tmp_path / "in"), "groups": len(fault_jobs.GROUPS), "arm": arm}
    errors = tmp_path / "errors"
    words = ["clean", "-i", f"in/{name}", "-c", "url", "-o", f"out-{name}", "--threads", "1"]
    code = nursery.run(words, cwd=str(tmp_path), stderr=str(errors), **watch)
    assert code == 0, errors.read_text()
    assert (tmp_path / f"out-{name}").read_text().count("%20b") == len(rows)
