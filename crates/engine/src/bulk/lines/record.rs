//! Records: trimming one, and appending a result that differs from it.

use crate::base::error::Result;

/// The record, trimmed if `trim` is set, and the number of bytes removed before it.
#[must_use]
pub fn inner(record: &[u8], trim: bool) -> (&[u8], usize) {
    if !trim {
        return (record, 0);
    }
    (record.trim_ascii(), record.len() - record.trim_ascii_start().len())
}

/// Applies `apply` to the record, trimmed if `trim` is set; returns whether the result differs from
/// the record.
///
/// # Errors
/// Those of `apply`, with spans relative to the record.
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

/// Appends the result and returns true, or returns false if it equals the record.
pub fn unless_same(result: &[u8], record: &[u8], out: &mut Vec<u8>) -> bool {
    if result == record {
        return false;
    }
    out.extend_from_slice(result);
    true
}
