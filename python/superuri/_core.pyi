"""The native module's contract: types, and the docstrings of its functions.

``make stub`` copies the docstrings from the running module; a test compares the two.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import (
    Any,
    AnyStr,
    Literal,
    Protocol,
    TypeAlias,
    TypedDict,
    TypeVar,
    final,
    overload,
)

from typing_extensions import Buffer, Never, Self

from superuri._values.finding import Finding
from superuri._values.guess import Guess
from superuri._values.layer import Layer
from superuri.errors import URIError

_D = TypeVar("_D")
_Text: TypeAlias = str | Buffer | URI | URL
_Level: TypeAlias = Literal["case", "percent", "path", "scheme"]
_Also: TypeAlias = Literal["sort-query", "drop-fragment", "drop-tracking", "reserved"]
_Span: TypeAlias = tuple[int, int]
_Userinfo: TypeAlias = Literal["shown", "redacted", "dropped"]
_Host: TypeAlias = Literal["ascii", "safe", "unicode"]
_Sink: TypeAlias = Literal["text", "terminal", "html", "log", "csv", "markdown"]
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
TIER: str
HOST_READINGS: list[tuple[str, str]]
PUBLIC_SUFFIX_LIST: str
MAX_LINE: int
MOST_THREADS: int
ERRORS: list[str]
ON_ERROR: list[str]
COLUMN_VERBS: list[str]
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

class _Applied(TypedDict):
    results: list[bytes | URIError | None]
    differed: bool

def encode(
    data: _Text,
    set: Set | str = "rfc3986.COMPONENT",
    *,
    encoding: str = "utf-8",
    errors: Literal[
        "strict", "replace", "ignore", "surrogateescape", "surrogatepass", "xmlcharrefreplace"
    ] = "strict",
) -> str:
    """The data percent-encoded as one component: ASCII text, safe to join to a URI.

    >>> import superuri
    >>> superuri.encode("a b/ü")
    'a%20b%2F%C3%BC'
    >>> superuri.encode("a b/ü", superuri.sets.rfc3986.PATH)
    'a%20b/%C3%BC'

    data is a str, which is encoded as UTF-8 or in encoding, or bytes, of which each octet is data.
    A label of the Encoding Standard means the standard's tables, another name a codec of Python's.
    set is a superuri.Set; the default leaves only unreserved characters bare. errors is "strict",
    "replace", "ignore", "surrogateescape", "surrogatepass" or "xmlcharrefreplace" (&#N;, escaped
    whatever the set, as a form writes what its encoding lacks), as of Python's codecs. Where
    nothing is to be encoded, an exact str comes back as the same object.

    Raises EncodeError with the offset, in characters, of what has no bytes in the encoding.
    Source: RFC 3986 section 2.1.
    """

def decode(
    text: _Text,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    repertoire: str | Container[str] | None = None,
) -> str:
    """The text with one level of percent-encoding undone, exactly once.

    >>> import superuri
    >>> superuri.decode("caf%C3%A9")
    'café'
    >>> superuri.decode("%2541")
    '%41'
    >>> superuri.decode("100%25 %E9", errors="keep")
    '100% %E9'

    Characters above U+007F stand for themselves, and so does +. encoding is a label of the Encoding
    Standard, the name of a codec of Python's, or a tuple of them: then each run of escapes is
    decoded by the first that can. errors is "strict"; "replace"
    (U+FFFD for bytes that are not valid text), "ignore" (they are dropped) or "keep" (their escapes
    stay, and whatever else the result would not be read back without). A % that begins no escape
    stays under these three. repertoire is the name of an encoding, or a container of characters:
    the decoded text must not go beyond it.

    Raises DecodeError with the offsets of the first malformed escape or of the first bytes that are
    not valid text, and RepertoireError; offsets are characters of a str, else bytes.
    Source: RFC 3986 section 2.1.
    """

def decode_bytes(
    text: _Text, *, errors: Literal["strict", "replace", "ignore", "keep"] = "strict"
) -> bytes:
    r"""The octets that the text stands for: one level of percent-encoding undone, for binary data.

    >>> import superuri
    >>> superuri.decode_bytes("%0F%FFA")
    b'\x0f\xffA'

    Characters above U+007F stand for their UTF-8. errors is "strict", or "replace", "ignore" or
    "keep", under which a % that begins no escape stays; under "keep", what would read as another
    escape stays escaped too.

    Raises DecodeError with the offsets of the first malformed escape.
    Source: RFC 3986 section 2.1.
    """

def clean(text: _Text, profile: Profile | str = "RFC3986") -> str:
    """The text as a legal URI reference: what no URI may hold is percent-encoded, nothing else.

    >>> import superuri
    >>> superuri.clean("http://example.com/a b?q=50%&r=%2F")
    'http://example.com/a%20b?q=50%25&r=%2F'
    >>> uri = "http://example.com/?sig=a%2Bb%3D"
    >>> superuri.clean(uri) is uri
    True

    A well-formed escape is never touched, a delimiter never added or taken away. A legal URI comes
    back as the same object. profile is a superuri.Profile, of superuri.profiles.

    Raises ParseError with the offsets of what cannot be repaired without guessing, and EncodeError
    for a lone surrogate; offsets are characters of a str, else bytes.
    Source: RFC 3986 Appendix A; Giuca 2012, "How do you escape a complete URI?".
    """

def is_uri(text: _Text, profile: Profile | str = "RFC3986") -> bool:
    """Whether the text is a legal URI reference as it stands, which clean would return unchanged.

    >>> import superuri
    >>> superuri.is_uri("http://example.com/%7Euser")
    True
    >>> superuri.is_uri("http://example.com/%zz")
    False

    Raises nothing for any str or bytes.
    Source: RFC 3986 Appendix A.
    """

def edits(text: _Text, profile: Profile | str = "RFC3986") -> tuple[tuple[int, int, str, str], ...]:
    """The replacements that clean would make: (start, end, replacement, why) each, in order.

    >>> import superuri
    >>> superuri.edits("/a b%")
    ((2, 3, '%20', 'space'), (4, 5, '%25', 'stray-percent'))

    Offsets are characters of a str, else bytes; applying them gives clean's result.

    Raises what clean raises, and ParseError (too-many-rows) for more than 131,072 edits.
    Source: as of clean.
    """

def pretty(uri: _Text, profile: Display | str = "LOSSLESS") -> str:
    """The URI as a human reads it: an escape is undone where what is read is what would be sent.

    >>> import superuri
    >>> superuri.pretty("http://example.com/Helen%20%C3%98deg%C3%A5rd?q=a%26b&r=%E2%80%AE")
    'http://example.com/Helen Ødegård?q=a%26b&r=%E2%80%AE'
    >>> safe = superuri.profiles.LOSSLESS.replace(userinfo="redacted", host="safe", sink="html")
    >>> superuri.pretty("http://bob:x@xn--bcher-kva.example/", safe)
    '<bdi>http</bdi>://<bdi>…</bdi>@<bdi>bücher.example</bdi><bdi>/</bdi>'

    The cleaned URI is shown. Under profiles.LOSSLESS, clean makes an equivalent of it again of what
    is shown, also after NFC: delimiters, controls, what is invisible, and what looks like a
    delimiter stay escapes. The policies are arguments of Display.replace: userinfo= ("shown",
    "redacted", "dropped"), host= ("ascii", "safe", "unicode") with protected= names, sink= (the
    medium), length= (the host is never cut). profiles.SUPER_URI is the list of Giuca's article.
    A URI with nothing to undo comes back as the same object.

    Raises what clean raises.
    Source: RFC 3986 section 6.2.2; UTS 39; what Chromium and Firefox leave escaped.
    """

def shown(
    uri: _Text, profile: Display | str = "LOSSLESS"
) -> tuple[str, tuple[tuple[int, int, int, int, str, str], ...]]:
    """The text that pretty gives, and what became of each escape: (text, spans).

    >>> import superuri
    >>> superuri.shown("/%C3%A9%2F")[0]
    '/é%2F'
    >>> for span in superuri.shown("/%C3%A9%2F")[1]:
    ...     print(span)
    (1, 7, 1, 2, 'decoded', 'it is shown as the character it stands for')
    (7, 10, 2, 5, 'delimiter', 'decoded, it would delimit (RFC 3986 section 2.2)')

    Each span is (start, end, shown start, shown end, code, sentence), in order. The first two are
    offsets in what was passed, in characters of a str, else in bytes; the next two in the text.
    What a policy left out or replaced has a span too.

    Raises what clean raises, and ParseError (too-many-rows) for more than 131,072 spans or edits.
    Source: as of pretty.
    """

def tokens(
    text: _Text, /
) -> tuple[
    list[tuple[int, int, str, str, str | None, int, int | None, str | None, str | None]],
    list[tuple[int, int, str, str, str]],
    URIError | None,
]:
    """What explain reads: the characters of a text, the edits of cleaning it, and why it has none.

    >>> from superuri import _core
    >>> tokens, edits, error = _core.tokens("/%C3%A9")
    >>> tokens[1]
    (1, 7, 'path', 'escape', 'é', 2, None, 'decoded', 'it is shown as the character it stands for')

    A token is its start and end, the name of its place, its kind, the character it stands for or
    None, one bit for each of all_standards() that leaves the character bare there, the number of
    its edit or None, and what showing makes of an escape. An edit is its start and end, what
    stands there afterwards, the name of its reason and its sentence. Offsets are characters of a
    str, else bytes. Raises EncodeError for a lone surrogate.
    """

def layers(text: _Text, depth: int = 16) -> tuple[Layer, ...]:
    """The text after each further decoding until nothing changes: a tuple of Layer, empty where
    nothing is encoded.

    >>> import superuri
    >>> for layer in superuri.layers("%252e%252e%252fetc"):
    ...     print(layer)
    Layer(text='%2e%2e%2fetc', revealed=())
    Layer(text='../etc', revealed=('dot-segment', 'slash'))
    >>> superuri.layers("a+b%")
    ()

    A Layer has the text, in which octets that are not UTF-8 stay escaped ("%E9" has no layer), and
    revealed, what stands bare there and was escaped before: "nul", "line-break", "control", "url",
    "dot-segment", "slash", "backslash", "delimiter", "markup", "non-ascii". At most depth layers
    are taken off, 16 unless said: a text that is deeper has as many, and the last one still holds
    an escape. A % that begins no escape stays. This is for looking: a program decodes once, and
    superuri.decode does that.

    Raises EncodeError for a lone surrogate, ValueError for a depth below 1.
    Source: RFC 3986 section 2.4: implementations must not decode the same string more than once.
    """

def all_standards() -> tuple[tuple[str, str, dict[str, str]], ...]:
    """Every standard that explain knows: its name, its title, and what it says of each place as a
    dict of place to source.

    >>> from superuri import _core
    >>> ", ".join(title for _, title, _ in _core.all_standards())
    'RFC 3986, RFC 3987, URL standard, RFC 2396, RFC 1738, forms'
    """

def percent_u_decode(
    text: _Text,
    *,
    encoding: str | tuple[str, ...] = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
) -> str:
    """The text with its %uXXXX escapes and one level of ordinary escapes undone.

    >>> from superuri import percent_u
    >>> percent_u.decode("caf%C3%A9 %u0107 %uD83D%uDE00")
    'café ć 😀'
    >>> percent_u.decode("caf%E9 %u0107", encoding="latin-1")
    'café ć'

    Ordinary escapes are octets of the encoding, as decode reads them; JavaScript's escape() writes
    them in latin-1. The u is a small one. Two halves of a surrogate pair are one character; a half
    by itself is an error.

    Raises DecodeError with the offsets of the first fault; errors is as of decode.
    Source: ECMA-262 Annex B, unescape; Internet Explorer and classic ASP.
    """

def percent_u_encode(text: str | URI | URL, set: Set | str = "rfc3986.COMPONENT") -> str:
    """The text with each ASCII character of the set as %XX, and every other character as %uXXXX.

    >>> from superuri import percent_u
    >>> percent_u.encode("é/😀")
    '%u00E9%2F%uD83D%uDE00'

    A character above U+FFFF becomes two, a surrogate pair. What comes back is in no standard of
    URIs: use it where the receiver asks for it.

    Raises EncodeError with the offset of a lone surrogate.
    Source: Internet Explorer and classic ASP; ECMA-262 Annex B, escape, which writes é as %E9.
    """

def lint(
    text: _Text,
    *,
    select: str | Iterable[str] = (),
    ignore: str | Iterable[str] = (),
    policy: str | None = None,
) -> tuple[Finding, ...]:
    """The findings of a text: everything that is wrong or odd about it as a URI, in order.

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

    select and ignore hold codes, beginnings of codes, or names of rules: select takes the place of
    the default rules or the policy's, ignore leaves some out. `superuri.rules` and
    `superuri.policies` list what there is. Offsets are code points of a str, bytes of bytes. Any
    text has findings or none: nothing is raised for what it holds. What is illegal is found where
    `clean` edits or refuses the text, with its edit as the fix.

    Raises ValueError for the name of no rule or policy.
    Source: each rule's own.
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
    """The text with the fixes of its findings applied; the same object where there is none.

    >>> import superuri
    >>> superuri.fix("HTTP://example.com:80/%c3%a9 b")
    'http://example.com/%C3%A9%20b'
    >>> superuri.fix("<http://example.com/?a=1&amp;b=2>", unsafe=True)
    'http://example.com/?a=1&b=2'

    A fix is safe where the text means the same afterwards, as RFC 3986 section 6 has it, or where
    it is an edit of `clean`. With unsafe=True the others are applied too: they guess. The other
    options are as of `lint`. What comes back is a str for a str, else bytes.

    Raises ValueError for the name of no rule or policy.
    Source: as of lint.
    """

