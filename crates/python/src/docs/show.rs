//! Docstrings of the verbs that show a URI to a human, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const PRETTY: &CStr = cr#"pretty($module, uri, profile='LOSSLESS')
--

The URI for a human reader: an escape is decoded if the reader still sees what is sent.

The URI is cleaned first. Under profiles.LOSSLESS, clean turns the shown text back into an
equivalent URI, also after NFC normalization: delimiters, controls, invisible characters and
characters that look like a delimiter stay escaped.

Args:
    uri: the URI: a str, bytes or a superuri.URI.
    profile: a superuri.Display or its name. profiles.LOSSLESS is the default,
        profiles.SUPER_URI is the list of Giuca's article. The policies are arguments of
        Display.replace: userinfo= ("shown", "redacted", "dropped"), host= ("ascii", "safe",
        "unicode") with protected= names, sink= (the medium) and length= (in characters; the
        host is never cut).

Returns:
    The text to show, a str. A URI with nothing to decode comes back as the same object.

Raises:
    ParseError: when the URI cannot be repaired without guessing, with offsets in characters of
        a str, else in bytes.
    EncodeError: when uri has a lone surrogate, with its offset in characters.
    TypeError: when uri has another type, or an option has the wrong type.
    ValueError: when the name of the profile is unknown.

Example:
    >>> import superuri
    >>> superuri.pretty("http://example.com/Helen%20%C3%98deg%C3%A5rd?q=a%26b&r=%E2%80%AE")
    'http://example.com/Helen Ødegård?q=a%26b&r=%E2%80%AE'
    >>> safe = superuri.profiles.LOSSLESS.replace(userinfo="redacted", host="safe", sink="html")
    >>> superuri.pretty("http://bob:x@xn--bcher-kva.example/", safe)
    '<bdi>http</bdi>://<bdi>…</bdi>@<bdi>bücher.example</bdi><bdi>/</bdi>'

Source:
    RFC 3986 section 6.2.2; UTS 39; what Chromium and Firefox leave escaped."#;

pub(crate) const SHOWN: &CStr = cr#"shown($module, uri, profile='LOSSLESS')
--

The text that pretty returns, and what happened to each escape: (text, spans).

Args:
    uri: the URI: a str, bytes or a superuri.URI.
    profile: a superuri.Display or its name, as in pretty. The default is profiles.LOSSLESS.

Returns:
    The text, and a tuple of spans in order. Each span is (start, end, shown start, shown end,
    code, sentence). The first two are offsets in the argument, in characters of a str, else in
    bytes; the next two are offsets in the text. Text that a policy left out or replaced
    also has a span.

Raises:
    ParseError: when the URI cannot be repaired without guessing, with offsets in characters of
        a str, else in bytes; also for more than 131,072 spans or edits (code too-many-rows).
    EncodeError: when uri has a lone surrogate, with its offset in characters.
    TypeError: when uri has another type, or an option has the wrong type.
    ValueError: when the name of the profile is unknown.

Example:
    >>> import superuri
    >>> superuri.shown("/%C3%A9%2F")[0]
    '/é%2F'
    >>> for span in superuri.shown("/%C3%A9%2F")[1]:
    ...     print(span)
    (1, 7, 1, 2, 'decoded', 'it is shown as its character')
    (7, 10, 2, 5, 'delimiter', 'decoded, it would delimit (RFC 3986 section 2.2)')

Source:
    RFC 3986 section 6.2.2; UTS 39; what Chromium and Firefox leave escaped."#;
