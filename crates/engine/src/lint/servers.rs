//! Lint rules for servers: request targets that nginx, Apache, HAProxy, Tomcat and Jetty refuse, or
//! whose path they read differently from RFC 3986.
//!
//! A server is a row of [`SERVERS`]; `python -m heavy gateways` compares the rows with the servers
//! themselves.

use std::ops::Range;

use super::rule::{Id, rows};
use super::{Linter, crs, gates, path::dots};
use crate::codec::triplets::{tokens, triplet};
use superuri_kernels::{memory, pause::Steps};

pub(super) const NGINX: &str = "nginx 1.22.1, merge_slashes on, $uri; tried 2026-11";
pub(super) const APACHE: &str =
    "Apache 2.4.67, AllowEncodedSlashes Off, MergeSlashes On; tried 2026-11";
pub(super) const HAPROXY: &str = "HAProxy 2.6.12, without normalize-uri; tried 2026-11";
pub(super) const TOMCAT: &str = "Apache Tomcat 10.1.52; tried 2026-11";
pub(super) const JETTY: &str = "Jetty 9.4.57; tried 2026-11";

rows! {
    /// The request never reaches the application, and does not appear in its log. nginx refuses raw
    /// controls and spaces, and in the path `%00`, a `%` that does not begin an escape, and `..`
    /// above the root, however its slashes are written.
    NGINX_REFUSES: "U951", "nginx-refuses", Error, OFF, "nginx answers 400 to this", "/a/../../b", NGINX,
        bad: "/a%00b", good: "/ab",
        ignore: "there is no nginx between the client and your server.";
    /// A `location` matches the decoded path with its slashes merged, and `proxy_pass` with a path
    /// forwards that path. Without one, the server behind receives the target as it came, so a rule
    /// for `/admin` and the application may see different paths.
    NGINX_REWRITES: "U952", "nginx-rewrites", Warning, OFF, "nginx matches locations against another path: it decodes before it splits, and merges slashes", "/a%2Fb", NGINX,
        good: "/a/b",
        ignore: "your locations only select static files, or `proxy_pass` forwards `$uri`.",
        fix: "Send the intended path; `merge_slashes off` keeps slashes.";
    /// Apache answers 404 to `%2F` and `%00` in a path, and 400 to a `%` that does not begin an
    /// escape and to `..` above the root. Names that contain a slash work everywhere except there.
    APACHE_REFUSES: "U953", "apache-refuses", Error, OFF, "Apache answers 400 or 404 to this", "/a%2Fb", APACHE,
        good: "/a/b",
        ignore: "`AllowEncodedSlashes NoDecode` is set, and only encoded slashes are found.";
    /// `<Location>` and `ProxyPass` see one slash, while an application that reads the target
    /// itself sees two.
    APACHE_REWRITES: "U954", "apache-rewrites", Warning, OFF, "Apache merges these slashes", "/a//b", APACHE,
        good: "/a/b",
        ignore: "`MergeSlashes Off` is set.";
    /// HAProxy refuses raw bytes above ASCII, controls and spaces; some of these bytes pass,
    /// depending on their position, so a test with one URL proves nothing about another.
    HAPROXY_REFUSES: "U955", "haproxy-refuses", Error, OFF, "HAProxy answers 400 to this", "/é", HAPROXY,
        good: "/%C3%A9",
        ignore: "`option accept-invalid-http-request` is set.",
        fix: "`clean` escapes the characters.";
    /// Tomcat refuses what RFC 3986 does not allow, encoded slashes, backslashes and NUL, paths
    /// that are not UTF-8, and `..` above the root. Links that work elsewhere break when the
    /// application moves.
    TOMCAT_REFUSES: "U957", "tomcat-refuses", Error, OFF, "Tomcat answers 400 to this", "/a%5Cb", TOMCAT,
        good: "/a/b",
        ignore: "the connector has `relaxedPathChars`, `relaxedQueryChars` or \
            `encodedSolidusHandling`.";
    /// A proxy's rule for `/admin` does not match `/admin;x`, and Tomcat serves `/admin`
    /// (CVE-2018-11759, with Apache in front of it).
    TOMCAT_REWRITES: "U958", "tomcat-rewrites", Warning, OFF, "Tomcat's applications see another path: it drops parameters, and merges slashes", "/a;b/c", TOMCAT,
        good: "/a/c",
        ignore: "the application reads matrix parameters, and no proxy decides by the path.";
    /// Jetty refuses `..` above the root, `..;`, `%00`, a `%` that does not begin an escape, and
    /// bytes that are not UTF-8.
    JETTY_REFUSES: "U959", "jetty-refuses", Error, OFF, "Jetty answers 400 to this", "/a/../../b", JETTY,
        bad: "/a/..;/b", good: "/b",
        ignore: "there is no Jetty between the client and your application.";
    /// Jetty's security constraints compare paths, and encoded or ambiguous ones bypassed them
    /// (CVE-2021-28164, CVE-2021-34429).
    JETTY_REWRITES: "U960", "jetty-rewrites", Warning, OFF, "Jetty's applications see another path: it drops parameters, and decodes before it splits", "/a;b/c", JETTY,
        good: "/a/c",
        ignore: "the application reads matrix parameters, and no proxy decides by the path.";
}

