//! Normal form: one spelling for all URIs that mean the same (RFC 3986 section 6.2).
//!
//! The text is cleaned first: unreserved characters can be decoded safely only where every `%`
//! begins a triplet. Each level does what the levels before it do, and more.

pub mod keys;
pub mod python;
pub mod safe_browsing;
pub mod scrapy;
mod scrapy_parts;
mod select;
pub mod session_ids;
pub mod sha1;
pub mod steps;
pub mod surt;
pub mod tracking;
pub mod tracking_rows;
mod write;

use std::borrow::Cow;

use crate::base::{error::Result, table::words};
use crate::clean::fast_check::{FastCheck, FastResult, ODD};
use crate::clean::{self, clean, profiles::RFC3986};
use crate::normal::tracking::Trackers;
use crate::syntax::split;
use crate::syntax::unsplit::{Components, NAMES};

words! {
    /// How much is normalised, from the lowest level to the highest. Each includes the ones before it.
    #[derive(PartialOrd, Ord)]
    Level {
        /// The case of scheme, host and triplets: RFC 3986 section 6.2.2.1.
        Case => "case",
        /// Escaped unreserved characters: section 6.2.2.2.
        Percent => "percent",
        /// Dot segments: section 6.2.2.3.
        Path => "path",
        /// Default ports and empty paths: section 6.2.3.
        Scheme => "scheme",
    }
}

/// Optional steps, each of which can change the meaning.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Also<'a> {
    /// Sort the query's pairs by name; pairs of the same name keep their order.
    pub sort_query: bool,
    /// Drop the fragment.
    pub drop_fragment: bool,
    /// Drop pairs that only track, and the query if no pair is left.
    pub drop_tracking: bool,
    /// The table of names that only track.
    pub trackers: Trackers<'a>,
    /// Decode reserved characters that have no reserved purpose in the scheme
    /// ([`crate::base::schemes::SCHEMES`]).
    pub reserved: bool,
    /// Lower the host's case for every scheme, also for one whose host may be no DNS name
    /// ([`crate::base::schemes::has_dns_host`]).
    pub host_case: bool,
}

impl Also<'_> {
    /// Every option by its name, in the order in which the steps are reported.
    #[expect(clippy::type_complexity, reason = "a row is a name and the field that it sets")]
    pub const NAMES: [(&'static str, for<'a> fn(&'a mut Self) -> &'a mut bool); 5] = [
        ("host-case", |also| &mut also.host_case),
        ("reserved", |also| &mut also.reserved),
        ("drop-tracking", |also| &mut also.drop_tracking),
        ("sort-query", |also| &mut also.sort_query),
        ("drop-fragment", |also| &mut also.drop_fragment),
    ];

    /// Is there certainly nothing to do in this text? The steps change pairs, fragments and
    /// escapes.
    fn keeps(self, text: &[u8]) -> bool {
        self == Self { trackers: self.trackers, ..Self::default() }
            || memchr::memchr3(b'?', b'#', b'%', text).is_none()
    }
}

/// The normal form of the text; borrowed if the text is in normal form.
///
/// ```
/// use superuri::normal::{Also, Level, normalize};
/// let text = b"HTTP://a.%45xample:80/%7euser/../b?";
/// let normal = normalize(text, Level::Scheme, Also::default()).unwrap();
/// assert_eq!(&*normal, b"http://a.example/b?");
/// ```
///
/// # Errors
/// As [`clean`].
pub fn normalize<'t>(text: &'t [u8], level: Level, also: Also<'_>) -> Result<Cow<'t, [u8]>> {
    let mut out = Vec::new();
    let changed = normalize_into(text, level, also, &mut out)?;
    Ok(if changed { Cow::Owned(out) } else { Cow::Borrowed(text) })
}

/// Appends the normal form of the text and returns true; or, if the text is in normal form, appends
/// nothing and returns false.
///
/// # Errors
/// As [`clean`]; nothing is appended then.
#[inline]
pub fn normalize_into(
    text: &[u8],
    level: Level,
    also: Also<'_>,
    out: &mut Vec<u8>,
) -> Result<bool> {
    let check = FastCheck::at(text, &ODD);
    if let Some(check) = &check
        && also.keeps(text)
    {
        if check.is_normal(text) {
            return Ok(false);
        }
        let start = out.len();
        if write::by_check(text, check, level, out) {
            return Ok(differs(text, start, out));
        }
    }
    after_look(text, check.and_then(|check| check.legal(text)), level, also, out)
}

