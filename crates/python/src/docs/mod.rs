//! Docstrings of the verbs, as Python's `help` shows them.

pub(crate) mod forms;
pub(crate) mod lint;
pub(crate) mod urllib;

use std::ffi::CStr;

pub(crate) const ENCODE: &CStr =
    cr#"encode($module, data, set='rfc3986.COMPONENT', *, encoding='utf-8', errors='strict')
--

The data percent-encoded as one component: ASCII text, safe to join to a URI.

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
Source: RFC 3986 section 2.1."#;

pub(crate) const DECODE: &CStr =
    cr#"decode($module, text, *, encoding='utf-8', errors='strict', repertoire=None)
--

The text with one level of percent-encoding undone, exactly once.

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
Source: RFC 3986 section 2.1."#;

pub(crate) const DECODE_BYTES: &CStr = cr#"decode_bytes($module, text, *, errors='strict')
--

The octets that the text stands for: one level of percent-encoding undone, for binary data.

>>> import superuri
>>> superuri.decode_bytes("%0F%FFA")
b'\x0f\xffA'

Characters above U+007F stand for their UTF-8. errors is "strict", or "replace", "ignore" or
"keep", under which a % that begins no escape stays; under "keep", what would read as another
escape stays escaped too.

Raises DecodeError with the offsets of the first malformed escape.
Source: RFC 3986 section 2.1."#;

pub(crate) const CLEAN: &CStr = cr#"clean($module, text, profile='RFC3986')
--

The text as a legal URI reference: what no URI may hold is percent-encoded, nothing else.

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
Source: RFC 3986 Appendix A; Giuca 2012, "How do you escape a complete URI?"."#;

pub(crate) const IS_URI: &CStr = cr#"is_uri($module, text, profile='RFC3986')
--

Whether the text is a legal URI reference as it stands, which clean would return unchanged.

>>> import superuri
>>> superuri.is_uri("http://example.com/%7Euser")
True
>>> superuri.is_uri("http://example.com/%zz")
False

Raises nothing for any str or bytes.
Source: RFC 3986 Appendix A."#;

pub(crate) const EDITS: &CStr = cr#"edits($module, text, profile='RFC3986')
--

The replacements that clean would make: (start, end, replacement, why) each, in order.

>>> import superuri
>>> superuri.edits("/a b%")
((2, 3, '%20', 'space'), (4, 5, '%25', 'stray-percent'))

Offsets are characters of a str, else bytes; applying them gives clean's result.

Raises what clean raises, and ParseError (too-many-rows) for more than 131,072 edits.
Source: as of clean."#;

pub(crate) const PRETTY: &CStr = cr#"pretty($module, uri, profile='LOSSLESS')
--

The URI as a human reads it: an escape is undone where what is read is what would be sent.

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
Source: RFC 3986 section 6.2.2; UTS 39; what Chromium and Firefox leave escaped."#;

pub(crate) const SHOWN: &CStr = cr#"shown($module, uri, profile='LOSSLESS')
--

The text that pretty gives, and what became of each escape: (text, spans).

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
Source: as of pretty."#;
pub(crate) const PERCENT_U_DECODE: &CStr =
    cr#"percent_u_decode($module, text, *, encoding='utf-8', errors='strict')
--

The text with its %uXXXX escapes and one level of ordinary escapes undone.

>>> from superuri import percent_u
>>> percent_u.decode("caf%C3%A9 %u0107 %uD83D%uDE00")
'café ć 😀'
>>> percent_u.decode("caf%E9 %u0107", encoding="latin-1")
'café ć'

Ordinary escapes are octets of the encoding, as decode reads them; JavaScript's escape() writes
them in latin-1. The u is a small one. Two halves of a surrogate pair are one character; a half
by itself is an error.

Raises DecodeError with the offsets of the first fault; errors is as of decode.
Source: ECMA-262 Annex B, unescape; Internet Explorer and classic ASP."#;

pub(crate) const PERCENT_U_ENCODE: &CStr =
    cr#"percent_u_encode($module, text, set='rfc3986.COMPONENT')
--

