//! SURT: the key by which web archives sort the captures of a URL.
//!
//! A Sort-friendly URI Reordering Transform reverses the labels of the host, so that the pages of a
//! domain are together. There is no standard. The reference is the Internet Archive's program
//! `surt`, and this file does what that program does.

use crate::base::error::{self, Error, Kind, Result};
use crate::codec::unescape_fully::{escape_once, unescape_fully};
use crate::normal::{python::Python, session_ids};
use crate::syntax::hosts::whatwg;

/// A form of SURT.
pub struct SurtForm {
    /// The name.
    pub name: &'static str,
    /// Does it begin with the scheme and a parenthesis?
    pub has_scheme: bool,
    /// Is there a comma after the host?
    pub has_comma: bool,
    /// The program that writes it.
    pub source: &'static str,
}

/// All forms.
pub static FORMS: [SurtForm; 3] = [
    SurtForm { name: "ia", has_scheme: false, has_comma: false, source: "surt 0.3.1: surt(url)" },
    SurtForm {
        name: "cdxj",
        has_scheme: false,
        has_comma: false,
        source: "pywb 2.10: canonicalize(url)",
    },
    SurtForm {
        name: "ia-scheme",
        has_scheme: true,
        has_comma: true,
        source: "surt 0.3.1: surt(url, with_scheme=True, trailing_comma=True)",
    },
];

/// Python's codec for IDNA 2003 is written in Python, and slow. A host has at most 253 characters; a
/// longer one than this stays as it is.
const LONGEST_HOST: usize = 1024;

/// The SURT of any text, in this form. `www` keeps `www.` and `www2.`.
///
/// ```
/// use superuri::normal::python;
/// use superuri::normal::surt::{FORMS, surt};
/// let url = b"http://www.example.com/B?b&a";
/// let key = surt(url, &FORMS[0], false, &python::NONE).unwrap();
/// assert_eq!(key, b"com,example)/b?a&b");
/// ```
///
/// # Errors
/// [`Kind::BadPort`] for a port that is not a number up to 65535; [`Kind::InvalidUtf8`] for invalid
/// UTF-8 in the name of a record.
pub fn surt(text: &[u8], form: &SurtForm, www: bool, python: &Python) -> Result<Vec<u8>> {
    if text.starts_with(b"filedesc") {
        return record(text);
    }
    let start = text.iter().position(|byte| !is_space(*byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_space(*byte)).map_or(start, |last| last + 1);
    let mut url = text[start..end].to_vec();
    url.retain(|byte| !is_taken_out(*byte));
    if url.is_empty() {
        return Ok(b"-".to_vec());
    }
    let url = with_one_scheme(&url);
    let parts = parts(&url).map_err(|bad| bad_port(text, &bad))?;
    let host = parts.host.as_deref().map(|host| canonical_host(host, python));
    let host = host.filter(|host| !host.is_empty());
    let path = canonical_path(&parts.path, host.is_some());
    let query = canonical_query(parts.query);

    let mut out = Vec::with_capacity(url.len() + 8);
    if form.has_scheme || host.is_none() {
        out.extend_from_slice(parts.scheme);
        out.push(b':');
    }
    if let Some(host) = host {
        let is_dns = parts.scheme == b"dns";
        if form.has_scheme {
            out.extend_from_slice(if is_dns { b"(" } else { b"//(" });
        }
        put_labels(if www || is_dns { &host } else { without_www(&host) }, &mut out);
        if parts.port != 0 && parts.port != default_port(parts.scheme) {
            out.extend_from_slice(format!(":{}", parts.port).as_bytes());
        }
        out.extend_from_slice(if form.has_comma { b",)" } else { b")" });
    }
    if path.is_empty() && query.is_some() {
        out.push(b'/');
    }
    out.extend_from_slice(&path);
    if let Some(query) = query {
        out.push(b'?');
        out.extend_from_slice(&query);
    }
    Ok(out)
}

/// The name of an archive's own record, which is its key unchanged.
fn record(text: &[u8]) -> Result<Vec<u8>> {
    let Err(error) = std::str::from_utf8(text) else { return Ok(text.to_vec()) };
    let at = error.valid_up_to();
    let what = format!("the byte {:02X}", text[at]);
    Err(Error::naming(Kind::InvalidUtf8, at..at + 1, what))
}

fn put_labels(host: &[u8], out: &mut Vec<u8>) {
    for (n, label) in host.rsplit(|&byte| byte == b'.').enumerate() {
        if n > 0 {
            out.push(b',');
        }
        out.extend_from_slice(label);
    }
}

/// White space that may surround a URL. The program strips the vertical tab, too.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Characters that are removed anywhere in the text.
const fn is_taken_out(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\r' | b'\n')
}

/// Where the scheme ends, if there is one.
fn scheme_end(url: &[u8]) -> Option<usize> {
    let colon = memchr::memchr(b':', url)?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"+.-".contains(byte);
    (url.first()?.is_ascii_alphabetic() && url[..colon].iter().all(is_name)).then_some(colon)
}

/// The URL with `http://` if it has no scheme, and with only the second one of `http://https://`.
fn with_one_scheme(url: &[u8]) -> Vec<u8> {
    let mut rest = url;
    if scheme_end(url).is_none() {
        return [b"http://", url].concat();
    }
    let web = |url: &[u8]| {
        [7, 8].into_iter().find(|&len| matches!(url.get(..len), Some(b"http://" | b"https://")))
    };
    while let Some(len) = web(rest)
        && web(&rest[len..]).is_some()
    {
        rest = &rest[len..];
    }
    rest.to_vec()
}

struct SurtParts<'a> {
    scheme: &'a [u8],
    host: Option<Vec<u8>>,
    /// Zero if there is none.
    port: u16,
    path: Vec<u8>,
    query: Option<&'a [u8]>,
}

