"""Uploads of S3 objects: atomic, and only if the existing object is unchanged."""

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import botocore.exceptions

import superuri._system as _system
from superuri.tables.files.failure import TableError

#: Bytes per part. A store accepts at most 10,000 parts, each but the last of at least 5 MiB.
PART = 16 << 20
PARTS = 9000
#: The suffix of an object that does not exist, for testing whether a store checks conditions.
PROBE = ".superuri-probe"
UNGUARDED = (
    "the store ignores conditions on writes (If-Match): of two jobs at once, the last one wins, "
    "and neither would have noticed"
)
_CONDITION_FAILED = {"412", "PreconditionFailed", "409", "ConditionalRequestConflict"}
_UNSUPPORTED = {
    *("501", "NotImplemented", "400", "InvalidRequest", "InvalidArgument", "UnknownParameter")
}
#: What an upload that cannot be continued raises, or a file that does not describe one.
_UNUSABLE = (OSError, ValueError, KeyError, TypeError, botocore.exceptions.ClientError)
#: The codes for an object that does not exist.
MISSING = {"404", "NoSuchKey", "NotFound"}


def code_of(error: Any) -> str:  # noqa: ANN401  botocore has no types
    return str(error.response.get("Error", {}).get("Code", ""))


def split(address: str) -> tuple[str, str]:
    bucket, _, key = address.partition("://")[2].partition("/")
    return bucket, key


def put_small(client: Any, path: Path, address: str, before: str) -> str:  # noqa: ANN401  botocore has no types
    """Write an object in one request if the existing one is still of the version ``before``."""
    bucket, key = split(address)
    data = path.read_bytes()
    tag = hashlib.md5(data, usedforsecurity=False).hexdigest()

    def write(key: str, data: bytes, **condition: str) -> None:
        client.put_object(Bucket=bucket, Key=key, Body=data, **condition)

    is_guarded = _is_refused(lambda: write(key + PROBE, b"", IfMatch='"superuri"'))
    if not is_guarded:
        with suppress(botocore.exceptions.ClientError):
            client.delete_object(Bucket=bucket, Key=key + PROBE)
    _write(client, address, tag, lambda: write(key, data, **_condition(before, is_guarded)))
    return "" if is_guarded else UNGUARDED


def _condition(before: str, is_guarded: bool) -> dict[str, str]:  # noqa: FBT001  it is a fact
    if not is_guarded:
        return {}
    return {"IfMatch": before} if before else {"IfNoneMatch": "*"}


def _is_refused(write: Callable[[], object]) -> bool:
    """Return whether a store refuses a write whose condition fails."""
    try:
        write()
    except botocore.exceptions.ClientError as error:
        if code_of(error) in _CONDITION_FAILED | MISSING:
            return True
        if code_of(error) in _UNSUPPORTED:
            return False
        raise
    return False


def _write(client: Any, address: str, tag: str, write: Callable[[], object]) -> None:  # noqa: ANN401  botocore has no types
    """Write with a condition; raise TableError if it fails, unless this job wrote the object."""
    try:
        write()
    except botocore.exceptions.ClientError as error:
        if code_of(error) not in _CONDITION_FAILED | MISSING:
            raise
        # A retried request may find the object that its first attempt wrote.
        bucket, key = split(address)
        with suppress(botocore.exceptions.ClientError):
            if client.head_object(Bucket=bucket, Key=key)["ETag"].strip('"') == tag:
                return
        message = "another job has written it since this one began"
        raise TableError(
            f"{address}: {message}; it is as that job left it; run it again"
        ) from error


class Upload:
    """An upload of a large object in parts; the object appears once it is complete."""

    def __init__(self, client: Any, path: Path, address: str, state: Path) -> None:  # noqa: ANN401  botocore has no types
        self.client: Any = client
        self.path: Path = path
        self.address: str = address
        self.state: Path = state
        bucket, key = split(address)
        self.where: dict[str, str] = {"Bucket": bucket, "Key": key}
        self.size: int = max(PART, -(-path.stat().st_size // PARTS))

    def put(self, before: str) -> str:
        """Write the parts that are missing, and complete the object."""
        is_guarded = self._is_guarded()
        upload, existing = self._resume()
        parts, digests = [], b""
        with self.path.open("rb") as file:
            for n, data in enumerate(iter(lambda: file.read(self.size), b""), 1):
                digest = hashlib.md5(data, usedforsecurity=False)
                digests += digest.digest()
                tag = f'"{digest.hexdigest()}"'
                if existing.get(n) != tag:
                    tag = self.client.upload_part(
                        **self.where, UploadId=upload, PartNumber=n, Body=data
                    )["ETag"]
                parts.append({"PartNumber": n, "ETag": tag})
        digest_of_parts = hashlib.md5(digests, usedforsecurity=False).hexdigest()
        complete = {"UploadId": upload, "MultipartUpload": {"Parts": parts}}
        condition = _condition(before, is_guarded)

        def write() -> None:
            self.client.complete_multipart_upload(**self.where, **complete, **condition)

        try:
            _write(self.client, self.address, f"{digest_of_parts}-{len(parts)}", write)
        except TableError:
            # The upload can never be completed.
            abandon(self.client, self.state)
            raise
        self.state.unlink()
        return "" if is_guarded else UNGUARDED

    def _resume(self) -> tuple[str, dict[int, str]]:
        """Return the ID and parts of the upload to continue, or of a new one."""
        with suppress(*_UNUSABLE):
            saved = json.loads(self.state.read_text())
            if saved["where"] == self.where:
                upload = saved["upload"]
                pages = self.client.get_paginator("list_parts").paginate(
                    **self.where, UploadId=upload
                )
                return upload, {
                    part["PartNumber"]: part["ETag"]
                    for page in pages
                    for part in page.get("Parts", ())
                }
        upload = self.client.create_multipart_upload(**self.where)["UploadId"]
        self.state.write_text(json.dumps({"where": self.where, "upload": upload}))
        _system.sync(self.state)
        return upload, {}

    def _is_guarded(self) -> bool:
        """Return whether the store checks conditions on uploads in parts.

        Some stores only check them for small objects.
        """
        where = {**self.where, "Key": self.where["Key"] + PROBE}
        upload = self.client.create_multipart_upload(**where)["UploadId"]
        part = self.client.upload_part(**where, UploadId=upload, PartNumber=1, Body=b"-")
        parts = {"Parts": [{"PartNumber": 1, "ETag": part["ETag"]}]}
        made = {**where, "UploadId": upload, "MultipartUpload": parts, "IfMatch": '"superuri"'}
        is_guarded = _is_refused(lambda: self.client.complete_multipart_upload(**made))
        with suppress(botocore.exceptions.ClientError):
            if is_guarded:
                self.client.abort_multipart_upload(**where, UploadId=upload)
            else:
                self.client.delete_object(**where)
        return is_guarded


def abandon(client: Any, state: Path) -> None:  # noqa: ANN401  botocore has no types
    """Abort the upload that is saved in a file, so that its parts are not stored and billed."""
    with suppress(*_UNUSABLE):
        saved = json.loads(state.read_text())
        client.abort_multipart_upload(**saved["where"], UploadId=saved["upload"])
    state.unlink(missing_ok=True)
