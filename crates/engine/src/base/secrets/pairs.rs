//! Pairs: the values of pairs in a query, a fragment, or a list of a connection string.

use std::ops::Range;

use superuri_kernels::memory;

/// The longest name that is looked at, in bytes: longer ones are not secrets.
const LONGEST_NAME: usize = 64;

/// The spans of the values of the pairs whose name `is_it`, in order; empty values are left out.
pub(super) fn values(text: &[u8], is_it: fn(&[u8]) -> bool, found: &mut Vec<Range<usize>>) {
    let first_quote = memchr::memchr(b'"', text).unwrap_or(text.len());
    let mut ends = ValueEnds { text, without: [false; 3] };
    let mut done = 0;
    for equals in memchr::memchr_iter(b'=', text) {
        if equals < done {
            continue;
        }
        let Some((name, opener)) = name(&text[done..equals]) else { continue };
        if is_it(name) {
            let start = equals + 1;
            let end = ends.of_value(start, opener, first_quote < equals);
            if start < end {
                memory::push(found, start..end);
            }
            done = end;
        }
    }
}

/// The name at the end of this text, and the byte before it; a space at the start.
fn name(before: &[u8]) -> Option<(&[u8], u8)> {
    let before = before.trim_ascii_end();
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-[]".contains(byte);
    let length = before.iter().rev().take(LONGEST_NAME).take_while(is_name).count();
    let (rest, name) = before.split_at(before.len() - length);
    let opener = rest.last().copied().unwrap_or(b' ');
    // PHP and Rails: `user[password]`, `password[]`.
    let name = name.strip_suffix(b"[]").unwrap_or(name);
    let member = name.strip_suffix(b"]").and_then(|name| name.rsplit(|&b| b == b'[').next());
    // Options of commands: `--password=x`.
    let name = name.strip_prefix(b"--").unwrap_or(name);
    let is_opener = opener.is_ascii_whitespace() || b"?&#;:(,\"'{|!$".contains(&opener);
    is_opener.then_some((member.unwrap_or(name), opener))
}

struct ValueEnds<'a> {
    text: &'a [u8],
    /// For each mark of [`MARKS`], whether none follows: it is not searched for again.
    without: [bool; 3],
}

/// What a quoted value of a connection string begins and ends with. An end mark inside is doubled.
const MARKS: [(u8, u8); 3] = [(b'{', b'}'), (b'"', b'"'), (b'\'', b'\'')];

impl ValueEnds<'_> {
    /// The end of the value that starts here, in a pair behind `opener`. In a quoted text, the
    /// value ends at the quotation mark, too.
    fn of_value(&mut self, start: usize, opener: u8, is_quoted: bool) -> usize {
        let rest = &self.text[start..];
        let is_list = !matches!(opener, b'?' | b'&' | b'#');
        let spaces = rest.iter().take_while(|byte| is_list && **byte == b' ').count();
        let rest = &rest[spaces..];
        let mark = MARKS.iter().position(|mark| is_list && rest.first() == Some(&mark.0));
        if let Some(n) = mark.filter(|n| !self.without[*n]) {
            match closed(&rest[1..], MARKS[n].1) {
                Some(length) => return start + spaces + 1 + length,
                None => self.without[n] = true,
            }
        }
        let ends = |(n, byte): (usize, &u8)| match opener {
            _ if *byte == b'"' => is_quoted && (n == 0 || rest[n - 1] != b'\\'),
            b'?' | b'&' | b'#' => matches!(byte, b'&' | b'#'),
            b';' | b':' | b'{' => *byte == b';',
            b'(' | b',' => matches!(byte, b',' | b')'),
            _ => matches!(byte, b';' | b'&') || byte.is_ascii_whitespace(),
        };
        let length = rest.iter().enumerate().position(|(n, byte)| ends((n, byte)));
        start + spaces + length.unwrap_or(rest.len())
    }
}

/// The length up to the end of a quoted value, with its mark. A mark that is doubled or, but for a
/// brace, behind a backslash does not end it.
fn closed(rest: &[u8], mark: u8) -> Option<usize> {
    let mut at = 0;
    loop {
        let end = at + memchr::memchr(mark, &rest[at..])?;
        if rest.get(end + 1) == Some(&mark) {
            at = end + 2;
        } else if mark != b'}' && end > 0 && rest[end - 1] == b'\\' {
            at = end + 1;
        } else {
            return Some(end + 1);
        }
    }
}