The text with each ASCII character of the set as %XX, and every other character as %uXXXX.

>>> from superuri import percent_u
>>> percent_u.encode("é/😀")
'%u00E9%2F%uD83D%uDE00'

A character above U+FFFF becomes two, a surrogate pair. What comes back is in no standard of
URIs: use it where the receiver asks for it.

Raises EncodeError with the offset of a lone surrogate.
Source: Internet Explorer and classic ASP; ECMA-262 Annex B, escape, which writes é as %E9."#;

pub(crate) const GUESS_ENCODING: &CStr = cr#"guess_encoding($module, text)
--

The encodings that the escaped octets may be in, the likeliest first, each with its evidence.

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
Source: the detector chardetng, and how common the characters are that it would be."#;

pub(crate) const LOG_WIRE: &CStr = cr#"log_wire($module, text, format, *, field=None)
--

The octets of a log's field as they stood on the wire, before the log encoded them.

>>> from superuri import logs
>>> logs.wire("q=caf%25C3%25A9", "cloudfront")
b'q=caf%C3%A9'
>>> logs.wire(r"GET /\xC3\xA9 HTTP/1.1", "nginx")
b'GET /\xc3\xa9 HTTP/1.1'

format is a name of logs.formats; field is the name of one of its fields, by default the usual
one. What is not a valid percent-escape of the log's stays.

Raises ValueError for a format or a field that is none.
Source: that of the format's row."#;

pub(crate) const LOG_DECODE: &CStr =
    cr#"log_decode($module, text, format, *, field=None, errors='strict')
--

The text of a log's field: what the log encoded undone, and one level of a URI's own.

>>> from superuri import logs
>>> logs.decode("q=caf%25C3%25A9", "cloudfront")
'q=café'
>>> logs.decode(r"GET /caf\xC3\xA9%0A HTTP/1.1", "nginx")
'GET /café%0A HTTP/1.1'

It stays on its line: control characters and line separators are escaped, and so is a % that
would begin an escape. errors is as of decode.

Raises DecodeError with the offsets of the first fault, in the text of the log; ValueError for a
format or a field that is none.
Source: that of the format's row."#;

pub(crate) const NORMALIZE: &CStr = cr#"normalize($module, uri, level='scheme', *, also=())
--

The one spelling of all URIs that are equivalent to this one at the level.

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
Source: RFC 3986 section 6.2."#;

pub(crate) const EQUIVALENT: &CStr = cr#"equivalent($module, a, b, level='scheme')
--

Whether two URIs have one normal form at the level.

>>> import superuri
>>> superuri.equivalent("http://e.com:80/%7e", "HTTP://E.com/~")
True
>>> superuri.equivalent("http://e.com/a%2Fb", "http://e.com/a/b")
False

Raises what clean raises.
Source: RFC 3986 section 6.2."#;

pub(crate) const COMPARE: &CStr = cr#"compare($module, a, b, level='scheme')
--

Whether two URIs are equivalent at the level, and why: (equal, word).

>>> import superuri
>>> superuri.compare("http://e.com/%7e", "http://e.com/~")
(True, 'percent')
>>> superuri.compare("http://e.com/a", "http://e.com:8080/b")
(False, 'port')

The word names the first step that makes them equal: "text", "clean", "case", "percent", "path"
or "scheme"; or the first component in which their normal forms differ: "scheme", "authority"
(one has none), "userinfo", "host", "port", "path", "query" or "fragment".

Raises what clean raises.
Source: RFC 3986 section 6.2."#;

pub(crate) const SPLIT: &CStr = cr#"split($module, text)
--

The five components of any str, as Parts: what is absent is None, what is empty is "".

>>> import superuri
>>> superuri.split("http://e.com/a?")
Parts(scheme='http', authority='e.com', path='/a', query='')
>>> superuri.split("http://e.com/a?").spans
((0, 4), (7, 12), (12, 14), (15, 15), None)

Nothing is checked or decoded; join gives the text back, byte for byte.

Raises nothing for any str.
Source: RFC 3986 Appendix B, with the scheme held to its grammar."#;
