//! Which changes make this text a URI, and why?
//!
//! The plain truth of cleaning: a list of replacements, found one character at a time. `clean` is
//! the result of applying them, and [`crate::clean`]'s fast pass must agree with it.

use std::borrow::Cow;
use std::ops::Range;

use crate::base::error::{Error, Kind, Result};
use crate::base::schemes::{IDNA_SCHEMES, SPECIAL_SCHEMES, scheme_in};
use crate::clean::authority;
use crate::clean::profile::{Component, Host, Profile};
use crate::clean::rewrite::rewritten;
use crate::clean::salvage;
use crate::clean::transcode::Span;
use crate::codec::characters::iri::{first_char, staying};
use crate::codec::encodings::charset::Charset;
use crate::codec::percent::{escaped, triplet};
use crate::syntax::split::{self, Parts};
use superuri_kernels::set::Set;

/// One replacement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced, in bytes of the text.
    pub at: Range<usize>,
    /// What stands there afterwards: ASCII, or for the profile `IRI` UTF-8.
    pub with: Cow<'static, [u8]>,
    /// Why.
    pub why: Why,
}

/// Why a span is replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// U+0000 to U+001F, or U+007F.
    Control,
    /// U+0020.
    Space,
    /// One of `"<>\^` `` ` `` `{|}`, which stand in no URI.
    Illegal,
    /// `[` or `]` outside an IP literal.
    Bracket,
    /// Above U+007F.
    NonAscii,
    /// A `%` that begins no triplet.
    StrayPercent,
    /// A `#` inside the fragment.
    SecondHash,
    /// A `:` in the first segment of a reference, which would read as a scheme's.
    Colon,
    /// An `@` inside the userinfo.
    AtSign,
    /// Legal by RFC 3986, and in the profile's set all the same.
    Profile,
    /// An internationalised host, as its A-labels.
    Idna,
    /// The `%` before an IPv6 zone, or a zone's characters.
    Zone,
    /// White space or a byte order mark around the URI.
    Trim,
    /// Brackets or quotes around the URI.
    Unwrap,
    /// `&amp;` for `&`.
    Entity,
    /// `hxxp` for `http`.
    Defanged,
    /// A backslash before a triplet.
    ShellEscape,
}

impl Why {
    /// The stable name, in words with hyphens.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Control => "control",
            Self::Space => "space",
            Self::Illegal => "illegal",
            Self::Bracket => "bracket",
            Self::NonAscii => "non-ascii",
            Self::StrayPercent => "stray-percent",
            Self::SecondHash => "second-hash",
            Self::Colon => "colon",
            Self::AtSign => "at-sign",
            Self::Profile => "profile",
            Self::Idna => "idna",
            Self::Zone => "zone",
            Self::Trim => "trim",
            Self::Unwrap => "unwrap",
            Self::Entity => "entity",
            Self::Defanged => "defanged",
            Self::ShellEscape => "shell-escape",
        }
    }

    const fn of(ascii: u8) -> Self {
        match ascii {
            0..=0x1F | 0x7F => Self::Control,
            b' ' => Self::Space,
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => Self::Illegal,
            b'[' | b']' => Self::Bracket,
            b'%' => Self::StrayPercent,
            _ => Self::Profile,
        }
    }
}

/// The encodings of a URI's text, as browsers tell them apart; `None` is UTF-8.
#[derive(Clone, Copy, Default)]
pub struct Encodings<'a> {
    /// Of all but host and query.
    pub text: Option<Charset<'a>>,
    /// Of the query.
    pub query: Option<Charset<'a>>,
}

/// The replacements that make the text a URI by this profile, in order, none overlapping.
///
/// ```
/// let edits = superuri::clean::edits::edits(b"/a b%", superuri::base::sets::RFC3986, Default::default());
/// let edits = edits.unwrap();
/// assert_eq!((edits[0].at.clone(), &*edits[0].with, edits[0].why.code()), (2..3, &b"%20"[..], "space"));
/// assert_eq!(edits[1].why.code(), "stray-percent");
/// ```
///
/// # Errors
/// Where the authority can be read in two ways or holds no host, and where white space surrounds
/// a whole URI.
pub fn edits(text: &[u8], profile: &Profile, encodings: Encodings<'_>) -> Result<Vec<Edit>> {
    let mut edits = Vec::new();
    one_by_one(text, profile, encodings, &mut |edit| edits.push(edit))?;
    Ok(edits)
}

/// As [`edits`], one by one to whoever takes them: of a text that is wrong everywhere they are far
/// longer than it is.
///
/// # Errors
/// As [`edits`]; some may have been put before.
pub fn one_by_one(
    text: &[u8],
    profile: &Profile,
    encodings: Encodings<'_>,
    put: &mut dyn FnMut(Edit),
) -> Result<()> {
    if !profile.salvages {
        return each(text, profile, encodings, put);
    }
    let all = salvage::edits(text, |inner| {
        let mut edits = Vec::new();
        each(inner, profile, encodings, &mut |edit| edits.push(edit))?;
        Ok(edits)
    })?;
    all.into_iter().for_each(put);
    Ok(())
}

