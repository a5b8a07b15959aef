"""Signatures of URLs: nine schemes, signed and verified as by their servers.

    PYTHONPATH=tests python -m kit.signed

prints what each library does to each, for tests/uri/signed.toml.
"""

import base64
import hashlib
import hmac
import importlib
from collections.abc import Callable
from functools import reduce
from importlib.metadata import version
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import superuri
from kit import signed_languages, toml
from kit.signed_services import SERVICES
from superuri import URI

#: The key in AWS's documentation, so that its examples can be checked.
AWS_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
#: The secrets of RFC 5849 section 1.2: the client's and the token's.
OAUTH_KEY = "kd94hf93k423kf44&pfkkdhi9sl3r4s00"
RAW_KEY = b"a secret between a CDN and its origin"


def s3_signature(text: str) -> str:
    """Return the signature of a presigned URL (AWS Signature Version 4 in the query).

    The server decodes and encodes the request, so different spellings have the same signature.
    """
    uri = URI(text)
    pairs = [(name, value or "") for name, value in uri.form if name != "X-Amz-Signature"]
    parameters = dict(pairs)
    encoded = sorted((superuri.encode(name), superuri.encode(value)) for name, value in pairs)
    request = [
        "GET",
        "/" + "/".join(map(superuri.encode, uri.segments)),
        "&".join(f"{name}={value}" for name, value in encoded),
        f"host:{uri.host}\n",
        "host",
        "UNSIGNED-PAYLOAD",
    ]
    scope = parameters["X-Amz-Credential"].split("/")[1:]
    digest = hashlib.sha256("\n".join(request).encode()).hexdigest()
    to_sign = "\n".join(["AWS4-HMAC-SHA256", parameters["X-Amz-Date"], "/".join(scope), digest])
    key = reduce(hmac_sha256, scope, b"AWS4" + AWS_KEY.encode())
    return hmac_sha256(key, to_sign).hex()


