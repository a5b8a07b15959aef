"""Fetching over HTTP: one version of a file is copied to the disk, with retries.

A response that ends early, stalls or is a temporary error (429, 5xx) is requested again from where
it ended. Another version of the file, or a transfer that is too slow, ends the job.
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

import superuri._system as _system
from superuri._core import __version__
from superuri.tables.files.failure import TableError, about

#: Seconds without a byte after which a response has stalled.
STALL = 30.0
#: Seconds in which fewer than WINDOW_BYTES are too slow.
WINDOW = 60.0
WINDOW_BYTES = 64 << 10
#: Failures in a row that end the job; the count restarts after PROGRESS_BYTES.
TRIES = 5
PROGRESS_BYTES = 1 << 20
#: Seconds before the first retry, doubled before each further one.
PAUSE = 0.5
MAX_PAUSE = 20.0
READ = 256 << 10
_OK, _PARTIAL, _TOO_MANY_REQUESTS, _SERVER_ERROR = 200, 206, 429, 500
_PRECONDITION_FAILED, _RANGE_NOT_SATISFIABLE = 412, 416

_REASONS = {
    401: "the server requires a valid name and password",
    403: "the server does not allow it",
    404: "there is no such file",
    410: "the file no longer exists",
}


class FileVersion(NamedTuple):
    """The size and the version of a file, from the headers of a response."""

    size: int
    version: str


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """A handler that follows redirects, except from https to http."""

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
            message = "it redirects from https to http"
            raise urllib.error.HTTPError(newurl, code, message, headers, fp)
        request = super().redirect_request(req, fp, code, msg, headers, newurl)
        if request is not None and urlsplit(newurl).netloc != urlsplit(req.full_url).netloc:
            # The password is only sent to the first server.
            request.remove_header("Authorization")
        return request


_OPENER = urllib.request.build_opener(_SafeRedirects)


def _open(address: str, extra_headers: dict[str, str]) -> Any:  # noqa: ANN401  urllib's response
    """Request a file. Raises urllib's errors."""
    parts = urlsplit(address)
    headers = {"User-Agent": f"superuri/{__version__}", "Accept-Encoding": "identity"}
    headers |= extra_headers
    userinfo, at, host = parts.netloc.rpartition("@")
    if at:
        headers["Authorization"] = "Basic " + base64.b64encode(unquote(userinfo).encode()).decode()
    request = urllib.request.Request(  # noqa: S310  the scheme is http or https
        parts._replace(netloc=host, fragment="").geturl(), headers=headers
    )
    return _OPENER.open(request, timeout=STALL)


def inspect(address: str, name: str) -> FileVersion:
    """Return the size and version of a file without reading it."""
    version: FileVersion = _retry(name, lambda: _inspect(address, name))
    return version


def _inspect(address: str, name: str) -> FileVersion:
    with _open(address, {}) as response:
        return _file_version(response, name)


def _file_version(response: Any, name: str) -> FileVersion:  # noqa: ANN401  urllib's response
    """Return the size and version in the headers of a response.

    A weak ETag does not guarantee equal bytes, so it is not a version.
    """
    if response.headers.get("Content-Encoding", "identity") not in {"identity", "aws-chunked"}:
        coding = response.headers["Content-Encoding"]
        message = f"the server compresses it ({coding}); use an address without compression"
        raise TableError(f"{name}: {message}")
    size = response.headers.get("Content-Range", "").rpartition("/")[2] or response.headers.get(
        "Content-Length", ""
    )
    if not size.isdecimal():
        message = "the server does not send its length, so missing data would not be noticed"
        raise TableError(f"{name}: {message}")
    etag = response.headers.get("ETag", "")
    version = "" if etag.startswith("W/") else etag
    return FileVersion(int(size), version or response.headers.get("Last-Modified", ""))


