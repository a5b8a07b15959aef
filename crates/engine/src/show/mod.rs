//! Showing: a URI as a human reads it, without hiding what would be sent.
//!
//! `pretty(x)` is show(clean(x)). [`shown`] adds the map of spans, with the reason of each.

pub(crate) mod characters;
pub(crate) mod cut;
pub(crate) mod direction;
pub mod display;
pub(crate) mod escapes;
pub mod explain;
pub mod host;
pub mod layout;
pub mod medium;
pub(crate) mod simple;
pub mod standards;

use std::{borrow::Cow, ops::Range};

use crate::base::schemes::{IDNA_SCHEMES, scheme_in};
use crate::base::{error::Result, secrets};
use crate::clean::edit::{Edit, MOST_LISTED, apply};
use crate::clean::edits::{Encodings, listed, too_many};
use crate::clean::fast_check::{self, FastResult};
use crate::clean::{after_look, profiles::RFC3986};
use crate::codec::{characters::reason::Reason, characters::refused::Strong};
use crate::show::characters::{Unit, units};
use crate::show::display::{Userinfo, View};
use crate::show::escapes::{decide, is_worth_a_look};
use crate::show::layout::{Shown, lay_out};
use crate::syntax::hosts::nested;
use crate::syntax::split::{self, Parts};
use superuri_kernels::memory;

/// Schemes whose text has a syntax of its own after the colon.
const OPAQUE_SCHEMES: [&[u8]; 4] = [b"javascript", b"data", b"mailto", b"urn"];

/// The URI as the view shows it; borrowed if that changes nothing.
///
/// ```
/// use superuri::show::display::View;
/// use superuri::show::pretty;
/// let uri = b"http://e.com/caf%C3%A9?q=a%20b%26c%E2%80%AE";
/// let want = "http://e.com/café?q=a b%26c%E2%80%AE";
/// assert_eq!(&*pretty(uri, &View::of(0)).unwrap(), want.as_bytes());
/// ```
///
/// # Errors
/// If cleaning fails.
pub fn pretty<'a>(text: &'a [u8], view: &View) -> Result<Cow<'a, [u8]>> {
    let look = fast_check::legal_and_triplets(text);
    if look == Some((FastResult::Unchanged, false)) && view.only_decodes() {
        return Ok(Cow::Borrowed(text));
    }
    let uri = after_look(text, look.map(|(legal, _)| legal))?;
    if view.only_decodes() && !is_worth_a_look(&uri, view.display()) {
        return Ok(uri);
    }
    Ok(of_clean(text, uri, view))
}

/// The shown text of a cleaned URI; in a function of its own, so that the quick test stays small.
#[inline(never)]
fn of_clean<'a>(text: &'a [u8], uri: Cow<'a, [u8]>, view: &View) -> Cow<'a, [u8]> {
    let parts = split::split(&uri);
    if view.only_decodes() {
        if unread(&uri, &parts, view).is_some() {
            return uri;
        }
        if let Some(shown) = simple::shown(&uri, parts.path.start, view.display()) {
            return if shown == text { Cow::Borrowed(text) } else { Cow::Owned(shown) };
        }
    }
    general(text, uri, &parts, view)
}

/// As [`pretty`], without the shortcuts. Tests compare the two.
#[cfg(test)]
pub(crate) fn plain<'a>(text: &'a [u8], view: &View) -> Result<Cow<'a, [u8]>> {
    let uri = crate::clean::clean(text, RFC3986)?;
    let parts = split::split(&uri);
    Ok(general(text, uri, &parts, view))
}

/// The shown text of a cleaned URI, decided with regard to the neighbours of each escape.
fn general<'a>(text: &'a [u8], uri: Cow<'a, [u8]>, parts: &Parts, view: &View) -> Cow<'a, [u8]> {
    let tail = read(&uri, parts, view);
    if view.only_decodes() && !tail.iter().any(Unit::is_decoded) {
        return uri;
    }
    let shown = show(&uri, parts, tail, view, false).text.into_bytes();
    if shown == text { Cow::Borrowed(text) } else { Cow::Owned(shown) }
}

/// The shown text, with the reason for each escape and each span that a policy changed. Source
/// spans are in bytes of `text`.
///
/// ```
/// use superuri::show::display::View;
/// use superuri::show::shown;
/// use superuri::codec::characters::reason::Reason;
/// let shown = shown(b"/%C3%A9%2F", &View::of(0)).unwrap();
/// assert_eq!(shown.text, "/é%2F");
/// assert_eq!((shown.spans[0].source.clone(), shown.spans[0].shown.clone()), (1..7, 1..3));
/// assert_eq!(shown.spans[1].reason, Reason::Delimiter);
/// ```
///
/// # Errors
/// If cleaning fails, or if there are too many spans or edits to list.
pub fn shown(text: &[u8], view: &View) -> Result<Shown> {
    let edits = listed(text, RFC3986, Encodings::default())?;
    let uri = if edits.is_empty() { Cow::Borrowed(text) } else { apply(text, &edits).into() };
    // Every escape is listed, shown or not.
    let has_escape = memchr::memchr(b'%', &uri).is_some();
    if !has_escape && view.only_decodes() && !is_worth_a_look(&uri, view.display()) {
        return Ok(Shown {
            text: memory::string(&String::from_utf8_lossy(&uri)),
            spans: Vec::new(),
        });
    }
    let parts = split::split(&uri);
    let tail = read(&uri, &parts, view);
    let mut shown = show(&uri, &parts, tail, view, true);
    let mut origin = SourceMap { edits: &edits, cleaned: 0, text: 0 };
    for span in &mut shown.spans {
        span.source = origin.of(&span.source);
    }
    match shown.spans.get(MOST_LISTED) {
        Some(beyond) => Err(too_many(beyond.source.clone())),
        None => Ok(shown),
    }
}

