//! Dot segments: their removal, so that the rest still reads as a path (RFC 3986 section 5.2.4).

use std::ops::Range;

use crate::syntax::split::NOTHING;
use superuri_kernels as kernels;
use superuri_kernels::marks::{BLOCK, MarkQuery, MarkSummary, below};
use superuri_kernels::memory;

/// Appends the path of a URI, or of a reference that begins with a slash, without its
/// dot-segments (RFC 3986 section 5.2.4).
///
/// ```
/// let mut out = Vec::new();
/// superuri::syntax::dots::remove(b"/a/b/c/./../../g", &mut out);
/// assert_eq!(out, b"/a/g");
/// ```
pub fn remove(path: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    let mut rest = path;
    // Steps A and D: dot segments before any slash are dropped.
    loop {
        rest = match rest {
            [b'.', b'.', b'/', rest @ ..] | [b'.', b'/', rest @ ..] => rest,
            [b'.', b'.'] | [b'.'] => &[],
            _ => break,
        };
    }
    let first = rest.iter().position(|&b| b == b'/').unwrap_or(rest.len());
    out.extend_from_slice(&rest[..first]);
    rest = &rest[first..];
    while let [b'/', segments @ ..] = rest {
        let len = segments.iter().position(|&b| b == b'/').unwrap_or(segments.len());
        let (segment, after) = segments.split_at(len);
        // Steps B and C: one dot is dropped, two dots remove the segment before them.
        match segment {
            b"." => {}
            b".." => {
                let last = out[start..].iter().rposition(|&b| b == b'/').unwrap_or(0);
                out.truncate(start + last);
            }
            _ => {
                out.push(b'/');
                out.extend_from_slice(segment);
            }
        }
        if after.is_empty() && matches!(segment, b"." | b"..") {
            out.push(b'/');
        }
        rest = after;
    }
}

/// The same as [`remove`], in place, of a path that begins with a slash.
///
/// ```
/// let mut text = b"http://e/a/b/../c?d".to_vec();
/// superuri::syntax::dots::remove_in_place(&mut text, 8..17);
/// assert_eq!(text, b"http://e/a/c?d");
/// ```
pub fn remove_in_place(text: &mut Vec<u8>, path: Range<usize>) {
    let Range { start, end } = path;
    let places = DotSegments::of(&text[path]);
    let Some(first) = places.next(&text[start..end], 0) else { return };
    // From the slash before a dot segment on.
    let (mut from, mut to) = (start + first - 1, start + first - 1);
    // The kept part is never longer than the part that was read, so no unread byte is overwritten.
    while from < end {
        let (dots, is_last) = match text[from + 1..end] {
            [b'.'] => (1, true),
            [b'.', b'.'] => (2, true),
            [b'.', b'/', ..] => (1, false),
            [b'.', b'.', b'/', ..] => (2, false),
            _ => {
                // Everything before the next dot segment stays.
                let next = places.next(&text[start..end], from + 1 - start);
                let next = next.map_or(end, |next| start + next - 1);
                text.copy_within(from..next, to);
                to += next - from;
                from = next;
                continue;
            }
        };
        if dots == 2 {
            to = start + last_slash(&text[start..to]);
        }
        if is_last {
            text[to] = b'/';
            to += 1;
        }
        from += 1 + dots;
    }
    text.drain(to..end);
}

/// Up to this length, in bytes, a plain loop is faster than a search.
const NEAR: usize = 16;

/// The index of the last slash; 0 if there is none.
fn last_slash(text: &[u8]) -> usize {
    let near = text.iter().rev().take(NEAR).position(|&byte| byte == b'/');
    let far = || text.len().checked_sub(NEAR).and_then(|end| memchr::memrchr(b'/', &text[..end]));
    near.map(|back| text.len() - 1 - back).or_else(far).unwrap_or(0)
}

/// Appends the path of a relative reference without its dot segments, except for leading `..`,
/// which depend on the base. The path must not begin with a slash.
///
/// `./` is put before a result that would read as a scheme, as an absolute path, or as empty.
///
/// ```
/// let mut out = Vec::new();
/// superuri::syntax::dots::remove_relative(b"a/../../b/./c", &mut out);
/// assert_eq!(out, b"../b/c");
/// ```
pub fn remove_relative(path: &[u8], out: &mut Vec<u8>) {
    if path.is_empty() {
        return;
    }
    let mut kept: Vec<&[u8]> = Vec::new();
    // The number of leading `..` among them.
    let mut up = 0;
    let mut ends_in_slash = false;
    for segment in path.split(|&b| b == b'/') {
        ends_in_slash = matches!(segment, b"." | b"..");
        match segment {
            b"." => {}
            b".." if kept.len() > up => {
                kept.pop();
            }
            b".." => {
                memory::push(&mut kept, segment);
                up += 1;
            }
            _ => memory::push(&mut kept, segment),
        }
    }
    if ends_in_slash {
        kept.push(b"");
    }
    let first = kept.first().copied().unwrap_or_default();
    if first.is_empty() || first.contains(&b':') {
        out.extend_from_slice(b"./");
    }
    for (n, segment) in kept.iter().enumerate() {
        if n > 0 {
            out.push(b'/');
        }
        out.extend_from_slice(segment);
    }
}

