"""Options of the verbs, one row each."""

from superuri._verbs.rows import Option

ERRORS = Option(
    "errors",
    "what to do with a malformed escape, and with bytes that are not valid UTF-8",
    default="strict",
    choices=("strict", "replace", "ignore", "keep"),
)
LEVEL = Option(
    "level",
    "how far to normalise; each level includes the ones before it",
    default="scheme",
    choices=("case", "percent", "path", "scheme"),
)
TRIM = Option("trim", "strip ASCII white space around each URL first", default=False)
GENERIC = Option(
    "generic", "read a URL in a parameter such as url of any host as a target, too", default=False
)
CLEAN = Option(
    "clean",
    "clean each URL first, as superuri clean does; without it, a text that is not a URI is invalid",
    default=False,
)
#: How a text is changed before it is parsed.
TAKEN = (CLEAN, TRIM)

DEFAULT_SCHEME = Option(
    "default-scheme",
    "the scheme of a text that begins with a host, such as https for e.com/a",
    metavar="SCHEME",
)

WHATWG = Option(
    "whatwg", "parse by the URL standard, as browsers do, and use its names", default=False
)

FORMAT = Option(
    "format",
    "text with fields in braces: {uri}, {scheme}, {authority}, {userinfo}, {user}, {password}, "
    "{host}, {host_kind}, {zone}, {domain}, {port}, {path}, {segments[0]}, {segments[-1]}, "
    "{query}, {query.NAME}, {query[NAME]}, {form.NAME}, {fragment}; decoded, or raw with .raw, as "
    "{path.raw}; a NAME in brackets is percent-encoded; {{ and }} are braces, \\t a tab, \\\\ a "
    "backslash",
    metavar="FORMAT",
)
ABSENT = Option(
    "absent",
    "the text for an absent part (default: nothing; a text without a host has no {host} and no "
    "{domain}, and is invalid)",
    metavar="TEXT",
)
REQUIRE = Option("require", "a URI with an absent field is invalid", default=False)

SCHEME = Option("scheme", "replace the scheme", metavar="SCHEME")
USER = Option(
    "user", "replace the user, and remove the password unless --password is given", metavar="USER"
)
PASSWORD = Option("password", "the password of --user", metavar="PASSWORD")
HOST = Option("host", "replace the host: a name or an address", metavar="HOST")
PORT = Option("port", "replace the port", metavar="PORT")
PATH = Option("path", "replace the path; PATH is already escaped", metavar="PATH")


def _several(name: str, metavar: str, help_: str) -> Option:
    return Option(name, f"{help_}; may be repeated", (), metavar=metavar, repeat=True)


SEGMENT = _several(
    "segment", "SEGMENT", "replace the path by these segments, in which a slash is data"
)
CHILD = _several("child", "SEGMENT", "append a segment to the path")
QUERY = _several(
    "query",
    "NAME=VALUE",
    "set the value of this name in the query: its first pair gets the value, its other pairs are "
    "removed; without =, a name without a value",
)
ADD_QUERY = _several("add-query", "NAME=VALUE", "append a pair to the query")
WITHOUT_QUERY = _several("without-query", "NAME", "remove the pairs of this name from the query")
FRAGMENT = Option("fragment", "replace the fragment", metavar="FRAGMENT")
WITHOUT = Option(
    "without",
    "remove this part; may be repeated",
    default=(),
    choices=("scheme", "user", "password", "port", "query", "fragment"),
    repeat=True,
)

