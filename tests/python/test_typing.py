"""Types: a URI or a URL is accepted wherever a text is, as docs/uri.md promises."""

import subprocess
import sys
from pathlib import Path

import pytest

from kit import ROOT
from superuri import URI, whatwg

#: Every function that takes the text of a URI, called with `u`.
CALLS = """
superuri.agreed_host(u)
superuri.clean(u)
superuri.compare(u, u)
superuri.decode(u)
superuri.decode_bytes(u)
superuri.domain(u)
superuri.edits(u)
superuri.encode(u)
superuri.equivalent(u, u)
superuri.explain(u)
superuri.fix(u)
superuri.guess_encoding(u)
superuri.is_uri(u)
superuri.layers(u)
superuri.lint(u)
superuri.normalize(u)
superuri.pretty(u)
superuri.repair_mojibake(u)
superuri.shown(u)
superuri.split(u)
superuri.URI(u).resolve(u)
superuri.URI(u).relativize(u)
superuri.Template("http://{host}/").match(u)
whatwg.URL(u, u)
disagree.disagree(u, parsers=["whatwg"])
ecmascript.decodeURI(u)
ecmascript.decodeURIComponent(u)
ecmascript.encodeURI(u)
ecmascript.encodeURIComponent(u)
ecmascript.escape(u)
ecmascript.fixedDecodeURI(u)
ecmascript.fixedEncodeURI(u)
ecmascript.unescape(u)
form.charset(u)
form.decode(u)
form.encode(u)
form.parse(u)
form.parse_bytes(u)
form.parse_keywords(u)
form.submit(u, {})
hosts.public_suffix(u)
hosts.safe_redirect(u, hosts=["e.com"])
iri.bidi_faults(u)
iri.to_iri(u)
iri.to_uri(u)
keys.fingerprint(u)
keys.key(u)
keys.safe_browsing(u)
keys.safe_browsing_expressions(u)
keys.safe_browsing_hashes(u)
keys.surt(u)
percent_u.decode(u)
percent_u.encode(u)
wire.target(u)
"""
HEAD = """
import superuri
from superuri import (
    data_uri, disagree, file_uri, form, hosts, iri, keys, mailto, percent_u, urn, whatwg, wire
)
from superuri.compat import ecmascript
"""
#: Those that take only URIs of their own schemes are asked for their types alone.
OWN_SCHEMES = """
data_uri.parse(u)
file_uri.to_bytes(u)
file_uri.to_path(u)
file_uri.to_str(u)
mailto.parse(u)
urn.equivalent(u, u)
urn.normalize(u)
urn.parse(u)
wire.send(u)
"""


@pytest.mark.parametrize("kind", [URI, whatwg.URL])
def test_a_uri_is_taken_for_its_text(kind: type[URI] | type[whatwg.URL]) -> None:
    names: dict[str, object] = {"u": kind("https://e.com/a")}
    exec(HEAD, names)  # noqa: S102  because it is said above
    for call in CALLS.split("\n"):
        exec(call, names)  # noqa: S102  because it is said above


def test_the_types_say_so(tmp_path: Path) -> None:
    calls = "\n".join(f"    {call}" for call in (CALLS + OWN_SCHEMES).split("\n"))
    program = tmp_path / "calls.py"
    program.write_text(f"{HEAD}\ndef calls(u: superuri.URI | whatwg.URL) -> None:{calls}\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("", 0), done.stderr
