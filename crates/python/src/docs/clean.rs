//! Docstrings of the verbs that clean a whole URI, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const CLEAN: &CStr = cr#"clean($module, text, profile='RFC3986')
--

The text as a legal URI reference: only characters that no URI may contain are encoded.

A well-formed escape is never changed, and a delimiter is never added or removed.

Args:
    text: the URI reference, a str or bytes.
    profile: the rules of cleaning: a superuri.Profile from superuri.profiles, or its name. The
        default follows RFC 3986.

Returns:
    The legal reference, a str. A URI that is already legal comes back as the same object.

Raises:
    ParseError: when the text cannot be repaired without guessing, with offsets in characters of
        a str, else in bytes.
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

Source:
    RFC 3986 Appendix A; Giuca 2012, "How do you escape a complete URI?"."#;

pub(crate) const IS_URI: &CStr = cr#"is_uri($module, text, profile='RFC3986')
--

Whether the text is already a legal URI reference, which clean would return unchanged.

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
    RFC 3986 Appendix A."#;

pub(crate) const EDITS: &CStr = cr#"edits($module, text, profile='RFC3986')
--

The replacements that clean would make: (start, end, replacement, why) each, in order.

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
    RFC 3986 Appendix A; Giuca 2012, "How do you escape a complete URI?"."#;
