//! Lint rules for illegal text: what `clean` would change, and what it refuses.

use std::ops::Range;

use super::rule::{HOSTS, Id, PASTE, PORTS, Severity, rows};
use super::{Finding, Fix, Found, limits};
use crate::base::error::{Error, Kind};
use crate::base::schemes::{SPECIAL_SCHEMES, scheme_in};
use crate::clean::edit::{Edit, Why};
use crate::clean::edits::{self, Encodings};
use crate::clean::fast_look::{self, Legal};
use crate::clean::profiles::RFC3986;
use crate::clean::suspect::{self, Suspect, suspect};
use crate::clean::{legal, octets, spans};
use crate::codec::triplets::triplet;
use crate::syntax::split::{self, Parts};
use superuri_kernels::{find as find_member, memory};

const GRAMMAR: &str = "RFC 3986 appendix A";
const ESCAPES: &str = "RFC 3986 section 2.1";

rows! {
    CONTROL: "U101", "control-character", Error, ON, "a control character is not allowed in a URI; some readers drop it, others stop there", "/a\u{1}b", GRAMMAR;
    SPACE: "U102", "space", Error, ON, "a space is not allowed in a URI; in most protocols it ends it", "/a b", GRAMMAR;
    ILLEGAL: "U103", "illegal-character", Error, ON, "the character is not allowed in a URI", "/a|b", GRAMMAR;
    BRACKET: "U104", "bracket", Error, ON, "square brackets are allowed only around an IP literal", "/a[0]", GRAMMAR;
    NON_ASCII: "U105", "non-ascii", Warning, ON, "non-ASCII characters are allowed in an IRI, not in a URI", "/é", "RFC 3987 section 3.1";
    STRAY_PERCENT: "U106", "stray-percent", Error, ON, "the % does not begin a percent-escape", "/100%", ESCAPES;
    SECOND_HASH: "U107", "second-hash", Error, ON, "a fragment cannot contain #", "/#a#b", "RFC 3986 section 3.5";
    COLON: "U108", "colon-in-first-segment", Error, ON, "a colon in the first segment reads as the end of a scheme, and this is not one", "1:a", "RFC 3986 section 4.2";
    AT_SIGN: "U109", "second-at-sign", Error, ON, "userinfo cannot contain @, and readers differ about which @ ends it", "http://a@b@h.example/", "RFC 3986 section 3.2.1";
    UNICODE_HOST: "U110", "unicode-host", Warning, ON, "the host is internationalised; a URI has its A-labels", "http://bücher.example/", "RFC 5890 section 2.3; UTS 46";
    RAW_ZONE: "U111", "raw-zone", Error, ON, "the zone of an IPv6 address begins with %25", "http://[fe80::1%eth0]/", "RFC 6874 section 2";
    PERCENT_U: "U112", "percent-u", Error, ON, "%uXXXX is not a valid percent-escape of any standard, but some servers read it", "/%u0041", "ECMA-262 annex B.2.1";
    MALFORMED_TRIPLET: "U113", "malformed-triplet", Error, ON, "the triplet lacks its second hexadecimal digit", "/%4g", ESCAPES;
    BACKSLASH: "U114", "backslash", Error, ON, "a backslash is not allowed in a URI; browsers and Windows read a slash", "/a\\b", "URL standard, special URLs; RFC 3986 appendix A";
    SHELL_ESCAPE: "U115", "shell-escape", Error, ON, "the backslash before the percent-escape is left over from a shell", "/a\\%20b", PASTE;
    BAD_PORT: "U602", "bad-port", Error, ON, "a port is decimal digits", "http://h.example:8o80/", PORTS;
    BAD_HOST: "U603", "bad-host", Error, ON, "the host is not a host name", "http://℅/", HOSTS;
    NOT_A_URI: "U806", "not-a-uri", Warning, ON, "this is not a single URI: escaping makes it legal, but not what was meant", "c:/a", PASTE;
}

