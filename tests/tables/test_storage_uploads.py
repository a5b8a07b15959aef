"""Uploads to a store: interrupted ones, lost answers, and stores that refuse conditions."""

import re
from pathlib import Path

import pytest

from kit import s3
from kit.arrow import beginning, tables
from kit.stored import ROWS, left, names, plain, read
from superuri.tables.storage import upload

#: A table of three parts.
LARGE = b"id,url\n" + b"".join(b"%d,/%s\n" % (n, b"a" * 5000) for n in range(2500))
PUT = "s3://data/out.csv"


def is_part(method, path, number):
    return method == "PUT" and f"partNumber={number}" in path and upload.PROBE not in path


@pytest.fixture
def interrupted(store, proxy, monkeypatch):
    """Begin a job whose second part does not arrive."""
    monkeypatch.setattr(upload, "PART", 5 << 20)
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    Path("a.csv").write_bytes(LARGE)
    proxy.fault = lambda method, path, _: "503" if is_part(method, path, 2) else None
    with pytest.raises(tables.TableError, match="the store is overloaded"):
        tables.apply("a.csv", "clean", "url", PUT)
    proxy.fault = lambda *_: None
    proxy.seen.clear()
    assert "out.csv" not in names(store)
    [begun] = store.list_multipart_uploads(Bucket="data")["Uploads"]
    return begun["UploadId"]


@pytest.mark.usefixtures("interrupted")
def test_a_rerun_sends_the_parts_that_are_missing(store, proxy, tmp_path):
    tables.apply("a.csv", "clean", "url", PUT)
    assert read(store, "out.csv") == LARGE
    sent = [path for method, path, *_ in proxy.seen if method == "PUT" and upload.PROBE not in path]
    assert [re.findall(r"partNumber=(\d+)", path) for path in sent] == [["2"], ["3"]]
    assert store.list_multipart_uploads(Bucket="data").get("Uploads", []) == []
    assert left(tmp_path) == []


@pytest.mark.parametrize("is_gone", [False, True])
def test_another_job_aborts_an_upload_that_is_not_its_own(store, tmp_path, interrupted, is_gone):
    if is_gone:
        store.abort_multipart_upload(Bucket="data", Key="out.csv", UploadId=interrupted)
    Path("a.csv").write_bytes(ROWS)
    tables.apply("a.csv", "clean", "url", PUT)
    assert read(store, "out.csv") == ROWS.replace(b"a b", b"a%20b")
    assert store.list_multipart_uploads(Bucket="data").get("Uploads", []) == []
    assert left(tmp_path) == []


def test_an_upload_that_is_gone_begins_again(store, tmp_path, interrupted):
    store.abort_multipart_upload(Bucket="data", Key="out.csv", UploadId=interrupted)
    tables.apply("a.csv", "clean", "url", PUT)
    assert read(store, "out.csv") == LARGE
    assert left(tmp_path) == []


@pytest.mark.parametrize("old", [None, b"old"])
def test_an_object_that_another_job_writes_meanwhile_stays(store, old):
    if old:
        store.put_object(Bucket="data", Key="out.csv", Body=old)
    Path("a.csv").write_bytes(ROWS)

    def write(*_):
        store.put_object(Bucket="data", Key="out.csv", Body=b"other")

    message = "another job has written it since this one began; it is as that job left it"
    with beginning(f"{PUT}: {message}; run it again; the finished parts are"):
        tables.apply("a.csv", "clean", "url", PUT, progress=write)
    assert read(store, "out.csv") == b"other"


def losing(handler):
    """Return a handler that loses the first answer to the writing of the output."""

    class Losing(handler):
        def _answer(self, status, heads, data):
            if (self.command, self.path) == ("PUT", "/data/out.csv") and not self.server.is_lost:
                self.server.is_lost = True
                status, heads, data = 503, [("Content-Length", "0")], b""
            super()._answer(status, heads, data)

    return Losing


def test_a_lost_answer_is_not_another_job(store, proxy):
    wanted = plain()
    proxy.is_lost, proxy.RequestHandlerClass = False, losing(proxy.RequestHandlerClass)
    done = tables.tidy("in.csv", "url", PUT)
    assert (done.rows, done.notes) == (300, [])
    assert proxy.is_lost
    writes = [path for method, path, *_ in proxy.seen if (method, path) == ("PUT", "/data/out.csv")]
    assert len(writes) == 2
    assert read(store, "out.csv") == wanted


def refusing(handler, status, code):
    """Return a handler that refuses conditions on writes."""
    body = f"<Error><Code>{code}</Code><Message>No.</Message></Error>".encode()

    class Refusing(handler):
        def _pass(self):
            if self.headers.get("If-Match") or self.headers.get("If-None-Match"):
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                self._answer(status, [("Content-Length", str(len(body)))], body)
            else:
                super()._pass()

        do_PUT = _pass  # noqa: N815  it is the library's

    return Refusing


@pytest.mark.parametrize("refusal", [(501, "NotImplemented"), (400, "InvalidArgument")])
def test_a_store_that_knows_no_conditions_is_written_without_them(store, proxy, refusal):
    wanted = plain()
    proxy.RequestHandlerClass = refusing(proxy.RequestHandlerClass, *refusal)
    done = tables.apply("in.csv", "clean", "url", PUT)
    assert done.notes == [f"{PUT}: {upload.UNGUARDED}"]
    assert read(store, "out.csv") == ROWS.replace(b"a b", b"a%20b")
    assert tables.tidy("in.csv", "url", PUT).rows == 300
    assert read(store, "out.csv") == wanted


REFUSALS = [
    ((403, "AccessDenied"), "the store does not allow this to these credentials (AccessDenied)"),
    ((418, "Teapot"), "the store answers Teapot: No"),
    ((429, "Teapot"), "the store is overloaded (Teapot), also after retries; run it again later"),
]


@pytest.mark.parametrize(("refusal", "message"), REFUSALS)
def test_a_refusal_of_another_kind_ends_the_job(store, proxy, monkeypatch, refusal, message):
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    Path("a.csv").write_bytes(ROWS)
    proxy.RequestHandlerClass = refusing(proxy.RequestHandlerClass, *refusal)
    with pytest.raises(tables.TableError) as caught:
        tables.apply("a.csv", "clean", "url", PUT)
    assert str(caught.value).partition("; the finished parts")[0] == f"{PUT}: {message}"
    assert names(store) == ["in.csv"]


@pytest.mark.parametrize("text", [None, "", "{}", "[]"])
def test_a_file_that_names_no_upload_is_removed(tmp_path, text):
    state = tmp_path / "a.upload"
    if text is not None:
        state.write_text(text)
    upload.abandon(s3.client(1), state)
    assert not state.exists()