/// The same after the look, which found how the text becomes legal.
#[inline(never)]
fn after_look(
    text: &[u8],
    legal: Option<FastResult>,
    level: Level,
    also: Also<'_>,
    out: &mut Vec<u8>,
) -> Result<bool> {
    let start = out.len();
    write::whole(&clean::after_look(text, legal)?, level, also, out);
    Ok(differs(text, start, out))
}

/// Whether the normal form, which begins at `start`, differs from the text; otherwise it is removed.
fn differs(text: &[u8], start: usize, out: &mut Vec<u8>) -> bool {
    let differs = out[start..] != *text;
    if !differs {
        out.truncate(start);
    }
    differs
}

/// The normal form of a legal URI reference.
#[must_use]
pub fn of_clean(text: &[u8], level: Level, also: Also<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    write::whole(text, level, also, &mut out);
    out
}

/// What made two URIs equal, or the first component in which they differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// The texts are equal.
    Text,
    /// They are equal after cleaning.
    Clean,
    /// They are equal after normalising at this level, and not at a lower one.
    Level(Level),
    /// They are equal after this step of [`Also`], by its name, and not before it.
    Also(&'static str),
    /// They differ at the requested level, first in this component.
    Differ(&'static str),
}

impl Comparison {
    /// Are they equivalent?
    #[must_use]
    pub const fn is_equal(self) -> bool {
        !matches!(self, Self::Differ(_))
    }

    /// The step's or the component's name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Clean => "clean",
            Self::Level(level) => level.word(),
            Self::Also(word) | Self::Differ(word) => word,
        }
    }
}

/// Are two URIs equivalent at this level, and after these steps?
///
/// # Errors
/// As [`clean`], for the text that cannot be cleaned.
pub fn compare(
    a: &[u8],
    b: &[u8],
    level: Level,
    also: Also<'_>,
) -> std::result::Result<Comparison, Which> {
    let clean_a = clean(a, RFC3986).map_err(Which::First)?;
    let clean_b = clean(b, RFC3986).map_err(Which::Second)?;
    if a == b {
        return Ok(Comparison::Text);
    }
    if clean_a == clean_b {
        return Ok(Comparison::Clean);
    }
    let normal = |text, level| of_clean(text, level, also);
    let (last_a, last_b) = (normal(&clean_a, level), normal(&clean_b, level));
    if last_a != last_b {
        return Ok(Comparison::Differ(difference(&last_a, &last_b)));
    }
    let equal = |level, also| of_clean(&clean_a, level, also) == of_clean(&clean_b, level, also);
    let mut levels = Level::NAMES.iter().filter(|(_, one)| *one <= level).map(|(_, one)| *one);
    if let Some(first) = levels.find(|&level| equal(level, Also::default())) {
        return Ok(Comparison::Level(first));
    }
    let mut so_far = Also { trackers: also.trackers, ..Also::default() };
    let mut steps = Also::NAMES.iter().filter(|(_, flag)| *flag(&mut also.clone()));
    let last = steps.find(|(_, flag)| {
        *flag(&mut so_far) = true;
        equal(level, so_far)
    });
    Ok(last.map_or(Comparison::Level(level), |(name, _)| Comparison::Also(name)))
}

/// The error of one of two texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    /// The error of the first text.
    First(Box<crate::base::error::Error>),
    /// The error of the second text.
    Second(Box<crate::base::error::Error>),
}

/// The name of the first component in which two different texts differ.
fn difference(a: &[u8], b: &[u8]) -> &'static str {
    let (a, b) = (Components::split(a), Components::split(b));
    if a.scheme != b.scheme {
        return NAMES[0];
    }
    if let (Some(a), Some(b)) = (a.authority, b.authority)
        && a != b
    {
        let (one, two) = (split::authority(a, 0..a.len()), split::authority(b, 0..b.len()));
        let userinfo = one.userinfo.map(|span| &a[span]);
        return if userinfo != two.userinfo.map(|span| &b[span]) {
            "userinfo"
        } else if a[one.host] == b[two.host] {
            "port"
        } else {
            "host"
        };
    }
    if a.authority != b.authority {
        NAMES[1]
    } else if a.path != b.path {
        NAMES[2]
    } else if a.query != b.query {
        NAMES[3]
    } else {
        NAMES[4]
    }
}

#[cfg(test)]
mod tests;