/// Reports each edit that `clean` would make. If it refuses the text, reports the reason.
pub(super) fn find(found: &mut Found<'_>) {
    let text = found.text;
    let look = fast_look::legal(text);
    let is_clean = look.map_or_else(|| legal::is_legal(text, RFC3986), Legal::is_clean);
    not_a_uri(found, is_clean);
    if is_clean {
        return;
    }
    if look == Some(Legal::Escaped) {
        // The look has shown that these are all edits: the authority has none.
        let mut half = 0..0;
        let mut put = |edit| one(found, edit, &mut half);
        let mut at = find_member(text, &fast_look::ODD);
        while at < text.len() {
            let is_odd = |octet: &&u8| fast_look::ODD.has(**octet);
            let end = at + text[at..].iter().take_while(is_odd).count();
            octets::each(text, at..end, fast_look::ODD_OCTETS, true, &mut put);
            at = end + find_member(&text[end..], &fast_look::ODD);
        }
        return;
    }
    let before = found.before();
    let mut half = 0..0;
    let mut put = |edit| one(found, edit, &mut half);
    // One by one, because the list of edits may be far longer than the text.
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

/// What the text seems to be, if it is surely not a single URI.
pub(super) fn suspected(text: &[u8]) -> Option<Suspect> {
    suspected_of(text, crate::clean::is_clean(text, RFC3986))
}

/// The same, if it is known whether the text is clean.
fn suspected_of(text: &[u8], is_clean: bool) -> Option<Suspect> {
    // A legal text is taken as it is, except for a Windows drive, which reads as a scheme.
    if is_clean && !suspect::is_windows_path(text) { None } else { suspect(text) }
}

/// Reports a text that is not a URI. Escaping it would be wrong, so no fix in it is safe.
fn not_a_uri(found: &mut Found<'_>, is_clean: bool) {
    let Some(suspect) = suspected_of(found.text, is_clean) else { return };
    found.is_suspect = true;
    // A wrapper around the whole text has a finding of its own, and so has a byte order mark.
    let is_wrapped = found.findings.iter().any(|it| it.id == Id::WRAPPED);
    if !is_wrapped && !found.text.starts_with("\u{FEFF}".as_bytes()) {
        found.detail(Id::NOT_A_URI, 0..found.text.len(), || suspect.sentence().to_owned());
    }
}

/// Reports one edit. `half` is the span of the last lone surrogate.
fn one(found: &mut Found<'_>, edit: Edit, half: &mut Range<usize>) {
    let (id, at) = named(found.text, &edit);
    if half.contains(&at.start) {
        return;
    }
    if found.options.characters && is_half(&found.text[at.start..]) {
        // `clean` refuses lone surrogates in a text of characters: they have no octets to escape.
        *half = at.start..at.start + 3;
        let detail = || Some("half of a surrogate pair has no UTF-8 to escape".to_owned());
        found.add_with(id, half.clone(), detail, None);
        if let Some(last) = found.findings.last_mut().filter(|last| last.at == *half) {
            last.severity = Severity::Error;
        }
        return;
    }
    let place = edit.at.start;
    if found.fixed.is_some() {
        let with = Some(&*edit.with).filter(|_| found.guesses || is_safe(found, place));
        found.fix_at_once(id, &edit.at, with);
        return;
    }
    // Neighbouring edits of the same rule are one finding, if they are safe alike.
    let (text, safe) = (found.text, is_safe(found, place));
    let is_alike = found.was_safe.replace(safe) == Some(safe);
    let is_one = |last: &&mut Finding| is_alike && continues(last, id, &at);
    if let Some(last) = found.findings.last_mut().filter(is_one) {
        last.at.end = at.end;
        if let Some(fix) = &mut last.fix {
            append(text, fix, &edit);
        }
        return;
    }
    if id != Id::STRAY_PERCENT && found.continues_unlisted(id, &at) {
        return;
    }
    let detail = (id == Id::UNICODE_HOST).then(|| format!("it is {}", named_host(&edit.with)));
    let fix = found.fix(|| (edit.at, edit.with), || safe);
    found.add_with(id, at, || detail, Some(fix));
}

/// What browsers drop of a text (URL standard, section 4.4, basic URL parser).
pub(super) struct Dropped {
    /// Is there a tab or a line break between others, or a scheme or an authority behind the dropped
    /// controls? Then they read other components.
    pub(super) reads_otherwise: bool,
    /// The text without the controls and spaces at its ends.
    pub(super) inner: Range<usize>,
}

impl Dropped {
    pub(super) fn of(text: &[u8]) -> Self {
        let is_kept = |byte: &u8| *byte > b' ';
        let start = text.iter().position(is_kept).unwrap_or(text.len());
        let end = text.iter().rposition(is_kept).map_or(start, |last| last + 1);
        let any_break = memchr::memchr3(b'\t', b'\n', b'\r', text.trim_ascii()).is_some();
        let rest = &text[start..];
        let begins_otherwise = split::scheme(rest).is_some() || begins_with_slashes(rest);
        Self { reads_otherwise: any_break || start > 0 && begins_otherwise, inner: start..end }
    }
}

/// Does the escape of the octet at this place keep what was meant?
fn is_safe(found: &Found<'_>, at: usize) -> bool {
    !found.is_suspect
        && !found.claimed.contains(&at)
        && !is_syntax_in_browsers(found, at)
        && !is_in_host_of_file(found, at)
}

/// What some readers count to the authority: they end it only at a slash, and an `@` behind it
/// begins their host. Escaped, the host would be another one.
pub(super) fn claimed(text: &[u8], parts: &Parts) -> Range<usize> {
    let Some(Range { end, .. }) = parts.authority else { return 0..0 };
    let len = memchr::memchr(b'/', &text[end..]).unwrap_or(text.len() - end);
    let has_host = memchr::memchr(b'@', &text[end..end + len]).is_some();
    if has_host { end..end + len } else { 0..0 }
}

/// Is this an internationalised host of a `file:` URL? Browsers turn it into A-labels, escaped or
/// not, and other readers do not: they would see another host.
fn is_in_host_of_file(found: &Found<'_>, at: usize) -> bool {
    let Parts { scheme, authority, .. } = &found.parts;
    authority.as_ref().is_some_and(|authority| authority.contains(&at))
        && scheme.clone().is_some_and(|at| found.text[at].eq_ignore_ascii_case(b"file"))
        && !found.text[at].is_ascii()
}

/// Do browsers read a delimiter there, or drop the character? Then escaping it would lead them
/// elsewhere (URL standard, section 4.4, basic URL parser).
fn is_syntax_in_browsers(found: &Found<'_>, at: usize) -> bool {
    let text = found.text;
    let Some(&byte) = text.get(at) else { return false };
    // A character that they drop may be inside a scheme or an escape.
    if found.dropped.reads_otherwise || !found.dropped.inner.contains(&at) {
        return true;
    }
    let scheme = found.parts.scheme.clone().map(|scheme| &text[scheme]);
    if scheme.is_some() && !scheme_in(scheme, &SPECIAL_SCHEMES) {
        return false;
    }
    let slashes = match scheme {
        Some(scheme) => Some(&text[scheme.len() + 1..]),
        None => Some(text).filter(|text| begins_with_slashes(text)),
    };
    let is_file = scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"file"));
    // After `//`, all readers see a host; after two slashes of another kind, browsers do, and after
    // more or fewer, unless it is a file.
    let is_odd = |rest: &[u8]| {
        let is_two = begins_with_slashes(rest) && !matches!(rest.get(2), None | Some(b'/' | b'\\'));
        if is_two { !rest.starts_with(b"//") } else { !is_file }
    };
    let data = found.parts.query.clone().or(found.parts.fragment.clone());
    let is_data = data.is_some_and(|data| data.start <= at);
    match byte {
        _ if is_data => false,
        b'\\' => true,
        b'|' => {
            let inner = &found.dropped.inner;
            is_drive(&text[inner.clone()], at - inner.start)
        }
        _ => slashes.is_some_and(is_odd),
    }
}