@overload
def fix(
    text: Buffer,
    *,
    unsafe: bool = False,
    select: str | Iterable[str] = (),
    ignore: str | Iterable[str] = (),
    policy: str | None = None,
) -> bytes:
    """The text with the fixes of its findings applied; the same object where there is none.

    >>> import superuri
    >>> superuri.fix("HTTP://example.com:80/%c3%a9 b")
    'http://example.com/%C3%A9%20b'
    >>> superuri.fix("<http://example.com/?a=1&amp;b=2>", unsafe=True)
    'http://example.com/?a=1&b=2'

    A fix is safe where the text means the same afterwards, as RFC 3986 section 6 has it, or where
    it is an edit of `clean`. With unsafe=True the others are applied too: they guess. The other
    options are as of `lint`. What comes back is a str for a str, else bytes.

    Raises ValueError for the name of no rule or policy.
    Source: as of lint.
    """

def all_rules() -> list[tuple[str, str, Literal["error", "warning", "info"], str, str, str, bool]]:
    """Every rule: code, name, severity, sentence, example, source; is it asked by default?"""

def all_policies() -> list[tuple[str, str, list[str], bool, str]]:
    """Every policy: name, sentence, its rules' codes, is each finding made more severe, source."""

def guess_encoding(text: _Text) -> tuple[Guess, ...]:
    """The encodings that the escaped octets may be in, the likeliest first, each with its evidence.

    >>> import superuri
    >>> [best, *others] = superuri.guess_encoding("http://tieba.baidu.com/f?kw=%C3%C0%CE%C4")
    >>> best.encoding, best.text
    ('gbk', 'http://tieba.baidu.com/f?kw=美文')
    >>> superuri.guess_encoding("caf%C3%83%C2%A9")[0].evidence
    'as windows-1252, its text is UTF-8 again: "café"'

    Each guess has encoding, which decode takes; score, from 0 to 1; text and evidence. It is a
    guess: short texts are often several things at once. "double-utf-8" is what repair_mojibake
    undoes; "ascii" is what needs no guess. Raw characters of a str are text already: they stay.

    Raises EncodeError for a lone surrogate.
    Source: the detector chardetng, and how common the characters are that it would be.
    """

def repair_mojibake(text: _Text) -> str:
    """The text before its UTF-8 was taken for windows-1252 and written as UTF-8 again.

    >>> import superuri
    >>> superuri.repair_mojibake("caf%C3%83%C2%A9?x=%c3%a9")
    'caf%C3%A9?x=%c3%a9'
    >>> superuri.repair_mojibake("Ã¼ber")
    'über'

    Escapes stay escapes, raw characters raw; what is not mojibake stays as it is, to the case of
    its hex digits: where there is none, an exact str comes back as the same object. What was
    mistaken twice is repaired twice, so that repairing again changes nothing.

    Raises EncodeError for a lone surrogate.
    Source: the Encoding Standard's windows-1252.
    """

def log_decode(
    text: _Text,
    format: str,
    *,
    field: str | None = None,
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
) -> str:
    r"""The text of a log's field: what the log encoded undone, and one level of a URI's own.

    >>> from superuri import logs
    >>> logs.decode("q=caf%25C3%25A9", "cloudfront")
    'q=café'
    >>> logs.decode(r"GET /caf\xC3\xA9%0A HTTP/1.1", "nginx")
    'GET /café%0A HTTP/1.1'

    It stays on its line: control characters and line separators are escaped, and so is a % that
    would begin an escape. errors is as of decode.

    Raises DecodeError with the offsets of the first fault, in the text of the log; ValueError for a
    format or a field that is none.
    Source: that of the format's row.
    """

