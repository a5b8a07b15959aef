//! Records: trimming one, and whether the result differs from it.

use crate::base::error::Result;

/// What is left of the record when it is trimmed, if it is, and how much was taken off before it.
#[must_use]
pub fn inner(record: &[u8], trim: bool) -> (&[u8], usize) {
    if !trim {
        return (record, 0);
    }
    (record.trim_ascii(), record.len() - record.trim_ascii_start().len())
}

/// What `apply` does to the record, or to what is left of it when it is trimmed.
///
/// # Errors
/// Those of `apply`, the spans those of the record.
pub fn trimmed(
    record: &[u8],
    trim: bool,
    out: &mut Vec<u8>,
    apply: impl Fn(&[u8], &mut Vec<u8>) -> Result<bool>,
) -> Result<bool> {
    let (inner, lead) = inner(record, trim);
    let changed = apply(inner, out).map_err(|error| error.shifted(lead))?;
    if !changed && inner.len() < record.len() {
        out.extend_from_slice(inner);
    }
    Ok(changed || inner.len() < record.len())
}

/// Appends the result and answers true, unless it is the record.
pub fn unless_same(result: &[u8], record: &[u8], out: &mut Vec<u8>) -> bool {
    if result == record {
        return false;
    }
    out.extend_from_slice(result);
    true
}
