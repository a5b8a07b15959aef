//! Lint rules for scheme and authority: oddities, and parts that parsers read differently.

use std::ops::Range;

use super::rule::{Id, PORTS, Severity, rows};
use super::{Finding, Fix, Linter, host};
use crate::base::{schemes, secrets, sets::rfc3986};
use crate::clean::{self, octets, profiles::RFC3986};
use crate::codec::percent::{Errors, decode_bytes};
use crate::codec::triplets::{Token, tokens};
use crate::syntax::hosts::readings::{self, Parsers};
use crate::syntax::hosts::{domain, idna};
use crate::syntax::{hosts::literal::is_ipv4, places};

const PARSERS: &str = "RFC 3986 section 7; the CVEs of docs/hosts.md";

rows! {
    /// The filter allows one host, and the client connects to another one. Orange Tsai ("A New Era
    /// of SSRF", Black Hat USA 2017) and Team82 with Snyk ("Exploiting URL Parsing Confusion",
    /// 2022) list parsers that disagree.
    AMBIGUOUS: "U601", "ambiguous-authority", Error, ON, "parsers do not see the same host here: guessing is an attack", "http://a:b:80/", PARSERS,
        bad: "http://h.example:80:443/", good: "http://h.example:443/",
        ignore: "you study parsers, and nothing connects to the host.",
        fix: "Refuse the text, or ask its writer which host was meant.";
    /// Browsers, proxies, shells and crash reports keep URLs, and each of them can leak. RFC 9110
    /// section 4.2.4 forbids such URLs in HTTP messages.
    PASSWORD: "U605", "password", Warning, ON, "a password in a URI ends up in logs and histories", "http://user:secret@h.example/", "RFC 3986 section 3.2.1",
        good: "http://h.example/",
        ignore: "the text is the configuration of a database, and nothing logs or shows it.",
        fix: "Move the password to a header, to the environment or to a secret store.";
    /// People read from left to right and trust the first name. RFC 9110 section 4.2.4 advises
    /// treating a user name in a URL from outside as an error.
    USERINFO: "U606", "userinfo", Info, ON, "the part before the @ is not the host, even if it looks like one", "http://user@h.example/", "RFC 3986 section 7.6",
        good: "http://h.example/",
        ignore: "the scheme has users, as `ssh:` and `ftp:` have.";
    /// redis-py takes the name for a user without a password, and redis-cli 7.0 sends it as the
    /// password. With an empty user, redis-cli sends an empty name, which no server has.
    USER_ALONE: "U640", "redis-user-alone", Warning, ON, "redis-cli sends a user without a password as the password, redis-py as the user", "redis://token@h.example/0", "redis-cli 7.0.15; redis-py 8.1.0",
        good: "redis://h.example/0",
        ignore: "only one client reads the URL.",
        fix: "Give the client the user and the password apart, or write both: a password alone is that of the user `default`.";
    /// A check by RFC 3986 sees a path and allows the redirect; the browser follows it to another
    /// site. mod_auth_mellon (CVE-2019-13038) and Clearance (CVE-2021-23435) redirected users this
    /// way.
    SLASHES: "U607", "slashes", Error, ON, "with fewer or more than two slashes, RFC 3986 and browsers see different hosts", "http:/h.example/", "URL standard, special authority slashes state",
        good: "http://h.example/",
        ignore: "a person types the text into the address bar of a browser.",
        fix: "Write exactly two slashes.";
    /// A list of allowed ports does not match, and clients differ about whether they connect.
    ODD_PORT: "U608", "odd-port", Warning, ON, "the port is not a port number, or is written oddly", "http://h.example:0443/", PORTS,
        good: "http://h.example:443/",
        ignore: "the text is a template, and a number replaces the port.";
    /// Caches and lists that compare texts treat the URLs with and without the colon as different.
    EMPTY_PORT: "U609", "empty-port", Info, ON, "no port follows the colon", "http://h.example:/", PORTS,
        good: "http://h.example/",
        ignore: "the URL is signed or must stay byte for byte as it is.";
    /// Cache keys and lists of allowed origins that compare texts do not match the short form.
    DEFAULT_PORT: "U610", "default-port", Info, ON, "the port is the scheme's default and can be omitted", "http://h.example:80/", "RFC 3986 section 6.2.3",
        bad: "https://h.example:443/", good: "https://h.example/",
        ignore: "a configuration names the port on purpose.";
    /// RFC 9110 section 4.2.1 requires recipients to refuse it. Browsers use the first segment of
    /// the path as the host, if there is one.
    NO_HOST: "U620", "no-host", Error, ON, "a host is required here and is missing", "http://", "RFC 9110 section 4.2.1",
        good: "http://h.example/",
        ignore: "the text is the beginning of a URL, which a program completes.";
    /// A check that allows every text that begins with a `/` lets a redirect leave the site
    /// (CWE-601).
    SCHEME_RELATIVE: "U626", "scheme-relative", Info, ON, "two slashes at the beginning are followed by a host", "//h.example/a", "RFC 3986 section 4.2",
        bad: "//h.example/account", good: "/account",
        ignore: "a page deliberately loads a file from another host with the page's own scheme.";
    /// In a link or a redirect, the browser runs the code with the rights of the page (CWE-79).
    SCRIPT_SCHEME: "U627", "script-scheme", Warning, ON, "the scheme runs what follows", "javascript:alert(1)", "RFC 3986 section 7",
        good: "https://h.example/",
        ignore: "the text is a bookmarklet.",
        fix: "Allow only the schemes that you need: `https`, and perhaps `http` and `mailto`.";
    /// People see a bank and visit another site. Mandiant found malware campaigns with such links
    /// ("Don't @ Me: URL Obfuscation Through Schema Abuse", 2023).
    HOST_AS_USER: "U632", "host-as-user", Warning, ON, "the name before the @ looks like a host but is a user name: the host follows the @", "https://www.bank.com@h.example/", "RFC 3986 section 7.6",
        good: "https://www.bank.com/",
        ignore: "the user name is a domain, as some services for hosting require.";
    /// The client reads a part of the password as a host and looks it up, so that DNS servers see
    /// it.
    DELIMITER_IN_PASSWORD: "U633", "delimiter-in-password", Error, ON, "a /, ? or # in what seems to be a password ends the authority: the host is not the name behind the last @", "postgresql://user:p@ss#word@db/a", "RFC 3986 section 3.2.1",
        good: "postgresql://user:p%40ss%23word@db/a",
        ignore: "what follows the delimiter is a path, a query or a fragment.";
    /// If only the host of the URL is checked, curl speaks `gopher:` to any service, and Java reads
    /// files through `file:` and `netdoc:` (CWE-918).
    OTHER_SCHEME: "U636", "other-scheme", Warning, OFF, "the scheme is not http or https: a program that fetches it may read files, or speak to another service", "gopher://example.com/_a", "CWE-918; OWASP, Server-Side Request Forgery Prevention",
        bad: "file:///etc/passwd", good: "https://example.com/",
        ignore: "the program that fetches it allows http and https only.",
        fix: "Allow only the schemes that you need: `https`, and perhaps `http`.";
    /// A filter for hosts finds no host in it, and a client that guesses connects to one.
    HOST_AS_SCHEME: "U628", "host-as-scheme", Info, ON, "this reads as a scheme; a host was perhaps meant", "h.example:80/a", "RFC 3986 section 4.5",
        bad: "h.example:8080/a", good: "http://h.example:8080/a",
        ignore: "the program that reads the text expects a host and a port and not a URL.";
}

