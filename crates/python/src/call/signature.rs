//! Signature of a verb: its name and its parameters, as its docstring begins with them.

use std::ffi::CStr;

/// At most this many parameters has a verb; their slots are on the stack.
pub(crate) const MOST_PARAMETERS: usize = 7;

/// No name of a verb is longer, its final NUL counted.
const LONGEST_NAME: usize = 24;

/// What `name($module, first, second=..., *, third=...)` says.
pub(crate) struct Signature {
    name: [u8; LONGEST_NAME],
    parameters: [&'static str; MOST_PARAMETERS],
    count: usize,
    positional: usize,
}

impl Signature {
    /// The signature that the docstring begins with. An invalid one ends the compilation.
    pub(crate) const fn of(doc: &'static CStr) -> Self {
        let doc = doc.to_bytes();
        let mut made =
            Self { name: [0; _], parameters: [""; _], count: 0, positional: MOST_PARAMETERS };
        let mut at = 0;
        while doc[at] != b'(' {
            made.name[at] = doc[at];
            at += 1;
        }
        at += "($module".len();
        while doc[at] != b')' {
            at += ", ".len();
            let start = at;
            while doc[at].is_ascii_alphanumeric() || doc[at] == b'_' {
                at += 1;
            }
            match doc[start] {
                b'*' => made.positional = made.count,
                b'/' => {}
                _ => {
                    let (name, _) = doc.split_at(start).1.split_at(at - start);
                    made.parameters[made.count] = match str::from_utf8(name) {
                        Ok(name) => name,
                        Err(_) => panic!("a parameter's name is ASCII"),
                    };
                    made.count += 1;
                }
            }
            // No default has a comma, and no parentheses but those of an empty tuple.
            while doc[at] != b',' && (doc[at] != b')' || doc[at - 1] == b'(') {
                at += 1;
            }
        }
        made
    }

    /// The name, as Python's table of methods wants it.
    pub(crate) const fn name(&self) -> &CStr {
        match CStr::from_bytes_until_nul(&self.name) {
            Ok(name) => name,
            Err(_) => panic!("a name is shorter than its place"),
        }
    }

    /// Every parameter, the positional ones first.
    pub(crate) const fn parameters(&self) -> &[&'static str] {
        self.parameters.split_at(self.count).0
    }

    /// How many parameters may be given by position.
    pub(crate) const fn positional(&self) -> usize {
        if self.positional < self.count { self.positional } else { self.count }
    }
}
