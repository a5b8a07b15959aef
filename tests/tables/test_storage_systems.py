"""Tables on file systems of fsspec, whose store in memory has the interface of all of them."""

from pathlib import Path

import pytest

from kit.arrow import tables
from superuri.tables.storage import systems

fsspec = pytest.importorskip("fsspec", reason="make test installs it")
ROWS = b"id,url\n1,/a b\n2,/c\n"
CLEAN = ROWS.replace(b"a b", b"a%20b")
OTHER = "another job has written it since this one began; it is as that job left it; run it again"


@pytest.fixture
def memory(tmp_path, monkeypatch):
    for name in ("here", "tmp"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    Path("a.csv").write_bytes(ROWS)
    found = fsspec.filesystem("memory")
    yield found
    for name in found.ls("/", detail=False):
        found.rm(name, recursive=True)


def files(memory):
    return sorted(memory.find("/"))


def refusal(job):
    with pytest.raises(tables.TableError) as caught:
        job()
    return str(caught.value).partition("; the finished parts")[0]


@pytest.mark.parametrize("name", ["out.csv", "out.findings.csv", "out.csv.summary.json"])
@pytest.mark.parametrize("old", [None, b"old"])
def test_an_output_that_another_job_writes_meanwhile_stays(memory, name, old):
    if old:
        memory.pipe(f"/d/{name}", old)

    def write(doing, *_):
        if doing == "writing":
            memory.pipe(f"/d/{name}", b"other")

    job = lambda: tables.tidy("a.csv", "url", "memory://d/out.csv", progress=write)  # noqa: E731
    assert refusal(job) == f"memory://d/{name}: {OTHER}"
    assert memory.cat(f"/d/{name}") == b"other"


def test_an_input_that_changes_while_it_is_fetched_is_refused(memory):
    memory.pipe("/d/a.csv", ROWS)
    seen = []

    def change(doing, *_):
        seen.append(doing)
        memory.pipe("/d/a.csv", ROWS + ROWS)

    job = lambda: tables.apply("memory://d/a.csv", "clean", "url", "b.csv", progress=change)  # noqa: E731
    message = "it has changed while it was read; the old output is unchanged; run it again"
    assert refusal(job) == f"memory://d/a.csv: {message}"
    assert set(seen) == {"fetching"}


def test_a_folder_that_another_program_manages_is_refused(memory):
    memory.pipe("/d/t/metadata/v1.metadata.json", b"{}")
    job = lambda: tables.apply("memory://d/t", "clean", "url", "b.csv")  # noqa: E731
    assert refusal(job).startswith("memory://d/t: it is a table of Iceberg")


def test_a_folder_that_superuri_did_not_write_is_not_replaced(memory):
    memory.pipe("/d/out/thesis.txt", b"years of work")
    job = lambda: tables.apply("a.csv", "clean", "url", "memory://d/out/")  # noqa: E731
    message = "it has files that superuri did not write; name another folder"
    assert refusal(job) == f"memory://d/out/: {message}"
    assert files(memory) == ["/d/out/thesis.txt"]


def test_a_folder_of_ours_is_replaced_whole(memory):
    done = tables.apply("a.csv", "clean", "url", "memory://d/out/")
    assert memory.cat("/d/out/a.csv") == CLEAN
    assert memory.cat("/d/out/_manifest.json") == b'{"rows": 2}\n'
    message = "a store cannot replace a folder in one step"
    assert done.notes[-2:] == [
        f"memory://d/out/: {systems.UNGUARDED}",
        f"memory://d/out/: {message}: it is complete while _manifest.json is in it",
    ]
    Path("a.csv").rename("b.csv")
    tables.apply("b.csv", "clean", "url", "memory://d/out/")
    assert files(memory) == ["/d/out/_manifest.json", "/d/out/b.csv"]


def test_a_result_that_could_not_be_sent_is_not_sent_for_another_input(memory, monkeypatch):
    put = systems.Systems.put

    def fail(*_):
        raise tables.TableError("memory://d/out.csv: the store is away")

    with monkeypatch.context() as patch:
        patch.setattr(systems.Systems, "put", fail)
        job = lambda: tables.apply("a.csv", "clean", "url", "memory://d/out.csv")  # noqa: E731
        assert refusal(job) == "memory://d/out.csv: the store is away"
    Path("a.csv").write_bytes(ROWS + b"3,/new row\n")
    sent = []
    monkeypatch.setattr(systems.Systems, "put", lambda *words: sent.append(words[2]) or put(*words))
    assert tables.apply("a.csv", "clean", "url", "memory://d/out.csv").rows == 3
    assert memory.cat("/d/out.csv") == CLEAN + b"3,/new%20row\n"
    assert sent == ["memory://d/out.csv"]


def test_files_are_found_below_a_folder_and_by_a_pattern(memory):
    for day in "12":
        memory.pipe(f"/d/in/day={day}/a.csv", b"url\n/%b b\n" % day.encode())
    assert tables.apply("memory://d/in", "clean", "url", "out.csv").rows == 2
    assert Path("out.csv").read_text() == "url,day\n/1%20b,1\n/2%20b,2\n"
    tables.apply("memory://d/in/*/a.csv", "clean", "url", "out/")
    assert Path("out/day=2/a.csv").read_text() == "url\n/2%20b\n"
    message = "memory://d/in/*/b.csv: there is no such file or folder"
    job = lambda: tables.apply("memory://d/in/*/b.csv", "clean", "url", "out.csv")  # noqa: E731
    assert refusal(job) == message
