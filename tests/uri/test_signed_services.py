"""The texts that services sign, compared with their own libraries."""

import base64
import datetime as dt
from typing import Any

import pytest

import superuri
from kit import oracle, signed
from kit import signed_services as services
from superuri import URI

DAY = dt.datetime(2026, 11, 25, tzinfo=dt.timezone.utc)
NAMES = ["a.jpg", "a b+c~é(1).jpg", "100%/x'y!*.txt", "a%2Fb", "起/&=?#"]


def library(name: str) -> Any:
    return pytest.importorskip(name, reason=f"no {name}: python -m heavy signers installs it")


@pytest.mark.parametrize("name", NAMES)
def test_azure(name: str) -> None:
    blob = library("azure.storage.blob")
    token = blob.generate_blob_sas(
        *("account", "photos", name),
        account_key=services.ACCOUNT_KEY,
        permission=blob.BlobSasPermissions(read=True),
        start=DAY,
        expiry=DAY + dt.timedelta(days=1),
        ip="168.1.5.60-168.1.5.70",
        protocol="https",
        content_disposition=f'attachment; filename="{name}"',
    )
    path = superuri.encode(name, superuri.sets.aws.SIGV4_PATH)
    text = f"https://account.blob.core.windows.net/photos/{path}?{token}"
    there = superuri.decode(URI(text).raw.query.partition("sig=")[2])
    assert services.azure_signature(text) == there


@pytest.mark.parametrize("name", NAMES)
def test_google(name: str) -> None:
    signing = library("google.cloud.storage._signing")
    seen: list[bytes] = []

    class Credentials(library("google.auth.credentials").Signing):  # type: ignore[misc]
        signer = None
        signer_email = "bot@example.iam.gserviceaccount.com"

        def sign_bytes(self, message: bytes) -> bytes:
            seen.append(message)
            return b"signature"

    path = superuri.encode(name, superuri.sets.aws.SIGV4_PATH)
    text = signing.generate_signed_url_v4(
        Credentials(),
        resource=f"/bucket/{path}",
        expiration=900,
        api_access_endpoint="https://storage.googleapis.com",
        response_disposition=f'attachment; filename="{name}"',
        _request_timestamp="20261125T000000Z",
    )
    assert [services.gcs_text(text).encode()] == seen


@pytest.mark.parametrize("name", NAMES)
def test_cloudfront(name: str) -> None:
    signers = library("botocore.signers")
    seen: list[bytes] = []

    def sign(message: bytes) -> bytes:
        seen.append(message)
        return bytes(range(250, 256))

    link = f"https://d1.cloudfront.net/{superuri.encode(name)}?q={superuri.encode(name)}"
    text = signers.CloudFrontSigner("K1", sign).generate_presigned_url(link, date_less_than=DAY)
    assert [services.cloudfront_text(text).encode()] == seen
    there = text.partition("Signature=")[2].partition("&")[0]
    encoded = base64.b64encode(bytes(range(250, 256))).decode()
    assert there == encoded.translate(str.maketrans("+=/", "-_~"))


@pytest.mark.parametrize("state", ["", "https://sp.example.com/é", "a b+c&d"])
def test_saml(state: str) -> None:
    pack = library("saml2.pack")
    seen: list[bytes] = []

    class Backend:
        def get_signer(self, _algorithm: str) -> "Backend":
            return self

        def sign(self, message: bytes) -> bytes:
            seen.append(message)
            return b"signature"

    algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    message = "<samlp:AuthnRequest ID='1'/>"
    made = pack.http_redirect_message(
        message,
        "https://idp.example.com/sso",
        state,
        sigalg=algorithm,
        sign=True,
        backend=Backend(),
    )
    [(_, text)] = made["headers"]
    assert [services.saml_text(text).encode()] == seen


@pytest.mark.parametrize("path", ["/v/%7Ebob/a%20b%28c%29.mp4", "/a*b~c'd.ts", "/%C3%A9/$x,y"])
def test_akamai(path: str) -> None:
    edge = library("akamai.edgeauth")
    made = edge.EdgeAuth(key=services.EDGE_KEY, end_time=1795910400, escape_early=True)
    token = made.generate_url_token(path)
    text = f"https://media.example.com{path}?hdnts={token}"
    assert services.akamai_signature(text) == token


@pytest.mark.parametrize("value", ["bob+tag@example.com", "a b", "é.起", "x.y.z"])
def test_itsdangerous(value: str) -> None:
    signer = library("itsdangerous").Signer(services.SECRET)
    text = str(URI("https://example.com/").with_query({"mail": value}))
    made = signer.sign(value).decode()
    assert f"{value}.{services.itsdangerous_signature(text)}" == made
    assert signer.unsign(made).decode() == value


@pytest.mark.parametrize(
    ("language", "arguments"),
    [
        ("node", ["s3.js"]),
        ("java", ["S3.java"]),
        ("go", ["run", "s3.go"]),
        ("php", ["-n", "s3.php"]),
    ],
    ids=["node", "java", "go", "php"],
)
def test_s3_signed_in_another_language(language, arguments, report):
    texts = [
        signed.S3,
        signed.S3.replace("%2Bc~", "%2bc%7E"),
        signed.S3.replace("&versionId=", "&versionId"),
        *(str(URI(signed.S3).with_pair("versionId", name)) for name in NAMES),
    ]
    program = oracle.program([*arguments, signed.AWS_KEY])
    given = "".join(f"{text}\n" for text in texts).encode()
    what = "presigned S3 URLs"
    with oracle.asked(language, program, given, report, what) as answer:
        assert answer.decode().split() == [signed.s3_signature(text) for text in texts]
