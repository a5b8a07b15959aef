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

use std::borrow::Cow;

use crate::base::error::Result;
use crate::base::schemes::{self, Scheme};
use crate::clean::fast_check::{self, FastResult};
use crate::clean::profiles::RFC3986;
use crate::clean::{self, clean};
use crate::codec::unreserved::{UNRESERVED, put, put_lowered};
use crate::normal::tracking::Trackers;
use crate::syntax::dots;
use crate::syntax::hosts::literal::ip_literal;
use crate::syntax::places::Hosts;
use crate::syntax::split;
use crate::syntax::unsplit::{Components, NAMES};
use superuri_kernels::memory;
use superuri_kernels::set::Set;

/// How much is normalised. Each level includes the ones before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The case of scheme, host and triplets: RFC 3986 section 6.2.2.1.
    Case,
    /// Escaped unreserved characters: section 6.2.2.2.
    Percent,
    /// Dot segments: section 6.2.2.3.
    Path,
    /// Default ports and empty paths: section 6.2.3.
    Scheme,
}

impl Level {
    /// Every level by its name, from the lowest to the highest.
    pub const NAMES: [(&str, Self); 4] = [
        ("case", Self::Case),
        ("percent", Self::Percent),
        ("path", Self::Path),
        ("scheme", Self::Scheme),
    ];
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
    /// ([`schemes::SCHEMES`]).
    pub reserved: bool,
    /// Lower the host's case for every scheme, also for one whose host may be no DNS name
    /// ([`schemes::has_dns_host`]).
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
    match fast_check::normal(text) {
        Some((FastResult::Unchanged, true)) if also.keeps(text) => Ok(false),
        look => after_look(text, look.map(|(legal, _)| legal), level, also, out),
    }
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
    write_normal_form(&clean::after_look(text, legal)?, level, also, out);
    let differs = out[start..] != *text;
    if !differs {
        out.truncate(start);
    }
    Ok(differs)
}

/// The normal form of a legal URI reference.
#[must_use]
pub fn of_clean(text: &[u8], level: Level, also: Also<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    write_normal_form(text, level, also, &mut out);
    out
}

/// Appends the normal form of a legal URI reference.
fn write_normal_form(text: &[u8], level: Level, also: Also<'_>, out: &mut Vec<u8>) {
    let parts = Components::split(text);
    let scheme = parts.scheme.and_then(schemes::find);
    // Characters that the level does not decode stay escaped.
    let undone = if level >= Level::Percent { UNRESERVED } else { Set::only("") };
    let free = |characters: fn(&Scheme) -> &'static str| match scheme {
        Some(row) if also.reserved => undone.and(characters(row)),
        _ => undone,
    };
    memory::reserve(out, text.len() + 8);
    let mut host = 0..0;
    if let Some(name) = parts.scheme {
        put_lower_case(name, out);
        out.push(b':');
    }
    if let Some(authority) = parts.authority {
        out.extend_from_slice(b"//");
        let own_port = scheme.map(|row| row.port);
        // After `//` a default port is kept: without it, parsers would look for a host in the path.
        let alone = authority.first() == Some(&b':')
            && memchr::memchr(b'@', authority).is_none()
            && Hosts::of(parts.scheme) == Hosts::Web;
        let dropped = |port: &[u8]| (port.is_empty() || own_port == Some(port)) && !alone;
        let has_case = !also.host_case && !schemes::has_dns_host(parts.scheme);
        let start = out.len();
        put_authority(authority, undone, level, has_case, dropped, out);
        host = split::authority(out, start..out.len()).host;
    }
    let path = out.len();
    let has_root = scheme.is_some_and(|row| row.has_root);
    if level >= Level::Scheme && has_root && parts.authority.is_some() && parts.path.is_empty() {
        out.push(b'/');
    } else {
        let start = out.len();
        put(parts.path, free(|row| row.free_in_path), out);
        if level >= Level::Path {
            remove_dots(start, &parts, out);
        }
    }
    if let Some(query) = parts.query {
        let mut here = also.trackers.at(&out[host], &out[path..]);
        out.push(b'?');
        let start = out.len();
        put(query, free(|row| row.free_in_query), out);
        select::apply(start, also, &mut here, out);
    }
    if let Some(fragment) = parts.fragment
        && !also.drop_fragment
    {
        out.push(b'#');
        put(fragment, undone, out);
    }
}

fn put_lower_case(name: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(name);
    out[start..].make_ascii_lowercase();
}

fn put_authority(
    authority: &[u8],
    undone: Set,
    level: Level,
    has_case: bool,
    dropped: impl Fn(&[u8]) -> bool,
    out: &mut Vec<u8>,
) {
    let parts = split::authority(authority, 0..authority.len());
    if let Some(userinfo) = parts.userinfo {
        put(&authority[userinfo], undone, out);
        out.push(b'@');
    }
    let host = &authority[parts.host];
    if has_case && host.first() != Some(&b'[') {
        put(host, undone, out);
    } else {
        put_host(host, undone, out);
    }
    let Some(port) = parts.port else { return };
    let mut port = &authority[port];
    if level >= Level::Scheme {
        // A port is a number: leading zeros change nothing.
        while let [b'0', rest @ ..] = port
            && !rest.is_empty()
        {
            port = rest;
        }
        if dropped(port) {
            return;
        }
    }
    out.push(b':');
    out.extend_from_slice(port);
}

fn put_host(host: &[u8], undone: Set, out: &mut Vec<u8>) {
    // The zone of an address is the name of an interface, in which case may matter: RFC 6874
    // section 4.
    if memchr::memchr(b'%', host).is_none() {
        return put_lower_case(host, out);
    }
    let start = out.len();
    let literal = host.first() == Some(&b'[');
    let address = if literal { memchr::memchr(b'%', host) } else { None };
    let (address, zone) = host.split_at(address.unwrap_or(host.len()));
    put_lowered(address, undone, out);
    put(zone, undone, out);
    debug_assert!(!literal || ip_literal(&out[start + 1..out.len() - 1]).is_ok());
}

/// Removes the dot segments of the path, which begins at `start` and ends the text.
fn remove_dots(start: usize, parts: &Components<'_>, out: &mut Vec<u8>) {
    let Some(first) = dots::first(&out[start..]) else { return };
    if out[start] == b'/' {
        dots::remove_in_place(out, start, start + first);
        if parts.authority.is_none() && out[start..].starts_with(b"//") {
            // Without it, the path would read as an authority.
            out.splice(start..start, *b"/.");
        }
    } else if parts.scheme.is_none() {
        let dotted = out.split_off(start);
        dots::remove_relative(&dotted, out);
    }
    // Other paths have no hierarchy, so that `data:,a/../b` is unchanged.
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
            Self::Level(level) => Level::NAMES[level as usize].0,
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