def fetch(
    address: Callable[[], str],
    name: str,
    path: Path,
    wanted: FileVersion,
    progress: Callable[[int], None],
) -> None:
    """Copy one version of a file to a path, where it appears once it is complete.

    A partial copy of an earlier call is continued; the caller knows that it is of this version.
    """
    part = path.with_name(f"{path.name}.part")
    with about(str(part), "written"):
        if not wanted.version:
            part.unlink(missing_ok=True)
        with part.open("ab") as file:
            _retry(name, lambda: _copy(address(), name, file, wanted, progress), file)
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
    """Copy the rest of a file. Raises the network's errors."""
    position = file.seek(0, os.SEEK_END)
    if position >= wanted.size:
        return
    headers = {"If-Match": wanted.version} if wanted.version.startswith('"') else {}
    if position:
        headers["Range"] = f"bytes={position}-"
    with _open(address, headers) as response:
        if _file_version(response, name) != wanted:
            raise _changed_error(name)
        if position and response.status != _PARTIAL:
            position = 0
            file.truncate(0)
        window_start, window_position = time.monotonic(), position
        while position < wanted.size and (data := response.read1(READ)):
            # A full disk is not a network error.
            with about(file.name, "written"):
                file.write(data)
            position += len(data)
            progress(position)
            now = time.monotonic()
            if now - window_start >= WINDOW:
                arrived = position - window_position
                if arrived < WINDOW_BYTES:
                    message = f"only {arrived:,} bytes arrived in {now - window_start:.0f} seconds"
                    raise TableError(f"{name}: {message}; run it again when the store is faster")
                window_start, window_position = now, position
    if position != wanted.size:
        raise http.client.IncompleteRead(b"", wanted.size - position)


def _retry(name: str, action: Callable[[], Any], file: Any = None) -> Any:  # noqa: ANN401  the action's result
    """Return the action's result; retry it after temporary errors."""
    failures, last_position = 0, file.tell() if file else 0
    while True:
        try:
            return action()
        except urllib.error.HTTPError as error:
            error.close()
            reason, wait = _http_reason(name, error), _retry_after(error)
        except (http.client.HTTPException, OSError) as error:
            reason, wait = _network_reason(error), 0.0
        position = file.tell() if file else 0
        failures = 1 if position - last_position >= PROGRESS_BYTES else failures + 1
        last_position = position
        if failures >= TRIES:
            raise TableError(f"{name}: {reason}, {TRIES} times; run it again later")
        time.sleep(min(MAX_PAUSE, max(wait, PAUSE * 2 ** (failures - 1))))


def _http_reason(name: str, error: urllib.error.HTTPError) -> str:
    """Return the reason of a temporary error; raise TableError for a permanent one."""
    if error.code in {_PRECONDITION_FAILED, _RANGE_NOT_SATISFIABLE}:
        raise _changed_error(name) from error
    if error.code != _TOO_MANY_REQUESTS and error.code < _SERVER_ERROR:
        reason = _REASONS.get(error.code) or f"the server answers {error.code} {error.reason}"
        raise TableError(f"{name}: {reason}") from error
    return f"the server is overloaded or broken ({error.code} {error.reason})"


def _retry_after(error: urllib.error.HTTPError) -> float:
    """Return the seconds of the Retry-After header."""
    wait = error.headers.get("Retry-After", "") if error.headers else ""
    if wait.isdecimal():
        return float(wait)
    with suppress(TypeError, ValueError):
        return email.utils.parsedate_to_datetime(wait).timestamp() - time.time()
    return 0.0


def _network_reason(error: Exception) -> str:
    cause = getattr(error, "reason", error)
    if isinstance(error, http.client.IncompleteRead):
        return "the response ends before the file does"
    if isinstance(cause, TimeoutError):
        return f"no byte arrived in {STALL:.0f} seconds"
    reason = getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
    return f"the connection failed ({reason})"


def _changed_error(name: str) -> TableError:
    return TableError(
        f"{name}: it has changed while it was read; the old output is unchanged; run it again"
    )
