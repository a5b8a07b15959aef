"""User script: a hundred public names as somebody uses them, with the type of what comes back.

Type checkers read it without an error, and it runs.
"""

from typing_extensions import assert_type

import superuri
from superuri import URI, Display, Finding, Parts, Profile, Set, Template

# Text in, text out.
assert_type(superuri.encode("a b/c"), str)
assert_type(superuri.encode(b"\xff", superuri.sets.rfc3986.PATH), str)
assert_type(superuri.encode("a b", "rfc3986.SEGMENT", encoding="shift_jis"), str)
assert_type(superuri.decode("a%20b", errors="keep"), str)
assert_type(superuri.decode("%E9", encoding=("utf-8", "latin-1")), str)
assert_type(superuri.decode_bytes("%FF"), bytes)
assert_type(superuri.clean("http://e.com/a b"), str)
assert_type(superuri.clean("http://e.com/a b", "WHATWG"), str)
assert_type(superuri.normalize("HTTP://E.com/%7e", level="scheme", also=["sort-query"]), str)
assert_type(superuri.pretty("http://e.com/%C3%A9"), str)
assert_type(superuri.repair_mojibake("/caf%C3%83%C2%A9"), str)
assert_type(superuri.refang("hxxp://e[.]com"), str)
assert_type(superuri.defang("http://e.com"), str)
assert_type(superuri.unwrap("http://e.com", generic=True), str)
assert_type(superuri.unwraps("http://e.com"), tuple[str, ...])
assert_type(superuri.fix("/a b", unsafe=True), str)
assert_type(superuri.is_uri("/a b"), bool)
assert_type(superuri.equivalent("/%7Ea", "/~a"), bool)
assert_type(superuri.agreed_host("http://e.com/"), str | None)
assert_type(superuri.domain("www.e.co.uk", default_scheme="https"), str | None)
assert_type(superuri.unsplit(superuri.split("http://e.com/?a#b")), str)
assert_type(superuri.form.encode("a b"), str)
assert_type(superuri.form.decode("a+b"), str)
assert_type(superuri.form.serialize([("a", "b c")]), str)
assert_type(superuri.percent_u.encode("é"), str)
assert_type(superuri.percent_u.decode("%u00E9"), str)
assert_type(superuri.iri.to_uri("/é"), str)
assert_type(superuri.iri.to_iri("/%C3%A9"), str)
assert_type(superuri.keys.key("http://e.com/?b&a"), bytes)
assert_type(superuri.keys.surt("http://e.com/"), str)
assert_type(superuri.keys.scrapy("http://e.com/"), bytes)
redirect = superuri.hosts.safe_redirect("/a", hosts=["e.com"], default="/")
assert_type(redirect, str)
assert_type(superuri.hosts.safe_redirect("/a", hosts=["e.com"]), str)
assert_type(superuri.hosts.public_suffix("http://e.co.uk/"), str | None)
assert_type(superuri.hosts.ipv4("127.1"), str | None)
assert_type(superuri.headers.content_disposition("a b.txt"), str)
assert_type(superuri.compat.urllib.quote("a b"), str)
assert_type(superuri.compat.ecmascript.encodeURIComponent("a b"), str)

# Sets, profiles and displays.
path: Set = superuri.sets.rfc3986.PATH
assert_type(path.bare, str)
assert_type(path - "/", Set)
assert_type(path | "%", Set)
profile: Profile = superuri.profiles.RFC3986
assert_type(superuri.clean("a", profile), str)
display: Display = superuri.profiles.LOSSLESS
assert_type(display.replace(length=40), Display)

# Tuples with names.
parts: Parts = superuri.split("http://e.com/")
assert_type(parts.scheme, str | None)
assert_type(parts.path, str)
for edit in superuri.edits("/a b"):
    assert_type(edit, tuple[int, int, str, str])
for layer in superuri.layers("a%2520b"):
    assert_type(layer.text, str)
    assert_type(layer.revealed, tuple[str, ...])
for found in superuri.find(b"http://e.com/", "html", base="http://e.com/"):
    assert_type(found, superuri.Found)
    assert_type(found.text, str)
    assert_type(found.start, int)
for guess in superuri.guess_encoding("caf%E9"):
    assert_type(guess.encoding, str)
    assert_type(guess.score, float)