def log_wire(text: _Text, format: str, *, field: str | None = None) -> bytes:
    r"""The octets of a log's field as they stood on the wire, before the log encoded them.

    >>> from superuri import logs
    >>> logs.wire("q=caf%25C3%25A9", "cloudfront")
    b'q=caf%C3%A9'
    >>> logs.wire(r"GET /\xC3\xA9 HTTP/1.1", "nginx")
    b'GET /\xc3\xa9 HTTP/1.1'

    format is a name of logs.formats; field is the name of one of its fields, by default the usual
    one. What is not a valid percent-escape of the log's stays.

    Raises ValueError for a format or a field that is none.
    Source: that of the format's row.
    """

def all_logs() -> list[
    tuple[str, str, str, str, str, tuple[tuple[str, tuple[str, ...], bool], ...]]
]:
    """Every log: name, usual field, how its lines are divided, source, date, and its fields: name,
    steps, and whether it is a URI.
    """

def escape(text: str | URI | URL) -> str:
    """The text as ECMAScript's escape writes it: %XX below U+0100, else %uXXXX a code unit.

    >>> from superuri.compat import ecmascript
    >>> ecmascript.escape("a/b é~ć")
    'a/b%20%E9%7E%u0107'

    Never use it for a URI: no URI standard knows %uXXXX, and %E9 is not UTF-8. Raises for no str.
    Source: ECMA-262 Annex B.2.1.1.
    """

def unescape(text: str | URI | URL) -> str:
    """The text as ECMAScript's unescape reads it: %XX and %uXXXX are code units, all else stays.

    >>> from superuri.compat import ecmascript
    >>> ecmascript.unescape("%u0107%uD83D%uDE00%E9%C3%A9%zz%")
    'ć😀éÃ©%zz%'

    Two halves of a surrogate pair become one character. Raises for no str.
    Source: ECMA-262 Annex B.2.1.2.
    """

def encodeURI(text: str | URI | URL) -> str:
    """The text as ECMAScript's encodeURI writes it: all but ;,/?:@&=+$# and -_.!~*'() is encoded.

    >>> from superuri.compat import ecmascript
    >>> ecmascript.encodeURI("http://[::1]/a b?q=%41")
    'http://%5B::1%5D/a%20b?q=%2541'

    It escapes what is escaped already, and the brackets of IPv6: superuri.clean does not.

    Raises EncodeError, as its URIError, with the offset of a lone surrogate.
    Source: ECMA-262 section 19.2.6.4.
    """

def encodeURIComponent(text: str | URI | URL) -> str:
    """The text as ECMAScript's encodeURIComponent writes it: all but -_.!~*'() is encoded.

    >>> from superuri.compat import ecmascript
    >>> ecmascript.encodeURIComponent("it's a/b & ü")
    "it's%20a%2Fb%20%26%20%C3%BC"

    It leaves !'()* bare, which RFC 3986 reserves: superuri.encode does not.

    Raises EncodeError, as its URIError, with the offset of a lone surrogate.
    Source: ECMA-262 section 19.2.6.5.
    """

def decodeURI(text: str | URI | URL) -> str:
    """The text as ECMAScript's decodeURI reads it: the escapes of ;,/?:@&=+$# stay.

    >>> from superuri.compat import ecmascript
    >>> ecmascript.decodeURI("/%7Euser/%2f%2525")
    '/~user/%2f%25'

    It undoes %25, so that %252F and %2F become one.

    Raises DecodeError, as its URIError, with the offsets of the first bad escape.
    Source: ECMA-262 section 19.2.6.2.
    """

def decodeURIComponent(text: str | URI | URL) -> str:
    """The text as ECMAScript's decodeURIComponent reads it: every escape undone, as UTF-8.

    >>> from superuri.compat import ecmascript
    >>> ecmascript.decodeURIComponent("caf%C3%A9+%2F")
    'café+/'

    Raises DecodeError, as its URIError, with the offsets of the first bad escape.
    Source: ECMA-262 section 19.2.6.3.
    """

def fixedEncodeURI(text: str | URI | URL) -> str:
    """The text as fixedEncodeURI writes it: encodeURI, but escapes and brackets stay.

    >>> from superuri.compat import ecmascript
    >>> ecmascript.fixedEncodeURI("http://[::1]/a b?q=%41")
    'http://[::1]/a%20b?q=%41'
    >>> ecmascript.fixedEncodeURI("/%5B")
    '/['

    It reads %5B and %5D as brackets wherever they stand, the text's own too: so does the original,
    and it is kept on purpose. A % that begins no escape stays. superuri.clean has neither.

    Raises EncodeError, as its URIError, with the offset of a lone surrogate.
    Source: Giuca 2012, "How do you escape a complete URI?".
    """

def fixedDecodeURI(text: str | URI | URL) -> str:
    """The text as fixedDecodeURI reads it: decodeURI, but %25, %5B and %5D stay, in upper case.

    >>> from superuri.compat import ecmascript
    >>> ecmascript.fixedDecodeURI("/%7Euser/%2f%252F%5b")
    '/~user/%2f%252F%5B'

    Raises DecodeError, as its URIError, with the offsets of the first bad escape.
    Source: Giuca 2012, "How do you escape a complete URI?".
    """

def all_sets() -> list[Set]:
    """Every set's row, in the table's order."""

def all_profiles() -> list[Profile]:
    """Every profile, the default first."""

def all_displays() -> list[Display]:
    """Every display profile, the default first."""

def find_set(family: str, name: str) -> Set:
    """The set of this family and name, as pickle asks for it."""

def make_set(bits: int, non_ascii: str) -> Set:
    """The set of these bits and this rule, as pickle asks for it."""

def make_profile(name: str, text_encoding: str | None, query_encoding: str | None) -> Profile:
    """The profile of this name and these encodings, as pickle asks for it."""

def make_display(
    name: str,
    userinfo: str,
    host: str,
    sink: str,
    length: int | None,
    protected: Sequence[str],
) -> Display:
    """The display profile of this name and these policies, as pickle asks for it."""

def normalize(uri: _Text, level: _Level = "scheme", *, also: _Also | Iterable[_Also] = ()) -> str:
    """The one spelling of all URIs that are equivalent to this one at the level.

    >>> import superuri
    >>> superuri.normalize("HTTP://Example.com:80/%7euser/../a%2fb?")
    'http://example.com/a%2Fb?'
    >>> superuri.normalize("http://e.com/%7e/../b", "percent")
    'http://e.com/~/../b'
    >>> superuri.normalize("//e.com/?utm_id=1&b&a#top", also=("sort-query", "drop-tracking"))
    '//e.com/?a&b#top'

    The URI is cleaned first. level is "case" (of scheme, host and escapes), "percent" (escaped
    unreserved characters are undone, too), "path" (dot-segments leave, too) or "scheme" (default
    ports and empty paths, too). What can change the meaning is done only when also says so:
    "sort-query" by name, "drop-fragment", "drop-tracking", and "reserved", which undoes escaped
    delimiters that delimit nothing under the URI's scheme. A normal URI comes back as the same
    object.

    Raises what clean raises.
    Source: RFC 3986 section 6.2.
    """

def equivalent(a: _Text, b: _Text, level: _Level = "scheme") -> bool:
    """Whether two URIs have one normal form at the level.

    >>> import superuri
    >>> superuri.equivalent("http://e.com:80/%7e", "HTTP://E.com/~")
    True
    >>> superuri.equivalent("http://e.com/a%2Fb", "http://e.com/a/b")
    False

    Raises what clean raises.
    Source: RFC 3986 section 6.2.
    """

def compare(a: _Text, b: _Text, level: _Level = "scheme") -> tuple[bool, str]:
    """Whether two URIs are equivalent at the level, and why: (equal, word).

    >>> import superuri
    >>> superuri.compare("http://e.com/%7e", "http://e.com/~")
    (True, 'percent')
    >>> superuri.compare("http://e.com/a", "http://e.com:8080/b")
    (False, 'port')

    The word names the first step that makes them equal: "text", "clean", "case", "percent", "path"
    or "scheme"; or the first component in which their normal forms differ: "scheme", "authority"
    (one has none), "userinfo", "host", "port", "path", "query" or "fragment".

    Raises what clean raises.
    Source: RFC 3986 section 6.2.
    """

def split(text: str | URI | URL) -> Parts:
    """The five components of any str, as Parts: what is absent is None, what is empty is "".

    >>> import superuri
    >>> superuri.split("http://e.com/a?")
    Parts(scheme='http', authority='e.com', path='/a', query='')
    >>> superuri.split("http://e.com/a?").spans
    ((0, 4), (7, 12), (12, 14), (15, 15), None)

    Nothing is checked or decoded; join gives the text back, byte for byte.

    Raises nothing for any str.
    Source: RFC 3986 Appendix B, with the scheme held to its grammar.
    """

