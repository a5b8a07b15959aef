"""The native module's contract: types, and the docstrings of its functions.

The module is built with these docstrings and these parameters (crates/guard/src/stub.rs); a test
compares the two.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, AnyStr, Literal, Protocol, TypeAlias, TypedDict, TypeVar, final, overload

from typing_extensions import Buffer, Never, Self

from superuri._values.compared import Compared
from superuri._values.finding import Finding
from superuri._values.guess import Guess
from superuri._values.layer import Layer
from superuri._values.rfc6570 import Expression, Variable
from superuri.errors import URIError

# Written by docs/writers/stub.py: the names of all sets and profiles.
# fmt: off
_SetName: TypeAlias = Literal[
    "rfc3986.COMPONENT", "rfc3986.USERINFO", "rfc3986.REG_NAME", "rfc3986.SEGMENT",
    "rfc3986.SEGMENT_NZ_NC", "rfc3986.PATH", "rfc3986.QUERY", "rfc3986.QUERY_VALUE",
    "rfc3986.FRAGMENT", "rfc3986.GEN_DELIMS", "rfc3986.SUB_DELIMS", "rfc3986.RESERVED",
    "rfc3986.UNRESERVED", "rfc3986.EVERYTHING", "rfc3987.COMPONENT", "rfc3987.USERINFO",
    "rfc3987.REG_NAME", "rfc3987.SEGMENT", "rfc3987.PATH", "rfc3987.QUERY", "rfc3987.FRAGMENT",
    "rfc2396.COMPONENT", "rfc2396.USERINFO", "rfc2396.PCHAR", "rfc2396.SEGMENT", "rfc2396.PATH",
    "rfc2396.QUERY", "rfc2396.FRAGMENT", "rfc2396.RESERVED", "rfc2396.UNRESERVED",
    "rfc1738.COMPONENT", "rfc1738.UNSAFE", "rfc1738.HTTP_SEGMENT", "rfc1738.HTTP_PATH",
    "rfc1738.HTTP_SEARCH", "rfc1738.FTP_SEGMENT", "rfc1738.LOGIN", "rfc1738.FILE_SEGMENT",
    "rfc1738.GOPHER_SELECTOR", "rfc1738.MAILTO_ADDRESS", "rfc1738.NEWS_GROUP",
    "rfc1738.NEWS_ARTICLE", "rfc1738.WAIS", "rfc1738.PROSPERO_SEGMENT", "rfc1738.PROSPERO_FIELD",
    "rfc1738.RESERVED", "rfc1630.COMPONENT", "rfc1630.SEGMENT", "rfc1630.UNSAFE",
    "whatwg.C0_CONTROL", "whatwg.FRAGMENT", "whatwg.QUERY", "whatwg.SPECIAL_QUERY", "whatwg.PATH",
    "whatwg.USERINFO", "whatwg.COMPONENT", "whatwg.FORM", "ecmascript.COMPONENT", "ecmascript.URI",
    "ecmascript.FIXED_COMPONENT", "ecmascript.FIXED_URI", "ecmascript.ESCAPE", "python.QUOTE",
    "python.QUOTE_PLUS", "python.PYTHON2_QUOTE", "giuca.CLEAN_3986", "giuca.CLEAN_2396",
    "browsers.FIREFOX10", "browsers.CHROME16", "javascript.PROGRAM", "html.FORM",
    "java.URL_ENCODER", "go.QUERY_ESCAPE", "go.PATH_ESCAPE", "php.RAWURLENCODE", "php.URLENCODE",
    "dotnet.ESCAPE_DATA_STRING", "dotnet.URL_ENCODE", "dotnet.HTTP_UTILITY", "ruby.CGI_ESCAPE",
    "ruby.URL_ENCODE", "ruby.FORM", "perl.URI_ESCAPE", "perl.URI_ESCAPE_OLD", "curl.EASY_ESCAPE",
    "curl.DATA_URLENCODE", "saml.AD_FS", "oauth.PERCENT_ENCODE", "aws.SIGV4", "aws.SIGV4_PATH",
    "aws.S3_EVENT_KEY", "jq.URI_1_6", "jq.URI", "rfc8187.EXT_VALUE", "rfc6570.SIMPLE",
    "rfc6570.RESERVED", "grpc.MESSAGE", "w3c.BAGGAGE_VALUE", "rfc6265.COOKIE_VALUE",
    "hive.PARTITION_VALUE", "arrow.PARTITION_VALUE", "polars.PARTITION_VALUE",
    "datafusion.PARTITION", "iceberg.PARTITION", "vcf.VALUE", "gff3.ATTRIBUTE", "bagit.PATH",
    "dbus.ADDRESS_VALUE", "pkcs11.ATTRIBUTE", "pkcs11.ID", "apt.URI_PATH", "apt.FILE_NAME",
    "apt.LIST_NAME", "gnupg.LISTING", "xlsxwriter.LINK", "mediawiki.URL_ENCODE", "purl.COMPONENT"
]
_ProfileName: TypeAlias = Literal[
    "RFC3986", "GIUCA_3986", "GIUCA_2396", "RFC1738", "RFC1630", "WHATWG", "IRI", "FIREFOX10",
    "CHROME16", "SALVAGE", "WHATWG_2026_11"
]
_DisplayName: TypeAlias = Literal[
    "LOSSLESS", "SUPER_URI", "ADVANCED"
]
# fmt: on
# End of what it writes.

_D = TypeVar("_D")
_Text: TypeAlias = str | Buffer | URI | URL
_Level: TypeAlias = Literal["case", "percent", "path", "scheme"]
_Also: TypeAlias = Literal["sort-query", "drop-fragment", "drop-tracking", "reserved", "host-case"]
_Span: TypeAlias = tuple[int, int]
_Userinfo: TypeAlias = Literal["shown", "redacted", "dropped"]
_Host: TypeAlias = Literal["ascii", "safe", "unicode"]
_Sink: TypeAlias = Literal["text", "terminal", "html", "log", "csv", "markdown", "message"]
_FormErrors: TypeAlias = Literal[
    "strict", "replace", "ignore", "surrogateescape", "surrogatepass", "xmlcharrefreplace"
]

_Scalar: TypeAlias = str | Buffer | int | float
_Data: TypeAlias = _Scalar | URI | URL

class _TString(Protocol):
    @property
    def strings(self) -> tuple[str, ...]: ...
    @property
    def interpolations(self) -> tuple[Any, ...]: ...

class _SupportsItems(Protocol):
    def items(self) -> Iterable[tuple[Any, Any]]: ...

__version__: str
HAS_ASSERTIONS: bool
TIER: str
HOST_READINGS: list[tuple[str, str]]
DEFANGED: list[tuple[str, str, str, str, str]]
WRAPPERS: list[tuple[str, list[str], list[str], str, str, str]]
TEMPLATE_OPERATORS: list[str]
FOREIGN_NAMES: list[tuple[str, str, str]]
PUBLIC_SUFFIX_LIST: str
MAX_LINE: int
MOST_THREADS: int
ERRORS: list[str]
ON_ERROR: list[str]
SUSPECTS: list[tuple[str, str, str]]
COLUMN_VERBS: dict[str, tuple[str, ...]]
COLUMN_FINDS: list[str]

class _Options(TypedDict):
    verb: str
    given: dict[str, bool | int | str | Sequence[str]]
    nul: bool
    json: bool
    on_error: str
    distinct: int | None
    max_line: int
    threads: int

class _Counts(TypedDict):
    records: int
    failed: int
    failures: list[tuple[int, str]]
    codes: list[tuple[str, int]]

class _Done(TypedDict):
    counts: list[_Counts]
    differed: bool
    suspects: list[tuple[str, int]]

class _Applied(TypedDict):
    results: list[bytes | URIError | None]
    differed: bool
    suspects: list[tuple[str, int]]

def encode(
    data: _Text,
    set: Set | _SetName = "rfc3986.COMPONENT",
    *,
    encoding: str = "utf-8",
    errors: Literal[
        "strict", "replace", "ignore", "surrogateescape", "surrogatepass", "xmlcharrefreplace"
    ] = "strict",
) -> str:
    """The data percent-encoded as one component: ASCII text, safe to join to a URI.

    Args:
        data: a str, which is first encoded as UTF-8 or in encoding, or bytes.
        set: the characters that are percent-encoded: a superuri.Set or its name. The default
            leaves only unreserved characters unescaped.
        encoding: the encoding of a str. A label of the Encoding Standard selects the standard's
            tables, any other name a codec of Python. The default is UTF-8.
        errors: what happens to a character that the encoding lacks: "strict" (the default) raises;
            "replace", "ignore", "surrogateescape", "surrogatepass" and "xmlcharrefreplace" do what
            they do in Python's codecs. "xmlcharrefreplace" writes &#N;, which is escaped under
            any set, as in a form.

    Returns:
        The encoded text, a str. When nothing needs encoding, an exact str comes back as the same
        object.

    Raises:
        EncodeError: when a character has no bytes in the encoding, with its offset in characters.
        LookupError: when the encoding is unknown.
        TypeError: when data is neither a str nor bytes, or when encoding or errors is given with
            bytes.
        ValueError: when the name of the set or the word of errors is unknown.

    Example:
        >>> import superuri
        >>> superuri.encode("a b/ü")
        'a%20b%2F%C3%BC'
        >>> superuri.encode("a b/ü", superuri.sets.rfc3986.PATH)
        'a%20b/%C3%BC'

    Source:
        RFC 3986 section 2.1.
    """

def decode(
    text: _Text,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    repertoire: str | Container[str] | None = None,
) -> str:
    """The text with exactly one level of percent-encoding decoded.

    Non-ASCII characters stay, and so does +.

    Args:
        text: the percent-encoded text, a str or bytes.
        encoding: the encoding of the escaped bytes: a label of the Encoding Standard, the name of a
            codec of Python, or a tuple of names. With a tuple, each run of escapes is decoded by
            the first encoding that can decode it. The default is UTF-8.
        errors: what happens to a malformed escape and to bytes that are not valid text: "strict"
            (the default) raises, "replace" writes U+FFFD for the bytes, "ignore" drops the bytes,
            "keep" leaves their escapes, and also every other escape that is needed to read the
            result back. With the last three words, a % that does not begin an escape stays.
        repertoire: the characters that the decoded text may contain: the name of an encoding, or a
            container of characters. The default None allows every character.

    Returns:
        The decoded text, a str.

    Raises:
        DecodeError: at the first malformed escape, or at the first bytes that are not valid text,
            with offsets in characters of a str, else in bytes.
        RepertoireError: when the decoded text has a character outside the repertoire, with offsets
            in characters of a str, else in bytes.
        LookupError: when an encoding is unknown.
        TypeError: when text is neither a str nor bytes, or an option has the wrong type.
        ValueError: when the word of errors is unknown, or the tuple of encodings is empty.

    Example:
        >>> import superuri
        >>> superuri.decode("caf%C3%A9")
        'café'
        >>> superuri.decode("%2541")
        '%41'
        >>> superuri.decode("100%25 %E9", errors="keep")
        '100% %E9'

    Source:
        RFC 3986 section 2.1.
    """

def decode_bytes(
    text: _Text, *, errors: Literal["strict", "replace", "ignore", "keep"] = "strict"
) -> bytes:
    r"""The bytes of a percent-encoded text, for binary data: one level is decoded.

    Args:
        text: the percent-encoded text, a str or bytes. Non-ASCII characters of a str become their
            UTF-8.
        errors: what happens to a malformed escape: "strict" (the default) raises; with "replace",
            "ignore" and "keep", a % that does not begin an escape stays. With "keep", escapes that
            would make a new escape in the result stay too.

    Returns:
        The decoded bytes.

    Raises:
        DecodeError: at the first malformed escape, with offsets in characters of a str, else in
            bytes.
        EncodeError: when text has a lone surrogate, with its offset in characters.
        TypeError: when text is neither a str nor bytes.
        ValueError: when the word of errors is unknown.

    Example:
        >>> import superuri
        >>> superuri.decode_bytes("%0F%FFA")
        b'\x0f\xffA'

    Source:
        RFC 3986 section 2.1.
    """

def clean(
    text: _Text, profile: Profile | _ProfileName = "RFC3986", *, default_scheme: str | None = None
) -> str:
    """The text as a legal URI reference: only characters that no URI may contain are encoded.

    A well-formed escape is never changed, and a delimiter is never added or removed.

    Args:
        text: the URI reference, a str or bytes.
        profile: the rules of cleaning: a superuri.Profile from superuri.profiles, or its name. The
            default follows RFC 3986.
        default_scheme: the scheme of a text that begins with a host instead of a scheme, such as
            "https" for "e.com/a", as curl and browsers read it. A host has a dot, or is localhost
            or an address; "tel:911" has a scheme, and "/a" has no host. None adds no scheme.

    Returns:
        The legal reference, a str. A URI that is already legal comes back as the same object.

    Raises:
        ParseError: when the text cannot be repaired without guessing, with offsets in characters of
            a str, else in bytes; with a default scheme also scheme-or-host ("db:5432"),
            other-notation (a mail address, a line of a hosts file, "*.e.com") and not-a-scheme.
        EncodeError: when text has a lone surrogate, or a character that the encoding of the profile
            lacks, with its offset in characters.
        TypeError: when text is neither a str nor bytes.
        ValueError: when the name of the profile is unknown.

    Example:
        >>> import superuri
        >>> superuri.clean("http://example.com/a b?q=50%&r=%2F")
        'http://example.com/a%20b?q=50%25&r=%2F'
        >>> uri = "http://example.com/?sig=a%2Bb%3D"
        >>> superuri.clean(uri) is uri
        True
        >>> superuri.clean("example.com:8080/a b", default_scheme="https")
        'https://example.com:8080/a%20b'

    Source:
        RFC 3986 Appendix A; Giuca 2012, "How do you escape a complete URI?".
    """

def is_uri(text: _Text, profile: Profile | _ProfileName = "RFC3986") -> bool:
    """Whether the text is already a legal URI reference, which clean would return unchanged.

    Args:
        text: the text to check. It never raises for a str or bytes.
        profile: the rules of cleaning: a superuri.Profile from superuri.profiles, or its name. The
            default follows RFC 3986.

    Returns:
        True when the text is legal, else False.

    Raises:
        TypeError: when text is neither a str nor bytes.
        ValueError: when the name of the profile is unknown.

    Example:
        >>> import superuri
        >>> superuri.is_uri("http://example.com/%7Euser")
        True
        >>> superuri.is_uri("http://example.com/%zz")
        False

    Source:
        RFC 3986 Appendix A.
    """

def edits(
    text: _Text, profile: Profile | _ProfileName = "RFC3986"
) -> tuple[tuple[int, int, str, str], ...]:
    """The replacements that clean would make: (start, end, replacement, why) each, in order.

    Applying them to the text gives the result of clean.

    Args:
        text: the URI reference, a str or bytes.
        profile: the rules of cleaning: a superuri.Profile from superuri.profiles, or its name. The
            default follows RFC 3986.

    Returns:
        A tuple of edits. Each one has two offsets, in characters of a str, else in bytes; the text
        that replaces the part between them; and the name of the reason.

    Raises:
        ParseError: when the text cannot be repaired without guessing, with offsets in characters of
            a str, else in bytes; also for more than 131,072 edits (code too-many-rows).
        EncodeError: when text has a lone surrogate, or a character that the encoding of the profile
            lacks, with its offset in characters.
        TypeError: when text is neither a str nor bytes.
        ValueError: when the name of the profile is unknown.

    Example:
        >>> import superuri
        >>> superuri.edits("/a b%")
        ((2, 3, '%20', 'space'), (4, 5, '%25', 'stray-percent'))

    Source:
        RFC 3986 Appendix A; Giuca 2012, "How do you escape a complete URI?".
    """

def pretty(uri: _Text, profile: Display | _DisplayName = "LOSSLESS") -> str:
    """The URI for a human reader: an escape is decoded if the reader still sees what is sent.

    The URI is cleaned first. Under profiles.LOSSLESS, clean turns the shown text back into an
    equivalent URI, also after NFC normalization: delimiters, controls, invisible characters and
    characters that look like a delimiter stay escaped.

    Args:
        uri: the URI: a str, bytes or a superuri.URI.
        profile: a superuri.Display or its name. profiles.LOSSLESS is the default,
            profiles.SUPER_URI is the list of Giuca's article. The policies are arguments of
            Display.replace: userinfo= ("shown", "redacted", "dropped"), host= ("ascii", "safe",
            "unicode") with protected= names, sink= (the medium) and length= (in characters; the
            host is never cut).

    Returns:
        The text to show, a str. A URI with nothing to decode comes back as the same object.

    Raises:
        ParseError: when the URI cannot be repaired without guessing, with offsets in characters of
            a str, else in bytes.
        EncodeError: when uri has a lone surrogate, with its offset in characters.
        TypeError: when uri has another type, or an option has the wrong type.
        ValueError: when the name of the profile is unknown.

    Example:
        >>> import superuri
        >>> superuri.pretty("http://example.com/Helen%20%C3%98deg%C3%A5rd?q=a%26b&r=%E2%80%AE")
        'http://example.com/Helen Ødegård?q=a%26b&r=%E2%80%AE'
        >>> safe = superuri.profiles.LOSSLESS.replace(userinfo="redacted", host="safe", sink="html")
        >>> superuri.pretty("http://bob:x@xn--bcher-kva.example/", safe)
        '<bdi>http</bdi>://<bdi>…</bdi>@<bdi>bücher.example</bdi><bdi>/</bdi>'

    Source:
        RFC 3986 section 6.2.2; UTS 39; what Chromium and Firefox leave escaped.
    """

def shown(
    uri: _Text, profile: Display | _DisplayName = "LOSSLESS"
) -> tuple[str, tuple[tuple[int, int, int, int, str, str], ...]]:
    """The text that pretty returns, and what happened to each escape: (text, spans).

    Args:
        uri: the URI: a str, bytes or a superuri.URI.
        profile: a superuri.Display or its name, as in pretty. The default is profiles.LOSSLESS.

    Returns:
        The text, and a tuple of spans in order. Each span is (start, end, shown start, shown end,
        code, sentence). The first two are offsets in the argument, in characters of a str, else in
        bytes; the next two are offsets in the text. Text that a policy left out or replaced
        also has a span.

    Raises:
        ParseError: when the URI cannot be repaired without guessing, with offsets in characters of
            a str, else in bytes; also for more than 131,072 spans or edits (code too-many-rows).
        EncodeError: when uri has a lone surrogate, with its offset in characters.
        TypeError: when uri has another type, or an option has the wrong type.
        ValueError: when the name of the profile is unknown.

    Example:
        >>> import superuri
        >>> superuri.shown("/%C3%A9%2F")[0]
        '/é%2F'
        >>> for span in superuri.shown("/%C3%A9%2F")[1]:
        ...     print(span)
        (1, 7, 1, 2, 'decoded', 'it is shown as its character')
        (7, 10, 2, 5, 'delimiter', 'decoded, it would delimit (RFC 3986 section 2.2)')

    Source:
        RFC 3986 section 6.2.2; UTS 39; what Chromium and Firefox leave escaped.
    """

def tokens(
    text: _Text, /
) -> tuple[
    list[tuple[int, int, str, str, str | None, int, int | None, str | None, str | None]],
    list[tuple[int, int, str, str, str]],
    URIError | None,
]:
    """The tokens of a text, the edits of cleaning it, and the error when it cannot be cleaned.

    >>> from superuri import _core
    >>> tokens, edits, error = _core.tokens("/%C3%A9")
    >>> tokens[1]
    (1, 7, 'path', 'escape', 'é', 2, None, 'decoded', 'it is shown as its character')

    superuri.explain uses this.

    Args:
        text: the text to explain, a str or bytes.

    Returns:
        Three things: a list of tokens, a list of edits, and an exception or None. Offsets are in
        characters of a str, else in bytes. A token is its start and end, the name of its place, its
        kind, the decoded character or None, one bit for each of all_standards() that allows
        the character unescaped there, the number of its edit or None, and two values that show how
        an escape is shown, or None: a code and a sentence. An edit is its start and end,
        the replacement, the name of its reason and its sentence.

    Raises:
        EncodeError: when text has a lone surrogate, with its offset in characters.
        TypeError: when text is neither a str nor bytes.
    """

def layers(text: _Text, depth: int = 16) -> tuple[Layer, ...]:
    """The text after each further decoding until nothing changes: a tuple of Layer.

    This is for inspection: a program decodes once, with superuri.decode.

    Args:
        text: the text, a str or bytes. A % that does not begin an escape stays.
        depth: the most layers that are decoded, 16 by default. A text with more layers gives that
            many, and the last one still contains an escape.

    Returns:
        A tuple of Layer, empty when nothing is encoded. A Layer has text and revealed. In text,
        bytes that are not UTF-8 stay escaped ("%E9" has no layer). revealed names what is unescaped
        in it and was escaped before: "nul", "line-break", "control", "url", "dot-segment", "slash",
        "backslash", "delimiter", "markup", "non-ascii".

    Raises:
        EncodeError: when text has a lone surrogate, with its offset in characters.
        TypeError: when text is neither a str nor bytes, or depth is not an int.
        ValueError: when depth is below 1.

    Example:
        >>> import superuri
        >>> for layer in superuri.layers("%252e%252e%252fetc"):
        ...     print(layer)
        Layer(text='%2e%2e%2fetc', revealed=())
        Layer(text='../etc', revealed=('dot-segment', 'slash'))
        >>> superuri.layers("a+b%")
        ()

    Source:
        RFC 3986 section 2.4: implementations must not decode the same string more than once.
    """

def all_standards() -> tuple[tuple[str, str, dict[str, str]], ...]:
    """Every standard that explain knows.

    Returns:
        A tuple with three values for each standard: its name, its title, and a dict from each place
        that it has a rule for to the source of that rule.

    Example:
        >>> from superuri import _core
        >>> ", ".join(title for _, title, _ in _core.all_standards())
        'RFC 3986, RFC 3987, URL standard, RFC 2396, RFC 1738, forms'
    """

def percent_u_decode(
    text: _Text,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    repertoire: str | Container[str] | None = None,
) -> str:
    """The text with its %uXXXX escapes and one level of ordinary escapes decoded.

    The u is lower case. Two halves of a surrogate pair become one character; one half alone is an
    error.

    Args:
        text: the escaped text, a str or bytes.
        encoding: the encoding of the ordinary escapes, which are bytes as in superuri.decode, or a
            tuple of encodings. The default is UTF-8; JavaScript's escape() writes them in latin-1.
        errors: what happens to a malformed escape and to bytes that are not valid text: "strict"
            (the default), "replace", "ignore" or "keep", as in superuri.decode.
        repertoire: the characters that the decoded text may contain: the name of an encoding, or a
            container of characters. The default None allows every character.

    Returns:
        The decoded text, a str.

    Raises:
        DecodeError: at the first error, with offsets in characters of a str, else in bytes.
        RepertoireError: when the decoded text has a character outside the repertoire, with offsets
            of its source.
        LookupError: when an encoding is unknown.
        TypeError: when text is neither a str nor bytes.
        ValueError: when the word of errors is unknown, or the tuple of encodings is empty.

    Example:
        >>> from superuri import percent_u
        >>> percent_u.decode("caf%C3%A9 %u0107 %uD83D%uDE00")
        'café ć 😀'
        >>> percent_u.decode("caf%E9 %u0107", encoding="latin-1")
        'café ć'

    Source:
        ECMA-262 Annex B, unescape; Internet Explorer and classic ASP.
    """

def percent_u_encode(text: str | URI | URL, set: Set | _SetName = "rfc3986.COMPONENT") -> str:
    """The text with each ASCII character of the set as %XX, and each non-ASCII character as %uXXXX.

    A character above U+FFFF becomes two escapes, a surrogate pair. No URI standard has
    %uXXXX: use it only where the receiver requires it.

    Args:
        text: the text, a str.
        set: the ASCII characters that are escaped: a superuri.Set or its name. The default leaves
            only unreserved characters unescaped.

    Returns:
        The escaped text, a str in ASCII.

    Raises:
        EncodeError: when text has a lone surrogate, with its offset in characters.
        TypeError: when text is not a str.
        ValueError: when the name of the set is unknown.

    Example:
        >>> from superuri import percent_u
        >>> percent_u.encode("é/😀")
        '%u00E9%2F%uD83D%uDE00'

    Source:
        Internet Explorer and classic ASP; ECMA-262 Annex B, escape, which writes é as %E9.
    """

def lint(
    text: _Text,
    *,
    select: str | Iterable[str] = (),
    ignore: str | Iterable[str] = (),
    policy: str | None = None,
) -> tuple[Finding, ...]:
    """The findings of a text: everything that is wrong or unusual in it as a URI, in order.

    It never raises because of the content of a str or bytes. Illegal parts are found where
    superuri.clean edits or refuses the text; the fix is the edit of clean.

    Args:
        text: the text to check, a str or bytes.
        select: the rules to apply instead of the default rules or those of the policy: codes,
            beginnings of codes or names of rules. superuri.rules lists them.
        ignore: the rules to leave out, given in the same way. The default leaves out none.
        policy: the name of a policy of superuri.policies, whose rules take the place of the default
            rules. The default is None.

    Returns:
        A tuple of Finding, empty when there are none. The offsets start and end count code points
        of a str, bytes of bytes.

    Raises:
        TypeError: when text is neither a str nor bytes, or an option has the wrong type.
        ValueError: when the name of a rule or policy is unknown.

    Example:
        >>> import superuri
        >>> [finding] = superuri.lint("http://example.com/a b")
        >>> finding.code, finding.name, finding.severity, finding.start, finding.end
        ('U102', 'space', 'error', 20, 21)
        >>> finding.fix.edits, finding.fix.safe
        (((20, 21, '%20'),), True)
        >>> superuri.lint("http://example.com/a%20b")
        ()
        >>> [finding.name for finding in superuri.lint("/a%2Fb", policy="spring-strict")]
        ['spring-encoded-slash']

    Source:
        Each rule names its own.
    """

@overload
def fix(
    text: str | URI | URL,
    *,
    unsafe: bool = False,
    select: str | Iterable[str] = (),
    ignore: str | Iterable[str] = (),
    policy: str | None = None,
) -> str:
    """The text with the fixes of its findings applied; the same object when there are none.

    A fix is safe when the text means the same afterwards, as defined by RFC 3986 section 6, or when
    it is an edit of superuri.clean.

    Args:
        text: the text to fix, a str or bytes.
        unsafe: True also applies the fixes that are not safe, because they guess. The default False
            applies the safe ones only.
        select: the rules to apply instead of the default rules or those of the policy, as in lint.
        ignore: the rules to leave out, as in lint. The default leaves out none.
        policy: the name of a policy of superuri.policies, as in lint. The default is None.

    Returns:
        The fixed text: a str for a str, else bytes.

    Raises:
        TypeError: when text is neither a str nor bytes, or an option has the wrong type.
        ValueError: when the name of a rule or policy is unknown.

    Example:
        >>> import superuri
        >>> superuri.fix("HTTP://example.com:80/%c3%a9 b")
        'http://example.com/%C3%A9%20b'
        >>> superuri.fix("<http://example.com/?a=1&amp;b=2>", unsafe=True)
        'http://example.com/?a=1&b=2'

    Source:
        Each rule names its own.
    """

@overload
def fix(
    text: Buffer,
    *,
    unsafe: bool = False,
    select: str | Iterable[str] = (),
    ignore: str | Iterable[str] = (),
    policy: str | None = None,
) -> bytes: ...
def all_rules() -> list[
    tuple[tuple[str, str, Literal["error", "warning", "info"], str, str, str, bool], list[str]]
]:
    """Every rule: code, name, severity, sentence, example, source, and if it is on by default; why
    it matters, a bad and a good text, when to ignore it, and what there is to say about the fix.
    """

def all_policies() -> list[tuple[str, str, list[str], bool, list[str], str]]:
    """Every policy: name, sentence, codes of its rules, whether it makes each finding more severe,
    codes of the rules whose findings are at least warnings, and source.
    """

def all_special_hosts() -> tuple[
    list[tuple[str, str, str, list[tuple[str, str, bool, str]]]],
    list[tuple[str, str, str, list[tuple[str, str, bool, str]]]],
]:
    """Every block of addresses and every name that is set apart: two lists of registries."""

def guess_encoding(text: _Text) -> tuple[Guess, ...]:
    """The encodings that the escaped bytes may be in, the most likely first, with evidence.

    It is a guess: a short text is often valid in several encodings at once.

    Args:
        text: the text with escapes, a str or bytes. The unescaped characters of a str are text
            already and stay.

    Returns:
        A tuple of Guess. Each one has encoding, which superuri.decode accepts; score, from 0 to 1;
        text, the decoded text; and evidence, a sentence. "double-utf-8" is the encoding of
        mojibake, which superuri.repair_mojibake repairs; "ascii" needs no guess.

    Raises:
        EncodeError: when text has a lone surrogate, with its offset in characters.
        TypeError: when text is neither a str nor bytes.

    Example:
        >>> import superuri
        >>> [best, *others] = superuri.guess_encoding("http://tieba.baidu.com/f?kw=%C3%C0%CE%C4")
        >>> best.encoding, best.text
        ('gbk', 'http://tieba.baidu.com/f?kw=美文')
        >>> superuri.guess_encoding("caf%C3%83%C2%A9")[0].evidence
        'as windows-1252, its text is UTF-8 again: "café"'

    Source:
        The detector chardetng, and how common the characters of the decoded text are.
    """

def repair_mojibake(text: _Text) -> str:
    """The text before its UTF-8 was read as windows-1252 and encoded as UTF-8 again.

    Escapes stay escapes, and raw characters stay raw; text without mojibake keeps every byte,
    even the case of its hex digits. Text that was damaged twice is repaired twice, so that
    repairing again changes nothing.

    Args:
        text: A str, bytes or a URI.

    Returns:
        A str for a str, else bytes. Without mojibake, an exact str is returned as the same object.

    Raises:
        EncodeError: A str has a lone surrogate.

    Example:
        >>> import superuri
        >>> superuri.repair_mojibake("caf%C3%83%C2%A9?x=%c3%a9")
        'caf%C3%A9?x=%c3%a9'
        >>> superuri.repair_mojibake("Ã¼ber")
        'über'

    Source:
        The Encoding Standard's windows-1252.
    """

def refang(text: _Text) -> str:
    """The URL that a defanged text stands for: "hxxps://e[.]com" is "https://e.com".

    Scheme, slashes, dots and @ of the authority are restored by the table that `superuri list
    defanged` shows; path, query and fragment only if scheme or authority were defanged. "(.)" and
    "[dot]" count only in an authority. A host or a mail address without a scheme is restored, too.

    Args:
        text: A str, bytes or a URI: one URL, host or mail address.

    Returns:
        A str. A text that is not defanged is returned as the same object. The result is not
        cleaned, and does not have to be a legal URI.

    Raises:
        DecodeError: Bytes are not valid UTF-8.
        EncodeError: A str has a lone surrogate.

    Example:
        >>> import superuri
        >>> superuri.refang("hxxps://evil[.]example/a[.]html")
        'https://evil.example/a.html'
        >>> superuri.refang("user[@]evil[dot]example")
        'user@evil.example'

    Source:
        draft-grimminck-safe-ioc-sharing-12; the table names a source for each spelling.
    """

def defang(url: _Text) -> str:
    """The URL written so that nobody opens it by accident: "https://e.com" is "hxxps://e[.]com".

    http, https, ftp and ftps in lower case become hxxp, hxxps, fxp and fxps; every other scheme
    with an authority is put in brackets. Dots and @ of the authority become "[.]" and "[@]". A host
    or a mail address without a scheme is defanged, too; any other text without an authority stays
    as it is. `superuri.refang` gives back the same URL, byte for byte.

    Args:
        url: A str, bytes or a URI: one URL, host or mail address.

    Returns:
        A str. If there is nothing to defang, an exact str is returned as the same object.

    Raises:
        DecodeError: Bytes are not valid UTF-8.
        ParseError: The text is defanged already, at least in part, or its scheme is a defanged
            spelling ("meow"): there would be no way back. The code is "defanged".
        EncodeError: A str has a lone surrogate.

    Example:
        >>> import superuri
        >>> superuri.defang("https://user@evil.example/a.html")
        'hxxps://user[@]evil[.]example/a.html'
        >>> superuri.refang(superuri.defang("SSH://192.0.2.1/"))
        'SSH://192.0.2.1/'

    Source:
        draft-grimminck-safe-ioc-sharing-12.
    """

def unwrap(text: _Text, *, generic: bool = False) -> str:
    """The target inside a link of a redirect, a mail gateway, a cache or an archive.

    Nothing is requested: `superuri list wrappers` shows the hosts whose links hold their target,
    and where. A target is an absolute http or https URL that `superuri.clean` accepts; other
    targets (javascript:, data:, relative ones) stay wrapped. Targets that are wrapped themselves
    are unwrapped, at most 10 times.

    Args:
        text: A str, bytes or a URI.
        generic: Whether any host may be a redirect: then a URL in a parameter such as url, u,
            target or redirect is a target, too.

    Returns:
        The target, a str. It is decoded once for each wrapper, and cleaned only if it has control
        characters or invalid UTF-8. A text that is not wrapped is returned as the same object.

    Raises:
        DecodeError: Bytes are not valid UTF-8.
        EncodeError: A str has a lone surrogate.

    Example:
        >>> import superuri
        >>> superuri.unwrap("https://www.google.com/url?q=https%3A%2F%2Fe.com%2Fa&sa=D")
        'https://e.com/a'
        >>> superuri.unwrap("https://www.google.com@evil.example/url?q=https://e.com")
        'https://www.google.com@evil.example/url?q=https://e.com'

    Source:
        The table names a source for each row.
    """

def unwraps(text: _Text, *, generic: bool = False) -> tuple[str, ...]:
    """The targets of a wrapped link one inside the other: a tuple, the innermost last.

    Args:
        text: A str, bytes or a URI.
        generic: As in superuri.unwrap.

    Returns:
        A tuple of 10 str at most, empty if the text is not wrapped.

    Raises:
        EncodeError: A str has a lone surrogate.

    Example:
        >>> import superuri
        >>> superuri.unwraps("https://www.google.com/url?q=https://href.li/?https://e.com")
        ('https://href.li/?https://e.com', 'https://e.com')

    Source:
        The table names a source for each row.
    """

def log_decode(
    text: _Text,
    format: str,
    *,
    field: str | None = None,
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    repertoire: str | Container[str] | None = None,
) -> str:
    r"""The text of a log's field: the log's encoding and one level of a URI's encoding are decoded.

    The result stays on its line: control characters and line separators are escaped, and so is a %
    that would begin an escape.

    Args:
        text: the field as it is written in the log, a str or bytes.
        format: the format of the log, a name of logs.formats.
        field: the name of a field of that format. The default None is the format's usual field.
        errors: what happens to a malformed escape and to bytes that are not valid UTF-8: "strict"
            (the default), "replace", "ignore" or "keep", as in superuri.decode.
        repertoire: the characters that the decoded text may contain: the name of an encoding, or a
            container of characters. The default None allows every character.

    Returns:
        The decoded text, a str.

    Raises:
        DecodeError: at the first error, with offsets in the text of the log: characters of a str,
            else bytes.
        RepertoireError: when the decoded text has a character outside the repertoire. It is at the
            whole field.
        ValueError: when the format, the field or the word of errors is unknown.
        EncodeError: when text has a lone surrogate, with its offset in characters.
        TypeError: when text is neither a str nor bytes.

    Example:
        >>> from superuri import logs
        >>> logs.decode("q=caf%25C3%25A9", "cloudfront")
        'q=café'
        >>> logs.decode(r"GET /caf\xC3\xA9%0A HTTP/1.1", "nginx")
        'GET /café%0A HTTP/1.1'

    Source:
        The source of the format's row in logs.formats.
    """

def log_wire(text: _Text, format: str, *, field: str | None = None) -> bytes:
    r"""The bytes of a log's field as they were on the wire, before the log encoded them.

    Args:
        text: the field as it is written in the log, a str or bytes. A malformed escape of the log's
            encoding stays.
        format: the format of the log, a name of logs.formats.
        field: the name of a field of that format. The default None is the format's usual field.

    Returns:
        The bytes on the wire.

    Raises:
        ValueError: when the format or the field is unknown.
        EncodeError: when text has a lone surrogate, with its offset in characters.
        TypeError: when text is neither a str nor bytes.

    Example:
        >>> from superuri import logs
        >>> logs.wire("q=caf%25C3%25A9", "cloudfront")
        b'q=caf%C3%A9'
        >>> logs.wire(r"GET /\xC3\xA9 HTTP/1.1", "nginx")
        b'GET /\xc3\xa9 HTTP/1.1'

    Source:
        The source of the format's row in logs.formats.
    """

def all_logs() -> list[
    tuple[str, str, str, str, str, tuple[tuple[str, tuple[str, ...], bool], ...]]
]:
    """Every log format: name, usual field, how its lines are divided, source, date, and its fields:
    name, steps, and whether it is a URI.
    """

def escape(text: str | URI | URL) -> str:
    """The text as ECMAScript's escape writes it: %XX below U+0100, else %uXXXX for each code unit.

    Never use it for a URI: no URI standard has %uXXXX, and %E9 is not UTF-8.

    Args:
        text: the text, a str. A lone surrogate is a code unit like any other.

    Returns:
        The escaped text, a str in ASCII.

    Raises:
        TypeError: when text is not a str. Nothing is raised for any str.

    Example:
        >>> from superuri.compat import ecmascript
        >>> ecmascript.escape("a/b é~ć")
        'a/b%20%E9%7E%u0107'

    Source:
        ECMA-262 Annex B.2.1.1.
    """

def unescape(text: str | URI | URL) -> str:
    """The text as ECMAScript's unescape reads it: %XX and %uXXXX become code units, the rest stays.

    Two halves of a surrogate pair become one character.

    Args:
        text: the escaped text, a str.

    Returns:
        The decoded text, a str.

    Raises:
        TypeError: when text is not a str. Nothing is raised for any str.

    Example:
        >>> from superuri.compat import ecmascript
        >>> ecmascript.unescape("%u0107%uD83D%uDE00%E9%C3%A9%zz%")
        'ć😀éÃ©%zz%'

    Source:
        ECMA-262 Annex B.2.1.2.
    """

def encodeURI(text: str | URI | URL) -> str:
    """The text as ECMAScript's encodeURI writes it: all but ;,/?:@&=+$# and -_.!~*'() is encoded.

    Letters and digits are not encoded either. Existing escapes and the brackets of IPv6 addresses
    are encoded, which superuri.clean does not do.

    Args:
        text: the URI, a str.

    Returns:
        The encoded text, a str in ASCII.

    Raises:
        EncodeError: when text has a lone surrogate, with its offset in characters; ECMAScript
            throws a URIError.
        TypeError: when text is not a str.

    Example:
        >>> from superuri.compat import ecmascript
        >>> ecmascript.encodeURI("http://[::1]/a b?q=%41")
        'http://%5B::1%5D/a%20b?q=%2541'

    Source:
        ECMA-262 section 19.2.6.4.
    """

def encodeURIComponent(text: str | URI | URL) -> str:
    """The text as ECMAScript's encodeURIComponent writes it: all but -_.!~*'() is encoded.

    Letters and digits are not encoded either. !'()* stay unescaped, although RFC 3986 reserves
    them; superuri.encode escapes them.

    Args:
        text: the component, a str.

    Returns:
        The encoded text, a str in ASCII.

    Raises:
        EncodeError: when text has a lone surrogate, with its offset in characters; ECMAScript
            throws a URIError.
        TypeError: when text is not a str.

    Example:
        >>> from superuri.compat import ecmascript
        >>> ecmascript.encodeURIComponent("it's a/b & ü")
        "it's%20a%2Fb%20%26%20%C3%BC"

    Source:
        ECMA-262 section 19.2.6.5.
    """

def decodeURI(text: str | URI | URL) -> str:
    """The text as ECMAScript's decodeURI reads it: the escapes of ;,/?:@&=+$# stay.

    It decodes %25, so that %252F and %2F become the same text.

    Args:
        text: the URI, a str.

    Returns:
        The decoded text, a str.

    Raises:
        DecodeError: at the first bad escape, with offsets in characters; ECMAScript throws a
            URIError.
        TypeError: when text is not a str.

    Example:
        >>> from superuri.compat import ecmascript
        >>> ecmascript.decodeURI("/%7Euser/%2f%2525")
        '/~user/%2f%25'

    Source:
        ECMA-262 section 19.2.6.2.
    """

def decodeURIComponent(text: str | URI | URL) -> str:
    """The text as ECMAScript's decodeURIComponent reads it: every escape is decoded, as UTF-8.

    Args:
        text: the component, a str.

    Returns:
        The decoded text, a str.

    Raises:
        DecodeError: at the first bad escape, with offsets in characters; ECMAScript throws a
            URIError.
        TypeError: when text is not a str.

    Example:
        >>> from superuri.compat import ecmascript
        >>> ecmascript.decodeURIComponent("caf%C3%A9+%2F")
        'café+/'

    Source:
        ECMA-262 section 19.2.6.3.
    """

def fixedEncodeURIComponent(text: str | URI | URL) -> str:
    """The text as fixedEncodeURIComponent writes it: encodeURIComponent, with !'()* escaped too.

    RFC 3986 reserves these five, which RFC 2396 did not. The result is that of superuri.encode.

    Args:
        text: the component, a str.

    Returns:
        The encoded text, a str in ASCII.

    Raises:
        EncodeError: when text has a lone surrogate, with its offset in characters; ECMAScript
            throws a URIError.
        TypeError: when text is not a str.

    Example:
        >>> from superuri.compat import ecmascript
        >>> ecmascript.fixedEncodeURIComponent("f(x)!")
        'f%28x%29%21'

    Source:
        MDN, "encodeURIComponent": encoding for RFC 3986.
    """

def fixedEncodeURI(text: str | URI | URL) -> str:
    """The text as fixedEncodeURI writes it: as encodeURI, but escapes and brackets stay.

    It reads %5B and %5D as brackets wherever they appear, even those in the text itself, as the
    original does. A % that does not begin an escape stays. superuri.clean does neither.

    Args:
        text: the URI, a str.

    Returns:
        The encoded text, a str in ASCII.

    Raises:
        EncodeError: when text has a lone surrogate, with its offset in characters; ECMAScript
            throws a URIError.
        TypeError: when text is not a str.

    Example:
        >>> from superuri.compat import ecmascript
        >>> ecmascript.fixedEncodeURI("http://[::1]/a b?q=%41")
        'http://[::1]/a%20b?q=%41'
        >>> ecmascript.fixedEncodeURI("/%5B")
        '/['

    Source:
        Giuca 2012, "How do you escape a complete URI?".
    """

def fixedDecodeURI(text: str | URI | URL) -> str:
    """The text as fixedDecodeURI reads it: as decodeURI, but %25, %5B and %5D stay, in upper case.

    Args:
        text: the URI, a str.

    Returns:
        The decoded text, a str.

    Raises:
        DecodeError: at the first bad escape, with offsets in characters; ECMAScript throws a
            URIError.
        TypeError: when text is not a str.

    Example:
        >>> from superuri.compat import ecmascript
        >>> ecmascript.fixedDecodeURI("/%7Euser/%2f%252F%5b")
        '/~user/%2f%252F%5B'

    Source:
        Giuca 2012, "How do you escape a complete URI?".
    """

def all_sets() -> list[Set]:
    """Every set of the table, in its order."""

def all_profiles() -> list[Profile]:
    """Every profile, the default first."""

def all_displays() -> list[Display]:
    """Every display profile, the default first."""

def find_set(family: str, name: str) -> Set:
    """The set of this family and name, for pickle."""

def make_set(bits: int, non_ascii: str) -> Set:
    """The set of these bits and this rule, for pickle."""

def make_profile(
    name: str, text_encoding: str | None, query_encoding: str | None, extra: str
) -> Profile:
    """The profile of this name, these encodings and these characters, for pickle."""

def make_display(
    name: str, userinfo: str, host: str, sink: str, length: int | None, protected: Sequence[str]
) -> Display:
    """The display profile of this name and these policies, for pickle."""

def normalize(
    uri: _Text,
    level: _Level = "scheme",
    *,
    also: _Also | Iterable[_Also] = (),
    tracking: Tracking | Iterable[str] | None = None,
    default_scheme: str | None = None,
) -> str:
    """The normal form of a URI: the same text for all URIs that are equivalent at the level.

    The URI is cleaned first.

    Args:
        uri: the URI: a str, bytes or a superuri.URI.
        level: how far equivalence goes. Each level includes the ones before it: "case" (of scheme,
            host and escapes), "percent" (escaped unreserved characters are decoded), "path"
            (dot-segments are removed) and "scheme" (the default: default ports and empty paths).
        also: one word or several for steps that can change the meaning; the default is none.
            "sort-query" sorts by name. "drop-fragment" and "drop-tracking" drop these. "reserved"
            decodes escaped delimiters that mean nothing under the URI's scheme. "host-case" lowers
            a host whose scheme may give case a meaning, such as "ipfs".
        tracking: the names that "drop-tracking" drops, instead of ours: a superuri.keys.Tracking,
            or its rows, such as "utm_*".
        default_scheme: the scheme of a text that begins with a host, as in clean.

    Returns:
        The normal form, a str. A URI that is already normal comes back as the same object.

    Raises:
        ParseError: when the URI cannot be repaired without guessing, with offsets in characters of
            a str, else in bytes.
        EncodeError: when uri has a lone surrogate, with its offset in characters.
        TypeError: when uri has another type, or an option has the wrong type.
        ValueError: when the level or a word of also is unknown, when a row of tracking cannot be
            read, or when tracking is given without "drop-tracking".

    Example:
        >>> import superuri
        >>> superuri.normalize("HTTP://Example.com:80/%7euser/../a%2fb?")
        'http://example.com/a%2Fb?'
        >>> superuri.normalize("http://e.com/%7e/../b", "percent")
        'http://e.com/~/../b'
        >>> superuri.normalize("//e.com/?utm_id=1&b&a#top", also=("sort-query", "drop-tracking"))
        '//e.com/?a&b#top'
        >>> superuri.normalize("//e.com/?ref=x&b", also="drop-tracking", tracking=["ref"])
        '//e.com/?b'

    Source:
        RFC 3986 section 6.2.
    """

def equivalent(
    a: _Text, b: _Text, level: _Level = "scheme", *, also: _Also | Iterable[_Also] = ()
) -> bool:
    """Whether two URIs have the same normal form at the level.

    Args:
        a: the first URI: a str, bytes or a superuri.URI.
        b: the second URI: a str, bytes or a superuri.URI.
        level: how far equivalence goes: "case", "percent", "path" or "scheme" (the default), as in
            normalize.
        also: one word or several for steps that can change the meaning, as in normalize.

    Returns:
        True when the normal forms are the same, else False.

    Raises:
        ParseError: when a URI cannot be repaired without guessing, with offsets in characters of a
            str, else in bytes.
        EncodeError: when a URI has a lone surrogate, with its offset in characters.
        TypeError: when a or b has another type.
        ValueError: when the level or a word of also is unknown.

    Example:
        >>> import superuri
        >>> superuri.equivalent("http://e.com:80/%7e", "HTTP://E.com/~")
        True
        >>> superuri.equivalent("http://e.com/a%2Fb", "http://e.com/a/b")
        False
        >>> superuri.equivalent("http://e.com/(a)", "http://e.com/%28a%29", also="reserved")
        True

    Source:
        RFC 3986 section 6.2.
    """

def compare(
    a: _Text, b: _Text, level: _Level = "scheme", *, also: _Also | Iterable[_Also] = ()
) -> Compared:
    """Whether two URIs are equivalent at the level, and why.

    Args:
        a: the first URI: a str, bytes or a superuri.URI.
        b: the second URI: a str, bytes or a superuri.URI.
        level: how far equivalence goes: "case", "percent", "path" or "scheme" (the default), as in
            normalize.
        also: one word or several for steps that can change the meaning, as in normalize.

    Returns:
        A named tuple (equal, why). When they are equivalent, why names the first step that makes
        them equal: "text", "clean", "case", "percent", "path" or "scheme", or a word of also. Else
        it names the first component in which their normal forms differ: "scheme", "authority" (one
        URI has none), "userinfo", "host", "port", "path", "query" or "fragment".

    Raises:
        ParseError: when a URI cannot be repaired without guessing, with offsets in characters of a
            str, else in bytes.
        EncodeError: when a URI has a lone surrogate, with its offset in characters.
        TypeError: when a or b has another type.
        ValueError: when the level or a word of also is unknown.

    Example:
        >>> import superuri
        >>> superuri.compare("http://e.com/%7e", "http://e.com/~")
        Compared(equal=True, why='percent')
        >>> superuri.compare("http://e.com/a", "http://e.com:8080/b").why
        'port'

    Source:
        RFC 3986 section 6.2.
    """

def split(text: str | URI | URL) -> Parts:
    """The five components of any str, as Parts: an absent one is None, an empty one is "".

    Nothing is checked or decoded; unsplit joins the parts to the same text, byte for byte.

    Args:
        text: the text to split. Nothing is raised for any str.

    Returns:
        A Parts with scheme, authority, path, query and fragment, and with spans, the offsets of
        each in characters.

    Raises:
        TypeError: when text is not a str.

    Example:
        >>> import superuri
        >>> superuri.split("http://e.com/a?")
        Parts(scheme='http', authority='e.com', path='/a', query='')
        >>> superuri.split("http://e.com/a?").spans
        ((0, 4), (7, 12), (12, 14), (15, 15), None)

    Source:
        RFC 3986 Appendix B, with the scheme held to its grammar.
    """

def secrets(text: str | bytes) -> list[tuple[int, int]]:
    """The places of the passwords in a text, for a caller that will show it.

    A password is that of a user wherever a URL can be read in the text, at any nesting and in any
    spelling, and the value of a pair named password, passwd or pwd in a query, a fragment or a
    list.

    Args:
        text: any text, a str or bytes; it need not be a URI.

    Returns:
        A list of (start, end), in characters of a str, in bytes of bytes.

    Raises:
        TypeError: when text is neither.

    Example:
        >>> from superuri import _core
        >>> _core.secrets("see http://bob:secret@example.com/")
        [(15, 21)]
    """

def meant(texts: Sequence[str | bytes]) -> list[str | None]:
    """The probable kinds of texts that are not plain URIs: the names of ``SUSPECTS``.

    Args:
        texts: any texts, each a str or bytes; none need be a URI.

    Returns:
        A list with a name for each text, or None for a text that seems to be a plain URI.

    Raises:
        TypeError: when one of them is neither.

    Example:
        >>> from superuri import _core
        >>> _core.meant(["example.com/a", "mongodb://a:1,b:2", "http://example.com/"])
        ['no-scheme', 'connection-string', None]
    """

def is_private(text: str) -> bool:
    """Whether a text has a password, a token, a signature or another secret of a pair.

    Such a text is not kept in a history.

    Args:
        text: any text, a str; it need not be a URI.

    Returns:
        A bool.

    Raises:
        TypeError: when text is not a str.

    Example:
        >>> from superuri import _core
        >>> _core.is_private("https://example.com/#access_token=x")
        True
    """

def unsplit(parts: Iterable[str | None]) -> str:
    """The text that these five components make; it splits into exactly these components again.

    Nothing is encoded.

    Args:
        parts: what split gave, or any five: scheme, authority, path, query and fragment, each a str
            or None. The path must not be None.

    Returns:
        The text, a str.

    Raises:
        ParseError: when a component would read back as something else, with its offsets in that
            component, in characters.
        TypeError: when parts are not five, or one of them has another type.

    Example:
        >>> import superuri
        >>> superuri.unsplit(("http", "e.com", "/a", "", None))
        'http://e.com/a?'
        >>> superuri.unsplit((None, None, "a:b", None, None))
        Traceback (most recent call last):
        superuri.errors.ParseError: path "a:b" at 0..3 would read back as a scheme: ...

    Source:
        RFC 3986 section 5.3.
    """

@final
class Column:
    """A column that a verb returned.

    Any program that reads Arrow can read it, without a copy: it has the methods of the Arrow
    PyCapsule interface. Unchanged rows refer to the buffers of the input.

    Example:
        >>> from superuri.columns import arrow
        >>> column = arrow.apply(["a b", None], "encode")
        >>> column
        <superuri.Column of 2 rows: string>
        >>> column.to_list()
        ['a%20b', None]
    """

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]:
        """The rows as Python's objects, one after the other."""
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def to_pyarrow(self) -> Any:  # noqa: ANN401  because its library may be missing
        """A pyarrow.Array when one array came in and the result fits in one, else a ChunkedArray.

        Raises:
            ImportError: when pyarrow is not installed.
        """
    def to_polars(self) -> Any:  # noqa: ANN401  because its library may be missing
        """The column as a polars.Series.

        Raises:
            ImportError: when polars is not installed.
        """
    def to_pandas(self) -> Any:  # noqa: ANN401  because its library may be missing
        """The column as a pandas.Series whose values stay in Arrow's buffers.

        Raises:
            ImportError: when pandas or pyarrow is not installed.
        """
    def to_list(self) -> list[Any]:
        """The rows as a list of Python objects: a struct is a dict, null is None."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __reduce__(self) -> Never: ...

def apply_column(
    column: object,
    verb: str,
    on_error: str,
    with_errors: bool,
    threads: int | None,
    options: dict[str, object] | None,
) -> Column:
    """The column of a verb's results; documented at `superuri.columns.arrow.apply`."""

