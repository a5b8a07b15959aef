//! Docstrings of the functions of `superuri.compat.urllib`, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const QUOTE: &CStr = cr#"quote($module, string, safe='/', encoding=None, errors=None)
--

The string with all but letters, digits, _.-~ and safe percent-encoded.

>>> from superuri.compat import urllib
>>> urllib.quote("a b/ü")
'a%20b/%C3%BC'

As urllib.parse.quote of the running Python, errors and warnings too. A str in which nothing is
to be quoted comes back as the same object."#;

pub(crate) const QUOTE_PLUS: &CStr =
    cr#"quote_plus($module, string, safe='', encoding=None, errors=None)
--

The string quoted as a form's value: + for a space, and / quoted too.

>>> from superuri.compat import urllib
>>> urllib.quote_plus("a b/ü")
'a+b%2F%C3%BC'

As urllib.parse.quote_plus of the running Python, errors and warnings too."#;

pub(crate) const QUOTE_FROM_BYTES: &CStr = cr#"quote_from_bytes($module, bs, safe='/')
--

The bytes with all but letters, digits, _.-~ and safe percent-encoded, as a str.

>>> from superuri.compat import urllib
>>> urllib.quote_from_bytes(b"a b\xff")
'a%20b%FF'

As urllib.parse.quote_from_bytes of the running Python, errors and warnings too."#;

pub(crate) const UNQUOTE: &CStr = cr#"unquote($module, string, encoding='utf-8', errors='replace')
--

The string with its percent-encoding undone; + stays.

>>> from superuri.compat import urllib
>>> urllib.unquote("caf%C3%A9+%zz")
'café+%zz'

As urllib.parse.unquote of the running Python, errors and warnings too. Bytes that are not text
in the encoding become U+FFFD, unless errors says otherwise: superuri.decode raises instead."#;

pub(crate) const UNQUOTE_PLUS: &CStr =
    cr#"unquote_plus($module, string, encoding='utf-8', errors='replace')
--

The string with + read as a space, and then its percent-encoding undone.

>>> from superuri.compat import urllib
>>> urllib.unquote_plus("1%2B1+caf%C3%A9")
'1+1 café'

As urllib.parse.unquote_plus of the running Python, errors and warnings too."#;

pub(crate) const UNQUOTE_TO_BYTES: &CStr = cr#"unquote_to_bytes($module, string)
--

The bytes that the string stands for; a str is UTF-8.

>>> from superuri.compat import urllib
>>> urllib.unquote_to_bytes("a%20b%FF")
b'a b\xff'

As urllib.parse.unquote_to_bytes of the running Python, errors and warnings too."#;

pub(crate) const URLENCODE: &CStr =
    cr#"urlencode($module, query, doseq=False, safe='', encoding=None, errors=None, quote_via=...)
--

The pairs of a mapping or a sequence as a query string.

>>> from superuri.compat import urllib
>>> urllib.urlencode({"q": "a b", "tag": ["x", "y"]}, doseq=True)
'q=a+b&tag=x&tag=y'

As urllib.parse.urlencode of the running Python, errors and warnings too."#;

pub(crate) const PARSE_QS: &CStr = cr#"parse_qs($module, qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&')
--

The values of a query string by their names: a dict of lists.

>>> from superuri.compat import urllib
>>> urllib.parse_qs("q=a+b&tag=x&tag=y&empty=")
{'q': ['a b'], 'tag': ['x', 'y']}

As urllib.parse.parse_qs of the running Python, errors and warnings too."#;

pub(crate) const PARSE_QSL: &CStr = cr#"parse_qsl($module, qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&')
--

The pairs of a query string, in order: a list of tuples.

>>> from superuri.compat import urllib
>>> urllib.parse_qsl("q=a+b&tag=x&tag=y&empty=")
[('q', 'a b'), ('tag', 'x'), ('tag', 'y')]

As urllib.parse.parse_qsl of the running Python, errors and warnings too."#;
