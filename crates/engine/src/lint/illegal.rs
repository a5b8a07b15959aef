//! Lint rules for illegal text: what `clean` would change, and what it refuses.

use std::ops::Range;

use super::browsers::{is_in_host_of_file, is_syntax_in_browsers};
use super::rule::{HOSTS, Id, PASTE, PORTS, Severity, rows};
use super::{Finding, Fix, Linter, connections, limits};
use crate::base::error::{Error, Kind};
use crate::clean::edit::{Edit, Why};
use crate::clean::edits::{self, Encodings};
use crate::clean::fast_check::{self, FastResult};
use crate::clean::suspect::{self, Suspect};
use crate::clean::{fanged::is_defanged, legal, octets, profiles::RFC3986, spans};
use crate::codec::triplets::triplet;
use superuri_kernels::{find as find_member, memory};

const GRAMMAR: &str = "RFC 3986 appendix A";
const ESCAPES: &str = "RFC 3986 section 2.1";

rows! {
    /// Browsers drop tabs and line breaks before they split a URL. Python's `urllib.parse` kept
    /// them, so a filter checked one URL and the browser opened a different one (CVE-2022-0391).
    CONTROL: "U101", "control-character", Error, ON, "a control character is not allowed in a URI; some parsers drop it, others stop there", "/a\u{1}b", GRAMMAR,
        bad: "http://h.example/a\tb", good: "http://h.example/ab",
        ignore: "`clean` or a browser processes the text before anything checks it.",
        fix: "The fix keeps the character as data; remove it if it came from a line wrap.";
    /// Spaces separate the parts of an HTTP request line, so the server sees the URL end too early.
    /// RFC 9112 section 3.2 advises servers not to repair such a line: it may be crafted to bypass
    /// filters.
    SPACE: "U102", "space", Error, ON, "a space is not allowed in a URI; in most protocols it ends it", "/a b", GRAMMAR,
        bad: "http://h.example/my file.pdf", good: "http://h.example/my%20file.pdf",
        ignore: "the text is for people to read, and the program that sends it escapes spaces.";
    /// Servers and proxies handle such a character in different ways. Tomcat accepted it, and
    /// behind a proxy that read it differently, attackers could inject data into responses
    /// (CVE-2016-6816).
    ILLEGAL: "U103", "illegal-character", Error, ON, "the character is not allowed in a URI", "/a|b", GRAMMAR,
        bad: "http://h.example/a|b", good: "http://h.example/a%7Cb",
        ignore: "only browsers read the URL: the URL standard defines what they do with the \
            character.";
    /// Many frameworks write list parameters as `id[]`, and browsers send the brackets as they are.
    /// Strict servers refuse the request: Tomcat answers 400 unless `relaxedQueryChars` allows
    /// brackets.
    BRACKET: "U104", "bracket", Error, ON, "square brackets are allowed only around an IP literal", "/a[0]", GRAMMAR,
        bad: "http://h.example/list?id[]=7", good: "http://h.example/list?id%5B%5D=7",
        ignore: "your server reads raw brackets in queries, and only browsers write the URL.";
    /// HTTP carries ASCII here. A client that does not encode the character as UTF-8 sends bytes
    /// that the server reads as a different character.
    NON_ASCII: "U105", "non-ascii", Warning, ON, "non-ASCII characters are allowed in an IRI, not in a URI", "/é", "RFC 3987 section 3.1",
        bad: "http://h.example/café", good: "http://h.example/caf%C3%A9",
        ignore: "the text is an IRI for people to read, and your client converts IRIs.";
    /// Decoders disagree: Python keeps the `%` as it is, while JavaScript's `decodeURIComponent`
    /// and Java's `URLDecoder` raise an error.
    STRAY_PERCENT: "U106", "stray-percent", Error, ON, "the % does not begin a percent-escape", "/100%", ESCAPES,
        bad: "http://h.example/sale?off=50%", good: "http://h.example/sale?off=50%25",
        ignore: "the text is a format string, and the `%` is replaced before the URL is sent.";
    /// A parser that splits at the last `#` and a parser that splits at the first one find
    /// different paths.
    SECOND_HASH: "U107", "second-hash", Error, ON, "a fragment cannot contain #", "/#a#b", "RFC 3986 section 3.5",
        bad: "http://h.example/page#a#b", good: "http://h.example/page#a%23b",
        ignore: "only browsers read the URL: they split at the first `#` and keep the second \
            one.";
    /// Some parsers read the text before the colon as a scheme, others refuse it. RFC 3986 section
    /// 4.2 advises writing `./` before such a segment.
    COLON: "U108", "colon-in-first-segment", Error, ON, "a colon in the first segment reads as the end of a scheme, and this is not one", "1:a", "RFC 3986 section 4.2",
        bad: "12:30/news", good: "./12:30/news",
        ignore: "the text is a time or a ratio and not a reference.";
    /// A filter that ends the user name at one `@` and a client that ends it at the other one see
    /// different hosts. Orange Tsai showed this for curl and PHP ("A New Era of SSRF", Black Hat
    /// USA 2017).
    AT_SIGN: "U109", "second-at-sign", Error, ON, "userinfo cannot contain @, and parsers differ about which @ ends it", "http://a@b@h.example/", "RFC 3986 section 3.2.1",
        bad: "ftp://me@mail.example@h.example/", good: "ftp://me%40mail.example@h.example/",
        ignore: "a single client reads the URL, and you have tested which host it connects to.";
    /// Programs convert the name with different versions of IDNA: `faß.example` becomes
    /// `fass.example` in the older one and `xn--fa-hia.example` in the newer one. These can belong
    /// to different people.
    UNICODE_HOST: "U110", "unicode-host", Warning, ON, "the host is internationalised; a URI has its A-labels", "http://bücher.example/", "RFC 5890 section 2.3; UTS 46",
        good: "http://xn--bcher-kva.example/",
        ignore: "the text is for people to read, and one known program converts the name.";
    /// A parser that knows URIs reads `%et` as a broken escape and refuses the whole address.
    RAW_ZONE: "U111", "raw-zone", Error, ON, "the zone of an IPv6 address begins with %25", "http://[fe80::1%eth0]/", "RFC 6874 section 2",
        good: "http://[fe80::1%25eth0]/",
        ignore: "a tool such as `ping` or `ssh` reads the address, and no URI parser does.";
    /// IIS decoded this form and several intrusion detection systems did not, so attacks passed
    /// unseen (CVE-2001-0669). Most other decoders keep the text, and users see `caf%u00E9`.
    PERCENT_U: "U112", "percent-u", Error, ON, "%uXXXX is not a valid percent-escape of any standard, but some servers read it", "/%u0041", "ECMA-262 annex B.2.1",
        bad: "/search?q=caf%u00E9", good: "/search?q=caf%C3%A9",
        ignore: "JavaScript's `escape` wrote the text and its `unescape` reads it.",
        fix: "The fix keeps the characters as data; a decoder of `%uXXXX` reads the intended \
            text.";
    /// Decoders keep the text, drop the `%` or raise an error. A filter and the program behind it
    /// then work with different text.
    MALFORMED_TRIPLET: "U113", "malformed-triplet", Error, ON, "the triplet lacks its second hexadecimal digit", "/%4g", ESCAPES,
        bad: "/caf%C3%A", good: "/caf%C3%A9",
        ignore: "the text was shortened for display, and nothing opens it.",
        fix: "The fix keeps the characters as data; add the missing digit if you know it.";
    /// A filter that follows RFC 3986 sees a path where the browser sees a host. Flask-Security
    /// redirected users to other sites that way (CVE-2023-49438).
    BACKSLASH: "U114", "backslash", Error, ON, "a backslash is not allowed in a URI; browsers and Windows read a slash", "/a\\b", "URL standard, special URLs; RFC 3986 appendix A",
        bad: "/img\\logo.png", good: "/img/logo.png",
        ignore: "the text is a path of Windows and not a URI.",
        fix: "The fix keeps the backslash as data; write `/` if a separator was meant.";
    /// A program that is not a shell treats the backslash as data and requests a different file.
    SHELL_ESCAPE: "U115", "shell-escape", Error, ON, "the backslash before the percent-escape is left over from a shell", "/a\\%20b", PASTE,
        bad: "http://h.example/my\\%20file", good: "http://h.example/my%20file",
        ignore: "the document is a shell script, and the shell removes the backslash.",
        fix: "The fix keeps the backslash as data; remove it if a shell script wrote it.";
    /// One parser refuses the URL, another one ignores the port and uses the default port.
    BAD_PORT: "U602", "bad-port", Error, ON, "a port is decimal digits", "http://h.example:8o80/", PORTS,
        good: "http://h.example:8080/",
        ignore: "the text is a template, and a number replaces the word.";
    /// The lookup fails, or finds another host: NFKC turns `℅` into `c/o`, and the host ends at the
    /// slash. CVE-2019-9636 describes this for Python.
    BAD_HOST: "U603", "bad-host", Error, ON, "the host is not a host name", "http://℅/", HOSTS,
        bad: "http://h.example℅/", good: "http://h.example/",
        ignore: "the text is a template, and a name replaces the host.";
    /// A drive letter is read as a scheme, and `git@host:path` as a path: the program opens
    /// something else or fails.
    NOT_A_URI: "U806", "not-a-uri", Warning, ON, "this is not a single URI: escaping makes it legal, but not what was meant", "c:/a", PASTE,
        bad: "C:/docs/a.txt", good: "file:///C:/docs/a.txt",
        ignore: "the program that reads the text does not expect a URI.",
        fix: "A `file:` URI names a path.";
}

