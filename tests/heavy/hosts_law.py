"""Hosts: no client that is installed here goes elsewhere than to a host that all agree on.

    PYTHONPATH=tests python -m heavy.hosts_law [COUNT]

COUNT authorities, and as many redirect targets, are generated. Those that `agreed_host` and
`safe_redirect` accept are read by the clients that connect, as installed; differences are printed.
A sample is connected to, on loopback addresses. Last, the price: real URLs that are refused though
all clients agree.
"""

import ipaddress
import itertools
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

from kit import chance
from kit.connecting import sample
from superuri import agreed_host, hosts
from superuri._foreign import environment
from superuri.disagree.ask import Answer, answer, command
from superuri.disagree.parsers import PARSERS, Parser
from superuri.errors import URIError

DATA = Path(os.environ.get("SUPERURI_DATA", "../shared/data"))
BATCH = 50_000
WEB = {"http", "https"}


def words(text: str) -> list[str]:
    return text.split()


class Client(NamedTuple):
    """A client: its parser, its schemes, and the one that it uses for a text without any."""

    parser: Parser
    schemes: set[str]
    default: str | None = None


def named(name: str) -> Parser:
    return next(parser for parser in PARSERS if parser.name == name)


#: The command, which guesses a scheme where there is none.
GUESSING = named("curl")._replace(
    name="curl (the command)",
    read=named("curl").read.replace('"surrogatepass"), 0)', '"surrogatepass"), 512)'),
)
CURLS = set(
    words("""
dict ftp ftps gopher gophers http https imap imaps ldap ldaps mqtt pop3 pop3s rtmp rtsp scp sftp smb
smbs smtp smtps telnet tftp ws wss
""")
)
CLIENTS = (
    Client(named("urllib"), {*WEB, "ftp"}),
    Client(named("yarl"), WEB),
    Client(named("httpx"), WEB),
    Client(named("urllib3"), WEB, "http"),
    Client(named("requests"), WEB),
    Client(named("curl"), CURLS),
    Client(GUESSING, CURLS, "http"),
    Client(named("node"), WEB),
    Client(named("node-legacy"), WEB),
    Client(named("java-uri"), WEB),
    Client(named("java-url"), {*WEB, "ftp"}),
)
#: A browser's reading of a redirect, on a page of https.
BROWSER = named("node")._replace(
    read=named("node").read.replace("new URL(text)", "new URL(text, 'https://here.example/a/b')")
)

STARTS = words("""
http:// http:// https:// https:// HTTP:// // ftp:// gopher:// dict:// ws:// foo:// file:// file:
http: http:/ http:/// dict:/// ftp:/ url: jar:
view-source:http:// feed: mailto: tel: good.com:80/ \\\\ /
""")
SPACES = ["\t", "\n", " ", "\0"]
ATOMS = SPACES + words("""
127.0.0.77 127.0.0.1 0x7f.1 2130706433 017700000115 127.77 1.2.3.4 [::1] good.com good.com evil.com
.good.com www. a b-c _x 1 256 08 . .. : :80 :0 :8o :99999 @ u@ u:p@ / // ? # \\ ; ' ! $ & ( ) * + ,
= ~ | ^ ` " < { [ %2e %2F %40 %00 %5c %3B % %25 xn-- xn--mnchen-3ya
ü ß ς 。 ． ① ａ ／ ＠ ℀ \u200d \u0301 \U0001ccd6 Ꭰ 👍
""")
TARGETS = SPACES + words("""
/ // /// \\ /\\ . .. /.. /. %2e %2F %5C https: http: https:// good.com www.good.com evil.com
javascript: data: @ : :443 :444 ? # a é 。 ／ ＼ %09 %0d%0a ; & = x/ [::1]
""")


def several(rng: Random, atoms: Sequence[str], most: int) -> str:
    return "".join(rng.choices(atoms, k=rng.randint(1, most)))


def authorities(rng: Random) -> Iterator[str]:
    """Texts in which some parser may find a host."""
    while True:
        start = rng.choice([*STARTS, ""])
        yield start + several(rng, ATOMS, 5) + rng.choice(["", "", "/", "/a?b#c"])


def connected(port: int) -> Iterator[str]:
    """Texts that name an address of this machine, and this port at their end."""
    rng = chance.seeded("connections")
    while True:
        before = rng.choice(["", several(rng, ATOMS, 2), several(rng, ATOMS, 2) + "@"])
        behind = rng.choice(["", several(rng, ATOMS, 2)])
        address = rng.choice(["127.0.0.77", "127.0.0.1"])
        yield f"http://{before}{address}{behind}:{port}/"


def targets(rng: Random) -> Iterator[str]:
    """Values of ?next= that an attacker may send."""
    while True:
        yield several(rng, TARGETS, 6)


