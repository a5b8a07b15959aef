//! Authorities: the passwords between a colon and an `@`, wherever some parser may read a host.

use std::ops::Range;

use superuri_kernels::memory;

use super::cuts::{AuthorityCut, Cuts, ESCAPED_AT_SIGN, Later, find};
use super::later::{self, Follows};
use super::spellings::UnescapedText;
use crate::base::schemes::{IDNA_SCHEMES, ends_in};

/// Schemes with `user:password@host` behind the colon, without slashes: RFC 3261 section 19.1.1.
const WITHOUT_SLASHES: [&[u8]; 2] = [b"sip", b"sips"];

/// Words before a colon whose `@` has no password before it. Behind any other word at the start of a
/// text, curl and drivers read a password: `user:password@tcp(host:3306)/db`. Checked 2026-11-28.
#[rustfmt::skip]
const WITHOUT_PASSWORD: [&[u8]; 47] = [
    // Addresses of people and messages: RFC 6068, 7565, 5122, 3859, 3860, 2392, 5538, 4151, 3966.
    b"mailto", b"acct", b"xmpp", b"pres", b"im", b"mid", b"cid", b"news", b"nntp", b"tag", b"sip",
    b"sips", b"tel", b"sms", b"smsto", b"skype", b"callto", b"facetime", b"matrix", b"sgnl",
    // Names and data: RFC 8141, 2397, 8089, 5870; schemes registered at IANA.
    b"urn", b"data", b"javascript", b"about", b"blob", b"view-source", b"file", b"doi", b"did",
    b"geo", b"magnet", b"bitcoin", b"ethereum", b"lightning",
    // Packages and repositories, whose version is behind the `@`: npm, Deno, Docker, git hosts.
    b"npm", b"jsr", b"pkg", b"docker", b"oci", b"workspace", b"github", b"gitlab", b"bitbucket",
    b"gist", b"link", b"portal", b"patch",
];

/// The spans of passwords in this spelling, in order.
///
/// An authority starts after two slashes of either kind, after a scheme for which browsers need no
/// slashes or that has none, or at the start of the text. A password that is written raw may contain
/// delimiters: if what follows the colon is not a port, all up to the last `@` is hidden; and so it
/// is if the `@` before a delimiter seems to be a part of the password (`later.rs`).
pub(super) fn passwords(level: &UnescapedText, found: &mut Vec<Range<usize>>) {
    let text = &*level.bytes;
    let last = memchr::memrchr(b'@', text).max(memchr::memmem::rfind(text, ESCAPED_AT_SIGN));
    let Some(last) = last else { return };
    let first = text.iter().position(|&b| !b.is_ascii_whitespace() && !b"\"'<(".contains(&b));
    let first = first.unwrap_or(last);
    let mut cuts = Cuts::new(text, first);
    let mut at = first;
    while let Some((start, kind)) =
        (at..last).find_map(|at| Some((at, kind(text, at, at == first)?)))
    {
        at = start + 1;
        if let Some(password) = password(level, start, kind, &mut cuts) {
            at = password.end;
            memory::push(found, password);
        }
    }
}

/// The longest host of a list that is looked at, in bytes: RFC 1035 section 2.3.4.
const LONGEST_HOST: usize = 255;

/// Why an authority is read somewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evidence {
    /// It is behind slashes, or behind a scheme that needs none.
    Behind,
    /// It is behind slashes and the scheme of a driver.
    Driver,
    /// It is behind a scheme that has no slashes.
    WithoutSlashes,
    /// It is at the start of the text.
    Bare,
}

