//! Docstrings of the functions of `superuri.compat.ecmascript`, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const ESCAPE: &CStr = cr#"escape($module, text)
--

The text as ECMAScript's escape writes it: %XX below U+0100, else %uXXXX for each code unit.

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
    ECMA-262 Annex B.2.1.1."#;

pub(crate) const UNESCAPE: &CStr = cr#"unescape($module, text)
--

The text as ECMAScript's unescape reads it: %XX and %uXXXX become code units, the rest stays.

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
    ECMA-262 Annex B.2.1.2."#;

pub(crate) const ENCODE_URI: &CStr = cr#"encodeURI($module, text)
--

The text as ECMAScript's encodeURI writes it: all but ;,/?:@&=+$# and -_.!~*'() is encoded.

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
    ECMA-262 section 19.2.6.4."#;

pub(crate) const ENCODE_URI_COMPONENT: &CStr = cr#"encodeURIComponent($module, text)
--

The text as ECMAScript's encodeURIComponent writes it: all but -_.!~*'() is encoded.

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
    ECMA-262 section 19.2.6.5."#;

pub(crate) const DECODE_URI: &CStr = cr#"decodeURI($module, text)
--

The text as ECMAScript's decodeURI reads it: the escapes of ;,/?:@&=+$# stay.

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
    ECMA-262 section 19.2.6.2."#;

pub(crate) const DECODE_URI_COMPONENT: &CStr = cr#"decodeURIComponent($module, text)
--

The text as ECMAScript's decodeURIComponent reads it: every escape is decoded, as UTF-8.

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
    ECMA-262 section 19.2.6.3."#;

pub(crate) const FIXED_ENCODE_URI_COMPONENT: &CStr = cr#"fixedEncodeURIComponent($module, text)
--

The text as fixedEncodeURIComponent writes it: encodeURIComponent, with !'()* escaped too.

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
    MDN, "encodeURIComponent": encoding for RFC 3986."#;

pub(crate) const FIXED_ENCODE_URI: &CStr = cr#"fixedEncodeURI($module, text)
--

The text as fixedEncodeURI writes it: as encodeURI, but escapes and brackets stay.

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
    Giuca 2012, "How do you escape a complete URI?"."#;

pub(crate) const FIXED_DECODE_URI: &CStr = cr#"fixedDecodeURI($module, text)
--

The text as fixedDecodeURI reads it: as decodeURI, but %25, %5B and %5D stay, in upper case.

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
    Giuca 2012, "How do you escape a complete URI?"."#;