/// Schemes whose URIs are run as a script.
const SCRIPTS: [&[u8]; 3] = [b"javascript", b"vbscript", b"livescript"];

pub(super) fn find(found: &mut Linter<'_>) {
    // The rules that find something in a plain head are off by default.
    let wants_any = found.wants(Id::OTHER_SCHEME) || found.wants(Id::PRIVATE_NAME);
    if !wants_any && has_plain_head(found) {
        return;
    }
    let before = found.findings.len();
    scheme(found);
    slashes(found);
    if let Some(parts) = found.authority.clone() {
        userinfo(found, parts.userinfo);
        host::find(found, parts.host);
        if let Some(at) = parts.port {
            port(found, at);
        }
    }
    let head = found.parts.path.start;
    // The warning would repeat an error that was already reported for this part.
    let is_error_here = |it: &Finding| it.severity == Severity::Error && it.at.start < head;
    let has_error = found.findings.iter().any(is_error_here);
    // A connection string has one parser, its driver: the parsers of the web do not matter.
    if !has_error
        && may_be_read_differently(found)
        && !found.is_of_driver()
        && let Err(error) = readings::agreed(found.text, Parsers::OnPage)
    {
        let secret = found.findings[before..]
            .iter()
            .any(|it| [Id::USERINFO, Id::USER_ALONE].contains(&it.id));
        let why = error.is.filter(|_| !secret).map(|is| format!("it {is}"));
        found.add_with(Id::AMBIGUOUS, error.at, || why, None);
    }
}

