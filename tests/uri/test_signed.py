"""Signed URLs: signatures survive reading, cleaning, showing, and edits elsewhere."""

from collections.abc import Callable

import pytest

import superuri
from kit import ROOT, signed, signed_services, toml
from superuri import URI
from writers.markdown import Examples

Report = Callable[[str], None]
CASES = {row.pop("name"): row for row in toml.read("uri/signed.toml")["case"]}

AWS_EXAMPLE = (
    "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
    "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
    "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
)
# RFC 5849 section 1.2.
OAUTH_EXAMPLE = (
    "http://photos.example.net/photos?file=vacation.jpg&size=original"
    "&oauth_consumer_key=dpf43f3p2l4k3l03&oauth_token=nnch734d00sl2jdk"
    "&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131202&oauth_nonce=chapoH"
)


def test_the_signatures_are_those_of_the_standards() -> None:
    # AWS's documentation, "Authenticating Requests: Using Query Parameters".
    want = "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
    assert signed.s3_signature(AWS_EXAMPLE) == want
    assert signed.oauth_signature(OAUTH_EXAMPLE) == "MdpQcU8iPSUjWoN/UDMsK2sui9I="


def test_the_base_string_is_that_of_rfc_5849() -> None:
    # Section 3.4.1.1; the parameters of the header and of the body are section 3.4.1.3.1's.
    more = [
        ("c2", ""),
        ("a3", "2 q"),
        ("oauth_consumer_key", "9djdj82h48djs9d2"),
        ("oauth_token", "kkk9d7dh3k39sjv7"),
        ("oauth_signature_method", "HMAC-SHA1"),
        ("oauth_timestamp", "137131201"),
        ("oauth_nonce", "7d8f3e4a"),
    ]
    text = "http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b"
    assert signed.oauth_base("POST", text, more) == (
        "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D"
        "%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e"
        "4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9"
        "d7dh3k39sjv7"
    )


@pytest.mark.parametrize("scheme", signed.SCHEMES)
def test_a_signature_survives(scheme: str) -> None:
    text, name, sign = signed.SCHEMES[scheme]
    uri = URI(text)
    assert signed.holds(text, name, sign)
    assert str(uri) == text
    assert superuri.clean(text) is text
    assert superuri.unsplit(superuri.split(text)) == text
    assert str(uri.with_fragment("page=2")) == text + "#page=2"
    assert str(uri.with_fragment("x").with_fragment(None)) == text
    assert str(uri.with_pair("utm_source", "ü").without_pair("utm_source")) == text
    assert str(uri.with_port(8443)).replace(":8443", "") == text
    assert str(uri.resolve("").with_scheme("ftp").with_scheme(uri.scheme)) == text


@pytest.mark.parametrize("scheme", signed.SCHEMES)
def test_what_is_shown_is_sent_as_an_equivalent(scheme: str) -> None:
    text, name, sign = signed.SCHEMES[scheme]
    sent = superuri.clean(superuri.pretty(text))
    assert superuri.compare(sent, text) in {(True, "text"), (True, "percent"), (True, "case")}
    # A service that signs the text accepts only the original; the others decode it first.
    as_written = {"raw", *signed_services.AS_WRITTEN}
    assert signed.holds(sent, name, sign) is (scheme not in as_written)


def test_another_parameter_is_edited_and_nothing_else() -> None:
    uri = URI(signed.RAW)
    edits = [uri.with_pair("page", "2"), uri.with_pair("utm_source", "x"), uri.without_pair("page")]
    for edited in edits:
        assert signed.holds(str(edited), "sig", signed.raw_signature)
    assert str(edits[0]) == signed.RAW.replace("&page=1", "&page=2")
    assert str(edits[1]) == signed.RAW + "&utm_source=x"
    assert str(edits[2]) == signed.RAW.replace("&page=1", "")
    assert not signed.holds(signed.RAW.replace("n='x'", "n=%27x%27"), "sig", signed.raw_signature)


def test_the_neighbours_do_what_the_rows_say(report: Report) -> None:
    found = signed.verdicts()
    for name, row in found.items():
        if name not in CASES:
            report(f"not run: special/signed.toml has no row for {name}")
            continue
        assert row == CASES[name], name
    assert found["superuri.URI"] == dict.fromkeys([*signed.SCHEMES, "edit"], "same")
    for name, row in CASES.items():
        cells = "  ".join(f"{key} {message:<6}" for key, message in row.items())
        report(f"signed URLs: {name:<31} {cells}")


def recipes() -> dict[str, Callable[..., str]]:
    """Return the functions that the page defines."""
    page = (ROOT / "docs" / "signed.md").read_text(encoding="utf-8")
    made: dict[str, Callable[..., str]] = {}
    for example in Examples().get_examples(page):
        if example.source.startswith(("import ", "from ", "def ")):
            exec(example.source, made)  # noqa: S102  because the page is ours
    return made


OAUTH_REQUESTS = [
    (OAUTH_EXAMPLE, []),
    ("http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b", [("c2", ""), ("a3", "2 q")]),
    (
        "HTTPS://E.com:443/a%20b/?x=+&x=%2B&y=~'*!()é".replace("é", "%C3%A9"),
        [("oauth_token", "a/b")],
    ),
    ("http://e.com:8080/r%c3%a9/?a=1&a=0&B=2&%C3%A9=%25", []),
    ("http://e.com", []),
]


@pytest.mark.parametrize(("uri", "pairs"), OAUTH_REQUESTS)
def test_oauthlib_signs_the_same_base_string(uri: str, pairs: list[tuple[str, str]]) -> None:
    theirs = pytest.importorskip("oauthlib.oauth1.rfc5849.signature")
    given = theirs.collect_parameters(uri_query=uri.partition("?")[2]) + pairs
    base = theirs.signature_base_string(
        "POST", theirs.base_string_uri(uri), theirs.normalize_parameters(given)
    )
    assert recipes()["base_string"]("post", uri, pairs) == base


@pytest.mark.parametrize("uri", ["https://e.com/a%2Fb?x='y'#z", "https://e.com", "http://e.com/?"])
def test_requests_sends_the_same_digest_uri(uri: str) -> None:
    auth = pytest.importorskip("requests.auth").HTTPDigestAuth("u", "p")
    auth.init_per_thread_state()
    challenge = {"realm": "r", "nonce": "n", "qop": "auth"}
    auth._thread_local.chal = challenge  # noqa: SLF001  because only a response sets it
    written = recipes()["digest_uri"](uri)
    if uri.endswith("?"):
        assert written == 'uri="/?"'  # requests leaves out the empty query, which httpx sends
        return
    assert written in auth.build_digest_header("GET", uri)


@pytest.mark.parametrize("key", ["a b/50%+é.txt", "~a/(b)*'!", "a//b?c=d&e", "x"])
def test_botocore_writes_the_same_copy_source(key: str) -> None:
    handlers = pytest.importorskip("botocore.handlers")
    for given, version in [
        ({"Bucket": "bucket", "Key": key}, None),
        ({"Bucket": "bucket", "Key": key, "VersionId": "3HL4k_"}, "3HL4k_"),
    ]:
        params = {"CopySource": given}
        handlers.handle_copy_source_param(params)
        assert recipes()["copy_source"]("bucket", key, version) == params["CopySource"]
