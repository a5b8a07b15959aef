//! Connections: what an authority seems to be that is not one: the hosts of a driver's connection
//! string, a path in the notation of scp, or a password with a delimiter.
//!
//! None of them is repaired. The error says what to write.

use std::ops::Range;

use crate::base::connections::connection;
use crate::base::error::{Error, Kind, quote_part};
use crate::base::schemes::{SPECIAL_SCHEMES, scheme_in};
use crate::base::secrets::{password_end, spans};
use crate::syntax::split::{self, Authority};

/// What such an authority seems to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// A list of hosts.
    Hosts,
    /// The first of several URLs.
    Urls,
    /// The name of `SQLite`'s database in memory.
    Memory,
    /// A host, and a path in the notation of scp.
    Scp,
    /// A host, and a placeholder for its port.
    Placeholder,
    /// A user, and the beginning of a password.
    Password,
}

/// Placeholders that manuals write in place of a port, without brackets and dollar signs.
const PLACEHOLDERS: [&[u8]; 3] = [b"port", b"your_port", b"your-port"];

/// Names of the programs that read scp's notation, as they occur in schemes such as `git+ssh`.
const SHELLS: [&[u8]; 9] =
    [b"git", b"ssh", b"scp", b"sftp", b"rsync", b"svn", b"hg", b"bzr", b"gitssh"];

/// The longest text that a message repeats with its mistake fixed.
const REPEATED_AT_MOST: usize = 80;

/// What the authority at this span seems to be, if it is a usual mistake.
#[must_use]
pub fn mistake(text: &[u8], span: &Range<usize>, parts: &Authority) -> Option<Mistake> {
    let hosts = &text[parts.host.start..span.end];
    let scheme = split::scheme(text).map(|len| &text[..len]);
    let is_of_driver = scheme.is_some() && !scheme_in(scheme, &SPECIAL_SCHEMES);
    if hosts == b":memory:" {
        return Some(Mistake::Memory);
    }
    if is_of_driver && is_list(hosts) {
        return Some(Mistake::Hosts);
    }
    if is_urls(hosts, &text[span.end..]) {
        return Some(Mistake::Urls);
    }
    let port = parts.port.clone()?;
    let port = &text[port];
    if port.is_empty() || port.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let is_cut = parts.userinfo.is_none() && password_end(text, span.end).is_some();
    if is_placeholder(port) {
        Some(Mistake::Placeholder)
    } else if !is_cut && is_scp(text, span, parts) {
        Some(Mistake::Scp)
    } else {
        password_end(text, span.end).map(|_| Mistake::Password)
    }
}

/// The failure in words for the mistake, if there is one.
#[cold]
pub(crate) fn name_mistake(
    text: &[u8],
    span: &Range<usize>,
    parts: &Authority,
    error: Box<Error>,
) -> Box<Error> {
    if !matches!(error.kind, Kind::AmbiguousAuthority | Kind::BadPort) {
        return error;
    }
    let Some(mistake) = mistake(text, span, parts) else { return error };
    let hosts = parts.host.start..span.end;
    let at_fault = |at: Range<usize>, is: String| {
        Error::naming(Kind::ConnectionString, at.clone(), quote_part(text, &at)).that(is)
    };
    match mistake {
        Mistake::Memory => at_fault(
            hosts,
            "is the name of a database in memory, which is a path: write sqlite:///:memory:".into(),
        ),
        Mistake::Hosts => at_fault(
            hosts,
            format!("lists several hosts: {} reads that, and a URI has one host", parser(text)),
        ),
        Mistake::Urls => at_fault(
            hosts,
            format!("begins the next URL of a list: {} reads that, and a URI is one", parser(text)),
        ),
        Mistake::Scp => {
            let is = "begins a path, as in the notation of scp: in a URL, a slash precedes it";
            let colon = parts.port.as_ref().map_or(span.end, |port| port.start - 1);
            error.that(format!("{is}{}", with_slash(text, colon)))
        }
        Mistake::Placeholder => error.that("is a placeholder: write the number of the port"),
        Mistake::Password => error.that(format!(
            "is not a number; if it begins a password that ends at the @, write {}",
            escapes(delimiters(text, span.end))
        )),
    }
}

/// What reads the list of hosts.
fn parser(text: &[u8]) -> &'static str {
    let row = split::scheme(text).and_then(|len| connection(&text[..len]));
    row.map(|row| row.parser).filter(|parser| !parser.is_empty()).unwrap_or("its own program")
}

/// Whether this is a list of at least two hosts, each perhaps with a port.
fn is_list(hosts: &[u8]) -> bool {
    // The X DevAPI of MySQL puts brackets around the list.
    let inside = hosts.strip_prefix(b"[").and_then(|it| it.strip_suffix(b"]"));
    [Some(hosts), inside].into_iter().flatten().any(|list| {
        list.contains(&b',') && list.split(|&b| b == b',').all(|host| is_host(host.trim_ascii()))
    })
}

