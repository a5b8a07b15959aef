//! Linting of files: the lines that have findings, and where a document has URLs.

use std::borrow::Cow;
use std::ops::Range;

use linkify::{LinkFinder, LinkKind};

use crate::bulk::lines::job::Ending;
use crate::clean::rewrite::Rewrite;
use crate::lint::rule::Severity;
use crate::lint::{Options, fixed, lint, rules};
use crate::syntax::split;

/// A record that has findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noted {
    /// The record's number, counted from 1.
    pub record: u64,
    /// Its span in the block, without its ending.
    pub at: Range<usize>,
}

/// The findings in the records of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// The number of records.
    pub records: u64,
    /// The records with a finding that is severe enough.
    pub noted: Vec<Noted>,
    /// The number of findings of each rule, by severity: info, warning, error.
    pub counts: Vec<[u64; 3]>,
}

/// Lints each record of a block that ends where a record ends; empty records have no findings.
#[must_use]
pub fn review(block: &[u8], ending: Ending, options: &Options, least: Severity) -> Review {
    let counts = vec![[0; 3]; rules::ROWS.len()];
    let mut review = Review { records: 0, noted: Vec::new(), counts };
    for line in lines(block, ending) {
        review.records += 1;
        let at = line.start..line.start + ending.begins(&block[line]);
        let mut noted = false;
        let found = if at.is_empty() { Vec::new() } else { lint(&block[at.clone()], options) };
        for finding in found {
            let times = 1 + finding.more;
            review.counts[finding.id.place()][finding.severity as usize] += times;
            noted |= finding.severity >= least;
        }
        if noted {
            review.noted.push(Noted { record: review.records, at });
        }
    }
    review
}

/// The block with each of its records fixed; borrowed if nothing was to fix. A record whose fix
/// would break it in two stays as it is.
#[must_use]
pub fn fixed_block<'a>(
    block: &'a [u8],
    ending: Ending,
    options: &Options,
    guessing: bool,
) -> Cow<'a, [u8]> {
    let mut out = Rewrite::of(block);
    for line in lines(block, ending) {
        let at = line.start..line.start + ending.begins(&block[line]);
        let record = &block[at.clone()];
        if let Cow::Owned(fixed) = fixed(record, options, guessing)
            && !record.is_empty()
            && !ending.breaks(record, &fixed)
        {
            out.replace(&at, &fixed);
        }
    }
    out.done()
}

/// The span of each line, with its ending.
fn lines(block: &[u8], ending: Ending) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = block.get(start..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr(ending.byte(), rest).map_or(block.len(), |at| start + at + 1);
        Some(std::mem::replace(&mut start, end)..end)
    })
}

/// The spans of the URLs in a text, as the linkify crate finds them. Octets that are not valid
/// UTF-8 end a URL. Templates with parts that a program has yet to fill in do not count.
///
/// ```
/// use superuri::bulk::lines::review::found;
/// let text = b"See <http://e.com/a> (or http://e.com/b), not http://e.com/{id}.";
/// let urls: Vec<_> = found(text).into_iter().map(|at| &text[at]).collect();
/// assert_eq!(urls, [&b"http://e.com/a"[..], b"http://e.com/b"]);
/// ```
#[must_use]
pub fn found(text: &[u8]) -> Vec<Range<usize>> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut all = Vec::new();
    let mut before = 0;
    for chunk in text.utf8_chunks() {
        let valid = chunk.valid();
        let mut last = 0;
        for link in finder.links(valid) {
            if link.start() < last {
                continue;
            }
            last = end(&finder, valid, link.start()..link.end());
            let url = &valid[link.start()..last];
            if is_found_alone(&finder, url) && !is_template(url.as_bytes()) {
                all.push(before + link.start()..before + last);
            }
        }
        before += valid.len() + chunk.invalid().len();
    }
    all
}

/// Whether the finder takes this as one URL if nothing follows it. It takes `http://1.2.3.4.a` in
/// `http://1.2.3.4.a=@(` only because of the `@` that follows there.
fn is_found_alone(finder: &LinkFinder, url: &str) -> bool {
    let whole = |link: Range<usize>| link.start == 0 && end(finder, url, link) == url.len();
    finder.links(url).next().is_some_and(|link| whole(link.start()..link.end()))
}

/// Marks that end a URL: punctuation of sentences and quotations in Chinese and Japanese, and
/// escaped ends of attributes in the text of one page within another.
const END_MARKS: [&str; 19] = [
    "。", "、", "，", "；", "：", "！", "？", "」", "』", "】", "》", "〉", "）", "〕", "’", "”",
    "&quot;", "&lt;", "&gt;",
];

/// Where the found URL really ends: before punctuation that belongs to the text, and after an
/// authority in which the finder stopped too early, because it does not know escapes or the
/// characters of passwords.
fn end(finder: &LinkFinder, text: &str, link: Range<usize>) -> usize {
    let url = &text[link.clone()];
    if let Some(len) = END_MARKS.iter().filter_map(|mark| url.find(mark)).min() {
        // Before that mark there may be punctuation of ASCII, too, or nothing after the scheme.
        let first = finder.links(&url[..len]).next();
        let url = first.filter(|first| first.start() == 0);
        let end_of = |len| end(finder, &text[..link.start + len], link.start..link.start + len);
        return url.map_or(link.start, |url| end_of(url.end()));
    }
    let rest = &text[link.end..];
    let head = url.split_once("://").map_or("", |(_, rest)| rest);
    if head.contains(['/', '?', '#']) || !rest.starts_with(['%', '^', '|', '`', ':', '@', '!']) {
        return link.end;
    }
    let stops =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '`' | '(' | ')');
    let rest = rest.find(stops).map_or(rest, |len| &rest[..len]);
    let rest = rest.trim_end_matches(['.', ',', ';', ':', '!', '?', '*', ']', '}']);
    let belongs = rest.contains('@') || crate::codec::triplets::triplet(rest.as_bytes()).is_some();
    link.end + if belongs { rest.len() } else { 0 }
}

