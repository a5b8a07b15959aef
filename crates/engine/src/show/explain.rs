//! Explanation: the meaning of each character of a text in a URI.
//!
//! All views use the same model: tokens that cover the text without a gap. It is filled from the
//! edits of cleaning and the reasons of showing, so that the views cannot disagree with them.

use std::ops::Range;

use crate::base::error::{Error, Kind as Failure, Result};
use crate::base::table::words;
use crate::clean::edit::{Edit, Why};
use crate::clean::edits::{self, Encodings};
use crate::clean::profiles::RFC3986;
use crate::codec::characters::iri::{escaped_char, first_char};
use crate::codec::{characters::reason::Reason, triplets::triplet};
use crate::show;
use crate::show::display::View;
use crate::show::standards::{Place, bare};
use crate::syntax::split::{self, Parts};

words! {
    /// What a token is.
    Kind {
        /// A delimiter between components or between their parts.
        Delimiter => "delimiter",
        /// A character that represents itself.
        Character => "character",
        /// The triplets of one character.
        Escape => "escape",
        /// The triplet of an octet that is not valid text, or such an octet itself.
        Octet => "octet",
        /// A `%` that does not begin a triplet.
        StrayPercent => "stray-percent",
    }
}

/// One character of a text, or one octet of it that is not valid text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CharToken {
    /// Where it is, in bytes.
    pub at: Range<usize>,
    /// Where it is in the URI. A delimiter has the place of the part that it begins.
    pub place: Place,
    /// What it is.
    pub kind: Kind,
    /// The decoded character, if it is valid text.
    pub c: Option<char>,
    /// Which standards allow that character unescaped here, as in [`bare`].
    pub bare: u8,
    /// The index of the edit of cleaning that it is a part of.
    pub edit: Option<usize>,
    /// For an escape: how it is shown, and why; for a `+` of a query: what it means.
    pub reason: Option<Reason>,
}

/// The explanation of a text.
pub struct Explanation {
    /// Every character in order, without a gap.
    pub tokens: Vec<CharToken>,
    /// What cleaning changes, or why it fails.
    pub edits: Result<Vec<Edit>>,
}

/// Delimiters are allowed unescaped by every standard.
const ALL: u8 = 0xFF;

/// Explains any text.
///
/// ```
/// use superuri::show::explain::{Kind, explain};
/// use superuri::show::standards::Place;
/// let tokens = explain(b"/%C3%A9?a=|").tokens;
/// let first = (tokens[1].at.clone(), tokens[1].c, tokens[1].kind);
/// assert_eq!(first, (1..7, Some('é'), Kind::Escape));
/// assert_eq!((tokens[5].place, tokens[5].edit), (Place::QueryValue, Some(0)));
/// ```
#[must_use]
pub fn explain(text: &[u8]) -> Explanation {
    let mut pass = Tokenizer { text, tokens: Vec::new() };
    let edits = edits::edits(text, RFC3986, Encodings::default());
    // Space around a URI is split off, so that the URI itself is still explained.
    let surrounded = matches!(&edits, Err(error) if error.kind == Failure::SurroundingSpace);
    let inner = if surrounded { trimmed(text) } else { 0..text.len() };
    pass.run(0..inner.start, Place::Surrounding, b"");
    pass.uri(inner.clone());
    pass.run(inner.end..text.len(), Place::Surrounding, b"");
    let mut tokens = pass.tokens;
    if let Ok(edits) = &edits {
        number(&mut tokens, edits);
        reasons(text, &mut tokens);
    }
    Explanation { tokens, edits }
}

fn trimmed(text: &[u8]) -> Range<usize> {
    let start = text.len() - text.trim_ascii_start().len();
    start..start + text[start..].trim_ascii_end().len()
}

/// Gives each token the index of the edit that it is a part of.
fn number(tokens: &mut [CharToken], edits: &[Edit]) {
    let mut n = 0;
    for token in tokens {
        while edits.get(n).is_some_and(|edit| edit.at.end <= token.at.start) {
            n += 1;
        }
        if edits.get(n).is_some_and(|edit| edit.at.start < token.at.end) {
            token.edit = Some(n);
        }
    }
}

/// Gives each escape the reason why it is shown as it is, and each `+` of a query its two meanings.
fn reasons(text: &[u8], tokens: &mut [CharToken]) {
    let Ok(shown) = show::shown(text, &View::of(0)) else { return };
    let mut spans = shown.spans.iter().peekable();
    for token in tokens {
        let in_query = matches!(token.place, Place::QueryName | Place::QueryValue);
        if matches!(token.kind, Kind::Escape | Kind::Octet) {
            while spans.next_if(|span| span.source.end <= token.at.start).is_some() {}
            let span = spans.peek().filter(|span| span.source.start <= token.at.start);
            token.reason = span.map(|span| span.reason);
        } else if token.kind == Kind::Character && token.c == Some('+') && in_query {
            token.reason = Some(Reason::Plus);
        }
    }
}