fn scheme(found: &mut Linter<'_>) {
    let Some(at) = found.parts.scheme.clone() else { return };
    let text = &found.text[at.clone()];
    let path = &found.text[found.parts.path.clone()];
    if text.iter().any(u8::is_ascii_uppercase) {
        found.add_fixed(Id::UPPER_CASE, at.clone(), || text.to_ascii_lowercase(), || true);
    }
    let is_html = |path: &[u8]| path.get(..9).is_some_and(|t| t.eq_ignore_ascii_case(b"text/html"));
    let runs = || found.scheme_is(&SCRIPTS) || found.scheme_is(&[b"data"]) && is_html(path);
    if !found.has_domain && runs() {
        found.add(Id::SCRIPT_SCHEME, at.clone());
    }
    let first = path.split(|&b| b == b'/').next().unwrap_or_default();
    let is_port = matches!(first.len(), 1..=5) && first.iter().all(u8::is_ascii_digit);
    if text.contains(&b'.') || text.eq_ignore_ascii_case(b"localhost") && is_port {
        found.add(Id::HOST_AS_SCHEME, at.clone());
    }
    if found.wants(Id::OTHER_SCHEME) && !found.scheme_is(&[b"https", b"http"]) {
        found.add(Id::OTHER_SCHEME, at);
    }
}

/// Reports a missing host, and a host that browsers find where RFC 3986 finds none.
fn slashes(found: &mut Linter<'_>) {
    let path = found.parts.path.clone();
    let is_slash = |b: &u8| matches!(b, b'/' | b'\\');
    let start = found.parts.authority.as_ref().map_or(path.start, |at| at.start - 2);
    let count = found.text[start..].iter().take_while(|b| is_slash(b)).count();
    let rest = &found.text[start + count..];
    let empty = found.parts.authority.as_ref().is_none_or(Range::is_empty);
    if found.has_domain {
        if rest.is_empty() || matches!(rest[0], b'?' | b'#') {
            found.add(Id::NO_HOST, 0..start + count);
        } else if empty {
            found.add(Id::SLASHES, 0..start + count);
        }
    } else if found.parts.scheme.is_none() && start == 0 && count > 1 {
        match found.parts.authority {
            Some(ref at) if !at.is_empty() => found.add(Id::SCHEME_RELATIVE, 0..2),
            _ => found.add(Id::SLASHES, 0..count),
        }
    }
}

fn userinfo(found: &mut Linter<'_>, userinfo: Option<Range<usize>>) {
    let Some(at) = userinfo else { return };
    if found.findings.iter().any(|it| it.id == Id::AT_SIGN) || cut_password(found, &at) {
        return;
    }
    let text = &found.text[at.clone()];
    // Parsers see the same name where it is escaped without need.
    let is_of_name = |token: &Token| {
        if token.is_triplet() {
            token.byte.is_ascii() && !rfc3986::COMPONENT.encodes(token.byte)
        } else {
            !matches!(token.byte, b':' | b'%')
        }
    };
    // A name may be hidden behind spaces, slashes and other escapes.
    let is_before = |token: &Token| {
        !is_of_name(token) && token.byte != b':' || matches!(token.byte, b'/' | b'\\' | 0..=b' ')
    };
    let name = || {
        let name = tokens(text).skip_while(is_before).take_while(is_of_name);
        name.map(|token| token.byte).collect::<Vec<_>>()
    };
    if found.has_domain && looks_like_host(&name()) {
        found.add(Id::HOST_AS_USER, at);
        return;
    }
    match memchr::memchr(b':', text) {
        Some(colon) if is_placeholder(&text[colon + 1..]) => {
            found.detail(Id::USERINFO, at, || "the password seems to be a placeholder".to_owned());
        }
        Some(colon) if at.start + colon + 1 < at.end => found.add(Id::PASSWORD, at),
        None if found.scheme_is(&[b"redis", b"rediss"]) => found.add(Id::USER_ALONE, at),
        _ => found.add(Id::USERINFO, at),
    }
}

