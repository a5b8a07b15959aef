"""Other libraries: how each is called for the same verb.

A library is called by its fastest public function for the same task. One that is not installed is
left out, with the reason.
"""

import importlib
import importlib.metadata
from collections.abc import Callable
from functools import partial
from typing import Any

import superuri
import whole
from superuri import form
from superuri.compat import urllib

Calls = dict[str, Callable[[Any], object]]

#: A user, a document, and two values of a query, which `build` and `fill` combine.
Parts = tuple[str, str, str, str]
TEMPLATE = superuri.Template("https://example.com/users/{user}/{doc}?q={q}&lang={lang}")


def _build(parts: Parts) -> str:
    user, doc, q, lang = parts
    segments, query = ("users", user, doc), {"q": q, "lang": lang}
    return str(superuri.build(scheme="https", host="example.com", segments=segments, query=query))


def _fill(parts: Parts) -> str:
    user, doc, q, lang = parts
    return str(TEMPLATE.fill(user=user, doc=doc, q=q, lang=lang))


UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

# ruff: noqa: PLC0415  because each library is imported where it is used, so that a missing one does
# not prevent the others.


def _only(verb: str, module: str, function: str) -> Callable[[], Calls]:
    return lambda: {verb: getattr(importlib.import_module(module), function)}


def _urllib() -> Calls:
    from urllib.parse import parse_qsl, quote, unquote, urlencode

    def f_string(parts: Parts) -> str:
        user, doc, q, lang = (quote(part, safe="") for part in parts)
        return f"https://example.com/users/{user}/{doc}?q={q}&lang={lang}"

    return {
        "build": f_string,
        "fill": f_string,
        "encode": partial(quote, safe=""),
        "decode": unquote,
        "quote": quote,
        "unquote": unquote,
        "urlencode": urlencode,
        "parse_qsl": parse_qsl,
        "form.parse": partial(parse_qsl, keep_blank_values=True),
        "form.serialize": urlencode,
    }


def _urllib_cold() -> Calls:
    from urllib import parse

    def cold(function: Callable[..., object]) -> Callable[[Any], object]:
        def call(text: str) -> object:
            parse.clear_cache()  # type: ignore[attr-defined]
            return function(text)

        return call

    # Only quoting caches results.
    return {
        "encode": cold(partial(parse.quote, safe="")),
        "quote": cold(parse.quote),
        "urlencode": cold(parse.urlencode),
    }


def _yarl() -> Calls:
    from yarl import URL
    from yarl._parse import query_to_pairs
    from yarl._query import get_str_query_from_iterable
    from yarl._quoting import _Quoter, _Unquoter
    from yarl._url import encode_url

    def build(parts: Parts) -> str:
        user, doc, q, lang = parts
        path, query = f"/users/{user}/{doc}", {"q": q, "lang": lang}
        return str(URL.build(scheme="https", host="example.com", path=path, query=query))

    # Without the cache: `URL` caches its last results, and a benchmark repeats the same calls.
    work = encode_url.__wrapped__
    return {
        "build": build,
        "fill": build,
        "encode": _Quoter(requote=False),
        "decode": _Unquoter(),
        "clean": lambda url: str(work(url)),
        "quote": _Quoter(safe="/", requote=False),
        "unquote": _Unquoter(),
        "urlencode": get_str_query_from_iterable,
        "parse_qsl": query_to_pairs,
        "form.parse": query_to_pairs,
        "form.serialize": get_str_query_from_iterable,
    }


def _yarl_warm() -> Calls:
    from yarl import URL

    # With the cache, as it is usually called.
    return {"clean": lambda url: str(URL(url))}


def _can_ada() -> Calls:
    from can_ada import URLSearchParams, parse

    return {
        "clean": lambda url: parse(url).href,
        "form.parse": lambda form: list(URLSearchParams(form)),
    }


