"""API of the page: its routes, and every verb of the table by its name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import superuri._core as _core
import superuri.profiles as profiles
import superuri.sets as sets
import superuri.who as who
from superuri._values.finding import policies, rules
from superuri._values.named_rows import rows
from superuri._verbs import VERBS, Option, Verb
from superuri.errors import URIError
from superuri.explanation import SOURCES, STANDARDS, explain
from superuri.explanation.token import error_row, runs
from superuri.web import limits
from superuri.web.bodies import (
    BEYOND,
    BadRequestError,
    Body,
    TooLongError,
    bounded,
    failed,
    plain,
    text_of,
    texts_of,
)
from superuri.web.edit import edit
from superuri.web.listing import listing
from superuri.web.look import DEPTH, MOST_EDITS, look
from superuri.web.meaning import meaning
from superuri.web.parts import rows as rows_of
from superuri.web.words import WORDS

#: A function that answers a request.
Answer = Callable[[Body], object]

#: The decoders of `who`: none that starts a program.
RUNNERS = ("ours",)
#: Most items in one response.
MOST_TABLE = 2000
MOST_FINDINGS = 200
MOST_KEPT = 100
MOST_ASKS = 16
#: The encodings that the page offers; the API takes any label.
ENCODINGS = (
    *("utf-8", "windows-1252", "iso-8859-2", "windows-1251", "koi8-r", "shift_jis", "euc-jp"),
    *("iso-2022-jp", "gb18030", "big5", "euc-kr", "latin-1", "ascii"),
)


def answered(name: str, body: Body) -> str:
    """Return the JSON of an answer, in ASCII, which can hold lone surrogates as escapes.

    Raises TooLongError if it is longer than the limit.
    """
    if name != "many":
        return bounded(json.dumps(answer(name, body)))
    left, found = limits.MOST_ANSWER, []
    for verb, inner in asks_of(body):
        found.append(json.dumps(answer(verb, inner)))
        if len(found[-1]) > left:
            found[-1] = json.dumps(failed(TooLongError(BEYOND)))
        left -= len(found[-1])
    return bounded('{"result": [' + ", ".join(found) + "]}")


def answer(name: str, body: Body) -> dict[str, object]:
    """Return a result, or the error with its place in the text."""
    route = ROUTES.get(name)
    if route is None:
        raise BadRequestError(f"there is no verb {name!r}")
    try:
        result = route(body)
        return {"result": result if name in READY else plain(result)}
    except URIError as error:
        return {"error": error_row(error)}
    except (TypeError, KeyError, AttributeError) as error:
        if isinstance(error, TypeError) and name in {"build", "fill"}:
            return failed(error)
        raise BadRequestError(f"{name}: {error}") from None
    except (ValueError, LookupError) as error:
        return failed(error)


def of_verb(verb: Verb) -> Answer:
    """Return the function that answers requests for a verb."""

    def ask(body: Body) -> object:
        options = {}
        for option in verb.options:
            if option.name in body and option.name in KNOWN:
                options[option.name] = value(option, body[option.name])
        return verb.function(*texts_of(body), **options)

    return ask


#: The options that the functions take as arguments.
KNOWN = {"set", "errors", "encoding", "profile", "level", "also"}


def value(option: Option, raw: object) -> object:
    """Return the argument for the value of an option in a request."""
    if option.name == "also":
        if not isinstance(raw, list):
            raise BadRequestError("also must be a list")
        return tuple(map(str, raw))
    if not isinstance(raw, str):
        raise BadRequestError(f"{option.name} must be a string")
    if not option.table or option.table == "encodings":
        return raw
    known = rows(option.table)
    if raw not in known:
        raise BadRequestError(f"there is no {option.name} {raw!r}")
    return known[raw]


def who_makes_what(body: Body) -> object:
    """Return the results of each set, profile and decoder of the package for a text."""
    text = text_of(body)[:MOST_TABLE]
    return {
        "cut": len(text_of(body)) > MOST_TABLE,
        "encoders": ways(who.encodes(text)),
        "decoders": ways(who.decodes(text, runners=RUNNERS)[0].lines),
    }


def ways(lines: list[who.Line]) -> list[dict[str, object]]:
    """Group the lines by result, the most common first."""
    found: dict[tuple[str | None, str], list[str]] = {}
    whole = ""
    for line in lines:
        # A line that begins with … is an option of the decoder above it.
        whole = whole if line.who.startswith("…") else line.who
        name = line.who.replace("…", whole).removeprefix("sets.").removeprefix("superuri.")
        found.setdefault((line.result, line.why), []).append(name)
    rows = sorted(found.items(), key=lambda row: (row[0][0] is None, -len(row[1])))
    return [{"result": result, "why": why, "who": names} for (result, why), names in rows]


def lint(body: Body) -> object:
    """Return the findings of a text, and the text with all safe fixes."""
    policy = body.get("policy") or None
    text = text_of(body)
    found = _core.lint(text, policy=policy)
    return {
        "count": len(found),
        "findings": found[:MOST_FINDINGS],
        "fixed": _core.fix(text, policy=policy),
    }


def build(body: Body) -> object:
    """Return the URI built from parts."""
    parts = dict(body["parts"])
    if "query" in parts:
        parts["query"] = [tuple(pair) for pair in parts["query"]]
    return _core.build(**parts)


def fill(body: Body) -> object:
    """Return the URI from a template and values."""
    return _core.fill(str(body["template"]), **dict(body["values"]))


def edits(body: Body) -> object:
    """Return the edits of `clean` that are shown, and the number of all."""
    engine: Any = OF_VERBS["edits"](body)
    found = runs(engine)
    return {"count": len(found), "edits": found[:MOST_EDITS]}


def asks_of(body: Body) -> Iterator[tuple[str, Body]]:
    """The requests of a batch, each with its name; they share the batch's text."""
    text = {"text": body["text"]} if "text" in body else {}
    asks = body.get("asks")
    if not isinstance(asks, list) or len(asks) > MOST_ASKS:
        raise BadRequestError(f"asks must be a list of at most {MOST_ASKS} requests")
    for pair in asks:
        if not isinstance(pair, list) or len(pair) != len(("a verb", "an object")):
            raise BadRequestError("each of asks must be a verb and an object")
        name, inner = pair
        if not isinstance(name, str) or not isinstance(inner, dict):
            raise BadRequestError("each of asks must be a verb and an object")
        yield name, {**text, **inner}


