"""Guards of tables at a store: two jobs, inputs that change, kills, wrong credentials."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kit import s3
from kit.arrow import tables
from kit.command import run
from kit.stored import ROWS, left, names, plain, read
from superuri.tables.files import reading
from superuri.tables.job.manifest import Manifest
from superuri.tables.storage import upload


def test_of_two_jobs_to_one_key_the_second_ends(store, tidied, tmp_path, monkeypatch):
    Path("a.csv").write_bytes(ROWS)
    Path("b.csv").write_bytes(ROWS.replace(b"e.com", b"other"))
    for old in None, b"old":
        if old:
            store.put_object(Bucket="data", Key="out.csv", Body=old)
        # The other job begins and ends while this one runs.
        put = upload.put_small
        begun = []

        def late(*words, put=put, begun=begun):
            if not begun:
                begun.append(words)
                other = ["tidy", "b.csv", "-c", "url", "-o", "s3://data/out.csv"]
                done = run(other, env={**os.environ, "TMPDIR": str(tmp_path)})
                assert done.returncode == 0, done.stderr
            return put(*words)

        monkeypatch.setattr(upload, "put_small", late)
        assert "another job has written it since this one began" in tidied("a.csv", code=3)
        monkeypatch.setattr(upload, "put_small", put)
        assert b"other" in read(store, "out.csv")
        assert b"e.com" not in read(store, "out.csv")
        assert read(store, "out.findings.csv").splitlines()[1].startswith(b"b.csv,")
        # The job that lost is complete: a rerun only sends it.
        tidied("a.csv")
        assert b"e.com" in read(store, "out.csv")
        for name in names(store):
            if name != "in.csv":
                store.delete_object(Bucket="data", Key=name)


def test_a_result_that_waits_to_be_sent_is_of_the_same_input(store, tidied, monkeypatch):
    given = Path("a.csv")
    given.write_bytes(ROWS)
    put = upload.put_small

    def fails(*_):
        raise tables.TableError("s3://data/out.csv: the store is away")

    monkeypatch.setattr(upload, "put_small", fails)
    tidied("a.csv", code=3)
    monkeypatch.setattr(upload, "put_small", put)
    given.write_bytes(ROWS.replace(b"e.com", b"other"))
    tidied("a.csv")
    assert b"other" in read(store, "out.csv")
    assert b"e.com" not in read(store, "out.csv")


def test_jobs_that_run_at_once_never_mix(store, tmp_path):
    jobs = []
    for n in range(4):
        Path(f"{n}.csv").write_bytes(ROWS.replace(b"e.com", b"host%d" % n))
        (tmp_path / f"tmp{n}").mkdir()
        words = ["tidy", f"{n}.csv", "-c", "url", "-o", "s3://data/out.csv"]
        env = {**os.environ, "TMPDIR": str(tmp_path / f"tmp{n}")}
        command = [sys.executable, "-m", "superuri", *words]
        jobs.append(subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True))
    printed = [job.communicate()[1] for job in jobs]
    codes = [job.returncode for job in jobs]
    assert set(codes) <= {0, 3}, printed
    assert 0 in codes
    made = read(store, "out.csv")
    [winner] = {n for n in range(4) if b"host%d" % n in made}
    assert made.count(b"\n") == 301
    assert codes[winner] == 0
    lost = [message for code, message in zip(codes, printed, strict=True) if code]
    assert all("another job" in message for message in lost)


def test_an_input_that_changes_while_it_is_read_ends_the_job(store, proxy, tidied):
    def change(method, _, headers):
        if method == "GET" and headers.get("If-Match") and not headers.get("Range"):
            return "half"
        if headers.get("Range"):
            store.put_object(Bucket="data", Key="in.csv", Body=ROWS + b"1,/new\n")
        return None

    proxy.fault = change
    printed = tidied(code=3)
    message = "it has changed while it was read; the old output is unchanged"
    assert f"s3://data/in.csv: {message}" in printed
    assert names(store) == ["in.csv"]
    proxy.fault = lambda *_: None
    # The bytes of the old version are not combined with those of the new one.
    tidied()
    assert read(store, "out.csv").count(b"\n") == 302


@pytest.mark.usefixtures("store")
def test_a_store_without_conditions_is_reported(tidied, monkeypatch):
    # A store that ignores conditions accepts one that cannot be met.
    monkeypatch.setattr(upload, "_is_refused", lambda _: False)
    assert "the store ignores conditions on writes (If-Match)" in tidied()


@pytest.mark.usefixtures("store")
def test_a_throttled_store_is_one_sentence_for_writing_too(proxy, tidied, monkeypatch):
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "2")
    proxy.fault = lambda method, *_: "503" if method == "PUT" else None
    printed = tidied(code=3)
    assert "the store is overloaded" in printed
    assert "a rerun continues there" in printed
    assert len(printed.splitlines()) == 1
    proxy.fault = lambda *_: None
    proxy.seen.clear()
    assert "300 rows" in tidied()
    # The job was complete: nothing is fetched or processed again.
    assert not [path for method, path, *_ in proxy.seen if method == "GET" and "Signature" in path]


def test_wrong_credentials_are_one_sentence(tmp_path, tidied, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with s3.served(INITIAL_NO_AUTH_ACTION_COUNT="1") as port:
        s3.client(port).create_bucket(Bucket="data")
        for name, value in s3.environment(port).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        printed = tidied(out="out.csv", code=3)
        assert "the store refuses the credentials (InvalidAccessKeyId)" in printed
        for name in "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY":
            monkeypatch.delenv(name)
        printed = tidied(out="out.csv", code=3)
        assert "there are no credentials; set AWS_ACCESS_KEY_ID" in printed
        assert len(printed.splitlines()) == 1


def test_a_killed_job_continues(store, proxy, tmp_path, monkeypatch):
    monkeypatch.setenv("STALL", "1")
    wanted, data = plain(), ROWS
    (tmp_path / "kill").mkdir()
    env = {**os.environ, "TMPDIR": str(tmp_path / "kill")}
    words = ["tidy", "s3://data/in.csv", "-c", "url", "-o", "s3://data/out.csv"]
    met = threading.Event()

    def fault(method, path, _):
        if method == "GET" and "Signature" in path:
            share = 0 if met.is_set() else len(data) // 2
            met.set()
            return f"stall {share}"
        return None

    proxy.fault = fault
    job = subprocess.Popen([sys.executable, "-m", "superuri", *words], env=env)
    assert met.wait(60)
    [folder] = [p for p in (tmp_path / "kill").iterdir() if p.is_dir()] or [None]
    while not any(p.stat().st_size for p in folder.rglob("*.part")):
        time.sleep(0.01)
    job.send_signal(signal.SIGKILL)
    job.wait()
    assert names(store) == ["in.csv"]
    proxy.fault = lambda *_: None
    proxy.seen.clear()
    done = run(words, env=env)
    assert done.returncode == 0, done.stderr
    assert read(store, "out.csv") == wanted
    [given] = [given for method, path, given, _ in proxy.seen if "Signature" in path]
    assert given == f"bytes={len(data) // 2}-"
    assert list((tmp_path / "kill").iterdir()) == []


@pytest.mark.usefixtures("store")
def test_secrets_of_an_address_are_in_no_message(proxy, tidied):
    address = f"http://me:pw@127.0.0.1:{proxy.port}/data/none.csv?X-Amz-Signature=abc"
    printed = tidied(address, "out.csv", code=3)
    assert f"http://127.0.0.1:{proxy.port}/data/none.csv: " in printed
    assert "pw" not in printed
    assert "abc" not in printed


@pytest.mark.usefixtures("store")
def test_a_folder_that_another_user_could_have_made_is_not_trusted(tmp_path, tidied):
    tidied(column="urk", code=3)
    [name] = left(tmp_path)
    folder = tmp_path / "tmp" / name
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert "remove it, or set TMPDIR" in tidied(code=3)


def test_file_systems_of_fsspec_are_read_and_written(tmp_path, monkeypatch):
    # Its store in memory has the interface of all file systems.
    fsspec = pytest.importorskip("fsspec", reason="make test installs it")
    monkeypatch.chdir(tmp_path)
    memory = fsspec.filesystem("memory")
    memory.pipe("/data/day=1/in.csv", ROWS)
    done = tables.tidy("memory://data/day=1/in.csv", "url", "memory://data/out.csv")
    assert memory.cat("/data/out.csv") == plain()
    assert "no conditional writes" in done.notes[-1]
    assert tables.tidy("memory://data/day=*/*.csv", "url", "out.csv").rows == 300
    assert tables.apply("memory://data/day=1", "clean", "url", "out2.csv").rows == 300
    with pytest.raises(tables.TableError, match=r"memory://data/x\.csv: there is no such file"):
        tables.tidy("memory://data/x.csv", "url", "out.csv")
    with pytest.raises(tables.TableError, match=r"nope://x/a\.csv: the file system cannot be used"):
        tables.tidy("nope://x/a.csv", "url", "out.csv")


def test_a_rerun_continues_with_the_parts_that_are_finished(store, monkeypatch):
    wanted, message = plain(), []
    monkeypatch.setattr(reading, "ROWS", 10)
    add, count = Manifest.add, []

    def some(manifest, part, **facts):
        if len(count) == 7:
            raise KeyboardInterrupt
        count.append(part)
        add(manifest, part, **facts)

    with monkeypatch.context() as patch:
        patch.setattr(Manifest, "add", some)
        with pytest.raises(KeyboardInterrupt):
            tables.tidy("s3://data/in.csv", "url", "s3://data/out.csv")
    tables.tidy("s3://data/in.csv", "url", "s3://data/out.csv", say=message.append)
    says = "continues an interrupted job, of which 7 parts are finished"
    assert message == [f"s3://data/out.csv: {says}"]
    assert read(store, "out.csv") == wanted