def passwords(text: str) -> list[tuple[int, int]]:
    """The spans of characters of a text that may be passwords, for who is about to quote it.

    >>> from superuri import _core
    >>> _core.passwords("see http://bob:secret@example.com/")
    [(15, 21)]

    It errs on the side of hiding, as the text need not be a URI.
    """

def unsplit(parts: Iterable[str | None]) -> str:
    """The text that these five components make, which splits into them and no others.

    >>> import superuri
    >>> superuri.unsplit(("http", "e.com", "/a", "", None))
    'http://e.com/a?'
    >>> superuri.unsplit((None, None, "a:b", None, None))
    Traceback (most recent call last):
    superuri.errors.ParseError: path "a:b" at 0..3 would read back as a scheme: write ./ before it

    The parts are what split gave, or any five: scheme, authority, path, query, fragment, each a
    str or None. Nothing is encoded.

    Raises ParseError, its offsets those of the component, where one would read back as something
    else. Source: RFC 3986 section 5.3.
    """

@final
class Column:
    """A column that a verb gave.

    >>> from superuri.columns import arrow
    >>> column = arrow.apply(["a b", None], "encode")
    >>> column
    <superuri.Column of 2 rows: string>
    >>> column.to_list()
    ['a%20b', None]

    Whatever reads Arrow reads it, without a copy: it has the methods of the Arrow PyCapsule
    interface. What did not change shows the buffers that came in.
    """

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]:
        """The rows as Python's objects, one after the other."""
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def to_pyarrow(self) -> Any:  # noqa: ANN401  because its library may be missing
        """A pyarrow.Array where one array came in and fits in one; a pyarrow.ChunkedArray else."""
    def to_polars(self) -> Any:  # noqa: ANN401  because its library may be missing
        """A polars.Series."""
    def to_pandas(self) -> Any:  # noqa: ANN401  because its library may be missing
        """A pandas.Series whose values stay in Arrow's buffers."""
    def to_list(self) -> list[Any]:
        """The rows as Python's objects; a struct is a dict, null is None."""

def apply_column(
    column: object,
    verb: str,
    on_error: str,
    with_errors: bool,
    threads: int | None,
    options: dict[str, object] | None,
) -> Column:
    """The column that a verb makes of another; `superuri.columns.arrow.apply` says how."""

