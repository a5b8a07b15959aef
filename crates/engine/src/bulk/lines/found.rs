//! Where a text has URLs: the linkify crate finds their starts, and this module their ends.

use std::ops::Range;

use linkify::{LinkFinder, LinkKind};

use super::ends::{MOST_RESCANNED, before_marks, before_next, tail, web_scheme};
use super::{templates::is_template, unusual::unusual};
use crate::clean::fanged;
use crate::codec::triplets::triplet;

/// A URL in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundUrl {
    /// Its span in the text.
    pub at: Range<usize>,
    /// Whether a part of it is yet to be filled in by a program: `{id}`, `%s`.
    pub is_template: bool,
}

/// Where the `@` behind a password is looked for, in bytes.
const LONGEST_PASSWORD: usize = 2048;
/// Where the end of a fragment behind an authority is looked for, in bytes.
const LONGEST_FRAGMENT: usize = 1 << 14;

/// The URLs in a text, in order. Octets that are not valid UTF-8 end a URL.
///
/// ```
/// use superuri::bulk::lines::found::found;
/// let text = "See <http://e.com/a>, «http://e.com/b» and http://e.com/{id}.".as_bytes();
/// let urls: Vec<_> = found(text).into_iter().map(|link| (&text[link.at], link.is_template)).collect();
/// let of = |url: &'static str, is_template| (url.as_bytes(), is_template);
/// assert_eq!(urls[..2], [of("http://e.com/a", false), of("http://e.com/b", false)]);
/// assert_eq!(urls[2..], [of("http://e.com/{id}", true)]);
/// ```
#[must_use]
pub fn found(text: &[u8]) -> Vec<FoundUrl> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut all = Vec::new();
    let mut before = 0;
    for chunk in text.utf8_chunks() {
        let valid = chunk.valid();
        let linked = linked(&finder, valid);
        let is_alone = |url: &str| {
            let alone = self::linked(&finder, url);
            alone.first().is_none_or(|at| at.start > 0 || at.end == url.len())
        };
        let others = unusual(&finder, valid, &linked, &is_alone);
        let is_apart = |at: &Range<usize>| {
            let next = others.partition_point(|other| other.end <= at.start);
            others.get(next).is_none_or(|other| at.end <= other.start)
        };
        let linked: Vec<_> = linked.into_iter().filter(is_apart).collect();
        for at in linked.into_iter().chain(others) {
            // Terraform's `%{ if a }` and HAProxy's `%[path]` end the URL.
            let url = &valid[at.clone()];
            let is_opened = url.ends_with('%') && valid[at.end..].starts_with(['{', '[']);
            let is_template = is_opened || is_template(url.as_bytes());
            all.push(FoundUrl { at: before + at.start..before + at.end, is_template });
        }
        before += valid.len() + chunk.invalid().len();
    }
    all.sort_by_key(|link| link.at.start);
    all
}

/// The URLs that the finder knows, in order.
fn linked(finder: &LinkFinder, text: &str) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let (mut from, mut run, mut budget) = (0, 0, 0);
    // Behind an end that the finder does not know there may be another URL.
    while let Some(link) = finder.links(&text[from..]).next() {
        let whole = from + link.start()..from + link.end();
        if whole.start >= run {
            (run, budget) = (whole.end, MOST_RESCANNED);
        } else if budget < whole.len() {
            from = run;
            continue;
        } else {
            budget -= whole.len();
        }
        let start = whole.start + before_scheme(&text[whole.clone()]);
        let end = end(finder, text, start..whole.end);
        let end = start + without_emphasis(&text[..start], &text[start..end]);
        let end = start + before_next(&text[start..end]);
        if is_found_alone(finder, &text[start..end]) {
            all.push(start..end);
        }
        from = end.max(start + text[start..].find(':').map_or(1, |colon| colon + 1));
    }
    all
}

/// The length of the letters before `http` or `https` that belong to the text. They may be the last
/// octet of a letter, in an encoding that is not UTF-8.
fn before_scheme(url: &str) -> usize {
    let len = url.split(':').next().and_then(web_scheme).unwrap_or_default();
    // `git+https` is a scheme.
    let before = &url[..len];
    let is_scheme = before.ends_with('+') && !before.bytes().any(|b| b.is_ascii_uppercase());
    if is_scheme { 0 } else { len }
}

