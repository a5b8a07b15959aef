//! Safe Browsing (version 4): the expressions that it looks up for a URL.
//!
//! Source: <https://developers.google.com/safe-browsing/v4/urls-hashing>, checked 2026-11-21.

use std::net::Ipv4Addr;

use crate::base::error::{Error, Kind, Result};
use crate::codec::unescape_fully::{escape_once, unescape_fully};
use crate::syntax::dots;
use crate::syntax::hosts::{idna, whatwg};

/// The longest suffix of a host that is looked up, in labels.
const SUFFIX_LABELS: usize = 5;
/// The maximum number of directories that are looked up, including the root.
const DIRECTORIES: usize = 4;

/// A URL as Safe Browsing sees it. Escapes are decoded until none is left, so this is not a URI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    scheme: Vec<u8>,
    host: Vec<u8>,
    port: Option<Vec<u8>>,
    path: Vec<u8>,
    query: Option<Vec<u8>>,
}

impl Canonical {
    /// The canonical form of any text. A text without a scheme is taken as http.
    ///
    /// ```
    /// use superuri::normal::safe_browsing::Canonical;
    /// let url = Canonical::of(b"www.EXAMPLE.com:80//a/../%2541?q#f").unwrap();
    /// assert_eq!(url.text(), b"http://www.example.com:80/A?q");
    /// ```
    ///
    /// User and password are left out, because they are never looked up.
    ///
    /// # Errors
    /// [`Kind::NoUrl`] if there is no host.
    pub fn of(text: &[u8]) -> Result<Self> {
        let mut kept = text.trim_ascii().to_vec();
        kept.retain(|byte| !matches!(byte, b'\t' | b'\r' | b'\n'));
        kept.truncate(memchr::memchr(b'#', &kept).unwrap_or(kept.len()));
        // The whole text is decoded first, so that escaped delimiters delimit, except for the
        // fragment's.
        let url = unescape_fully(&kept);
        let (scheme, rest) = scheme(&url);
        let end = rest.iter().position(|byte| matches!(byte, b'/' | b'?')).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let after_user = memchr::memrchr(b'@', authority).map_or(0, |at| at + 1);
        let (host, port) = host_and_port(&authority[after_user..]);
        let host = canonical_host(host);
        if host.is_empty() {
            let whole = 0..text.len();
            return Err(Error::naming(Kind::NoUrl, whole, "the URL").that("has no host"));
        }
        let query = memchr::memchr(b'?', rest);
        Ok(Self {
            scheme: scheme.to_ascii_lowercase(),
            host,
            port: port.map(<[u8]>::to_vec),
            path: canonical_path(&rest[..query.unwrap_or(rest.len())]),
            query: query.map(|at| escape_once(&rest[at + 1..])),
        })
    }

    /// The canonical URL as ASCII text.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let mut out = [&self.scheme, b"://".as_slice(), &self.host].concat();
        for (mark, part) in [(b':', &self.port), (b'?', &self.query)] {
            if mark == b'?' {
                out.extend_from_slice(&self.path);
            }
            if let Some(part) = part {
                out.push(mark);
                out.extend_from_slice(part);
            }
        }
        out
    }

    /// What is looked up: each suffix of the host with each prefix of the path, 30 at most.
    ///
    /// ```
    /// use superuri::normal::safe_browsing::Canonical;
    /// let url = Canonical::of(b"http://a.b.c/1/2.html?param=1").unwrap();
    /// assert_eq!(url.expressions().len(), 8);
    /// assert_eq!(url.expressions()[7], b"b.c/1/");
    /// ```
    #[must_use]
    pub fn expressions(&self) -> Vec<Vec<u8>> {
        let paths = self.paths();
        let pairs = self
            .hosts()
            .into_iter()
            .flat_map(|host| paths.iter().map(move |path| [host, path.as_slice()].concat()));
        pairs.collect()
    }

    /// The host itself, and its suffixes of five labels down to two.
    fn hosts(&self) -> Vec<&[u8]> {
        let host = self.host.as_slice();
        let text = std::str::from_utf8(host).unwrap_or_default();
        let mut hosts = vec![host];
        if host[0] == b'[' || text.parse::<Ipv4Addr>().is_ok() {
            return hosts;
        }
        let starts: Vec<usize> =
            memchr::memrchr_iter(b'.', host).take(SUFFIX_LABELS).map(|dot| dot + 1).collect();
        // The last label alone is not looked up.
        hosts.extend(starts.iter().skip(1).rev().map(|&start| &host[start..]));
        hosts
    }

    /// The path with the query, the path, the root, and the directories below it.
    fn paths(&self) -> Vec<Vec<u8>> {
        let path = &self.path;
        let query = self.query.iter().map(|query| [path, b"?".as_slice(), query].concat());
        let mut paths: Vec<_> = query.chain([path.clone()]).collect();
        for slash in memchr::memchr_iter(b'/', path).take(DIRECTORIES) {
            let directory = &path[..=slash];
            if directory != path {
                paths.push(directory.to_vec());
            }
        }
        paths
    }
}

/// The scheme, and the text after it.
fn scheme(url: &[u8]) -> (&[u8], &[u8]) {
    const HTTP: &[u8] = b"http";
    if let Some(rest) = url.strip_prefix(b"//") {
        return (HTTP, rest);
    }
    let name = url
        .iter()
        .position(|byte| !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte))
        .unwrap_or(url.len());
    match url[name..].strip_prefix(b"://") {
        Some(rest) if url[0].is_ascii_alphabetic() => (&url[..name], rest),
        _ => (HTTP, url),
    }
}

fn host_and_port(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    match memchr::memrchr(b':', text) {
        Some(colon) if text[colon + 1..].iter().all(u8::is_ascii_digit) => {
            let port = &text[colon + 1..];
            (&text[..colon], Some(port).filter(|port| !port.is_empty()))
        }
        _ => (text, None),
    }
}

fn canonical_host(host: &[u8]) -> Vec<u8> {
    let name = std::str::from_utf8(host).ok().filter(|_| !host.is_ascii());
    let ascii = name.and_then(|name| idna::to_ascii(name).ok());
    let mut host = ascii.map_or_else(|| host.to_vec(), String::into_bytes);
    host.dedup_by(|one, before| *one == b'.' && *before == b'.');
    let start = usize::from(host.first() == Some(&b'.'));
    let end = host.len() - usize::from(host.len() > start && host.last() == Some(&b'.'));
    let host = &host[start..end];
    let address = std::str::from_utf8(host).ok().and_then(whatwg::ipv4);
    address.map_or_else(|| escape_once(&host.to_ascii_lowercase()), String::into_bytes)
}

fn canonical_path(path: &[u8]) -> Vec<u8> {
    if path.is_empty() {
        return b"/".to_vec();
    }
    let mut resolved = Vec::with_capacity(path.len());
    dots::remove(path, &mut resolved);
    resolved.dedup_by(|one, before| *one == b'/' && *before == b'/');
    escape_once(&resolved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_paths_are_few() {
        let text = [b"http://".as_slice(), &b"a.".repeat(9_000), b"b", &b"/c".repeat(9_000)];
        let url = Canonical::of(&text.concat()).expect("it has a host");
        assert_eq!((url.hosts().len(), url.paths().len()), (5, 5));
    }
}