/// Why an edit is made, in one sentence.
#[must_use]
pub const fn sentence(why: Why) -> &'static str {
    match why {
        Why::Control => "a control character is not allowed in a URI (RFC 3986 section 2)",
        Why::Space => "a space is not allowed in a URI (RFC 3986 section 2)",
        Why::Illegal => "the character is not allowed in a URI (RFC 3986 section 2)",
        Why::Bracket => "brackets are allowed only around an IP literal (RFC 3986 section 3.2.2)",
        Why::NonAscii => "a URI is ASCII: its octets are escaped (RFC 3986 section 2.5)",
        Why::StrayPercent => "a % that does not begin an escape is data (RFC 3986 section 2.4)",
        Why::SecondHash => {
            "the first # begins the fragment, which cannot contain another (RFC 3986 section 3.5)"
        }
        Why::Colon => "it would read as a scheme's (RFC 3986 section 4.2)",
        Why::AtSign => "the last @ delimits; this one is data (RFC 3986 section 3.2.1)",
        Why::Idna => "an internationalised host is sent as its A-labels (UTS 46)",
        Why::Zone => "a zone's % is written %25 (RFC 6874 section 2)",
        Why::NoScheme => "the default scheme precedes a host that has none",
        // RFC 3986, by which texts are explained, never makes them.
        Why::Profile | Why::Trim | Why::Unwrap | Why::Entity | Why::Defanged | Why::ShellEscape => {
            "the profile makes this edit"
        }
    }
}

/// A pass over the components of one text.
struct Tokenizer<'a> {
    text: &'a [u8],
    tokens: Vec<CharToken>,
}

impl Tokenizer<'_> {
    fn uri(&mut self, inner: Range<usize>) {
        let base = inner.start;
        let from = |span: Range<usize>| base + span.start..base + span.end;
        let Parts { scheme, authority, path, query, fragment } =
            split::split(&self.text[inner.clone()]);
        if let Some(scheme) = scheme.map(from) {
            self.run(scheme.clone(), Place::Scheme, b"");
            self.delimiter(scheme.end..scheme.end + 1, Place::Scheme);
        }
        if let Some(authority) = authority.map(from) {
            self.delimiter(authority.start - 2..authority.start, Place::Authority);
            self.authority(authority);
        }
        self.run(from(path), Place::Path, b"/");
        if let Some(query) = query.map(from) {
            self.delimiter(query.start - 1..query.start, Place::QueryName);
            self.query(query);
        }
        if let Some(fragment) = fragment.map(from) {
            self.delimiter(fragment.start - 1..fragment.start, Place::Fragment);
            self.run(fragment, Place::Fragment, b"");
        }
    }

    fn authority(&mut self, span: Range<usize>) {
        let split::Authority { userinfo, host, port } = split::authority(self.text, span);
        if let Some(userinfo) = userinfo {
            let colon = memchr::memchr(b':', &self.text[userinfo.clone()]);
            let user = colon.map_or(userinfo.end, |len| userinfo.start + len);
            self.run(userinfo.start..user, Place::User, b"");
            if user < userinfo.end {
                self.delimiter(user..user + 1, Place::Password);
                self.run(user + 1..userinfo.end, Place::Password, b"");
            }
            self.delimiter(userinfo.end..userinfo.end + 1, Place::Host);
        }
        let literal = self.text[host.clone()].first() == Some(&b'[');
        self.run(host, Place::Host, if literal { b"[]:" } else { b"" });
        if let Some(port) = port {
            self.delimiter(port.start - 1..port.start, Place::Port);
            self.run(port, Place::Port, b"");
        }
    }

    /// Splits the query into pairs at `&` and `=`, as servers do.
    fn query(&mut self, span: Range<usize>) {
        let mut at = span.start;
        loop {
            let rest = &self.text[at..span.end];
            let end = memchr::memchr(b'&', rest).map_or(span.end, |len| at + len);
            let equals = memchr::memchr(b'=', &self.text[at..end]).map_or(end, |len| at + len);
            self.run(at..equals, Place::QueryName, b"");
            if equals < end {
                self.delimiter(equals..equals + 1, Place::QueryValue);
                self.run(equals + 1..end, Place::QueryValue, b"");
            }
            if end == span.end {
                return;
            }
            self.delimiter(end..end + 1, Place::QueryName);
            at = end + 1;
        }
    }

    fn delimiter(&mut self, at: Range<usize>, place: Place) {
        let c = (at.len() == 1).then(|| self.text[at.start] as char);
        let kind = Kind::Delimiter;
        self.tokens.push(CharToken { at, place, kind, c, bare: ALL, edit: None, reason: None });
    }

    /// Adds the characters of a span one by one. These ASCII characters are delimiters in it.
    fn run(&mut self, span: Range<usize>, place: Place, delimiters: &[u8]) {
        let mut at = span.start;
        while at < span.end {
            let rest = &self.text[at..span.end];
            if delimiters.contains(&rest[0]) {
                self.delimiter(at..at + 1, place);
                at += 1;
                continue;
            }
            let (kind, c, len) = first(rest);
            let bare = c.map_or(0, |c| bare(c, place));
            let token =
                CharToken { at: at..at + len, place, kind, c, bare, edit: None, reason: None };
            self.tokens.push(token);
            at += len;
        }
    }
}

