//! Docstrings of the functions that fill a template, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const FILL: &CStr = cr#"fill($module, template, /, **values)
--

Fills a template: the URI with these values, each encoded for the place of its slot.

Args:
    template: the text of a superuri.Template, or a Template, or a t-string (PEP 750), which
        has its own values: t"https://{host}/{seg}?q={q}". There, {seg:*} takes a list
        and {more:**} pairs; any other format, and a conversion, makes the text that an f-string
        would make.
    **values: one value for each name of the template, and none for a t-string. None drops the
        pair of a query or the fragment whose value is this slot; "" keeps it.

Returns:
    A superuri.URI.

Raises:
    ParseError: when the template is malformed, or when a value cannot be written as data, as
        in superuri.build. The offsets are in the template or the value, in characters.
    EncodeError: when a value has a lone surrogate, with its offset in characters.
    TypeError: when a name is missing or no slot has it, or a value has another type.

Example:
    >>> import superuri
    >>> superuri.fill("https://{host}/{seg}?q={q}&{**more}", host="e.com", seg="a/b", q="&",
    ...     more={"x": [1, 2]})
    URI('https://e.com/a%2Fb?q=%26&x=1&x=2')

Source:
    RFC 3986 sections 2.2, 2.4 and 3; PEP 750."#;

/// Of the method of a template.
pub(crate) const TEMPLATE_FILL: &CStr = cr"fill($self, **values)
--

The URI of these values, as superuri.fill makes it.

Args:
    **values: one value for each name.

Returns:
    A superuri.URI.

Raises:
    ParseError: when a value cannot be written as data, with offsets in the value.
    EncodeError: when a value has a lone surrogate, with its offset in characters.
    TypeError: when a name is missing or no slot has it, or a value has another type.";
