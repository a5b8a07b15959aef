"""Gateways: what real servers refuse, and which path they read, beside the policies of the linter.

    PYTHONPATH=tests python -m heavy.gateways [COUNT] [--write]

COUNT request targets are generated, and sent with every octet, raw and escaped, to each server that
is installed. If a server refuses a target, its policy must report an error; if it reads another
path than RFC 3986, a warning. Findings about targets that a server accepts unchanged are counted.
The results for the targets of tests/lint/servers.toml are compared, or written.
"""

import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

import superuri
from kit import TESTS, chance, gateways, toml

DOTS = {b".": 1, b"..": 2}
#: Targets that servers treat specially, and how.
TABLE = TESTS / "lint" / "servers.toml"
#: Targets in a row of it.
FEW = 8
PIECES = [
    *rb"/ / / /a /b a b . .. .. %2e %2E %2f %2F %5c \ ; ;x %3b %25 % %zz %00 %C3%A9 %e9 ?".split(),
    *rb"?a= & %3f %23 %0a %7f %20 + %25%32%65 %252e { |".split(),
    *("é".encode(), b"\xe9"),
]


def recorded() -> dict[str, dict[str, str]]:
    """Return the result of each server for a target: `refused`, `other` (path) or `same`."""
    rows = toml.read(TABLE)["row"]
    return {target: {**row["servers"]} for row in rows for target in row["targets"]}


def targets(rng: Random, count: int) -> list[bytes]:
    """Return targets: every byte, fixed ones, and this many random ones."""
    found = [target.encode() for target in recorded()]
    for octet in range(256):
        if octet not in b"\r\n#":
            found += [b"/a%cc" % octet, b"/a?b%cc" % octet]
        found += [b"/a%%%02Xc" % octet, b"/a?b%%%02Xc" % octet]
    for _ in range(count):
        found.append(b"/" + b"".join(rng.choices(PIECES, k=rng.randint(1, 9))))
    return list(dict.fromkeys(found))


def segments(target: bytes) -> list[bytes]:
    """Return the segments of the path as RFC 3986 reads them: divided, without dots, decoded."""
    found: list[bytes] = []
    path = target.split(b"?")[0].split(b"/")[1:]
    for place, raw in enumerate(path, 1):
        segment = unquote_to_bytes(raw)
        dots = DOTS.get(segment, 0)
        if dots == 2:
            found = found[:-1]
        if dots and place == len(path):
            found.append(b"")
        elif not dots:
            found.append(segment)
    return found


def is_double(target: bytes) -> bool:
    """Return whether a segment has two semicolons, of which Jetty may drop the second one alone."""
    return re.search(rb";[^/]*;", target.split(b"?")[0]) is not None


def is_removed(target: bytes) -> bool:
    """Return whether dots remove what Apache would refuse, before it looks."""
    return re.search(rb"%(?:2F|00).*/(?:\.|%2e){2}", target, re.IGNORECASE) is not None


def is_broken(target: bytes) -> bool:
    """Return whether the target is not UTF-8, decoded."""
    try:
        unquote_to_bytes(target).decode()
    except UnicodeDecodeError:
        return True
    return False


#: Targets that a server sometimes accepts although its policy refuses them, and why.
TAKEN: dict[str, Callable[[bytes], bool]] = {
    # Octets above DEL pass, depending on where in a word of four they are.
    "haproxy": lambda target: re.search(rb"[\x7F-\xFF]", target) is not None,
    "apache": is_removed,
    # An escape that a semicolon or the query cuts short is read as another octet.
    "jetty": lambda target: re.search(rb"%.?[;?]", target) is not None or is_double(target),
    # Apache resolves dot segments before the rules run.
    "crs": lambda target: re.search(rb"/(?:\.|%2e){2}($|\?)", target, re.IGNORECASE) is not None,
}


class Comparison(NamedTuple):
    """The results of the targets at one server."""

    wrong: list[str]
    message: str
    verdicts: dict[bytes, str]


def answers(gateway: gateways.Gateway, sent: list[bytes]) -> list[tuple[int, bytes]]:
    """Return the status and the body of the answer to each target."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with gateways.started(gateway, folder) as port, ThreadPoolExecutor(8) as pool:
            return list(pool.map(lambda target: gateways.asked(port, target), sent))


def verdict(gateway: gateways.Gateway, target: bytes, status: int, body: bytes) -> str:
    """Return the result of the server for a target."""
    if gateway.policy == "crs" and (status not in {200, 403} or is_broken(target)):
        return ""  # Apache's own answer, or octets that the rules drop
    if status != 200:
        return "refused"
    if gateway.read is None:
        return "same" if gateway.policy == "crs" or body == target else "other"
    return "same" if gateway.read(body).split(b"/")[1:] == segments(target) else "other"


def expected(policy: str, target: bytes) -> str:
    """Return the result that the policy predicts for a target."""
    # A target may begin with two slashes, which would turn what follows into a host.
    found = {finding.severity for finding in superuri.lint(b"http://h" + target, policy=policy)}
    return "refused" if "error" in found else "other" if found else "same"


def compared(gateway: gateways.Gateway, sent: list[bytes]) -> Comparison:
    """Return the results of the targets, and those that contradict the gateway's policy."""
    wrong, verdicts = [], {}
    counts: Counter[str] = Counter()
    for target, (status, body) in zip(sent, answers(gateway, sent), strict=True):
        found = verdict(gateway, target, status, body)
        want = expected(gateway.policy, target)
        verdicts[target] = found
        counts[found] += 1
        counts["warned"] += (found, want) == ("same", "other")
        is_taken = want == "refused" and TAKEN.get(gateway.policy, lambda _: False)(target)
        if found not in {"", want} and not is_taken and (found, want) != ("same", "other"):
            wrong.append(f"{gateway.policy}: {target!r}: {found}, expected {want}: {body!r}")
    message = f"{counts['refused']:,} refused, {counts['other']:,} read in another way"
    message = f"{gateway.policy}: {len(sent):,} targets: {message}; {counts['warned']:,} warnings"
    return Comparison(wrong, f"{message} about targets that were read unchanged", verdicts)


def main() -> None:
    """Compare every installed gateway; exit with 1 if a policy is wrong."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    sent = targets(chance.seeded("gateways"), numbers[0] if numbers else 3000)
    table, wrong = recorded(), []
    for gateway in gateways.GATEWAYS:
        if not gateways.is_here(gateway):
            print(f"{gateway.policy}: not here")
            continue
        found = compared(gateway, sent)
        print(f"{found.message} ({len(found.wrong)} contradictions)", flush=True)
        wrong += found.wrong
        for target, row in table.items():
            row[gateway.policy] = found.verdicts[target.encode()]
    if "--write" in sys.argv:
        head = TABLE.read_text().split("row = [")[0]
        TABLE.write_text(f"{head}row = [\n{''.join(written(table))}]\n")
    elif table != recorded():
        wrong.append("tests/lint/servers.toml: a server changed its mind; --write notes it")
    print(*wrong[:50], sep="\n")
    sys.exit(bool(wrong))


def written(table: dict[str, dict[str, str]]) -> Iterator[str]:
    """Yield rows of targets that all servers treat alike, a few at a time."""
    alike: dict[tuple[tuple[str, str], ...], list[str]] = defaultdict(list)
    for target, row in table.items():
        alike[tuple(row.items())].append(target)
    for servers, targets in alike.items():
        for n in range(0, len(targets), FEW):
            yield toml.written({"targets": targets[n : n + FEW], "servers": dict(servers)})


if __name__ == "__main__":
    main()
