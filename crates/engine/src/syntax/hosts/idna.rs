//! IDNA: the ASCII spelling of an internationalised host (UTS 46).

use std::{borrow::Cow, ops::Range};

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use crate::base::sets::rfc3986::REG_NAME;
use crate::codec::{characters::properties::properties, characters::refused::Strong};
use crate::syntax::hosts::common;
use crate::syntax::hosts::literal::{HostError, HostKind};

/// The maximum number of code points of an internationalised label. A longer one is refused unread.
///
/// A DNS label holds 63 octets, and composition makes one code point of at most four, so a longer
/// label never fits. Punycode takes quadratic time in the length of a label; this limit keeps the
/// time for a host linear.
const LONGEST_LABEL: usize = 4 * 63;

/// The dot, and the three characters that UTS 46 maps to it.
pub(crate) const DOTS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];

/// The host in ASCII: UTS 46 `ToASCII`, non-transitional, with the URL standard's flags.
///
/// ```
/// assert_eq!(superuri::syntax::hosts::idna::to_ascii("bücher.example").unwrap(), "xn--bcher-kva.example");
/// ```
///
/// Meant for a host without `%` that has a character beyond ASCII. The result is a reg-name of RFC
/// 3986 (or an IPv4 address, as for `１２７.０.０.１`), with the same number of labels.
///
/// # Errors
///
/// [`HostKind::LabelTooLong`], [`HostKind::Idna`], [`HostKind::Deleted`] or
/// [`HostKind::NotInHost`], at the character, the label or the host at fault.
/// Source: UTS 46 section 4.2; <https://url.spec.whatwg.org/#concept-domain-to-ascii>.
pub fn to_ascii(host: &str) -> Result<String, HostError> {
    common::to_ascii(host).map_or_else(|| general(host), Ok)
}

/// As [`to_ascii`], by the libraries alone.
pub(crate) fn general(host: &str) -> Result<String, HostError> {
    if let Some(at) = labels(host).find(|at| is_too_long(&host[at.clone()])) {
        return Err(HostError { at, kind: HostKind::LabelTooLong });
    }
    if let Some(at) = host.bytes().position(|byte| REG_NAME.encodes(byte)) {
        return Err(HostError { at: at..at + 1, kind: HostKind::NotInHost });
    }
    let Some((ascii, is_shown)) = ascii_and_shown(host) else {
        // The label at fault, or the whole host, because the bidi rule depends on all labels
        // together.
        let at = labels(host).find(|at| uts46(&host[at.clone()]).is_none());
        return Err(HostError { at: at.unwrap_or(0..host.len()), kind: HostKind::Idna });
    };
    if !is_shown {
        no_character_vanishes_or_delimits(host)?;
    }
    if ascii.bytes().any(|byte| REG_NAME.encodes(byte)) {
        return Err(HostError { at: 0..host.len(), kind: HostKind::NotInHost });
    }
    Ok(ascii)
}

/// How many labels of a long host are passed to the library at once, because it uses more memory
/// for a label than the label has.
const LABELS: usize = 256;

/// The host in ASCII, and whether `ToUnicode` leaves it unchanged.
///
/// Labels are checked separately, unless one is right-to-left: the bidi rule (RFC 5893) then looks
/// at all labels.
fn ascii_and_shown(host: &str) -> Option<(String, bool)> {
    let whole = || Some((uts46(host)?, shown(host) == host));
    let (mut ascii, mut is_shown) = (String::new(), true);
    let mut rest = Some(host);
    while let Some(from_here) = rest {
        let dot = from_here.match_indices('.').nth(LABELS).map(|(at, _)| at);
        let some = &from_here[..dot.unwrap_or(from_here.len())];
        rest = dot.map(|at| &from_here[at + 1..]);
        if some.len() == host.len() {
            return whole();
        }
        let seen = shown(some);
        if seen.chars().any(|c| properties(c).strong == Strong::Right) {
            return whole();
        }
        is_shown &= seen == some;
        ascii.push_str(&uts46(some)?);
        ascii.push_str(if rest.is_some() { "." } else { "" });
    }
    Some((ascii, is_shown))
}

