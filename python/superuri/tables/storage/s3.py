"""Objects of S3 and of compatible stores.

botocore finds the credentials, the region and `AWS_ENDPOINT_URL`, lists, signs and writes. Unlike
Arrow's S3, it can read one version, and write on the condition that the object is unchanged
(`If-Match`, `If-None-Match`). A written object appears once it is complete.
"""

import fnmatch
import functools
import glob
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from superuri.tables.files.failure import MissingError, TableError, first_line
from superuri.tables.storage import fetch
from superuri.tables.storage.address import RemoteFile, name_of

try:
    import botocore.exceptions
    import botocore.loaders
    import botocore.session
    from botocore.config import Config

    from superuri.tables.storage import upload
    from superuri.tables.storage.upload import code_of, split
except ImportError as _missing:
    raise MissingError('s3:// works with botocore: pip install "superuri[storage]"') from _missing

#: Seconds for which a signed address is valid; each request has its own.
EXPIRES = 3600

_DENIED = {
    *("403", "Forbidden", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken"),
    *("InvalidToken", "InvalidClientTokenId", "UnrecognizedClientException", "AuthFailure"),
}
_BUSY = {"SlowDown", "ServiceUnavailable", "RequestLimitExceeded", "Throttling", "503", "429"}


@functools.cache
def _loader(paths: str | None) -> Any:  # noqa: ANN401  botocore has no types
    """Return the reader of botocore's descriptions; to parse them takes most of a short job."""
    return botocore.loaders.create_loader(paths)


@contextmanager
def _about(address: str) -> Iterator[None]:
    """Turn botocore's errors into a TableError."""
    try:
        yield
    except botocore.exceptions.ClientError as error:
        raise TableError(f"{address}: {_reason(address, error)}") from error
    except botocore.exceptions.NoCredentialsError as error:
        advice = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
        raise TableError(f"{address}: there are no credentials; {advice}") from error
    except (botocore.exceptions.BotoCoreError, OSError) as error:
        raise TableError(f"{address}: the store cannot be used ({first_line(error)})") from error


def _reason(address: str, error: Any) -> str:  # noqa: ANN401  botocore has no types
    code = code_of(error)
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code == "NoSuchBucket":
        return f"there is no bucket {split(address)[0]!r}"
    if code in upload.MISSING:
        return "there is no such object"
    if code in _DENIED:
        return f"the store refuses the credentials ({code})"
    if code == "AccessDenied":
        return "the store does not allow this to these credentials (AccessDenied)"
    if code in _BUSY or status in {429, 503}:
        return f"the store is overloaded ({code}), also after retries; run it again later"
    message = str(error.response.get("Error", {}).get("Message", "")).rstrip(".")
    return f"the store answers {code}{f': {message}' if message else ''}"


class S3:
    """The store of S3, with the credentials of this process."""

    def __init__(self) -> None:
        with _about("s3://"):
            # The number of attempts is set by the profile or AWS_MAX_ATTEMPTS.
            config = Config(connect_timeout=10, read_timeout=fetch.STALL, signature_version="s3v4")
            session = botocore.session.get_session()
            loader = _loader(session.get_config_variable("data_path"))
            session.register_component("data_loader", loader)
            self.client: Any = session.create_client("s3", config=config)

    def find(self, address: str) -> list[RemoteFile]:
        """Return an object, or all objects below an address, or those that match a pattern."""
        bucket, key = split(address)
        with _about(address):
            if not bucket:
                raise TableError(f"{address}: it names no bucket: s3://BUCKET/KEY")
            if key and not key.endswith("/") and (head := self._head(bucket, key)):
                return [RemoteFile(address, name_of(address), head["ContentLength"], head["ETag"])]
            if glob.has_magic(key):
                literal = key[: next(n for n, c in enumerate(key) if c in "*?[")]
                start = literal.rpartition("/")[0]
                objects = self._list(bucket, f"{start}/" if start else "")
                matches = [o for o in objects if fnmatch.fnmatchcase(split(o.address)[1], key)]
                # As in a shell, `*` does not match `/`, and `**` does.
                return [o for o in matches if "**" in key or _depth(o) == key.count("/")]
            return self._list(bucket, f"{key.rstrip('/')}/" if key else "")

    def _list(self, bucket: str, prefix: str) -> list[RemoteFile]:
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
        return [
            RemoteFile(f"s3://{bucket}/{o['Key']}", o["Key"][len(prefix) :], o["Size"], o["ETag"])
            for page in pages
            for o in page.get("Contents", ())
        ]

    def _head(self, bucket: str, key: str) -> Any:  # noqa: ANN401  botocore has no types
        """Return the headers of an object, or None if it does not exist."""
        try:
            return self.client.head_object(Bucket=bucket, Key=key)
        except botocore.exceptions.ClientError as error:
            status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode")
            if status in {400, 403, 404}:
                # A response to HEAD has no message: listing the key raises an error with one.
                self.client.list_objects_v2(Bucket=bucket, Prefix=key, MaxKeys=1)
                if status == 404:  # noqa: PLR2004  it is HTTP's
                    return None
            raise

    def fetch(self, found: RemoteFile, path: Path, progress: Callable[[int], None]) -> None:
        bucket, key = split(found.address)

        def signed() -> str:
            params = {"Bucket": bucket, "Key": key}
            url: str = self.client.generate_presigned_url("get_object", params, EXPIRES)
            return url

        with _about(found.address):
            wanted = fetch.FileVersion(found.size, found.version)
            fetch.fetch(signed, found.address, path, wanted, progress)

    def version(self, address: str) -> str:
        """Return the version of an object, or an empty string if it does not exist."""
        with _about(address):
            head = self._head(*split(address))
        return head["ETag"] if head else ""

    def remove(self, address: str) -> None:
        bucket, key = split(address)
        with _about(address):
            self.client.delete_object(Bucket=bucket, Key=key)

    def put(self, path: Path, address: str, before: str, state: Path) -> str:
        """Write an object if the existing one is still of the version ``before``.

        Returns a note if the store cannot guarantee that. The progress of a large object is saved
        in the file ``state``, from which a rerun continues.
        """
        size = path.stat().st_size
        with _about(address):
            if size <= upload.PART:
                return upload.put_small(self.client, path, address, before)
            return upload.Upload(self.client, path, address, state).put(before)


def _depth(object_: RemoteFile) -> int:
    return split(object_.address)[1].count("/")