/// Whether this is a name, an address in brackets or an escaped path, perhaps with a port.
fn is_host(host: &[u8]) -> bool {
    let of_literal = |b: &u8| b.is_ascii_hexdigit() || matches!(b, b':' | b'.' | b'%');
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || b"-._~%".contains(b);
    let (name, rest) = if let Some(literal) = host.strip_prefix(b"[") {
        let end = memchr::memchr(b']', literal).unwrap_or(0);
        if end == 0 || !literal[..end].iter().all(of_literal) {
            return false;
        }
        (&literal[..end], &literal[end + 1..])
    } else {
        let end = memchr::memchr(b':', host).unwrap_or(host.len());
        if !host[..end].iter().all(of_name) {
            return false;
        }
        host.split_at(end)
    };
    let port = rest.strip_prefix(b":").unwrap_or(rest);
    !name.is_empty()
        && (rest.is_empty() || rest.len() > port.len() && port.iter().all(u8::is_ascii_digit))
}

/// Whether this ends in the scheme of another URL, after a comma or a semicolon.
fn is_urls(hosts: &[u8], rest: &[u8]) -> bool {
    let Some(before) = hosts.strip_suffix(b":").filter(|_| rest.starts_with(b"//")) else {
        return false;
    };
    let Some(comma) = before.iter().rposition(|b| matches!(b, b',' | b';')) else { return false };
    let first =
        before[..comma].split(|b| matches!(b, b',' | b';')).all(|it| is_host(it.trim_ascii()));
    first && split::is_scheme(before[comma + 1..].trim_ascii())
}

fn is_placeholder(port: &[u8]) -> bool {
    let of_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let start = port.iter().position(of_word).unwrap_or(port.len());
    let end = port.iter().rposition(of_word).map_or(start, |at| at + 1);
    let marks = port[..start].iter().chain(&port[end..]).all(|b| b"<>{}[]$%".contains(b));
    marks && PLACEHOLDERS.iter().any(|word| word.eq_ignore_ascii_case(&port[start..end]))
}

/// Whether git, ssh or a neighbour would read a path after the colon.
fn is_scp(text: &[u8], span: &Range<usize>, parts: &Authority) -> bool {
    let Some(port) = &parts.port else { return false };
    let path = &text[port.clone()];
    let of_path = |b: &u8| b.is_ascii_alphanumeric() || b"-._~+%".contains(b);
    if parts.host.is_empty() || path.first().is_none_or(|b| *b == b'%') || !path.iter().all(of_path)
    {
        return false;
    }
    let Some(scheme) = split::scheme(text).map(|len| &text[..len]) else { return false };
    let is_shell = scheme
        .split(|&b| b == b'+')
        .any(|word| SHELLS.iter().any(|shell| shell.eq_ignore_ascii_case(word)));
    let end = split::split(text).path.end;
    let user = parts.userinfo.clone().map(|at| &text[at]);
    is_shell || user == Some(b"git") || text[span.end..end].ends_with(b".git")
}

/// The text with a slash in place of the colon, if it is short and has no password.
fn with_slash(text: &[u8], colon: usize) -> String {
    let is_shown =
        |text: &&str| text.len() <= REPEATED_AT_MOST && text.bytes().all(|b| b.is_ascii_graphic());
    let shown = std::str::from_utf8(text).ok().filter(is_shown).filter(|_| spans(text).is_empty());
    shown.map_or(String::new(), |text| format!(": {}/{}", &text[..colon], &text[colon + 1..]))
}

/// The delimiters between the authority and the `@` behind it, each once.
fn delimiters(text: &[u8], authority_end: usize) -> impl Iterator<Item = u8> {
    let end = password_end(text, authority_end).unwrap_or(authority_end);
    let inside = &text[authority_end..end];
    b"/?#[]\\".iter().copied().filter(|mark| inside.contains(mark))
}

