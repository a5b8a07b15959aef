//! What would `clean` change, and what does it refuse?

use std::ops::Range;

use super::rule::{Id, Severity};
use super::{Finding, Fix, Found, limits};
use crate::base::error::{Error, Kind};
use crate::clean::edit::{Edit, Why};
use crate::clean::edits::{self, Encodings};
use crate::clean::profiles::RFC3986;
use crate::clean::{self, octets, spans};
use crate::codec::triplets::triplet;

/// The finding of each of `clean`'s edits; where it refuses the text, of what it refuses.
pub(super) fn find(found: &mut Found<'_>) {
    // The fast pass says the same as the edits, always.
    if clean::is_clean(found.text, RFC3986) {
        return;
    }
    let text = found.text;
    let before = found.before();
    let mut half = 0..0;
    let mut put = |edit| one(found, edit, &mut half);
    // One by one: of a text that is wrong everywhere they are far longer than it is.
    if let Err(error) = edits::each(text, RFC3986, Encodings::default(), &mut put) {
        found.back_to(&before);
        refused(found, &error);
        let parts = found.parts.clone();
        let mut half = 0..0;
        let mut put = |edit| one(found, edit, &mut half);
        for (at, role) in spans::behind_authority(text, parts, RFC3986) {
            octets::each(text, at, RFC3986.component(role).set(), true, &mut put);
        }
    }
}

/// Notes one edit; `half` is the last half of a surrogate pair.
fn one(found: &mut Found<'_>, edit: Edit, half: &mut Range<usize>) {
    let (id, at) = named(found.text, &edit);
    if half.contains(&at.start) {
        return;
    }
    if found.options.characters && is_half(&found.text[at.start..]) {
        // What `clean` refuses of characters has no octets that a fix could escape.
        *half = at.start..at.start + 3;
        let detail = || Some("half of a surrogate pair has no UTF-8 to escape".to_owned());
        found.say_that(id, half.clone(), detail, None);
        if let Some(last) = found.findings.last_mut().filter(|last| last.at == *half) {
            last.severity = Severity::Error;
        }
        return;
    }
    if found.mends_at_once(id, &edit.at, Some(&edit.with)) {
        return;
    }
    // Neighbours of a kind are one finding.
    let text = found.text;
    if let Some(last) = found.findings.last_mut().filter(|last| continues(last, id, &at)) {
        last.at.end = at.end;
        if let Some(fix) = &mut last.fix {
            append(text, fix, &edit);
        }
        return;
    }
    if id != Id::StrayPercent && found.continues_unlisted(id, &at) {
        return;
    }
    let detail = (id == Id::UnicodeHost).then(|| format!("it is {}", named_host(&edit.with)));
    let fix = Fix { edits: vec![(edit.at, edit.with)], safe: true };
    found.say_that(id, at, || detail, Some(fix));
}

/// The host; of one that is too long to be any, its beginning.
fn named_host(host: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&host[..host.len().min(limits::NAME)]);
    format!("{shown}{}", if host.len() > limits::NAME { "…" } else { "" })
}

/// Is this the continuation of the last finding?
fn continues(last: &Finding, id: Id, at: &Range<usize>) -> bool {
    last.id == id
        && last.fix.is_some()
        && last.at.end == at.start
        && !matches!(id, Id::StrayPercent)
}

/// Does this begin with what half of a surrogate pair would be in UTF-8?
fn is_half(octets: &[u8]) -> bool {
    matches!(octets, [0xED, 0xA0..=0xBF, _, ..])
}

/// Adds a replacement, and what stands between the last one and it: one edit for each finding.
fn append(text: &[u8], fix: &mut Fix, edit: &Edit) {
    if let Some((span, last)) = fix.edits.last_mut() {
        let last = last.to_mut();
        last.extend_from_slice(&text[span.end..edit.at.start]);
        last.extend_from_slice(&edit.with);
        span.end = edit.at.end;
    }
}

/// Which rule finds this edit, and what it is shown at.
fn named(text: &[u8], edit: &Edit) -> (Id, Range<usize>) {
    let at = edit.at.clone();
    let rest = &text[at.start..];
    let id = match edit.why {
        Why::Control => Id::Control,
        Why::Space => Id::Space,
        Why::Illegal if rest[0] != b'\\' => Id::Illegal,
        // A shell writes two for one.
        Why::Illegal if triplet(&rest[1..]).is_some() && !text[..at.start].ends_with(b"\\") => {
            Id::ShellEscape
        }
        Why::Illegal => Id::Backslash,
        Why::Bracket => Id::Bracket,
        Why::NonAscii => Id::NonAscii,
        Why::StrayPercent => {
            let digits = |from: usize, most: usize| {
                let digits = rest.get(from..).unwrap_or_default().iter().take(most);
                digits.take_while(|digit| digit.is_ascii_hexdigit()).count()
            };
            return match rest.get(1) {
                Some(b'u' | b'U') if digits(2, 4) == 4 => (Id::PercentU, at.start..at.start + 6),
                _ if digits(1, 1) == 1 => (Id::MalformedTriplet, at.start..at.start + 2),
                _ => (Id::StrayPercent, at),
            };
        }
        Why::SecondHash => Id::SecondHash,
        Why::Colon => Id::Colon,
        Why::AtSign => Id::AtSign,
        Why::Idna => Id::UnicodeHost,
        Why::Zone => Id::RawZone,
        // The default profile has no other reasons; whatever it edits is illegal.
        _ => Id::Illegal,
    };
    (id, at)
}

/// The finding of a text that `clean` refuses.
fn refused(found: &mut Found<'_>, error: &Error) {
    let at = error.at.clone();
    match error.kind {
        Kind::SurroundingSpace => {} // found by `around`, whose rule it is
        Kind::BadPort => found.say(Id::BadPort, at),
        Kind::BadHost => {
            let why = error.is.clone();
            found.say_that(Id::BadHost, at, || why, None);
        }
        _ => {
            let why = error.is.as_deref().map(|is| is.replace(" (ambiguous-authority)", ""));
            let why = why.map(|is| format!("it {is}"));
            found.say_that(Id::Ambiguous, at, || why, None);
        }
    }
}
