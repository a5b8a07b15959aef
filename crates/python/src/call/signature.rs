//! Signature of a verb: its name and its parameters, read from the start of its docstring.

use std::ffi::CStr;

/// The most parameters of a verb; their slots are on the stack.
pub(crate) const MOST_PARAMETERS: usize = 8;

/// The length of the longest name of a verb, including its final NUL.
const LONGEST_NAME: usize = 24;

/// The parsed form of `name($module, first, second=..., *, third=...)`.
pub(crate) struct Signature {
    name: [u8; LONGEST_NAME],
    parameters: [&'static str; MOST_PARAMETERS],
    count: usize,
    positional: usize,
}

impl Signature {
    /// The signature at the start of the docstring. An invalid one is a compile-time error.
    pub(crate) const fn of(doc: &'static CStr) -> Self {
        let doc = doc.to_bytes();
        let mut made =
            Self { name: [0; _], parameters: [""; _], count: 0, positional: MOST_PARAMETERS };
        let mut at = 0;
        while doc[at] != b'(' {
            made.name[at] = doc[at];
            at += 1;
        }
        at += "($".len();
        // Of a verb the module, of a method the object.
        while doc[at].is_ascii_alphabetic() {
            at += 1;
        }
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
            // A default has no comma, and no parentheses except those of an empty tuple.
            while doc[at] != b',' && (doc[at] != b')' || doc[at - 1] == b'(') {
                at += 1;
            }
        }
        made
    }

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

    /// The number of parameters that may be given by position.
    pub(crate) const fn positional(&self) -> usize {
        if self.positional < self.count { self.positional } else { self.count }
    }
}
