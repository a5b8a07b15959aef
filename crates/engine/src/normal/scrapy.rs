//! Scrapy: the URL by which its filter of duplicates compares requests, and their fingerprint.
//!
//! The steps of Scrapy 2.19 and w3lib 2.5 (`safe_url_string`, `canonicalize_url`), with which a
//! test compares them.

use std::{borrow::Cow, fmt::Write, ops::Range};

use crate::base::error::{Error, Kind, Result};
use crate::codec::triplets::escaped;
use crate::normal::scrapy_parts::{canonical_path, canonical_query, quoted, unquoted};
use crate::normal::{python::Python, sha1::sha1};

const SPECIAL: [&str; 6] = ["file", "ftp", "http", "https", "ws", "wss"];
/// Schemes that `urllib.parse` lists in every version, under both names.
const LISTED: [&str; 4] = ["", "http", "https", "ftp"];

/// Characters that stay unescaped besides the unreserved ones.
const IN_USERINFO: &[u8] = b"!$&'()*+,";
const IN_PATH: &[u8] = b":/?@!$&'()*+,;=%";

/// Longer hosts beyond ASCII are refused, because normalising them would take too long.
const LONGEST_HOST: usize = 1024;
/// More digits than any port has.
const PORT_DIGITS: usize = 5;

/// The canonical URL, as Scrapy compares it; with its fragment only if that is chosen.
///
/// ```
/// use superuri::normal::{python, scrapy::url};
/// let url = url(b"http://E.com/a b?y&x=1#f", false, &python::NONE).unwrap();
/// assert_eq!(url, "http://e.com/a%20b?x=1&y=");
/// ```
///
/// # Errors
/// [`Kind::RelativeUrl`], [`Kind::BadHost`] or [`Kind::BadPort`] where Scrapy refuses the URL, and
/// for a host beyond ASCII of more than 1,024 characters.
pub fn url(text: &[u8], keep_fragments: bool, python: &Python) -> Result<String> {
    let reader = UrlParser { python };
    let safe = reader.safe(&readable(text)).map_err(|refused| refused.on(text))?;
    reader.canonical(&safe, keep_fragments).map_err(|refused| refused.on(text))
}

/// The fingerprint of a GET request without a body and headers: the SHA-1 of its JSON.
///
/// # Errors
/// As [`url`].
pub fn fingerprint(text: &[u8], keep_fragments: bool, python: &Python) -> Result<[u8; 20]> {
    let url = url(text, keep_fragments, python)?;
    let mut json = String::with_capacity(url.len() + 64);
    json.push_str(r#"{"body": "", "headers": {}, "method": "GET", "url": ""#);
    for unit in url.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ (b'"' | b'\\')) => json.extend(['\\', char::from(byte)]),
            Ok(byte @ b' '..=b'~') => json.push(char::from(byte)),
            _ => {
                let _ = write!(json, "\\u{unit:04x}");
            }
        }
    }
    json.push_str(r#""}"#);
    Ok(sha1(json.as_bytes()))
}

/// The text; bytes that are not valid UTF-8 become escapes.
fn readable(text: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for chunk in text.utf8_chunks() {
        out.push_str(chunk.valid());
        for &octet in chunk.invalid() {
            out.extend(escaped(octet).map(char::from));
        }
    }
    Cow::Owned(out)
}

/// A part of a URL that is refused, and the end of the message.
struct RefusedUrl {
    part: String,
    kind: Kind,
    why: &'static str,
}

type Read<T> = std::result::Result<T, RefusedUrl>;

fn refused<T>(part: &str, kind: Kind, why: &'static str) -> Read<T> {
    Err(RefusedUrl { part: part.to_owned(), kind, why })
}

impl RefusedUrl {
    /// The error for the whole text, with the place of the part in it.
    fn on(self, text: &[u8]) -> Box<Error> {
        let what = if self.kind == Kind::BadPort { "the port" } else { "the URL" };
        Error::naming(self.kind, self.place(text), what).that(self.why)
    }

    /// The place of the part; the whole text if the part is not in it as it is.
    fn place(&self, text: &[u8]) -> Range<usize> {
        let part = self.part.as_bytes();
        let is_slash = |byte: u8| matches!(byte, b'/' | b'\\');
        let slashes = text.windows(2).position(|two| is_slash(two[0]) && is_slash(two[1]));
        let Some(start) = slashes.map(|at| at + 2) else { return 0..text.len() };
        let ends = |&byte: &u8| is_slash(byte) || matches!(byte, b'?' | b'#');
        let end = text[start..].iter().position(ends).map_or(text.len(), |len| start + len);
        let authority = &text[start..end];
        let host = memchr::memrchr(b'@', authority).map_or(start, |at| start + at + 1);
        let of_host = &text[host..end];
        let at = if self.kind == Kind::BadPort {
            memchr::memmem::rfind(of_host, part)
        } else {
            memchr::memmem::find(of_host, part)
        };
        match at {
            Some(at) => host + at..host + at + part.len(),
            None if memchr::memmem::find(authority, part).is_some() => start..start + part.len(),
            None => 0..text.len(),
        }
    }
}

