//! Docstrings of the linter's verbs, as Python's `help` shows them.

use std::ffi::CStr;

pub(crate) const LINT: &CStr = cr#"lint($module, text, *, select=(), ignore=(), policy=None)
--

The findings of a text: everything that is wrong or odd about it as a URI, in order.

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

select and ignore hold codes, beginnings of codes, or names of rules: select takes the place of
the default rules or the policy's, ignore leaves some out. `superuri.rules` and
`superuri.policies` list what there is. Offsets are code points of a str, bytes of bytes. Any
text has findings or none: nothing is raised for what it holds. What is illegal is found where
`clean` edits or refuses the text, with its edit as the fix.

Raises ValueError for the name of no rule or policy.
Source: each rule's own."#;

pub(crate) const FIX: &CStr =
    cr#"fix($module, text, *, unsafe=False, select=(), ignore=(), policy=None)
--

The text with the fixes of its findings applied; the same object where there is none.

>>> import superuri
>>> superuri.fix("HTTP://example.com:80/%c3%a9 b")
'http://example.com/%C3%A9%20b'
>>> superuri.fix("<http://example.com/?a=1&amp;b=2>", unsafe=True)
'http://example.com/?a=1&b=2'

A fix is safe where the text means the same afterwards, as RFC 3986 section 6 has it, or where
it is an edit of `clean`. With unsafe=True the others are applied too: they guess. The other
options are as of `lint`. What comes back is a str for a str, else bytes.

Raises ValueError for the name of no rule or policy.
Source: as of lint."#;