/// Placeholders that manuals write in place of a password, without hyphens and underscores.
const PLACEHOLDERS: [&str; 14] = [
    "accesstoken",
    "apikey",
    "apitoken",
    "awssecret",
    "dbpassword",
    "mypassword",
    "pass",
    "passphrase",
    "passwd",
    "password",
    "pwd",
    "userpassword",
    "yourpassword",
    "yourtoken",
];

/// Is the password a placeholder, such as `password` or `xxxx`?
fn is_placeholder(password: &[u8]) -> bool {
    let hides = |mark: u8| !password.is_empty() && password.iter().all(|&b| b == mark);
    let is_sign = |b: &&u8| !matches!(b, b'-' | b'_');
    let is_word = |word: &&str| {
        let letters = password.iter().filter(is_sign).map(u8::to_ascii_lowercase);
        letters.eq(word.bytes())
    };
    hides(b'x') || hides(b'*') || PLACEHOLDERS.iter().any(is_word)
}

/// Does it begin with a dotted name under a public suffix, a dotted address or `localhost`, up to a
/// delimiter that few user names have?
fn looks_like_host(text: &[u8]) -> bool {
    let is_of_user = |b: &&u8| b.is_ascii_alphanumeric() || b"._-+".contains(b) || !b.is_ascii();
    let mut name = &text[..text.iter().take_while(is_of_user).count()];
    while let [rest @ .., b'.' | b'-'] = name {
        name = rest;
    }
    let is_known = |name: &str| {
        let name = name.to_ascii_lowercase();
        // A name whose last label is a top-level domain is reported, too: `jo.name`.
        let is_listed = name.starts_with("www.") || domain::is_listed(&name);
        is_listed && name.contains('.') && !name.starts_with('.') && !name.contains(['_', '+'])
    };
    let is_name = |name: &str| {
        if name.is_ascii() {
            is_known(name)
        } else {
            idna::to_ascii(name).is_ok_and(|it| is_known(&it))
        }
    };
    name.eq_ignore_ascii_case(b"localhost")
        || is_ipv4(name)
        || std::str::from_utf8(name).is_ok_and(is_name)
}

/// Reports a password that a delimiter behind an `@` cuts in two, where another `@` and a host follow.
fn cut_password(found: &mut Linter<'_>, userinfo: &Range<usize>) -> bool {
    let text = found.text;
    let Some(authority) = found.parts.authority.clone() else { return false };
    if memchr::memchr(b'@', &text[authority.end..]).is_none() {
        return false;
    }
    let Some(colon) = memchr::memchr(b':', &text[userinfo.clone()]) else { return false };
    let start = userinfo.start + colon + 1;
    let is_cut = |it: &Range<usize>| it.start <= start && authority.end < it.end;
    let Some(it) = secrets::spans(text).into_iter().find(is_cut) else { return false };
    let password = start..it.end;
    // Behind an `@` that is escaped or defanged, no parser reads a host.
    let Some(behind) = text[it.end..].strip_prefix(b"@") else { return false };
    let host = behind.split(|b| b"/?#".contains(b)).next().unwrap_or_default();
    let end = it.end + 1 + host.len();
    // A fix of its spelling does not decide whether it is a host.
    let Ok(meant) = decode_bytes(host, Errors::Strict) else { return false };
    let is_host = !meant.iter().any(|b| b"/?#@\\".contains(b));
    if !is_host || clean::clean(&[b"//", &*meant].concat(), RFC3986).is_err() {
        return false;
    }
    let edits = octets::edits(text, password, rfc3986::COMPONENT, true);
    let edits = edits.into_iter().map(|edit| (edit.at, edit.with)).collect();
    let fix = Fix { edits, safe: false };
    found.add_with(Id::DELIMITER_IN_PASSWORD, authority.start..end, || None, Some(fix));
    true
}