def apply_to_column(column: object, options: _Options, on_error: str) -> Column:
    """The results of a verb of lines for each row of a column, and its errors."""

def lint_column(column: object, threads: int | None) -> Column:
    """The findings of the linter in each row, in fewer words than those of the verb `lint`.

    `rule` is a place in the list of all rules, and `detail` adds to its sentence.
    """

@final
class Parts:
    """The components of a text, and their places in it.

    An absent component is None. The path is never absent, but it may be empty.

    Example:
        >>> import superuri
        >>> parts = superuri.split("http://e.com/a?")
        >>> parts.query, parts.fragment
        ('', None)
        >>> scheme, authority, path, query, fragment = parts
        >>> path
        '/a'
    """

    @property
    def scheme(self) -> str | None:
        """The scheme without its ":", or None."""
    @property
    def authority(self) -> str | None:
        """The authority without its "//", or None."""
    @property
    def path(self) -> str:
        """The path, which is always present but may be empty."""
    @property
    def query(self) -> str | None:
        """The query without its "?", or None."""
    @property
    def fragment(self) -> str | None:
        """The fragment without its "#", or None."""
    @property
    def spans(self) -> tuple[_Span | None, _Span | None, _Span, _Span | None, _Span | None]:
        """The place of each of the five in the text, in characters: (start, end), or None."""
    def __iter__(self) -> Iterator[str | None]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