ALSO = Option(
    "also",
    "more steps, which can change the meaning: sort-query, drop-fragment, drop-tracking, reserved, "
    "host-case, separated by commas",
    default=(),
    choices=("sort-query", "drop-fragment", "drop-tracking", "reserved", "host-case"),
    metavar="WORDS",
)
DEDUPE = Option("dedupe", "write each result once, where it first occurs", default=False)
MEMORY = Option(
    "memory",
    "memory for --dedupe: 40 bytes for each result that is written; if it needs more, the job "
    "fails",
    default=1 << 30,
    metavar="SIZE",
)
KIND = Option(
    "kind",
    "whose key it is: superuri.keys.key, the SURT of web archives, the URL of Safe Browsing, or "
    "Scrapy's fingerprint; a key of bytes is written in hex",
    default="superuri",
    choices=("superuri", "surt", "safe-browsing", "scrapy"),
)
TABLES = Option(
    "tables",
    "the name of the tables that the kind superuri depends on; keys of a name never change",
    default="2026.1",
    choices=("2026.1", "2026.2"),
)
TRACKING = Option(
    "tracking",
    "the names of tracking parameters, instead of ours: a list with one a line, such as utm_*, or "
    "the rules of ClearURLs (data.min.json)",
    metavar="FILE",
)
FIRST = Option("dedupe", "write the first URL of each key, and not the others", default=False)
EXPLAIN = Option(
    "explain",
    "show each step: its name, the components that it changed, and the text after it",
    default=False,
)

BASE = Option("base", "the URI that references are relative to", metavar="BASE")
LOOSE = Option(
    "loose",
    "ignore the scheme of a reference if it is that of the base (RFC 3986 section 5.2.2)",
    default=False,
)
PAIRS = Option("pairs", "omit BASE: each line is a base, a tab, and a reference", default=False)

SET = Option(
    "set",
    "the set of characters to encode, as FAMILY.NAME in either case: rfc3986.PATH, whatwg.QUERY, …",
    default="rfc3986.COMPONENT",
    metavar="SET",
    table="sets",
)
ENCODING = Option(
    "encoding",
    "the encoding of the bytes: a label of the Encoding Standard, ascii or latin-1",
    default="utf-8",
    metavar="LABEL",
    table="encodings",
)
ENCODINGS = Option(
    "encoding",
    "the encoding of the octets, a label of the Encoding Standard, ascii or latin-1 (default: "
    "utf-8); may be repeated: each run of escapes is decoded by the first that can",
    metavar="LABEL",
    table="encodings",
    repeat=True,
)
REPERTOIRE = Option(
    "repertoire",
    "refuse a decoded text with a character that this encoding lacks",
    metavar="LABEL",
    table="encodings",
)
OF_TEXT = Option(
    "encoding",
    "the encoding of the text except for the host: a label; with the profile WHATWG, of the query "
    "alone",
    default="utf-8",
    metavar="LABEL",
    table="encodings",
)
FROM = Option(
    "from",
    "first undo the encoding of this kind of log; control characters stay escaped; with vcf, undo "
    "only the eight escapes of a value in VCF; with gff3, divide column 9 and decode its values, "
    "as JSON",
    default="",
    choices=("cloudfront", "nginx", "apache", "s3", "iis", "vcf", "gff3"),
)
PROFILE = Option(
    "profile",
    "the rules of cleaning, in upper or lower case",
    default="RFC3986",
    metavar="NAME",
    table="profiles",
)
DISPLAY = Option(
    "profile",
    "which escapes are undone, in upper or lower case",
    default="LOSSLESS",
    metavar="NAME",
    table="displays",
)
_LENGTH = "show N characters at most; the host is never cut"
_PROTECTED = "host names that no other name may be mistaken for, separated by commas"


def _policy(name: str, help_: str, *choices: str) -> Option:
    return Option(name, help_, choices[0], choices, policy=True)


POLICIES = (
    _policy("userinfo", "what to do with a user and a password", "shown", "redacted", "dropped"),
    _policy(
        "host",
        "how an internationalised host is shown; safe shows its own script if UTS 39 finds no "
        "other name that it could be mistaken for",
        *("ascii", "safe", "unicode"),
    ),
    _policy(
        "sink",
        "the medium, where the text then has no effect; a line that cannot be shown "
        "becomes empty, or as --on-error sets; default on a terminal: terminal",
        *("text", "terminal", "html", "log", "csv", "markdown", "message"),
    ),
    Option("length", _LENGTH, 0, metavar="N", policy=True),
    Option("protected", _PROTECTED, (), metavar="NAMES", policy=True),
)
