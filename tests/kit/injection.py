"""Properties L25 and L26: any value is read back from its own part, and changes no other part.

    PYTHONPATH=tests python -m kit.injection [EXAMPLES [SEED [PROCESSES]]]

runs both properties on over a million examples, and prints how many were built, how many were
refused with which codes, and how many each parser could read. A failure prints the example and its
seed.
"""

import os
import sys
import time
from collections import Counter
from multiprocessing import Pool
from random import Random
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import superuri
from kit import legal
from kit.hostile import (
    HOSTS,
    WEB,
    build_arguments,
    is_broken,
    may_be_refused,
    read,
    values_of,
    wanted,
)
from kit.slotted import check_template
from superuri import whatwg

BATCH = 10_000


def check_build(rng: Random, counts: Counter[str]) -> None:
    """Check property L25."""
    given = build_arguments(rng)
    try:
        uri = superuri.build(**given)
    except superuri.errors.URIError as error:
        assert may_be_refused(given), (given, error)
        counts[f"build refused: {error.code}"] += 1
        return
    text = str(uri)
    assert legal.is_legal(text), (given, text)
    assert not any(map(is_broken, values_of(given))), (given, text)
    counts["build made"] += 1
    got = read(text)
    want = wanted(given)
    if given.get("host", "e.com") not in HOSTS:
        check_host(given, text)
        want["host"] = got["host"]
    assert {key: got[key] for key in want} == want, (given, text)
    counts["build read by RFC 3986's pattern"] += 1
    counts["build read by superuri.URI"] += by_uri(uri, got, given)
    counts["build read by the URL standard"] += by_browser(text, got, given)
    counts["build read by urllib"] += by_urllib(text, got)


def check_host(given: dict[str, Any], text: str) -> None:
    """Check that a hostile host that was accepted is the whole host for every parser."""
    host, scheme, uri = given["host"].strip("[]"), given.get("scheme", "http"), superuri.URI(text)
    address, percent, zone = host.partition("%")
    if percent and ":" in address:
        # Browsers have no zones.
        assert (uri.host, uri.zone) == (address, zone.removeprefix("25")), (given, text)
        return
    readings = {uri.host or ""}
    absolute = text if "scheme" in given else "http:" + text
    # Browsers allow no user or port in file URLs, and only domains as hosts.
    if scheme in WEB or (scheme == "file" and host.isascii() and whatwg.URL.can_parse(absolute)):
        readings.add(whatwg.URL(absolute).hostname.strip("[]"))
    if host.isascii() or scheme not in WEB:
        readings.add(host)
    assert len({reading.lower() for reading in readings}) == 1, (given, text, readings)


def by_uri(uri: superuri.URI, got: dict[str, Any], given: dict[str, Any]) -> bool:
    """Check the properties of URI, if all octets are text."""
    try:
        views = (uri.user, uri.password, uri.segments, uri.query, uri.fragment)
    except superuri.errors.DecodeError:
        return False
    text = lambda part: None if part is None else part.decode()  # noqa: E731  because it is a cast
    pairs = tuple((text(name), text(each)) for name, each in got["query"])
    segments = tuple(map(text, got["segments"]))
    want = (text(got["user"]), text(got["password"]), segments, pairs, text(got["fragment"]))
    assert views == want, (given, str(uri))
    assert uri.form == pairs, (given, str(uri))
    return True


