"""Fetching over HTTP: one version of a file, copied to the disk, through whatever fails on the way.

An answer that ends early, stalls or is refused for now (429, 5xx) is asked for again from where it
ended; one that is another version, or too slow to ever arrive, ends the job.
"""

import base64
import email.utils
import http.client
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from superuri import __version__, _system
from superuri.tables.files.failure import TableError, about

#: Seconds without a byte after which an answer has stalled.
STALL = 30.0
#: Fewer bytes in so many seconds are too few for a table ever to arrive.
WINDOW = 60.0
LEAST = 64 << 10
#: So often is a file asked for again; bytes that arrived meanwhile begin the count anew.
TRIES = 5
ENOUGH = 1 << 20
#: Seconds before the second time, doubled before each further one.
PAUSE = 0.5
LONGEST_PAUSE = 20.0
READ = 256 << 10
_OK, _PARTIAL, _THROTTLED, _SERVER = 200, 206, 429, 500
_CHANGED, _PAST_END = 412, 416

_WORDS = {
    401: "the server wants a name and a password, or others than these",
    403: "the server does not allow it",
    404: "there is no such file",
    410: "there is no such file any more",
}


class FileVersion(NamedTuple):
    """What the head of an answer says of the file."""

    size: int
    version: str


class _Safe(urllib.request.HTTPRedirectHandler):
    """Redirects are followed, but none from https to http."""

    def redirect_request(  # noqa: PLR0913, PLR0917  it is urllib's
        self,
        req: urllib.request.Request,
        fp: Any,  # noqa: ANN401  it is urllib's
        code: int,
        msg: str,
        headers: Any,  # noqa: ANN401  it is urllib's
        newurl: str,
    ) -> urllib.request.Request | None:
        if req.type == "https" and urlsplit(newurl).scheme != "https":
            raise urllib.error.HTTPError(newurl, code, "it leads from https to http", headers, fp)
        made = super().redirect_request(req, fp, code, msg, headers, newurl)
        if made is not None and urlsplit(newurl).netloc != urlsplit(req.full_url).netloc:
            # The password is for the first server alone.
            made.remove_header("Authorization")
        return made


_OPENER = urllib.request.build_opener(_Safe)


def _opened(address: str, more: dict[str, str]) -> Any:  # noqa: ANN401  urllib's answer
    """Ask for a file. Raises what urllib does."""
    parts = urlsplit(address)
    headers = {"User-Agent": f"superuri/{__version__}", "Accept-Encoding": "identity", **more}
    who, at, place = parts.netloc.rpartition("@")
    if at:
        headers["Authorization"] = "Basic " + base64.b64encode(unquote(who).encode()).decode()
    request = urllib.request.Request(  # noqa: S310  the scheme is http or https
        parts._replace(netloc=place, fragment="").geturl(), headers=headers
    )
    return _OPENER.open(request, timeout=STALL)


def look(address: str, name: str) -> FileVersion:
    """Return how long a file is and which version it is, without reading it."""
    found: FileVersion = _patient(name, lambda: _look(address, name))
    return found


def _look(address: str, name: str) -> FileVersion:
    with _opened(address, {}) as answer:
        return _head(answer, name)


def _head(answer: Any, name: str) -> FileVersion:  # noqa: ANN401  urllib's answer
    """Return what the head of an answer says.

    A weak validator does not say that the bytes are the same: such a file has no version.
    """
    if answer.headers.get("Content-Encoding", "identity") not in {"identity", "aws-chunked"}:
        packed = answer.headers["Content-Encoding"]
        raise TableError(f"{name}: the server sends it packed as {packed}; ask for a plain file")
    size = answer.headers.get("Content-Range", "").rpartition("/")[2] or answer.headers.get(
        "Content-Length", ""
    )
    if not size.isdecimal():
        message = "the server does not say how long it is, so what is missing would not be noticed"
        raise TableError(f"{name}: {message}")
    tag = answer.headers.get("ETag", "")
    version = "" if tag.startswith("W/") else tag
    return FileVersion(int(size), version or answer.headers.get("Last-Modified", ""))