/// Why some parser may read an authority from here; none if none does.
fn kind(text: &[u8], at: usize, is_first: bool) -> Option<Evidence> {
    if is_slash(text[at]) {
        return None;
    }
    // Browsers drop tabs and ends of lines.
    let is_passed = |byte: &&u8| is_slash(**byte) || matches!(byte, b'\t' | b'\r' | b'\n');
    let passed = text[..at].iter().rev().take_while(is_passed).count();
    let slashes = text[at - passed..at].iter().filter(|byte| is_slash(**byte)).count();
    let scheme = text[..at - passed].strip_suffix(b":");
    if slashes > 1 && scheme.is_some_and(later::ends_in_driver) {
        return Some(Evidence::Driver);
    }
    if slashes > 1 || scheme.is_some_and(|scheme| ends_in(scheme, &IDNA_SCHEMES)) {
        return Some(Evidence::Behind);
    }
    if text[..at].ends_with(b"\\") && is_after_domain(&text[..at - 1]) {
        return Some(Evidence::Behind);
    }
    if passed == 0 && scheme.is_some_and(|scheme| ends_in(scheme, &WITHOUT_SLASHES)) {
        return Some(Evidence::WithoutSlashes);
    }
    is_first.then_some(Evidence::Bare)
}

/// Whether the text ends in an authority that may be the domain of a user of Windows:
/// `DOMAIN\user:password@host`, also behind slashes.
fn is_after_domain(text: &[u8]) -> bool {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let length = text.iter().rev().take(LONGEST_HOST).take_while(is_word).count();
    let before = &text[..text.len() - length];
    let is_start = before.is_empty() || before.ends_with(b"//") || before.ends_with(b"\\\\");
    length > 0 && is_start
}