/// The length of the URL without an end of Markdown's emphasis that was begun before it: `_`, `~~`.
fn without_emphasis(before: &str, url: &str) -> usize {
    let mark = before.chars().last().filter(|mark| matches!(mark, '_' | '~'));
    mark.map_or(url, |mark| url.trim_end_matches(mark)).len()
}

/// Whether the finder takes this as one URL if nothing follows it. It takes `http://1.2.3.4.a` in
/// `http://1.2.3.4.a=@(` only because of the `@` that follows there.
fn is_found_alone(finder: &LinkFinder, url: &str) -> bool {
    let whole = |link: Range<usize>| link.start == 0 && end(finder, url, link) == url.len();
    finder.links(url).next().is_some_and(|link| whole(link.start()..link.end()))
}

/// Where the found URL really ends: before marks that belong to the text, and after an authority in
/// which the finder stopped too early, because it does not know escapes or the characters of
/// passwords.
fn end(finder: &LinkFinder, text: &str, link: Range<usize>) -> usize {
    let url = &text[link.clone()];
    let len = before_marks(url);
    if len < url.len() {
        // Before that mark there may be punctuation of ASCII, too, or nothing after the scheme.
        let first = finder.links(&url[..len]).next().filter(|first| first.start() == 0);
        return link.start + first.map_or(0, |first| first.end());
    }
    let rest = &text[link.end..];
    let head = url.split_once("://").map_or("", |(_, rest)| rest);
    if !head.contains(['/', '?', '#']) && fanged::begins_with_mark(rest.as_bytes()) {
        return link.end + defanged(rest);
    }
    if head.contains(['/', '?', '#']) {
        return link.end;
    }
    if rest.starts_with('#') {
        let near = &rest[..rest.floor_char_boundary(LONGEST_FRAGMENT)];
        return link.end + tail(finder, near, text[..link.start].ends_with('\''));
    }
    if !rest.starts_with(['%', '^', '|', '`', ':', '@', '!']) && !rest.starts_with("\\@") {
        return link.end;
    }
    // Most often there is no password, and what follows is not looked at.
    let near = &rest.as_bytes()[..rest.len().min(LONGEST_PASSWORD)];
    if !near.contains(&b'@') && triplet(near).is_none() {
        return link.end;
    }
    let stops =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '`' | '(' | ')');
    let rest = rest.find(stops).map_or(rest, |len| &rest[..len]);
    let rest = &rest[..before_marks(rest)];
    let rest = rest.trim_end_matches(['.', ',', ';', ':', '!', '?', '*', ']', '}']);
    let belongs = rest.contains('@') || triplet(rest.as_bytes()).is_some();
    link.end + if belongs { rest.len() } else { 0 }
}

