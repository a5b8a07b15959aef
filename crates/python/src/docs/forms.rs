//! Docstrings of the functions of `superuri.form`, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const ENCODE: &CStr = cr#"encode($module, data, *, encoding='utf-8', errors='strict')
--

The data as one name or value of a form: + for a space, other characters percent-encoded.

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
    URL standard section 1.3, the application/x-www-form-urlencoded percent-encode set."#;

pub(crate) const DECODE: &CStr =
    cr#"decode($module, text, *, encoding='utf-8', errors='strict', repertoire=None)
--

The text of one name or value of a form: + becomes a space, and escapes are decoded.

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
    URL standard section 5.1."#;

pub(crate) const PARSE: &CStr = cr#"parse($module, text, *, encoding='utf-8', errors='strict', separators='&', missing='', max_pairs=None, max_bytes=None, repertoire=None)
--

The names and values of a form, in order: a list of pairs.

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
    URL standard section 5.1."#;

pub(crate) const PARSE_BYTES: &CStr = cr#"parse_bytes($module, text, *, errors='strict', separators='&', missing=b'', max_pairs=None, max_bytes=None)
--

The names and values of a form, in order, as bytes: for data that is not valid text.

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
    URL standard section 5.1."#;

pub(crate) const PARSE_KEYWORDS: &CStr =
    cr#"parse_keywords($module, query, *, encoding='utf-8', errors='strict')
--

The words of a keyword query, as from an ISINDEX page (?a+b); None for the query of a form.

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
    RFC 3875 section 4.4."#;

pub(crate) const SERIALIZE: &CStr =
    cr#"serialize($module, pairs, *, encoding='utf-8', errors='strict', newlines='keep', separator='&')
--

The pairs as a form: the text after the ? of a GET, or the body of a POST.

Args:
    pairs: a mapping, or an iterable of names and values. A name is a str or bytes. A value is a
        str; bytes, written as they are; an int or a float, as Python writes it; True or False,
        written as true or false; None, for the name alone; or a list or tuple of these, for one
        pair each.
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
    URL standard section 5.2."#;
