"""A default scheme beside the programs that have one: curl, address bars, tldextract."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import superuri
from clean.test_default_scheme import CASES
from kit import toml
from kit.known_domains import DIFFERENCES, differing
from superuri.errors import ParseError

BARS = toml.read("clean/address_bars.toml")["row"]
DATA = Path(os.environ.get("SUPERURI_DATA", "../shared/data"))


def read(text, scheme):
    """The normal form of the text, "same" if it has no scheme and no host, or "error"."""
    try:
        normal = superuri.normalize(text, default_scheme=scheme)
    except ParseError:
        return "error"
    uri = superuri.URI(normal)
    return "same" if uri.scheme is None and uri.host is None else normal


@pytest.mark.parametrize("row", BARS, ids=lambda row: row["text"])
def test_address_bars(row):
    bars = {superuri.clean(row[bar]) for bar in ("chromium", "firefox") if bar in row}
    ours = read(row["text"], "http")
    if "why" in row:
        assert ours == row["ours"]
        assert ours not in bars
    else:
        assert bars == {ours}


#: Why curl, to which every text is the URL of a host, reads a row otherwise. Each is a word in the
#: row's reason or its error.
CURL_DIFFERS = {
    "scheme-or-host": "curl takes any word before a port for a host",
    "other-notation": "curl takes the notation for a host, or refuses it",
    "not-a-host": "curl reads the number as an address",
    "surrounding-space": "curl refuses or strips it",
}


def of_curl(texts):
    """Return the URL that curl fetches for each text, without a connection to another machine."""
    words = ["curl", "-q", "--globoff", "--proto-default", "https", "--noproxy", "*", "-s"]
    words += ["--connect-to", "::127.0.0.1:9", "--max-time", "5", "-o", os.devnull]
    words += ["-w", "%{url_effective}"]
    for text in texts:
        done = subprocess.run(
            [*words, "--", text], check=False, capture_output=True, timeout=60, encoding="utf-8"
        )
        yield done.stdout if done.returncode != 3 else None  # 3: a malformed URL


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl():
    rows = [case for case in CASES if "want" in case and not case["text"].startswith("//")]
    # curl decodes escapes in a host.
    ascii_rows = [c for c in rows if c["text"].isascii() and not {" ", "%"} & set(c["text"])]
    for case, fetched in zip(ascii_rows, of_curl([c["text"] for c in ascii_rows]), strict=True):
        assert fetched is not None, case
        ours = superuri.URI(case["want"])
        read = superuri.URI.clean(fetched)
        parts = ("scheme", "user", "password", "port", "query", "fragment")
        assert [getattr(read, part) for part in parts] == [getattr(ours, part) for part in parts]
        assert superuri.equivalent(str(read), str(ours)), case
    others = [case for case in CASES if "error" in case and case["error"] in CURL_DIFFERS]
    assert {case["error"] for case in others} == set(CURL_DIFFERS)


def test_tldextract_on_a_sample():
    pytest.importorskip("tldextract", reason="it is not installed")
    found = differing(Path("nowhere"), 2_000)
    assert set(found) <= set(DIFFERENCES)


@pytest.mark.skipif(not (DATA / "urls").is_dir(), reason="the public corpora are not here")
def test_tldextract_on_hosts_of_real_urls():
    pytest.importorskip("tldextract", reason="it is not installed")
    found = differing(DATA, 5_000)
    assert set(found) <= set(DIFFERENCES)
