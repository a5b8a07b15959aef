//! Writing: the normal form of a legal URI reference, component by component, or after one look.

use std::ops::Range;

use crate::base::schemes::{self, Scheme};
use crate::clean::fast_check::FastCheck;
use crate::codec::unreserved::{UNRESERVED, put, put_lowered};
use crate::normal::{Also, Level, select};
use crate::syntax::{dots, hosts::literal::ip_literal, places::Hosts, split, unsplit::Components};
use superuri_kernels::{memory, set::Set};

/// The normal form is longer than the text by at most a `/.` or a `/`.
const MORE: usize = 8;

/// Appends the normal form of a legal URI reference.
pub(super) fn whole(text: &[u8], level: Level, also: Also<'_>, out: &mut Vec<u8>) {
    let parts = Components::split(text);
    let scheme = parts.scheme.and_then(schemes::find);
    let undone = undone(level);
    let free = |characters: fn(&Scheme) -> &'static str| match scheme {
        Some(row) if also.reserved => undone.and(characters(row)),
        _ => undone,
    };
    memory::reserve(out, text.len() + MORE);
    let mut host = 0..0;
    if let Some(name) = parts.scheme {
        put_lower_case(name, out);
        out.push(b':');
    }
    if let Some(authority) = parts.authority {
        out.extend_from_slice(b"//");
        // After `//` a default port is kept: without it, parsers would look for a host in the path.
        let alone = authority.first() == Some(&b':')
            && memchr::memchr(b'@', authority).is_none()
            && Hosts::of(parts.scheme) == Hosts::Web;
        let spans = split::authority(authority, 0..authority.len());
        if let Some(userinfo) = spans.userinfo {
            put(&authority[userinfo], undone, out);
            out.push(b'@');
        }
        let start = out.len();
        let has_case = !also.host_case && !schemes::has_dns_host(parts.scheme);
        put_host(&authority[spans.host], undone, has_case, out);
        host = start..out.len();
        if let Some(port) = spans.port {
            put_port(&authority[port], level, |port| !alone && is_default(port, scheme), out);
        }
    }
    let start = out.len();
    if !put_root(level, scheme, parts.authority.is_some() && parts.path.is_empty(), out) {
        put(parts.path, free(|row| row.free_in_path), out);
        remove_dots(
            start..out.len(),
            level,
            parts.scheme.is_some(),
            parts.authority.is_some(),
            out,
        );
    }
    if let Some(query) = parts.query {
        let mut here = also.trackers.at(&out[host], &out[start..]);
        out.push(b'?');
        let start = out.len();
        put(query, free(|row| row.free_in_query), out);
        select::apply(start, also, &mut here, out);
    }
    if let Some(fragment) = parts.fragment
        && !also.drop_fragment
    {
        out.push(b'#');
        put(fragment, undone, out);
    }
}

/// Appends the same, without further steps, and returns true, if what one look found is enough.
pub(super) fn by_check(text: &[u8], check: &FastCheck, level: Level, out: &mut Vec<u8>) -> bool {
    let scheme = check.scheme.and_then(|len| schemes::find(&text[..len]));
    if check.odd || check.scheme.is_some() && scheme.is_none() {
        return false;
    }
    let after_scheme = check.scheme.map_or(0, |len| len + 1);
    let (start, end) = check.authority.unwrap_or((after_scheme, after_scheme));
    let host_end = check.port.map_or(end, |port| port - 1);
    let has_host = start < host_end;
    if check.authority.is_some() && !has_host
        || check.escapes && memchr::memchr(b'%', &text[start..host_end]).is_some()
    {
        return false;
    }
    memory::reserve(out, text.len() + MORE);
    let begin = out.len();
    out.extend_from_slice(&text[..host_end]);
    if check.upper {
        out[begin..].make_ascii_lowercase();
    }
    if let Some(port) = check.port {
        put_port(&text[port..end], level, |port| is_default(port, scheme), out);
    }
    let rest = &text[end..];
    let path = out.len();
    put_root(level, scheme, has_host && matches!(rest.first(), None | Some(b'?' | b'#')), out);
    if check.escapes {
        put(rest, undone(level), out);
    } else {
        out.extend_from_slice(rest);
    }
    if check.escapes || check.dots {
        let len = memchr::memchr2(b'?', b'#', &out[path..]).unwrap_or(out.len() - path);
        remove_dots(path..path + len, level, check.scheme.is_some(), has_host, out);
    }
    true
}

/// The characters whose escapes are decoded at this level.
fn undone(level: Level) -> Set {
    if level >= Level::Percent { UNRESERVED } else { Set::only("") }
}

fn put_lower_case(name: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(name);
    out[start..].make_ascii_lowercase();
}

/// Appends the host; one that has case keeps it, unless it is an address.
fn put_host(host: &[u8], undone: Set, has_case: bool, out: &mut Vec<u8>) {
    let literal = host.first() == Some(&b'[');
    if has_case && !literal {
        return put(host, undone, out);
    }
    // The zone of an address is the name of an interface, in which case may matter: RFC 6874
    // section 4.
    let Some(escape) = memchr::memchr(b'%', host) else { return put_lower_case(host, out) };
    let start = out.len();
    let (address, zone) = host.split_at(if literal { escape } else { host.len() });
    put_lowered(address, undone, out);
    put(zone, undone, out);
    debug_assert!(!literal || ip_literal(&out[start + 1..out.len() - 1]).is_ok());
}

/// Is this port empty or the scheme's own?
fn is_default(port: &[u8], scheme: Option<&Scheme>) -> bool {
    port.is_empty() || scheme.is_some_and(|row| row.port == port)
}

fn put_port(mut port: &[u8], level: Level, dropped: impl Fn(&[u8]) -> bool, out: &mut Vec<u8>) {
    if level >= Level::Scheme {
        // A port is a number: leading zeros change nothing.
        while let [b'0', rest @ ..] = port
            && !rest.is_empty()
        {
            port = rest;
        }
        if dropped(port) {
            return;
        }
    }
    out.push(b':');
    out.extend_from_slice(port);
}

/// Appends the root path and returns true where an authority without a path means it.
fn put_root(level: Level, scheme: Option<&Scheme>, is_bare: bool, out: &mut Vec<u8>) -> bool {
    let is_root = is_bare && level >= Level::Scheme && scheme.is_some_and(|row| row.has_root);
    if is_root {
        out.push(b'/');
    }
    is_root
}

fn remove_dots(
    path: Range<usize>,
    level: Level,
    has_scheme: bool,
    has_authority: bool,
    out: &mut Vec<u8>,
) {
    if level < Level::Path {
        return;
    }
    let start = path.start;
    if out[path.clone()].starts_with(b"/") {
        dots::remove_in_place(out, path);
        if !has_authority && out[start..].starts_with(b"//") {
            // Without it, the path would read as an authority.
            out.splice(start..start, *b"/.");
        }
    } else if !has_scheme && dots::has_dots(&out[path.clone()]) {
        let dotted = out[path.clone()].to_vec();
        let tail = out.split_off(path.end);
        out.truncate(start);
        dots::remove_relative(&dotted, out);
        out.extend_from_slice(&tail);
    }
    // Other paths have no hierarchy, so that `data:,a/../b` is unchanged.
}