/// Checks the mapping of each character by itself, which does not depend on its context.
fn no_character_vanishes_or_delimits(host: &str) -> Result<(), HostError> {
    let mut probe = String::with_capacity(8);
    for (at, character) in host.char_indices().filter(|(_, c)| !c.is_ascii()) {
        probe.clear();
        probe.extend(['a', character, 'b']);
        let Some(mapped) = uts46(&probe) else { continue };
        let kind = if mapped == "ab" {
            HostKind::Deleted
        } else if mapped.bytes().any(|byte| REG_NAME.encodes(byte)) {
            HostKind::NotInHost
        } else {
            continue;
        };
        return Err(HostError { at: at..at + character.len_utf8(), kind });
    }
    Ok(())
}

/// Does the label have the prefix of an A-label?
#[must_use]
pub fn is_a_label(label: &[u8]) -> bool {
    label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"xn--"))
}

/// Whether a label in lower case does not claim to be an A-label, or is a valid one: `ToUnicode` accepts it, it is
/// not ASCII alone, and `ToASCII` gives it back (RFC 5890 section 2.3.2.1).
#[must_use]
pub fn is_valid(label: &str) -> bool {
    !is_a_label(label.as_bytes())
        || unicode(label)
            .is_some_and(|shown| !shown.is_ascii() && uts46(&shown).as_deref() == Some(label))
}

fn labels(host: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut rest = Some(0);
    std::iter::from_fn(move || {
        let start = rest?;
        let dot = host[start..].char_indices().find(|(_, c)| DOTS.contains(c));
        rest = dot.map(|(at, c)| start + at + c.len_utf8());
        Some(start..dot.map_or(host.len(), |(at, _)| start + at))
    })
}

fn is_too_long(label: &str) -> bool {
    !label.is_ascii() && label.chars().nth(LONGEST_LABEL).is_some()
}

/// `ToASCII` of both libraries: the host is refused if either refuses it. They have different
/// versions of Unicode, and each accepts labels that break a rule of UTS 46 that the other
/// enforces. Forbidden characters are found separately, because [`REG_NAME`] forbids more.
fn uts46(host: &str) -> Option<String> {
    let ascii = to_ascii_alone(host)?;
    is_known_to_parser(host).then_some(ascii)
}

fn to_ascii_alone(host: &str) -> Option<String> {
    Uts46::new()
        .to_ascii(host.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore)
        .ok()
        .map(Cow::into_owned)
}

/// Does the parser of the URL standard accept these labels, too? Each label is passed separately,
/// because it refuses a long host unread.
fn is_known_to_parser(host: &str) -> bool {
    labels(host).all(|at| {
        let label = &host[at];
        if is_a_label(label.as_bytes()) {
            // The parser does not check a host of ASCII alone, so a character is added.
            !ada_url::Idna::ascii(&format!("{label}.\u{FC}")).is_empty()
        } else {
            label.is_ascii()
                || !ada_url::Idna::ascii(label).is_empty()
                || to_ascii_alone(label).is_some_and(|ascii| ascii.is_empty())
        }
    })
}

/// Does the other library accept this host, as the URL parser wrote it?
pub(crate) fn is_agreed(ascii: &str) -> bool {
    to_ascii_alone(ascii).is_some()
}

/// The library's `ToUnicode`. If it changes nothing, no character vanishes or becomes another.
fn shown(host: &str) -> Cow<'_, str> {
    Uts46::new().to_unicode(host.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow).0
}

