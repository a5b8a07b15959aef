"""Foreign names: what other libraries call functions of superuri, and their arguments."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

#: Names of functions in urllib, yarl, httpx, furl, w3lib, JavaScript, PHP and others; the name
#: here, below ``superuri``; and the name of the command, if there is one.
FUNCTIONS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("quote", "escape", "percent_encode", "uri_escape", "rawurlencode"), "encode", "encode"),
    (("unquote", "unescape", "percent_decode", "rawurldecode"), "decode", "decode"),
    (("unquote_to_bytes",), "decode_bytes", ""),
    (("quote_plus",), "form.encode", "form encode"),
    (("unquote_plus",), "form.decode", "form decode"),
    (("urlencode",), "form.serialize", ""),
    (("parse_qs", "parse_qsl", "QueryParams", "URLSearchParams"), "form.parse", ""),
    (("urlparse", "parse", "parse_url", "Url", "URL", "furl", "from_string"), "URI", "parse"),
    (("urlsplit",), "split", "parse"),
    (("urlunsplit", "urlunparse"), "unsplit", ""),
    (("urljoin", "join", "merge"), "URI.resolve", "resolve"),
    (("requote_uri", "safe_url_string", "sanitize", "fix_url", "repair"), "clean", "clean"),
    (("encodeURI", "encodeURIComponent"), "compat.ecmascript", "encode"),
    (("decodeURI", "decodeURIComponent"), "compat.ecmascript", "decode"),
    (("canonicalize", "canonicalise", "canonicalize_url", "normalise"), "normalize", "normalize"),
    (("url_normalize", "normalize_url", "normalize_uri"), "normalize", "normalize"),
    (("human_repr", "humanize", "display", "unicode"), "pretty", "pretty"),
    (("iri_to_uri",), "iri.to_uri", "clean"),
    (("uri_to_iri",), "iri.to_iri", "pretty"),
    (("URITemplate", "expand"), "rfc6570", "expand"),
    (("extract", "tldextract", "registered_domain", "get_tld"), "domain", ""),
    (("url_has_allowed_host_and_scheme", "is_safe_url"), "hosts.safe_redirect", "get '{host}'"),
    (("safe_redirect", "redirect", "is_safe_redirect"), "hosts.safe_redirect", "get '{host}'"),
    (("content_disposition", "encode_rfc2231"), "headers.content_disposition", ""),
    (("fingerprint", "request_fingerprint"), "keys.scrapy", "key"),
    (("is_valid", "validate", "is_url", "check"), "is_uri", "lint"),
    (("extract_urls", "find_urls", "urlextract", "URLExtract", "linkify"), "find", "find"),
    (("links", "urls"), "", "find"),
    (("signed", "presigned", "doctor", "why", "request", "fetch"), "", "wire"),
    (("baseline",), "", "lint --write-baseline"),
    (("web", "gui", "ui", "server"), "", "serve"),
    (("sets", "profiles", "policies", "encodings", "ls", "show"), "", "list"),
    (("rule", "rules", "lint_rule"), "", "list rules"),
    (("fix", "format", "fmt", "autofix"), "", "lint --fix"),
    (("dedupe", "dedup", "deduplicate", "uniq", "unique"), "", "normalize --dedupe"),
    (("diff", "equal", "equivalent", "same"), "", "compare"),
    (("host", "hostname", "netloc"), "", "get '{host}'"),
    (("registrable_domain", "etld"), "", "get '{domain}'"),
    (("encoders", "decoders", "table"), "who", "who"),
)

#: Arguments of other libraries' functions: the function here, their names, and what to write.
ARGUMENTS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("encode", ("safe",), 'write set=sets.rfc3986.COMPONENT - "/"'),
    ("encode", ("charset", "codec"), "write encoding="),
    ("decode", ("charset", "codec"), "write encoding="),
    ("decode", ("plus", "space_plus"), "form.decode() reads + as a space"),
    ("clean", ("safe", "quote_via"), "write profile="),
    ("build", ("params", "args", "query_params", "query_string"), "write query="),
    ("build", ("path_segments", "parts"), "write segments="),
    ("build", ("netloc", "authority", "hostname"), "write host=, port= and user="),
    ("build", ("username",), "write user="),
    ("build", ("protocol",), "write scheme="),
    ("build", ("hash", "anchor"), "write fragment="),
    ("safe_redirect", ("allowed_hosts", "allowed", "whitelist", "domains"), "write hosts="),
    ("safe_redirect", ("require_https", "https_only"), "only https is allowed without schemes="),
)

#: Options of other commands, with the sentence that leads to ours.
OPTIONS = {
    "--key": "keys are a verb: superuri key",
    "--explain": "superuri list rules U402 explains a rule",
    "--format": "did you mean --output-format?",
    "--dedup": "did you mean --dedupe?",
}


def of_module(name: str) -> str:
    """Return the name here, below ``superuri``, or ""."""
    return next((here for names, here, _ in FUNCTIONS if here and name in names), "")


def of_argument(function: str, name: str) -> str:
    """Return what to write instead of an argument of another library, or "".

    >>> of_argument("build", "params")
    '; write query='
    """
    found = (hint for known, names, hint in ARGUMENTS if known == function and name in names)
    return next((f"; {hint}" for hint in found), "")


def of_command(word: str) -> str:
    """Return the command for it, or ""."""
    if word[:1] in {"u", "U"} and word[1:].isdecimal():
        return f"list rules {word.upper()}"
    meant = word.casefold().replace("-", "_")
    rows = ((map(str.casefold, names), verb) for names, _, verb in FUNCTIONS if verb)
    return next((verb for names, verb in rows if meant in names), "")


def of_option(word: str, known: Container[str]) -> str:
    """Return the hint for an option of another command, or ""; ``known`` are those of ours."""
    hint = OPTIONS.get(word, "")
    is_ours = not hint.startswith("did you mean ") or hint[13:-1] in known
    return f"; {hint}" if hint and is_ours else ""