/// Does the text begin with two slashes, as browsers read them?
fn begins_with_slashes(text: &[u8]) -> bool {
    matches!(text, [b'/' | b'\\', b'/' | b'\\', ..])
}

/// Is this the `|` of a drive, as in `/C|/`?
fn is_drive(text: &[u8], at: usize) -> bool {
    at > 0 && text[at - 1].is_ascii_alphabetic() && is_of_drive(text, &(at - 1..at))
}

/// Is this span the whole segment but for one `:` or `|` behind it, as the letter of a drive is?
pub(super) fn is_of_drive(text: &[u8], at: &Range<usize>) -> bool {
    let begins = at.start == 0 || matches!(text[at.start - 1], b'/' | b'\\' | b':');
    let ends = |behind: &[u8]| behind.first().is_none_or(|next| b"/\\?#".contains(next));
    begins && matches!(text[at.end..], [b':' | b'|', ref behind @ ..] if ends(behind))
}

/// The host; if it is longer than any DNS name, only its beginning.
fn named_host(host: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&host[..host.len().min(limits::NAME)]);
    format!("{shown}{}", if host.len() > limits::NAME { "…" } else { "" })
}

/// Is this the continuation of the last finding?
fn continues(last: &Finding, id: Id, at: &Range<usize>) -> bool {
    last.id == id
        && last.fix.is_some()
        && last.at.end == at.start
        && !matches!(id, Id::STRAY_PERCENT)
}

