//! Docstrings of the verbs on encodings and `%uXXXX` escapes, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const PERCENT_U_DECODE: &CStr =
    cr#"percent_u_decode($module, text, *, encoding='utf-8', errors='strict', repertoire=None)
--

The text with its %uXXXX escapes and one level of ordinary escapes decoded.

The u is lower case. Two halves of a surrogate pair become one character; one half alone is an
error.

Args:
    text: the escaped text, a str or bytes.
    encoding: the encoding of the ordinary escapes, which are bytes as in superuri.decode, or a
        tuple of encodings. The default is UTF-8; JavaScript's escape() writes them in latin-1.
    errors: what happens to a malformed escape and to bytes that are not valid text: "strict"
        (the default), "replace", "ignore" or "keep", as in superuri.decode.
    repertoire: the characters that the decoded text may contain: the name of an encoding, or a
        container of characters. The default None allows every character.

Returns:
    The decoded text, a str.

Raises:
    DecodeError: at the first error, with offsets in characters of a str, else in bytes.
    RepertoireError: when the decoded text has a character outside the repertoire, with offsets
        of its source.
    LookupError: when an encoding is unknown.
    TypeError: when text is neither a str nor bytes.
    ValueError: when the word of errors is unknown, or the tuple of encodings is empty.

Example:
    >>> from superuri import percent_u
    >>> percent_u.decode("caf%C3%A9 %u0107 %uD83D%uDE00")
    'café ć 😀'
    >>> percent_u.decode("caf%E9 %u0107", encoding="latin-1")
    'café ć'

Source:
    ECMA-262 Annex B, unescape; Internet Explorer and classic ASP."#;

pub(crate) const PERCENT_U_ENCODE: &CStr =
    cr#"percent_u_encode($module, text, set='rfc3986.COMPONENT')
--

The text with each ASCII character of the set as %XX, and each non-ASCII character as %uXXXX.

A character above U+FFFF becomes two escapes, a surrogate pair. No URI standard has
%uXXXX: use it only where the receiver requires it.

Args:
    text: the text, a str.
    set: the ASCII characters that are escaped: a superuri.Set or its name. The default leaves
        only unreserved characters unescaped.

Returns:
    The escaped text, a str in ASCII.

Raises:
    EncodeError: when text has a lone surrogate, with its offset in characters.
    TypeError: when text is not a str.
    ValueError: when the name of the set is unknown.

Example:
    >>> from superuri import percent_u
    >>> percent_u.encode("é/😀")
    '%u00E9%2F%uD83D%uDE00'

Source:
    Internet Explorer and classic ASP; ECMA-262 Annex B, escape, which writes é as %E9."#;

pub(crate) const GUESS_ENCODING: &CStr = cr#"guess_encoding($module, text)
--

The encodings that the escaped bytes may be in, the most likely first, with evidence.

It is a guess: a short text is often valid in several encodings at once.

Args:
    text: the text with escapes, a str or bytes. The unescaped characters of a str are text
        already and stay.

Returns:
    A tuple of Guess. Each one has encoding, which superuri.decode accepts; score, from 0 to 1;
    text, the decoded text; and evidence, a sentence. "double-utf-8" is the encoding of
    mojibake, which superuri.repair_mojibake repairs; "ascii" needs no guess.

Raises:
    EncodeError: when text has a lone surrogate, with its offset in characters.
    TypeError: when text is neither a str nor bytes.

Example:
    >>> import superuri
    >>> [best, *others] = superuri.guess_encoding("http://tieba.baidu.com/f?kw=%C3%C0%CE%C4")
    >>> best.encoding, best.text
    ('gbk', 'http://tieba.baidu.com/f?kw=美文')
    >>> superuri.guess_encoding("caf%C3%83%C2%A9")[0].evidence
    'as windows-1252, its text is UTF-8 again: "café"'

Source:
    The detector chardetng, and how common the characters of the decoded text are."#;