/// An invalid port, and the length of the text after it.
struct BadPort {
    port: Vec<u8>,
    behind: usize,
}

fn parts(url: &[u8]) -> std::result::Result<SurtParts<'_>, BadPort> {
    let colon = scheme_end(url).unwrap_or(0);
    let (scheme, rest) = (&url[..colon], &url[colon + 1..]);
    let rest = &rest[..memchr::memchr(b'#', rest).unwrap_or(rest.len())];
    let question = memchr::memchr(b'?', rest).unwrap_or(rest.len());
    let (hierarchy, query) = rest.split_at(question);
    let query = query.get(1..).filter(|query| !query.is_empty());
    let (authority, path) = match hierarchy.strip_prefix(b"//") {
        Some(rest) => rest.split_at(memchr::memchr(b'/', rest).unwrap_or(rest.len())),
        None => (&[][..], hierarchy),
    };
    let behind = url.len() - (colon + 1 + hierarchy.len() - path.len());
    let colons = authority.iter().rev().take_while(|&&byte| byte == b':').count();
    let authority = &authority[..authority.len() - colons];
    let after_user = memchr::memrchr(b'@', authority).map_or(0, |at| at + 1);
    let info = &authority[after_user..];
    let (host, port) = match memchr::memchr(b'[', info) {
        Some(open) => {
            let (host, rest) = cut(&info[open + 1..], b']');
            (host, cut(rest, b':').1)
        }
        None => cut(info, b':'),
    };
    let number =
        number(port).ok_or_else(|| BadPort { port: port.to_vec(), behind: behind + colons })?;
    let mut parts = SurtParts {
        scheme,
        host: Some(host.to_vec()).filter(|host| !host.is_empty()),
        port: number,
        path: path.to_vec(),
        query,
    };
    if parts.host.is_none() && scheme.starts_with(b"http") && !path.is_empty() {
        let slashes = path.iter().take_while(|&&byte| byte == b'/').count();
        let (host, rest) = cut(&path[slashes..], b'/');
        parts.host = Some(host.to_vec());
        parts.path = [b"/", rest].concat();
    }
    Ok(parts)
}

/// The text before and after the first of this byte.
fn cut(text: &[u8], at: u8) -> (&[u8], &[u8]) {
    match memchr::memchr(at, text) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &[]),
    }
}

/// The number of the port, zero if it is empty, `None` if it is not a number up to 65535.
fn number(port: &[u8]) -> Option<u16> {
    let digits = port.iter().all(u8::is_ascii_digit).then_some(port)?;
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    let text = std::str::from_utf8(&digits[zeros..]).ok()?;
    if text.is_empty() { Some(0) } else { text.parse().ok() }
}

fn default_port(scheme: &[u8]) -> u16 {
    match scheme.to_ascii_lowercase().as_slice() {
        b"http" => 80,
        b"https" => 443,
        _ => 0,
    }
}

fn bad_port(text: &[u8], bad: &BadPort) -> Box<Error> {
    // Characters may have been removed anywhere, so places are counted from the end of the text.
    let before = |end: usize, mut count: usize| {
        let mut at = end;
        while count > 0 && at > 0 {
            at -= 1;
            count -= usize::from(!is_taken_out(text[at]));
        }
        at
    };
    let last = text.iter().rposition(|byte| !is_space(*byte)).map_or(0, |last| last + 1);
    let end = before(last, bad.behind);
    let at = before(end, bad.port.len())..end;
    let what = error::port(&bad.port, text, &at);
    Error::naming(Kind::BadPort, at, what).that("is not a number up to 65535")
}

