"""Frozen answers: those of the last release, and which of them the sources have changed.

    python -m heavy frozen
    python -m heavy frozen --release

The first writes the answers before the first release, later the changelog; the second writes, at a
release, the answers that the next one is compared with.

The first row of tests/python/frozen/answers.jsonl has the version. Each other row has a text and
the answers about it, `true` where the answer is the text itself. A text that is added there,
without answers, gets them at the next release. A changed answer must be in the changelog; the
script puts it between `<!-- answers -->` and `<!-- /answers -->` below the first heading.
"""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import superuri
from kit import ROOT, TESTS
from superuri import form, hosts, iri, keys, profiles, whatwg

ANSWERS = TESTS / "python" / "frozen" / "answers.jsonl"
CHANGELOG = ROOT / "CHANGELOG.md"
REGION = re.compile("<!-- answers -->\n(.*?)<!-- /answers -->\n", re.DOTALL)
BASE = superuri.URI("http://e.com/a/b?c#d")

#: The functions that are called with each text.
QUESTIONS: dict[str, Callable[[str], Any]] = {
    "encode": superuri.encode,
    "decode": superuri.decode,
    "clean": superuri.clean,
    "clean WHATWG": lambda text: superuri.clean(text, profiles.WHATWG),
    "pretty": superuri.pretty,
    "normalize": superuri.normalize,
    "split": lambda text: list(superuri.split(text)),
    "resolve": lambda text: str(BASE.resolve(superuri.clean(text))),
    "lint": lambda text: [f"{found.code} {found.start}" for found in superuri.lint(text)],
    "fix": superuri.fix,
    "agreed_host": superuri.agreed_host,
    "domain": superuri.domain,
    "kind of its host": lambda text: hosts.kind(superuri.agreed_host(text) or ""),
    "layers": lambda text: [layer.text for layer in superuri.layers(text)],
    "form.encode": form.encode,
    "form.parse": lambda text: [list(pair) for pair in form.parse(text)],
    "whatwg.URL": lambda text: whatwg.URL(text).href,
    "iri.to_uri": iri.to_uri,
    "key": lambda text: keys.key(text).hex(),
    "surt": keys.surt,
}


def answer(ask: Callable[[str], Any], text: str) -> Any:
    """Return an answer, in types of JSON; true if it is the text itself."""
    try:
        got = ask(text)
    except superuri.errors.URIError as error:
        return {"error": error.code, "at": error.start}
    if got == text:
        return True
    return got if isinstance(got, (str, list, type(None))) else str(got)


def answers(text: str) -> dict[str, Any]:
    """Return the row of a text: what superuri answers now."""
    return {"text": text, **{name: answer(ask, text) for name, ask in QUESTIONS.items()}}


def frozen() -> tuple[str, list[dict[str, Any]]]:
    """Return the version of the frozen answers, and their rows."""
    head, *rows = map(json.loads, ANSWERS.read_text(encoding="utf-8").splitlines())
    return head["release"], rows


def freeze(rows: list[dict[str, Any]]) -> None:
    """Write what superuri answers now."""
    kept = [{"release": superuri.__version__}, *(answers(row["text"]) for row in rows)]
    ANSWERS.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")


def shown(value: Any, text: str) -> str:
    """Return an answer as code of Markdown."""
    return f"`{json.dumps(text if value is True else value, ensure_ascii=True)}`"


def changed(rows: list[dict[str, Any]]) -> list[str]:
    """Return a line of the changelog for each answer that is not the frozen one."""
    lines = []
    for row in rows:
        text = row["text"]
        now = answers(text)
        for name in now:
            if name in row and row[name] != now[name]:
                was, is_now = (shown(value, text) for value in (row[name], now[name]))
                lines.append(f"* {name} of {shown(True, text)}: {is_now}, before {was}")
    return lines


def newest() -> tuple[str, str, str]:
    """Return the changelog, divided: what is before, in and after its first entry."""
    text = CHANGELOG.read_text(encoding="utf-8")
    start = text.index("\n## ")
    end = text.find("\n## ", start + 1)
    end = len(text) if end < 0 else end
    return text[:start], text[start:end], text[end:]


def listed() -> list[str]:
    """Return the changed answers that the changelog lists for the coming release."""
    found = REGION.search(newest()[1])
    return found[1].splitlines() if found else []


def is_released(version: str) -> bool:
    """Return whether the changelog has this version as released."""
    heading = rf"^## {re.escape(version)}, (?!not released)"
    return bool(re.search(heading, CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE))


def main() -> None:
    """Freeze the answers, or write to the changelog which have changed."""
    release, rows = frozen()
    if "--release" in sys.argv[1:] or not is_released(release):
        freeze(rows)
        print(f"{len(rows)} texts × {len(QUESTIONS)} questions, as {superuri.__version__}")
        return
    lines = changed(rows)
    inside = "".join(line + "\n" for line in lines)
    region = f"<!-- answers -->\n{inside}<!-- /answers -->\n"
    before, entry, after = newest()
    entry, found = REGION.subn(lambda _: region, entry)
    if lines and not found:
        sys.exit("the first entry of CHANGELOG.md has no region `answers`")
    CHANGELOG.write_text(before + entry + after, encoding="utf-8")
    print(f"{len(lines)} answers differ from those of {release}")


if __name__ == "__main__":
    main()