def build(
    *,
    scheme: _Scalar | None = None,
    user: _Scalar | None = None,
    password: _Scalar | None = None,
    host: _Scalar | None = None,
    port: _Scalar | None = None,
    segments: Iterable[_Scalar] | None = None,
    path: _Scalar | None = None,
    query: Mapping[Any, Any] | Iterable[tuple[_Scalar, Any]] | None = None,
    nested: Literal["rails", "php", "dots"] | None = None,
    fragment: _Scalar | None = None,
    slash: Literal["encode", "refuse"] = "encode",
) -> URI:
    """Builds a URI from its parts; each part is data and is encoded for its place.

    A part is a str, bytes, a number or a bool (true, false); None, the default of most, leaves it
    out. A % is data in every part.

    Args:
        scheme: the scheme, without its colon.
        user: the user name. It needs a host.
        password: the password. It needs a user, "" for one without a name.
        host: a name, or an address with or without brackets. "" is an empty host.
        port: the port, 0 to 65535, as a number or as digits. It needs a host.
        segments: a list of path segments, each of them data, slashes too.
        path: the path as text whose slashes delimit. Give either segments or path, not both.
        query: a mapping, or pairs. None drops a pair of a mapping, and writes the name alone in a
            list of pairs or values; a list repeats the name, and a mapping inside needs
            nested.
        nested: how a mapping inside the query is written: "rails" (a[b]=1&c[]=2), "php"
            (a[b]=1&c[0]=2) or "dots" (a.b=1&c=2). The default None allows no mapping inside.
        fragment: the fragment.
        slash: what happens to a slash or backslash in a segment: "encode" (the default) encodes it,
            "refuse" raises.

    Returns:
        A superuri.URI.

    Raises:
        ParseError: when a part cannot be written as data: a host that contains a delimiter, a port
            that is not valid, a dot-segment, or a path that would read as an authority. The offsets
            are relative to the part, in characters of a str, else in bytes.
        EncodeError: when a part has a lone surrogate, with its offset in characters.
        TypeError: when a part needs another part that is missing, or has the wrong type.
        ValueError: when the word of nested or slash is unknown.

    Example:
        >>> import superuri
        >>> superuri.build(scheme="https", host="e.com", segments=["a/b", "ü"],
        ...     query={"q": "1&x=2"})
        URI('https://e.com/a%2Fb/%C3%BC?q=1%26x%3D2')
        >>> str(superuri.build(scheme="postgresql", user="user", password="p@ss/#word", host="::1",
        ...     port=5432, path="/db"))
        'postgresql://user:p%40ss%2F%23word@[::1]:5432/db'

    Source:
        RFC 3986 sections 2.2, 2.4, 3 and 5.3.
    """