/// Whether a part is yet to be filled in: `{id}`, `$HOST`, `%s`, `%(name)s`, `\n`, a port in
/// letters.
fn is_template(url: &[u8]) -> bool {
    let parts = split::split(url);
    if let Some(authority) = parts.authority
        && let Some(port) = split::authority(url, authority).port
        && !port.is_empty()
        && url[port].iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
    {
        return true;
    }
    let conversion = |rest: &[u8]| match rest {
        // With a hex digit as the first letter it may be a triplet.
        [b'%', b's' | b'i' | b'u' | b'r' | b'(' | b'{' | b'%' | b'@', ..] => {
            // The linter has a rule about `%u0041`.
            !(rest[1] == b'u' && rest.get(2).is_some_and(u8::is_ascii_hexdigit))
        }
        [b'%', b'd', next, ..] => !next.is_ascii_hexdigit(),
        [b'%', b'd'] => true,
        [b'$', next, ..] => *next == b'(' || *next == b'_' || next.is_ascii_alphabetic(),
        _ => false,
    };
    url.iter().any(|byte| matches!(byte, b'{' | b'}' | b'\\'))
        || (0..url.len()).any(|at| conversion(&url[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_counted_and_empty_ones_have_no_findings() {
        let block = b"http://e.com/a b\r\n\nhttp://e.com/\nhttp://E.com/%zz";
        let all = review(block, Ending::Newline, &Options::default(), Severity::Error);
        assert_eq!(all.records, 4);
        let noted: Vec<_> = all.noted.iter().map(|it| (it.record, it.at.clone())).collect();
        assert_eq!(noted, [(1, 0..16), (4, 33..49)]);
        assert!(all.counts.iter().flatten().sum::<u64>() >= 2);
    }

    #[test]
    fn findings_that_are_not_listed_count() {
        let block = [b"/", "a ".repeat(1100).as_bytes(), b"b"].concat();
        let all = review(&block, Ending::Newline, &Options::default(), Severity::Error);
        assert_eq!(all.counts.iter().flatten().max(), Some(&1100));
    }

    #[test]
    fn what_a_program_has_yet_to_fill_in_is_no_url() {
        for (text, is_url) in [
            ("http://e.com:port/", false),
            ("http://e.com:80/", true),
            ("http://e.com:/", true),
            ("http://e.com/%s", false),
            ("http://e.com/%u0041", true),
            ("http://e.com/%ux", false),
            ("http://e.com/%d", false),
            ("http://e.com/%d/a", false),
            ("http://e.com/%da", true),
            ("http://e.com/$HOST", false),
            ("http://e.com/$_a", false),
            ("http://e.com/$1", true),
            ("http://e.com/%20", true),
        ] {
            assert_eq!(found(text.as_bytes()).len() == 1, is_url, "{text}");
        }
    }

    #[test]
    fn fixing_a_block_is_fixing_its_records() {
        let block = b"/a b\r\n/c\n\n/dd|";
        let options = Options::default();
        assert_eq!(
            &*fixed_block(block, Ending::Newline, &options, false),
            b"/a%20b\r\n/c\n\n/dd%7C"
        );
        assert!(matches!(fixed_block(b"/c\n", Ending::Newline, &options, false), Cow::Borrowed(_)));
    }

    #[test]
    fn a_url_ends_with_its_authority_or_before_punctuation() {
        for (text, url) in [
            ("见 https://e.com/a。然后", "https://e.com/a"),
            ("（https://e.com/a）", "https://e.com/a"),
            ("（http://。 https://e.com/a.）", "https://e.com/a"),
            ("href=&quot;https://e.com/?a=b&quot;&gt;", "https://e.com/?a=b"),
            ("db://user:a%2Fb@host/c.", "db://user:a%2Fb@host/c"),
            ("db://user:a^b@host:5/c, or", "db://user:a^b@host:5/c"),
            ("http://e%2Ecom/a b", "http://e%2Ecom/a"),
            ("http://e.com^ and", "http://e.com"),
            ("http://e.com: x@y.z", "http://e.com"),
        ] {
            let urls: Vec<_> = found(text.as_bytes()).into_iter().map(|at| &text[at]).collect();
            assert_eq!(urls, [url], "{text}");
        }
    }

    #[test]
    fn a_url_is_found_where_it_is_found_alone() {
        for text in ["http://1.2.3.4.a", "http://1.2.3.4.a=@(", "http://1.2.3.4.m_b=@&c=(&d"] {
            assert!(found(text.as_bytes()).is_empty(), "{text}");
        }
        assert_eq!(found(b"http://1.2.3.4, http://5.6.7.8"), [0..14, 16..30]);
    }

    #[test]
    fn a_template_is_not_a_url() {
        for text in [
            "http://e/{x}",
            "http://e/%s",
            "http://e/%d/",
            "http://$HOST/",
            "http://e/\\n",
            "http://host:port/",
            "db://user:password@server:DB_PORT/x",
            "db://user:pass word@e/",
        ] {
            assert!(found(text.as_bytes()).is_empty(), "{text}");
        }
        for text in ["http://e/%da", "http://e/%u0041", "http://e/?a=$1", "http://e/100%"] {
            assert_eq!(found(text.as_bytes()).len(), 1, "{text}");
        }
        assert_eq!(found(b"http://e.com/a\xffhttp://e.com/b"), [0..14, 15..29]);
    }
}