/// The canonical host. A character beyond ASCII is mapped by IDNA 2003 first.
fn canonical_host(host: &[u8], python: &Python) -> Vec<u8> {
    let mut host = unescape_fully(host);
    if !host.is_ascii() {
        let name: String = host.utf8_chunks().map(|chunk| chunk.valid()).collect();
        let is_long = name.chars().nth(LONGEST_HOST).is_some();
        host = if is_long { None } else { (python.idna)(&name) }.unwrap_or(host);
    }
    let mut single = Vec::with_capacity(host.len());
    let mut rest = host.as_slice();
    // In one pass: of four dots, two are left.
    while let [first, after @ ..] = rest {
        single.push(*first);
        rest = if *first == b'.' { after.strip_prefix(b".").unwrap_or(after) } else { after };
    }
    let start = single.iter().position(|&byte| byte != b'.').unwrap_or(single.len());
    let end = single.iter().rposition(|&byte| byte != b'.').map_or(start, |last| last + 1);
    let host = &single[start..end];
    address(host).unwrap_or_else(|| escape_once(host).to_ascii_lowercase())
}

/// The address in dotted form, for a host of one number (its low four bytes count) or of two to
/// four.
fn address(host: &[u8]) -> Option<Vec<u8>> {
    let is_number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    if is_number(host) {
        let number = host.iter().fold(0_u32, |number, digit| {
            number.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'))
        });
        return Some(std::net::Ipv4Addr::from(number).to_string().into_bytes());
    }
    // After a leading zero, the program takes only octal digits as numbers.
    let is_octal = |text: &[u8]| text.iter().all(|digit| matches!(digit, b'0'..=b'7'));
    let may_be_read = |text: &[u8]| is_number(text) && (host[0] != b'0' || is_octal(text));
    host.split(|&byte| byte == b'.').all(may_be_read).then_some(())?;
    whatwg::ipv4(std::str::from_utf8(host).ok()?).map(String::into_bytes)
}

/// The path without session ids, in lower case, and without a slash at its end.
fn canonical_path(path: &[u8], is_hierarchy: bool) -> Vec<u8> {
    let octets = unescape_fully(path);
    let mut path = escape_once(&if is_hierarchy { without_dots(&octets) } else { octets });
    path.make_ascii_lowercase();
    session_ids::leave_path(&mut path);
    if path.len() > 1 && path.ends_with(b"/") {
        path.pop();
    }
    path
}

/// The path without dot segments and empty segments. A `..` at the root is kept, and the next `..`
/// removes it.
fn without_dots(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|&byte| byte == b'/').skip(1) {
        match segment {
            b"." => {}
            b".." if kept.pop().is_some() => {}
            _ => kept.push(segment),
        }
    }
    let mut out = b"/".to_vec();
    if let Some((last, before)) = kept.split_last() {
        for segment in before.iter().filter(|segment| !segment.is_empty()) {
            out.extend_from_slice(segment);
            out.push(b'/');
        }
        out.extend_from_slice(last);
    }
    out
}

fn without_www(host: &[u8]) -> &[u8] {
    let Some(rest) = host.strip_prefix(b"www") else { return host };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    rest[digits..].strip_prefix(b".").unwrap_or(host)
}

/// The query without session ids, in lower case, its pairs sorted by name, then by value.
fn canonical_query(query: Option<&[u8]>) -> Option<Vec<u8>> {
    let mut query = escape_once(&unescape_fully(query?));
    session_ids::leave_query(&mut query);
    query.make_ascii_lowercase();
    let mut pairs: Vec<(&[u8], Option<&[u8]>)> = query
        .split(|&byte| byte == b'&')
        .map(|pair| match memchr::memchr(b'=', pair) {
            Some(at) => (&pair[..at], Some(&pair[at + 1..])),
            None => (pair, None),
        })
        .collect();
    pairs.sort_unstable();
    let mut out = Vec::with_capacity(query.len());
    for (n, (name, value)) in pairs.into_iter().enumerate() {
        if n > 0 {
            out.push(b'&');
        }
        out.extend_from_slice(name);
        if let Some(value) = value {
            out.push(b'=');
            out.extend_from_slice(value);
        }
    }
    Some(out).filter(|query| !query.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::python::NONE;

    #[test]
    fn a_bad_port_is_found_where_it_was() {
        for (text, port) in [
            ("http://e:8o/a", "8o"),
            (" \n http://http://e:70\t000/a\n?b#c \n", "70\t000"),
            ("http://e:x::/", "x"),
        ] {
            let error = surt(text.as_bytes(), &FORMS[0], false, &NONE).expect_err(text);
            assert_eq!(&text[error.at.clone()], port, "{text}");
        }
    }
}
