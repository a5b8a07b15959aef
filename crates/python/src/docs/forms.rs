//! Docstrings of the functions of `superuri.form`, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const ENCODE: &CStr = cr#"encode($module, data, *, encoding='utf-8', errors='strict')
--

The data as one name or value of a form: + for a space, and all but letters, digits and *-._
percent-encoded.

>>> from superuri import form
>>> form.encode("1+1 %ü~")
'1%2B1+%25%C3%BC%7E'

data is a str, which is encoded as UTF-8 or in encoding, or bytes, of which each octet is data.
errors is "strict", "replace", "ignore", "surrogateescape", "surrogatepass" or
"xmlcharrefreplace", as of Python's codecs. Where nothing is to be encoded, an exact str comes
back as the same object.

Raises EncodeError with the offset, in characters, of what has no bytes in the encoding.
Source: URL standard section 1.3, the application/x-www-form-urlencoded percent-encode set."#;

pub(crate) const DECODE: &CStr = cr#"decode($module, text, *, encoding='utf-8', errors='strict')
--

What one name or value of a form stands for: + is a space, and one level of percent-encoding
is undone, exactly once.

>>> from superuri import form
>>> form.decode("1%202+3")
'1 2 3'

errors is "strict", "replace", "ignore" or "keep", as of superuri.decode.

Raises DecodeError with the offset of the first bad triplet or byte.
Source: URL standard section 5.1."#;

pub(crate) const PARSE: &CStr = cr#"parse($module, text, *, encoding='utf-8', errors='strict', separators='&', missing='', max_pairs=None, max_bytes=None)
--

The names and values of a form, in order: a list of pairs.

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
Source: URL standard section 5.1."#;

pub(crate) const PARSE_BYTES: &CStr = cr#"parse_bytes($module, text, *, errors='strict', separators='&', missing=b'', max_pairs=None, max_bytes=None)
--

The names and values of a form, in order, as bytes: for data that is not valid text.

>>> from superuri import form
>>> form.parse_bytes("id=%FF%00&a")
[(b'id', b'\xff\x00'), (b'a', b'')]

The parameters are those of parse."#;

pub(crate) const PARSE_KEYWORDS: &CStr =
    cr#"parse_keywords($module, query, *, encoding='utf-8', errors='strict')
--

The words of a keyword query, as of an ISINDEX page (?a+b); None where the query is a form's.

>>> from superuri import form
>>> form.parse_keywords("free+soft%2Bware")
['free', 'soft+ware']
>>> form.parse_keywords("q=free") is None
True

encoding and errors are those of superuri.decode. A form's query has an = that is not encoded.

Raises DecodeError with the offset of the first bad triplet or byte.
Source: RFC 3875 section 4.4."#;

pub(crate) const SERIALIZE: &CStr =
    cr#"serialize($module, pairs, *, encoding='utf-8', errors='strict', newlines='keep')
--

The pairs as a form: what stands behind the ? of a GET, or in the body of a POST.

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
Source: URL standard section 5.2."#;
