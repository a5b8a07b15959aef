"""Words: what the common sets, profiles and levels do, for the lists of the page.

The page lists these first, and all other names under "More".
"""

#: Sets of ``encode``.
SETS = {
    "rfc3986.COMPONENT": "any value",
    "rfc3986.SEGMENT": "a segment of a path",
    "rfc3986.QUERY_VALUE": "a value of a query",
    "html.FORM": "a field of a form",
    "ecmascript.COMPONENT": "as JavaScript's encodeURIComponent",
    "ecmascript.URI": "as JavaScript's encodeURI",
    "python.QUOTE": "as Python's quote",
    "aws.SIGV4": "as AWS signs a request",
}
#: Profiles of ``clean``.
PROFILES = {
    "RFC3986": "to a legal URI",
    "WHATWG": "as browsers do",
    "IRI": "but keep all letters",
    "SALVAGE": "and repair pasted text",
}
#: Profiles of ``pretty``.
DISPLAYS = {"LOSSLESS": "what reads back the same"}
#: Levels of ``normalize``: each includes those before it.
LEVELS = {
    "case": "the case of letters",
    "percent": "and needless escapes",
    "path": "and dot segments",
    "scheme": "and the scheme's defaults",
}

#: The words of each name.
WORDS = {**SETS, **PROFILES, **DISPLAYS, **LEVELS}