def scalar(value: object, /) -> str | Buffer:
    """The text of a value, as build reads it: a str or bytes-like is itself."""

def fill(template: str | Template | _TString, /, **values: object) -> URI:
    """Fills a template: the URI with these values, each encoded for the place of its slot.

    Args:
        template: the text of a superuri.Template, or a Template, or a t-string (PEP 750), which
            has its own values: t"https://{host}/{seg}?q={q}". There, {seg:*} takes a list
            and {more:**} pairs; any other format, and a conversion, makes the text that an f-string
            would make.
        **values: one value for each name of the template, and none for a t-string. None drops the
            pair of a query or the fragment whose value is this slot; "" keeps it.

    Returns:
        A superuri.URI.

    Raises:
        ParseError: when the template is malformed, or when a value cannot be written as data, as
            in superuri.build. The offsets are in the template or the value, in characters.
        EncodeError: when a value has a lone surrogate, with its offset in characters.
        TypeError: when a name is missing or no slot has it, or a value has another type.

    Example:
        >>> import superuri
        >>> superuri.fill("https://{host}/{seg}?q={q}&{**more}", host="e.com", seg="a/b", q="&",
        ...     more={"x": [1, 2]})
        URI('https://e.com/a%2Fb?q=%26&x=1&x=2')

    Source:
        RFC 3986 sections 2.2, 2.4 and 3; PEP 750.
    """

