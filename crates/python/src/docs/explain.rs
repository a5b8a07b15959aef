//! Docstrings of the verbs that explain a text, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const TOKENS: &CStr = cr#"tokens($module, text, /)
--

The tokens of a text, the edits of cleaning it, and the error when it cannot be cleaned.

>>> from superuri import _core
>>> tokens, edits, error = _core.tokens("/%C3%A9")
>>> tokens[1]
(1, 7, 'path', 'escape', 'é', 2, None, 'decoded', 'it is shown as its character')

superuri.explain uses this.

Args:
    text: the text to explain, a str or bytes.

Returns:
    Three things: a list of tokens, a list of edits, and an exception or None. Offsets are in
    characters of a str, else in bytes. A token is its start and end, the name of its place, its
    kind, the decoded character or None, one bit for each of all_standards() that allows
    the character unescaped there, the number of its edit or None, and two values that show how
    an escape is shown, or None: a code and a sentence. An edit is its start and end,
    the replacement, the name of its reason and its sentence.

Raises:
    EncodeError: when text has a lone surrogate, with its offset in characters.
    TypeError: when text is neither a str nor bytes."#;

pub(crate) const LAYERS: &CStr = cr#"layers($module, text, depth=16)
--

The text after each further decoding until nothing changes: a tuple of Layer.

This is for inspection: a program decodes once, with superuri.decode.

Args:
    text: the text, a str or bytes. A % that does not begin an escape stays.
    depth: the most layers that are decoded, 16 by default. A text with more layers gives that
        many, and the last one still contains an escape.

Returns:
    A tuple of Layer, empty when nothing is encoded. A Layer has text and revealed. In text,
    bytes that are not UTF-8 stay escaped ("%E9" has no layer). revealed names what is unescaped
    in it and was escaped before: "nul", "line-break", "control", "url", "dot-segment", "slash",
    "backslash", "delimiter", "markup", "non-ascii".

Raises:
    EncodeError: when text has a lone surrogate, with its offset in characters.
    TypeError: when text is neither a str nor bytes, or depth is not an int.
    ValueError: when depth is below 1.

Example:
    >>> import superuri
    >>> for layer in superuri.layers("%252e%252e%252fetc"):
    ...     print(layer)
    Layer(text='%2e%2e%2fetc', revealed=())
    Layer(text='../etc', revealed=('dot-segment', 'slash'))
    >>> superuri.layers("a+b%")
    ()

Source:
    RFC 3986 section 2.4: implementations must not decode the same string more than once."#;