@final
class Parts:
    """The components of a text, and where they stand in it. None is absent, which only the path
    cannot be.

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
        """Without its ":"."""
    @property
    def authority(self) -> str | None:
        """Without its "//"."""
    @property
    def path(self) -> str:
        """Always there, perhaps empty."""
    @property
    def query(self) -> str | None:
        """Without its "?"."""
    @property
    def fragment(self) -> str | None:
        """Without its "#"."""
    @property
    def spans(self) -> tuple[_Span | None, _Span | None, _Span, _Span | None, _Span | None]:
        """Where each of the five stands in the text: (start, end), or None."""
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
    """The URI of these parts, each of them data, and encoded for the place it stands in.

    >>> import superuri
    >>> superuri.build(scheme="https", host="e.com", segments=["a/b", "ü"], query={"q": "1&x=2"})
    URI('https://e.com/a%2Fb/%C3%BC?q=1%26x%3D2')
    >>> str(superuri.build(scheme="postgresql", user="user", password="p@ss/#word", host="::1",
    ...     port=5432, path="/db"))
    'postgresql://user:p%40ss%2F%23word@[::1]:5432/db'

    A part is a str, bytes, a number or a bool (true, false); None is absent. segments are data,
    slashes too (slash="refuse" raises for one); path is text whose slashes delimit. query is a
    mapping or pairs: None drops a pair, a list repeats it, a mapping inside needs nested: "rails"
    (a[b]=1&c[]=2), "php" (a[b]=1&c[0]=2) or "dots" (a.b=1&c=2). A % is data everywhere.

    Raises ParseError for what no escape makes data of: a host with a delimiter in it, a port that
    is none, a dot-segment, a path that would read as an authority. EncodeError for a lone
    surrogate. TypeError for parts that need another, and for other types.
    Source: RFC 3986 sections 2.2, 2.4, 3 and 5.3.
    """

def fill(template: str | Template | _TString, /, **values: object) -> URI:
    """The URI that a template makes of these values, each encoded for the place of its slot.

    >>> import superuri
    >>> superuri.fill("https://{host}/{seg}?q={q}&{**more}", host="e.com", seg="a/b", q="&",
    ...     more={"x": [1, 2]})
    URI('https://e.com/a%2Fb?q=%26&x=1&x=2')

    The template is a text as superuri.Template takes it, or a Template, or a t-string (PEP 750),
    which brings its own values: t"https://{host}/{seg}?q={q}". There, {seg:*} takes a list and
    {more:**} pairs; any other format, and a conversion, makes the text that an f-string would.
    None drops the pair of a query or the fragment that the slot is the value of; "" keeps it.

    Raises ParseError for a template that is none, and for a value that no escape makes data of:
    see superuri.build. TypeError for names that are missing or that no slot has.
    Source: RFC 3986 sections 2.2, 2.4 and 3; PEP 750.
    """

@final
class Template:
    """A template of URIs whose slots know in which component they stand.

    >>> import superuri
    >>> users = superuri.Template("https://{host}/users/{user}/{*path}?q={q}&{**more}#{top}")
    >>> users.names
    ('host', 'user', 'path', 'q', 'more', 'top')
    >>> users.fill(host="e.com", user="a/b", path=["x", "y z"], q=None, more={"n": 1}, top="é")
    URI('https://e.com/users/a%2Fb/x/y%20z?n=1#%C3%A9')

    The literal text alone says where components begin and end; it is cleaned. {name} takes one
    value, {*name} a list, as segments or as the value of a pair, {**name} the pairs of a query. A
    scheme and a port are a slot whole or not at all; a slot beside other text of a host takes part
    of one label. {{ and }} are braces. (The templates of RFC 6570 are superuri.rfc6570.)

    Raises ParseError with the offset in the template.
    Source: RFC 3986 sections 2.2, 2.4 and 3.
    """

    def __new__(cls, text: str, /) -> Self: ...
    @property
    def text(self) -> str:
        """The template as it is written."""
    @property
    def names(self) -> tuple[str, ...]:
        """The names of the slots, in order."""
    def fill(self, **values: object) -> URI:
        """The URI of these values, one for each name; as superuri.fill."""
    def match(self, uri: _Text, /) -> dict[str, Any] | None:
        """What each name holds in the URI, decoded, or None where the template does not make it.

        >>> import superuri
        >>> users = superuri.Template("https://{host}/users/{user}/{*path}?q={q}&{**more}")
        >>> users.match("https://e.com/users/a%2Fb/x/y?n=1")
        {'host': 'e.com', 'user': 'a/b', 'path': ('x', 'y'), 'q': None, 'more': (('n', '1'),)}

        Literal text is matched as it is written, scheme and host in any case, the pairs of a query
        in any order. Of a label that a slot shares with text, the characters count and not the
        A-label. A slot takes as little as it can.

        Raises ParseError for what is not a URI, DecodeError where a value is not valid UTF-8.
        """
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Raw:
    """The components of a URI as they are written: no escape is undone, no case changed.

    >>> import superuri
    >>> raw = superuri.URI("HTTP://bob:x@[::1]:080/a%2Fb/c?q=%31#").raw
    >>> raw.scheme, raw.host, raw.port, raw.segments, raw.query, raw.fragment
    ('HTTP', '[::1]', '080', ('a%2Fb', 'c'), 'q=%31', '')

    What is absent is None, what is empty is ''. Source: RFC 3986 section 3.
    """

    @property
    def scheme(self) -> str | None:
        """Without its ":"."""
    @property
    def authority(self) -> str | None:
        """Without its "//"."""
    @property
    def userinfo(self) -> str | None:
        """User and password, without the "@"."""
    @property
    def user(self) -> str | None:
        """What precedes the first ":" of the userinfo."""
    @property
    def password(self) -> str | None:
        """What follows it."""
    @property
    def host(self) -> str | None:
        """An IP literal with its brackets."""
    @property
    def port(self) -> str | None:
        """Its digits, without the ":"."""
    @property
    def path(self) -> str:
        """Always there, perhaps empty."""
    @property
    def segments(self) -> tuple[str, ...]:
        """The path between its slashes; none of an empty path."""
    @property
    def query(self) -> str | None:
        """Without its "?"."""
    @property
    def fragment(self) -> str | None:
        """Without its "#"."""

@final
class URI:
    """A legal URI reference, its text kept bit for bit.

    >>> import superuri
    >>> uri = superuri.URI("http://bob:x@e.com:8080/a%2Fb/c?q=1+1&r#top")
    >>> uri.host, uri.port, uri.segments, uri.query
    ('e.com', 8080, ('a/b', 'c'), (('q', '1+1'), ('r', None)))
    >>> uri.with_pair("r", "é")
    URI('http://bob:…@e.com:8080/a%2Fb/c?q=1+1&r=%C3%A9#top')
    >>> str(superuri.URI("//e.com/x") / "a b/c")
    '//e.com/x/a%20b%2Fc'

    Views are decoded, those of .raw as they are written. What is absent is None. Edits take data,
    as superuri.build does, or a URI, escape what would delimit, and leave all else byte for byte.
    Two are equal if their texts are; superuri.equivalent knows more. repr hides a password, str
    does not.

    Raises ParseError for what is not a legal reference: URI.clean makes one of it. A view raises
    DecodeError where its octets are not valid UTF-8.
    Source: RFC 3986.
    """

    __match_args__ = ("scheme", "host", "port", "path", "query", "fragment")
    def __new__(cls, text: _Text, /) -> Self: ...
    @classmethod
    def clean(cls, text: _Text, /) -> Self:
        """The URI that superuri.clean makes of the text.

        Args:
            text: A str, bytes, or a URI.

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
        """The components as they are written."""
    @property
    def scheme(self) -> str | None:
        """The scheme, in lower case."""
    @property
    def userinfo(self) -> str | None:
        """The user and the password as they are written, or None."""
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
        """What the host is: "name", "ipv4", "ipv6" or "ipvfuture"."""
    @property
    def zone(self) -> str | None:
        """The zone of an IPv6 address, decoded (RFC 6874)."""
    @property
    def port(self) -> int | None:
        """The port as the URI has it, or None where it is absent or empty. Raises ParseError beyond
        65535.
        """
    @property
    def effective_port(self) -> int | None:
        """The port to connect to: the URI's, else the default port of its scheme, else None."""
    @property
    def origin(self) -> str | None:
        """The origin: scheme, host and port in lower case, without the scheme's default port; None
        where there is no scheme or no host (RFC 6454 section 6.2). "https://e.com".
        """
    @property
    def is_absolute(self) -> bool:
        """Does the URI have a scheme, so that it needs no base?"""
    @property
    def name(self) -> str:
        """The last segment, decoded; "" where the path is empty or ends in a slash."""
    @property
    def suffix(self) -> str:
        """The name's suffix with its dot, decoded; "" where there is none. ".gz" of "a.tar.gz"."""
    @property
    def parent(self) -> URI:
        """The URI without its last segment, query and fragment. The root is its own parent."""
    @property
    def path_and_query(self) -> str:
        """Path and query as they are written, with the ? between them."""
    @property
    def query_map(self) -> MappingProxyType[str, tuple[str | None, ...]]:
        """The pairs of `query` as a read-only mapping: each name has the tuple of its values.
        `with_query` takes it.
        """
    def get_all(self, name: _Data, /) -> tuple[str, ...]:
        """The values of all pairs of the query that have this name, decoded.

        Args:
            name: The name, decoded.

        Returns:
            A tuple of str in the order of the query, "" for a name without a value.

        Raises:
            DecodeError: A value is not valid UTF-8.

        Example:
            >>> import superuri
            >>> superuri.URI("?id=1&q=x&id=2").get_all("id")
            ('1', '2')
        """
    def request_target(
        self, form: Literal["origin", "absolute", "authority", "asterisk"] = "origin"
    ) -> str:
        """The target of a request for this URI, as the first line of an HTTP request has it.

        Args:
            form: "origin", path and query, to a server; "absolute", the URI without its fragment
                and, under http and https, without userinfo, to a proxy; "authority", host and
                port, for CONNECT; "asterisk", the server as a whole, for OPTIONS.

        Returns:
            The target as a str of ASCII. An empty path is "/" in the origin form.

        Raises:
            ParseError: The URI has no target of this form: it has no host, for example.
            ValueError: The form is none of the four.

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
        """The path, decoded whole: a slash in it may be data. `segments` tells."""
    @property
    def segments(self) -> tuple[str, ...]:
        """The path's segments, decoded; () of an empty path."""
    @property
    def query(self) -> tuple[tuple[str, str | None], ...]:
        """The query's pairs, decoded: (name, value or None) each. A + is a +; see `form`."""
    @property
    def form(self) -> tuple[tuple[str, str | None], ...]:
        """The same pairs read as a form: a + is a space."""
    @overload
    def get(self, name: _Data, /) -> str | None:
        """The value of the query's first pair of this name, decoded.

        Args:
            name: The name, decoded.
            default: What comes back where no pair has this name.

        Returns:
            A str, "" of a name without a value; or the default.

        Raises:
            DecodeError: The value is not valid UTF-8.

        Example:
            >>> import superuri
            >>> uri = superuri.URI("?q=a%26b&q=2&r")
            >>> uri.get("q"), uri.get("r"), uri.get("s"), uri.get("s", default="0")
            ('a&b', '', None, '0')
        """
    @overload
    def get(self, name: _Data, /, default: _D) -> str | _D:
        """The value of the query's first pair of this name, decoded.

        Args:
            name: The name, decoded.
            default: What comes back where no pair has this name.

        Returns:
            A str, "" of a name without a value; or the default.

        Raises:
            DecodeError: The value is not valid UTF-8.

        Example:
            >>> import superuri
            >>> uri = superuri.URI("?q=a%26b&q=2&r")
            >>> uri.get("q"), uri.get("r"), uri.get("s"), uri.get("s", default="0")
            ('a&b', '', None, '0')
        """
    @property
    def fragment(self) -> str | None:
        """The fragment, decoded."""
    @property
    def redacted(self) -> str:
        """The text with an ellipsis for the password."""
    def with_scheme(self, scheme: _Data | None, /) -> URI:
        """The same URI with another scheme.

        Args:
            scheme: A scheme, or None for none.

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
            userinfo: User and password as they are to be written, already escaped; None for none.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: It is not legal as it stands, or the URI has no host.

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
            ParseError: It is not one host; a delimiter in it is refused, for none is escaped there.

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
            ParseError: It is not a number, or the URI has no host.
            ValueError: The int is beyond 65535.

        Example:
            >>> import superuri
            >>> superuri.URI("http://e.com:80/").with_port(None)
            URI('http://e.com/')
        """
    def with_path(self, path: _Data, /) -> URI:
        """The same URI with this path. For data, use with_segments.

        Args:
            path: The path as it is to be written, already escaped.

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
            suffix: The suffix with its dot, data; "" takes the suffix away.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            ParseError: It is not a suffix, or the path has no name.

        Example:
            >>> import superuri
            >>> superuri.URI("/a.tar.gz?q").with_suffix(".zst")
            URI('/a.tar.zst?q')
        """
    def with_raw_query(self, query: _Data | None, /) -> URI:
        """The same URI with another query. For data, use with_query.

        Args:
            query: The query as it is to be written, already escaped, without its ?; None for none.

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
            value: The value, data; of None, the name is all that is written.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            EncodeError: A str has no UTF-8.

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
                repeats its name; of None, the name is all that is written.
            **named: More pairs, behind the others.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            TypeError: A value is not a str, bytes, an int, a float or a bool.
            EncodeError: A str has no UTF-8.

        Example:
            >>> import superuri
            >>> uri = superuri.URI("/?r").with_query({"q": "a&b", "id": [1, 2], "r": None})
            >>> str(uri)
            '/?q=a%26b&id=1&id=2&r'
            >>> uri.with_query(q="x y")
            URI('/?q=x%20y')
        """
    def with_pair(self, name: _Data, value: _Data | None, /) -> URI:
        """The same URI with one value of this name in its query.

        The first pair of the name gets the value, and its other pairs go. Where there was none, a
        pair is added at the end.

        Args:
            name: The name, data.
            value: The value, data; of None, the name is all that is written.

        Returns:
            The new URI; every byte that the edit does not name stays.

        Raises:
            EncodeError: A str has no UTF-8.

        Example:
            >>> import superuri
            >>> superuri.URI("/?a=1&b=%7e&a=2").with_pair("a", "x&y")
            URI('/?a=x%26y&b=%7e')
        """
    def without_pair(self, *names: _Data) -> URI:
        """The same URI without the query's pairs of these names.

        Args:
            *names: The names, data. Where no other pair is left, there is no query.

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
        """The target of a reference, seen from this URI.

        Args:
            reference: A URI reference, a str, bytes or a URI.
            strict: If False, a scheme of the reference that is this URI's own counts as none.

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
        """The shortest reference that means the target here.

        Args:
            target: A URI reference, a str, bytes or a URI.

        Returns:
            A reference that resolves to the target; the target itself where none is shorter.

        Raises:
            ParseError: The target is not a legal URI reference.

        Example:
            >>> import superuri
            >>> superuri.URI("http://a/b/c/d").relativize("http://a/b/g?y")
            URI('../g?y')

        Source:
            RFC 3986 section 5.2, undone.
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
    """A percent-encode set: it holds what **is** encoded."""

    def __new__(
        cls,
        encoded: str,
        *,
        non_ascii: Literal["encoded", "bare", "ucschar", "ucschar-or-private"] = "encoded",
    ) -> Set: ...
    @property
    def family(self) -> str | None:
        """The standard or implementation it comes from, or None of one's own making."""
    @property
    def name(self) -> str | None:
        """Its name there, or None."""
    @property
    def source(self) -> str | None:
        """Where it is said, or None."""
    @property
    def checked(self) -> str | None:
        """The day it was last compared with its source, or None."""
    @property
    def encoded(self) -> str:
        """The ASCII characters that are encoded, in order."""
    @property
    def bare(self) -> str:
        """The ASCII characters that stay bare, in order."""
    @property
    def non_ascii(self) -> Literal["encoded", "bare", "ucschar", "ucschar-or-private"]:
        """What becomes of the rest: "encoded", "bare", "ucschar" or "ucschar-or-private"."""
    @property
    def space(self) -> Literal["%20", "+", " "]:
        """How its dialect writes a space: "%20", "+" or " ". encode never reads it, dialects do."""
    @property
    def reversible(self) -> bool:
        """Does decoding undo encoding? So it does where `%` is encoded."""
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
    """How a whole URI is cleaned."""

    @property
    def name(self) -> str:
        """The name."""
    @property
    def source(self) -> str:
        """Where it is said."""
    @property
    def checked(self) -> str:
        """The day it was last compared with its source."""
    @property
    def sets(self) -> dict[str, Set]:
        """The set of each component, by name."""
    @property
    def encoding(self) -> str | None:
        """The encoding of the text of all but host and query, or None for UTF-8."""
    @property
    def query_encoding(self) -> str | None:
        """The encoding of the text of the query, or None for UTF-8."""
    def encoded(self, text: str | None = None, *, query: str | None = None) -> Profile:
        """The same profile for a str whose text is in other encodings than UTF-8."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Display:
    """How a URI is shown: which escapes are undone, and the policies."""

    @property
    def name(self) -> str:
        """The name."""
    @property
    def source(self) -> str:
        """Where it is said."""
    @property
    def checked(self) -> str:
        """The day it was last compared with its source."""
    @property
    def undone(self) -> str:
        """The ASCII characters whose escapes are undone, if their place allows it, in order."""
    @property
    def unicode(self) -> str:
        """The version of Unicode that says what the characters beyond ASCII are."""
    @property
    def userinfo(self) -> _Userinfo:
        """What becomes of the userinfo: "shown", "redacted" or "dropped"."""
    @property
    def host(self) -> _Host:
        """How an internationalised host is shown: "ascii", "safe" or "unicode"."""
    @property
    def sink(self) -> _Sink:
        """The medium: "text", "terminal", "html", "log", "csv" or "markdown"."""
    @property
    def length(self) -> int | None:
        """How many characters are shown at most, or None."""
    @property
    def protected(self) -> tuple[str, ...]:
        """The host names that no other may be mistaken for where the host is "safe"."""
    def replace(
        self,
        *,
        userinfo: _Userinfo = ...,
        host: _Host = ...,
        sink: _Sink = ...,
        length: int | None = ...,
        protected: str | Iterable[str] = ...,
    ) -> Display:
        """The same profile with other policies; what is not named stays."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

