"""Fixtures of the tests of tables: folders, a store, and the command in this process."""

import tempfile
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from kit import s3
from kit.jobs import ROWS


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working directory of the test, with a table; blocks are small."""
    from superuri.tables.files import reading  # noqa: PLC0415  because pyarrow may be missing

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reading, "ROWS", 10)
    Path("a.csv").write_text(ROWS)
    return tmp_path


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """The working directory of the test, an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def both_ways(monkeypatch):
    """The two ways to read and write rows, each a context: with Arrow, and row by row."""
    from superuri.tables.files import chunks, strings  # noqa: PLC0415  as above

    @contextmanager
    def row_by_row():
        with monkeypatch.context() as patch:
            patch.setattr(chunks, "MAX_BYTES", 0)
            patch.setattr(strings, "SMALL_BATCH", 1 << 40)
            yield

    return nullcontext, row_by_row


@pytest.fixture
def command(capfd):
    """Run the command in this process; return its exit code and what it prints as messages."""
    from superuri.cli import main  # noqa: PLC0415  because it takes over this process

    return lambda *words: (main(list(words)), capfd.readouterr().err)


@pytest.fixture
def tidied(command):
    """Tidy the table of the store, check the exit code, and return the messages."""

    def run(given="s3://data/in.csv", out="s3://data/out.csv", column="url", code=0):
        ended, printed = command("tidy", given, "-c", column, "-o", out)
        assert ended == code, printed
        return printed

    return run


@pytest.fixture(scope="session")
def port():
    with s3.served() as port:
        yield port


@pytest.fixture
def proxy(port):
    with s3.Proxy(port) as proxy:
        yield proxy
        proxy.shutdown()


@pytest.fixture
def store(port, proxy, tmp_path, monkeypatch):
    """A bucket with a table in it, seen through the proxy; the test runs in an empty folder."""
    from kit import stored  # noqa: PLC0415  because botocore may be missing
    from superuri.tables.storage import fetch  # noqa: PLC0415  as above

    for name, value in s3.environment(proxy.port).items():
        monkeypatch.setenv(name, value)
    for name in ("here", "tmp"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.setattr(fetch, "PAUSE", 0.01)
    client = s3.client(port)
    client.create_bucket(Bucket="data")
    client.put_object(Bucket="data", Key="in.csv", Body=stored.ROWS)
    yield client
    s3.reset(port)
