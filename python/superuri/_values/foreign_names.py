"""Foreign names: what other libraries call functions of superuri, and their arguments."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable

#: Names of functions in urllib, yarl, httpx, furl, w3lib, JavaScript, PHP and others; the name
#: here, below ``superuri``; and the name of the command, if there is one.
FUNCTIONS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("quote", "escape", "percent_encode", "uri_escape", "rawurlencode"), "encode", "encode"),
    (("encode_component", "encode_path", "escape_path", "quote_path"), "encode", "encode"),
    (("unquote", "unescape", "percent_decode", "rawurldecode"), "decode", "decode"),
    (("unquote_to_bytes",), "decode_bytes", ""),
    (("quote_plus", "form_encode", "encode_form"), "form.encode", "form encode"),
    (("unquote_plus", "form_decode", "decode_form"), "form.decode", "form decode"),
    (("decode_all", "unescape_all", "fully_decode", "decode_recursive"), "layers", "layers"),
    (("urlencode",), "form.serialize", ""),
    (("parse_qs", "parse_qsl", "QueryParams", "URLSearchParams"), "form.parse", ""),
    (("urlparse", "parse", "parse_url", "Url", "URL", "furl", "from_string"), "URI", "parse"),
    (("urlsplit",), "split", "parse"),
    (("urlunsplit", "urlunparse"), "unsplit", ""),
    (("urljoin", "join", "merge", "resolve"), "URI.resolve", "resolve"),
    (("relativize", "relative_to"), "URI.relativize", "resolve"),
    (("pathname2url", "path_to_url"), "file_uri.from_path", ""),
    (("url2pathname", "url_to_path"), "file_uri.to_path", ""),
    (("idna", "punycode", "to_ascii", "to_punycode", "idna_encode"), "hosts.to_ascii", "clean"),
    (("to_unicode", "idna_decode"), "hosts.to_unicode", "pretty"),
    (("requote_uri", "safe_url_string", "sanitize", "fix_url", "repair"), "clean", "clean"),
    (("encodeURI", "encodeURIComponent"), "compat.ecmascript", "encode"),
    (("decodeURI", "decodeURIComponent"), "compat.ecmascript", "decode"),
    (("canonicalize", "canonicalise", "canonicalize_url", "normalise"), "normalize", "normalize"),
    (("url_normalize", "normalize_url", "normalize_uri"), "normalize", "normalize"),
    (("human_repr", "humanize", "display", "unicode"), "pretty", "pretty"),
    (("iri_to_uri",), "iri.to_uri", "clean"),
    (("uri_to_iri",), "iri.to_iri", "pretty"),
    (("URITemplate", "expand"), "rfc6570", "expand"),
    (("tldextract", "registered_domain", "registrable_domain"), "domain", "get '{domain}'"),
    (("domain", "extract", "tld", "etld", "sld", "suffix"), "domain", "get '{domain}'"),
    (("host", "hosts", "hostname", "netloc"), "agreed_host", "get '{host}'"),
    (("remove_tracking", "strip_tracking"), "normalize", "normalize --also drop-tracking"),
    (("unshorten", "follow", "unwrap_safelinks"), "unwrap", "unwrap"),
    (("info", "inspect", "describe", "debug"), "explain", "explain"),
    (("surt",), "keys.surt", "key --kind surt"),
    (("tidy", "tables", "csv"), "tables.tidy after import superuri.tables", "tidy"),
    (("arrow", "column", "columns"), "columns", "tidy"),
    (("url_has_allowed_host_and_scheme", "is_safe_url"), "hosts.safe_redirect", "get '{host}'"),
    (("is_safe", "is_safe_redirect"), "hosts.safe_redirect", "get '{host}'"),
    (("safe_redirect", "redirect"), "hosts.safe_redirect", "get '{host}'"),
    (("content_disposition", "encode_rfc2231"), "headers.content_disposition", ""),
    (("fingerprint", "request_fingerprint"), "keys.scrapy", "key"),
    (("is_valid", "valid", "validate", "is_url", "check", "check_links"), "is_uri", "lint"),
    (("isurl", "is_absolute"), "is_uri", "lint"),
    (("extract_urls", "find_all", "urlextract", "URLExtract", "linkify"), "find", "find"),
    (("links", "urls"), "", "find"),
    (("linkcheck", "test", "audit", "scan"), "", "lint"),
    (("agreed_host", "parsers", "readings"), "", "disagree"),
    (("signed", "sign", "verify", "presigned", "doctor", "why", "request", "fetch"), "", "wire"),
    (("compose", "from_parts", "make", "make_url", "create"), "build", "build"),
    (("path",), "", "get '{path}'"),
    (("query", "params", "qs", "query_string"), "", "get '{query}'"),
    (("baseline",), "", "lint --write-baseline"),
    (("web", "gui", "ui", "server"), "", "serve"),
    (("sets", "profiles", "policies", "encodings", "ls", "show"), "", "list"),
    (("rule", "rules", "lint_rule"), "", "list rules"),
    (("fix", "format", "fmt", "autofix"), "", "lint --fix"),
    (("dedupe", "dedup", "deduplicate", "uniq", "unique"), "", "normalize --dedupe"),
    (("diff", "equal", "equivalent", "same"), "", "compare"),
    (("encoders", "decoders", "table"), "who", "who"),
)

#: The same for names that are looked for in one module of superuri, which is first in the row.
#: Without a name here, another meaning is more likely than that of `FUNCTIONS`.
NAMES = """
form urlencode dumps stringify build_query http_build_query = form.serialize
form loads parse_str parse_query split = form.parse
hosts is_safe allowed allowed_hosts is_allowed = hosts.safe_redirect
hosts is_private is_local is_localhost is_public is_global is_loopback is_ip ipv6 = hosts.kind
hosts parse parse_host normalize canonicalize get = agreed_host
hosts suffix tld etld psl = hosts.public_suffix
hosts encode domainToASCII encode_idna = hosts.to_ascii
hosts decode domainToUnicode decode_idna = hosts.to_unicode
hosts same_origin origin = URI.origin
hosts resolve lookup gethostbyname =
hosts explain = hosts.explain_host
cookies SimpleCookie parse_cookie load loads = cookies.parse
cookies unquote decode unescape = cookies.parse_value
cookies quote encode escape dump_cookie dumps Morsel = cookies.value
data_uri parse_data_url decode load loads DataURL = data_uri.parse
data_uri encode dumps = data_uri.build
file_uri fileURLToPath parse decode uri_to_path from_uri path unquote = file_uri.to_path
file_uri pathToFileURL as_uri encode build path_to_uri to_uri quote = file_uri.from_path
headers quote_header_value encode_header encode_rfc5987 quote encode = headers.ext_value
headers parse_options_header parse_header parse = headers.parse_content_disposition
headers filename secure_filename get_filename = headers.file_name
headers redirect = headers.location
headers attachment = headers.content_disposition
headers parse_link_header parse_header_links = links.parse
links parse_link_header parse_header_links = links.parse
keys hash dedupe = keys.key
keys safebrowsing = keys.safe_browsing
iri iri2uri encode quote = iri.to_uri
iri uri2iri decode unquote = iri.to_iri
rfc6570 Template UriTemplate uritemplate variables partial compile = rfc6570.URITemplate
urn equal equals same = urn.equivalent
whatwg parse parse_url Url from_string urljoin resolve join = whatwg.URL
whatwg can_parse is_valid = whatwg.URL.can_parse
whatwg domainToASCII = hosts.to_ascii
whatwg domainToUnicode = hosts.to_unicode
errors URLError InvalidURL InvalidURLError InvalidURI URLParseError = errors.ParseError
errors ValidationError LocationParseError IDNAError InvalidHost = errors.ParseError
errors DecodingError = errors.DecodeError
errors EncodingError = errors.EncodeError
errors Error SuperuriError URIException = errors.URIError
who encoders list = who.PRODUCERS
who encode quote compare = who.encodes
who decode unquote = who.decodes
wire request fetch get compare run = wire.send
disagree parse compare diff check run = disagree.disagree
logs parse parse_line parse_log = logs.read
otpauth totp hotp TOTP HOTP provisioning_uri = otpauth.build
purl Purl = purl.PackageURL
openapi encode stringify dumps params = openapi.serialize
odata quote escape encode key = odata.literal
baggage extract loads = baggage.parse
baggage inject dumps = baggage.build
columns apply map clean encode decode = columns.arrow.apply
fragments text_fragment highlight = fragments.text_directive
fragments pointer = fragments.json_pointer
"""

#: What a module may have of its own instead of a function of superuri.
OWN = {"URI": "parse", "split": "parse"}

#: Arguments of other libraries' functions: the function here, their names, and what to write.
ARGUMENTS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("encode", ("safe",), 'write set=sets.rfc3986.COMPONENT - "/"'),
    ("encode", ("charset", "codec"), "write encoding="),
    ("encode", ("plus", "quote_plus", "space_plus"), "form.encode() writes a space as +"),
    ("decode", ("charset", "codec"), "write encoding="),
    ("decode", ("plus", "unquote_plus", "space_plus"), "form.decode() reads + as a space"),
    ("decode", ("recursive", "times", "all", "depth"), "layers() decodes again and again"),
    ("clean", ("safe", "quote_via", "set", "strict", "lenient"), "write profile="),
    ("clean", ("scheme", "add_scheme"), "write default_scheme="),
    ("clean", ("strip", "trim"), 'profile="SALVAGE" strips'),
    ("clean", ("errors", "on_error"), "catch ParseError; columns have on_error="),
    ("normalize", ("sort", "sort_query"), 'write also="sort-query"'),
    ("normalize", ("remove_tracking", "strip_tracking"), 'write also="drop-tracking"'),
    ("normalize", ("strip_fragment", "drop_fragment"), 'write also="drop-fragment"'),
    ("lint", ("rules", "rule", "codes", "enable"), "write select="),
    ("lint", ("exclude", "disable", "skip"), "write ignore="),
    ("fix", ("unsafe_fixes",), "write unsafe="),
    ("find", ("type", "kind", "input_format"), "write format="),
    ("layers", ("max", "max_depth", "times", "levels"), "write depth="),
    ("build", ("params", "args", "qs", "query_params", "query_string"), "write query="),
    ("build", ("url", "uri", "base", "base_url"), "URI(url).with_query(…) changes a URI"),
    ("build", ("path_segments", "parts"), "write segments="),
    ("build", ("netloc", "authority", "hostname"), "write host=, port= and user="),
    ("build", ("username",), "write user="),
    ("build", ("protocol",), "write scheme="),
    ("build", ("hash", "anchor"), "write fragment="),
    ("safe_redirect", ("host", "allowed_hosts", "allowed", "domains"), "write hosts="),
    ("safe_redirect", ("fallback", "default_url"), "write default="),
    ("safe_redirect", ("require_https", "https_only"), "only https is allowed without schemes="),
)

#: Options of other commands, with the sentence that leads to ours.
OPTIONS = {
    "--key": "keys are a verb: superuri key",
    "--explain": "superuri list rules U402 explains a rule",
    "--format": "did you mean --output-format?",
    **dict.fromkeys(["--dedup", "--unique", "--uniq"], "did you mean --dedupe?"),
    "--dedupe": "superuri normalize --dedupe and superuri tidy --dedupe leave out duplicates",
    "--drop-duplicates": "did you mean --dedupe?",
    "--safe": "superuri list sets shows what each set leaves: write --set NAME",
    **dict.fromkeys(["--plus", "--form"], "superuri form uses + for a space"),
    **dict.fromkeys(["--all", "--recursive", "--repeat"], "superuri layers decodes repeatedly"),
    **dict.fromkeys(["--in-place", "--inplace"], "write -o with the name of the input"),
    **dict.fromkeys(["--sep", "--separator"], "did you mean --delimiter?"),
    **dict.fromkeys(["--jobs", "--workers"], "did you mean --threads?"),
    **dict.fromkeys(["--col", "--field"], "did you mean --column?"),
    **dict.fromkeys(["--max", "--times"], "did you mean --depth?"),
    **dict.fromkeys(["--check", "--dry-run"], "did you mean --diff?"),
    **dict.fromkeys(["--rule", "--rules", "--enable"], "did you mean --select?"),
    **dict.fromkeys(["--disable", "--skip"], "did you mean --ignore?"),
    "--list-rules": "superuri list rules lists them",
    "--config": "superuri.toml or pyproject.toml has the settings",
    "--exit-zero": "write || true behind the command",
    "--file": "did you mean --input?",
    "--type": "did you mean --kind?",
    "--param": "did you mean --query?",
    "--sort": "write --also sort-query",
    "--strip-tracking": "write --also drop-tracking",
}

#: Values of other programs' options and arguments, and ours.
VALUES = {
    **dict.fromkeys(["browser", "chrome", "firefox", "safari", "url"], "WHATWG"),
    **dict.fromkeys(["full", "all"], "scheme"),
    **dict.fromkeys(["form", "urlencoded"], "whatwg.FORM"),
    **dict.fromkeys(["urllib", "quote"], "python.QUOTE"),
    "s3": "aws.SIGV4_PATH",
    "javascript": "ecmascript.COMPONENT",
    "md": "markdown",
    "yml": "yaml",
    "sort": "sort-query",
    "codequality": "gitlab",
}


def bare(name: str) -> str:
    """Return the name without the words that say that it is about a URL.

    >>> bare("clean_url"), bare("urlDecode"), bare("get-domain"), bare("url")
    ('clean', 'decode', 'domain', 'url')
    """
    name = name.casefold().replace("-", "_")
    for word in ("get_", "url", "uri"):
        name = name.removeprefix(word).strip("_") or name
    return name.removesuffix("s").removesuffix("_url").removesuffix("_uri")


def of_module(module: str, name: str, ours: Iterable[str]) -> str:
    """Return the hint for a name that a module lacks, or ""; ``ours`` are those of superuri.

    A function of the module itself comes first. Private names are not looked up, because programs
    ask each module for many of them, such as ``__wrapped__``.

    >>> of_module("superuri", "quote", []), of_module("superuri.form", "quote", [])
    ('; use superuri.encode', '; use superuri.form.encode')
    """
    if name.startswith("_"):
        return ""
    rows = {each.casefold(): here for names, here, _ in FUNCTIONS if here for each in names}
    known = {each.casefold(): each for each in ours} | rows
    here = known.get(name.casefold()) or known.get(bare(name), "")
    below = module.removeprefix("superuri").removeprefix(".")
    own = OWN.get(here, here)
    if below and own in vars(sys.modules[module]).get("__all__", ()):
        here = f"{below}.{own}"
    for row in NAMES.strip().splitlines():
        words, _, instead = row.partition(" =")
        of, *names = words.split()
        here = instead.strip() if of == below and name in names else here
    return f"; use superuri.{here}" if here else ""


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
    rows = {each.casefold(): verb for names, _, verb in FUNCTIONS if verb for each in names}
    return rows.get(word.casefold().replace("-", "_")) or rows.get(bare(word), "")


def of_option(word: str, known: Container[str]) -> str:
    """Return the hint for an option of another command, or ""; ``known`` are those of ours."""
    hint = OPTIONS.get(word, "")
    is_ours = not hint.startswith("did you mean ") or hint[13:-1] in known
    return f"; {hint}" if hint and is_ours else ""