@final
class Template:
    """A template of URIs; each slot encodes its value for the component that it is in.

    The literal text alone decides where components begin and end; it is cleaned. {name} takes one
    value; {*name} a list, as segments or as the value of a pair; {**name} the pairs of a query. A
    scheme and a port are one whole slot or none; a slot beside other text of a host takes part of
    one label. {{ and }} are braces. (The templates of RFC 6570 are superuri.rfc6570.)

    Args:
        text: the template, a str.

    Raises:
        ParseError: when the text is not a template, with offsets in its characters.
        EncodeError: when the text has a lone surrogate, with its offset in characters.
        TypeError: when text is not a str.

    Example:
        >>> import superuri
        >>> users = superuri.Template("https://{host}/users/{user}/{*path}?q={q}&{**more}#{top}")
        >>> users.names
        ('host', 'user', 'path', 'q', 'more', 'top')
        >>> users.fill(host="e.com", user="a/b", path=["x", "y z"], q=None, more={"n": 1}, top="é")
        URI('https://e.com/users/a%2Fb/x/y%20z?n=1#%C3%A9')

    Source:
        RFC 3986 sections 2.2, 2.4 and 3.
    """

    def __new__(cls, text: str, /) -> Self: ...
    @property
    def text(self) -> str:
        """The template as written."""
    @property
    def names(self) -> tuple[str, ...]:
        """The names of the slots, in order."""
    def fill(self, **values: object) -> URI:
        """The URI of these values, as superuri.fill makes it.

        Args:
            **values: one value for each name.

        Returns:
            A superuri.URI.

        Raises:
            ParseError: when a value cannot be written as data, with offsets in the value.
            EncodeError: when a value has a lone surrogate, with its offset in characters.
            TypeError: when a name is missing or no slot has it, or a value has another type.
        """
    def match(self, uri: _Text, /) -> dict[str, Any] | None:
        """The decoded value of each name in the URI, or None when the template cannot make the URI.

        Literal text is matched as written, except that the scheme and host may be in any case and
        the pairs of a query in any order. A label that a slot shares with text is matched by its
        characters, not by its A-label. A slot matches as little as possible.

        Args:
            uri: the URI to match: a str, bytes or a superuri.URI.

        Returns:
            A dict of the names, or None.

        Raises:
            ParseError: when uri is not a URI, with offsets in characters of a str, else in bytes.
            DecodeError: when a value is not valid UTF-8, with offsets as above.
            EncodeError: when uri has a lone surrogate, with its offset in characters.

        Example:
            >>> import superuri
            >>> users = superuri.Template("https://{host}/users/{user}/{*path}?q={q}&{**more}")
            >>> users.match("https://e.com/users/a%2Fb/x/y?n=1")
            {'host': 'e.com', 'user': 'a/b', 'path': ('x', 'y'), 'q': None, 'more': (('n', '1'),)}
        """
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Raw:
    """The components of a URI as written: no escape is decoded and no case changed.

    >>> import superuri
    >>> raw = superuri.URI("HTTP://bob:x@[::1]:080/a%2Fb/c?q=%31#").raw
    >>> raw.scheme, raw.host, raw.port, raw.segments, raw.query, raw.fragment
    ('HTTP', '[::1]', '080', ('a%2Fb', 'c'), 'q=%31', '')

    An absent component is None, an empty one is ''. Source: RFC 3986 section 3.
    """

    @property
    def scheme(self) -> str | None:
        """The scheme without its ":"."""
    @property
    def authority(self) -> str | None:
        """The authority without its "//"."""
    @property
    def userinfo(self) -> str | None:
        """The user and the password, without the "@"."""
    @property
    def user(self) -> str | None:
        """The part of the userinfo before its first ":"."""
    @property
    def password(self) -> str | None:
        """The part of the userinfo after its first ":"."""
    @property
    def host(self) -> str | None:
        """The host; an IP literal has its brackets."""
    @property
    def port(self) -> str | None:
        """The digits of the port, without the ":"."""
    @property
    def path(self) -> str:
        """The path, which is never absent but may be empty."""
    @property
    def segments(self) -> tuple[str, ...]:
        """The path's segments, between its slashes; () for an empty path."""
    @property
    def query(self) -> str | None:
        """The query without its "?"."""
    @property
    def fragment(self) -> str | None:
        """The fragment without its "#"."""
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class URI:
    """A legal URI reference, whose text is kept unchanged.

    Its attributes are decoded; those of .raw are as written. An absent part is None. Edits
    take data, as superuri.build does, or a URI; they escape characters that would delimit,
    and keep all other bytes. Two URIs are equal if their texts are equal;
    superuri.equivalent compares their meaning. repr hides a password, str does not.

    Args:
        text: the reference, already legal. For other texts, use URI.clean.
        default_scheme: the scheme of a text that begins with a host, as in superuri.clean.

    Raises:
        ParseError: when the text is not a legal reference, with offsets in characters of a str,
            else in bytes.
        DecodeError: when an attribute is read whose bytes are not valid UTF-8.

    Example:
        >>> import superuri
        >>> uri = superuri.URI("http://bob:x@e.com:8080/a%2Fb/c?q=1+1&r#top")
        >>> uri.host, uri.port, uri.segments, uri.query
        ('e.com', 8080, ('a/b', 'c'), (('q', '1+1'), ('r', None)))
        >>> uri.with_pair("r", "é")
        URI('http://bob:…@e.com:8080/a%2Fb/c?q=1+1&r=%C3%A9#top')
        >>> str(superuri.URI("//e.com/x") / "a b/c")
        '//e.com/x/a%20b%2Fc'

    Source:
        RFC 3986.
    """

    __match_args__ = ("scheme", "host", "port", "path", "query", "fragment")
    def __new__(cls, text: _Text, /, *, default_scheme: str | None = None) -> Self: ...
    @classmethod
    def clean(cls, text: _Text, /, *, default_scheme: str | None = None) -> Self:
        """The URI that superuri.clean makes of the text.

        Args:
            text: A str, bytes, or a URI.
            default_scheme: The scheme of a text that begins with a host, as in superuri.clean.

        Returns:
            A legal URI reference (RFC 3986).

        Raises:
            ParseError: As superuri.clean.
            DecodeError: As superuri.clean.

        Example:
            >>> import superuri
            >>> superuri.URI.clean("http://e.com/a b")
            URI('http://e.com/a%20b')
        """
    @property
    def raw(self) -> Raw:
        """The components as written."""
    @property
    def scheme(self) -> str | None:
        """The scheme, in lower case."""
    @property
    def userinfo(self) -> str | None:
        """The user and the password as written, or None."""
    @property
    def user(self) -> str | None:
        """The user, decoded."""
    @property
    def password(self) -> str | None:
        """The password, decoded."""
    @property
    def host(self) -> str | None:
        """The host: a name, decoded, or an address without brackets and zone."""
    @property
    def host_kind(self) -> Literal["name", "ipv4", "ipv6", "ipvfuture"] | None:
        """The kind of the host: "name", "ipv4", "ipv6" or "ipvfuture"."""
    @property
    def zone(self) -> str | None:
        """The zone of an IPv6 address, decoded (RFC 6874)."""
    @property
    def port(self) -> int | None:
        """The port of the URI, or None if it is absent or empty. Raises ParseError beyond 65535."""
    @property
    def effective_port(self) -> int | None:
        """The port to connect to: the URI's own, or the default port of its scheme, or None."""
    @property
    def origin(self) -> str | None:
        """The origin, such as "https://e.com": scheme, host and port in lower case, without the
        scheme's default port. None if there is no scheme or no host (RFC 6454 section 6.2).
        """
    @property
    def is_absolute(self) -> bool:
        """Whether the URI has a scheme, so that it needs no base."""
    @property
    def name(self) -> str:
        """The last segment, decoded; "" if the path is empty or ends in a slash.

        It is not a file name: it may have slashes, ".." and NUL. headers.file_name makes a safe
        one.
        """
    @property
    def suffix(self) -> str:
        """The suffix of the name with its dot, decoded: ".gz" of "a.tar.gz"; or ""."""
    @property
    def parent(self) -> URI:
        """The URI without its last segment, query and fragment. The root is its own parent."""
    @property
    def path_and_query(self) -> str:
        """The path and the query as written, with the ? between them."""
    @property
    def query_map(self) -> MappingProxyType[str, tuple[str | None, ...]]:
        """The pairs of `query` as a read-only mapping from each name to the tuple of its values.
        `with_query` accepts it.
        """
    def get_all(
        self, name: _Data, /, *, repertoire: str | Container[str] | None = None
    ) -> tuple[str, ...]:
        """The values of all pairs of the query that have this name, decoded.

        Args:
            name: The name, decoded.
            repertoire: The characters that the values may contain: the name of an encoding, or a
                container of characters. The default None allows every character.

        Returns:
            A tuple of str in the order of the query, "" for a name without a value.

        Raises:
            DecodeError: A value is not valid UTF-8.
            RepertoireError: A value has a character outside the repertoire.

        Example:
            >>> import superuri
            >>> superuri.URI("?id=1&q=x&id=2").get_all("id")
            ('1', '2')
        """
    def request_target(
        self, form: Literal["origin", "absolute", "authority", "asterisk"] = "origin"
    ) -> str:
        """The target of a request for this URI, for the first line of an HTTP request.

        Args:
            form: "origin", path and query, to a server; "absolute", the URI without its fragment
                and, under http and https, without userinfo, to a proxy; "authority", host and
                port, for CONNECT; "asterisk", the server as a whole, for OPTIONS.

        Returns:
            The target as a str of ASCII. An empty path is "/" in the origin form.

        Raises:
            ParseError: The URI has no target of this form, for example because it has no host.
            ValueError: The form is unknown.

        Example:
            >>> import superuri
            >>> uri = superuri.URI("https://bob@e.com?q=%7e#top")
            >>> uri.request_target(), uri.request_target("absolute")
            ('/?q=%7e', 'https://e.com?q=%7e')

        Source:
            RFC 9112 section 3.2; RFC 9110 section 4.2.4.
        """
    @property
    def path(self) -> str:
        """The path, decoded as a whole. A slash in it may be data; see `segments`."""
    @property
    def segments(self) -> tuple[str, ...]:
        """The path's segments, decoded; () for an empty path."""
    @property
    def query(self) -> tuple[tuple[str, str | None], ...]:
        """The pairs of the query, decoded: a tuple of (name, value or None). A + stays a +; see
        `form`.
        """
    @property
    def form(self) -> tuple[tuple[str, str | None], ...]:
        """The same pairs read as a form: a + is a space."""
    @overload
    def get(self, name: _Data, /, *, repertoire: str | Container[str] | None = None) -> str | None:
        """The value of the first pair with this name in the query, decoded.

        Args:
            name: The name, decoded.
            default: The result if no pair has this name.
            repertoire: The characters that the value may contain: the name of an encoding, or a
                container of characters. The default None allows every character.

        Returns:
            A str, "" for a name without a value; or the default.

        Raises:
            DecodeError: The value is not valid UTF-8.
            RepertoireError: The value has a character outside the repertoire.

        Example:
            >>> import superuri
            >>> uri = superuri.URI("?q=a%26b&q=2&r")
            >>> uri.get("q"), uri.get("r"), uri.get("s"), uri.get("s", default="0")
            ('a&b', '', None, '0')
        """
    @overload
    def get(
        self, name: _Data, /, default: _D, *, repertoire: str | Container[str] | None = None
    ) -> str | _D: ...
    @property
    def fragment(self) -> str | None:
        """The fragment, decoded."""
    @property
    def redacted(self) -> str:
        """The text with an ellipsis in place of the password."""
    def with_scheme(self, scheme: _Data | None, /) -> URI:
        """The same URI with another scheme.

        Args:
            scheme: A scheme; None removes it.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The result would not be a legal reference, or would read back differently.

        Example:
            >>> import superuri
            >>> superuri.URI("http://e.com/").with_scheme("https")
            URI('https://e.com/')
        """
    def with_user(self, user: _Data | None, password: _Data | None = None, /) -> URI:
        """The same URI with this user and password.

        Args:
            user: The user, data; None for no userinfo.
            password: The password, data; None for none.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The URI has no host.
            TypeError: There is a password and no user.

        Example:
            >>> import superuri
            >>> superuri.URI("http://e.com/").with_user("a@b")
            URI('http://a%40b@e.com/')
        """
    def with_password(self, password: _Data | None, /) -> URI:
        """The same URI with this password; the user stays as it is written.

        Args:
            password: The password, data; None for none.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The URI has no host.

        Example:
            >>> import superuri
            >>> superuri.URI("http://bob:x@e.com/").with_password(None)
            URI('http://bob@e.com/')
        """
    def with_userinfo(self, userinfo: _Data | None, /) -> URI:
        """The same URI with this userinfo.

        Args:
            userinfo: User and password in their escaped form; None removes them.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The userinfo is not legal, or the URI has no host.

        Example:
            >>> import superuri
            >>> superuri.URI("http://e.com/").with_userinfo("bob%40x").user
            'bob@x'
        """
    def with_host(self, host: _Data, /) -> URI:
        """The same URI with another host.

        Args:
            host: One name or one address, with or without brackets, as superuri.build takes it.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The host is not a single host. Delimiters are refused, because they are
                never escaped in a host.

        Example:
            >>> import superuri
            >>> superuri.URI("http://e.com:8080/").with_host("::1")
            URI('http://[::1]:8080/')
        """
    def with_port(self, port: _Data | None, /) -> URI:
        """The same URI with another port.

        Args:
            port: An int or its digits, 0 to 65535; None for none.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The port is not a number, or the URI has no host.
            ValueError: The int is beyond 65535.

        Example:
            >>> import superuri
            >>> superuri.URI("http://e.com:80/").with_port(None)
            URI('http://e.com/')
        """
    def with_path(self, path: _Data, /) -> URI:
        """The same URI with this path. For data, use with_segments.

        Args:
            path: The path in its escaped form.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The result would not be a legal reference, or would read back differently.

        Example:
            >>> import superuri
            >>> superuri.URI("http://e.com/a?q").with_path("/b%2Fc")
            URI('http://e.com/b%2Fc?q')
        """
    def with_segments(self, segments: Iterable[_Data], /) -> URI:
        """The same URI with a path of these segments.

        Args:
            segments: An iterable of data, one for each segment.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The result would not be a legal reference, or would read back differently.
            TypeError: One str is given where several segments are expected.

        Example:
            >>> import superuri
            >>> superuri.URI("http://e.com/a").with_segments(("b/c", "d"))
            URI('http://e.com/b%2Fc/d')
        """
    def with_name(self, name: _Data, /) -> URI:
        """The same URI with another last segment; query and fragment stay.

        Args:
            name: The segment, data, and not empty.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The name is empty or a dot-segment.

        Example:
            >>> import superuri
            >>> superuri.URI("http://e.com/a/b.txt?q").with_name("c/d")
            URI('http://e.com/a/c%2Fd?q')
        """
    def with_suffix(self, suffix: _Data, /) -> URI:
        """The same URI with another suffix of its name; query and fragment stay.

        Args:
            suffix: The suffix with its dot, data; "" removes the suffix.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The suffix is not valid, or the path has no name.

        Example:
            >>> import superuri
            >>> superuri.URI("/a.tar.gz?q").with_suffix(".zst")
            URI('/a.tar.zst?q')
        """
    def with_raw_query(self, query: _Data | None, /) -> URI:
        """The same URI with another query. For data, use with_query.

        Args:
            query: The query in its escaped form, without its ?; None removes it.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: The result would not be a legal reference, or would read back differently.

        Example:
            >>> import superuri
            >>> superuri.URI("/?a#top").with_raw_query("q=%7e;r")
            URI('/?q=%7e;r#top')
        """
    def add_pair(self, name: _Data, value: _Data | None, /) -> URI:
        """The same URI with one more pair at the end of its query.

        Args:
            name: The name, data.
            value: The value, data; None writes the name alone.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            EncodeError: A str has no UTF-8.
            ValueError: A name without a value is empty: it would not be read back.

        Example:
            >>> import superuri
            >>> superuri.URI("/?a=1").add_pair("a", "x y")
            URI('/?a=1&a=x%20y')
        """
    def with_query(
        self,
        pairs: Mapping[Any, Any] | Iterable[tuple[_Data, Any]] | None = None,
        /,
        **named: _Data | Sequence[_Data | None] | None,
    ) -> URI:
        """The same URI with another query.

        Args:
            pairs: A mapping, or an iterable of (name, value); None for no query. A list or a tuple
                repeats its name. None as the value of a mapping drops the pair; elsewhere it writes
                the name alone. A pair that equals the decoded old one at its place keeps its bytes.
            **named: More pairs, after the others; None drops one.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            TypeError: A value is not a str, bytes, an int, a float or a bool.
            EncodeError: A str has no UTF-8.
            ValueError: A name without a value is empty: it would not be read back.

        Example:
            >>> import superuri
            >>> uri = superuri.URI("/?r").with_query({"q": "a&b", "id": [1, None], "r": None})
            >>> str(uri)
            '/?q=a%26b&id=1&id'
            >>> uri.with_query(q="x y")
            URI('/?q=x%20y')
        """
    def with_pair(self, name: _Data, value: _Data | None, /) -> URI:
        """The same URI with one value of this name in its query.

        The first pair of the name gets the value, and its other pairs are removed. If there is no
        such pair, one is added at the end.

        Args:
            name: The name, data.
            value: The value, data; None writes the name alone.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            EncodeError: A str has no UTF-8.
            ValueError: A name without a value is empty: it would not be read back.

        Example:
            >>> import superuri
            >>> superuri.URI("/?a=1&b=%7e&a=2").with_pair("a", "x&y")
            URI('/?a=x%26y&b=%7e')
        """
    def without_pair(self, *names: _Data) -> URI:
        """The same URI without the query's pairs of these names.

        Args:
            *names: The names, data. If no pair is left, the query is removed.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            EncodeError: A str has no UTF-8.

        Example:
            >>> import superuri
            >>> superuri.URI("/?a=1&b=2&c=%7e").without_pair("a", "b")
            URI('/?c=%7e')
        """
    def with_fragment(self, fragment: _Data | None, /) -> URI:
        """The same URI with another fragment.

        Args:
            fragment: The fragment, data; None for none.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            EncodeError: A str has no UTF-8.

        Example:
            >>> import superuri
            >>> superuri.URI("/#a").with_fragment("b c")
            URI('/#b%20c')
        """
    def __truediv__(self, segment: _Data, /) -> URI: ...
    def __rtruediv__(self, other: Never, /) -> URI: ...
    def resolve(self, reference: _Text, *, strict: bool = True) -> URI:
        """The target of a reference, resolved against this URI.

        Args:
            reference: A URI reference, a str, bytes or a URI.
            strict: If False, the scheme of the reference is ignored if it is the same as this
                URI's.

        Returns:
            The target; it is absolute if this URI is.

        Raises:
            ParseError: The reference is not legal, or the target would read back differently.

        Example:
            >>> import superuri
            >>> superuri.URI("http://a/b/c/d;p?q").resolve("../g")
            URI('http://a/b/g')

        Source:
            RFC 3986 section 5.2.
        """
    def relativize(self, target: _Text, /) -> URI:
        """The shortest reference that resolves to the target from this URI.

        Args:
            target: A URI reference, a str, bytes or a URI.

        Returns:
            A reference that resolves to the target; the target itself if no reference is shorter.

        Raises:
            ParseError: The target is not a legal URI reference.

        Example:
            >>> import superuri
            >>> superuri.URI("http://a/b/c/d").relativize("http://a/b/g?y")
            URI('../g?y')

        Source:
            RFC 3986 section 5.2, reversed.
        """
    @staticmethod
    def __get_pydantic_core_schema__(source: type, handler: object, /) -> object: ...
    def __format__(self, spec: str, /) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: URI, /) -> bool: ...
    def __le__(self, other: URI, /) -> bool: ...
    def __gt__(self, other: URI, /) -> bool: ...
    def __ge__(self, other: URI, /) -> bool: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Set:
    """A percent-encode set: it contains the characters that **are** encoded.

    set | "chars" encodes more, set - "chars" fewer.

    Args:
        encoded: the ASCII characters that are encoded, a str.
        non_ascii: which non-ASCII characters are encoded: "encoded" (the default) for all, "bare"
            for none, "ucschar" for all but the characters that an IRI may contain anywhere, and
            "ucschar-or-private" for all but those and the private-use characters.

    Raises:
        TypeError: when encoded is not a str.
        ValueError: when encoded has a character that is not ASCII, or non_ascii is an unknown word.
    """

    def __new__(
        cls,
        encoded: str,
        *,
        non_ascii: Literal["encoded", "bare", "ucschar", "ucschar-or-private"] = "encoded",
    ) -> Set: ...
    @property
    def family(self) -> str | None:
        """The standard or implementation that it comes from, or None for a set of your own."""
    @property
    def name(self) -> str | None:
        """Its name in its family, or None."""
    @property
    def source(self) -> str | None:
        """The source that defines it, or None."""
    @property
    def checked(self) -> str | None:
        """The day it was last compared with its source, or None."""
    @property
    def encoded(self) -> str:
        """The ASCII characters that are encoded, in order."""
    @property
    def bare(self) -> str:
        """The ASCII characters that stay unescaped, in order."""
    @property
    def non_ascii(self) -> Literal["encoded", "bare", "ucschar", "ucschar-or-private"]:
        """The treatment of non-ASCII: "encoded", "bare", "ucschar" or "ucschar-or-private"."""
    @property
    def space(self) -> Literal["%20", "+", " "]:
        """How its dialect writes a space: "%20", "+" or " ". encode does not read it."""
    @property
    def hex(self) -> Literal["upper", "lower"]:
        """How its dialect writes hex digits: "upper" or "lower". encode does not read it."""
    @property
    def year(self) -> int | None:
        """The year of the standard that defines it, or None if it has no edition that stays."""
    @property
    def reversible(self) -> bool:
        """Whether decoding undoes encoding; this requires that `%` is encoded."""
    def __contains__(self, character: str, /) -> bool: ...
    def __or__(self, more: Set | str, /) -> Set: ...
    def __ror__(self, value: Set | str, /) -> Set: ...
    def __sub__(self, bare: Set | str, /) -> Set: ...
    def __rsub__(self, value: Set | str, /) -> Set: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Profile:
    """How a whole URI is cleaned: the rules that superuri.clean follows.

    superuri.profiles contains all of them.
    """

    @property
    def name(self) -> str:
        """The name."""
    @property
    def source(self) -> str:
        """The source that defines it."""
    @property
    def checked(self) -> str:
        """The day it was last compared with its source."""
    @property
    def sets(self) -> dict[str, Set]:
        """The set of each component, by name."""
    @property
    def encoding(self) -> str | None:
        """The encoding of the text of all but the host and the query, or None for UTF-8."""
    @property
    def query_encoding(self) -> str | None:
        """The encoding of the text of the query, or None for UTF-8."""
    def encoded(self, text: str | None = None, *, query: str | None = None) -> Profile:
        """The same profile for a str whose text is in an encoding other than UTF-8.

        Args:
            text: the encoding of all but the host and the query: a label of the Encoding Standard
                or the name of a codec of Python. The default None is UTF-8.
            query: the encoding of the query. The default None is UTF-8.

        Returns:
            Another profile.

        Raises:
            LookupError: when an encoding is unknown.
            ValueError: when an encoding does not encode the ASCII characters as themselves.
        """
    @property
    def extra(self) -> str:
        """The characters that are encoded besides those of the sets."""
    def replace(self, *, extra: str) -> Profile:
        """The same profile, which also encodes these characters wherever they are.

        It is for a URL inside of something else, where a legal character would delimit. Only an
        address in brackets keeps them.

        Args:
            extra: characters of "!$'()*,;"; "()" for a destination in Markdown, "'()" for url() in
                CSS. "" encodes none of them.

        Returns:
            Another profile. Its results are legal, and mean the same to parsers that give these
            characters no meaning of their own.

        Raises:
            TypeError: when extra is not a str.
            ValueError: when extra has another character: it delimits, or is never encoded.

        Example:
            >>> import superuri
            >>> within = superuri.profiles.RFC3986.replace(extra="()")
            >>> superuri.clean("https://e.com/a (b)", within)
            'https://e.com/a%20%28b%29'

        Source:
            RFC 3986 section 2.2, sub-delims; CommonMark 0.31.2, Links; CSS Syntax, url-token.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Tracking:
    """A table of the names of query parameters that are only for tracking.

    A row is a name, and after it the hosts to which it is limited. In a name, ``*`` is any text,
    ``[a-z_]`` is one of these characters, ``[a-z_]*`` any number of them, and a backslash quotes
    the next character; after ``(?i)`` case is ignored. Of the hosts, ``e.com`` includes its
    subdomains, ``=e.com`` does not, ``amazon.*`` has any ending, ``e.com/a`` is limited to paths
    that begin this way, and ``!e.com`` is excluded. Empty rows and rows that begin with ``#`` are
    left out.
    """

    def __new__(cls, rows: str | Iterable[str]) -> Self:
        """Make a table of rows.

        Args:
            rows: the rows; a single str is one row.

        Raises:
            ValueError: when a row cannot be read.

        Example:
            >>> import superuri
            >>> from superuri import keys
            >>> table = keys.Tracking(["utm_*", "ref amazon.* !aws.amazon.com"])
            >>> superuri.normalize(
            ...     "http://www.amazon.com/?ref=x&a", also="drop-tracking", tracking=table)
            'http://www.amazon.com/?a'
        """

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Display:
    """How a URI is shown: which escapes superuri.pretty decodes, and its policies.

    superuri.profiles contains all of them.
    """

    @property
    def name(self) -> str:
        """The name."""
    @property
    def source(self) -> str:
        """The source that defines it."""
    @property
    def checked(self) -> str:
        """The day it was last compared with its source."""
    @property
    def undone(self) -> str:
        """The ASCII characters whose escapes are decoded where their place allows it, in order."""
    @property
    def unicode(self) -> str:
        """The version of Unicode that classifies the non-ASCII characters."""
    @property
    def userinfo(self) -> _Userinfo:
        """The treatment of the userinfo: "shown", "redacted" or "dropped"."""
    @property
    def host(self) -> _Host:
        """How an internationalised host is shown: "ascii", "safe" or "unicode"."""
    @property
    def sink(self) -> _Sink:
        """The medium: "text", "terminal", "html", "log", "csv", "markdown" or "message"."""
    @property
    def length(self) -> int | None:
        """The most characters that are shown, or None for no limit."""
    @property
    def protected(self) -> tuple[str, ...]:
        """The host names that no other host may be mistaken for when the host is "safe"."""
    def replace(
        self,
        *,
        userinfo: _Userinfo = ...,
        host: _Host = ...,
        sink: _Sink = ...,
        length: int | None = ...,
        protected: str | Iterable[str] = ...,
    ) -> Display:
        """The same profile with other policies; those that are not given stay.

        Args:
            userinfo: what happens to a user and a password: "shown", "redacted" or "dropped".
            host: how an internationalised host is shown: "ascii", "safe" or "unicode". "safe" shows
                it in its own script when UTS 39 finds nothing that it could be mistaken for.
            sink: the medium, which then does not interpret the text: "text", "terminal", "html",
                "log", "csv", "markdown" or "message". "message" is for chat and mail, whose
                programs look for the end of a URL: %20 and every other escape of ASCII stays.
            length: the most characters that are shown, or None for no limit. The host is never cut.
            protected: the host names that no other host may be mistaken for when host is "safe":
                a str, or several.

        Returns:
            Another profile.

        Raises:
            TypeError: when a policy has the wrong type.
            ValueError: when the word of a policy is unknown, or length is negative.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

