//! Lint rules for layers: what a second decoding, or a further one, reveals.

use std::ops::Range;

use super::Linter;
use super::rule::{Id, rows};
use crate::codec::triplets::triplet;
use superuri_kernels::{memory, pause::Steps};

const DECODED_LATE: &str = "RFC 3986 section 2.4";

rows! {
    /// The server decodes once and looks for a file called `caf%C3%A9`. If a later program decodes
    /// again, the two work with different paths (CWE-174).
    DOUBLE_ENCODED: "U401", "double-encoded", Warning, ON, "decoding leaves another escape: it was encoded twice, or the parser decodes twice", "/caf%25C3%25A9", DECODED_LATE,
        good: "/caf%C3%A9",
        ignore: "the value is a URL or a log line, whose own escapes are data.",
        fix: "Encode once, in the program that wrote the text; `layers` shows each decoding.";
    /// A check decodes once and sees nothing; a later program decodes again. Attackers left the web
    /// folder of IIS (CVE-2001-0333) and of Apache 2.4.50 (CVE-2021-42013) this way.
    HIDDEN_DELIMITER: "U402", "hidden-by-layers", Error, ON, "a further decoding reveals a delimiter, a dot segment, a control character or markup", "/a%252Fb", "CVE-2001-0333; RFC 3986 section 2.4",
        bad: "/files/%252e%252e%252fpasswd", good: "/files/passwd",
        ignore: "the text is data that is decoded exactly once, such as an example in a manual.";
    /// A redirector that decodes twice mistakes the delimiters of the inner URL for those of the
    /// outer one. An escape of a letter or a digit is not the inner URL's own: `double-encoded`
    /// reports it (CVE-2021-28169).
    NESTED_URI: "U403", "nested-uri", Info, ON, "the value is a URI with escapes of its own: decode it only once", "/?u=http%3A%2F%2Fe.com%2Fa%2520b", DECODED_LATE,
        bad: "/login?next=http%3A%2F%2Fe.example%2Fmy%2520page",
        good: "/login?next=http%3A%2F%2Fe.example%2Fmy-page",
        ignore: "the parser decodes the value once: then this is the correct encoding.";
}

/// The number of times that a text is decoded at most.
const DEEPEST: usize = 8;

/// The number of decodings, in digits.
const DEPTHS: [&str; DEEPEST + 1] = ["0", "1", "2", "3", "4", "5", "6", "7", "8"];

/// How many octets after a `%` can belong to an escape that it begins: `%uXXXX` on every layer.
const REACH: usize = 5 * DEEPEST;

/// What further decodings reveal at one place.
struct Revealed<'a> {
    at: Range<usize>,
    depth: usize,
    bytes: &'a [u8],
}

/// Reports what is escaped more than once.
pub(super) fn find(found: &mut Linter<'_>) {
    let text = found.text;
    if !found.occurs.has(b'%') || next_zone(text).is_none() {
        return;
    }
    let parts = &found.parts;
    let mut zone = Zone::with_capacity();
    let tail = [Some(parts.path.clone()), parts.query.clone(), parts.fragment.clone()];
    for part in tail.into_iter().flatten() {
        let is_path = part == found.parts.path;
        let mut value = QueryValue { seen: part.start, start: part.start, is_uri: None };
        layers(text, part.clone(), &mut zone, |revealed| {
            value.move_to(text, revealed.at.start);
            add(found, revealed, || !is_path && value.is_uri(&text[..part.end]));
        });
    }
}

/// Where the first `%` is that a further decoding may read: one that is itself escaped, or that
/// begins no escape.
fn next_zone(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'%', text).find(|&at| matches!(triplet(&text[at..]), Some(b'%') | None))
}

/// The value of a query that is being looked at.
struct QueryValue {
    /// The place up to which delimiters were searched.
    seen: usize,
    /// Where its pair begins.
    start: usize,
    /// Whether it is a URI, once that is known.
    is_uri: Option<bool>,
}

impl QueryValue {
    /// Moves on to the value that contains this place.
    fn move_to(&mut self, text: &[u8], at: usize) {
        let delimiter = memchr::memrchr2(b'&', b';', &text[self.seen..at]);
        if let Some(n) = delimiter {
            (self.start, self.is_uri) = (self.seen + n + 1, None);
        }
        self.seen = at;
    }

    fn is_uri(&mut self, text: &[u8]) -> bool {
        *self.is_uri.get_or_insert_with(|| is_uri(&text[self.start..]))
    }
}

fn add(found: &mut Linter<'_>, revealed: Revealed<'_>, in_uri: impl FnOnce() -> bool) {
    let Revealed { at, depth, bytes } = revealed;
    let shown = || {
        let bytes = crate::base::error::quote(bytes);
        // One allocation: `format!` would grow its text several times.
        ["decoding ", DEPTHS[depth], " times shows ", &bytes].concat()
    };
    // No writer of a URI escapes a letter or a digit, so this escape is not the inner URI's own.
    let disguised = bytes.iter().any(u8::is_ascii_alphanumeric);
    let id = if depth == 2 && !disguised && in_uri() {
        Id::NESTED_URI
    } else if bytes.iter().any(|&byte| is_danger(byte)) {
        Id::HIDDEN_DELIMITER
    } else {
        Id::DOUBLE_ENCODED
    };
    found.detail(id, at, shown);
}

/// Is the octet a delimiter, dot, control or quote, or the start of overlong UTF-8?
fn is_danger(byte: u8) -> bool {
    matches!(byte, 0..0x20 | 0x7F | b'/' | b'\\' | b'.' | b'<' | b'>' | b'"' | b'\'' | 0xC0..=0xC1)
}