findings: tuple[Finding, ...] = superuri.lint("http://e.com/a b", policy="strict")
for finding in findings:
    assert_type(finding.code, str)
    assert_type(finding.message, str)
    if finding.fix is not None:
        assert_type(finding.fix.safe, bool)
assert_type(superuri.rules["U102"].sentence, str)
assert_type(superuri.policies["strict"].rules, tuple[str, ...])
mail = superuri.mailto.parse("mailto:ann@e.com?subject=a")
assert_type(mail.recipients, tuple[str, ...])
assert_type(superuri.mailto.build("ann@e.com", subject="a"), URI)
data = superuri.data_uri.parse("data:,a")
assert_type(data.data, bytes)
assert_type(superuri.data_uri.build(b"a", "text/plain"), URI)
assert_type(superuri.file_uri.from_path("/a b"), URI)
assert_type(superuri.file_uri.to_str("file:///a%20b"), str)
assert_type(superuri.urn.parse("urn:example:a").nid, str)
assert_type(superuri.hosts.kind("127.0.0.1").is_public, bool)
assert_type(superuri.explain("http://e.com/").text, str | bytes)
assert_type(superuri.shown("http://e.com/%2F")[0], str)
assert_type(superuri.encode("a", "rfc3986.PATH"), str)
assert_type(superuri.encode("a", superuri.sets.names["rfc3986." + "path".upper()]), str)
assert_type(superuri.clean("a", "WHATWG"), str)
assert_type(superuri.compare("/a", "/b").equal, bool)
assert_type(superuri.compare("/a", "/b").why, str)
are_equal, why = superuri.compare("/a", "/b")
assert_type(are_equal, bool)

# URIs.
uri = URI("https://bob@e.com:8443/a/b.txt?q=1&q=2#top")
assert_type(uri, URI)
assert_type(URI.clean("http://e.com/a b"), URI)
assert_type(superuri.build(scheme="https", host="e.com", segments=["a", "b"]), URI)
assert_type(superuri.fill("https://{host}/{id}", host="e.com", id="1"), URI)
assert_type(Template("https://{host}/").fill(host="e.com"), URI)
assert_type(superuri.rfc6570.expand("/{id}", {"id": "1"}), str)
assert_type(uri.scheme, str | None)
assert_type(uri.host, str | None)
assert_type(uri.user, str | None)
assert_type(uri.password, str | None)
assert_type(uri.port, int | None)
assert_type(uri.effective_port, int | None)
assert_type(uri.origin, str | None)
assert_type(uri.is_absolute, bool)
assert_type(uri.path, str)
assert_type(uri.segments, tuple[str, ...])
assert_type(uri.name, str)
assert_type(uri.suffix, str)
assert_type(uri.parent, URI)
assert_type(uri.fragment, str | None)
assert_type(uri.query, tuple[tuple[str, str | None], ...])
assert_type(uri.get("q"), str | None)
assert_type(uri.get_all("q"), tuple[str, ...])
assert_type(uri.path_and_query, str)
assert_type(uri.redacted, str)
assert_type(str(uri), str)
assert_type(uri.with_scheme("http"), URI)
assert_type(uri.with_host("f.com").with_port(None), URI)
assert_type(uri.with_path("/c%20d"), URI)
assert_type(uri.with_name("c.txt").with_suffix(".md"), URI)
assert_type(uri.with_segments(["a", "b c"]), URI)
assert_type(uri.with_query(q="x"), URI)
assert_type(uri.with_raw_query("q=1"), URI)
assert_type(uri.with_pair("q", "3").add_pair("r", "4").without_pair("q", "r"), URI)
assert_type(uri.with_fragment("a b"), URI)
assert_type(uri.with_user("ann").with_password("b"), URI)
assert_type(uri.resolve("../c"), URI)
assert_type(uri.request_target("origin"), str)
assert_type(superuri.whatwg.URL("https://e.com/ä").href, str)

match uri:
    case URI("https", host):
        assert_type(host, str | None)
    case _:
        raise AssertionError

try:
    superuri.clean("http://a:b:c/")
except superuri.errors.URIError as error:
    assert_type(error.code, str)
    assert_type(error.start, int)
    assert_type(error.pretty(), str)
    assert "a:b:c" in str(error)