def agreed_host(uri: _Text, *, has_base: bool = False, host: bool = False) -> str | None:
    r"""The host of a URI on which all parsers agree.

    The readings are those of both standards, of parsers that take \ for /, remove white space,
    split at the first @ or only at /, or decode or apply NFKC before they split, of clients
    that fetch a URL inside another (jar:, view-source:), and of Windows, which opens shares.
    The program that checks a host is seldom the one that connects to it: if two readings
    differ, an attacker can use the difference.

    Args:
        uri: A str, bytes or a URI; it does not have to be legal.
        has_base: Whether the text is a link on a page or in a header Location, which has a base.
            Parsers without a base (curl, wget, urllib3) read index.html, good.com:80 and the e.com
            of mailto:me@e.com as hosts; with a base, their readings are ignored.
        host: Whether the text is a host alone, such as "example.com" or "::1", and not a URI.

    Returns:
        The host in lower-case ASCII, an IPv6 address in brackets; None if all parsers find no host.
        hosts.explain_host gives the reason.

    Raises:
        ParseError: ambiguous-authority, which names the readings; no-scheme for text without a
            scheme that does not begin with /, ? or #, unless has_base is True; bad-host for a text
            that is not a host alone. Offsets are in characters of a str, else in bytes.

    Example:
        >>> import superuri
        >>> superuri.agreed_host("https://user@EXAMPLE.com:443/a")
        'example.com'
        >>> superuri.agreed_host("http://127.1/")
        Traceback (most recent call last):
            ...
        superuri.errors.ParseError: the host at 7..12 is not the same to all parsers: ...
        >>> superuri.agreed_host("index.html")
        Traceback (most recent call last):
            ...
        superuri.errors.ParseError: the start of the text at 0..10 has no scheme before it, ...

    Source:
        RFC 3986, the URL standard, and the clients and CVEs in docs/hosts.md.
    """

def domain(
    uri: _Text, *, rules: Literal["all", "icann"] = "all", default_scheme: str | None = None
) -> str | None:
    """The registrable domain of a URI's host: a public suffix and one more label.

    Args:
        uri: A str, bytes or a URI; it does not have to be legal.
        rules: "all", which keeps sites of different owners apart, or "icann", the rules of the
            registries without those of companies. The list is superuri.hosts.LIST.
        default_scheme: The scheme of a text that begins with a host, such as "https" for
            "example.com" or "example.com/a", as in clean. Without it, such a text is an error.

    Returns:
        The domain in lower-case ASCII; None for an address, for a public suffix and without a host.
        hosts.explain_host gives the reason.

    Raises:
        ParseError: As agreed_host, and as clean for the default scheme.

    Example:
        >>> import superuri
        >>> superuri.domain("https://www.example.co.uk/")
        'example.co.uk'
        >>> superuri.domain("www.example.co.uk/a", default_scheme="https")
        'example.co.uk'
        >>> uri = "https://www.someone.github.io/"
        >>> superuri.domain(uri), superuri.domain(uri, rules="icann")
        ('someone.github.io', 'github.io')

    Source:
        The Public Suffix List, <https://publicsuffix.org/list/>.
    """

def public_suffix(
    uri: _Text, *, rules: Literal["all", "icann"] = "all", default_scheme: str | None = None
) -> str | None:
    """The public suffix of a URI's host, under which its domain is registered.

    If no rule matches a name, its last label is the suffix.

    Args:
        uri: A str, bytes or a URI; it does not have to be legal.
        rules: "all" or "icann", as in superuri.domain.
        default_scheme: The scheme of a text that begins with a host, as in superuri.domain.

    Returns:
        The suffix in lower-case ASCII; None for an address and without a host.

    Raises:
        ParseError: As agreed_host.

    Example:
        >>> from superuri import hosts
        >>> uri = "https://www.someone.github.io/"
        >>> hosts.public_suffix(uri), hosts.public_suffix(uri, rules="icann")
        ('github.io', 'io')

    Source:
        The Public Suffix List, <https://publicsuffix.org/list/>.
    """

def with_default_scheme(text: _Text, default_scheme: str) -> str:
    """The text after the scheme if it begins with a host, as superuri.clean reads it."""

def key(
    uri: _Text,
    tables: str = "2026.1",
    *,
    tracking: Tracking | Iterable[str] | None = None,
    default_scheme: str | None = None,
) -> bytes:
    """The key of a URI, 16 bytes: the same for all equivalent URIs, and only for those.

    The URI is normalised at the level "scheme" with all of also: the query's pairs are sorted by
    name, the fragment and tracking parameters are removed, and escaped delimiters that have no
    meaning are decoded. The key is BLAKE2b with 16 bytes of "superuri.key 2026.1", a line feed,
    and that text.

    Args:
        uri: A str, bytes or a URI; it is cleaned first.
        tables: The name of the tables that the key depends on (keys.tables). The key under a name
            stays the same in every release.
        tracking: the names of tracking parameters, instead of those of the tables: a
            superuri.keys.Tracking, or its rows. Such a key depends on the rows, and is never equal
            to a key with others.
        default_scheme: The scheme of a text that begins with a host, as in clean.

    Returns:
        16 bytes.

    Raises:
        ParseError: As clean.
        EncodeError: A str has a lone surrogate.
        ValueError: There are no such tables, or a row of tracking cannot be read.

    Example:
        >>> from superuri import keys
        >>> keys.key("HTTP://e.com:80/?b&a&utm_id=1#top").hex()
        'a914c2d671b873a47b17ff7f92a24c95'
        >>> keys.key("http://e.com/?a&b") == keys.key("HTTP://e.com:80/?b&a&utm_id=1#top")
        True

    Source:
        RFC 3986 section 6.2; RFC 7693.
    """

def key_tables(name: str = "2026.1") -> dict[str, str]:
    """The versions of the tables behind a key: a dict of names and versions.

    A date is when a table was last compared with its sources. No key depends on the list of public
    suffixes; it is listed for callers who group keys by `superuri.domain`.

    Args:
        name: the name of a state of the tables. The default is that of keys.key.

    Returns:
        A dict from the name of each table to its version.

    Raises:
        ValueError: when the name is unknown; the message lists the known names.

    Example:
        >>> from superuri import keys
        >>> keys.tables("2026.1")["unicode"]
        '18.0'
    """

def surt(
    uri: _Text, variant: Literal["ia", "cdxj", "ia-scheme"] = "ia", *, www: bool = False
) -> str:
    """The SURT of a URL: the key by which web archives sort their captures.

    Args:
        uri: any text: a str, bytes or a superuri.URI. A text without a scheme is read as http, an
            empty one for "-".
        variant: "ia" (the default) is the Internet Archive's (the surt package), "cdxj" is that of
            pywb's index, which is the same, "ia-scheme" has a scheme and a comma.
        www: True keeps "www." and "www2." of the host. The default False removes them.

    Returns:
        The key, a str. It is not a URI.

    Raises:
        ParseError: when the port is not a number up to 65535, with offsets in characters of a str,
            else in bytes.
        EncodeError: when uri has a lone surrogate, with its offset in characters.
        ValueError: when the variant is unknown.

    Example:
        >>> from superuri import keys
        >>> keys.surt("http://www.Example.com/B/?b=1&a=2&sid=0123456789abcdef0123456789abcdef")
        'com,example)/b?&a=2&b=1'
        >>> keys.surt("http://www.example.com/", www=True)
        'com,example,www)/'
        >>> keys.surt("http://www.example.com/", "ia-scheme")
        'http://(com,example,)/'

    Source:
        surt 0.3.1 and pywb 2.10.
    """

def safe_browsing(url: _Text) -> str:
    """The URL as Safe Browsing (version 4) sees it.

    Escapes are undone until none is left, so the result is not a URI.

    Args:
        url: the URL: a str, bytes or a superuri.URI. A URL without a scheme is read as http; user
            and password are left out.

    Returns:
        The canonical URL, a str.

    Raises:
        ParseError: when the text has no host, with offsets in characters of a str, else in bytes.
        EncodeError: when url has a lone surrogate, with its offset in characters.

    Example:
        >>> from superuri import keys
        >>> keys.safe_browsing(
        ...     "http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65")
        'http://168.188.99.26/.secure'

    Source:
        <https://developers.google.com/safe-browsing/v4/urls-hashing>.
    """

def safe_browsing_expressions(url: _Text) -> tuple[str, ...]:
    """The expressions that Safe Browsing (version 4) looks up, 30 at most.

    Each joins a suffix of the host, such as its domain, to a prefix of the path.

    Args:
        url: the URL, as in safe_browsing.

    Returns:
        A tuple of str, in the order in which they are looked up.

    Raises:
        ParseError: when the text has no host, with offsets in characters of a str, else in bytes.
        EncodeError: when url has a lone surrogate, with its offset in characters.

    Example:
        >>> from superuri import keys
        >>> keys.safe_browsing_expressions("http://a.b.c/1/2.html?q")[:3]
        ('a.b.c/1/2.html?q', 'a.b.c/1/2.html', 'a.b.c/')

    Source:
        <https://developers.google.com/safe-browsing/v4/urls-hashing>.
    """

