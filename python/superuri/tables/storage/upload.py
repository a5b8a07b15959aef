"""Writing of an object of S3: complete or not at all, and only if nobody wrote it meanwhile."""

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import botocore.exceptions

from superuri import _system
from superuri.tables.files.failure import TableError

#: Bytes of a part. A store takes at most 10,000, and none but the last of less than 5 MiB.
PART = 16 << 20
PARTS = 9000
#: Whether a store heeds conditions is seen at this name: no object there can match.
PROBE = ".superuri-probe"
UNGUARDED = (
    "the store ignores conditions on writes (If-Match): of two jobs at once, the last one wins, "
    "and neither would have noticed"
)
_UNMET = {"412", "PreconditionFailed", "409", "ConditionalRequestConflict"}
_UNKNOWN = {"501", "NotImplemented", "400", "InvalidRequest", "InvalidArgument", "UnknownParameter"}
#: The codes of an object that is not there.
MISSING = {"404", "NoSuchKey", "NotFound"}


def code_of(error: Any) -> str:  # noqa: ANN401  botocore has no types
    return str(error.response.get("Error", {}).get("Code", ""))


def split(address: str) -> tuple[str, str]:
    """Return the bucket and the key of an address."""
    bucket, _, key = address.partition("://")[2].partition("/")
    return bucket, key


def put_small(client: Any, path: Path, address: str, before: str) -> str:  # noqa: ANN401  botocore has no types
    """Write an object in one request, if it still is the version that was there before."""
    bucket, key = split(address)
    data = path.read_bytes()
    tag = hashlib.md5(data, usedforsecurity=False).hexdigest()

    def write(key: str, data: bytes, **condition: str) -> None:
        client.put_object(Bucket=bucket, Key=key, Body=data, **condition)

    is_guarded = _is_unmet(lambda: write(key + PROBE, b"", IfMatch='"superuri"'))
    if not is_guarded:
        with suppress(botocore.exceptions.ClientError):
            client.delete_object(Bucket=bucket, Key=key + PROBE)
    _write(client, address, tag, lambda: write(key, data, **_condition(before, is_guarded)))
    return "" if is_guarded else UNGUARDED


def _condition(before: str, is_guarded: bool) -> dict[str, str]:  # noqa: FBT001  it is a fact
    if not is_guarded:
        return {}
    return {"IfMatch": before} if before else {"IfNoneMatch": "*"}


def _is_unmet(write: Callable[[], object]) -> bool:
    """Return whether a store refuses a write whose condition cannot be met."""
    try:
        write()
    except botocore.exceptions.ClientError as error:
        if code_of(error) in _UNMET | MISSING:
            return True
        if code_of(error) in _UNKNOWN:
            return False
        raise
    return False


def _write(client: Any, address: str, tag: str, write: Callable[[], object]) -> None:  # noqa: ANN401  botocore has no types
    """Write with a condition; where it is not met, say so, unless it is ours that is there."""
    try:
        write()
    except botocore.exceptions.ClientError as error:
        if code_of(error) not in _UNMET | MISSING:
            raise
        # A request that is repeated meets what it wrote the first time.
        bucket, key = split(address)
        with suppress(botocore.exceptions.ClientError):
            if client.head_object(Bucket=bucket, Key=key)["ETag"].strip('"') == tag:
                return
        message = "another job has written it since this one began"
        raise TableError(
            f"{address}: {message}; it is as that job left it; run it again"
        ) from error


class Upload:
    """A large object, written in parts; it is seen once it is complete."""

    def __init__(self, client: Any, path: Path, address: str, state: Path) -> None:  # noqa: ANN401  botocore has no types
        self.client, self.path, self.address, self.state = client, path, address, state
        bucket, key = split(address)
        self.where = {"Bucket": bucket, "Key": key}
        self.size = max(PART, -(-path.stat().st_size // PARTS))

    def put(self, before: str) -> str:
        """Write the parts that are missing, and complete the object."""
        is_guarded = self._is_guarded()
        upload, there = self._begun()
        parts, digests = [], b""
        with self.path.open("rb") as file:
            for n, data in enumerate(iter(lambda: file.read(self.size), b""), 1):
                digest = hashlib.md5(data, usedforsecurity=False)
                digests += digest.digest()
                tag = f'"{digest.hexdigest()}"'
                if there.get(n) != tag:
                    tag = self.client.upload_part(
                        **self.where, UploadId=upload, PartNumber=n, Body=data
                    )["ETag"]
                parts.append({"PartNumber": n, "ETag": tag})
        whole = hashlib.md5(digests, usedforsecurity=False).hexdigest()
        complete = {"UploadId": upload, "MultipartUpload": {"Parts": parts}}
        condition = _condition(before, is_guarded)

        def write() -> None:
            self.client.complete_multipart_upload(**self.where, **complete, **condition)

        try:
            _write(self.client, self.address, f"{whole}-{len(parts)}", write)
        except TableError:
            # It can never be completed.
            abandon(self.client, self.state)
            raise
        self.state.unlink()
        return "" if is_guarded else UNGUARDED

    def _begun(self) -> tuple[str, dict[int, str]]:
        """Return the upload that a rerun continues, or a new one, and its parts."""
        with suppress(OSError, ValueError, KeyError, botocore.exceptions.ClientError):
            noted = json.loads(self.state.read_text())
            if noted["where"] == self.where:
                upload = noted["upload"]
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
        """Return whether the store heeds conditions on an object in parts.

        A store may heed them for small objects only.
        """
        where = {**self.where, "Key": self.where["Key"] + PROBE}
        upload = self.client.create_multipart_upload(**where)["UploadId"]
        part = self.client.upload_part(**where, UploadId=upload, PartNumber=1, Body=b"-")
        parts = {"Parts": [{"PartNumber": 1, "ETag": part["ETag"]}]}
        is_guarded = _is_unmet(
            lambda: self.client.complete_multipart_upload(
                **where, UploadId=upload, MultipartUpload=parts, IfMatch='"superuri"'
            )
        )
        with suppress(botocore.exceptions.ClientError):
            if is_guarded:
                self.client.abort_multipart_upload(**where, UploadId=upload)
            else:
                self.client.delete_object(**where)
        return is_guarded


def abandon(client: Any, state: Path) -> None:  # noqa: ANN401  botocore has no types
    """Give up an upload that is noted in a file, so that its parts are not kept and paid for."""
    with suppress(OSError, ValueError, KeyError, botocore.exceptions.ClientError):
        noted = json.loads(state.read_text())
        client.abort_multipart_upload(**noted["where"], UploadId=noted["upload"])
    state.unlink(missing_ok=True)