def hmac_sha256(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def oauth_base(method: str, text: str, more: list[tuple[str, str]]) -> str:
    """RFC 5849 section 3.4.1: the signed text of a request; ``more`` are its other parameters."""
    uri = URI(text)
    pairs = [(name, value or "") for name, value in uri.form] + more
    encoded = sorted((superuri.encode(name), superuri.encode(value)) for name, value in pairs)
    normal = "&".join(f"{name}={value}" for name, value in encoded if name != "oauth_signature")
    where = f"{uri.scheme}://{superuri.split(uri).authority}{superuri.split(uri).path}"
    return "&".join([method, superuri.encode(where), superuri.encode(normal)])


def oauth_signature(text: str) -> str:
    """RFC 5849 section 3.4.2, for a GET with all parameters in the query."""
    digest = hmac.digest(OAUTH_KEY.encode(), oauth_base("GET", text, []).encode(), "sha1")
    return base64.b64encode(digest).decode()


def raw_signature(text: str) -> str:
    """The scheme of many CDNs: the text itself is signed, up to the parameter with the
    signature."""
    return hmac_sha256(RAW_KEY, text.partition("&sig=")[0]).hex()


def signed(text: str, name: str, sign: Callable[[str], str]) -> str:
    """Return the URL with its signature in a parameter of this name."""
    return f"{text}&{name}={superuri.encode(sign(text))}"


def holds(text: str, name: str, sign: Callable[[str], str]) -> bool:
    """Return whether the server would accept the URL."""
    there = text.partition(f"{name}=")[2].partition("&")[0].partition("#")[0]
    return superuri.decode(there) == sign(text)


S3 = signed(
    "https://examplebucket.s3.amazonaws.com/photos/a%20b%2Bc~%C3%A9%281%29.jpg"
    "?X-Amz-Algorithm=AWS4-HMAC-SHA256"
    "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
    "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
    "&X-Amz-Security-Token=FwoG%2BZXIv%2FYXdz%3D%3D&versionId="
    "&response-content-disposition=attachment%3B%20filename%3D%22a%2Bb%20%281%29.txt%22",
    *("X-Amz-Signature", s3_signature),
)
OAUTH = signed(
    "http://photos.example.net/photos?file=vacation%20%2B%26%2F.jpg&size=original&q=a%27b%2Cc"
    "&oauth_consumer_key=dpf43f3p2l4k3l03&oauth_token=nnch734d00sl2jdk"
    "&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131202&oauth_nonce=chapoH",
    *("oauth_signature", oauth_signature),
)
RAW = (
    signed(
        "https://cdn.example.com/v/%7Ebob/a%2Fb/%28c%29;v=1.mp4?u=a%2fb&n='x'&e=&f&t=%e9&p=1+2%20%2B",
        *("sig", raw_signature),
    )
    + "&page=1"
)

SCHEMES: dict[str, tuple[str, str, Callable[[str], str]]] = {
    "s3": (S3, "X-Amz-Signature", s3_signature),
    "oauth": (OAUTH, "oauth_signature", oauth_signature),
    "raw": (RAW, "sig", raw_signature),
    **SERVICES,
}

Call = Callable[[str], str]


def _urllib(text: str) -> str:
    parts = urlsplit(text)
    return urlunsplit(parts._replace(query=urlencode(parse_qsl(parts.query))))


#: Name, module, distribution, a function that passes a URL through, and one that sets page=2.
PEERS: list[tuple[str, str, str, Callable[..., Call], Callable[..., Call]]] = [
    (
        *("superuri.URI", "superuri", "superuri"),
        lambda m: lambda u: str(m.URI(u)),
        lambda m: lambda u: str(m.URI(u).with_pair("page", "2")),
    ),
    (
        *("urlsplit, parse_qsl, urlencode", "urllib.parse", ""),
        lambda _: _urllib,
        lambda _: lambda u: _urllib(u.replace("page=1", "page=2")),
    ),
    (
        *("yarl.URL", "yarl", "yarl"),
        lambda m: lambda u: str(m.URL(u)),
        lambda m: lambda u: str(m.URL(u).update_query(page="2")),
    ),
    (
        *("furl", "furl", "furl"),
        lambda m: lambda u: m.furl(u).url,
        lambda m: lambda u: m.furl(u).set({"page": "2"}).url,
    ),
    (
        *("httpx.URL", "httpx", "httpx"),
        lambda m: lambda u: str(m.URL(u)),
        lambda m: lambda u: str(m.URL(u).copy_set_param("page", "2")),
    ),
    (
        *("w3lib", "w3lib.url", "w3lib"),
        lambda m: m.safe_url_string,
        lambda m: lambda u: m.add_or_replace_parameter(u, "page", "2"),
    ),
    (
        *("requests", "requests", "requests"),
        lambda m: lambda u: m.Request("GET", u).prepare().url,
        lambda m: (
            lambda u: m.Request("GET", u.replace("&page=1", ""), params={"page": "2"}).prepare().url
        ),
    ),
    (
        *("hyperlink.URL", "hyperlink", "hyperlink"),
        lambda m: lambda u: m.URL.from_text(u).to_text(),
        lambda m: lambda u: m.URL.from_text(u).set("page", "2").to_text(),
    ),
    (
        *("pydantic.HttpUrl", "pydantic", "pydantic"),
        lambda m: lambda u: str(m.HttpUrl(u)),
        lambda _: lambda _: "",
    ),
]


def verdict(scheme: str, text: str) -> str:
    """Return whether this is the same text, another text that is still valid, or broken."""
    original, name, sign = SCHEMES[scheme]
    if text == original:
        return "same"
    try:
        return "holds" if holds(text, name, sign) else "broken"
    except (superuri.errors.URIError, KeyError, AssertionError):
        return "broken"


def edited(text: str) -> str:
    """Return whether this is the raw-signed URL with page=2 and without other changes."""
    if not text:
        return "none"
    wanted = RAW.replace("&page=1", "&page=2")
    if text == wanted:
        return "same"
    return "holds" if holds(text, "sig", raw_signature) else "broken"


def verdicts() -> dict[str, dict[str, str]]:
    """Return what each installed library does, by its name and version."""
    found = {}
    for name, module, distribution, whole, edit in PEERS:
        try:
            there = importlib.import_module(module)
        except ImportError:
            continue
        row = {scheme: verdict(scheme, whole(there)(row[0])) for scheme, row in SCHEMES.items()}
        row["edit"] = edited(edit(there)(RAW))
        ours = distribution == "superuri"
        found[name if ours or not distribution else f"{name} {version(distribution)}"] = row
    texts = [text for text, _, _ in SCHEMES.values()]
    for name, (results, edit) in signed_languages.passed(texts, RAW).items():
        row = {
            scheme: verdict(scheme, result or "")
            for scheme, result in zip(SCHEMES, results, strict=True)
        }
        found[name] = row | {"edit": "broken" if edit is None else edited(edit)}
    return found


if __name__ == "__main__":
    for name, row in verdicts().items():
        print(toml.written({"name": name, **row}), end="")