def scrapy(url: _Text, *, keep_fragments: bool = False) -> bytes:
    """Scrapy's fingerprint of a GET request for a URL, 20 bytes.

    Args:
        url: the URL: a str, bytes or a superuri.URI.
        keep_fragments: whether URLs that differ in the fragment differ.

    Returns:
        20 bytes.

    Raises:
        ParseError: where Scrapy refuses the URL, or a host beyond ASCII has more than 1,024
            characters, with offsets in characters of a str, else in bytes.
        EncodeError: when url has a lone surrogate, with its offset in characters.

    Example:
        >>> from superuri import keys
        >>> keys.scrapy("http://www.example.com/query?id=111&cat=222").hex()
        '8fcf173c15d0d14f77c0c9a61209caf224e90164'

    Source:
        Scrapy 2.19, scrapy.utils.request.fingerprint; w3lib 2.5, canonicalize_url.
    """

def scrapy_url(url: _Text, *, keep_fragments: bool = False) -> str:
    """The URL by which Scrapy compares requests; the arguments and errors are those of scrapy."""

def all_trackers() -> list[tuple[str, str, str]]:
    """The names that drop-tracking drops, each with its source and the day it was checked."""

def host_in_unicode(ascii: str) -> str:
    """The host with each valid A-label in Unicode, for hosts.to_unicode."""

def ipv4(host: _Text) -> str | None:
    """The IPv4 address that browsers and inet_aton read in a host, in dotted form, or None.

    Args:
        host: the host alone, a str or bytes.

    Returns:
        The address, a str, or None when the host is not an IPv4 address.

    Raises:
        EncodeError: when host has a lone surrogate, with its offset in characters.
        TypeError: when host is neither a str nor bytes.

    Example:
        >>> from superuri import hosts
        >>> hosts.ipv4("0x7f.1"), hosts.ipv4("017700000001"), hosts.ipv4("example.com")
        ('127.0.0.1', '127.0.0.1', None)

    Source:
        <https://url.spec.whatwg.org/#concept-ipv4-parser>.
    """