def fetch(
    address: Callable[[], str],
    name: str,
    path: Path,
    wanted: FileVersion,
    progress: Callable[[int], None],
) -> None:
    """Copy one version of a file to a path, under its name only once it is complete.

    What an earlier call left there is continued; the caller knows that it is of this version.
    """
    part = path.with_name(f"{path.name}.part")
    with about(str(part), "written"):
        if not wanted.version:
            part.unlink(missing_ok=True)
        with part.open("ab") as file:
            _patient(name, lambda: _copy(address(), name, file, wanted, progress), file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        _system.sync(path.parent)


def _copy(
    address: str,
    name: str,
    file: Any,  # noqa: ANN401  an open file
    wanted: FileVersion,
    progress: Callable[[int], None],
) -> None:
    """Copy the rest of a file. Raises what the network does."""
    at = file.seek(0, os.SEEK_END)
    if at >= wanted.size:
        return
    more = {"If-Match": wanted.version} if wanted.version.startswith('"') else {}
    if at:
        more["Range"] = f"bytes={at}-"
    with _opened(address, more) as answer:
        if _head(answer, name) != wanted:
            raise _changed(name)
        if at and answer.status != _PARTIAL:
            at = 0
            file.truncate(0)
        since, seen = time.monotonic(), at
        while at < wanted.size and (data := answer.read1(READ)):
            # A full disk is not the network's failure.
            with about(file.name, "written"):
                file.write(data)
            at += len(data)
            progress(at)
            now = time.monotonic()
            if now - since >= WINDOW:
                if at - seen < LEAST:
                    message = f"only {at - seen:,} bytes arrived in {now - since:.0f} seconds"
                    raise TableError(f"{name}: {message}; run it again when the store is faster")
                since, seen = now, at
    if at != wanted.size:
        raise http.client.IncompleteRead(b"", wanted.size - at)


def _patient(name: str, do: Callable[[], Any], file: Any = None) -> Any:  # noqa: ANN401  as it is
    """Do this again where what fails may pass; say in one sentence what does not."""
    failed, before = 0, file.tell() if file else 0
    while True:
        try:
            return do()
        except urllib.error.HTTPError as error:
            error.close()
            why, wait = _refused(name, error), _after(error)
        except (http.client.HTTPException, OSError) as error:
            why, wait = _broken(error), 0.0
        now = file.tell() if file else 0
        failed = 1 if now - before >= ENOUGH else failed + 1
        before = now
        if failed >= TRIES:
            raise TableError(f"{name}: {why}, {TRIES} times; run it again later")
        time.sleep(min(LONGEST_PAUSE, max(wait, PAUSE * 2 ** (failed - 1))))


def _refused(name: str, error: urllib.error.HTTPError) -> str:
    """Return why a server does not answer now; raise where it never will."""
    if error.code in {_CHANGED, _PAST_END}:
        raise _changed(name) from error
    if error.code != _THROTTLED and error.code < _SERVER:
        why = _WORDS.get(error.code) or f"the server answers {error.code} {error.reason}"
        raise TableError(f"{name}: {why}") from error
    return f"the server is overloaded or broken ({error.code} {error.reason})"


def _after(error: urllib.error.HTTPError) -> float:
    """Return how many seconds a server asks to wait."""
    wait = error.headers.get("Retry-After", "") if error.headers else ""
    if wait.isdecimal():
        return float(wait)
    with suppress(TypeError, ValueError):
        return email.utils.parsedate_to_datetime(wait).timestamp() - time.time()
    return 0.0


def _broken(error: Exception) -> str:
    """Return what became of a connection."""
    reason = getattr(error, "reason", error)
    if isinstance(error, http.client.IncompleteRead):
        return "the answer ends before the file does"
    if isinstance(reason, TimeoutError):
        return f"no byte arrived in {STALL:.0f} seconds"
    why = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return f"the connection failed ({why})"


def _changed(name: str) -> TableError:
    return TableError(
        f"{name}: it has changed while it was read; the old output is as it was; run it again"
    )