def _httpx() -> Calls:
    from httpx import URL
    from httpx._urlparse import percent_encoded

    def build(parts: Parts) -> str:
        user, doc, q, lang = parts
        path, params = f"/users/{user}/{doc}", {"q": q, "lang": lang}
        return str(URL(scheme="https", host="example.com", path=path, params=params))

    return {
        "encode": partial(percent_encoded, safe=UNRESERVED),
        "clean": lambda url: str(URL(url)),
        "build": build,
        "fill": build,
    }


def _uritools() -> Calls:
    from uritools import uridecode, uriencode

    return {"encode": lambda text: uriencode(text).decode(), "decode": uridecode}


def _rfc3986() -> Calls:
    from rfc3986 import iri_reference

    return {"clean": lambda url: iri_reference(url).encode().unsplit()}


def _hyperlink() -> Calls:
    from hyperlink import URL

    return {"clean": lambda url: URL.from_text(url).to_uri().to_text()}


def _furl() -> Calls:
    from furl import furl

    def build(parts: Parts) -> str:
        user, doc, q, lang = parts
        path, args = ["users", user, doc], {"q": q, "lang": lang}
        url = furl().set(scheme="https", host="example.com", path=path, args=args).url
        return str(url)

    return {"clean": lambda url: furl(url).url, "build": build, "fill": build}


def _uritemplate() -> Calls:
    from uritemplate import URITemplate

    template = URITemplate("https://example.com/users/{user}/{doc}{?q,lang}")

    def expand(parts: Parts) -> str:
        user, doc, q, lang = parts
        return str(template.expand(user=user, doc=doc, q=q, lang=lang))

    return {"fill": expand}


# By the name of the distribution, from which the version is read.
PEERS: dict[str, tuple[Callable[[], Calls], ...]] = {
    "urllib": (_urllib, whole.urllib),
    "urllib, cold cache": (_urllib_cold, whole.urllib_cold),
    "yarl": (_yarl, whole.yarl),
    "yarl, warm cache": (_yarl_warm, whole.yarl_warm),
    "uritools": (_uritools, whole.uritools),
    "httpx": (_httpx, whole.httpx),
    "can_ada": (_can_ada, whole.can_ada),
    "ada-url": (_only("clean", "ada_url", "normalize_url"), whole.ada_url),
    "requests": (_only("clean", "requests.utils", "requote_uri"),),
    "w3lib": (_only("clean", "w3lib.url", "safe_url_string"), whole.w3lib),
    "Werkzeug": (_only("urlencode", "werkzeug.urls", "_urlencode"),),
    "rfc3986": (_rfc3986, whole.rfc3986),
    "hyperlink": (_hyperlink, whole.hyperlink),
    "furl": (_furl, whole.furl),
    "uritemplate": (_uritemplate,),
    "url-normalize": tuple(
        _only(verb, "url_normalize", "url_normalize") for verb in ("clean", "normalize")
    ),
}

OURS: Calls = {
    "encode": superuri.encode,
    "decode": superuri.decode,
    "clean": superuri.clean,
    "quote": urllib.quote,
    "unquote": urllib.unquote,
    "urlencode": urllib.urlencode,
    "parse_qsl": urllib.parse_qsl,
    "form.parse": form.parse,
    "form.serialize": form.serialize,
    **whole.OURS,
    "build": _build,
    "fill": _fill,
}


def neighbours() -> tuple[dict[str, Calls], dict[str, str]]:
    """Return verb → library → call, and the reason for each missing library."""
    found: dict[str, Calls] = {verb: {} for verb in OURS}
    missing = {}
    for name, parts in PEERS.items():
        try:
            calls = {verb: call for part in parts for verb, call in part().items()}
        except ImportError as error:
            missing[name] = f"{error.name} cannot be imported"
            continue
        for verb, call in calls.items():
            found[verb][name] = call
    return found, missing


def version(name: str) -> str:
    """Return the version of an installed library; that of the standard library is Python's."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "of this Python"
