//! Other notations: lines of block lists and hosts files that are neither a URL nor a host.

use std::ops::Range;

use crate::clean::bare_host::BareHost;
use crate::syntax::hosts::literal::{ip_literal, is_ipv4};

/// Where the text is in the notation of another program, and what it is. `head` is the text up to
/// its first slash, question mark or number sign.
pub(super) fn other_notation(text: &[u8], head: &[u8]) -> Option<(Range<usize>, &'static str)> {
    let after = &text[head.len()..];
    let whole = 0..text.len();
    if is_of_hosts_file(text) {
        return Some((whole, "is a line of a hosts file: give the name alone"));
    }
    let filter = "is a rule of an ad blocker (Adblock Plus): give the host alone";
    let hides = [&b"##"[..], b"#@#", b"#?#"];
    if text.starts_with(b"||") || text.starts_with(b"@@|") {
        return Some((whole, filter));
    }
    let is_name = |text: &[u8]| BareHost::of(text) == BareHost::Name;
    if hides.iter().any(|mark| after.starts_with(mark)) && is_name(head)
        || memchr::memchr(b'^', head).is_some_and(|at| is_name(&head[..at]))
    {
        return Some((whole, filter));
    }
    if is_pattern(head) {
        let is = "is a pattern for several hosts: give the name without the asterisk";
        return Some((0..head.len(), is));
    }
    if head.strip_prefix(b".").is_some_and(is_name) {
        let is = "means all names below a name: give the name without the first dot";
        return Some((0..head.len(), is));
    }
    if head.contains(&b':') && !head.starts_with(b"v") && ip_literal(head).is_ok() {
        return Some((0..head.len(), "is an IPv6 address: a URL has it in brackets"));
    }
    if is_ipv4(head) && is_prefix_length(after) {
        return Some((whole, "is a network (CIDR), not a host"));
    }
    let is_scheme = |name: &&[u8]| head.eq_ignore_ascii_case(name);
    if [&b"http"[..], b"https", b"ftp"].iter().any(is_scheme) && after.starts_with(b"//") {
        return Some((0..head.len(), "is a scheme that lacks its colon"));
    }
    None
}

/// Is it an address, white space, and a name?
fn is_of_hosts_file(text: &[u8]) -> bool {
    let Some(space) = text.iter().position(u8::is_ascii_whitespace) else { return false };
    let (address, names) = text.split_at(space);
    let begins_name = |b: &u8| b.is_ascii_alphanumeric() || !b.is_ascii() || *b == b'_';
    let is_address = || is_ipv4(address) || address.contains(&b':') && ip_literal(address).is_ok();
    names.trim_ascii_start().first().is_some_and(begins_name) && is_address()
}

/// Is it a name with asterisks, and perhaps a port?
fn is_pattern(head: &[u8]) -> bool {
    let end = memchr::memchr(b':', head).unwrap_or(head.len());
    let named =
        || head[..end].iter().map(|&b| if b == b'*' { b'x' } else { b }).collect::<Vec<_>>();
    head.contains(&b'*') && BareHost::of(&named()) == BareHost::Name
}

/// Is it a slash and the number of bits of an IPv4 network?
fn is_prefix_length(text: &[u8]) -> bool {
    match text {
        [b'/', one] | [b'/', b'1' | b'2', one] => one.is_ascii_digit(),
        [b'/', b'3', one] => matches!(one, b'0'..=b'2'),
        _ => false,
    }
}