/// Does the path have a dot-segment?
///
/// ```
/// assert!(superuri::syntax::dots::has_dots(b"/a/.b/../c"));
/// ```
#[must_use]
pub fn has_dots(path: &[u8]) -> bool {
    DotSegments::of(path).next(path, 0).is_some()
}

/// Where dot segments may begin, if the path is short.
struct DotSegments(Option<u64>);

impl DotSegments {
    fn of(path: &[u8]) -> Self {
        let found = (path.len() <= BLOCK).then(|| kernels::look_at(path, &NOTHING)).flatten();
        Self(found.map(|SlashDots(places)| places))
    }

    /// Where the next dot segment begins, from this place on, at which a segment begins.
    fn next(&self, path: &[u8], from: usize) -> Option<usize> {
        let is_dots = |at: usize| {
            matches!(path[at..], [b'.'] | [b'.', b'/', ..] | [b'.', b'.'] | [b'.', b'.', b'/', ..])
        };
        let Some(places) = self.0 else {
            let mut dots = memchr::memchr_iter(b'.', &path[from..]).map(|at| from + at);
            return dots.find(|&at| (at == from || path[at - 1] == b'/') && is_dots(at));
        };
        let mut places = places & !below(from);
        while places != 0 {
            let at = places.trailing_zeros() as usize;
            if is_dots(at) {
                return Some(at);
            }
            places &= places - 1;
        }
        None
    }
}

/// The dots of a block after a slash, or at the start.
struct SlashDots(u64);

impl MarkQuery for SlashDots {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a look marks only what is needed")]
    fn of(_: &[u8], look: &MarkSummary) -> Option<Self> {
        Some(Self(look.first.slash_dot | look.first.dot & 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 3986 section 5.2.4, step by step.
    fn plain(path: &str) -> String {
        let (mut input, mut output) = (path.to_owned(), String::new());
        while !input.is_empty() {
            let first = |input: &str| {
                let from = usize::from(input.starts_with('/'));
                input[from..].find('/').map_or(input.len(), |at| from + at)
            };
            if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
                input = rest.into();
            } else if input.starts_with("/./") {
                input = input[2..].into();
            } else if input == "/." {
                input = "/".into();
            } else if input.starts_with("/../") || input == "/.." {
                input = format!("/{}", input.get(4..).unwrap_or_default());
                output.truncate(output.rfind('/').unwrap_or(0));
            } else if input == "." || input == ".." {
                input.clear();
            } else {
                let len = first(&input);
                output.push_str(&input[..len]);
                input = input[len..].into();
            }
        }
        output
    }

    #[test]
    fn dots_are_removed_step_by_step_as_in_the_rfc() {
        let atoms = ["/", ".", "..", "a", "//"];
        let mut paths = vec![String::new()];
        for _ in 0..6 {
            let longer = paths.iter().flat_map(|p| atoms.iter().map(move |a| format!("{p}{a}")));
            paths = longer.chain([String::new()]).collect();
            for path in &paths {
                let mut out = Vec::new();
                remove(path.as_bytes(), &mut out);
                assert_eq!(String::from_utf8_lossy(&out), plain(path), "{path}");
                let is_dots = |segment| matches!(segment, "." | "..");
                assert_eq!(has_dots(path.as_bytes()), path.split('/').any(is_dots), "{path}");
                if path.starts_with('/') {
                    for tail in ["", "?/../a"] {
                        let mut text = ["x:", path, tail].concat().into_bytes();
                        remove_in_place(&mut text, 2..2 + path.len());
                        assert_eq!(text[2..], [&out, tail.as_bytes()].concat(), "{path}");
                    }
                }
            }
        }
    }

    #[test]
    fn relative_paths_keep_what_their_base_decides() {
        for (path, want) in [
            ("", ""),
            (".", "./"),
            ("./", "./"),
            ("..", "../"),
            ("../.", "../"),
            ("../..", "../../"),
            ("a/..", "./"),
            ("a/../b", "b"),
            ("a/../../b", "../b"),
            ("../../b", "../../b"),
            ("./a:b", "./a:b"),
            ("x/../a:b", "./a:b"),
            ("x/../1:b", "./1:b"),
            (".//x", ".//x"),
            ("a/..//x", ".//x"),
            ("..//x", "..//x"),
            ("a//..", "a/"),
            ("a/./b", "a/b"),
            ("...", "..."),
        ] {
            let mut out = Vec::new();
            remove_relative(path.as_bytes(), &mut out);
            assert_eq!(String::from_utf8_lossy(&out), want, "{path}");
        }
    }
}
