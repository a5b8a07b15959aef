//! Docstrings of the linter's verbs, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const LINT: &CStr = cr#"lint($module, text, *, select=(), ignore=(), policy=None)
--

The findings of a text: everything that is wrong or unusual in it as a URI, in order.

It never raises because of the content of a str or bytes. Illegal parts are found where
superuri.clean edits or refuses the text; the fix is the edit of clean.

Args:
    text: the text to check, a str or bytes.
    select: the rules to apply instead of the default rules or those of the policy: codes,
        beginnings of codes or names of rules. superuri.rules lists them.
    ignore: the rules to leave out, given in the same way. The default leaves out none.
    policy: the name of a policy of superuri.policies, whose rules take the place of the default
        rules. The default is None.

Returns:
    A tuple of Finding, empty when there are none. The offsets start and end count code points
    of a str, bytes of bytes.

Raises:
    TypeError: when text is neither a str nor bytes, or an option has the wrong type.
    ValueError: when the name of a rule or policy is unknown.

Example:
    >>> import superuri
    >>> [finding] = superuri.lint("http://example.com/a b")
    >>> finding.code, finding.name, finding.severity, finding.start, finding.end
    ('U102', 'space', 'error', 20, 21)
    >>> finding.fix.edits, finding.fix.safe
    (((20, 21, '%20'),), True)
    >>> superuri.lint("http://example.com/a%20b")
    ()
    >>> [finding.name for finding in superuri.lint("/a%2Fb", policy="spring-strict")]
    ['spring-encoded-slash']

Source:
    Each rule names its own."#;

pub(crate) const FIX: &CStr =
    cr#"fix($module, text, *, unsafe=False, select=(), ignore=(), policy=None)
--

The text with the fixes of its findings applied; the same object when there are none.

A fix is safe when the text means the same afterwards, as defined by RFC 3986 section 6, or when
it is an edit of superuri.clean.

Args:
    text: the text to fix, a str or bytes.
    unsafe: True also applies the fixes that are not safe, because they guess. The default False
        applies the safe ones only.
    select: the rules to apply instead of the default rules or those of the policy, as in lint.
    ignore: the rules to leave out, as in lint. The default leaves out none.
    policy: the name of a policy of superuri.policies, as in lint. The default is None.

Returns:
    The fixed text: a str for a str, else bytes.

Raises:
    TypeError: when text is neither a str nor bytes, or an option has the wrong type.
    ValueError: when the name of a rule or policy is unknown.

Example:
    >>> import superuri
    >>> superuri.fix("HTTP://example.com:80/%c3%a9 b")
    'http://example.com/%C3%A9%20b'
    >>> superuri.fix("<http://example.com/?a=1&amp;b=2>", unsafe=True)
    'http://example.com/?a=1&b=2'

Source:
    Each rule names its own."#;