/// Does this begin with a surrogate code point, encoded as in UTF-8?
fn is_half(octets: &[u8]) -> bool {
    matches!(octets, [0xED, 0xA0..=0xBF, _, ..])
}

/// Joins an edit to the last one of the fix, with the text between them, so that a finding has one
/// edit.
fn append(text: &[u8], fix: &mut Fix, edit: &Edit) {
    if let Some((span, last)) = fix.edits.last_mut() {
        let last = last.to_mut();
        memory::reserve(last, edit.at.start - span.end + edit.with.len());
        last.extend_from_slice(&text[span.end..edit.at.start]);
        last.extend_from_slice(&edit.with);
        span.end = edit.at.end;
    }
}

/// The rule that finds this edit, and the span of the finding.
fn named(text: &[u8], edit: &Edit) -> (Id, Range<usize>) {
    let at = edit.at.clone();
    let rest = &text[at.start..];
    let id = match edit.why {
        Why::Control => Id::CONTROL,
        Why::Space => Id::SPACE,
        Why::Illegal if rest[0] != b'\\' => Id::ILLEGAL,
        // A shell writes two backslashes for one.
        Why::Illegal if triplet(&rest[1..]).is_some() && !text[..at.start].ends_with(b"\\") => {
            Id::SHELL_ESCAPE
        }
        Why::Illegal => Id::BACKSLASH,
        Why::Bracket => Id::BRACKET,
        Why::NonAscii => Id::NON_ASCII,
        Why::StrayPercent => {
            let digits = |from: usize, most: usize| {
                let digits = rest.get(from..).unwrap_or_default().iter().take(most);
                digits.take_while(|digit| digit.is_ascii_hexdigit()).count()
            };
            return match rest.get(1) {
                Some(b'u' | b'U') if digits(2, 4) == 4 => (Id::PERCENT_U, at.start..at.start + 6),
                _ if digits(1, 1) == 1 => (Id::MALFORMED_TRIPLET, at.start..at.start + 2),
                _ => (Id::STRAY_PERCENT, at),
            };
        }
        Why::SecondHash => Id::SECOND_HASH,
        Why::Colon => Id::COLON,
        Why::AtSign => Id::AT_SIGN,
        Why::Idna => Id::UNICODE_HOST,
        Why::Zone => Id::RAW_ZONE,
        // The default profile has no other reasons: all its other edits are of illegal text.
        _ => Id::ILLEGAL,
    };
    (id, at)
}

/// The finding of a text that `clean` refuses.
fn refused(found: &mut Found<'_>, error: &Error) {
    let at = error.at.clone();
    match error.kind {
        Kind::SurroundingSpace => {} // reported by `around`
        Kind::BadPort => found.add(Id::BAD_PORT, at),
        Kind::BadHost => {
            let why = error.is.clone();
            found.add_with(Id::BAD_HOST, at, || why, None);
        }
        _ => {
            let why = error.is.as_deref().map(|is| is.replace(" (ambiguous-authority)", ""));
            let why = why.map(|is| format!("it {is}"));
            found.add_with(Id::AMBIGUOUS, at, || why, None);
        }
    }
}