/// Reports what the second and further decodings of the span decode, place by place.
fn layers(text: &[u8], span: Range<usize>, zone: &mut Zone, mut report: impl FnMut(Revealed<'_>)) {
    let mut steps = Steps::default();
    let text = &text[..span.end];
    let mut at = span.start;
    while at < text.len() {
        steps.one();
        if zone.octets.is_empty() {
            let Some(next) = next_zone(&text[at..]) else { break };
            at += next;
            zone.start = at;
        }
        let octet = triplet(&text[at..]);
        let (byte, len) = octet.map_or((text[at], 1), |octet| (octet, 3));
        at += len as usize;
        let percent = byte == b'%';
        let takes_part = zone.reach > 0 && (byte == b'u' || byte.is_ascii_hexdigit());
        if !percent && !takes_part {
            zone.ends(&mut report);
            continue;
        }
        zone.reach = if percent { REACH } else { zone.reach - 1 };
        memory::push(&mut zone.octets, byte);
        memory::push(&mut zone.lens, len);
    }
    zone.ends(&mut report);
}

/// Neighbouring octets that can form escapes on a further layer.
#[derive(Default)]
struct Zone {
    /// Where it begins in the text.
    start: usize,
    octets: Vec<u8>,
    /// The length of each octet in the text.
    lens: Vec<u32>,
    /// How many more octets can take part.
    reach: usize,
    /// What was decoded: start, depth, end and octet. Empty between zones.
    decoded: Vec<(usize, usize, usize, u8)>,
    /// The octets that are reported together. Empty between zones.
    together: Vec<u8>,
}

impl Zone {
    /// With capacity for most zones.
    fn with_capacity() -> Self {
        Self {
            octets: memory::with_capacity(2 * REACH),
            lens: memory::with_capacity(2 * REACH),
            decoded: memory::with_capacity(REACH),
            together: memory::with_capacity(REACH),
            ..Self::default()
        }
    }

    /// Decodes layer after layer of the zone, reports what they reveal, and empties the zone.
    fn ends(&mut self, report: &mut impl FnMut(Revealed<'_>)) {
        // An escape has three octets.
        let deepest = if self.octets.len() < 3 { 0 } else { DEEPEST };
        let mut first = 0;
        for depth in 2..=deepest {
            let before = self.decoded.len();
            self.undo(depth);
            if self.decoded.len() == before {
                break;
            }
            first = if depth == 2 { self.decoded.len() } else { first };
        }
        if self.decoded.len() > first {
            // No two escapes of the same depth begin at the same place.
            self.decoded.sort_unstable();
        }
        self.octets.clear();
        self.lens.clear();
        self.reach = 0;
        let bytes = &mut self.together;
        let mut last: Option<(Range<usize>, usize)> = None;
        for (start, depth, end, byte) in self.decoded.drain(..) {
            match &mut last {
                Some((at, deepest)) if start <= at.end => {
                    if start < at.end && bytes.last() == Some(&b'%') {
                        // A deeper layer of the same place: its % has been decoded, too.
                        bytes.pop();
                    }
                    at.end = at.end.max(end);
                    *deepest = depth.max(*deepest);
                }
                _ => {
                    if let Some((at, depth)) = last.replace((start..end, depth)) {
                        report(Revealed { at, depth, bytes });
                    }
                    bytes.clear();
                }
            }
            memory::push(bytes, byte);
        }
        if let Some((at, depth)) = last {
            report(Revealed { at, depth, bytes });
        }
        bytes.clear();
    }

    /// Decodes one layer of triplets and `%uXXXX` in place, and adds what was decoded.
    fn undo(&mut self, depth: usize) {
        let (mut from, mut to, mut at) = (0, 0, self.start);
        while from < self.octets.len() {
            let octet = self.octets[from];
            let (count, byte) = match self.octets[from..] {
                // A `%uXXXX` written in the text itself is reported by another rule.
                [b'%', b'u', a, b, c, d, ..] if self.lens[from] > 1 => {
                    let high = triplet(&[b'%', a, b]);
                    high.and(triplet(&[b'%', c, d])).map_or((1, None), |low| (6, Some(low)))
                }
                [b'%', ..] => triplet(&self.octets[from..]).map_or((1, None), |it| (3, Some(it))),
                _ => (1, None),
            };
            let len = self.lens[from..from + count].iter().sum();
            let end = at + len as usize;
            if let Some(byte) = byte {
                memory::push(&mut self.decoded, (at, depth, end, byte));
            }
            (self.octets[to], self.lens[to]) = (byte.unwrap_or(octet), len);
            (from, to, at) = (from + count, to + 1, end);
        }
        self.octets.truncate(to);
        self.lens.truncate(to);
    }
}

/// The number of octets of a value that are checked for the start of a URI.
const HEAD: usize = 64;

/// Does the value of the pair at the start of this text begin as a URI or a path does? Then its own
/// escapes are rightly escaped once more.
fn is_uri(pair: &[u8]) -> bool {
    let end = pair.iter().position(|b| matches!(b, b'&' | b';')).unwrap_or(pair.len());
    let pair = &pair[..end];
    let value = pair.iter().position(|&b| b == b'=').map_or(pair, |equals| &pair[equals + 1..]);
    let mut head = [0; HEAD];
    let octets = crate::codec::triplets::tokens(value).map(|token| token.byte);
    let len = head.iter_mut().zip(octets).map(|(at, octet)| *at = octet).count();
    match head[..len] {
        [b'/', ..] => true,
        [first, ..] => {
            first.is_ascii_alphabetic() && head[..len].windows(3).any(|three| three == b"://")
        }
        [] => false,
    }
}