def agreed_host(uri: _Text, *, has_base: bool = False, host: bool = False) -> str | None:
    r"""The host of a URI on which all readers agree.

    The readings are those of both standards; of parsers that take \ for /, or white space out, that
    split at the first @ or only at /, that decode or apply NFKC before they split; of those that
    fetch the URL inside of another (jar:, view-source:), and of Windows, which opens shares. What
    checks a host is seldom what connects to it: where two differ, guessing is an attack.

    Args:
        uri: A str, bytes or a URI; it need not be legal.
        has_base: Whether the text is a link on a page or in a header Location, which has a base.
            Readers without a base (curl, wget, urllib3) take index.html, good.com:80 and the e.com
            of mailto:me@e.com for hosts; with a base, they are not asked.
        host: Whether the text is a host alone, such as "example.com" or "::1", and not a URI.

    Returns:
        The host in lower-case ASCII, an IPv6 address in brackets; None where no reader sees one.
        hosts.explain_host says why.

    Raises:
        ParseError: ambiguous-authority, which names the readings; no-scheme for text without a
            scheme that does not begin with /, ? or #, unless it has_base; bad-host for what is not
            a host alone. Offsets are characters of a str, else bytes.

    Example:
        >>> import superuri
        >>> superuri.agreed_host("https://user@EXAMPLE.com:443/a")
        'example.com'
        >>> superuri.agreed_host("http://127.1/")
        Traceback (most recent call last):
            ...
        superuri.errors.ParseError: the host at 7..12 is not the same to all readers: ...
        >>> superuri.agreed_host("index.html")
        Traceback (most recent call last):
            ...
        superuri.errors.ParseError: the start of the text at 0..10 has no scheme before it, ...

    Source:
        RFC 3986, the URL standard, and the clients and CVEs in docs/hosts.md.
    """

def domain(uri: _Text, *, rules: Literal["all", "icann"] = "all", host: bool = False) -> str | None:
    """The registrable domain of a URI's host: a public suffix and one label more.

    Args:
        uri: A str, bytes or a URI; it need not be legal.
        rules: "all", which keeps sites of different owners apart, or "icann", the rules of the
            registries without those of companies. The list is superuri.hosts.LIST.
        host: Whether the text is a host alone, such as "example.com", and not a URI.

    Returns:
        The domain in lower-case ASCII; None of an address, of a public suffix and where there is no
        host. hosts.explain_host says why.

    Raises:
        ParseError: Where agreed_host raises it.

    Example:
        >>> import superuri
        >>> superuri.domain("https://www.example.co.uk/")
        'example.co.uk'
        >>> superuri.domain("www.example.co.uk", host=True)
        'example.co.uk'
        >>> uri = "https://www.someone.github.io/"
        >>> superuri.domain(uri), superuri.domain(uri, rules="icann")
        ('someone.github.io', 'github.io')

    Source:
        The Public Suffix List, <https://publicsuffix.org/list/>.
    """

def public_suffix(
    uri: _Text, *, rules: Literal["all", "icann"] = "all", host: bool = False
) -> str | None:
    """The public suffix of a URI's host: what its domain is registered under.

    A name that no rule knows is under its last label.

    Args:
        uri: A str, bytes or a URI; it need not be legal.
        rules: "all" or "icann", as of superuri.domain.
        host: Whether the text is a host alone, and not a URI.

    Returns:
        The suffix in lower-case ASCII; None of an address and where there is no host.

    Raises:
        ParseError: Where agreed_host raises it.

    Example:
        >>> from superuri import hosts
        >>> uri = "https://www.someone.github.io/"
        >>> hosts.public_suffix(uri), hosts.public_suffix(uri, rules="icann")
        ('github.io', 'io')

    Source:
        The Public Suffix List, <https://publicsuffix.org/list/>.
    """

def key(uri: _Text, tables: str = "2026.1") -> bytes:
    """The key of a URI, 16 bytes: the same for all that a job takes for one, and for no others.

    >>> from superuri import keys
    >>> keys.key("HTTP://e.com:80/?b&a&utm_id=1#top").hex()
    'a914c2d671b873a47b17ff7f92a24c95'
    >>> keys.key("http://e.com/?a&b") == keys.key("HTTP://e.com:80/?b&a&utm_id=1#top")
    True

    The URI is normalised at the level "scheme" with all of also: the query's pairs are sorted by
    name, the fragment and what only tracks leave, and delimiters that delimit nothing are decoded.
    The key is BLAKE2b with 16 bytes of "superuri.key 2026.1", a line feed, and that text. tables
    names what it rests on (`keys.tables`): the key stays the same under a name, in every release.

    Raises what clean raises; ValueError for tables that are unknown.
    Source: RFC 3986 section 6.2; RFC 7693.
    """

def key_tables(name: str = "2026.1") -> dict[str, str]:
    """What the tables of a name are: a dict of names and versions.

    >>> from superuri import keys
    >>> keys.tables("2026.1")["unicode"]
    '18.0'

    A date is when a table was last compared with its sources. No key depends on the list of public
    suffixes; who groups keys by `superuri.domain` does.

    Raises ValueError for a name that is unknown; it lists those there are.
    """

