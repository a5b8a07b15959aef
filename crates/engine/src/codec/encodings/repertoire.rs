//! Repertoire: the characters that a decoded text may contain, which are those of an encoding.

use std::ops::Range;

use crate::base::error::{Error, Kind, Result, quote};
use crate::codec::encodings::decode::NamedEncoding;
use crate::codec::percent::{Errors, origin};

impl NamedEncoding {
    /// Refuses a decoded text with a character that the encoding lacks; `source` is the text that
    /// was decoded, if it was decoded from UTF-8 alone. A `+` of `source` may have become a space.
    ///
    /// ```
    /// use superuri::codec::encodings::decode::NamedEncoding;
    /// use superuri::codec::encodings::labels::{Label, look_up};
    /// use superuri::codec::percent::Errors;
    /// let Label::Known(known) = look_up("latin-1") else { panic!() };
    /// let latin1 = NamedEncoding { known, name: "latin-1".to_owned() };
    /// assert!(latin1.check("é".as_bytes(), b"%C3%A9", Some(Errors::Strict)).is_ok());
    /// let error = latin1.check("ać".as_bytes(), b"a%C4%87", Some(Errors::Strict)).unwrap_err();
    /// assert_eq!(error.at, 1..7);
    /// ```
    ///
    /// # Errors
    /// The first character outside, with its place in `source`; all of `source` if `errors` is
    /// `None`, because only the decoder of another encoding knows the place.
    pub fn check(&self, decoded: &[u8], source: &[u8], errors: Option<Errors>) -> Result<()> {
        let text = String::from_utf8_lossy(decoded);
        let Err(lacking) = self.octets(&text) else { return Ok(()) };
        let number = text[..lacking.at.start].chars().count();
        let at = errors.and_then(|errors| origin(source, errors, number));
        let what = quote(text[lacking.at.clone()].as_bytes());
        Err(outside(at.unwrap_or(0..source.len()), what, &self.name))
    }
}

/// The error of a character outside the repertoire of this name.
#[must_use]
pub fn outside(at: Range<usize>, what: String, name: &str) -> Box<Error> {
    Error::naming(Kind::OutsideRepertoire, at, what).that(format!("is outside {name}"))
}
