"""Cures: what to do about a text on which a verb fails, in the words of the command."""

from collections.abc import Mapping
from typing import Any

import superuri._core as _core
from superuri.columns import arrow
from superuri.errors import URIError
from superuri.tables.files import strings
from superuri.tables.job import lines


def cure(verb: str, options: Mapping[str, Any], code: str, text: str | None) -> str:
    """Return what to do about the failure of a text; an empty string if that is not known."""
    if code in strings.MESSAGES or text is None:
        return strings.MESSAGES.get(code, "")
    try:
        if lines.has(verb):
            given = lines.options(verb, options)
            [result] = _core.apply([text.encode()], given)["results"]
            return result.help if isinstance(result, URIError) else ""
        arrow.apply([text], verb, **options)
    except URIError as error:
        return error.help
    except (TypeError, ValueError):
        # An option that is a Python object, which lines do not know.
        pass
    return ""