def read(parser: Parser, texts: Sequence[str]) -> list[Answer] | None:
    """The parser's result for each text; None if it does not run here."""
    with tempfile.TemporaryDirectory() as folder:
        lines = "".join(text.encode("utf-8", "surrogatepass").hex() + "\n" for text in texts)
        try:
            done = subprocess.run(
                command(parser, folder), input=lines, capture_output=True, text=True, check=False,
                cwd=folder, env=environment(folder),
            )  # fmt: skip
        except OSError:
            return None
        version, *reported = done.stdout.splitlines() or [""]
        if not version:
            return None
        assert len(reported) == len(texts), (parser.name, len(reported), done.stderr[-500:])
        VERSIONS[parser.name] = version
        return [answer(line) for line in reported]


VERSIONS: dict[str, str] = {}


def host_of(name: str) -> str:
    """The host as the client looks it up: an address, or a name in ASCII and lower case."""
    name = name.lower()
    if name.startswith("[") or name.count(":") > 1:
        try:
            return f"[{ipaddress.ip_address(name.strip('[]'))}]"
        except ValueError:
            return name
    if not name.isascii():
        try:
            name = name.encode("idna").decode("ascii")
        except UnicodeError:
            return ""  # its socket refuses it
    return hosts.ipv4(name) or name


def connects_to(client: Client, reported: Answer) -> str:
    """The host that the client connects to, or None."""
    if reported.error or not reported.host:
        return ""
    scheme = (reported.scheme or client.default or "").lower()
    return host_of(reported.host) if scheme in client.schemes else ""


def agreed(text: str) -> str | None:
    """The agreed host, empty for none; None if it is refused."""
    try:
        return agreed_host(text) or ""
    except URIError:
        return None


def authorities_agree(count: int) -> int:
    """Compare the authorities; return how many lead some client elsewhere."""
    texts = authorities(chance.seeded("authorities"))
    accepted, wrong = 0, Counter[str]()
    for batch in batches(texts, count):
        known = {text: host for text in batch if (host := agreed(text)) is not None}
        accepted += len(known)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            requested = [pool.submit(read, client.parser, list(known)) for client in CLIENTS]
        heard = [each.result() for each in requested]
        for client, reported in zip(CLIENTS, heard, strict=True):
            for (text, host), each in zip(known.items(), reported or (), strict=False):
                seen = connects_to(client, each)
                if seen and seen != host:
                    wrong[client.parser.name] += 1
                    if wrong[client.parser.name] <= SHOWN:
                        print(f"  {text!r}: agreed {host!r}, {client.parser.name} {seen!r}")
    print(
        f"{count} authorities: {accepted} accepted, {wrong.total()} taken elsewhere {dict(wrong)}"
    )
    return wrong.total()


#: Only the first differences of each client are printed.
SHOWN = 10


def redirects(count: int) -> int:
    """Compare the targets; return how many lead a browser elsewhere."""
    allowed = ["good.com", ".good.com"]
    accepted, wrong = 0, 0
    for batch in batches(targets(chance.seeded("redirects")), count):
        known = []
        for text in batch:
            try:
                known.append((text, hosts.safe_redirect(text, hosts=allowed)))
            except URIError:
                continue
        accepted += len(known)
        for which in (0, 1):
            reported = read(BROWSER, [pair[which] for pair in known])
            for pair, each in zip(known, reported or (), strict=False):
                host = each.host or ""
                is_ours = host in {"here.example", "good.com"} or host.endswith(".good.com")
                if each.error or not is_ours or each.scheme != "https":
                    wrong += 1
                    if wrong <= SHOWN:
                        print(f"  {pair!r}: {each}")
    print(f"{count} redirect targets: {accepted} accepted, {wrong} lead elsewhere")
    return wrong


def batches(texts: Iterable[str], count: int) -> Iterator[list[str]]:
    few = itertools.islice(texts, count)
    while batch := list(itertools.islice(few, BATCH)):
        yield batch


def price() -> float:
    """Print and return the share of real URLs that are refused although all clients agree."""
    most = 0.0
    for name in ("kasztp.txt", "node_files.txt"):
        path = DATA / "urls" / name
        if not path.exists():
            print(f"SKIPPED: no {path} (SUPERURI_DATA names the folder of the data)")
            continue
        texts = path.read_text(encoding="utf-8").splitlines()
        refused = [text for text in texts if agreed(text) is None]
        heard = [(client, read(client.parser, refused)) for client in CLIENTS]
        alike = 0
        for n, text in enumerate(refused):
            seen = {connects_to(client, reported[n]) for client, reported in heard if reported}
            if len(seen) == 1:
                alike += 1
                print(f"  refused, though all agree: {text!r}")
        most = max(most, alike / len(texts))
        print(
            f"{name}: {len(texts)} URLs, {len(refused)} refused, {alike} though all clients agree"
        )
    return most


def main(count: int) -> int:
    print(f"SUPERURI_SEED={chance.SEED}")
    wrong = authorities_agree(count) + redirects(count)
    wrong += sample(connected, agreed, count // 1000)
    # At most a thousandth of the real URLs may be refused needlessly.
    wrong += price() > 0.001
    print("asked:", ", ".join(f"{name} {version}" for name, version in sorted(VERSIONS.items())))
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if sys.argv[1:] else 1_000_000)))
