//! Function `repair_mojibake`: UTF-8 that was read as windows-1252 and written as UTF-8 again.

use crate::base::error::Result;
use crate::bulk::verbs::verb::{Function, Verb, Work};
use crate::codec::encodings::{mojibake, not_utf8};

pub(super) const REPAIR: Function = Function {
    make: |_| Work::text(Repair),
    document: cr#"repair_mojibake($module, text)
--

The text before its UTF-8 was read as windows-1252 and encoded as UTF-8 again.

Escapes stay escapes, and raw characters stay raw; text without mojibake keeps every byte,
even the case of its hex digits. Text that was damaged twice is repaired twice, so that
repairing again changes nothing.

Args:
    text: A str, bytes or a URI.

Returns:
    A str for a str, else bytes. Without mojibake, an exact str is returned as the same object.

Raises:
    EncodeError: A str has a lone surrogate.

Example:
    >>> import superuri
    >>> superuri.repair_mojibake("caf%C3%83%C2%A9?x=%c3%a9")
    'caf%C3%A9?x=%c3%a9'
    >>> superuri.repair_mojibake("Ã¼ber")
    'über'

Source:
    The Encoding Standard's windows-1252."#,
};

struct Repair;

impl Verb for Repair {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        if simdutf8::basic::from_utf8(record).is_err() {
            return Err(not_utf8::of_raw(record));
        }
        let repaired = mojibake::repair(record);
        out.extend_from_slice(repaired.as_deref().unwrap_or_default());
        Ok(repaired.is_some())
    }
}
