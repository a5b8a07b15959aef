//! Policies: what holds of a text that is cut, or whose user or host is shown otherwise.

use std::ops::Range;

use superuri::clean::{clean, profiles::RFC3986};
use superuri::show::display::{Userinfo, View};
use superuri::show::pretty;
use superuri::syntax::split::split;

use super::{acts_on_the_reader, broken, drawn::is_drawn_in_order, normal};

/// What of the policies' promises does not hold for this text; nothing, one hopes.
pub(super) fn broken_by_policies(text: &str, view: &View) -> Option<String> {
    if view.length.is_none() && view.userinfo == Userinfo::Shown {
        return broken(text, view);
    }
    let cleaned = clean(text.as_bytes(), RFC3986).ok()?;
    let whole = pretty(text.as_bytes(), &View { length: None, ..view.clone() }).ok()?;
    let read = pretty(text.as_bytes(), view).expect("it is shown whole");
    let (whole, read) = (String::from_utf8_lossy(&whole), String::from_utf8_lossy(&read));
    if !is_drawn_in_order(&read) {
        return Some(format!("another order: {read:?} of {whole:?}"));
    }
    // An ellipsis of the text itself is refused, so that each one means a cut.
    if let Some(c) = read.chars().find(|c| *c != '\u{2026}' && acts_on_the_reader(*c)) {
        return Some(format!("L16: {c:?} in {read:?}"));
    }
    // Where somebody's name is dropped, nothing marks it: the text with ellipses is compared.
    if view.userinfo == Userinfo::Dropped {
        let hidden = View { userinfo: Userinfo::Redacted, length: None, ..view.clone() };
        let hidden = pretty(text.as_bytes(), &hidden).ok()?;
        // What keeps two directions apart differs, so that more may stay escaped.
        let sent = |shown: &str| {
            let bare = shown.replace(['\u{2026}', '@'], "");
            clean(bare.as_bytes(), RFC3986).ok().map(|uri| normal(&uri))
        };
        let hidden = String::from_utf8_lossy(&hidden);
        if sent(&hidden) != sent(&whole) {
            return Some(format!("dropped: {whole:?}, redacted: {hidden:?}"));
        }
    } else if let Some(piece) = is_not_of(&read, &cleaned) {
        return Some(format!("L15: {piece:?} of {read:?} is not what would be sent: {whole:?}"));
    }
    let length = view.length?;
    let authority = split(read.as_bytes()).authority.filter(|span| !span.is_empty())?;
    let behind = host_end(&read, authority);
    // The part that identifies the host stays: everything up to the delimiter after it.
    let least = read[..behind].chars().count() + 2;
    (read.chars().count() > length.max(least) && !read[behind..].contains("//"))
        .then(|| format!("{} characters, not {length}: {read:?}", read.chars().count()))
}

/// Where the host ends. If an authority has only slashes and white space to browsers, they see
/// the host after it.
fn host_end(read: &str, authority: Range<usize>) -> usize {
    let skipped = |text: &str, slash: bool| {
        let mut rest = text;
        let escapes = ["%5C", "%09", "%0A", "%0D"];
        while let Some(less) = escapes
            .iter()
            .find_map(|escape| rest.strip_prefix(escape))
            .or_else(|| rest.strip_prefix('/').filter(|_| slash))
        {
            rest = less;
        }
        text.len() - rest.len()
    };
    if skipped(&read[authority.clone()], false) < authority.len() {
        return authority.end;
    }
    let start = authority.end + skipped(&read[authority.end..], true);
    read[start..].find(['/', '?', '#']).map_or(read.len(), |len| start + len)
}

/// The first piece between ellipses that is not sent as it reads, behind the piece before it.
fn is_not_of(read: &str, cleaned: &[u8]) -> Option<String> {
    // A host has its own spelling, and is compared where nothing is cut.
    let (from, uri) = match (split(cleaned).authority, split(read.as_bytes()).authority) {
        (Some(sent), Some(shown)) => (shown.end, &cleaned[sent.end..]),
        (None, None) => (0, cleaned),
        _ => return Some(read.to_owned()),
    };
    let (want, mut at) = (normal(uri), 0);
    for piece in read[from..].split('\u{2026}') {
        // In a path of its own, no colon ends a scheme, and no two slashes begin a host.
        let sent = clean(format!("/x{piece}").as_bytes(), RFC3986).map(|sent| normal(&sent));
        let sent = sent.unwrap_or_default();
        let Some(sent) = sent.get(2..) else { return Some(piece.to_owned()) };
        match memchr::memmem::find(&want[at..], sent) {
            Some(found) => at += found + sent.len(),
            None => return Some(piece.to_owned()),
        }
    }
    None
}
