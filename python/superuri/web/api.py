"""What does the page ask, and what is it told? Every verb of the table, by its name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import superuri
from superuri import profiles, sets, table
from superuri.errors import URIError
from superuri.explanation import SOURCES, STANDARDS, error_row
from superuri.verbs import VERBS, Option, Verb

#: What a request holds, and what its answer.
Body = Mapping[str, Any]
Answer = Callable[[Body], object]

#: What `table` decodes with: nothing that starts a program.
RUNNERS = ("ours",)


class BadRequestError(ValueError):
    """A request that the page would not make."""


def answer(name: str, body: Body) -> dict[str, object]:
    """Return what the page is told: a result, or what was wrong with the text and where."""
    asked = ROUTES.get(name)
    if asked is None:
        raise BadRequestError(f"there is no verb {name!r}")
    try:
        return {"result": plain(asked(body))}
    except URIError as error:
        return {"error": error_row(error)}
    except (TypeError, KeyError) as error:
        raise BadRequestError(f"{name}: {error}") from None
    except ValueError as error:
        return {"error": {"message": str(error), "code": "", "start": 0, "end": 0, "help": ""}}


def of_verb(verb: Verb) -> Answer:
    """Return what answers for a row of the table."""

    def ask(body: Body) -> object:
        options = {}
        for option in verb.options:
            if option.name in body and option.name in KNOWN:
                options[option.name] = value(option, body[option.name])
        texts = body["texts"] if "texts" in body else [body["text"]]
        if not all(isinstance(text, str) for text in texts):
            raise BadRequestError(f"{verb.name}: a text is a string")
        return verb.function(*texts, **options)

    return ask


#: The options that are arguments of the functions themselves.
KNOWN = {"set", "errors", "encoding", "profile", "level", "also"}


def value(option: Option, said: object) -> object:
    """Return what is meant by the value of an option."""
    if option.name == "also":
        return tuple(map(str, said)) if isinstance(said, list) else ()
    if not isinstance(said, str):
        raise BadRequestError(f"{option.name} is a string")
    rows: Mapping[str, object] = {}
    if option.table == "sets":
        rows = {f"{row.family}.{row.name}": row for row in sets.rows}
    elif option.table == "profiles":
        rows = profiles.names
    elif option.table == "displays":
        rows = {row.name: row for row in profiles.displays}
    if rows and said not in rows:
        raise BadRequestError(f"there is no {option.name} {said!r}")
    return rows[said] if rows else said


def who(body: Body) -> object:
    """Return what each set and profile makes of a text, and what each of our decoders."""
    text = text_of(body)
    return {
        "encoders": [line._asdict() for line in table.encoders(text)],
        "decoders": [line._asdict() for line in table.decoders(text, runners=RUNNERS)[0].lines],
    }


def look(body: Body) -> object:
    """Return all that is shown while a text is typed."""
    return superuri.explain(text_of(body), depth=int(body.get("depth", 4))).to_dict()


def lint(body: Body) -> object:
    """Return the findings of a text."""
    policy = body.get("policy") or None
    return superuri.lint(text_of(body), policy=policy)


def build(body: Body) -> object:
    """Return the URI that is built of parts."""
    parts = dict(body["parts"])
    if "query" in parts:
        parts["query"] = [tuple(pair) for pair in parts["query"]]
    return superuri.build(**parts)


def fill(body: Body) -> object:
    """Return the URI that a template makes of values."""
    return superuri.fill(str(body["template"]), **dict(body["values"]))


def meta(_: Body) -> object:
    """Return what the page offers to choose from."""
    return {
        "version": superuri.__version__,
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
            {"name": f"{row.family}.{row.name}", "source": row.source, "encodes": row.encoded}
            for row in sets.rows
        ],
        "profiles": {name: row.source for name, row in profiles.names.items()},
        "displays": [row.name for row in profiles.displays],
        "standards": STANDARDS,
        "sources": SOURCES,
        "policies": list(superuri.policies),
        "rules": {code: rule._asdict() for code, rule in superuri.rules.items()},
    }


def text_of(body: Body) -> str:
    """Return the text of a request."""
    text = body["text"]
    if not isinstance(text, str):
        raise BadRequestError("a text is a string")
    return text


def plain(result: object) -> object:
    """Return what JSON can hold of a result."""
    if result is None or isinstance(result, (str, int, float)):
        return result
    if isinstance(result, (bytes, bytearray)):
        return bytes(result).hex(" ").upper()
    if isinstance(result, superuri.Parts):
        names = ("scheme", "authority", "path", "query", "fragment")
        result = {name: getattr(result, name) for name in names}
    elif hasattr(result, "_asdict"):
        result = result._asdict()
    if isinstance(result, Mapping):
        return {str(key): plain(each) for key, each in result.items()}
    return [plain(each) for each in result] if isinstance(result, (list, tuple)) else str(result)


def parsed(octets: bytes) -> Body:
    """Return the object that a body holds."""
    try:
        body = json.loads(octets)
    except (ValueError, RecursionError):
        raise BadRequestError("the body is no JSON") from None
    if not isinstance(body, dict):
        raise BadRequestError("the body is no JSON object")
    return body


ROUTES: dict[str, Answer] = {
    **{verb.name.replace(" ", "_"): of_verb(verb) for verb in VERBS},
    "explain": look,
    "lint": lint,
    "table": who,
    "build": build,
    "fill": fill,
    "meta": meta,
}
