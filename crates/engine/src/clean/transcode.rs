//! Transcoding: the edits of a component that is sent in an encoding other than UTF-8.
//!
//! This is "percent-encode after encoding" of the URL standard: the text is encoded, and its octets
//! follow the component's set. An escape in the text is ASCII and stays.

use std::ops::Range;

use encoding_rs::Encoding;

use crate::base::error::{Error, Kind, Result};
use crate::clean::edit::{Edit, Why};
use crate::clean::{octets, profile::Profile};
use crate::codec::encodings::charset::{Charset, CharsetWriter, Written, write};
use crate::codec::triplets::{escaped, triplet};
use superuri_kernels::{memory, set::Set};

/// A component of a text, its percent-encode set and its profile.
pub(crate) struct ComponentSpan<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) at: Range<usize>,
    pub(crate) set: Set,
    pub(crate) profile: &'a Profile,
}

impl ComponentSpan<'_> {
    pub(crate) fn edits(&self, charset: Charset<'_>) -> Result<Vec<Edit>> {
        if let Charset::Known(known) = charset
            && let Some(encoding) = known.with_states()
        {
            return self.with_states(encoding);
        }
        // Non-ASCII characters are encoded in whole runs, because an encoding may need several
        // characters at once.
        let mut edits = Vec::new();
        let mut at = self.at.start;
        while at < self.at.end {
            let rest = &self.text[at..self.at.end];
            let ascii = rest.iter().position(|b| !b.is_ascii()).unwrap_or(rest.len());
            let plain = self.plain(at..at + ascii);
            memory::reserve(&mut edits, plain.len());
            edits.extend(plain);
            at += ascii;
            let rest = &self.text[at..self.at.end];
            let run = rest.iter().position(u8::is_ascii).unwrap_or(rest.len());
            if run > 0 {
                let with = self.run(at..at + run, charset)?.into();
                memory::push(&mut edits, Edit { at: at..at + run, with, why: Why::NonAscii });
            }
            at += run;
        }
        Ok(edits)
    }

    fn plain(&self, at: Range<usize>) -> Vec<Edit> {
        octets::edits(self.text, at, self.set, self.profile.escapes_stray_percent)
    }

    fn str(&self, at: Range<usize>) -> &str {
        std::str::from_utf8(&self.text[at]).expect("text in another encoding comes as a str")
    }

    fn run(&self, at: Range<usize>, charset: Charset<'_>) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        write(self.str(at.clone()), charset, &mut |written| match written {
            Written::Octets(octets) => {
                self.push(&mut out, octets);
                Ok(())
            }
            Written::Lacking(c, missing) => {
                self.lacking(c, at.start + missing.start..at.start + missing.end, &mut out)
            }
        })?;
        Ok(out)
    }

    /// The edits for an encoding with states. From the first character that may change the state to
    /// the end of the component there is one edit, because a `\` may need a different state from an
    /// `a`.
    fn with_states(&self, encoding: &'static Encoding) -> Result<Vec<Edit>> {
        let rest = &self.text[self.at.clone()];
        let switches = |b: &u8| !b.is_ascii() || [0x0E, 0x0F, 0x1B].contains(b);
        let Some(first) = rest.iter().position(switches) else {
            return Ok(self.plain(self.at.clone()));
        };
        let mut at = self.at.start + first;
        let mut edits = self.plain(self.at.start..at);
        let whole = at..self.at.end;
        let mut out = Vec::new();
        let mut writer = CharsetWriter::new(encoding);
        // Validated as UTF-8 only once; validating the rest at each character would take quadratic
        // time.
        let mut rest = self.str(whole.clone());
        while let Some(c) = rest.chars().next() {
            let escape = triplet(rest.as_bytes()).is_some();
            let (one, after) = rest.split_at(if escape { 3 } else { c.len_utf8() });
            writer.write(one, &mut |written| match written {
                Written::Octets(octets) if c.is_ascii() => {
                    // The octets that switch the state back are data; the character itself follows
                    // them.
                    let switch = octets.strip_suffix(one.as_bytes());
                    self.push(&mut out, switch.unwrap_or(octets));
                    if switch.is_some() && escape {
                        out.extend_from_slice(one.as_bytes());
                    } else if switch.is_some() {
                        self.push_own(&mut out, one.as_bytes());
                    }
                    Ok(())
                }
                Written::Octets(octets) => {
                    self.push(&mut out, octets);
                    Ok(())
                }
                Written::Lacking(c, missing) => {
                    self.lacking(c, at + missing.start..at + missing.end, &mut out)
                }
            })?;
            at += one.len();
            rest = after;
        }
        writer.finish(&mut |written| {
            if let Written::Octets(octets) = written {
                self.push(&mut out, octets);
            }
            Result::Ok(())
        })?;
        edits.push(Edit { at: whole, with: out.into(), why: Why::NonAscii });
        Ok(edits)
    }

    /// Appends the replacement of a character that the encoding lacks.
    fn lacking(&self, c: char, at: Range<usize>, out: &mut Vec<u8>) -> Result<()> {
        if !self.profile.numeric_references {
            return Err(Error::quoting(Kind::Unencodable, self.text, at));
        }
        out.extend_from_slice(reference(c as u32).as_bytes());
        Ok(())
    }

    /// Appends the octets of characters that are data. In a web page they follow the set, as in the
    /// URL standard. Elsewhere, an octet that could be a delimiter or a dot is always escaped.
    fn push(&self, out: &mut Vec<u8>, octets: &[u8]) {
        for &octet in octets {
            let bare = if self.profile.numeric_references {
                octet.is_ascii()
            } else {
                octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'_' | b'~')
            };
            self.push_if(bare, octet, out);
        }
    }

    /// Appends a character of the text itself, which follows the set.
    fn push_own(&self, out: &mut Vec<u8>, octets: &[u8]) {
        for &octet in octets {
            let stray = octet == b'%' && self.profile.escapes_stray_percent;
            self.push_if(octet.is_ascii() && !stray, octet, out);
        }
    }

    fn push_if(&self, bare: bool, octet: u8, out: &mut Vec<u8>) {
        if bare && !self.set.encodes(octet) {
            out.push(octet);
        } else {
            out.extend_from_slice(&escaped(octet));
        }
    }
}

