"""Objects of S3, and of every store that speaks its protocol.

botocore finds the credentials, the region and `AWS_ENDPOINT_URL`, lists, signs and writes. It can
write only if the object is still the one that was there (`If-Match`, `If-None-Match`), and read one
version; Arrow's S3 can do neither. What is written is seen once it is complete.
"""

import fnmatch
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
    import botocore.session
    from botocore.config import Config

    from superuri.tables.storage import upload
    from superuri.tables.storage.upload import code_of, split
except ImportError as _missing:
    raise MissingError('s3:// works with botocore: pip install "superuri[storage]"') from _missing

#: Seconds that an address to read with is good for; each request has its own.
GOOD_FOR = 3600

_DENIED = {
    *("403", "Forbidden", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken"),
    *("InvalidToken", "InvalidClientTokenId", "UnrecognizedClientException", "AuthFailure"),
}
_BUSY = {"SlowDown", "ServiceUnavailable", "RequestLimitExceeded", "Throttling", "503", "429"}


@contextmanager
def _about(address: str) -> Iterator[None]:
    """Turn what botocore raises into one sentence."""
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
        return f"the store is overloaded ({code}), however often it is asked; run it again later"
    what = str(error.response.get("Error", {}).get("Message", "")).rstrip(".")
    return f"the store answers {code}{f': {what}' if what else ''}"


class S3:
    """The stores that the credentials of this process reach."""

    def __init__(self) -> None:
        with _about("s3://"):
            # How often a request is repeated is the profile's or AWS_MAX_ATTEMPTS's matter.
            signs = "s3v4"
            config = Config(connect_timeout=10, read_timeout=fetch.STALL, signature_version=signs)
            session = botocore.session.get_session()
            self.client: Any = session.create_client("s3", config=config)

    def find(self, address: str) -> list[RemoteFile]:
        """Return an object, or those below an address, or those that a pattern means."""
        bucket, key = split(address)
        with _about(address):
            if not bucket:
                raise TableError(f"{address}: it names no bucket: s3://BUCKET/KEY")
            if key and not key.endswith("/") and (head := self._head(bucket, key)):
                return [RemoteFile(address, name_of(address), head["ContentLength"], head["ETag"])]
            if glob.has_magic(key):
                fixed = key[: next(n for n, c in enumerate(key) if c in "*?[")]
                start = fixed.rpartition("/")[0]
                found = self._below(bucket, f"{start}/" if start else "")
                fits = [one for one in found if fnmatch.fnmatchcase(split(one.address)[1], key)]
                # As in a shell, a star does not reach into folders, and two do.
                return [one for one in fits if "**" in key or _depth(one) == key.count("/")]
            return self._below(bucket, f"{key.rstrip('/')}/" if key else "")

    def _below(self, bucket: str, prefix: str) -> list[RemoteFile]:
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
        return [
            RemoteFile(f"s3://{bucket}/{o['Key']}", o["Key"][len(prefix) :], o["Size"], o["ETag"])
            for page in pages
            for o in page.get("Contents", ())
        ]

    def _head(self, bucket: str, key: str) -> Any:  # noqa: ANN401  botocore has no types
        """Return what is known of an object; None where there is none."""
        try:
            return self.client.head_object(Bucket=bucket, Key=key)
        except botocore.exceptions.ClientError as error:
            status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode")
            if status in {400, 403, 404}:
                # An answer to HEAD has no words: a list says why, or that it is a folder.
                self.client.list_objects_v2(Bucket=bucket, Prefix=key, MaxKeys=1)
                if status == 404:  # noqa: PLR2004  it is HTTP's
                    return None
            raise

    def fetch(self, found: RemoteFile, path: Path, progress: Callable[[int], None]) -> None:
        """Copy an object to a path."""
        bucket, key = split(found.address)

        def signed() -> str:
            given = {"Bucket": bucket, "Key": key}
            url: str = self.client.generate_presigned_url("get_object", given, GOOD_FOR)
            return url

        with _about(found.address):
            wanted = fetch.FileVersion(found.size, found.version)
            fetch.fetch(signed, found.address, path, wanted, progress)

    def version(self, address: str) -> str:
        """Return what tells an object from another version of it; nothing where there is none."""
        with _about(address):
            head = self._head(*split(address))
        return head["ETag"] if head else ""

    def remove(self, address: str) -> None:
        """Remove an object."""
        bucket, key = split(address)
        with _about(address):
            self.client.delete_object(Bucket=bucket, Key=key)

    def put(self, path: Path, address: str, before: str, state: Path) -> str:
        """Write an object, if it still is the version that was there before.

        Returns a sentence if the store cannot promise that. What is written of a large one is noted
        in the file ``state``: a rerun continues there.
        """
        size = path.stat().st_size
        with _about(address):
            if size <= upload.PART:
                return upload.put_small(self.client, path, address, before)
            return upload.Upload(self.client, path, address, state).put(before)


def _depth(one: RemoteFile) -> int:
    return split(one.address)[1].count("/")