struct SplitResult {
    scheme: String,
    netloc: String,
    path: String,
    query: String,
    fragment: String,
}

struct UrlParser<'a> {
    python: &'a Python,
}

impl UrlParser<'_> {
    /// The URL that Scrapy stores in a request.
    fn safe(&self, url: &str) -> Read<String> {
        let safe = self.unsplit(&self.split(url)?);
        if safe.contains("://") || safe.starts_with("about:") || safe.starts_with("data:") {
            return Ok(safe);
        }
        refused(url, Kind::RelativeUrl, "has no scheme")
    }

    fn split(&self, url: &str) -> Read<SplitResult> {
        let is_space = |c: char| c <= ' ';
        let bare = url.trim_matches(is_space).replace(['\t', '\n', '\r'], "");
        let mut rest = bare.as_str();
        let mut scheme = String::new();
        if let Some(end) = scheme_end(rest) {
            scheme = rest[..end].to_ascii_lowercase();
            rest = &rest[end + 1..];
        }
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let is_special = SPECIAL.contains(&scheme.as_str());
        let slashed = if is_special { rest.replace('\\', "/") } else { rest.to_owned() };
        let (netloc, path) = match slashed.strip_prefix("//") {
            Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
            None => ("", slashed.as_str()),
        };
        Ok(SplitResult {
            netloc: self.netloc(netloc)?,
            path: quoted(path.as_bytes(), IN_PATH),
            query: quoted(query.as_bytes(), IN_PATH),
            fragment: quoted(fragment.as_bytes(), IN_PATH),
            scheme,
        })
    }

    fn netloc(&self, netloc: &str) -> Read<String> {
        if netloc.is_empty() {
            return Ok(String::new());
        }
        if !netloc.is_ascii() {
            if netloc.chars().nth(LONGEST_HOST).is_some() {
                return refused(netloc, Kind::BadHost, "has no host: no host is that long");
            }
            let bare = netloc.replace(['@', ':', '#', '?'], "");
            let mapped = (self.python.nfkc)(&bare);
            if mapped != bare && mapped.contains(['/', '?', '#', '@', ':', '\\']) {
                let why = "has a host with a character that NFKC turns into a delimiter";
                return refused(netloc, Kind::BadHost, why);
            }
        }
        let has_brackets = netloc.contains('[');
        if has_brackets != netloc.contains(']') {
            return refused(netloc, Kind::BadHost, "has a bracket without the other one");
        }
        let (user, info) = match netloc.rsplit_once('@') {
            Some((user, info)) => (Some(user), info),
            None => (None, netloc),
        };
        let (host, port) = if has_brackets {
            self.check_brackets(info)?;
            let inside = info.split_once('[').unwrap_or_default().1;
            let (host, port) = inside.split_once(']').unwrap_or((inside, ""));
            (host, port.split_once(':').unwrap_or_default().1)
        } else {
            info.split_once(':').unwrap_or((info, ""))
        };
        let mut out = String::new();
        if let Some(user) = user {
            let again = |part: &str| quoted(&unquoted(part.as_bytes()), IN_USERINFO);
            match user.split_once(':') {
                Some((name, password)) => {
                    out.extend([again(name), ":".to_owned(), again(password)]);
                }
                None => out.push_str(&again(user)),
            }
            out.push('@');
        }
        out.push_str(&self.host(host)?);
        out.push_str(&port_of(port)?);
        Ok(out)
    }

    fn check_brackets(&self, info: &str) -> Read<()> {
        let (before, inside) = match info.split_once('[') {
            Some((before, inside)) => (before, Some(inside)),
            None => (info, None),
        };
        let (host, port) = match inside {
            Some(inside) => inside.split_once(']').unwrap_or((inside, "")),
            None => (before.split(':').next().unwrap_or_default(), ""),
        };
        if (inside.is_some() && !before.is_empty()) || !(port.is_empty() || port.starts_with(':')) {
            return refused(info, Kind::BadHost, "has text next to the brackets of its host");
        }
        if host.starts_with(['v', 'V']) {
            if host.strip_prefix('v').is_some_and(is_future) {
                return Ok(());
            }
            return refused(host, Kind::BadHost, "has no address in its brackets");
        }
        if self.address_of(host).is_some() {
            return Ok(());
        }
        let faulty = if host.is_empty() { info } else { host };
        refused(faulty, Kind::BadHost, "has no IPv6 address in its brackets")
    }

    /// The IPv6 address, as Python writes it.
    fn address_of(&self, host: &str) -> Option<String> {
        let address = if host.contains(':') { (self.python.address)(host) } else { None };
        address.filter(|address| address.contains(':'))
    }

    fn host(&self, host: &str) -> Read<String> {
        if host.contains(':') {
            if !host.is_ascii() {
                return refused(host, Kind::BadHost, "has a zone that is not ASCII");
            }
            return Ok(format!("[{host}]"));
        }
        if host.is_ascii() {
            return Ok(host.to_owned());
        }
        let mapped = (self.python.nfkc)(&(self.python.lower)(host));
        let ascii = (self.python.idna)(&mapped).and_then(|ascii| String::from_utf8(ascii).ok());
        Ok(ascii.unwrap_or_else(|| host.to_owned()))
    }

    fn lists(&self, list: &str, scheme: &str) -> bool {
        LISTED.contains(&scheme) || (self.python.lists)(list, scheme)
    }

    fn unsplit(&self, parts: &SplitResult) -> String {
        let SplitResult { scheme, netloc, path, query, fragment } = parts;
        let has_scheme = !scheme.is_empty();
        let is_rooted = path.is_empty() || path.starts_with('/');
        let has_slashes = !netloc.is_empty()
            || path.starts_with("//")
            || (has_scheme && is_rooted && self.lists("uses_netloc", scheme));
        let mut out = String::new();
        for (is_written, pieces) in [
            (has_scheme, [scheme.as_str(), ":"]),
            (has_slashes, ["//", netloc]),
            (true, [path, ""]),
            (!query.is_empty(), ["?", query]),
            (!fragment.is_empty(), ["#", fragment]),
        ] {
            if is_written {
                out.extend(pieces);
            }
        }
        out
    }

    fn canonical(&self, url: &str, keep_fragments: bool) -> Read<String> {
        let mut parts = self.split(url)?;
        let (path, params) = self.params(&parts);
        let mut path = canonical_path(path);
        // An empty parameter is dropped with its semicolon.
        path.push_str(if params == ";" { "" } else { params });
        parts.path = path;
        parts.query = canonical_query(parts.query.as_bytes());
        let at = parts.netloc.rfind('@').map_or(0, |at| at + 1);
        let host = &parts.netloc[at..];
        let host =
            if host.is_ascii() { host.to_ascii_lowercase() } else { (self.python.lower)(host) };
        parts.netloc.replace_range(at.., &self.address(host));
        if !keep_fragments {
            parts.fragment.clear();
        }
        Ok(self.unsplit(&parts))
    }

    /// The path, and the parameters of its last segment.
    fn params<'p>(&self, parts: &'p SplitResult) -> (&'p str, &'p str) {
        let path = parts.path.as_str();
        let last = path.rfind('/').map_or(0, |at| at + 1);
        match path[last..].find(';') {
            Some(at) if self.lists("uses_params", &parts.scheme) => path.split_at(last + at),
            _ => (path, ""),
        }
    }

    fn address(&self, host: String) -> String {
        let Some((inside, port)) = host.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        else {
            return host;
        };
        self.address_of(inside).map_or_else(|| host.clone(), |it| format!("[{it}]{port}"))
    }
}

fn scheme_end(text: &str) -> Option<usize> {
    let colon = text.find(':')?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte);
    let name = &text[..colon];
    (name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.bytes().all(is_name))
        .then_some(colon)
}

/// The address of a future version of IP, after its `v`.
fn is_future(rest: &str) -> bool {
    let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
    digits > 0 && rest[digits..].starts_with('.') && rest.len() > digits + 1
}

fn port_of(port: &str) -> Read<String> {
    if port.is_empty() {
        return Ok(port.to_owned());
    }
    let number = port.trim_start_matches('0');
    let is_number = number.len() <= PORT_DIGITS && port.bytes().all(|byte| byte.is_ascii_digit());
    let number = if number.is_empty() { "0" } else { number };
    match number.parse::<u16>() {
        Ok(number) if is_number => Ok(format!(":{number}")),
        _ => refused(port, Kind::BadPort, "is not a number up to 65535"),
    }
}