/// The label in Unicode, if it is valid by UTS 46 and no longer than a DNS label can be.
pub(crate) fn unicode(label: &str) -> Option<String> {
    if label.len() > LONGEST_LABEL {
        return None;
    }
    let (unicode, result) =
        Uts46::new().to_unicode(label.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    result.ok().map(|()| unicode.into_owned())
}

/// The host with each valid A-label in Unicode (UTS 46 `ToUnicode`).
#[must_use]
pub fn in_unicode(ascii: &str) -> String {
    let shown = |label| unicode(label).filter(|_| is_valid(label)).unwrap_or_else(|| label.into());
    let labels: Vec<String> = ascii.split('.').map(shown).collect();
    labels.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    const ROWS: [(&str, &str); 23] = [
        ("bücher.example", "xn--bcher-kva.example"),
        ("BÜCHER.Example", "xn--bcher-kva.example"),
        ("bu\u{308}cher.example", "xn--bcher-kva.example"),
        ("faß.de", "xn--fa-hia.de"),
        ("FAẞ.de", "xn--fa-hia.de"),
        ("起司堡", "xn--sprs0hk44d"),
        ("☃.net", "xn--n3h.net"),
        ("💩.la", "xn--ls8h.la"),
        ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
        ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"),
        ("א.example", "xn--4db.example"),
        ("क्\u{200D}ष", "xn--11b2ezcw70k"),
        // Composition reorders the marks first: the hamza below, then the hamza above.
        ("\u{623}\u{655}", "xn--kgb8g"),
        ("a。b．c｡d", "a.b.c.d"),
        ("ü.", "xn--tda."),
        ("ü..a", "xn--tda..a"),
        (".ü", ".xn--tda"),
        ("ｅｘａｍｐｌｅ", "example"),
        ("１２７.０.０.１", "127.0.0.1"),
        ("xn--bcher-kva.ü", "xn--bcher-kva.xn--tda"),
        ("_dmarc.ü", "_dmarc.xn--tda"),
        ("-ü-", "xn-----xka"),
        ("a＋ü", "xn--a+-yka"),
    ];

    /// The host, the part at fault, and the reason.
    const REFUSED: [(&str, &str, HostKind); 37] = {
        use HostKind::{Deleted, Idna, NotInHost};
        [
            ("℅", "℅", NotInHost),
            ("a.℀b", "℀", NotInHost),
            ("⩴", "⩴", NotInHost),
            ("a／b", "／", NotInHost),
            ("a？b", "？", NotInHost),
            ("a＃b", "＃", NotInHost),
            ("a＠b", "＠", NotInHost),
            ("a：8", "：", NotInHost),
            ("a％41", "％", NotInHost),
            ("a＼b", "＼", NotInHost),
            ("［::1］", ":", NotInHost),
            ("［ü", "［", NotInHost),
            ("a\u{A0}b", "\u{A0}", NotInHost),
            ("a\u{3000}b", "\u{3000}", NotInHost),
            ("ü´", "´", NotInHost),
            ("ü b", " ", NotInHost),
            ("ü%41", "%", NotInHost),
            ("ü\0", "\0", NotInHost),
            ("ü|", "|", NotInHost),
            ("a\u{AD}b", "\u{AD}", Deleted),
            ("Ü\u{AD}", "\u{AD}", Deleted),
            ("\u{AD}", "\u{AD}", Deleted),
            ("\u{2060}.ü", "\u{2060}", Deleted),
            ("a\u{200B}", "\u{200B}", Deleted),
            ("a\u{34F}b", "\u{34F}", Deleted),
            ("☃\u{FE0F}", "\u{FE0F}", Deleted),
            ("a\u{3164}b", "\u{3164}", Deleted),
            ("☃.a\u{200D}b.c", "a\u{200D}b", Idna),
            ("a\u{200C}b", "a\u{200C}b", Idna),
            ("क्\u{200D}a\u{200D}b", "क्\u{200D}a\u{200D}b", Idna),
            ("☃.\u{301}a", "\u{301}a", Idna),
            ("☃.a\u{202E}b", "a\u{202E}b", Idna),
            ("ü.אa", "אa", Idna),
            ("א1١.ü", "א1١", Idna),
            ("0à.א", "0à.א", Idna),
            ("ü.xn--a", "xn--a", Idna),
            ("ü.\u{E000}", "\u{E000}", Idna),
        ]
    };

    #[test]
    fn a_label_that_never_fits_is_not_decoded() {
        for (len, fits) in [(252, true), (253, false), (300, false)] {
            assert_eq!(unicode(&"a".repeat(len)).is_some(), fits, "{len}");
        }
    }

    #[test]
    fn hosts_become_ascii() {
        for (host, want) in ROWS {
            assert_eq!(to_ascii(host).as_deref(), Ok(want), "{host}");
        }
    }

    #[test]
    fn hosts_are_refused_at_the_culprit() {
        for (host, culprit, kind) in REFUSED {
            let error = to_ascii(host).expect_err(host);
            assert_eq!((&host[error.at], error.kind), (culprit, kind), "{host:?}");
        }
    }

    /// Property L30, and the promise that labels neither merge nor split nor lose a character.
    #[test]
    fn every_character_stays_or_is_an_error() {
        for host in ('\u{80}'..=char::MAX).map(|character| format!("a{character}b")) {
            match to_ascii(&host) {
                Err(error) => {
                    let vanishes = uts46(&host).is_some_and(|ascii| ascii == "ab");
                    assert_eq!(error.kind == HostKind::Deleted, vanishes, "{host:?}");
                }
                Ok(ascii) => {
                    assert!(
                        ascii != "ab" && ascii.bytes().all(|b| !REG_NAME.encodes(b)),
                        "{host:?}"
                    );
                    assert_eq!(ascii.split('.').count(), labels(&host).count(), "{host:?}");
                    assert_eq!(uts46(&shown(&ascii)), Some(ascii), "{host:?}");
                }
            }
        }
    }

    #[test]
    fn common_hosts_are_written_as_by_the_libraries() {
        let agree = |host: &str| {
            let ascii = common::to_ascii(host).expect(host);
            assert_eq!(general(host).as_ref(), Ok(&ascii), "{host}");
        };
        let common: Vec<char> = common::common_chars().collect();
        for c in &common {
            agree(&format!("a{c}b"));
            agree(&c.to_string());
        }
        let mut rng = Rng(20_261_125);
        for _ in 0..20_000 {
            let mut host = String::new();
            let from = rng.below(common.len());
            for _ in 0..rng.below(60) {
                // Letters of one script, of all scripts, and what is between them.
                let near = common[(from + rng.below(40)) % common.len()];
                let any = common[rng.below(common.len())];
                host.push([near, near, any, '-', '.', 'é', 'x', 'n'][rng.below(8)]);
            }
            if let Some(ascii) = common::to_ascii(&host) {
                assert_eq!(general(&host).as_ref(), Ok(&ascii), "{host}");
            }
        }
    }

    #[test]
    fn labels_checked_in_parts_are_as_those_of_the_whole() {
        let mut rng = Rng(20_261_121);
        let plain = ["a", "é", "xn--bcher-kva", "Ü"];
        let rare =
            ["", "א", "xn--4db", "1", "١", "é1", "a\u{200D}b", "xn--a", "a。b", "ﷺ", "\u{AD}"];
        let (mut refused, mut shown_otherwise) = (0, 0);
        for _ in 0..400 {
            let mut labels: Vec<&str> =
                (0..rng.below(3 * LABELS)).map(|_| plain[rng.below(plain.len())]).collect();
            for _ in 0..rng.below(3) {
                let at = rng.below(labels.len() + 1);
                labels.insert(at, rare[rng.below(rare.len())]);
            }
            let host = labels.join(".");
            let whole = uts46(&host).map(|ascii| (ascii, shown(&host) == host));
            refused += usize::from(whole.is_none());
            shown_otherwise += usize::from(whole.as_ref().is_some_and(|(_, shown)| !shown));
            assert_eq!(ascii_and_shown(&host), whole, "{host}");
        }
        assert!(refused > 20 && shown_otherwise > 20, "{refused} {shown_otherwise}");
    }

    #[test]
    fn a_label_has_a_longest_length() {
        let longest = "ü".repeat(LONGEST_LABEL);
        assert!(to_ascii(&longest).is_ok());
        let error = to_ascii(&format!("a.{longest}ü.b")).expect_err("one too many");
        assert_eq!(error, HostError { at: 2..4 + longest.len(), kind: HostKind::LabelTooLong });
        // An ASCII label needs no Punycode, so its length is not limited.
        assert!(to_ascii(&format!("{}.ü", "a".repeat(100_000))).is_ok());
    }

    /// Quadratic time would take hours here.
    #[test]
    fn a_megabyte_of_host_takes_its_time_linearly() {
        let distinct: String = ('\u{4E00}'..'\u{9FFF}').collect();
        let label: String = distinct.chars().take(LONGEST_LABEL).chain(['.']).collect();
        let mega = 1 << 20;
        for unit in
            [&distinct, &label, "ü", "Ü.", "ü.", "\u{AD}", "a\u{301}.", "ﷺ.", "א.", "xn--a.ü"]
        {
            let host = unit.repeat(mega / unit.len());
            let short = unit.len() < 30 && unit.contains('.') || unit == label;
            let kind = to_ascii(&host).map_err(|error| error.kind);
            assert_eq!(kind == Err(HostKind::LabelTooLong), !short, "{unit:.9}");
        }
    }
}
