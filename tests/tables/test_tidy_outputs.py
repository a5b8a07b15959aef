"""Outputs of jobs over tables: locks, rights, damaged parts, changed inputs, reruns."""

import gzip
import io
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from kit import chance
from kit.arrow import pa, tables
from kit.command import run
from kit.jobs import CLEAN, ROWS, TIDY, hidden
from superuri.tables.job import locks
from superuri.tables.job.manifest import Manifest

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("words", [TIDY, CLEAN], ids=["tidy", "clean"])
@pytest.mark.parametrize("name", ["out.csv", "link.csv", "out.findings.csv"])
def test_one_job_at_a_time_writes_an_output(folder, words, name):
    Path("link.csv").symlink_to("out.csv")
    output = "out.csv" if words is TIDY else name
    with locks.acquire([Path(name)]):
        done = run([*words, output], cwd=folder)
        assert done.returncode == 3
        message = done.stderr.decode()
        assert f"another job (process {os.getpid()}) is writing it" in message
        assert not Path("out.csv").exists()
    assert run([*words, output], cwd=folder).returncode == 0
    assert hidden(folder) == []


def test_a_lock_is_released_when_its_process_ends(folder):
    code = "import sys; from pathlib import Path; from superuri.tables.job import locks\n"
    code += "with locks.acquire([Path('out.csv')]): print(flush=True); sys.stdin.read()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    holder = subprocess.Popen([sys.executable, "-c", code], **pipes)
    holder.stdout.read(1)
    with pytest.raises(tables.TableError, match=f"process {holder.pid}"):
        tables.apply(["a.csv"], "clean", "url", "out.csv")
    holder.kill()
    holder.communicate()
    assert hidden(folder) == [".out.csv.lock"]
    tables.apply(["a.csv"], "clean", "url", "out.csv")
    assert hidden(folder) == []


def tidied(output):
    tables.tidy(["a.csv"], "url", output, report="report.html")


def cleaned(output):
    tables.apply(["a.csv"], "clean", "url", output)


@pytest.mark.parametrize("job", [tidied, cleaned])
def test_mode_owner_and_link_of_the_old_output_stay(folder, job):
    job("out.csv")
    job("parts/")
    Path("link.csv").symlink_to("out.csv")
    paths = [Path("out.csv"), Path("parts"), Path("parts/a.csv")]
    paths += [Path("report.html"), Path("out.csv.summary.json")] if job is tidied else []
    for path in paths:
        path.chmod(0o700 if path.is_dir() else 0o600)
        if os.geteuid() == 0:
            os.chown(path, 65534, 65534)
    before = [path.stat() for path in paths]
    old = Path("out.csv").read_bytes()
    Path("a.csv").write_text(ROWS + "http://new.example/\n")
    job("link.csv")
    job("parts/")
    after = [path.stat() for path in paths]
    assert Path("link.csv").is_symlink()
    assert Path("out.csv").read_bytes() != old
    for one, other in zip(before, after, strict=True):
        facts = [(each.st_mode, each.st_uid, each.st_gid) for each in (one, other)]
        assert facts[0] == facts[1]
    assert hidden(folder) == []


def test_a_table_is_private_while_it_is_made(folder):
    seen = []

    def look(*_):
        seen.extend(p.stat().st_mode & 0o77 for p in folder.glob(".out.csv.*") if p.is_dir())

    tables.tidy(["a.csv"], "url", "out.csv", progress=look)
    tables.apply(["a.csv"], "clean", "url", "out.csv", progress=look)
    assert seen
    assert set(seen) == {0}


def test_a_flipped_bit_of_a_packed_output_is_noticed(folder, report):
    tables.apply(["a.csv"], "clean", "url", "out.csv.zst")
    whole = Path("out.csv.zst").read_bytes()
    text = b"url\n" + b"".join(b"http://e.com/%d%%20b\n" % n for n in range(40))
    assert unpacked(whole) == text
    refused = same = 0
    for bit in range(len(whole) * 8):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            assert unpacked(bytes(flipped)) == text, f"a flip of bit {bit} is not noticed"
            same += 1
        except OSError:
            refused += 1
    report(f"a .zst output with one bit flipped: {refused} refused, {same} read as it was")
    assert refused > 50 * same
    # The commands on lines write the same checksum.
    run(["encode", "-o", "lines.zst"], b"a b\n" * 9, cwd=folder)
    packed = bytearray(Path("lines.zst").read_bytes())
    packed[-1] ^= 1
    Path("lines.zst").write_bytes(packed)
    done = run(["decode", "-i", "lines.zst"], cwd=folder)
    assert (done.returncode, b"damaged" in done.stderr) == (3, True)


def unpacked(data):
    return pa.CompressedInputStream(io.BytesIO(data), "zstd").read()


@pytest.mark.parametrize(
    "more",
    [bytes(1), bytes(10_240), bytes(9) + gzip.compress(b"/\n", mtime=0)],
    ids=["one", "many", "member"],
)
def test_zeros_after_gzip_data_are_padding(folder, more):
    Path("a.csv.gz").write_bytes(gzip.compress(ROWS.encode()) + more)
    done = tables.apply(["a.csv.gz"], "clean", "url", "out.csv")
    assert done.rows == 40 + (len(more) != more.count(0))
    lines = run(["clean", "--lines", "-i", "a.csv.gz"], cwd=folder)
    assert (lines.returncode, lines.stdout.count(b"\n")) == (0, done.rows + 1)
    Path("a.csv.gz").write_bytes(gzip.compress(ROWS.encode()) + b"\0\0no")
    with pytest.raises(tables.TableError, match=r"a\.csv\.gz: it cannot be read"):
        tables.apply(["a.csv.gz"], "clean", "url", "out.csv")