/// `&#N;`, percent-encoded: what a form or query contains for a character that its encoding lacks.
#[must_use]
pub fn reference(code_point: u32) -> String {
    format!("%26%23{code_point}%3B")
}

#[cfg(test)]
mod tests {
    use crate::clean::edit::apply;
    use crate::clean::edits::{Encodings, edits};
    use crate::clean::profile::Profile;
    use crate::clean::profiles;
    use crate::codec::encodings::charset::Charset;
    use crate::codec::encodings::labels::{Label, look_up};

    fn cleaned(text: &str, profile: &Profile, label: &str) -> String {
        let Label::Known(known) = look_up(label) else { panic!("{label} is built in") };
        let charset = Some(Charset::Known(known));
        let encodings = Encodings { text: charset, query: charset };
        let edits = edits(text.as_bytes(), profile, encodings).expect("the encoding has it");
        String::from_utf8(apply(text.as_bytes(), &edits)).expect("ASCII")
    }

    #[test]
    fn no_octet_of_a_character_is_a_delimiter() {
        for (text, label, want) in [
            ("/く", "iso-2022-jp", "/%1B%24B%24%2F%1B%28B"),
            ("?q=う&r=1/.", "iso-2022-jp", "?q=%1B%24B%24%26%1B%28B&r=1/."),
            ("?か=Ы", "iso-2022-jp", "?%1B%24B%24%2B%1B%28B=%1B%24B%27%3D%1B%28B"),
            ("/\u{203E}a:@%41", "iso-2022-jp", "/%1B%28J~a:@%41%1B%28B"),
            ("/く%zz%41", "iso-2022-jp", "/%1B%24B%24%2F%1B%28B%25zz%41"),
            ("/ァア", "shift_jis", "/%83%40%83A"),
        ] {
            assert_eq!(cleaned(text, profiles::RFC3986, label), want, "{text}");
        }
    }
}