def surt(
    uri: _Text, variant: Literal["ia", "cdxj", "ia-scheme"] = "ia", *, www: bool = False
) -> str:
    """The SURT of a URL: the key by which web archives sort their captures.

    >>> from superuri import keys
    >>> keys.surt("http://www.Example.com/B/?b=1&a=2&sid=0123456789abcdef0123456789abcdef")
    'com,example)/b?&a=2&b=1'
    >>> keys.surt("http://www.example.com/", www=True)
    'com,example,www)/'
    >>> keys.surt("http://www.example.com/", "ia-scheme")
    'http://(com,example,)/'

    variant is "ia", the Internet Archive's (the surt package), "cdxj", that of pywb's index, which
    is the same, or "ia-scheme", with a scheme and a comma. "www." and "www2." stay where www says
    so.
    The text may be anything; one without a scheme is taken for http, an empty one for "-".

    Raises ParseError for a port that is none, and EncodeError for a lone surrogate.
    Source: surt 0.3.1 and pywb 2.10.
    """

def safe_browsing(url: _Text) -> str:
    """The URL as Safe Browsing (version 4) sees it.

    >>> from superuri import keys
    >>> keys.safe_browsing("http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65")
    'http://168.188.99.26/.secure'

    Escapes are undone until there are none, so that this is not a URI. One without a scheme is
    taken for http; user and password are left out.

    Raises ParseError for a text without a host, and EncodeError for a lone surrogate.
    Source: <https://developers.google.com/safe-browsing/v4/urls-hashing>.
    """

def safe_browsing_expressions(url: _Text) -> tuple[str, ...]:
    """What Safe Browsing (version 4) looks up: suffixes of the host with prefixes of the path.

    >>> from superuri import keys
    >>> keys.safe_browsing_expressions("http://a.b.c/1/2.html?q")[:3]
    ('a.b.c/1/2.html?q', 'a.b.c/1/2.html', 'a.b.c/')

    There are 30 at most.

    Raises what `keys.safe_browsing` raises.
    Source: <https://developers.google.com/safe-browsing/v4/urls-hashing>.
    """

def ipv4(host: _Text) -> str | None:
    """The IPv4 address that browsers and inet_aton read in a host, dotted, or None.

    >>> from superuri import hosts
    >>> hosts.ipv4("0x7f.1"), hosts.ipv4("017700000001"), hosts.ipv4("example.com")
    ('127.0.0.1', '127.0.0.1', None)

    Raises EncodeError for a lone surrogate.
    Source: <https://url.spec.whatwg.org/#concept-ipv4-parser>.
    """

@final
class URL:
    """A URL as the URL standard has it: what every browser makes of a text.

    >>> from superuri import whatwg
    >>> url = whatwg.URL("../ü?q#f", "HTTP://ex%41mple.com:80/a/b/")
    >>> url.href
    'http://example.com/a/%C3%BC?q#f'
    >>> url.hostname, url.pathname, url.search, url.hash
    ('example.com', '/a/%C3%BC', '?q', '#f')

    text is a str or a URI, base what it is read against. The value is frozen: `replace` gives
    another one. A lone surrogate is read as U+FFFD, as the standard's USVString says. Equality,
    hash and order are those of href; `str(url)` is href, and repr hides the password.

    Raises ParseError with the place of what browsers refuse, too.
    Source: <https://url.spec.whatwg.org/#url-class>, checked 2026-11-21.
    """

    def __new__(cls, text: str | URI | URL, base: str | URI | URL | None = None) -> URL: ...
    @staticmethod
    def can_parse(text: str | URI | URL, base: str | URI | URL | None = None) -> bool:
        """Is the text a URL, read against the base if there is one?

        >>> from superuri import whatwg
        >>> whatwg.URL.can_parse("https://e.com:99999/"), whatwg.URL.can_parse("/a", "https://e.com")
        (False, True)
        """
    @property
    def href(self) -> str:
        """The URL as text."""
    @property
    def origin(self) -> str:
        """Scheme, host and port as text, or "null" where the URL belongs to nobody."""
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
        """The host, and the port with a ":" before it unless it is the scheme's own."""
    @property
    def hostname(self) -> str:
        """The host: a domain in ASCII, an IPv4 address, an IPv6 address in brackets, or opaque."""
    @property
    def port(self) -> str:
        """The port as text; "" where it is the scheme's own or there is none."""
    @property
    def pathname(self) -> str:
        """The path, percent-encoded."""
    @property
    def search(self) -> str:
        """The query with its "?"; "" where it is empty or there is none."""
    @property
    def hash(self) -> str:
        """The fragment with its "#"; "" where it is empty or there is none."""
    @property
    def search_params(self) -> list[tuple[str, str]]:
        """The pairs of the query read as a form, as URLSearchParams has them.

        >>> from superuri import whatwg
        >>> whatwg.URL("https://e.com/?q=a+b&q=%C3%BC").search_params
        [('q', 'a b'), ('q', 'ü')]
        """
    @property
    def is_special(self) -> bool:
        """Is it of http, https, ws, wss, ftp or file, which the standard has rules for?"""
    @property
    def has_opaque_path(self) -> bool:
        """Is the path one string without segments, as of mailto: and data:?"""
    @property
    def redacted(self) -> str:
        """The text with an ellipsis for the password.

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
        """The URL with other components: what the standard's setters do, in the order below.

        >>> from superuri import whatwg
        >>> url = whatwg.URL("http://u@e.com:8080/a?b#c")
        >>> url.replace(protocol="https", port="", pathname="/x y", hash="").href
        'https://u@e.com/x%20y?b'
        >>> url.replace(search_params=[("q", "a b"), ("q", "&")]).search
        '?q=a+b&q=%26'

        Each is a str, percent-encoded where it must be; "" takes the component away where it can
        be. search_params is what `superuri.form.serialize` accepts; it and search exclude each
        other.

        Raises ParseError for a value that the standard ignores without a word.
        Source: <https://url.spec.whatwg.org/#api>, checked 2026-11-21.
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
    """What became of each source, after the verb was applied to all their records in order.

    A source is bytes, a path, or None for standard input. The target and the rejects are a path
    that is appended to (or 1 or 2, a standard descriptor) and the name that it will have. Names
    that end in `.gz` and `.zst` are unpacked and packed. `progress`, if given, is called about ten
    times a second with the bytes read, the records and the failures so far.
    """

def read_as(label: str) -> str | None:
    """What the Encoding Standard calls the encoding in which a document of this label is read; None
    if it is not a label.
    """

def encoding_name(name: str, of_page: bool = False) -> str | None:
    """What the engine calls the encoding of this name, for a web page as the standard reads the
    page's label; None if it does not know it.
    """

def count_findings(
    text: str | bytes,
    asked: tuple[Sequence[str], Sequence[str], str | None],
) -> list[tuple[str, str, int]]:
    """How often each rule finds something in one text, listed or not: rule, severity and count."""

@final
class Unpacked:
    """A file as the verbs read theirs: unpacked as its name says; standard input for None."""

    def __new__(cls, path: str | None) -> Self: ...
    def read(self, most: int) -> bytes:
        """The next octets, so many at most, as soon as there are any; none at the end."""

def review_block(
    block: bytes,
    asked: tuple[Sequence[str], Sequence[str], str | None],
    least: str,
    nul: bool,
) -> tuple[int, list[tuple[int, int, int]], list[tuple[str, str, int]]]:
    """What the linter says of the records of a block: how many there are; number, start and end of
    those with findings of this severity or above; rule, severity and count of all findings.
    """

def mend_block(
    block: bytes,
    asked: tuple[Sequence[str], Sequence[str], str | None],
    guessing: bool,
    nul: bool,
) -> bytes:
    """The block with each of its records mended, as `fix` mends it."""

def found_urls(text: bytes) -> list[tuple[int, int]]:
    """Where the URLs of a text stand: start and end of each."""

def check_options(options: _Options) -> None:
    """Raises where the verb cannot be done with these options, whatever the records."""

def apply(texts: list[bytes], options: _Options) -> _Applied:
    """What became of these texts, which need not be UTF-8, each as the verb and its options say."""

def append(target: tuple[str | int, str], data: bytes) -> None:
    """Append bytes to a path, or to a standard descriptor, packed as the name says."""

def form_encode(data: _Text, *, encoding: str = "utf-8", errors: _FormErrors = "strict") -> str:
    """The data as one name or value of a form: + for a space, and all but letters, digits and *-._
    percent-encoded.

    >>> from superuri import form
    >>> form.encode("1+1 %ü~")
    '1%2B1+%25%C3%BC%7E'

    data is a str, which is encoded as UTF-8 or in encoding, or bytes, of which each octet is data.
    errors is "strict", "replace", "ignore", "surrogateescape", "surrogatepass" or
    "xmlcharrefreplace", as of Python's codecs. Where nothing is to be encoded, an exact str comes
    back as the same object.

    Raises EncodeError with the offset, in characters, of what has no bytes in the encoding.
    Source: URL standard section 1.3, the application/x-www-form-urlencoded percent-encode set.
    """

