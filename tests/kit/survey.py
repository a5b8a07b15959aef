"""The survey of parsers: URLs of a grammar, each of which divides the parsers in a way of its own.

`python -m heavy survey` asks all parsers and writes tests/compat/survey.txt. Its first line has the
parsers and their versions. Every other line is a URL in JSON and parts that it divides: the part's
letter, and a letter for each parser: the same letter for the same reading, and - for a refusal.
The other lines imply none of them: a set of parsers refuses this URL and no other, or the
parsers that read it divide in a way that no URL shows which these and more parsers read.
"""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import starmap

from kit import TESTS
from kit.versions import parsers
from superuri.disagree import COMPARED
from superuri.disagree.ask import Answer, ask

TABLE = TESTS / "compat" / "survey.txt"
#: The letter of each part.
PARTS = {"h": "host", "n": "port", "u": "userinfo", "p": "path"}
#: How many URLs are made, of which those that divide the parsers anew are kept.
MADE = 2500
#: Seconds for an answer.
PATIENCE = 600
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

GRAMMAR = (
    ("http", "http", "http", "https", "HTTP", "ftp", "ws", "x", "file", ""),
    ("://", "://", "://", ":", ":/", ":///", ":\\\\", ":/\\", "//"),
    ("", "", "", "u@", "u:p@", "@", ":@", "u:@", "a@b@", "u%40b@", "u:p:q@", "é@", "u[@", "a\\@"),
    (
        "h.com", "h.com", "H.com", "bücher.de", "straße.de", "h。com", "1.2.3.4", "0x7f.1",
        "017.1", "1.2.3.256", "2130706433", "[::1]", "[::1", "[v1.a]", "[::1%25e]",
        "[::ffff:1.2.3.4]", "h%2ecom", "h%00", "a_b.c", "-a.c", "a..b",
        "h.com.", "a b", "a\tb", "a|b", "a^b", "xn--a", "", "*", "a%zz",
    ),
    ("", "", "", ":80", ":", ":0", ":00080", ":65536", ":x", ":8 0", ":-1", ":1:2", ":٣"),
    (
        "", "/", "/a/../b", "/./a", "/%2e%2e/a", "//a", "/a\\b", "\\a", "/a b", "/é", "/%zz",
        "/a;b", "/a|b", "/%7e", "/[a]", "/%c3%A9", "/a\nb",
    ),
    ("", "", "", "?", "#", "?a@b", "#a@b", "?/a", "?a?b", "#a#b", "?é"),
)  # fmt: skip


def candidates() -> list[str]:
    """Return the URLs that the grammar makes, the short ones first."""
    rng = random.Random(20_261_121)
    made = {"".join(rng.choice(choice) for choice in GRAMMAR) for _ in range(MADE)}
    return sorted(made, key=lambda url: (len(url), url))


def divided(answers: list[Answer]) -> dict[str, str]:
    """Return the letters of each part on which these answers differ."""
    found = {}
    for letter, part in PARTS.items():
        seen: dict[str, str] = {}
        row = ""
        for answer in answers:
            if answer.error:
                row += "-"
                continue
            row += seen.setdefault(COMPARED[part](answer), LETTERS[len(seen)])
        if len(set(row)) > 1:
            found[letter] = row
    return found


def answers(urls: list[str]) -> tuple[dict[str, str], list[list[Answer]]]:
    """Return the versions of the parsers that run here, and each URL's answers in their order."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(lambda row: ask(row, urls, PATIENCE), parsers()))
    here = [result for result in results if result.version]
    versions = {result.parser.name: result.version for result in here}
    return versions, [list(row) for row in zip(*(result.answers for result in here), strict=True)]


def minimised(divisions: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Return the URLs whose divisions, or whose refusals, those of the others do not imply."""
    seen: dict[str, set[str]] = {part: set() for part in PARTS}

    def is_new(part: str, letters: str) -> bool:
        return not any(implies(old, letters) for old in seen[part])

    kept = set()
    most_read_first = sorted(divisions.items(), key=lambda row: refusals(row[1]).count("-"))
    for url, parts in most_read_first:
        if any(starmap(is_new, parts.items())):
            kept.add(url)
            for part, letters in parts.items():
                seen[part].add(letters)
    refused = {refusals(divisions[url]) for url in kept}
    for url, parts in divisions.items():
        if refusals(parts) not in refused:
            refused.add(refusals(parts))
            kept.add(url)
    return {url: parts for url, parts in divisions.items() if url in kept}


def implies(these: str, fewer: str) -> bool:
    """Do these parsers' readings have the division that fewer of the parsers show?"""
    pairs = {(a, b) for a, b in zip(these, fewer, strict=True) if b != "-"}
    names, others = {a for a, _ in pairs}, {b for _, b in pairs}
    return "-" not in names and len(pairs) == len(names) == len(others)


def refusals(parts: dict[str, str]) -> str:
    """Return who refuses a URL, which is the same in each part: - for a refusal."""
    return "".join("-" if letter == "-" else "A" for letter in next(iter(parts.values())))


def read() -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Return the versions of the table and, for each URL, the letters of each part."""
    head, *lines = TABLE.read_text("utf-8").splitlines()
    pairs = (line.split("\t") for line in lines)
    return json.loads(head), {
        json.loads(url): dict(part.split(":", 1) for part in parts.split(" "))
        for url, parts in pairs
    }


def again(letters: str) -> str:
    """Return the letters renamed in the order in which they occur, after some were left out."""
    names: dict[str, str] = {"-": "-"}
    return "".join(names.setdefault(one, LETTERS[len(names) - 1]) for one in letters)


def main() -> None:
    """Write the table."""
    urls = candidates()
    versions, rows = answers(urls)
    divisions = {url: divided(row) for url, row in zip(urls, rows, strict=True)}
    kept = minimised({url: parts for url, parts in divisions.items() if parts})
    lines = [
        f"{json.dumps(url)}\t{' '.join(f'{part}:{row}' for part, row in sorted(parts.items()))}"
        for url, parts in kept.items()
    ]
    TABLE.write_text("\n".join([json.dumps(versions), *lines, ""]), encoding="utf-8")
    print(f"{len(kept)} URLs of {len(urls)}, {len(versions)} parsers")


if __name__ == "__main__":
    main()
