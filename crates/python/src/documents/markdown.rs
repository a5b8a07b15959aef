//! Markdown: finding the destinations of links, images and definitions (`CommonMark` 0.31.2
//! sections 4.7 and 6.3 to 6.5), and raw HTML, by pulldown-cmark.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use pyo3::prelude::*;
use superuri_guard::guarded_function;

/// A part that is not read as plain text: its kind, its start and its end.
type Part = (&'static str, usize, usize);

#[guarded_function]
pub(crate) fn markdown_parts(py: Python<'_>, text: &str) -> Vec<Part> {
    py.detach(|| parts(text))
}

fn parts(text: &str) -> Vec<Part> {
    let extensions = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let parser = Parser::new_ext(text, extensions);
    let mut found: Vec<Part> = parser
        .reference_definitions()
        .iter()
        .filter_map(|(_, it)| definition(text, it.span.clone(), &it.dest))
        .collect();
    let mut open: Vec<Open> = Vec::new();
    for (event, range) in parser.into_offset_iter() {
        // The text of a link ends with its last part.
        if let (Some(link), false) = (open.last_mut(), matches!(event, Event::End(_))) {
            link.inner = link.inner.max(range.end.min(link.whole.end));
        }
        match event {
            Event::Start(
                Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. },
            ) => {
                open.push(Open::new(link_type, dest_url.into_string(), range));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some(link) = open.pop() {
                    if let Some(outer) = open.last_mut() {
                        outer.inner = outer.inner.max(link.whole.end);
                    }
                    found.extend(link.part(text));
                }
            }
            Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => {
                found.push(("html", range.start, range.end));
            }
            _ => {}
        }
    }
    found.sort_unstable_by_key(|part| part.1);
    found
}

/// A link or an image whose end has not been read yet.
struct Open {
    kind: LinkType,
    destination: String,
    whole: Range<usize>,
    inner: usize,
}

impl Open {
    fn new(kind: LinkType, destination: String, whole: Range<usize>) -> Self {
        let inner = whole.start;
        Self { kind, destination, whole, inner }
    }

    /// The span of its destination; `None` if the destination is elsewhere.
    fn part(&self, text: &str) -> Option<Part> {
        match self.kind {
            LinkType::Autolink => Some(("autolink", self.whole.start + 1, self.whole.end - 1)),
            LinkType::Inline => {
                let behind = text.get(self.inner..self.whole.end)?;
                let at = self.inner + behind.find("](")? + 2;
                destination(text, at, &self.destination)
            }
            _ => None,
        }
    }
}

/// The span of the destination of a definition: `[label]: destination "title"`.
fn definition(text: &str, span: Range<usize>, meant: &str) -> Option<Part> {
    let whole = text.get(span.clone())?.as_bytes();
    let mut at = whole.iter().position(|&byte| byte == b'[')? + 1;
    while *whole.get(at)? != b']' {
        at += if whole[at] == b'\\' { 2 } else { 1 };
    }
    destination(text, span.start + at + 2, meant)
}

/// The span of the destination that begins after white space at `at`; `None` if the parser found an
/// empty destination.
fn destination(text: &str, at: usize, meant: &str) -> Option<Part> {
    let rest = text.get(at..)?;
    let mut lead = rest.len() - rest.trim_start().len();
    // In a block quote, the next line begins with a `>`.
    if rest[..lead].contains('\n') {
        lead = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r', '>']).len();
    }
    let start = at + lead;
    let bytes = &text.as_bytes()[start..];
    let bracketed = bytes.first() == Some(&b'<');
    let mut depth = 0_usize;
    let mut end = usize::from(bracketed);
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\\' if bytes.get(end + 1).is_some_and(u8::is_ascii_punctuation) => end += 1,
            b'>' if bracketed => break,
            b'\n' => break,
            _ if bracketed => {}
            b'(' => depth += 1,
            b')' if depth == 0 => break,
            b')' => depth -= 1,
            byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => break,
            _ => {}
        }
        end += 1;
    }
    if meant.is_empty() {
        return None;
    }
    Some(if bracketed {
        ("bracketed", start + 1, start + end)
    } else {
        ("destination", start, start + end)
    })
}