def form_decode(
    text: _Text,
    *,
    encoding: str = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
) -> str:
    """What one name or value of a form stands for: + is a space, and one level of percent-encoding
    is undone, exactly once.

    >>> from superuri import form
    >>> form.decode("1%202+3")
    '1 2 3'

    errors is "strict", "replace", "ignore" or "keep", as of superuri.decode.

    Raises DecodeError with the offset of the first bad triplet or byte.
    Source: URL standard section 5.1.
    """

@overload
def form_parse(
    text: _Text,
    *,
    encoding: str = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    separators: Literal["&", ";", "&;"] = "&",
    missing: str = "",
    max_pairs: int | None = None,
    max_bytes: int | None = None,
) -> list[tuple[str, str]]:
    """The names and values of a form, in order: a list of pairs.

    >>> from superuri import form
    >>> form.parse("q=caf%C3%A9+noir&tag=x&tag=y&a&b=")
    [('q', 'café noir'), ('tag', 'x'), ('tag', 'y'), ('a', ''), ('b', '')]
    >>> form.parse("a&b=", missing=None)
    [('a', None), ('b', '')]
    >>> form.parse("a=1;b=2", separators="&;")
    [('a', '1'), ('b', '2')]

    text is the query of a URL, without its ?, or the body of a POST, str or bytes. Names and
    values are split before they are decoded, in encoding, with errors as of superuri.decode;
    errors="replace" reads as the URL standard does. separators is "&", ";" or "&;". missing is the
    value of a name without =. More pairs than max_pairs, or bytes (of UTF-8) than max_bytes, are
    refused before anything is decoded.

    Raises DecodeError with the offset of the first bad triplet or byte; ParseError where a limit
    is passed.
    Source: URL standard section 5.1.
    """

@overload
def form_parse(
    text: _Text,
    *,
    encoding: str = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    separators: Literal["&", ";", "&;"] = "&",
    missing: None,
    max_pairs: int | None = None,
    max_bytes: int | None = None,
) -> list[tuple[str, str | None]]:
    """The names and values of a form, in order: a list of pairs.

    >>> from superuri import form
    >>> form.parse("q=caf%C3%A9+noir&tag=x&tag=y&a&b=")
    [('q', 'café noir'), ('tag', 'x'), ('tag', 'y'), ('a', ''), ('b', '')]
    >>> form.parse("a&b=", missing=None)
    [('a', None), ('b', '')]
    >>> form.parse("a=1;b=2", separators="&;")
    [('a', '1'), ('b', '2')]

    text is the query of a URL, without its ?, or the body of a POST, str or bytes. Names and
    values are split before they are decoded, in encoding, with errors as of superuri.decode;
    errors="replace" reads as the URL standard does. separators is "&", ";" or "&;". missing is the
    value of a name without =. More pairs than max_pairs, or bytes (of UTF-8) than max_bytes, are
    refused before anything is decoded.

    Raises DecodeError with the offset of the first bad triplet or byte; ParseError where a limit
    is passed.
    Source: URL standard section 5.1.
    """

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

    >>> from superuri import form
    >>> form.parse_bytes("id=%FF%00&a")
    [(b'id', b'\xff\x00'), (b'a', b'')]

    The parameters are those of parse.
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
) -> list[tuple[bytes, bytes | None]]:
    r"""The names and values of a form, in order, as bytes: for data that is not valid text.

    >>> from superuri import form
    >>> form.parse_bytes("id=%FF%00&a")
    [(b'id', b'\xff\x00'), (b'a', b'')]

    The parameters are those of parse.
    """

def form_parse_keywords(
    query: _Text,
    *,
    encoding: str = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
) -> list[str] | None:
    """The words of a keyword query, as of an ISINDEX page (?a+b); None where the query is a form's.

    >>> from superuri import form
    >>> form.parse_keywords("free+soft%2Bware")
    ['free', 'soft+ware']
    >>> form.parse_keywords("q=free") is None
    True

    encoding and errors are those of superuri.decode. A form's query has an = that is not encoded.

    Raises DecodeError with the offset of the first bad triplet or byte.
    Source: RFC 3875 section 4.4.
    """

def form_serialize(
    pairs: _SupportsItems | Iterable[tuple[Any, Any]],
    *,
    encoding: str = "utf-8",
    errors: _FormErrors = "strict",
    newlines: Literal["keep", "crlf"] = "keep",
) -> str:
    """The pairs as a form: what stands behind the ? of a GET, or in the body of a POST.

    >>> from superuri import form
    >>> form.serialize([("q", "café noir"), ("tag", ["x", "y"]), ("a", None), ("on", True)])
    'q=caf%C3%A9+noir&tag=x&tag=y&a&on=true'

    pairs is a mapping, or an iterable of names and values. A name is a str or bytes. A value is a
    str; bytes, as they are; an int or a float, as Python writes it; True or False, as true or
    false; None, the name alone; or a list or tuple of these, a pair for each. Anything else is a
    TypeError. encoding and errors are for str, as of encode. newlines="crlf" ends each line of a
    str in CR LF, as a form that a browser sends; "keep" is the default.

    Raises EncodeError with the offset, in characters of the name or value, of what has no bytes in
    the encoding.
    Source: URL standard section 5.2.
    """

def urllib_remember() -> None:
    """Remembers Python's own functions as they are now, so that who puts ours in their place there
    does not send our calls in a circle.
    """

def urllib_quote(
    string: str | bytes | bytearray,
    safe: str | Iterable[int] = "/",
    encoding: str | None = None,
    errors: str | None = None,
) -> str:
    """The string with all but letters, digits, _.-~ and safe percent-encoded.

    >>> from superuri.compat import urllib
    >>> urllib.quote("a b/ü")
    'a%20b/%C3%BC'

    As urllib.parse.quote of the running Python, errors and warnings too. A str in which nothing is
    to be quoted comes back as the same object.
    """

def urllib_quote_plus(
    string: str | bytes | bytearray,
    safe: str | Iterable[int] = "",
    encoding: str | None = None,
    errors: str | None = None,
) -> str:
    """The string quoted as a form's value: + for a space, and / quoted too.

    >>> from superuri.compat import urllib
    >>> urllib.quote_plus("a b/ü")
    'a+b%2F%C3%BC'

    As urllib.parse.quote_plus of the running Python, errors and warnings too.
    """

def urllib_quote_from_bytes(bs: bytes | bytearray, safe: str | Iterable[int] = "/") -> str:
    r"""The bytes with all but letters, digits, _.-~ and safe percent-encoded, as a str.

    >>> from superuri.compat import urllib
    >>> urllib.quote_from_bytes(b"a b\xff")
    'a%20b%FF'

    As urllib.parse.quote_from_bytes of the running Python, errors and warnings too.
    """

def urllib_unquote(
    string: str | bytes, encoding: str | None = "utf-8", errors: str | None = "replace"
) -> str:
    """The string with its percent-encoding undone; + stays.

    >>> from superuri.compat import urllib
    >>> urllib.unquote("caf%C3%A9+%zz")
    'café+%zz'

    As urllib.parse.unquote of the running Python, errors and warnings too. Bytes that are not text
    in the encoding become U+FFFD, unless errors says otherwise: superuri.decode raises instead.
    """

def urllib_unquote_plus(
    string: str, encoding: str | None = "utf-8", errors: str | None = "replace"
) -> str:
    """The string with + read as a space, and then its percent-encoding undone.

    >>> from superuri.compat import urllib
    >>> urllib.unquote_plus("1%2B1+caf%C3%A9")
    '1+1 café'

    As urllib.parse.unquote_plus of the running Python, errors and warnings too.
    """

def urllib_unquote_to_bytes(string: str | bytes | bytearray) -> bytes:
    r"""The bytes that the string stands for; a str is UTF-8.

    >>> from superuri.compat import urllib
    >>> urllib.unquote_to_bytes("a%20b%FF")
    b'a b\xff'

    As urllib.parse.unquote_to_bytes of the running Python, errors and warnings too.
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

    >>> from superuri.compat import urllib
    >>> urllib.urlencode({"q": "a b", "tag": ["x", "y"]}, doseq=True)
    'q=a+b&tag=x&tag=y'

    As urllib.parse.urlencode of the running Python, errors and warnings too.
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

    >>> from superuri.compat import urllib
    >>> urllib.parse_qs("q=a+b&tag=x&tag=y&empty=")
    {'q': ['a b'], 'tag': ['x', 'y']}

    As urllib.parse.parse_qs of the running Python, errors and warnings too.
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

    >>> from superuri.compat import urllib
    >>> urllib.parse_qsl("q=a+b&tag=x&tag=y&empty=")
    [('q', 'a b'), ('tag', 'x'), ('tag', 'y')]

    As urllib.parse.parse_qsl of the running Python, errors and warnings too.
    """