/// The span of the password of the authority that starts here.
fn password(
    level: &UnescapedText,
    start: usize,
    kind: Evidence,
    cuts: &mut Cuts,
) -> Option<Range<usize>> {
    let text = &*level.bytes;
    // Inside an escaped text, a raw delimiter is that of the text around it.
    let is_escaped = start > 0 && !level.is_raw(start - 1);
    let limit =
        if is_escaped { cuts.raw.from(start, |at| ends_escaped(level, at)) } else { text.len() };
    let end =
        cuts.delimiter.from(start, |at| find(text, at, |byte| is_delimiter(*byte))).min(limit);
    let is_value = cuts.first_query < start;
    let pair = if is_value {
        cuts.ampersand.from(start, |at| find(text, at, |byte| *byte == b'&'))
    } else {
        text.len()
    };
    let is_bare = matches!(kind, Evidence::WithoutSlashes | Evidence::Bare);
    let place = AuthorityCut { start, end, is_escaped, is_bare };
    if is_bare {
        let bare_end = cuts.space.from(start, |at| find(text, at, |byte| ends_bare(*byte)));
        let at_sign = cuts.at_sign(text, [2, 3][usize::from(is_escaped)], end.min(bare_end));
        let later = cuts.later(level, &place, limit.min(bare_end));
        let network = later.last(text, cuts, Follows::Network);
        let at_sign = network.or_else(|| at_sign.map(|at| later.of_other(text, cuts, at)));
        return bare(text, start, at_sign?, kind);
    }
    let later = cuts.later(level, &place, limit.min(pair));
    let at_sign = cuts.at_sign(text, usize::from(is_escaped), end).filter(|&at| at >= start);
    let is_literal = text[start] == b'[' && at_sign.is_none();
    let host = if is_literal { after(text, start, end, b']')? } else { start };
    if kind == Evidence::Driver
        && end <= pair
        && let Some(password) = of_driver(text, host..end, at_sign, &later, cuts)
    {
        return Some(password);
    }
    let colon = after(text, host, end, b':')?;
    if is_value && text[start..colon].contains(&b'&') {
        return None;
    }
    let port = text[colon..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = &text[colon + port..end];
    let is_next_pair = is_value && behind.starts_with(b"&");
    if let Some(at) = at_sign {
        let is_password = colon <= at && !is_next_pair;
        return is_password.then(|| colon..later.of_other(text, cuts, at));
    }
    // If only the `@` is escaped, so is what ends an authority in the password.
    let sort = 2 * usize::from(is_value) + usize::from(is_escaped);
    let escaped = cuts.escaped_at_sign(text, sort, end.min(pair));
    if let Some(at) = escaped.filter(|&at| colon <= at) {
        return Some(colon..later.of_other(text, cuts, at));
    }
    if behind.is_empty() || is_next_pair || is_list(behind) {
        return None;
    }
    let sort = 4 + 2 * usize::from(is_value) + usize::from(is_escaped);
    cuts.at_sign(text, sort, limit.min(pair)).filter(|&at| colon <= at).map(|at| colon..at)
}

/// The password of an authority of a driver, whose host or user begins this span, if it is cut.
fn of_driver(
    text: &[u8],
    authority: Range<usize>,
    at_sign: Option<usize>,
    later: &Later,
    cuts: &mut Cuts,
) -> Option<Range<usize>> {
    let last = |cuts: &mut Cuts| {
        let at = later.last(text, cuts, Follows::HostAndMore);
        at.max(later.before_pair().last(text, cuts, Follows::Anything))
    };
    if let Some(colon) = at_sign.and_then(|at| after(text, authority.start, at, b':')) {
        return last(cuts).map(|at| colon..at);
    }
    // The user may have an `@`; what is behind the colon may be a port.
    let host = at_sign.map_or(authority.start, |at| at + 1);
    if let Some(colon) = after(text, host, authority.end, b':') {
        let behind = &text[colon..authority.end];
        let port = behind.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if is_list(&behind[port..]) {
            return None;
        }
        if port < behind.len() {
            return last(cuts).map(|at| colon..at);
        }
    }
    let at = later.before_pair().last(text, cuts, Follows::Host).filter(|_| at_sign.is_none())?;
    after(text, host, at, b':').map(|colon| colon..at)
}

/// The password before this `@` of an authority without slashes before it.
fn bare(text: &[u8], start: usize, at_sign: usize, kind: Evidence) -> Option<Range<usize>> {
    let colon = after(text, start, at_sign.max(start), b':')?;
    let word = &text[start..colon - 1];
    let has = |table: &[&[u8]]| table.iter().any(|row| row.eq_ignore_ascii_case(word));
    let is_user =
        kind == Evidence::WithoutSlashes || !has(&WITHOUT_PASSWORD) && !has(&IDNA_SCHEMES);
    (is_user && !word.is_empty() && colon < at_sign).then_some(colon..at_sign)
}

/// Whether a list is behind a port: of hosts (`,h2:27017`), or of pairs (`;user=sa`).
fn is_list(behind: &[u8]) -> bool {
    let Some((separator, rest)) = behind.split_first() else { return false };
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.[]".contains(byte);
    let length = rest.iter().take(LONGEST_HOST).take_while(is_word).count();
    match (separator, &rest[length..]) {
        (b';', [b'=', ..]) => length > 0,
        (b',', [b':', port @ ..]) => port.first().is_some_and(u8::is_ascii_digit),
        _ => false,
    }
}

/// The spans of the passwords in `jdbc:oracle:thin:user/password@host`, Oracle's form.
pub(super) fn passwords_of_oracle(text: &[u8], found: &mut Vec<Range<usize>>) {
    const PREFIX: &[u8] = b"jdbc:oracle:";
    let Some(last) = memchr::memrchr(b'@', text) else { return };
    let starts = |at: usize| text[at..last].get(..PREFIX.len());
    let is_it = |&at: &usize| starts(at).is_some_and(|text| text.eq_ignore_ascii_case(PREFIX));
    let Some(start) = memchr::memchr2_iter(b'j', b'J', &text[..last]).find(is_it) else { return };
    let password = after(text, start + PREFIX.len(), last, b':')
        .and_then(|user| after(text, user, last, b'/'))
        .filter(|&password| !text[start..password].contains(&b'@'));
    found.extend(password.map(|password| password..last));
}

const fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\' | b'?' | b'#')
}

/// Whether an authority without slashes before it ends here.
fn ends_bare(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b";>\"<".contains(&byte)
}

/// The first raw delimiter from here on, which ends an escaped text.
fn ends_escaped(level: &UnescapedText, start: usize) -> usize {
    let is_end = |at: &usize| b"&#\"'<>".contains(&level.bytes[*at]) && level.is_raw(*at);
    (start..level.bytes.len()).find(is_end).unwrap_or(level.bytes.len())
}

const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// The offset after the first of these bytes, if there is one before the end.
fn after(text: &[u8], start: usize, end: usize, byte: u8) -> Option<usize> {
    memchr::memchr(byte, &text[start..end]).map(|at| start + at + 1)
}
