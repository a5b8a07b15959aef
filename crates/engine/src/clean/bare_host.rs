//! Bare host: whether a text is a host, where neither a scheme nor slashes show it.

use crate::codec::percent::{self, Errors};
use crate::syntax::hosts::literal::{ip_literal, is_ipv4};
use crate::syntax::places::ends_in_a_number;
use superuri_kernels::memory;

/// What a text is, where a host may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BareHost {
    /// A name with a dot, localhost, or an address.
    Name,
    /// A number with dots that is not an address.
    Number,
    /// Not a host, or a single word, which may be a path.
    None,
}

impl BareHost {
    pub(super) fn of(text: &[u8]) -> Self {
        if let [b'[', inside @ .., b']'] = text {
            return if ip_literal(inside).is_ok() { Self::Name } else { Self::None };
        }
        let Some(name) = word(text) else { return Self::None };
        let name = name.strip_suffix(is_dot).unwrap_or(&name);
        if name.eq_ignore_ascii_case("localhost") {
            return Self::Name;
        }
        let mut labels = name.split(is_dot);
        if labels.clone().count() < 2 || labels.any(str::is_empty) {
            Self::None
        } else if ends_in_a_number(text) && !is_ipv4(text) {
            Self::Number
        } else {
            Self::Name
        }
    }
}

/// The dots of a name, in any script (UTS 46).
fn is_dot(c: char) -> bool {
    matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}')
}

/// The text without its escapes, if it has only characters of names. A character that is escaped by
/// `clean` is not one of them, so that a text that stays as it is does not become a host by it.
pub(super) fn word(text: &[u8]) -> Option<String> {
    let decoded = percent::decode(text, Errors::Strict).ok()?;
    let name = std::str::from_utf8(&decoded).ok()?;
    let is_of_name = |c: char| match c {
        '-' | '_' | '.' | '~' => true,
        c if c.is_ascii() => c.is_ascii_alphanumeric(),
        c => !c.is_whitespace() && !c.is_control(),
    };
    (!name.is_empty() && name.chars().all(is_of_name)).then(|| memory::string(name))
}
