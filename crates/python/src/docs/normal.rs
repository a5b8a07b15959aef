//! Docstrings of the verbs that normalize, compare and split URIs, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const NORMALIZE: &CStr = cr#"normalize($module, uri, level='scheme', *, also=())
--

The normal form of a URI: the same text for all URIs that are equivalent at the level.

The URI is cleaned first.

Args:
    uri: the URI: a str, bytes or a superuri.URI.
    level: how far equivalence goes. Each level includes the ones before it: "case" (of scheme,
        host and escapes), "percent" (escaped unreserved characters are decoded), "path"
        (dot-segments are removed) and "scheme" (the default: default ports and empty paths).
    also: one word or several for steps that can change the meaning: "sort-query" (by name),
        "drop-fragment", "drop-tracking" and "reserved", which decodes escaped delimiters that
        have no meaning under the URI's scheme. The default is none of them.

Returns:
    The normal form, a str. A URI that is already normal comes back as the same object.

Raises:
    ParseError: when the URI cannot be repaired without guessing, with offsets in characters of
        a str, else in bytes.
    EncodeError: when uri has a lone surrogate, with its offset in characters.
    TypeError: when uri has another type, or an option has the wrong type.
    ValueError: when the level or a word of also is unknown.

Example:
    >>> import superuri
    >>> superuri.normalize("HTTP://Example.com:80/%7euser/../a%2fb?")
    'http://example.com/a%2Fb?'
    >>> superuri.normalize("http://e.com/%7e/../b", "percent")
    'http://e.com/~/../b'
    >>> superuri.normalize("//e.com/?utm_id=1&b&a#top", also=("sort-query", "drop-tracking"))
    '//e.com/?a&b#top'

Source:
    RFC 3986 section 6.2."#;

pub(crate) const EQUIVALENT: &CStr = cr#"equivalent($module, a, b, level='scheme', *, also=())
--

Whether two URIs have the same normal form at the level.

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
    RFC 3986 section 6.2."#;

pub(crate) const COMPARE: &CStr = cr#"compare($module, a, b, level='scheme', *, also=())
--

Whether two URIs are equivalent at the level, and why: (equal, word).

Args:
    a: the first URI: a str, bytes or a superuri.URI.
    b: the second URI: a str, bytes or a superuri.URI.
    level: how far equivalence goes: "case", "percent", "path" or "scheme" (the default), as in
        normalize.
    also: one word or several for steps that can change the meaning, as in normalize.

Returns:
    A bool and a word. When they are equivalent, the word names the first step that makes them
    equal: "text", "clean", "case", "percent", "path" or "scheme", or a word of also. Else it
    names the first component in which their normal forms differ: "scheme", "authority" (one URI
    has none), "userinfo", "host", "port", "path", "query" or "fragment".

Raises:
    ParseError: when a URI cannot be repaired without guessing, with offsets in characters of a
        str, else in bytes.
    EncodeError: when a URI has a lone surrogate, with its offset in characters.
    TypeError: when a or b has another type.
    ValueError: when the level or a word of also is unknown.

Example:
    >>> import superuri
    >>> superuri.compare("http://e.com/%7e", "http://e.com/~")
    (True, 'percent')
    >>> superuri.compare("http://e.com/a", "http://e.com:8080/b")
    (False, 'port')

Source:
    RFC 3986 section 6.2."#;

pub(crate) const SPLIT: &CStr = cr#"split($module, text)
--

The five components of any str, as Parts: an absent one is None, an empty one is "".

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
    RFC 3986 Appendix B, with the scheme held to its grammar."#;