@final
class URL:
    """A URL as the URL standard defines it: the result of every browser for a text.

    The value is frozen: `replace` returns another one. Equality, hash and order are those of href;
    `str(url)` is href, and repr hides the password.

    Args:
        text: the text to parse, a str or a superuri.URI. A lone surrogate is read as U+FFFD, as the
            standard's USVString requires.
        base: the URL that text is relative to. The default None allows absolute URLs only.

    Raises:
        ParseError: when browsers refuse the text too, with offsets in its characters.
        TypeError: when text or base has another type.

    Example:
        >>> from superuri import whatwg
        >>> url = whatwg.URL("../ü?q#f", "HTTP://ex%41mple.com:80/a/b/")
        >>> url.href
        'http://example.com/a/%C3%BC?q#f'
        >>> url.hostname, url.pathname, url.search, url.hash
        ('example.com', '/a/%C3%BC', '?q', '#f')

    Source:
        <https://url.spec.whatwg.org/#url-class>, checked 2026-11-21.
    """

    def __new__(cls, text: str | URI | URL, base: str | URI | URL | None = None) -> URL: ...
    @staticmethod
    def can_parse(text: str | URI | URL, base: str | URI | URL | None = None) -> bool:
        """Whether the text is a URL, relative to the base if there is one.

        Args:
            text: the text to check, a str or a superuri.URI.
            base: the URL that text is relative to. The default None allows absolute URLs only.

        Returns:
            True when URL(text, base) would give a URL, else False.

        Raises:
            TypeError: when text or base has another type.

        Example:
            >>> from superuri import whatwg
            >>> whatwg.URL.can_parse("https://e.com:99999/"), whatwg.URL.can_parse(
            ...     "/a", "https://e.com")
            (False, True)
        """
    @property
    def href(self) -> str:
        """The URL as text."""
    @property
    def origin(self) -> str:
        """The scheme, host and port as text, or "null" when the URL has an opaque origin."""
    @property
    def protocol(self) -> str:
        """The scheme with its ":"."""
    @property
    def username(self) -> str:
        """The user, percent-encoded."""
    @property
    def password(self) -> str:
        """The password, percent-encoded."""
    @property
    def host(self) -> str:
        """The host, and the port with a ":" before it unless it is the scheme's default."""
    @property
    def hostname(self) -> str:
        """The host: a domain in ASCII, an IPv4 address, an IPv6 address in brackets, or opaque."""
    @property
    def port(self) -> str:
        """The port as text; "" when it is the scheme's default or there is none."""
    @property
    def pathname(self) -> str:
        """The path, percent-encoded."""
    @property
    def search(self) -> str:
        """The query with its "?"; "" when it is empty or there is none."""
    @property
    def hash(self) -> str:
        """The fragment with its "#"; "" when it is empty or there is none."""
    @property
    def search_params(self) -> list[tuple[str, str]]:
        """The pairs of the query read as a form, as URLSearchParams reads them.

        Example:
            >>> from superuri import whatwg
            >>> whatwg.URL("https://e.com/?q=a+b&q=%C3%BC").search_params
            [('q', 'a b'), ('q', 'ü')]
        """
    @property
    def is_special(self) -> bool:
        """Whether the scheme is http, https, ws, wss, ftp or file, with rules of their own."""
    @property
    def has_opaque_path(self) -> bool:
        """Whether the path is one string without segments, as in mailto: and data: URLs."""
    @property
    def redacted(self) -> str:
        """The text with an ellipsis in place of the password.

        Example:
            >>> from superuri import whatwg
            >>> whatwg.URL("https://u:secret@e.com/").redacted
            'https://u:…@e.com/'
        """
    def replace(
        self,
        *,
        protocol: str = ...,
        username: str = ...,
        password: str = ...,
        host: str = ...,
        hostname: str = ...,
        port: str = ...,
        pathname: str = ...,
        search: str = ...,
        hash: str = ...,
        search_params: _SupportsItems | Iterable[tuple[Any, Any]] = ...,
    ) -> URL:
        """The URL with other components, set as by the standard's setters, in the order below.

        Each component is a str, percent-encoded where it must be; "" removes the component where
        that is possible. A component that is not given stays.

        Args:
            protocol: the scheme, with or without its ":".
            username: the user.
            password: the password.
            host: the host, and the port if it has one.
            hostname: the host alone.
            port: the port as text.
            pathname: the path.
            search: the query, with or without its "?".
            hash: the fragment, with or without its "#".
            search_params: the pairs of the query, as `superuri.form.serialize` accepts them. Give
                either search or search_params, not both.

        Returns:
            Another URL.

        Raises:
            ParseError: when the standard would silently ignore a value, with offsets in its
                characters.
            TypeError: when a value is not a str, a name is not a component, or both search and
                search_params are given.

        Example:
            >>> from superuri import whatwg
            >>> url = whatwg.URL("http://u@e.com:8080/a?b#c")
            >>> url.replace(protocol="https", port="", pathname="/x y", hash="").href
            'https://u@e.com/x%20y?b'
            >>> url.replace(search_params=[("q", "a b"), ("q", "&")]).search
            '?q=a+b&q=%26'

        Source:
            <https://url.spec.whatwg.org/#api>, checked 2026-11-21.
        """
    @staticmethod
    def __get_pydantic_core_schema__(source: type, handler: object, /) -> object: ...
    def __format__(self, spec: str, /) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: URL, /) -> bool: ...
    def __le__(self, other: URL, /) -> bool: ...
    def __gt__(self, other: URL, /) -> bool: ...
    def __ge__(self, other: URL, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

def stream(
    sources: Sequence[str | bytes | None],
    target: tuple[str | int, str],
    rejects: tuple[str | int, str] | None,
    options: _Options,
    progress: Callable[[int, int, int], None] | None = None,
) -> _Done:
    """Applies the verb to all records of the sources, in order, and returns the counts for each
    source.

    A source is bytes, a path, or None for standard input; it is unpacked according to its name or
    its first bytes. The target and the rejects are a path that is appended to (or 1 or 2, a
    standard descriptor) and the name that the file will have, which decides how it is packed.
    `progress`, if given, is called about ten times a second with the bytes read, the records and
    the failures so far.
    """

@final
class Expander:
    """Expands the parts of a template of RFC 6570: texts, and expressions with their variables."""

    def __new__(cls, parts: Iterable[str | Expression], /) -> Self: ...
    def expand(
        self, variables: Mapping[str, object], more: dict[str, Any], longest: int, /
    ) -> str | Variable | None:
        """The expansion with these variables, of which `more` are looked up first.

        None if it has more characters than `longest`; the variable, if one has a prefix and a value
        that is not a text.
        """

def read_as(label: str) -> str | None:
    """The Encoding Standard's name of the encoding in which a document with this label is
    read; None if it is not a label.
    """

def encoding_name(name: str, of_page: bool = False) -> str | None:
    """The engine's name for the encoding of this name, or, for a web page, of this label as the
    standard reads it; None if it is unknown.
    """

def count_findings(
    text: str | bytes, rules: tuple[Sequence[str], Sequence[str], str | None]
) -> list[tuple[str, str, int]]:
    """How many findings each rule has in one text, including findings that are not listed: rule,
    severity and count.
    """

@final
class Unpacked:
    """A file read as the verbs read theirs, or standard input for None.

    It is unpacked according to its name or its first bytes. With `in_place`, a packed file must
    have a name that shows it.
    """

    def __new__(cls, path: str | None, in_place: bool = False) -> Self: ...
    def read(self, most: int) -> bytes:
        """The next octets, at most `most`, as soon as there are any; empty at the end."""

def review_block(
    block: bytes, rules: tuple[Sequence[str], Sequence[str], str | None], least: str, nul: bool
) -> tuple[int, list[tuple[int, int, int]], list[tuple[str, str, int]]]:
    """Lints the records of a block. Returns the number of records; the number, start and end
    of each record with a finding of at least this severity; and rule, severity and count of
    all findings.
    """

def fix_block(
    block: bytes, rules: tuple[Sequence[str], Sequence[str], str | None], guessing: bool, nul: bool
) -> bytes:
    """The block with each of its records fixed, as by `fix`."""

def found_urls(text: bytes) -> list[tuple[int, int, bool]]:
    """The start and the end of each URL in a text, and whether a program fills in a part of it."""

def has_placeholder(text: bytes) -> bool:
    """Whether a program fills in a part of this URL: `%s`, `$HOST`, a port in letters."""

def has_conversion(text: bytes) -> bool:
    """Whether a program's text has a conversion that prose has not: `%B`, `%05d`."""

def lint_in_document(
    text: str | bytes,
    rules: tuple[Sequence[str], Sequence[str], str | None],
    origin: str,
    percents: bool,
) -> tuple[Finding, ...]:
    """The findings of a URL of a document, as by `lint`. Its origin is "whole", "found" in running
    text, or "guessed": then fewer fixes are safe. So they are if no fix may write a new `%`.
    """

def fix_in_document(
    text: str | bytes,
    rules: tuple[Sequence[str], Sequence[str], str | None],
    guessing: bool,
    origin: str,
    percents: bool,
) -> str | bytes:
    """The URL of a document with its findings fixed, as by `fix`."""

def markdown_parts(
    text: str,
) -> list[tuple[Literal["destination", "bracketed", "autolink", "broken", "html"], int, int]]:
    """The parts of a Markdown document that may contain URLs, ordered by their start.

    A `destination` may contain backslash escapes and entities; a `bracketed` one is in angle
    brackets; an `autolink` is literal; a `broken` one has a space, so that there is no link;
    `html` is raw HTML.
    """

@final
class Excluded:
    """The files that patterns in the syntax of `.gitignore` exclude, relative to a folder."""

    def __new__(cls, folder: str, patterns: Iterable[str]) -> Self: ...
    def has(self, path: str) -> bool:
        """Whether the file or folder, or a folder that contains it, is excluded."""

@final
class Walk:
    """The files of a folder that are not excluded, and its links, ordered by name."""

    def __new__(
        cls, folder: str, excluded: Iterable[Excluded] | None = None, *, ignores: bool = True
    ) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[str | None, OSError | None]:
        """The next path, and why it cannot be read."""

def check_options(options: _Options) -> None:
    """Raises if the verb does not work with these options, even without any records."""

def apply(texts: list[bytes], options: _Options) -> _Applied:
    """Applies the verb with its options to each of these texts, which need not be UTF-8."""

def append(target: tuple[str | int, str], data: bytes) -> None:
    """Appends bytes to a path, or to a standard descriptor, packed according to the name."""

def form_encode(data: _Text, *, encoding: str = "utf-8", errors: _FormErrors = "strict") -> str:
    """The data as one name or value of a form: + for a space, other characters percent-encoded.

    All but letters, digits and *-._ is percent-encoded.

    Args:
        data: a str, which is first encoded as UTF-8 or in encoding, or bytes.
        encoding: the encoding of a str. The default is UTF-8.
        errors: what happens to a character that the encoding lacks: "strict" (the default) raises;
            "replace", "ignore", "surrogateescape", "surrogatepass" and "xmlcharrefreplace" do what
            they do in Python's codecs.

    Returns:
        The encoded name or value, a str. When nothing needs encoding, an exact str comes back as
        the same object.

    Raises:
        EncodeError: when a character has no bytes in the encoding, with its offset in characters.
        LookupError: when the encoding is unknown.
        TypeError: when data is neither a str nor bytes, or when encoding or errors is given with
            bytes.
        ValueError: when the word of errors is unknown.

    Example:
        >>> from superuri import form
        >>> form.encode("1+1 %ü~")
        '1%2B1+%25%C3%BC%7E'

    Source:
        URL standard section 1.3, the application/x-www-form-urlencoded percent-encode set.
    """

def form_decode(
    text: _Text,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    repertoire: str | Container[str] | None = None,
) -> str:
    """The text of one name or value of a form: + becomes a space, and escapes are decoded.

    Exactly one level of percent-encoding is decoded.

    Args:
        text: the name or value as it is in the form, a str or bytes.
        encoding: the encoding of the escaped bytes, or a tuple of encodings: each run of escapes is
            decoded by the first that can decode it. The default is UTF-8.
        errors: what happens to a malformed escape and to bytes that are not valid text: "strict"
            (the default), "replace", "ignore" or "keep", as in superuri.decode.
        repertoire: the characters that the decoded text may contain: the name of an encoding, or a
            container of characters. The default None allows every character.

    Returns:
        The decoded text, a str.

    Raises:
        DecodeError: at the first malformed escape or the first byte that is not valid text, with
            offsets in characters of a str, else in bytes.
        RepertoireError: when the decoded text has a character outside the repertoire, with offsets
            in characters of a str, else in bytes.
        EncodeError: when text has a lone surrogate, with its offset in characters.
        LookupError: when the encoding is unknown.
        TypeError: when text is neither a str nor bytes.
        ValueError: when the word of errors is unknown.

    Example:
        >>> from superuri import form
        >>> form.decode("1%202+3")
        '1 2 3'

    Source:
        URL standard section 5.1.
    """

@overload
def form_parse(
    text: _Text,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    separators: Literal["&", ";", "&;"] = "&",
    missing: str = "",
    max_pairs: int | None = None,
    max_bytes: int | None = None,
    repertoire: str | Container[str] | None = None,
) -> list[tuple[str, str]]:
    """The names and values of a form, in order: a list of pairs.

    Names and values are split before they are decoded.

    Args:
        text: the query of a URL without its ?, or the body of a POST, a str or bytes.
        encoding: the encoding of the escaped bytes, or a tuple of encodings: each run of escapes is
            decoded by the first that can decode it. The default is UTF-8.
        errors: what happens to a malformed escape and to bytes that are not valid text: "strict"
            (the default), "replace", "ignore" or "keep", as in superuri.decode. "replace" reads a
            form as the URL standard does.
        separators: what separates the pairs: "&" (the default), ";" or "&;" for both.
        missing: the value of a name without =. The default is "".
        max_pairs: the most pairs that are allowed. The default None sets no limit.
        max_bytes: the most bytes (of UTF-8) that text may have. The default None sets no limit.
            A form beyond a limit is refused before anything is decoded.
        repertoire: the characters that names and values may contain: the name of an encoding, or a
            container of characters. The default None allows every character.

    Returns:
        A list of pairs (name, value).

    Raises:
        DecodeError: at the first malformed escape or the first byte that is not valid text, with
            offsets in characters of a str, else in bytes.
        RepertoireError: when a name or value has a character outside the repertoire, with offsets
            in characters of a str, else in bytes.
        ParseError: when the form goes beyond max_pairs or max_bytes, with offsets in characters of
            a str, else in bytes.
        EncodeError: when text has a lone surrogate, with its offset in characters.
        LookupError: when the encoding is unknown.
        TypeError: when text is neither a str nor bytes, or a limit is not an int.
        ValueError: when the word of errors or separators is unknown, or a limit is negative.

    Example:
        >>> from superuri import form
        >>> form.parse("q=caf%C3%A9+noir&tag=x&tag=y&a&b=")
        [('q', 'café noir'), ('tag', 'x'), ('tag', 'y'), ('a', ''), ('b', '')]
        >>> form.parse("a&b=", missing=None)
        [('a', None), ('b', '')]
        >>> form.parse("a=1;b=2", separators="&;")
        [('a', '1'), ('b', '2')]

    Source:
        URL standard section 5.1.
    """

@overload
def form_parse(
    text: _Text,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    separators: Literal["&", ";", "&;"] = "&",
    missing: None,
    max_pairs: int | None = None,
    max_bytes: int | None = None,
    repertoire: str | Container[str] | None = None,
) -> list[tuple[str, str | None]]: ...
@overload
def form_parse_bytes(
    text: _Text,
    *,
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    separators: Literal["&", ";", "&;"] = "&",
    missing: bytes = b"",
    max_pairs: int | None = None,
    max_bytes: int | None = None,
) -> list[tuple[bytes, bytes]]:
    r"""The names and values of a form, in order, as bytes: for data that is not valid text.

    The parameters are those of parse, without an encoding.

    Args:
        text: the query of a URL without its ?, or the body of a POST, a str or bytes.
        errors: what happens to a malformed escape: "strict" (the default), "replace", "ignore" or
            "keep", as in superuri.decode_bytes.
        separators: what separates the pairs: "&" (the default), ";" or "&;" for both.
        missing: the value of a name without =. The default is b"".
        max_pairs: the most pairs that are allowed. The default None sets no limit.
        max_bytes: the most bytes (of UTF-8) that text may have. The default None sets no limit.
            A form beyond a limit is refused before anything is decoded.

    Returns:
        A list of pairs (name, value) of bytes.

    Raises:
        DecodeError: at the first malformed escape, with offsets in characters of a str, else in
            bytes.
        ParseError: when the form goes beyond max_pairs or max_bytes, with offsets in characters of
            a str, else in bytes.
        EncodeError: when text has a lone surrogate, with its offset in characters.
        TypeError: when text is neither a str nor bytes, or a limit is not an int.
        ValueError: when the word of errors or separators is unknown, or a limit is negative.

    Example:
        >>> from superuri import form
        >>> form.parse_bytes("id=%FF%00&a")
        [(b'id', b'\xff\x00'), (b'a', b'')]

    Source:
        URL standard section 5.1.
    """

@overload
def form_parse_bytes(
    text: _Text,
    *,
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    separators: Literal["&", ";", "&;"] = "&",
    missing: None,
    max_pairs: int | None = None,
    max_bytes: int | None = None,
) -> list[tuple[bytes, bytes | None]]: ...
def form_parse_keywords(
    query: _Text,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
) -> list[str] | None:
    """The words of a keyword query, as from an ISINDEX page (?a+b); None for the query of a form.

    The query of a form contains an unencoded =.

    Args:
        query: the query of a URL without its ?, a str or bytes.
        encoding: the encoding of the escaped bytes, or a tuple, as in superuri.decode. The default
            is UTF-8.
        errors: what happens to a malformed escape and to bytes that are not valid text: "strict"
            (the default), "replace", "ignore" or "keep", as in superuri.decode.

    Returns:
        A list of the decoded words, or None.

    Raises:
        DecodeError: at the first malformed escape or the first byte that is not valid text, with
            offsets in characters of a str, else in bytes.
        EncodeError: when query has a lone surrogate, with its offset in characters.
        LookupError: when the encoding is unknown.
        TypeError: when query is neither a str nor bytes.
        ValueError: when the word of errors is unknown.

    Example:
        >>> from superuri import form
        >>> form.parse_keywords("free+soft%2Bware")
        ['free', 'soft+ware']
        >>> form.parse_keywords("q=free") is None
        True

    Source:
        RFC 3875 section 4.4.
    """

def form_serialize(
    pairs: _SupportsItems | Iterable[tuple[Any, Any]],
    *,
    encoding: str = "utf-8",
    errors: _FormErrors = "strict",
    newlines: Literal["keep", "crlf"] = "keep",
    separator: Literal["&", ";"] = "&",
) -> str:
    """The pairs as a form: the text after the ? of a GET, or the body of a POST.

    Args:
        pairs: a mapping, or an iterable of names and values. A name is a str or bytes. A value is a
            str; bytes, written as they are; an int or a float, as Python writes it; True or False,
            written as true or false; None, for the name alone; or a list or tuple of these, for one
            pair each. None as the value of a mapping drops the pair.
        encoding: the encoding of each str, as in encode. The default is UTF-8.
        errors: what happens to a character that the encoding lacks, as in encode. The default
            "strict" raises.
        newlines: "keep" (the default) leaves the line ends of a str; "crlf" changes each of them
            to CR LF, as in a form that a browser sends.
        separator: what separates the pairs: "&" (the default) or ";", as XForms allows.

    Returns:
        The form, a str.

    Raises:
        EncodeError: when a character of a name or value has no bytes in the encoding, with its
            offset in that name or value, in characters.
        LookupError: when the encoding is unknown.
        TypeError: when a name, a value or the pairs have any other type.
        ValueError: when the word of errors, newlines or separator is unknown.

    Example:
        >>> from superuri import form
        >>> form.serialize([("q", "café noir"), ("tag", ["x", "y"]), ("a", None), ("on", True)])
        'q=caf%C3%A9+noir&tag=x&tag=y&a&on=true'

    Source:
        URL standard section 5.2.
    """

def urllib_remember() -> None:
    """Stores Python's own functions, so that our calls do not become recursive if a program
    replaces them by ours.
    """

def urllib_quote(
    string: str | bytes | bytearray,
    safe: str | Iterable[int] = "/",
    encoding: str | None = None,
    errors: str | None = None,
) -> str:
    """The string with all but letters, digits, _.-~ and safe percent-encoded.

    It does what urllib.parse.quote of the running Python does, errors and warnings included.

    Args:
        string: the text to quote, a str or bytes.
        safe: more characters that are not quoted. The default is /.
        encoding: the encoding of a str. The default None is UTF-8.
        errors: what happens to a character that the encoding lacks, as in str.encode. The default
            None is "strict".

    Returns:
        The quoted text, a str. A str in which nothing needs quoting comes back as the same object.

    Raises:
        UnicodeEncodeError: when errors is "strict" and a character has no bytes in the encoding.
        LookupError: when the encoding is unknown.
        TypeError: when string is neither a str nor bytes, or when encoding or errors is given with
            bytes.

    Example:
        >>> from superuri.compat import urllib
        >>> urllib.quote("a b/ü")
        'a%20b/%C3%BC'

    Source:
        urllib.parse.quote of the running Python.
    """

def urllib_quote_plus(
    string: str | bytes | bytearray,
    safe: str | Iterable[int] = "",
    encoding: str | None = None,
    errors: str | None = None,
) -> str:
    """The string quoted as the value of a form: + for a space, and / quoted too.

    It does what urllib.parse.quote_plus of the running Python does, errors and warnings included.

    Args:
        string: the text to quote, a str or bytes.
        safe: more characters that are not quoted. The default is none.
        encoding: the encoding of a str. The default None is UTF-8.
        errors: what happens to a character that the encoding lacks, as in str.encode. The default
            None is "strict".

    Returns:
        The quoted text, a str.

    Raises:
        UnicodeEncodeError: when errors is "strict" and a character has no bytes in the encoding.
        LookupError: when the encoding is unknown.
        TypeError: when string is neither a str nor bytes, or when encoding or errors is given with
            bytes.

    Example:
        >>> from superuri.compat import urllib
        >>> urllib.quote_plus("a b/ü")
        'a+b%2F%C3%BC'

    Source:
        urllib.parse.quote_plus of the running Python.
    """

def urllib_quote_from_bytes(bs: bytes | bytearray, safe: str | Iterable[int] = "/") -> str:
    r"""The bytes with all but letters, digits, _.-~ and safe percent-encoded, as a str.

    It does what urllib.parse.quote_from_bytes of the running Python does, errors and warnings
    included.

    Args:
        bs: the bytes to quote.
        safe: more characters that are not quoted. The default is /.

    Returns:
        The quoted text, a str.

    Raises:
        TypeError: when bs is not bytes.

    Example:
        >>> from superuri.compat import urllib
        >>> urllib.quote_from_bytes(b"a b\xff")
        'a%20b%FF'

    Source:
        urllib.parse.quote_from_bytes of the running Python.
    """

def urllib_unquote(
    string: str | bytes, encoding: str | None = "utf-8", errors: str | None = "replace"
) -> str:
    """The string with its percent-encoding decoded; + stays.

    It does what urllib.parse.unquote of the running Python does, errors and warnings included.

    Args:
        string: the text to unquote, a str or bytes.
        encoding: the encoding of the escaped bytes. The default is UTF-8.
        errors: what happens to bytes that are not text in the encoding, as in bytes.decode. The
            default "replace" writes U+FFFD for them; superuri.decode raises instead.

    Returns:
        The unquoted text, a str.

    Raises:
        UnicodeDecodeError: when errors is "strict" and bytes are not text in the encoding.
        LookupError: when the encoding is unknown.

    Example:
        >>> from superuri.compat import urllib
        >>> urllib.unquote("caf%C3%A9+%zz")
        'café+%zz'

    Source:
        urllib.parse.unquote of the running Python.
    """

def urllib_unquote_plus(
    string: str, encoding: str | None = "utf-8", errors: str | None = "replace"
) -> str:
    """The string with each + as a space, and then its percent-encoding decoded.

    It does what urllib.parse.unquote_plus of the running Python does, errors and warnings included.

    Args:
        string: the text to unquote, a str.
        encoding: the encoding of the escaped bytes. The default is UTF-8.
        errors: what happens to bytes that are not text in the encoding, as in bytes.decode. The
            default "replace" writes U+FFFD for them.

    Returns:
        The unquoted text, a str.

    Raises:
        UnicodeDecodeError: when errors is "strict" and bytes are not text in the encoding.
        LookupError: when the encoding is unknown.

    Example:
        >>> from superuri.compat import urllib
        >>> urllib.unquote_plus("1%2B1+caf%C3%A9")
        '1+1 café'

    Source:
        urllib.parse.unquote_plus of the running Python.
    """

def urllib_unquote_to_bytes(string: str | bytes | bytearray) -> bytes:
    r"""The bytes of a percent-encoded string; a str is first encoded as UTF-8.

    It does what urllib.parse.unquote_to_bytes of the running Python does, errors and warnings
    included.

    Args:
        string: the text to unquote, a str or bytes.

    Returns:
        The bytes.

    Raises:
        AttributeError: when string is neither a str nor bytes.

    Example:
        >>> from superuri.compat import urllib
        >>> urllib.unquote_to_bytes("a%20b%FF")
        b'a b\xff'

    Source:
        urllib.parse.unquote_to_bytes of the running Python.
    """

def urllib_urlencode(
    query: _SupportsItems | Sequence[tuple[Any, Any]],
    doseq: bool = False,
    safe: str | bytes = "",
    encoding: str | None = None,
    errors: str | None = None,
    quote_via: Callable[..., str] = ...,
) -> str:
    """The pairs of a mapping or a sequence as a query string.

    It does what urllib.parse.urlencode of the running Python does, errors and warnings included.

    Args:
        query: a mapping, or a sequence of pairs of a name and a value.
        doseq: True writes one pair for each element of a value that is a sequence. The default is
            False.
        safe: more characters that are not quoted, passed to quote_via. The default is none.
        encoding: the encoding of a str, passed to quote_via. The default None is UTF-8.
        errors: what happens to a character that the encoding lacks, passed to quote_via. The
            default None is "strict".
        quote_via: the function that quotes each name and value. The default is quote_plus.

    Returns:
        The query, a str, with its pairs in the order of the argument.

    Raises:
        UnicodeEncodeError: when errors is "strict" and a character has no bytes in the encoding.
        LookupError: when the encoding is unknown.
        TypeError: when query is neither a mapping nor a sequence of pairs.

    Example:
        >>> from superuri.compat import urllib
        >>> urllib.urlencode({"q": "a b", "tag": ["x", "y"]}, doseq=True)
        'q=a+b&tag=x&tag=y'

    Source:
        urllib.parse.urlencode of the running Python.
    """

def urllib_parse_qs(
    qs: AnyStr | None,
    keep_blank_values: bool = False,
    strict_parsing: bool = False,
    encoding: str = "utf-8",
    errors: str = "replace",
    max_num_fields: int | None = None,
    separator: str = "&",
) -> dict[AnyStr, list[AnyStr]]:
    """The values of a query string by their names: a dict of lists.

    It does what urllib.parse.parse_qs of the running Python does, errors and warnings included.

    Args:
        qs: the query string, a str or bytes.
        keep_blank_values: True keeps names with an empty value. The default False leaves them out.
        strict_parsing: True raises for a field that is not a pair. The default False ignores it.
        encoding: the encoding of the escaped bytes. The default is UTF-8.
        errors: what happens to bytes that are not text in the encoding, as in bytes.decode. The
            default is "replace".
        max_num_fields: the most fields that are allowed. The default None sets no limit.
        separator: what separates the fields. The default is &.

    Returns:
        A dict from each name to the list of its values.

    Raises:
        ValueError: when strict_parsing is True and a field is not a pair, when there are more
            fields than max_num_fields, or when separator is empty or not a str or bytes.
        UnicodeDecodeError: when errors is "strict" and bytes are not text in the encoding.

    Example:
        >>> from superuri.compat import urllib
        >>> urllib.parse_qs("q=a+b&tag=x&tag=y&empty=")
        {'q': ['a b'], 'tag': ['x', 'y']}

    Source:
        urllib.parse.parse_qs of the running Python.
    """

def urllib_parse_qsl(
    qs: AnyStr | None,
    keep_blank_values: bool = False,
    strict_parsing: bool = False,
    encoding: str = "utf-8",
    errors: str = "replace",
    max_num_fields: int | None = None,
    separator: str = "&",
) -> list[tuple[AnyStr, AnyStr]]:
    """The pairs of a query string, in order: a list of tuples.

    It does what urllib.parse.parse_qsl of the running Python does, errors and warnings included.

    Args:
        qs: the query string, a str or bytes.
        keep_blank_values: True keeps names with an empty value. The default False leaves them out.
        strict_parsing: True raises for a field that is not a pair. The default False ignores it.
        encoding: the encoding of the escaped bytes. The default is UTF-8.
        errors: what happens to bytes that are not text in the encoding, as in bytes.decode. The
            default is "replace".
        max_num_fields: the most fields that are allowed. The default None sets no limit.
        separator: what separates the fields. The default is &.

    Returns:
        A list of pairs (name, value).

    Raises:
        ValueError: when strict_parsing is True and a field is not a pair, when there are more
            fields than max_num_fields, or when separator is empty or not a str or bytes.
        UnicodeDecodeError: when errors is "strict" and bytes are not text in the encoding.

    Example:
        >>> from superuri.compat import urllib
        >>> urllib.parse_qsl("q=a+b&tag=x&tag=y&empty=")
        [('q', 'a b'), ('tag', 'x'), ('tag', 'y')]

    Source:
        urllib.parse.parse_qsl of the running Python.
    """