/// What a name before `://` is that is not a scheme.
const NO_SCHEME: &str =
    "a scheme begins with a letter and has letters, digits, +, - and ., but no _";

/// Reports each edit that `clean` would make. If it refuses the text, reports the reason.
pub(super) fn find(found: &mut Linter<'_>) {
    let text = found.text;
    let look = fast_check::legal(text);
    let is_clean =
        look.map_or_else(|| legal::is_legal(text, RFC3986), |legal| legal == FastResult::Unchanged);
    not_a_uri(found, is_clean);
    if is_clean {
        return;
    }
    if look == Some(FastResult::Escaped) {
        // The look has shown that these are all edits: the authority has none.
        let mut half = 0..0;
        let mut put = |edit| one(found, edit, &mut half);
        let mut at = find_member(text, &fast_check::ODD);
        while at < text.len() {
            let is_odd = |octet: &&u8| fast_check::ODD.has(**octet);
            let end = at + text[at..].iter().take_while(is_odd).count();
            octets::for_each_edit(text, at..end, fast_check::ODD_OCTETS, true, &mut put);
            at = end + find_member(&text[end..], &fast_check::ODD);
        }
        return;
    }
    let before = found.checkpoint();
    let mut half = 0..0;
    let mut put = |edit| one(found, edit, &mut half);
    // One by one, because the list of edits may be far longer than the text.
    if let Err(error) = edits::for_each_edit(text, RFC3986, Encodings::default(), &mut put) {
        found.rollback(&before);
        refused(found, &error);
        let parts = found.parts.clone();
        let mut half = 0..0;
        let mut put = |edit| one(found, edit, &mut half);
        for (at, role) in spans::behind_authority(text, parts, RFC3986) {
            octets::for_each_edit(text, at, RFC3986.component(role).set(), true, &mut put);
        }
    }
}

