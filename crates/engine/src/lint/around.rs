//! Lint rules for text that mail, chat or a page added around a URI, or replaced within it.

use std::{borrow::Cow, ops::Range};

use super::rule::{Id, PASTE, rows};
use super::{Finding, Fix, LintOptions, Linter, limits::MOST_VERIFIED};
use crate::clean::edit::{Edit, Why};
use crate::clean::{fanged, salvage};
use crate::syntax::split;

rows! {
    /// A block list does not match, and the client removes the space and connects. Python's
    /// `urllib.parse` found no scheme in such a text (CVE-2023-24329).
    SURROUNDING_SPACE: "U801", "surrounding-space", Error, ON, "white space surrounds the URI", " http://h.example/", PASTE,
        good: "http://h.example/",
        ignore: "the program strips each line before it uses it.";
    /// The bracket becomes a part of the scheme or of the path, and the link fails.
    WRAPPED: "U802", "wrapped", Warning, ON, "the URI is wrapped in quotes or brackets", "'/a'", PASTE,
        bad: "<http://h.example/>", good: "http://h.example/",
        ignore: "the text is Markdown or mail, whose parser removes the brackets.";
    /// The server receives a parameter called `amp;b` instead of `b`.
    HTML_ENTITY: "U803", "html-entity", Warning, ON, "an HTML entity is left over: &amp; was & before", "/?a=1&amp;b=2", "HTML standard, attribute values",
        good: "/?a=1&b=2",
        ignore: "the text is the source of an HTML page.";
    /// Reports on malware write addresses this way, so that nobody opens them by accident. Programs
    /// do not know the scheme.
    DEFANGED: "U804", "defanged", Info, ON, "the URL is defanged: written so that nobody opens it", "hxxp://h.example/", "draft-grimminck-safe-ioc-sharing",
        good: "http://h.example/",
        ignore: "the text is such a report; leave it as it is.",
        fix: "The fix turns it into a live link.";
    /// Programs that find links in text copy the dot, and the server answers 404.
    TRAILING_PUNCTUATION: "U805", "trailing-punctuation", Info, ON, "the punctuation at the end probably belongs to the sentence", "http://h.example/a.", PASTE,
        good: "http://h.example/a",
        ignore: "the name ends that way, as in `/wiki/Example_Inc.`";
    /// In Markdown, `[x](my photo.png)` is text, and no link. reStructuredText drops the space, and in
    /// a `srcset`, a browser drops the image if no width or density follows the space.
    SPACE_IN_LINK: "U807", "space-in-link", Warning, OFF, "a space breaks this link", "my photo.png", "CommonMark 0.31.2 section 6.3",
        good: "my%20photo.png",
        ignore: "the text shows how links are written.";
    /// Under a name that says nothing, a text with a space is not taken for a URL as a whole: only
    /// its first word is checked.
    CUT_AT_SPACE: "U808", "cut-at-space", Info, OFF, "this may be one URL: only its start is checked", "http://h.example/a b", "RFC 3986 section 2",
        good: "http://h.example/a%20b",
        ignore: "a sentence follows the URL.";
    /// XML has no such text: a parser refuses the whole document.
    RAW_AMPERSAND: "U809", "raw-ampersand", Error, OFF, "a raw & is not well-formed in XML: write &amp;", "/?a=1&b=2", "XML 1.0 section 2.4",
        good: "/?a=1&amp;b=2",
        ignore: "the document is HTML.";
    /// There is no base to resolve it with: a parser of N-Triples refuses the document, and a search
    /// engine ignores the entry of a sitemap.
    NOT_ABSOLUTE: "U810", "not-absolute", Error, OFF, "this format allows no relative references", "/a", "RDF 1.1 N-Triples section 2.2",
        good: "http://h.example/a",
        ignore: "the program that reads the document resolves them.";
}

/// Rules about the document around a URI, which only who reads it can apply.
const OF_DOCUMENTS: [Id; 4] =
    [Id::SPACE_IN_LINK, Id::CUT_AT_SPACE, Id::RAW_AMPERSAND, Id::NOT_ABSOLUTE];

const PUNCTUATION: &[u8] = b".,;:!";