/// The characters after the authority, with the decision for each.
fn read(uri: &[u8], parts: &Parts, view: &View) -> Vec<Unit> {
    let mut tail = units(uri, parts.path.start);
    match unread(uri, parts, view) {
        Some(reason) => keep_all(&mut tail, reason),
        None => decide(uri, parts, &mut tail, view),
    }
    tail
}

fn show(uri: &[u8], parts: &Parts, mut tail: Vec<Unit>, view: &View, with_spans: bool) -> Shown {
    let mut hosts = if view.userinfo == Userinfo::Shown && view.length.is_none() {
        Vec::new()
    } else {
        nested::authorities(uri)
    };
    let host_end = nested::host_end(uri, &hosts, parts.path.start);
    hosts.retain(|host| parts.path.start <= host.start);
    redact(uri, &mut tail, &hosts, view.userinfo);
    lay_out(uri, parts, &mut tail, host_end, view, with_spans)
}

/// Redacts the userinfo of these authorities in the tail, and every other secret.
fn redact(uri: &[u8], tail: &mut [Unit], hosts: &[Range<usize>], userinfo: Userinfo) {
    if userinfo == Userinfo::Shown {
        return;
    }
    let mut hidden = false;
    for host in hosts {
        let Some(at) = memchr::memrchr(b'@', &uri[host.clone()]) else { continue };
        let at = host.start + at;
        // If the `@` were dropped without a host after it, the following text would read as an
        // authority.
        let dropped = userinfo == Userinfo::Dropped && at + 1 < host.end;
        let end = at + usize::from(dropped);
        let from = tail.partition_point(|unit| unit.start() < host.start);
        let to = tail.partition_point(|unit| unit.start() < end);
        for unit in &mut tail[from..to] {
            unit.reason = Some(Reason::Redacted);
            hidden = true;
        }
    }
    // Elsewhere, as in a value or a pair, only the password.
    for span in secrets::spans(uri) {
        let from = tail.partition_point(|unit| unit.start() < span.start);
        let to = tail.partition_point(|unit| unit.start() < span.end);
        for unit in &mut tail[from..to] {
            unit.reason = Some(Reason::Redacted);
            hidden = true;
        }
    }
    // Redacted text no longer separates right-to-left texts from each other, so they stay escaped.
    let runs_back = |unit: &&mut Unit| hidden && unit.is_decoded() && unit.strong == Strong::Right;
    for unit in tail.iter_mut().filter(runs_back) {
        unit.reason = Some(Reason::Direction);
    }
}

/// The reason why nothing in this URI is decoded, if there is one.
fn unread(uri: &[u8], parts: &Parts, view: &View) -> Option<Reason> {
    if !view.display().lossless {
        return None;
    }
    let scheme = parts.scheme.clone().map(|span| &uri[span]);
    let rooted = parts.authority.is_some() || uri.get(parts.path.start) == Some(&b'/');
    if let Some(scheme) = scheme
        && (!rooted || scheme_in(Some(scheme), &OPAQUE_SCHEMES))
    {
        return Some(Reason::Opaque);
    }
    // http:/a and http:///a: browsers read a host where there is none.
    let hostless = match &parts.authority {
        Some(authority) => authority.is_empty(),
        None => scheme.is_some(),
    };
    (hostless && scheme_in(scheme, &IDNA_SCHEMES)).then_some(Reason::Browsers)
}

fn keep_all(tail: &mut [Unit], reason: Reason) {
    for unit in tail.iter_mut().filter(|unit| unit.is_decoded()) {
        unit.reason = Some(reason);
    }
}

/// Finds the source of spans of a cleaned text, which must be passed in order.
struct SourceMap<'a> {
    /// The edits that were not passed yet.
    edits: &'a [Edit],
    /// The end of the last edit that was passed, in the cleaned text.
    cleaned: usize,
    /// The same place in the original text.
    text: usize,
}

impl SourceMap<'_> {
    fn of(&mut self, span: &Range<usize>) -> Range<usize> {
        let start = self.offset(span.start, false);
        // A span may begin in the edit in which the last one ended, so do not pass its end yet.
        let end = Self { edits: self.edits, ..*self }.offset(span.end, true);
        start..end
    }

    /// The source of an offset in the cleaned text. Within an edit, it is the edit's start or end.
    fn offset(&mut self, cleaned: usize, end: bool) -> usize {
        while let Some((edit, rest)) = self.edits.split_first() {
            let from = self.cleaned + edit.at.start - self.text;
            let to = from + edit.with.len();
            if cleaned <= from {
                break;
            }
            if cleaned < to {
                return if end { edit.at.end } else { edit.at.start };
            }
            (self.edits, self.cleaned, self.text) = (rest, to, edit.at.end);
        }
        self.text + cleaned - self.cleaned
    }
}
