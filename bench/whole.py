"""Other libraries for whole URIs: how each parses and builds them.

A function for each library, as in peers.py: verb → call. Caches between calls are mentioned there,
and bypassed where that is possible.
"""

from collections.abc import Callable
from typing import Any

import superuri
from superuri import URI, whatwg

# ruff: noqa: D103, PLC0415  because a function has the name of its library, which is imported where
# it is used, so that a missing one does not prevent the others.

#: The base for references.
BASE = "https://www.example.com/a/b/c;d?q"
_BASE = URI(BASE)

OURS: dict[str, Callable[[str], object]] = {
    "URI": URI,
    "URI.host": lambda text: URI(text).host,
    "URI.get": lambda text: URI(text).get("q"),
    "URI.resolve": lambda text: str(_BASE.resolve(text)),
    "normalize": superuri.normalize,
    "whatwg.URL.href": lambda text: whatwg.URL(text).href,
}

#: The attributes or methods by which a parsed URI gives its text; the first that exists is used.
_TEXT = ("href", "geturl", "unsplit", "geturi", "to_text", "url")


def text_of(answer: Any) -> object:  # noqa: ANN401  because neighbours answer with what they like
    """Return the text of a parsed URI; other results are returned unchanged.

    >>> text_of(URI("http://e.com/")), text_of("a"), text_of(None)
    ('http://e.com/', 'a', None)
    """
    if answer is None or isinstance(answer, (str, list)):
        return answer
    for name in _TEXT:
        if (message := getattr(answer, name, None)) is not None:
            return message() if callable(message) else message
    return str(answer)


def urllib() -> dict[str, Callable[[str], object]]:
    from urllib.parse import parse_qs, urljoin, urlsplit

    return {
        "URI": urlsplit,
        "URI.host": lambda text: urlsplit(text).hostname,
        "URI.get": lambda text: parse_qs(urlsplit(text).query)["q"][0],
        "URI.resolve": lambda text: urljoin(BASE, text),
    }


def urllib_cold() -> dict[str, Callable[[str], object]]:
    from urllib.parse import parse_qs, urlsplit

    # Without the cache around it.
    work = urlsplit.__wrapped__
    return {
        "URI": work,
        "URI.host": lambda text: work(text).hostname,
        "URI.get": lambda text: parse_qs(work(text).query)["q"][0],
    }


def yarl() -> dict[str, Callable[[str], object]]:
    from yarl import URL
    from yarl._url import encode_url

    # Without the cache: `URL` caches its last results.
    work, base = encode_url.__wrapped__, URL(BASE)
    return {
        "URI": work,
        "URI.host": lambda text: work(text).host,
        "URI.get": lambda text: work(text).query["q"],
        "URI.resolve": lambda text: str(base.join(work(text))),
        "normalize": lambda text: str(work(text)),
    }


def yarl_warm() -> dict[str, Callable[[str], object]]:
    from yarl import URL

    return {"URI": URL, "URI.host": lambda text: URL(text).host}


def uritools() -> dict[str, Callable[[str], object]]:
    from uritools import urijoin, urisplit

    return {
        "URI": urisplit,
        "URI.host": lambda text: urisplit(text).gethost(),
        "URI.get": lambda text: urisplit(text).getquerydict()["q"][0],
        "URI.resolve": lambda text: urijoin(BASE, text),
    }


def httpx() -> dict[str, Callable[[str], object]]:
    from httpx import URL

    base = URL(BASE)
    return {
        "URI": URL,
        "URI.host": lambda text: URL(text).host,
        "URI.get": lambda text: URL(text).params["q"],
        "URI.resolve": lambda text: str(base.join(text)),
    }


def can_ada() -> dict[str, Callable[[str], object]]:
    from can_ada import URLSearchParams, parse

    return {
        "URI": parse,
        "URI.host": lambda text: parse(text).hostname,
        "URI.get": lambda text: URLSearchParams(parse(text).search).get("q"),
        "normalize": lambda text: parse(text).href,
        "whatwg.URL.href": lambda text: parse(text).href,
    }


def ada_url() -> dict[str, Callable[[str], object]]:
    from ada_url import URL, URLSearchParams, join_url, normalize_url

    return {
        "URI": URL,
        "URI.host": lambda text: URL(text).hostname,
        "URI.get": lambda text: URLSearchParams(URL(text).search[1:]).get("q"),
        "URI.resolve": lambda text: join_url(BASE, text),
        "normalize": normalize_url,
        "whatwg.URL.href": lambda text: URL(text).href,
    }


def w3lib() -> dict[str, Callable[[str], object]]:
    from w3lib.url import canonicalize_url, url_query_parameter

    return {"URI.get": lambda text: url_query_parameter(text, "q"), "normalize": canonicalize_url}


def rfc3986() -> dict[str, Callable[[str], object]]:
    from rfc3986 import normalize_uri, uri_reference

    base = uri_reference(BASE)
    return {
        "URI": uri_reference,
        "URI.host": lambda text: uri_reference(text).host,
        "URI.resolve": lambda text: uri_reference(text).resolve_with(base).unsplit(),
        "normalize": normalize_uri,
    }


def hyperlink() -> dict[str, Callable[[str], object]]:
    from hyperlink import URL

    base, parse = URL.from_text(BASE), URL.from_text
    return {
        "URI": parse,
        "URI.host": lambda text: parse(text).host,
        "URI.get": lambda text: parse(text).get("q")[0],
        "URI.resolve": lambda text: base.click(text).to_text(),
        "normalize": lambda text: parse(text).normalize().to_text(),
    }


def furl() -> dict[str, Callable[[str], object]]:
    from furl import furl

    return {
        "URI": furl,
        "URI.host": lambda text: furl(text).host,
        "URI.get": lambda text: furl(text).args["q"],
        "URI.resolve": lambda text: furl(BASE).join(text).url,
        "normalize": lambda text: furl(text).url,
    }
