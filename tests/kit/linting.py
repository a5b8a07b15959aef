"""Linting in tests: calls of `superuri lint`."""

import json
from html.parser import HTMLParser
from pathlib import Path

from kit import command

MARKDOWN = """[a](http://e.com/x_(y%zz)) <http://e.com/<> [b][r] `http://e.com/%zz`,
(see http://e.com/%zz). ü http://e.com/%zz

[r]: http://e.com/%zz "title"
"""


def lint(
    *words: object, text: bytes = b"", code: int | None = None, cwd: Path | None = None
) -> str:
    """Return the standard output of the command; check the exit code."""
    done = command.run(["lint", *map(str, words)], text, cwd=cwd)
    assert code is None or done.returncode == code, done.stderr.decode()
    assert done.returncode in {0, 1, 2, 3, 4}, done.stderr.decode()
    assert b"pa55word" not in done.stderr
    return done.stdout.decode()


def objects(*words: object, text: bytes = b"", code: int | None = None) -> list[dict[str, object]]:
    output = lint(*words, "--output-format", "jsonl", text=text, code=code)
    return [json.loads(line) for line in output.splitlines()]


class Values(HTMLParser):
    """The values of href and src."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.values: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.values += [value or "" for name, value in attrs if name in {"href", "src"}]