def _cut(path):
    os.truncate(path, path.stat().st_size - 7)


def _grow(path):
    with path.open("a") as file:
        file.write("/more\n")


def _swap(path):
    path.with_name("b").write_bytes(path.read_bytes())
    path.with_name("b").replace(path)


JOBS = [
    lambda progress: tables.tidy(["a.csv"], "url", "out.csv", progress=progress),
    lambda progress: tables.apply(["a.csv"], "clean", "url", "out.csv", progress=progress),
    lambda progress: tables.apply(["a.csv"], "clean", "url", "parts/", progress=progress),
]


@pytest.mark.parametrize("change", [_cut, _grow, _swap])
@pytest.mark.parametrize("job", JOBS, ids=["tidy", "clean", "folder"])
def test_an_input_that_changes_while_it_is_read_is_an_error(change, job):
    Path("out.csv").write_text("old")
    changes = [change]

    def progress(*_):
        if changes:
            changes.pop()(Path("a.csv"))

    with pytest.raises(tables.TableError, match="has changed while it was read"):
        job(progress)
    assert Path("out.csv").read_text() == "old"
    assert not Path("parts").exists()


def interrupted(doing, *_):
    """Interrupt a job after all its parts are finished."""
    if doing == "writing":
        raise KeyboardInterrupt


def interrupted_at_the_end(monkeypatch, output):
    """Interrupt a job after all its outputs are there."""

    def ended(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Manifest, "remove", ended)
        with pytest.raises(KeyboardInterrupt):
            tables.tidy(["a.csv"], "url", output)


def test_damaged_parts_are_processed_again(folder):
    tables.tidy(["a.csv"], "url", "whole.csv")
    whole = Path("whole.csv").read_bytes()
    rng = chance.seeded("damaged parts")
    for harm in ("flip", "cut", "empty", "gone"):
        with pytest.raises(KeyboardInterrupt):
            tables.tidy(["a.csv"], "url", "out.csv", progress=interrupted)
        work = Path(".out.csv.tidy")
        victim = rng.choice(sorted(work.glob("*.parquet")))
        harmed(victim, harm, rng)
        message = []
        tables.tidy(["a.csv"], "url", "out.csv", say=message.append)
        assert "1 damaged, processed again" in message[0], victim
        assert Path("out.csv").read_bytes() == whole
        Path("out.csv").unlink()
        assert hidden(folder) == []


def harmed(path, harm, rng: random.Random):
    data = bytearray(path.read_bytes())
    if harm == "flip":
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif harm == "cut":
        del data[rng.randrange(len(data)) :]
    elif harm == "empty":
        data = bytearray(len(data))
    path.write_bytes(data)
    if harm == "gone":
        path.unlink()


@pytest.mark.parametrize("output", ["parts/", "out.csv"])
def test_a_rerun_after_the_last_step_does_not_restore_the_old_output(folder, output, monkeypatch):
    """A folder was exchanged with the old one: a second exchange would restore that."""
    tables.tidy(["a.csv"], "url", output)
    Path("a.csv").write_text(ROWS + "http://new.example/\n")
    interrupted_at_the_end(monkeypatch, output)
    new = folder / output / ("a.csv" if output.endswith("/") else "")
    assert b"new.example" in new.read_bytes()
    tables.tidy(["a.csv"], "url", output)
    assert b"new.example" in new.read_bytes()
    assert hidden(folder) == []


def test_an_output_that_was_deleted_is_made_again(monkeypatch):
    interrupted_at_the_end(monkeypatch, "out.csv")
    whole = Path("out.csv").read_bytes()
    Path("out.csv").unlink()
    tables.tidy(["a.csv"], "url", "out.csv")
    assert Path("out.csv").read_bytes() == whole


MANAGED = [("_delta_log/0.json", "Delta Lake"), ("metadata/v1.metadata.json", "Iceberg")]
MANAGED += [(".hoodie/hoodie.properties", "Hudi")]


@pytest.mark.parametrize(("mark", "kind"), MANAGED)
@pytest.mark.parametrize("inside", ["x.csv", "day=1/hour=2/x.csv", "data/day=1/x.csv"])
def test_a_table_with_a_log_is_not_read_as_files(mark, kind, inside):
    for name in (mark, inside):
        Path("t", name).parent.mkdir(parents=True, exist_ok=True)
        Path("t", name).write_text(ROWS)
    for given in ("t", f"t/{inside}", "t/**/*.csv", str(Path("t", inside).parent)):
        advice = "name it in its catalog" if kind == "Iceberg" else "export it"
        says = f"it is a table of {kind}, .*{advice}"
        if kind == "Delta Lake":
            # The table itself is read by its log, which is damaged here.
            says = "name the table's folder" if given != "t" else "Delta table(s work| cannot)"
        with pytest.raises(tables.TableError, match=says):
            tables.tidy([given], "url", "out.csv")
