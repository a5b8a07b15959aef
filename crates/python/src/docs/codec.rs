//! Docstrings of the verbs that encode and decode one text, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const ENCODE: &CStr =
    cr#"encode($module, data, set='rfc3986.COMPONENT', *, encoding='utf-8', errors='strict')
--

The data percent-encoded as one component: ASCII text, safe to join to a URI.

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
    RFC 3986 section 2.1."#;

pub(crate) const DECODE: &CStr =
    cr#"decode($module, text, *, encoding='utf-8', errors='strict', repertoire=None)
--

The text with exactly one level of percent-encoding decoded.

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
    RFC 3986 section 2.1."#;

pub(crate) const DECODE_BYTES: &CStr = cr#"decode_bytes($module, text, *, errors='strict')
--

The bytes of a percent-encoded text, for binary data: one level is decoded.

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
    RFC 3986 section 2.1."#;