/// How a server treats a request target.
struct Server {
    refuses: Id,
    /// The rule for a target that it reads differently; `None` if it passes the target on
    /// unchanged.
    rewrites: Option<Id>,
    /// Does it refuse this octet unescaped in the path or query?
    raw: fn(u8) -> bool,
    /// Octets that it refuses as escapes in the path.
    escaped: &'static [u8],
    ways: &'static [Way],
}

/// Other behaviour of a server.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Reads `//` as one slash.
    Merges,
    /// Decodes an escaped slash into a delimiter.
    Divides,
    /// Drops the path parameters, from `;` to the end of a segment.
    DropsParameters,
    /// Refuses `..;`.
    RefusesDotsWithParameters,
    /// Refuses a target that is not valid UTF-8 before decoding.
    RefusesRawLatin,
    /// Refuses a path that is not valid UTF-8 after decoding.
    RefusesLatin,
    /// Reads such a path as Latin-1.
    ReadsLatin,
    /// Decodes `%u002F` into a slash.
    DecodesU,
    /// Drops `/.` at the end, with its slash.
    DropsLastDot,
}

impl Server {
    fn does(&self, way: Way) -> bool {
        self.ways.contains(&way)
    }

    fn rewritten(&self, found: &mut Linter<'_>, at: Range<usize>) {
        if let Some(rewrites) = self.rewrites {
            found.add(rewrites, at);
        }
    }
}

const fn is_control(octet: u8) -> bool {
    octet <= b' ' || octet == 0x7F
}

const fn is_control_but_delete(octet: u8) -> bool {
    octet <= b' '
}

const fn is_not_ascii(octet: u8) -> bool {
    is_control(octet) || octet > 0x7F
}

const fn is_not_of_rfc(octet: u8) -> bool {
    is_not_ascii(octet)
        || matches!(
            octet,
            b'"' | b'<' | b'>' | b'[' | b'\\' | b']' | b'^' | b'`' | b'{' | b'|' | b'}'
        )
}

const SERVERS: [Server; 5] = [
    Server {
        refuses: Id::NGINX_REFUSES,
        rewrites: Some(Id::NGINX_REWRITES),
        raw: is_control,
        escaped: &[0],
        ways: &[Way::Merges, Way::Divides],
    },
    Server {
        refuses: Id::APACHE_REFUSES,
        rewrites: Some(Id::APACHE_REWRITES),
        raw: is_control,
        escaped: &[0, b'/'],
        ways: &[Way::Merges],
    },
    Server {
        refuses: Id::HAPROXY_REFUSES,
        rewrites: None,
        raw: is_not_ascii,
        escaped: &[],
        ways: &[],
    },
    Server {
        refuses: Id::TOMCAT_REFUSES,
        rewrites: Some(Id::TOMCAT_REWRITES),
        raw: is_not_of_rfc,
        escaped: &[0, b'/', b'\\'],
        ways: &[Way::Merges, Way::DropsParameters, Way::RefusesLatin, Way::DropsLastDot],
    },
    Server {
        refuses: Id::JETTY_REFUSES,
        rewrites: Some(Id::JETTY_REWRITES),
        raw: is_control_but_delete,
        escaped: &[0],
        ways: &[
            Way::Divides,
            Way::DropsParameters,
            Way::RefusesDotsWithParameters,
            Way::RefusesRawLatin,
            Way::ReadsLatin,
            Way::DecodesU,
        ],
    },
];

pub(super) fn find_all(found: &mut Linter<'_>) {
    if !found.wants_servers() {
        return;
    }
    gates::find(found);
    find(found);
    crs::find(found);
}

fn find(found: &mut Linter<'_>) {
    for server in &SERVERS {
        if found.wants(server.refuses) || server.rewrites.is_some_and(|id| found.wants(id)) {
            raw(found, server);
            if let Some(rewrites) = server.rewrites {
                path(found, server, rewrites);
            }
        }
    }
}