fn port(found: &mut Linter<'_>, at: Range<usize>) {
    let digits = &found.text[at.clone()];
    if !digits.iter().all(u8::is_ascii_digit) {
        return; // reported by `illegal`
    }
    let with_colon = at.start - 1..at.end;
    let web = found.scheme().filter(|_| found.has_domain);
    let own = web.and_then(schemes::find).map(|row| row.port);
    // After `//`, an omitted port would leave no authority, and parsers may look for a host in the
    // path.
    let alone = found.text[..with_colon.start].ends_with(b"//");
    // Before `//`, the port may be the scheme of a second URL: `s@http://a@http://b@`.
    let safe = !found.is_path_in_browsers() && !found.text[at.end..].starts_with(b"//");
    // Without the port, a control before it may end the text, where browsers drop it.
    let is_visible = found.text[..with_colon.start].last().is_none_or(|byte| *byte > b' ');
    let fix = || {
        let edits = vec![(with_colon.clone(), b"".into())];
        (!alone && is_visible).then_some(Fix { edits, safe })
    };
    if digits.is_empty() {
        found.add_with(Id::EMPTY_PORT, with_colon.clone(), || None, fix());
    } else if Some(digits) == own {
        found.add_with(Id::DEFAULT_PORT, with_colon.clone(), || None, fix());
    } else if digits == b"0" && !found.has_domain {
        // A server that binds it gets any free port.
    } else if digits[0] == b'0' || places::port(digits).is_err() {
        found.add(Id::ODD_PORT, at);
    }
}

/// Is the last label a number, so that some parsers may read the host as an IPv4 address?
fn ends_in_number(host: &[u8]) -> bool {
    let label = host.strip_suffix(b".").unwrap_or(host).rsplit(|&b| b == b'.').next();
    label.is_some_and(|label| label.first().is_some_and(u8::is_ascii_digit)) && !is_ipv4(host)
}

/// Is the authority a plain host behind a usual scheme, with nothing behind it that some parsers count
/// to it?
fn has_plain_head(found: &Linter<'_>) -> bool {
    let Some(authority) = found.parts.authority.clone() else { return false };
    let behind = &found.text[authority.end..];
    !found.occurs.has_any(b"@\\")
        && !readings::goes_on(behind)
        && schemes::USUAL_HEADS.iter().any(|head| found.text.starts_with(head))
        && host::is_plain_host(&found.text[authority])
}

/// Can parsers disagree about the scheme or the authority of this text?
fn may_be_read_differently(found: &Linter<'_>) -> bool {
    let text = found.text;
    let head = found.parts.path.start;
    let is_odd =
        |b: &u8| !(b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-'));
    if let Some(authority) = &found.authority {
        let behind = text[head..].split(|&b| b == b'/').next().unwrap_or_default();
        let host = &text[authority.host.clone()];
        let is_odd_port =
            |at: &Range<usize>| !found.has_domain || places::port(&text[at.clone()]).is_err();
        return authority.userinfo.is_some()
            || authority.port.as_ref().is_some_and(is_odd_port)
            || !host::is_plain_host(host)
                && (host.is_empty() || host.iter().any(is_odd) || ends_in_number(host))
            || behind.iter().any(|b| matches!(b, b'@' | b'\\'))
            || readings::goes_on(behind);
    }
    // Without an authority, some parsers may still find one after they decode escapes, turn
    // backslashes or drop characters; Windows finds a server behind two decoded slashes of a file.
    let head = text[head..].split(|b| matches!(b, b'?' | b'#')).next().unwrap_or_default();
    let is_suspect = |b: &u8| matches!(b, 0..=b' ' | b'\\' | b'%');
    match found.parts.scheme {
        None => head.iter().any(is_suspect) || !head.is_ascii(),
        Some(_) => found.has_domain || found.scheme_is(&[b"file"]),
    }
}