/// As [`one_by_one`], of a text that is not salvaged first.
pub(crate) fn each(
    text: &[u8],
    profile: &Profile,
    encodings: Encodings<'_>,
    put: &mut dyn FnMut(Edit),
) -> Result<()> {
    let put = &mut |mut edit: Edit| {
        if edit.why == Why::Profile && text[edit.at.clone()] == *b"#" {
            edit.why = Why::SecondHash;
        }
        put(edit);
    };
    let mut pass = Pass { text, profile, charset: encodings.text, put };
    if profile.host != Host::Octets {
        surrounding_space(text)?;
    }
    let Parts { scheme, authority, path, query, fragment } = split::split(text);
    let scheme_text = scheme.clone().map(|span| &text[span]);
    if profile.host == Host::Octets {
        // Nobody decides about the structure: what precedes the path is cleaned like it.
        pass.component(0..path.end, &profile.path)?;
    } else {
        if let Some(span) = authority.clone() {
            let idna = scheme_in(scheme_text, &IDNA_SCHEMES);
            authority::each(text, span, profile, idna, pass.put)?;
        }
        pass.path(path, scheme.is_some(), authority.is_some())?;
    }
    if let Some(span) = query {
        let special = scheme_in(scheme_text, &SPECIAL_SCHEMES);
        pass.charset = encodings.query;
        pass.component(span, if special { &profile.query } else { &profile.other_query })?;
        pass.charset = encodings.text;
    }
    if let Some(span) = fragment {
        pass.component(span, &profile.fragment)?;
    }
    Ok(())
}

/// White space around a text that is a whole URI without it: sent, it would be data.
pub(crate) fn surrounding_space(text: &[u8]) -> Result<()> {
    let trimmed = text.trim_ascii();
    if trimmed.len() == text.len() || split::scheme(trimmed).is_none() {
        return Ok(());
    }
    let leading = text.len() - text.trim_ascii_start().len();
    let at = if leading > 0 { 0..leading } else { trimmed.len()..text.len() };
    Err(Error::naming(Kind::SurroundingSpace, at, "the white space"))
}

/// A pass over the components of one text.
struct Pass<'a> {
    text: &'a [u8],
    profile: &'a Profile,
    charset: Option<Charset<'a>>,
    put: &'a mut dyn FnMut(Edit),
}

impl Pass<'_> {
    fn path(&mut self, path: Range<usize>, scheme: bool, authority: bool) -> Result<()> {
        let opaque = scheme && !authority && self.text.get(path.start) != Some(&b'/');
        if opaque {
            return self.component(path, &self.profile.opaque_path);
        }
        if scheme || authority {
            return self.component(path, &self.profile.path);
        }
        let first = self.text[path.clone()].iter().position(|&b| b == b'/').unwrap_or(path.len());
        let slash = path.start + first;
        let Self { text, profile, charset, .. } = *self;
        let put = &mut |mut edit: Edit| {
            if text[edit.at.start] == b':' {
                edit.why = Why::Colon;
            }
            (self.put)(edit);
        };
        let mut first = Pass { text, profile, charset, put };
        first.component(path.start..slash, &profile.first_segment)?;
        self.component(slash..path.end, &profile.path)
    }

    fn component(&mut self, span: Range<usize>, component: &Component) -> Result<()> {
        let stray = self.profile.escapes_stray_percent;
        if let Some(charset) = self.charset {
            let (text, profile, set) = (self.text, self.profile, component.set());
            let edits = Span { text, at: span, set, profile }.edits(charset)?;
            edits.into_iter().for_each(&mut *self.put);
            return Ok(());
        }
        each_octet(self.text, span, component.set(), stray, self.put);
        Ok(())
    }
}

/// The edits of a span whose octets all follow one set: a triplet stays whatever it says.
pub(crate) fn octets(text: &[u8], span: Range<usize>, set: Set, stray: bool) -> Vec<Edit> {
    let mut edits = Vec::new();
    each_octet(text, span, set, stray, &mut |edit| edits.push(edit));
    edits
}

/// As [`octets`], one by one.
pub(crate) fn each_octet(
    text: &[u8],
    span: Range<usize>,
    set: Set,
    stray: bool,
    put: &mut dyn FnMut(Edit),
) {
    let mut at = span.start;
    while at < span.end {
        let rest = &text[at..span.end];
        let byte = rest[0];
        let (len, edit) = match byte {
            b'%' if triplet(rest).is_some() => (3, false),
            b'%' => (1, stray),
            0..0x80 => (1, set.encodes(byte)),
            _ => match staying(rest, set.rule()) {
                0 => (first_char(rest).map_or(1, char::len_utf8), true),
                len => (len, false),
            },
        };
        if edit {
            let with = match rest[..len] {
                [octet] => Cow::Borrowed(&TRIPLETS[usize::from(octet)][..]),
                _ => rest[..len].iter().flat_map(|&octet| escaped(octet)).collect(),
            };
            let why = if byte < 0x80 { Why::of(byte) } else { Why::NonAscii };
            put(Edit { at: at..at + len, with, why });
        }
        at += len;
    }
}

/// Each octet's triplet.
static TRIPLETS: [[u8; 3]; 256] = {
    let mut triplets = [[0; 3]; 256];
    let mut octet = u8::MAX;
    while octet > 0 {
        triplets[octet as usize] = escaped(octet);
        octet -= 1;
    }
    triplets[0] = escaped(0);
    triplets
};

/// The text with the edits applied.
#[must_use]
pub fn apply(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    rewritten(text, edits.iter().map(|edit| (&edit.at, &*edit.with))).into_owned()
}