def by_browser(text: str, got: dict[str, Any], given: dict[str, Any]) -> bool:
    """Check the URL standard's parser, with a base if there is no scheme."""
    try:
        url = whatwg.URL(text, None if got["scheme"] else "https://base.example/dir/file?q")
    except superuri.errors.ParseError:
        # Browsers allow no user or port without a host or in file URLs, and no zones.
        no_zone = b"%" not in (got["host"] or b"")
        assert not got["host"] or given.get("scheme") == "file" or not no_zone, (given, text)
        return False
    scheme = (got["scheme"] or "https").lower()
    assert url.protocol == scheme + ":", (given, text)
    special = scheme in {*WEB, "file"}
    if got["host"] is None:
        assert url.hostname == ("base.example" if got["scheme"] is None else ""), (given, text)
    else:
        host = unquote_to_bytes(url.hostname)
        # Browsers read the host of a file URL as a domain.
        assert not got["host"].isascii() or host == (
            got["host"].lower() if special else got["host"]
        ), (given, text)
        assert unquote_to_bytes(url.username) == (got["user"] or b""), (given, text)
        assert unquote_to_bytes(url.password) == (got["password"] or b""), (given, text)
        assert url.port in {got["port"] or "", ""}, (given, text)
    if got["rooted"]:
        segments = [unquote_to_bytes(each) for each in url.pathname.split("/")[1:]]
        assert segments == got["segments"], (given, text)
    fragment = url.hash.removeprefix("#")
    assert unquote_to_bytes(fragment) == (got["fragment"] or b""), (given, text)
    if got["query"]:
        pairs = [pair.partition("=") for pair in url.search.removeprefix("?").split("&")]
        decoded = [(unquote_to_bytes(n), unquote_to_bytes(v)) for n, _, v in pairs]
        assert decoded == [(n, v or b"") for n, v in got["query"]], (given, text)
    return True


def by_urllib(text: str, got: dict[str, Any]) -> bool:
    """Check the standard library, if it can parse the text."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    assert parts.scheme == (got["scheme"] or "").lower(), text
    # It reads the text after a % as a zone, and keeps its case.
    host = unquote_to_bytes(parts.hostname or "").lower()
    assert host == (got["host"] or b"").lower().strip(b"[]"), text
    assert unquote_to_bytes(parts.username or "") == (got["user"] or b""), text
    assert unquote_to_bytes(parts.password or "") == (got["password"] or b""), text
    assert parts.port == (int(got["port"]) if got["port"] else None), text
    assert parts.path == got["path"], text
    assert unquote_to_bytes(parts.fragment) == (got["fragment"] or b""), text
    return True


def check_fill(rng: Random, counts: Counter[str]) -> None:
    """Check property L26."""
    if (read_back := check_template(rng, counts)) is None:
        return
    made, uri, got = read_back
    given = {"scheme": made.want["scheme"], "fill": (made.text, made.values)}
    counts["fill read by superuri.URI"] += by_uri(uri, got, given)
    counts["fill read by the URL standard"] += by_browser(str(uri), got, given)
    counts["fill read by urllib"] += by_urllib(str(uri), got)


def run(job: tuple[int, int]) -> tuple[Counter[str], str]:
    """Run that many examples of each property from one seed; return the counts, and the error."""
    seed, count = job
    rng, counts = Random(seed), Counter[str]()
    for number in range(count):
        for check in (check_build, check_fill):
            try:
                check(rng, counts)
            except Exception as error:  # noqa: BLE001  because any exception is a broken property
                where = f"{check.__name__}, seed {seed}, example {number}"
                return counts, f"{where}: {type(error).__name__} {error}"
    return counts, ""


def main(examples: int, seed: int, processes: int) -> int:
    """Return 0 if both properties hold."""
    began = time.monotonic()
    batches = [min(BATCH, examples - done) for done in range(0, examples, BATCH)]
    total, broken = Counter[str](), 0
    with Pool(processes) as pool:
        jobs = [(seed + n, count) for n, count in enumerate(batches)]
        for counts, wrong in pool.imap_unordered(run, jobs):
            total += counts
            if wrong:
                broken += 1
                print(wrong, flush=True)
    for name, count in sorted(total.items()):
        print(f"{count:>12,}  {name}")
    seconds = time.monotonic() - began
    print(f"{examples:,} examples of L25 and of L26 each, {broken} batches broken, {seconds:.0f} s")
    return 1 if broken else 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    defaults = [600_000, int(time.time()), os.cpu_count() or 1]
    sys.exit(main(*given, *defaults[len(given) :]))