/// What the text seems to be, if it is surely not a single URI.
pub(super) fn suspected(text: &[u8]) -> Option<Suspect> {
    suspected_of(text, crate::clean::is_clean(text, RFC3986), is_defanged)
}

/// The same, if it is known whether the text is clean.
fn suspected_of(
    text: &[u8],
    is_clean: bool,
    is_defanged: impl FnOnce(&[u8]) -> bool,
) -> Option<Suspect> {
    // A legal text is taken as it is, except for a Windows drive, which reads as a scheme.
    let is_taken = is_clean && !suspect::is_windows_path(text);
    if is_taken { None } else { suspect::suspect_or(text, is_defanged) }
}

/// Reports a text that is not a URI. Escaping it would be wrong, so no fix in it is safe.
fn not_a_uri(found: &mut Linter<'_>, is_clean: bool) {
    let known = |text: &[u8]| found.is_defanged.unwrap_or_else(|| is_defanged(text));
    let Some(suspect) = suspected_of(found.text, is_clean, known) else { return };
    found.is_suspect = true;
    // A wrapper around the whole text has a finding of its own, and so have a byte order mark and a
    // defanged URL.
    let has_own = [Id::WRAPPED, Id::DEFANGED];
    let has_own = found.findings.iter().any(|it| has_own.contains(&it.id));
    if !has_own && suspect != Suspect::Defanged && !found.text.starts_with("\u{FEFF}".as_bytes()) {
        found.detail(Id::NOT_A_URI, 0..found.text.len(), || suspect.sentence().to_owned());
    }
}

/// Reports one edit. `half` is the span of the last lone surrogate.
fn one(found: &mut Linter<'_>, edit: Edit, half: &mut Range<usize>) {
    let (id, at) = rule_of_edit(found.text, &edit);
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
    let detail = match id {
        Id::UNICODE_HOST => Some(format!("it is {}", named_host(&edit.with))),
        Id::COLON if suspect::is_near_scheme(text) => Some(NO_SCHEME.to_owned()),
        _ => None,
    };
    let fix = found.fix(|| (edit.at, edit.with), || safe);
    found.add_with(id, at, || detail, Some(fix));
}

/// Does the escape of the octet at this place keep what was meant?
fn is_safe(found: &Linter<'_>, at: usize) -> bool {
    !found.is_suspect
        && !found.claimed.contains(&at)
        && !is_syntax_in_browsers(found, at)
        && !is_in_host_of_file(found, at)
}

/// The host; if it is longer than any DNS name, only its beginning.
fn named_host(host: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&host[..host.len().min(limits::NAME)]);
    format!("{shown}{}", if host.len() > limits::NAME { "…" } else { "" })
}

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
fn rule_of_edit(text: &[u8], edit: &Edit) -> (Id, Range<usize>) {
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

fn refused(found: &mut Linter<'_>, error: &Error) {
    let at = error.at.clone();
    match error.kind {
        Kind::SurroundingSpace => {} // reported by `around`
        Kind::BadPort | Kind::ConnectionString | Kind::AmbiguousAuthority
            if connections::refused(found, error) => {}
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
