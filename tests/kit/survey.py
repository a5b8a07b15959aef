"""The survey of parsers: URLs of a grammar, each of which divides the parsers in a way of its own.

`python -m heavy survey` asks all parsers and writes tests/compat/survey.txt. Its first line has the
parsers and their versions. Every other line is a URL in JSON and the parts whose division no line
before it has: the part's letter, and a letter for each parser: the same letter for the same
reading, and - for a refusal.
"""

import json
import random
from concurrent.futures import ThreadPoolExecutor

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


def minimised(urls: list[str], rows: list[list[Answer]]) -> list[str]:
    """Return a line for each URL that divides the parsers as no URL before it did."""
    seen: set[tuple[str, str]] = set()
    lines = []
    for url, row in zip(urls, rows, strict=True):
        parts = set(divided(row).items()) - seen
        if parts:
            seen |= parts
            shown = " ".join(f"{part}:{letters}" for part, letters in sorted(parts))
            lines.append(f"{json.dumps(url)}\t{shown}")
    return lines


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
    lines = minimised(urls, rows)
    TABLE.write_text("\n".join([json.dumps(versions), *lines, ""]), encoding="utf-8")
    print(f"{len(lines)} URLs of {len(urls)}, {len(versions)} parsers")


if __name__ == "__main__":
    main()