/// `/ as %2F and # as %23`.
fn escapes(delimiters: impl Iterator<Item = u8>) -> String {
    let each = |mark: u8| format!("{} as %{mark:02X}", mark as char);
    delimiters.map(each).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::clean;
    use crate::clean::profiles::RFC3986;

    fn sentence(text: &str) -> (Kind, String) {
        let error = clean(text.as_bytes(), RFC3986).expect_err(text);
        (error.kind, error.to_string())
    }

    #[test]
    fn a_list_of_hosts_is_a_connection_string() {
        for (text, parser) in [
            ("postgresql://h1:123,h2:456/db", "libpq"),
            ("postgres://u:S3cret@h1:123,h2/db", "libpq"),
            ("postgresql+psycopg://h1:1,h2:2/", "libpq"),
            ("cockroachdb://h1:1,h2:2/db", "libpq"),
            ("mongodb://a:1,b:2", "pymongo.uri_parser.parse_uri"),
            ("mongodb://u:S3cret@a,[::1]:27019/admin", "pymongo"),
            ("mongodb://127.0.0.1,[::1]:27018,e.com:27019", "pymongo"),
            ("mongodb://127.0.0.1:27017,%2Ftmp%2Fmongodb-27017.sock", "pymongo"),
            ("mysqlx://u:S3cret@[h1:33060,h2:33060]/db", "mysqlx.get_session"),
            ("mysqlx://[h1:33060, h2]", "mysqlx.get_session"),
            ("kafka://h1:9092,h2:9092", "bootstrap.servers"),
            ("zk://h1:2181,h2:2181/p", "kazoo"),
            ("redis-sentinel://h1:26379,h2:26379/0#m", "Lettuce"),
            ("hdfs://h1:8020,h2:8020/a", "its own program"),
            ("spark://h1:7077,h2:7077", "Spark"),
            ("unheard-of://h1:1,h2:2", "its own program"),
            ("amqp://h1:5672;amqp://h2:5672", "kombu.Connection"),
            ("amqp://u:S3cret@h1:5672;amqp://u:S3cret@h2", "kombu.Connection"),
            ("sentinel://h1:26379;sentinel://h2:26379", "kombu.Connection"),
            ("nats://h1:4222,nats://h2:4222", "nats.connect"),
            ("http://h1:9200,http://h2:9200", "its own program"),
            ("sqlite://:memory:", "sqlite:///:memory:"),
            ("sqlite+aiosqlite://:memory:?cache=shared", "sqlite:///:memory:"),
        ] {
            let (kind, sentence) = sentence(text);
            assert_eq!(kind, Kind::ConnectionString, "{text} {sentence}");
            assert!(sentence.contains(parser), "{text} {sentence}");
            assert!(!sentence.contains("S3cr"), "{text} {sentence}");
        }
    }

    #[test]
    fn other_authorities_stay_ambiguous() {
        for text in [
            "http://a:1,b:2/",
            "https://a,[::1]:2/",
            "//a:1,b:2/",
            "file://a:1,b:2/",
            "mongodb://a:1:2",
            "mongodb://a:1,b\\c:2",
            "mongodb://a:1,:2:3",
            "mongodb://a:1,[]:2",
            "mongodb://a:1,[x]:2",
            "mongodb://a:1;b:2:3",
            "mongodb://a:1,b::2",
            "sqlite://:memory:x:",
        ] {
            assert_eq!(sentence(text).0, Kind::AmbiguousAuthority, "{text}");
        }
    }

    #[test]
    fn a_path_of_scp_is_not_a_port() {
        for (text, url) in [
            ("git+ssh://git@github.com:npm/cli.git", "git+ssh://git@github.com/npm/cli.git"),
            ("ssh://git@github.com:u/r.git", "ssh://git@github.com/u/r.git"),
            ("git://github.com:u/r", "git://github.com/u/r"),
            ("https://github.com:u/r.git", "https://github.com/u/r.git"),
            ("https://git@e.com:u/r", "https://git@e.com/u/r"),
            ("git+ssh://git@e.com:u/r.git@v1", "git+ssh://git@e.com/u/r.git@v1"),
            ("sftp://u@e.com:dir/a", "sftp://u@e.com/dir/a"),
            ("rsync://e.com:~u/a", "rsync://e.com/~u/a"),
        ] {
            let (kind, sentence) = sentence(text);
            assert_eq!(kind, Kind::BadPort, "{text}");
            assert!(sentence.ends_with(&format!("precedes it: {url}")), "{text} {sentence}");
        }
        let long = format!("ssh://git@e.com:u/{}", "a".repeat(REPEATED_AT_MOST));
        assert!(sentence(&long).1.ends_with("a slash precedes it"));
        assert!(sentence("ssh://u:S3cret@e.com:u/r").1.ends_with("precedes it"));
    }

    #[test]
    fn a_placeholder_is_not_a_port() {
        for text in ["ssh://u@host:port/a", "http://h:PORT/", "http://h:%PORT%/", "http://h:$PORT/"]
        {
            assert!(sentence(text).1.contains("is a placeholder"), "{text}");
        }
    }

    #[test]
    fn a_delimiter_may_be_in_a_password_which_is_not_shown() {
        for (text, what) in [
            ("postgres://u:pa#ss@h/db", "write # as %23"),
            ("postgres://u:pa/ss@h/db", "write / as %2F"),
            ("postgres://u:pa?ss@h/db", "write ? as %3F"),
            ("s3://AKIA:pa/ss@h", "write / as %2F"),
            ("https://u:pa/#ss@h", "write / as %2F and # as %23"),
            ("ssh://u:pa/ss@h", "write / as %2F"),
        ] {
            let (kind, sentence) = sentence(text);
            assert_eq!(kind, Kind::BadPort, "{text}");
            assert!(sentence.ends_with(what), "{text} {sentence}");
            assert!(!sentence.contains("pa#") && !sentence.contains("\"pa"), "{sentence}");
        }
        for text in ["http://h:x/@user", "http://h:x/?m=a@b", "http://h:x/a@", "http://h:8o80/"] {
            assert!(sentence(text).1.ends_with("is not a number"), "{text}");
        }
    }
}
