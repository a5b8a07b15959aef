//! Docstrings of the functions of `superuri.compat.urllib`, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const QUOTE: &CStr = cr#"quote($module, string, safe='/', encoding=None, errors=None)
--

The string with all but letters, digits, _.-~ and safe percent-encoded.

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
    urllib.parse.quote of the running Python."#;

pub(crate) const QUOTE_PLUS: &CStr =
    cr#"quote_plus($module, string, safe='', encoding=None, errors=None)
--

The string quoted as the value of a form: + for a space, and / quoted too.

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
    urllib.parse.quote_plus of the running Python."#;

pub(crate) const QUOTE_FROM_BYTES: &CStr = cr#"quote_from_bytes($module, bs, safe='/')
--

The bytes with all but letters, digits, _.-~ and safe percent-encoded, as a str.

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
    urllib.parse.quote_from_bytes of the running Python."#;

pub(crate) const UNQUOTE: &CStr = cr#"unquote($module, string, encoding='utf-8', errors='replace')
--

The string with its percent-encoding decoded; + stays.

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
    urllib.parse.unquote of the running Python."#;

pub(crate) const UNQUOTE_PLUS: &CStr =
    cr#"unquote_plus($module, string, encoding='utf-8', errors='replace')
--

The string with each + as a space, and then its percent-encoding decoded.

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
    urllib.parse.unquote_plus of the running Python."#;

pub(crate) const UNQUOTE_TO_BYTES: &CStr = cr#"unquote_to_bytes($module, string)
--

The bytes of a percent-encoded string; a str is first encoded as UTF-8.

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
    urllib.parse.unquote_to_bytes of the running Python."#;

pub(crate) const URLENCODE: &CStr =
    cr#"urlencode($module, query, doseq=False, safe='', encoding=None, errors=None, quote_via=...)
--

The pairs of a mapping or a sequence as a query string.

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
    urllib.parse.urlencode of the running Python."#;

pub(crate) const PARSE_QS: &CStr = cr#"parse_qs($module, qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&')
--

The values of a query string by their names: a dict of lists.

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
    urllib.parse.parse_qs of the running Python."#;

pub(crate) const PARSE_QSL: &CStr = cr#"parse_qsl($module, qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&')
--

The pairs of a query string, in order: a list of tuples.

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
    urllib.parse.parse_qsl of the running Python."#;
