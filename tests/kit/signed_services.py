"""Signed URLs of services: which text of a URL each of them signs.

Where a service signs with RSA, an HMAC takes its place here: what may break a signature is the
text, and that is compared with the service's own library in tests/uri/test_signed_services.py.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Callable
from functools import reduce

import superuri
from superuri import URI

ACCOUNT_KEY = base64.b64encode(b"the key of a storage account").decode()
GCS_KEY = "GOOG4" + "bGoa+V7g/yqDXvKRqq+JTFn4uQZbPiQJo4pf9RzJ"
RSA_STANDS_FOR = b"a private key"
EDGE_KEY = "52a152a152a152a152a152a152a1"
SECRET = "a secret of an application"  # noqa: S105  because it signs examples

#: The fields that Azure signs, in order; the resource follows the third, None is an empty line.
SAS_FIELDS = (
    *("sp", "st", "se", "", "si", "sip", "spr", "sv", "sr", None, "ses"),
    *("rscc", "rscd", "rsce", "rscl", "rsct"),
)


def azure_text(text: str) -> str:
    """A shared access signature of a blob, from 2020-12-06 on: everything is decoded first."""
    uri = URI(text)
    fields = {name: superuri.decode(value or "") for name, value in raw_pairs(text)}
    account = (uri.host or "").partition(".")[0]
    resource = f"/blob/{account}{superuri.decode(superuri.split(text).path)}"
    return "\n".join(resource if name == "" else fields.get(name or "", "") for name in SAS_FIELDS)


def gcs_text(text: str) -> str:
    """V4 of Google Cloud Storage: the request is decoded, and encoded in its canonical form."""
    uri = URI(text)
    pairs = [(name, value or "") for name, value in uri.form if name != "X-Goog-Signature"]
    given = dict(pairs)
    encoded = sorted((superuri.encode(name), superuri.encode(value)) for name, value in pairs)
    request = [
        *("GET", "/" + "/".join(map(superuri.encode, uri.segments))),
        "&".join(f"{name}={value}" for name, value in encoded),
        *(f"host:{uri.host}\n", "host", "UNSIGNED-PAYLOAD"),
    ]
    scope = given["X-Goog-Credential"].partition("/")[2]
    digest = hashlib.sha256("\n".join(request).encode()).hexdigest()
    return "\n".join([given["X-Goog-Algorithm"], given["X-Goog-Date"], scope, digest])


def cloudfront_text(text: str) -> str:
    """A canned policy of CloudFront: the URL as it is written, in front of its parameters."""
    found = re.search(r"[?&]Expires=(\d+)", text)
    assert found
    return (
        f'{{"Statement":[{{"Resource":"{text[: found.start()]}","Condition":'
        f'{{"DateLessThan":{{"AWS:EpochTime":{found[1]}}}}}}}]}}'
    )


def saml_text(text: str) -> str:
    """The redirect binding of SAML: the parameters as they are written, in this order."""
    raw = {pair.partition("=")[0]: pair for pair in (superuri.split(text).query or "").split("&")}
    return "&".join(raw[name] for name in ("SAMLRequest", "RelayState", "SigAlg") if name in raw)


def akamai_text(text: str) -> str:
    """A token of Akamai for a URL, escaped early: the path, encoded in lower case."""
    found = re.search(r"exp=(\d+)", superuri.decode(text))
    assert found
    path = superuri.form.encode(superuri.split(text).path).replace("%7E", "~").replace("*", "%2A")
    path = re.sub("%..", lambda triplet: triplet[0].lower(), path)
    return f"exp={found[1]}~url={path}"


def itsdangerous_text(text: str) -> str:
    """A value of a form that itsdangerous signs: it is decoded first."""
    return URI(text).get("mail") or ""


def raw_pairs(text: str) -> list[tuple[str, str]]:
    pairs = (superuri.split(text).query or "").split("&")
    return [(pair.partition("=")[0], pair.partition("=")[2]) for pair in pairs]


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def azure_signature(text: str) -> str:
    return base64.b64encode(_hmac(base64.b64decode(ACCOUNT_KEY), azure_text(text))).decode()


def gcs_signature(text: str) -> str:
    """By GOOG4-HMAC-SHA256."""
    to_sign = gcs_text(text)
    key = reduce(_hmac, to_sign.split("\n")[2].split("/"), GCS_KEY.encode())
    return _hmac(key, to_sign).hex()


def cloudfront_signature(text: str) -> str:
    signed = base64.b64encode(_hmac(RSA_STANDS_FOR, cloudfront_text(text))).decode()
    return signed.translate(str.maketrans("+=/", "-_~"))


def saml_signature(text: str) -> str:
    return base64.b64encode(_hmac(RSA_STANDS_FOR, saml_text(text))).decode()


def akamai_signature(text: str) -> str:
    signed = akamai_text(text)
    return f"{signed.partition('~')[0]}~hmac={_hmac(bytes.fromhex(EDGE_KEY), signed).hex()}"


def itsdangerous_signature(text: str) -> str:
    # The default derivation of a key, "django-concat", with the default salt of a Signer.
    named = b"itsdangerous.Signer" + b"signer" + SECRET.encode()
    key = hashlib.sha1(named).digest()  # noqa: S324  because itsdangerous does so
    signature = hmac.digest(key, itsdangerous_text(text).encode(), "sha1")
    return base64.urlsafe_b64encode(signature).rstrip(b"=").decode()


def _signed(
    text: str, name: str, sign: Callable[[str], str]
) -> tuple[str, str, Callable[..., str]]:
    return f"{text}&{name}={superuri.encode(sign(text))}", name, sign


#: The text of each, the name of the parameter with the signature, and the function that signs.
SERVICES = {
    "azure": _signed(
        "https://account.blob.core.windows.net/photos/a%20b%2Bc~%C3%A9%281%29.jpg"
        "?sp=r&st=2026-11-25T00%3A00%3A00Z&se=2026-11-26T00%3A00%3A00Z&sip=168.1.5.60-168.1.5.70"
        "&spr=https&sv=2026-02-06&sr=b&rscd=attachment%3Bfilename%3D%22%C3%A9%2A.txt%22",
        *("sig", azure_signature),
    ),
    "gcs": _signed(
        "https://storage.googleapis.com/bucket/a%20b%2Bc~%C3%A9%281%29.jpg"
        "?X-Goog-Algorithm=GOOG4-HMAC-SHA256"
        "&X-Goog-Credential=GOOGEXAMPLE%2F20261125%2Fauto%2Fstorage%2Fgoog4_request"
        "&X-Goog-Date=20261125T000000Z&X-Goog-Expires=900&X-Goog-SignedHeaders=host"
        "&response-content-disposition=attachment%3B%20filename%3D%22a%2Bb%20%281%29.txt%22",
        *("X-Goog-Signature", gcs_signature),
    ),
    "cloudfront": _signed(
        "https://d111111abcdef8.cloudfront.net/v/%7Ebob/a%20b.mp4?u=a%2fb&n='x'&t=%C3%A9"
        "&Expires=1795910400&Key-Pair-Id=K2JCJMDEHXQW5F",
        *("Signature", cloudfront_signature),
    ),
    "saml": _signed(
        "https://idp.example.com/sso?SAMLRequest=fZFfa8IwFMXfBb9DyXvaJtZ1BqsURRC2MT%2f%2BaQ%3d%3d"
        "&RelayState=https%3a%2f%2fsp.example.com%2fcaf%c3%a9"
        "&SigAlg=http%3a%2f%2fwww.w3.org%2f2001%2f04%2fxmldsig-more%23rsa-sha256",
        *("Signature", saml_signature),
    ),
    "akamai": _signed(
        "https://media.example.com/v/%7Ebob/a%20b%28c%29.mp4?hdnts=exp%3D1795910400",
        *("hmac", akamai_signature),
    ),
    "itsdangerous": _signed(
        "https://example.com/confirm?mail=bob%2Btag%40caf%C3%A9.example.com",
        *("token", itsdangerous_signature),
    ),
}
# The token of Akamai is one parameter, with the signature in it.
_TOKEN = SERVICES["akamai"][0].partition("?")[0] + "?hdnts="
SERVICES["akamai"] = (
    _TOKEN + akamai_signature(_TOKEN + "exp=1795910400"),
    *("hdnts", akamai_signature),
)
#: Those that sign what is written, and so break with any other spelling.
AS_WRITTEN = {"cloudfront", "saml", "akamai"}
