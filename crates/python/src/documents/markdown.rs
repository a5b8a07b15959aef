//! Markdown: finding the destinations of links, images and definitions (`CommonMark` 0.31.2
//! sections 4.7 and 6.3 to 6.5), and raw HTML, by pulldown-cmark.

use std::{collections::HashSet, ops::Range};

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use pyo3::prelude::*;
use superuri_guard::guarded_function;

/// A part that is not read as plain text: its kind, its start and its end.
type MarkdownPart = (&'static str, usize, usize);

#[guarded_function]
pub(crate) fn markdown_parts(py: Python<'_>, text: &str) -> Vec<MarkdownPart> {
    py.detach(|| parts(text))
}

fn parts(text: &str) -> Vec<MarkdownPart> {
    let extensions = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let parser = Parser::new_ext(text, extensions);
    let mut found: Vec<MarkdownPart> = parser
        .reference_definitions()
        .iter()
        .filter_map(|(_, it)| definition(text, it.span.clone(), &it.dest))
        .collect();
    let mut open: Vec<Open> = Vec::new();
    let mut code: Vec<Range<usize>> = Vec::new();
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
            Event::Code(_) | Event::Start(Tag::CodeBlock(_) | Tag::MetadataBlock(_)) => {
                code.push(range);
            }
            _ => {}
        }
    }
    code.extend(found.iter().map(|&(_, start, end)| start..end));
    code.sort_unstable_by_key(|part| part.start);
    found.extend(broken(text, &code));
    found.extend(undefined(text, &code));
    found.sort_unstable_by_key(|part| part.1);
    found
}

/// The destinations that a space ends, so that there is no link: `[x](my photo.png)`.
fn broken(text: &str, code: &[Range<usize>]) -> Vec<MarkdownPart> {
    let mut found = Vec::new();
    let mut code = code.iter().peekable();
    for (at, _) in text.match_indices("](") {
        while code.next_if(|part| part.end <= at).is_some() {}
        if code.peek().is_some_and(|part| part.start <= at + 2) {
            continue;
        }
        let before = &text.as_bytes()[at.saturating_sub(LONGEST_LABEL)..at];
        let label = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        if label.last() == Some(&b'\\') || !label.contains(&b'[') {
            continue;
        }
        found.extend(spaced(&text[at + 2..]).map(|end| ("broken", at + 2, at + 2 + end)));
    }
    found
}

/// The destinations of definitions that a space makes none: `[x]: my photo.png`. Only a label that is
/// used, as in `[x]` or `[a][x]`, is meant as one.
fn undefined(text: &str, code: &[Range<usize>]) -> Vec<MarkdownPart> {
    let mut code = code.iter().peekable();
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start + line.len() - line.trim_start_matches([' ', '>']).len();
        start += line.len();
        while code.next_if(|part| part.end <= at).is_some() {}
        let is_free = code.peek().is_none_or(|part| part.start >= start);
        if let (true, Some((label, rest))) = (is_free, text[at..start].split_once("]:")) {
            let destination = start - rest.trim_start().len();
            let length = meant(text[destination..start].trim_end());
            let is_label = label.starts_with('[') && label.len() <= LONGEST_LABEL;
            if let (true, Some(length)) = (is_label, length) {
                found.push((&label[1..], ("broken", destination, destination + length)));
            }
        }
    }
    let labels = if found.is_empty() { HashSet::new() } else { used(text) };
    found.retain(|(label, _)| labels.contains(&label.to_lowercase()));
    found.into_iter().map(|(_, part)| part).collect()
}

/// The labels that are used, in lower case: `[label]` without a colon or a parenthesis behind it.
fn used(text: &str) -> HashSet<String> {
    let bytes = text.as_bytes();
    let ends = memchr::memchr_iter(b']', bytes)
        .filter(|end| !matches!(bytes.get(end + 1), Some(b':' | b'(')));
    ends.filter_map(|end| {
        let before = &bytes[end.saturating_sub(LONGEST_LABEL)..end];
        let at = end - before.len() + memchr::memrchr(b'[', before)? + 1;
        Some(text[at..end].to_lowercase())
    })
    .collect()
}

/// The length of the destination at the start, up to its parenthesis, if it is surely meant as one.
fn spaced(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut end = None;
    for (at, byte) in text.bytes().take(LONGEST_DESTINATION).enumerate() {
        match byte {
            b'\n' => return None,
            b'(' => depth += 1,
            b')' if depth == 0 => {
                end = Some(at);
                break;
            }
            b')' => depth -= 1,
            _ => {}
        }
    }
    meant(text[..end?].trim_end())
}

/// The length of a destination, if it has a space, and is surely meant as one: a URL or the name of a
/// file.
fn meant(inner: &str) -> Option<usize> {
    // A title does not belong to the destination.
    let inner = match inner.as_bytes().last() {
        Some(b'"') => inner[..inner.len() - 1].rfind(" \"").map_or(inner, |at| &inner[..at]),
        Some(b'\'') => inner[..inner.len() - 1].rfind(" '").map_or(inner, |at| &inner[..at]),
        _ => inner,
    };
    let inner = inner.trim_end();
    let is_named = inner.rsplit_once('.').is_some_and(|(name, ending)| {
        !name.is_empty()
            && (2..=5).contains(&ending.len())
            && ending.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    let is_meant = inner.contains("://") || is_named && !inner.contains(", ");
    let is_destination = inner.contains(' ') && !inner.starts_with([' ', '<']);
    (is_meant && is_destination).then_some(inner.len())
}

/// The longest label in which a bracket is looked for, in bytes (`CommonMark` section 4.7).
const LONGEST_LABEL: usize = 999;
/// The longest destination with a space that is looked at, in bytes.
const LONGEST_DESTINATION: usize = 2048;

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
    fn part(&self, text: &str) -> Option<MarkdownPart> {
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
fn definition(text: &str, span: Range<usize>, meant: &str) -> Option<MarkdownPart> {
    let whole = text.get(span.clone())?.as_bytes();
    let mut at = whole.iter().position(|&byte| byte == b'[')? + 1;
    while *whole.get(at)? != b']' {
        at += if whole[at] == b'\\' { 2 } else { 1 };
    }
    destination(text, span.start + at + 2, meant)
}

/// The span of the destination that begins after white space at `at`; `None` if the parser found an
/// empty destination.
fn destination(text: &str, at: usize, meant: &str) -> Option<MarkdownPart> {
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
