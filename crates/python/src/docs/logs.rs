//! Docstrings of the verbs on fields of logs, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const LOG_WIRE: &CStr = cr#"log_wire($module, text, format, *, field=None)
--

The bytes of a log's field as they were on the wire, before the log encoded them.

Args:
    text: the field as it is written in the log, a str or bytes. A malformed escape of the log's
        encoding stays.
    format: the format of the log, a name of logs.formats.
    field: the name of a field of that format. The default None is the format's usual field.

Returns:
    The bytes on the wire.

Raises:
    ValueError: when the format or the field is unknown.
    EncodeError: when text has a lone surrogate, with its offset in characters.
    TypeError: when text is neither a str nor bytes.

Example:
    >>> from superuri import logs
    >>> logs.wire("q=caf%25C3%25A9", "cloudfront")
    b'q=caf%C3%A9'
    >>> logs.wire(r"GET /\xC3\xA9 HTTP/1.1", "nginx")
    b'GET /\xc3\xa9 HTTP/1.1'

Source:
    The source of the format's row in logs.formats."#;

pub(crate) const LOG_DECODE: &CStr =
    cr#"log_decode($module, text, format, *, field=None, errors='strict', repertoire=None)
--

The text of a log's field: the log's encoding and one level of a URI's encoding are decoded.

The result stays on its line: control characters and line separators are escaped, and so is a %
that would begin an escape.

Args:
    text: the field as it is written in the log, a str or bytes.
    format: the format of the log, a name of logs.formats.
    field: the name of a field of that format. The default None is the format's usual field.
    errors: what happens to a malformed escape and to bytes that are not valid UTF-8: "strict"
        (the default), "replace", "ignore" or "keep", as in superuri.decode.
    repertoire: the characters that the decoded text may contain: the name of an encoding, or a
        container of characters. The default None allows every character.

Returns:
    The decoded text, a str.

Raises:
    DecodeError: at the first error, with offsets in the text of the log: characters of a str,
        else bytes.
    RepertoireError: when the decoded text has a character outside the repertoire. It is at the
        whole field.
    ValueError: when the format, the field or the word of errors is unknown.
    EncodeError: when text has a lone surrogate, with its offset in characters.
    TypeError: when text is neither a str nor bytes.

Example:
    >>> from superuri import logs
    >>> logs.decode("q=caf%25C3%25A9", "cloudfront")
    'q=café'
    >>> logs.decode(r"GET /caf\xC3\xA9%0A HTTP/1.1", "nginx")
    'GET /café%0A HTTP/1.1'

Source:
    The source of the format's row in logs.formats."#;