def report(body: Body) -> object:
    """Return one HTML file about the text, without scripts."""
    from superuri.explanation.report import document  # noqa: PLC0415  because it is seldom used

    return document([explain(text_of(body), depth=DEPTH)])


def shown(body: Body) -> object:
    """Return how each character is shown.

    Raises:
        ValueError: The text is too long.
    """
    if sum(map(len, texts_of(body))) > limits.MOST_SHOWN:
        raise ValueError(f"the text has more than {limits.MOST_SHOWN} characters")
    return OF_VERBS["shown"](body)


def kept(body: Body) -> object:
    """Return how a text is shown, and the first spans that stay escaped, with reasons.

    If the text is too long, the spans are None.
    """
    if len(text_of(body)) > limits.MOST_SHOWN:
        return {"text": OF_VERBS["pretty"](body), "kept": None}
    engine: Any = OF_VERBS["shown"](body)
    text, spans = engine
    found: list[list[object]] = []
    touches = -1
    for start, end, _, _, code, sentence in spans:
        if code == "decoded":
            continue
        # Adjacent spans with the same reason are merged.
        if touches == start and found[-1][2] == sentence:
            found[-1][1] = end
        else:
            if len(found) == MOST_KEPT:
                break
            found.append([start, end, sentence])
        touches = end
    return {"text": text, "kept": found}


def meta(_: Body) -> object:
    """Return the choices that the page offers."""
    return {
        "version": _core.__version__,
        "verbs": [
            {
                "name": verb.name,
                "help": verb.help,
                "options": [
                    {"name": o.name, "choices": list(o.choices), "default": o.default}
                    for o in verb.options
                ],
            }
            for verb in VERBS
        ],
        "sets": [
            {"name": name, "source": row.source, "encodes": row.encoded.translate(UNSEEN)}
            for name, row in sets.names.items()
        ],
        "words": WORDS,
        "profiles": {name: row.source for name, row in profiles.names.items()},
        "displays": [row.name for row in profiles.displays],
        "standards": STANDARDS,
        "sources": SOURCES,
        "encodings": ENCODINGS,
        "policies": {name: row.sentence for name, row in policies.items()},
        "rules": {
            code: {"name": rule.name, "severity": rule.severity, "sentence": rule.sentence}
            for code, rule in rules.items()
        },
    }


#: Control characters, which nearly every set encodes, are left out of the list.
UNSEEN = dict.fromkeys([*range(0x20), 0x7F])


#: Routes whose large results are plain data already.
READY = frozenset({"explain"})

OF_VERBS = {verb.name.replace(" ", "_"): of_verb(verb) for verb in VERBS}

ROUTES: dict[str, Answer] = {
    **OF_VERBS,
    "explain": look,
    "edits": edits,
    "lint": lint,
    "who": who_makes_what,
    "build": build,
    "fill": fill,
    "meta": meta,
    "shown": shown,
    "kept": kept,
    "edit": edit,
    "report": report,
    "parts": lambda body: rows_of(text_of(body)),
    "meaning": meaning,
    "list": listing,
}