/// Reports octets that a server refuses unescaped. A fragment is never sent.
fn raw(found: &mut Linter<'_>, server: &Server) {
    let end = found.parts.query.as_ref().unwrap_or(&found.parts.path).end;
    let mut at = found.parts.path.start;
    let target = &found.text[..end];
    while let Some(next) = target[at..].iter().position(|&octet| (server.raw)(octet)) {
        let start = at + next;
        let behind = target[start..].iter().position(|&octet| !(server.raw)(octet));
        at = behind.map_or(end, |len| start + len);
        found.add(server.refuses, start..at);
    }
    if server.does(Way::RefusesRawLatin)
        && let Err(error) = std::str::from_utf8(target)
    {
        let start = error.valid_up_to();
        found.add(server.refuses, start..start + error.error_len().unwrap_or(end - start));
    }
}

fn path(found: &mut Linter<'_>, server: &Server, rewrites: Id) {
    let text = found.text;
    let path = found.parts.path.clone();
    let mut start = path.start + usize::from(text[path.clone()].starts_with(b"/"));
    let (mut depth, mut steps) = (0, Steps::default());
    while start <= path.end {
        steps.one();
        let end = memchr::memchr(b'/', &text[start..path.end]).map_or(path.end, |n| start + n);
        let parameters =
            memchr::memchr(b';', &text[start..end]).filter(|_| server.does(Way::DropsParameters));
        let kept = start..parameters.map_or(end, |n| start + n);
        if kept.end < end {
            found.add(rewrites, kept.end..end);
            if server.does(Way::RefusesDotsWithParameters) && dots(&text[kept.clone()]).is_some() {
                found.add(server.refuses, start..end);
            }
        }
        octets(found, server, rewrites, kept.clone());
        let mut at = kept.start;
        while let Some(slash) =
            escaped_slash(&text[at..kept.end]).filter(|_| server.does(Way::Divides))
        {
            segment(found, server, at..at + slash, false, &mut depth);
            at += slash + 3;
            found.add(rewrites, at - 3..at);
        }
        segment(found, server, at..kept.end, end == path.end, &mut depth);
        start = end + 1;
    }
}

/// Follows one segment as the server sees it; `depth` is the number of segments above it.
fn segment(
    found: &mut Linter<'_>,
    server: &Server,
    at: Range<usize>,
    is_last: bool,
    depth: &mut usize,
) {
    match dots(&found.text[at.clone()]) {
        Some(2) if *depth == 0 => found.add(server.refuses, at),
        Some(2) => *depth -= 1,
        Some(_) if is_last && server.does(Way::DropsLastDot) && *depth > 0 => {
            server.rewritten(found, at);
        }
        Some(_) => {}
        None if !at.is_empty() => *depth += 1,
        None if is_last => {}
        None if server.does(Way::Merges) => {
            server.rewritten(found, at.start.saturating_sub(1)..at.end + 1);
        }
        None => *depth += 1,
    }
}

/// Reports escapes within a segment that the server refuses or decodes in its own way.
fn octets(found: &mut Linter<'_>, server: &Server, rewrites: Id, at: Range<usize>) {
    let text = &found.text[at.clone()];
    if memchr::memchr(b'%', text).is_none() {
        return;
    }
    for token in tokens(text) {
        let here = at.start + token.start..at.start + token.end;
        if token.stray && server.does(Way::DecodesU) && is_u(&text[token.start..]) {
            found.add(rewrites, here.start..here.start + 6);
        } else if token.stray || token.is_triplet() && server.escaped.contains(&token.byte) {
            found.add(server.refuses, here);
        }
    }
    let id = match () {
        () if server.does(Way::RefusesLatin) => server.refuses,
        () if server.does(Way::ReadsLatin) => rewrites,
        () => return,
    };
    let decoded = memory::collected(tokens(text).map(|token| token.byte));
    if let Err(error) = std::str::from_utf8(&decoded)
        && let Some(token) = tokens(text).nth(error.valid_up_to())
    {
        found.add(id, at.start + token.start..at.start + token.end);
    }
}

fn escaped_slash(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'%', text).find(|&at| triplet(&text[at..]) == Some(b'/'))
}

/// Does the text begin with `%u` and four hexadecimal digits?
fn is_u(text: &[u8]) -> bool {
    let digits = text.get(2..6).unwrap_or_default();
    matches!(text, [_, b'u' | b'U', ..])
        && digits.len() == 4
        && digits.iter().all(u8::is_ascii_hexdigit)
}