/// The length of the rest of a defanged URL, which begins with a dot in brackets.
fn defanged(rest: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || c.is_control() || "\"'<>`".contains(c);
    let url = &rest[..rest.find(ends).unwrap_or(rest.len())];
    let url = &url[..before_marks(url)];
    let is_open = |c: char| c == ')' && !url.contains('(');
    url.trim_end_matches(|c| is_open(c) || ".,;:!?*]}".contains(c)).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The URLs of a text, without templates.
    fn urls(text: &str) -> Vec<&str> {
        let links = found(text.as_bytes()).into_iter().filter(|link| !link.is_template);
        links.map(|link| &text[link.at]).collect()
    }

    #[test]
    fn what_a_program_has_yet_to_fill_in_is_a_template() {
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
            ("http://e.com/?$top=5&$filter=a", true),
            ("http://e.com/?$topic=5", false),
            ("http://e.com/a/$metadata", true),
            ("http://e.com/a$top", false),
            ("http://e.com/%20", true),
            ("http://e.com/%Y/%m", false),
            ("http://e.com/%H:%M", false),
            ("http://e.com/a%j", false),
            ("http://e.com/%-d/", false),
            ("http://e.com/%.3f", false),
            ("http://e.com/%5.2f", false),
            ("http://e.com/%-10s", false),
            ("http://e.com/%5s", false),
            ("http://e.com/%lu/a", false),
            ("http://e.com/%zu", false),
            ("http://e.com/%lld", false),
            ("http://e.com/%1$s", false),
            ("http://e.com/%{ if a }", false),
            ("http://e.com/%[path]/a", false),
            // A triplet, or no conversion.
            ("http://e.com/%05d", true),
            ("http://e.com/%zz", true),
            ("http://e.com/%G1", true),
            ("http://e.com/%E", true),
            ("http://e.com/50%off", true),
            ("http://e.com/50%-off", true),
            ("http://e.com/50%.", true),
            ("http://e.com/`date`/x", true), // it ends there
            ("http://e/{x}", false),
            ("http://e/\\n", false),
            ("http://host:port/", false),
            ("db://user:password@server:DB_PORT/x", false),
            ("db://user:pa#ss@server/x", true),
            ("amqp://user:a/b@server/x", true),
            ("db://user:pa?ss@server/x", true),
            ("git+ssh://git@e.com:npm/cli.git", true),
            ("ssh://git@e.com:PORT/x", false),
            ("http://host:name/@x/y", false),
            ("http://e/%da", true),
            ("http://e/?a=$1", true),
            ("http://e/100%", true),
        ] {
            assert_eq!(urls(text).len() == 1, is_url, "{text}");
            assert_eq!(found(text.as_bytes()).len(), 1, "{text}");
        }
        assert!(urls("db://user:pass word@e/").is_empty());
    }

    #[test]
    fn a_url_ends_with_its_authority_or_before_marks() {
        for (text, url) in [
            ("见 https://e.com/a。然后", "https://e.com/a"),
            ("（https://e.com/a）", "https://e.com/a"),
            ("（http://。 https://e.com/a.）", "https://e.com/a"),
            ("href=&quot;https://e.com/?a=b&quot;&gt;", "https://e.com/?a=b"),
            ("db://user:a%2Fb@host/c.", "db://user:a%2Fb@host/c"),
            ("db://user:a^b@host:5/c, or", "db://user:a^b@host:5/c"),
            ("http://e%2Ecom/a b", "http://e%2Ecom/a"),
            ("http://e.com^ and", "http://e.com"),
            ("(http://e[.]com[.]de/a, or", "http://e[.]com[.]de/a"),
            ("(hxxps://e[dot]com).", "hxxps://e[dot]com"),
            ("http://e[1]", "http://e"),
            ("http://e.com: x@y.z", "http://e.com"),
            // No-break spaces, invisible characters, quotation marks.
            ("«\u{a0}https://e.com/a\u{a0}» x", "https://e.com/a"),
            ("https://e.com/a\u{a0}: la", "https://e.com/a"),
            ("https://e.com/a\u{3000}次", "https://e.com/a"),
            ("https://e.com/a\u{200b}b", "https://e.com/a"),
            ("https://e.com/a\u{ad}", "https://e.com/a"),
            ("„https://e.com/a“.", "https://e.com/a"),
            ("(«https://e.com/a»).", "https://e.com/a"),
            ("https://e.com/D-7:“Guide", "https://e.com/D-7"),
            // Punctuation at the end, of any script.
            ("https://e.com/a… y", "https://e.com/a"),
            ("https://e.com/a، ثم", "https://e.com/a"),
            ("https://e.com/a।", "https://e.com/a"),
            ("https://e.com/a।).।", "https://e.com/a"),
            ("https://e.com/a—and", "https://e.com/a"),
            ("https://e.com/a•", "https://e.com/a"),
            ("https://e.com/a™ is", "https://e.com/a"),
            (r#"\"https://e.com/a\" b"#, "https://e.com/a"),
            ("see https://ann@bob@e.com/a, there", "https://ann@bob@e.com/a"),
            ("see http://[::1/a.", "http://[::1/a"),
            ("[https://e.com/a](b.md)", "https://e.com/a"),
            ("See-https://e.com/a", "https://e.com/a"),
            ("git+https://e.com/a", "git+https://e.com/a"),
            // Within a URL.
            ("https://e.com/Bose–Einstein", "https://e.com/Bose–Einstein"),
            ("https://e.com/Wait…_what", "https://e.com/Wait…_what"),
            ("https://e.com/名前（曖昧さ回避）", "https://e.com/名前（曖昧さ回避）"),
            ("https://e.com/a（b」c", "https://e.com/a（b"),
            ("_https://e.com/a_ ~~b~~", "https://e.com/a"),
            ("a_https://e.com/a_b", "https://e.com/a_b"),
            ("see https://e.com#a, there", "https://e.com#a"),
            ("https://e.com#a::→b", "https://e.com#a"),
            ("http://[e#a::→b", "http://[e#a"),
            ("x https://e.com\\@f.com/ y", "https://e.com\\@f.com/"),
            ("https://e.com\\n", "https://e.com"),
            // Hosts that the finder passes over.
            ("и https://пример.рф/путь. x", "https://пример.рф/путь"),
            ("(http://my_host:80/a_(b)).", "http://my_host:80/a_(b)"),
            ("'http://a_b/c' + 'd'", "http://a_b/c"),
            ("see http://2130706433, then", "http://2130706433"),
            ("http://127.1?a=b.", "http://127.1?a=b"),
            ("(ftp://a_b#c)", "ftp://a_b#c"),
            ("(http://[::1]).", "http://[::1]"),
            ("(see https://e.com)._a", "https://e.com"),
            ("http://a_b/?u=http://e.com/", "http://a_b/?u=http://e.com/"),
            ("http://a_b/→c", "http://a_b/"),
            ("http://例.テスト、次", "http://例.テスト"),
            ("clone ssh://-oProxyCommand=a/b, now", "ssh://-oProxyCommand=a/b"),
            ("https://e.com/👍", "https://e.com/👍"),
            ("https://i❤️.example/", "https://i❤️.example/"),
            ("https://e.com/ದ್ವಿ", "https://e.com/ದ್ವಿ"),
        ] {
            assert_eq!(urls(text), [url], "{text}");
        }
        for (text, both) in [
            ("https://e.com/a→https://e.com/b", ["https://e.com/a", "https://e.com/b"]),
            ("http://a:1,http://b:2", ["http://a:1", "http://b:2"]),
            ("https://a.com;https://b.com", ["https://a.com", "https://b.com"]),
            ("n=http://a:1,m=http://b:2", ["http://a:1", "http://b:2"]),
            ("http://a_b:1,http://c_d/,", ["http://a_b:1", "http://c_d/"]),
            ("nats://u:p@a:1,nats://b:2", ["nats://u:p@a:1", "nats://b:2"]),
            ("SASL://a:1,SASL_SSL://b:2", ["SASL://a:1", "SSL://b:2"]),
            ("ftp://0::;ftp://1::", ["ftp://0", "ftp://1"]),
            ("https://a.b:8\u{fe4f};http://d.e", ["https://a.b:8", "http://d.e"]),
        ] {
            assert_eq!(urls(text), both, "{text}");
        }
        assert_eq!(urls("http://a:1,b:2//c"), ["http://a:1,b:2//c"]);
    }

    #[test]
    fn a_url_is_found_where_it_is_found_alone() {
        for text in ["http://-", "sftp://", "http://...", "http://*"] {
            assert!(found(text.as_bytes()).is_empty(), "{text}");
        }
        for text in ["http://1.2.3.4.a", "http://1.2.3.4.a=@(", "http://1.2.3.4.m_b=@&c=(&d"] {
            assert_eq!(found(text.as_bytes()).len(), 1, "{text}");
        }
        assert_eq!(urls("http://1.2.3.4, http://5.6.7.8"), ["http://1.2.3.4", "http://5.6.7.8"]);
        let links = found(b"http://e.com/a\xffhttp://e.com/b").into_iter().map(|link| link.at);
        assert_eq!(links.collect::<Vec<_>>(), [0..14, 15..29]);
    }
}