/// The kind of the first token, its decoded character, and its length.
fn first(rest: &[u8]) -> (Kind, Option<char>, usize) {
    match rest[0] {
        b'%' => match triplet(rest) {
            None => (Kind::StrayPercent, Some('%'), 1),
            Some(octet @ 0..0x80) => (Kind::Escape, Some(octet as char), 3),
            Some(_) => match escaped_char(rest) {
                Some(c) => (Kind::Escape, Some(c), 3 * c.len_utf8()),
                None => (Kind::Octet, None, 3),
            },
        },
        ascii @ 0..0x80 => (Kind::Character, Some(ascii as char), 1),
        _ => match first_char(rest) {
            Some(c) => (Kind::Character, Some(c), c.len_utf8()),
            None => (Kind::Octet, None, 1),
        },
    }
}

/// The error for which the text cannot be cleaned.
#[must_use]
pub fn failure(explanation: &Explanation) -> Option<&Error> {
    explanation.edits.as_ref().err().map(|error| &**error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens_of(text: &str) -> Vec<(&str, &'static str, &'static str)> {
        let tokens = explain(text.as_bytes()).tokens;
        tokens.iter().map(|t| (&text[t.at.clone()], t.place.word(), t.kind.word())).collect()
    }

    #[test]
    fn every_part_of_a_uri_has_its_place() {
        let want = [
            ("a", "scheme", "character"),
            (":", "scheme", "delimiter"),
            ("//", "authority", "delimiter"),
            ("u", "user", "character"),
            (":", "password", "delimiter"),
            ("p", "password", "character"),
            ("@", "host", "delimiter"),
            ("h", "host", "character"),
            (":", "port", "delimiter"),
            ("1", "port", "character"),
            ("/", "path", "delimiter"),
            ("%2f", "path", "escape"),
            ("?", "query-name", "delimiter"),
            ("n", "query-name", "character"),
            ("=", "query-value", "delimiter"),
            ("=", "query-value", "character"),
            ("%", "query-value", "stray-percent"),
            ("&", "query-name", "delimiter"),
            ("#", "fragment", "delimiter"),
            ("%FF", "fragment", "octet"),
        ];
        assert_eq!(tokens_of("a://u:p@h:1/%2f?n==%&#%FF"), want);
    }

    #[test]
    fn an_escape_has_the_reason_why_it_is_shown_so() {
        let explanation = explain(b"/%C3%A9%2F%20");
        let reasons: Vec<_> = explanation.tokens.iter().map(|token| token.reason).collect();
        let (decoded, delimiter) = (Some(Reason::Decoded), Some(Reason::Delimiter));
        assert_eq!(reasons, [None, decoded, delimiter, Some(Reason::Space)]);
        let of_plus = |text: &[u8]| explain(text).tokens.last().and_then(|token| token.reason);
        assert_eq!((of_plus(b"/+"), of_plus(b"?+")), (None, Some(Reason::Plus)));
    }

    #[test]
    fn each_edit_has_a_sentence() {
        let explanation = explain("/é|[%".as_bytes());
        let edits = explanation.edits.expect("it can be cleaned");
        let sentences: Vec<_> = edits.iter().map(|edit| sentence(edit.why)).collect();
        assert!(sentences[0].starts_with("a URI is ASCII"), "{sentences:?}");
        assert!(sentences[3].starts_with("a % that does not"), "{sentences:?}");
    }

    #[test]
    fn what_surrounds_a_uri_does_not_hide_it() {
        let tokens = tokens_of(" a:b\n");
        assert_eq!(tokens[0], (" ", "surrounding", "character"));
        assert_eq!(tokens[1], ("a", "scheme", "character"));
        assert_eq!(tokens.last(), Some(&("\n", "surrounding", "character")));
        assert_eq!(
            tokens_of("   a:b")[2..4],
            [(" ", "surrounding", "character"), ("a", "scheme", "character")]
        );
    }

    #[test]
    fn tokens_cover_every_text_without_a_gap() {
        let pieces: [&[u8]; 16] = [
            b"http:",
            b"//",
            b"@",
            b"[::1]",
            b":",
            b"%",
            b"%41",
            b"%C3%A9",
            b"%E9",
            b"\xC3\xA9",
            b"\xFF",
            b"/",
            b"?",
            b"#",
            b"&=",
            b" ",
        ];
        for n in 0..16_usize.pow(4) {
            let text: Vec<u8> = (0..4).flat_map(|i| pieces[n >> (4 * i) & 15]).copied().collect();
            let explanation = explain(&text);
            let mut at = 0;
            for token in &explanation.tokens {
                assert_eq!(token.at.start, at, "{text:?}");
                assert!(token.at.end > at, "{text:?}");
                at = token.at.end;
            }
            assert_eq!(at, text.len(), "{text:?}");
        }
    }
}