pub(super) fn find(found: &mut Linter<'_>) {
    trailing_punctuation(found);
    if OF_DOCUMENTS.iter().any(|id| found.wants(*id)) {
        of_documents(found);
    }
    let text = found.text;
    let has_entity = found.occurs.has(b'&') && {
        other_entities(found);
        memchr::memchr_iter(b'&', text).any(|at| text[at..].starts_with(b"&amp;"))
    };
    let wraps = salvage::wrapper(text).is_some();
    let is_defanged = fanged::is_defanged(text);
    found.is_defanged = Some(is_defanged);
    if !wraps && !is_defanged && !has_entity {
        return;
    }
    let mut kinds =
        [(Id::WRAPPED, Why::Unwrap), (Id::HTML_ENTITY, Why::Entity), (Id::DEFANGED, Why::Defanged)]
            .map(|(id, why)| (id, why, None::<Range<usize>>, Vec::new()));
    let each = |put: &mut dyn FnMut(Edit)| {
        // What SALVAGE restores of a defanged URL is a part of it.
        salvage::for_each_edit(text, &mut |edit| {
            if edit.why != Why::Defanged {
                put(edit);
            }
        });
        if is_defanged {
            fanged::for_each_edit(text, put);
        }
    };
    each(&mut |Edit { at, with, why: found }| {
        if let Some((_, _, all, edits)) = kinds.iter_mut().find(|(_, why, ..)| *why == found) {
            let all = all.get_or_insert_with(|| at.clone());
            *all = all.start.min(at.start)..all.end.max(at.end);
            // A text longer than this gets no fix, and may hold an edit for every fifth octet.
            if text.len() <= MOST_VERIFIED {
                edits.push((at, with));
            }
        }
    });
    for (id, _, all, mut edits) in kinds {
        if let Some(all) = all {
            edits.sort_by_key(|(at, _)| at.start);
            let at = if id == Id::WRAPPED { 0..text.len() } else { all };
            found.add_with(id, at, || None, Some(Fix { edits, safe: false }));
        }
    }
}

fn of_documents(found: &mut Linter<'_>) {
    let text = found.text;
    if found.parts.scheme.is_none() {
        found.add(Id::NOT_ABSOLUTE, 0..text.len());
    }
    let spaces = memchr::memchr_iter(b' ', text);
    if let Some(first) = spaces.clone().next() {
        found.add(Id::CUT_AT_SPACE, first..first + 1);
        let edits = spaces.map(|at| (at..at + 1, Cow::Borrowed(&b"%20"[..]))).collect();
        let fix = Some(Fix { edits, safe: true });
        found.add_with(Id::SPACE_IN_LINK, first..first + 1, || None, fix);
    }
    for at in memchr::memchr_iter(b'&', text) {
        let rest = &text[at + 1..text.len().min(at + 40)];
        let name = rest.strip_prefix(b"#").unwrap_or(rest);
        let len = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        if len == 0 || name.get(len) != Some(&b';') {
            found.add(Id::RAW_AMPERSAND, at..at + 1);
        }
    }
}

/// The findings of a URI with white space around it, and the finding of the white space.
pub(super) fn within_space(text: &[u8], options: &LintOptions) -> Vec<Finding> {
    let leading = text.len() - text.trim_ascii_start().len();
    let inner = text.trim_ascii();
    let mut findings = super::of_text(inner, options);
    for finding in &mut findings {
        finding.move_by(leading);
    }
    let parts = split::split(inner);
    let mut found = Linter::new(text, parts, options);
    found.findings = findings;
    let ends = [0..leading, leading + inner.len()..text.len()];
    let ends: Vec<_> = ends.into_iter().filter(|at| !at.is_empty()).collect();
    let at = ends.first().cloned().unwrap_or(0..0);
    let edits = ends.into_iter().map(|at| (at, Cow::Borrowed(&b""[..]))).collect();
    found.add_with(Id::SURROUNDING_SPACE, at, || None, Some(Fix { edits, safe: true }));
    found.findings
}

/// Names of HTML entities as they follow the `&`, with their semicolon.
const ENTITIES: [&[u8]; 5] = [b"lt;", b"gt;", b"quot;", b"apos;", b"nbsp;"];

/// Reports entities other than `&amp;`, which have no automatic fix.
fn other_entities(found: &mut Linter<'_>) {
    let text = found.text;
    for at in memchr::memchr_iter(b'&', text) {
        let rest = &text[at + 1..];
        let len = match rest {
            [b'#', b'x' | b'X', digits @ ..] => {
                numeric(digits, u8::is_ascii_hexdigit).map(|n| n + 2)
            }
            [b'#', digits @ ..] => numeric(digits, u8::is_ascii_digit).map(|n| n + 1),
            _ => ENTITIES.iter().find(|name| rest.starts_with(name)).map(|name| name.len()),
        };
        if let Some(len) = len {
            found.add(Id::HTML_ENTITY, at..at + 1 + len);
        }
    }
}

/// The length of the digits with the semicolon after them, if there is one.
fn numeric(digits: &[u8], is_digit: fn(&u8) -> bool) -> Option<usize> {
    let len = digits.iter().take(7).take_while(|b| is_digit(b)).count();
    (len > 0 && digits.get(len) == Some(&b';')).then_some(len + 1)
}

fn trailing_punctuation(found: &mut Linter<'_>) {
    let tail = &found.text[found.tail()];
    if found.parts.scheme.is_none() || found.is_opaque() {
        return;
    }
    let open = || memchr::memchr_iter(b'(', found.text).count();
    let closed = || memchr::memchr_iter(b')', found.text).count();
    let len = match tail.last() {
        Some(b')') if closed() > open() => 1,
        _ => tail.iter().rev().take_while(|b| PUNCTUATION.contains(b)).count(),
    };
    // A segment of dots alone is a dot segment, not punctuation.
    let before = tail.len() - len;
    let is_segment = before == 0 || tail[before - 1] == b'/';
    if len > 0 && !is_segment {
        let at = found.text.len() - len..found.text.len();
        found.add_fixed(Id::TRAILING_PUNCTUATION, at, Vec::new, || false);
    }
}
