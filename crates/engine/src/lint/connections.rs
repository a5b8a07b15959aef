//! Lint rules for connection strings and addresses of git that are written as URIs and are none.

use std::{borrow::Cow, ops::Range};

use super::rule::{Id, PORTS, rows};
use super::{Fix, Linter};
use crate::base::{error::Error, secrets::password_end, sets::rfc3986};
use crate::clean::connection::{Mistake, mistake};
use crate::clean::octets;

rows! {
    /// Each driver has a parser of its own for it. Parsers of URIs refuse it, or connect to one of
    /// the hosts.
    CONNECTION_STRING: "U637", "connection-string", Error, ON, "a connection string with a list of hosts or a name of a database in their place is not a URI", "postgresql://a.example:1,b.example:2/db", "RFC 3986 section 3.2.2",
        bad: "postgresql://a.example:5432,b.example:5432/db", good: "postgresql://a.example:5432/db",
        ignore: "only the driver that the text is written for reads it.",
        fix: "Give it to the driver's own parser, or pass the hosts separately.";
    /// Git reads `git@host:path` as an address of ssh. In a URL the colon begins a port, and git and
    /// npm report a bad port or look for another host.
    SCP_PATH: "U638", "scp-path", Error, ON, "the colon begins a port, but a path follows it, as in the notation of scp", "git://h.example:u/r.git", PORTS,
        bad: "ssh://git@h.example:u/r.git", good: "ssh://git@h.example/u/r.git",
        ignore: "the text is a template, and a number replaces the word.";
    /// The driver connects to the user's name, which a DNS server then sees, and may print the
    /// password in an error about the path.
    PASSWORD_AS_PATH: "U639", "password-as-path", Warning, ON, "an @ follows the authority: a delimiter in the user or password seems to end it too early", "postgresql://app:12/34@db.example/x", "RFC 3986 section 3.2.1",
        good: "postgresql://app:12%2F34@db.example/x",
        ignore: "the `@` is part of a database's name.";
}

/// Reports a refused authority as the mistake that it seems to be; `false` if it is none.
pub(super) fn refused(found: &mut Linter<'_>, error: &Error) -> bool {
    let text = found.text;
    let (Some(span), Some(parts)) = (found.parts.authority.clone(), found.authority.clone()) else {
        return false;
    };
    let Some(mistake) = mistake(text, &span, &parts) else { return false };
    let why = || error.is.as_deref().map(|is| format!("it {is}"));
    match (mistake, parts.port) {
        (Mistake::Hosts | Mistake::Urls | Mistake::Memory, _) => {
            found.add_with(Id::CONNECTION_STRING, error.at.clone(), why, None);
        }
        (Mistake::Scp, Some(port)) => {
            let edits = vec![(port.start - 1..port.start, Cow::Borrowed(&b"/"[..]))];
            found.add_with(Id::SCP_PATH, port, || None, Some(Fix { edits, safe: false }));
        }
        (Mistake::Password, Some(port)) => {
            let end = password_end(text, span.end).unwrap_or(span.end);
            let fix = escaped(text, std::iter::once(port.start..end));
            let detail = || Some("the text before it is not a port".to_owned());
            found.add_with(Id::DELIMITER_IN_PASSWORD, span.start..end, detail, Some(fix));
        }
        (Mistake::Placeholder, Some(port)) => {
            found.detail(Id::BAD_PORT, port, || "it seems to be a placeholder".to_owned());
        }
        _ => return false,
    }
    true
}

/// Reports a legal connection string with an `@` behind its authority, which has none.
pub(super) fn find(found: &mut Linter<'_>) {
    let text = found.text;
    let (Some(span), Some(parts)) = (found.parts.authority.clone(), found.authority.clone()) else {
        return;
    };
    if parts.userinfo.is_some() || parts.host.is_empty() || !found.occurs.has(b'@') {
        return;
    }
    // Otherwise the port is refused, and `refused` reports the password.
    let is_port = |at: &Range<usize>| text[at.clone()].iter().all(u8::is_ascii_digit);
    if !parts.port.as_ref().is_none_or(is_port) {
        return;
    }
    let Some(end) = password_end(text, span.end) else { return };
    if !found.is_of_driver() {
        return;
    }
    let Some(colon) = memchr::memchr(b':', &text[span.start..end]) else { return };
    let fix = escaped(text, [span.start..span.start + colon, span.start + colon + 1..end]);
    found.add_with(Id::PASSWORD_AS_PATH, span.start..end + 1, || None, Some(fix));
}

/// A guess: these spans escaped as data.
fn escaped(text: &[u8], spans: impl IntoIterator<Item = Range<usize>>) -> Fix {
    let edits = spans.into_iter().flat_map(|at| octets::edits(text, at, rfc3986::COMPONENT, true));
    Fix { edits: edits.map(|edit| (edit.at, edit.with)).collect(), safe: false }
}
