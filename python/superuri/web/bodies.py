"""Bodies of requests and responses, in JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from superuri._core import Parts
from superuri.web import limits

#: The JSON object of a request.
Body = Mapping[str, Any]


class BadRequestError(Exception):
    """A malformed request, which the page never sends."""


class TooLongError(Exception):
    """A text or an answer that exceeds a limit."""


BEYOND = f"the answer has more than {limits.MOST_ANSWER} bytes"


def bounded(text: str) -> str:
    """Return the answer; raise TooLongError if it exceeds the limit."""
    if len(text) > limits.MOST_ANSWER:
        raise TooLongError(BEYOND)
    return text


def failed(error: Exception) -> dict[str, object]:
    """Return the row of an error without a position."""
    return {"error": {"message": str(error), "code": "", "start": 0, "end": 0, "help": ""}}


def text_of(body: Body) -> str:
    """Return the text of a request."""
    text = body["text"]
    if not isinstance(text, str):
        raise BadRequestError("a text must be a string")
    return text


def texts_of(body: Body) -> list[str]:
    """Return the texts of a request: `texts`, or the one `text`."""
    texts = body["texts"] if "texts" in body else [body["text"]]
    if not all(isinstance(text, str) for text in texts):
        raise BadRequestError("a text must be a string")
    return list(texts)


def plain(result: object) -> object:
    """Convert a result to types of JSON."""
    if result is None or isinstance(result, (str, int, float)):
        return result
    if isinstance(result, (bytes, bytearray)):
        return bytes(result).hex(" ").upper()
    if isinstance(result, Parts):
        names = ("scheme", "authority", "path", "query", "fragment")
        result = {name: getattr(result, name) for name in names}
    elif hasattr(result, "_asdict"):
        result = result._asdict()
    if isinstance(result, Mapping):
        return {str(key): plain(each) for key, each in result.items()}
    return [plain(each) for each in result] if isinstance(result, (list, tuple)) else str(result)


def parsed(octets: bytes) -> Body:
    """Return the JSON object in a body."""
    try:
        body = json.loads(octets)
    except (ValueError, RecursionError):
        raise BadRequestError("the body is not valid JSON") from None
    if not isinstance(body, dict):
        raise BadRequestError("the body is not a JSON object")
    return body
