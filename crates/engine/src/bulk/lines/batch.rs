//! Batches of lines: many lines of a file processed as if they were one text.
//!
//! Encoding looks at one byte at a time: if the ending is not encoded, many records are encoded in
//! one go. Decoding looks at three bytes. The ending between two records keeps them apart: an
//! escape that is cut by the end of a record is malformed with or without the next record, and
//! octets of two records never form one character. Wherever something is unusual, the records are
//! processed one by one, which is the definition.

use std::borrow::Cow;

use crate::bulk::lines::job::Ending;
use crate::bulk::verbs::verb::{AtOnce, Verb};
use crate::codec::{form, percent::Errors};
use superuri_kernels as kernels;
use superuri_kernels::{Table, ranks::Ranks};

/// A verb that can be applied to many records at once.
pub enum LineBatch {
    /// Percent-encode by this set, and everything that is not ASCII.
    Encode {
        /// What ends a record; the sets here do not contain it.
        ending: Ending,
        /// The set without the byte that ends a record.
        table: Box<Table>,
        /// The same without the CR of CR LF.
        table_of_cr_lf: Box<Table>,
        /// Whether a `+` is a space.
        form: bool,
    },
    /// Decode into UTF-8.
    Decode {
        /// What ends a record.
        ending: Ending,
        /// Whether a malformed escape is an error.
        strict: bool,
        /// Whether a `+` is a space.
        form: bool,
    },
}

impl LineBatch {
    /// The same verb, if it can be applied to many records with this ending at once.
    #[must_use]
    pub fn of(verb: &dyn Verb, ending: Ending) -> Option<Self> {
        Some(match verb.facts().at_once? {
            AtOnce::Encode { set, form } => {
                let bits = set.bits() & !(1 << ending.byte());
                Self::Encode {
                    ending,
                    table: Box::new(Table::new(bits)),
                    table_of_cr_lf: Box::new(Table::new(bits & !(1 << b'\r'))),
                    form,
                }
            }
            // To keep an escape, the decoder must look at its neighbours.
            AtOnce::Decode { errors: Errors::Keep, .. } => return None,
            AtOnce::Decode { errors, form } => {
                Self::Decode { ending, strict: errors == Errors::Strict, form }
            }
        })
    }

    /// Appends the results of these records with their endings, and returns the number of records.
    /// Returns `None` where they have to be processed one by one; what was appended is invalid
    /// then.
    #[must_use]
    pub fn onto(&self, records: &[u8], out: &mut Vec<u8>, ranks: &mut Ranks) -> Option<u64> {
        let start = out.len();
        match self {
            Self::Encode { ending, table, table_of_cr_lf, form } => {
                let table = match (ending, returns(records)) {
                    (Ending::Nul, _) | (_, Returns::None) => table,
                    (_, Returns::OfEndings) => table_of_cr_lf,
                    (_, Returns::OfRecords) => return None,
                };
                kernels::encode_onto(records, table, out);
                if *form {
                    form::plus_for_space(&mut out[start..]);
                }
                Some(number(records, *ending, ranks.of(records, ending.byte())))
            }
            Self::Decode { ending, strict, form } => {
                let read =
                    if *form { form::space_for_plus(records) } else { Cow::Borrowed(records) };
                let decoded = kernels::decode_onto(&read, out);
                let result = &out[start..];
                if *strict && decoded.malformed
                    || decoded.high && simdutf8::basic::from_utf8(result).is_err()
                {
                    return None;
                }
                let no_return = *ending == Ending::Nul || memchr::memchr(b'\r', result).is_none();
                if !no_return && ranks.of(result, b'\r') != ranks.of(records, b'\r') {
                    return None;
                }
                let ends = ranks.of(records, ending.byte());
                (ranks.of(result, ending.byte()) == ends).then(|| number(records, *ending, ends))
            }
        }
    }
}

/// The number of records, given the number of endings. The last record may lack its ending.
fn number(records: &[u8], ending: Ending, ends: usize) -> u64 {
    let open = !records.is_empty() && !records.ends_with(&[ending.byte()]);
    ends as u64 + u64::from(open)
}

/// What the CRs in a text belong to.
enum Returns {
    None,
    /// Each belongs to a CR LF.
    OfEndings,
    /// At least one is data.
    OfRecords,
}

fn returns(records: &[u8]) -> Returns {
    let Some(first) = memchr::memchr(b'\r', records) else { return Returns::None };
    let rest = &records[first..];
    let of_ending = |at| rest.get(at + 1) == Some(&b'\n');
    if memchr::memchr_iter(b'\r', rest).all(of_ending) {
        Returns::OfEndings
    } else {
        Returns::OfRecords
    }
}
